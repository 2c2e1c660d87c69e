import VCRLocks

/// The recorded requests that a request may be equivalent to although its key says otherwise: those
/// with placeholders whose secrets are not known here, and those that were not redacted as requests
/// are now (written by hand, or recorded with other rules).
///
/// It reads the cassette when the first request found no interaction, so that no other run pays for
/// it. It has a lock of its own: while it reads, the deck serves all other requests.
final class PlaceholderMatches: Sendable {
  private let file: CassetteFile
  private let equivalence: RequestEquivalence
  private let redaction: Redaction
  private let alignment: PlaceholderAlignment
  /// The items that have rules of their own.
  private let ruled: Set<Int>
  /// The items by the normal form of their path; those with a placeholder in it have none.
  private let byPath = Mutex<[[UInt8]: [Int]]?>(nil)

  /// Creates it for a cassette, which is not read yet.
  ///
  /// - Parameters:
  ///   - file: The cassette.
  ///   - ruled: The items that have rules of their own.
  ///   - equivalence: The policy.
  ///   - redaction: What is done to requests before they are matched.
  init(
    file: CassetteFile, except ruled: Set<Int>, equivalence: RequestEquivalence,
    redaction: Redaction
  ) {
    self.file = file
    self.ruled = ruled
    self.equivalence = equivalence
    self.redaction = redaction
    alignment = PlaceholderAlignment(known: Set(redaction.values.secrets.map(\.name)))
  }

  /// Reads the items.
  private func sorted() throws -> [[UInt8]: [Int]] {
    var byPath: [[UInt8]: [Int]] = [:]
    for item in 0..<file.count where !ruled.contains(item) {
      let recorded = try file.request(at: item)
      let redacted = redaction.redacting(recorded)
      guard recorded != redacted || mayDiffer(redacted) else { continue }
      byPath[path(of: redacted.url), default: []].append(item)
    }
    return byPath
  }

  /// The items to try for a request, in recorded order.
  ///
  /// - Throws: `CassetteError` when an item cannot be parsed as far as its request.
  func candidates(for request: Interaction.Request) throws -> [Int] {
    let byPath = try byPath.withLock { byPath throws in
      let made = try byPath ?? sorted()
      byPath = made
      return made
    }
    let own = byPath[path(of: request.url)] ?? []
    let wild = byPath[[]] ?? []
    return own.isEmpty || wild.isEmpty ? own + wild : Array(Set(own + wild)).sorted()
  }

  /// True when an item's request would be equivalent if the secrets were the same.
  ///
  /// - Parameters:
  ///   - request: The request, redacted.
  ///   - item: The item.
  ///   - decision: Who decides in place of the policy; nil for the policy.
  /// - Returns: Whether it would.
  /// - Throws: `CassetteError` when the item cannot be parsed as far as its request.
  func isEquivalent(
    _ request: Interaction.Request, toItem item: Int,
    deciding decision: RequestEquivalence.Decision?
  ) throws -> Bool {
    let recorded = redaction.redacting(try file.request(at: item))
    return equivalence.deciding(by: decision)
      .areEquivalent(alignment.aligned(request, to: recorded), recorded)
  }

  private func mayDiffer(_ request: Interaction.Request) -> Bool {
    if request.url.withUTF8Span({ alignment.hasPlaceholder($0) }) { return true }
    guard !equivalence.needsOnlyMethodAndURL else { return false }
    return request.body.file == nil && alignment.hasPlaceholder(request.body.bytes.view)
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
