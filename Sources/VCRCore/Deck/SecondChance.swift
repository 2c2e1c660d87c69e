/// The recorded requests that a request may be equivalent to although its key says otherwise: those
/// with placeholders whose secrets are not known here, and those that were not redacted as requests
/// are now (written by hand, or recorded with other rules).
///
/// It is made when the first request found no answer, so that no other pays for it.
struct SecondChance: Sendable {
  private let file: CassetteFile
  /// The policy.
  var equivalence: RequestEquivalence
  private let redaction: Redaction
  private let alignment: PlaceholderAlignment
  /// The items by the normal form of their path; those with a placeholder in it have none.
  private var byPath: [[UInt8]: [Int]] = [:]

  /// Looks through the items of a cassette.
  ///
  /// - Parameters:
  ///   - file: The cassette.
  ///   - items: The items that have no rule of their own.
  ///   - equivalence: The policy.
  ///   - redaction: What is done to requests before they are matched.
  /// - Throws: `CassetteError` when an item cannot be parsed as far as its request.
  init(
    file: CassetteFile, items: [Int], equivalence: RequestEquivalence, redaction: Redaction
  ) throws {
    self.file = file
    self.equivalence = equivalence
    self.redaction = redaction
    alignment = PlaceholderAlignment(known: Set(redaction.values.secrets.map(\.name)))
    for item in items {
      let recorded = try file.request(at: item)
      let redacted = redaction.redacting(recorded)
      guard recorded != redacted || mayDiffer(redacted) else { continue }
      byPath[path(of: redacted.url), default: []].append(item)
    }
  }

  /// The items to try for a request, in recorded order.
  func candidates(for request: Interaction.Request) -> [Int] {
    let own = byPath[path(of: request.url)] ?? []
    let wild = byPath[[]] ?? []
    return own.isEmpty || wild.isEmpty ? own + wild : Array(Set(own + wild)).sorted()
  }

  /// True when an item's request would be equivalent if the secrets were the same.
  func isEquivalent(_ request: Interaction.Request, toItem item: Int) throws -> Bool {
    let recorded = redaction.redacting(try file.request(at: item))
    return equivalence.areEquivalent(alignment.aligned(request, to: recorded), recorded)
  }

  private func mayDiffer(_ request: Interaction.Request) -> Bool {
    if request.url.withUTF8Span({ alignment.hasPlaceholder($0) }) { return true }
    guard !equivalence.needsOnlyMethodAndURL else { return false }
    return alignment.hasPlaceholder(request.body.bytes.span)
      || request.headers.fields.contains { field in
        field.value.withUTF8Span { alignment.hasPlaceholder($0) }
      }
  }

  /// The normal form of a URL's path; nothing when it has a placeholder.
  private func path(of url: String) -> [UInt8] {
    url.withUTF8Span { url in
      let form = URLNormalization(url)
      guard !alignment.hasPlaceholder(url.extracting(form.ranges.path)) else { return [] }
      var path: [UInt8] = []
      form.appendPath(url, to: &path)
      return path
    }
  }
}
