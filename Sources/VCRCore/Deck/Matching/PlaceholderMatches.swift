internal import CBytes
import VCRLocks

/// The recorded requests that a request may be equivalent to although its key says otherwise: those
/// with placeholders whose secrets are not known here, and those that were not redacted as requests
/// are now (written by hand, or recorded with other rules).
///
/// It reads the cassette when the first request found no interaction, so that no other run pays for
/// it. It has a lock of its own: while it reads, the deck serves all other requests.
final class PlaceholderMatches: Sendable {
  private let urls: RecordedURLs
  private let equivalence: RequestEquivalence
  private let redaction: Redaction
  private let alignment: PlaceholderAlignment
  /// The items that have rules of their own.
  private let ruled: Set<Int>
  private let paths = Mutex(Paths())

  /// Items by the normal form of their path.
  ///
  /// Those with a placeholder of an unknown secret in it have no path.
  private struct Paths {
    /// By the path that is in the cassette: for a request that has no secret in its own.
    var recorded: RecordedPaths?
    /// By the path as it is redacted now, for which all are redacted.
    ///
    /// It serves a request with a secret in its path, which an item that was written by hand, or
    /// recorded with other rules, may have as it is.
    var redacted: [[UInt8]: Group]?
  }

  /// Items by the path that is in the cassette.
  private struct RecordedPaths {
    /// The paths that stand there in their normal form, which most do; the numbers are the items.
    let plain: SortedTexts
    /// The others, and those of the first that were asked for.
    var groups: [[UInt8]: Group]
    /// The paths of which the group holds all items.
    var complete: Set<[UInt8]> = []

    /// Completes the group of a path.
    mutating func complete(_ path: [UInt8]) {
      guard !path.isEmpty, !complete.contains(path) else { return }
      let items = plain.places(of: path, in: 0..<plain.count).map { plain.number(at: $0) }
      guard !items.isEmpty else { return }
      complete.insert(path)
      groups[path] = Group(items: ((groups[path]?.items ?? []) + items).sorted())
    }
  }

  private struct Group {
    var items: [Int] = []
    /// True once those are left out that no secret can make different.
    var isExamined = false
  }

  /// Creates it for a cassette, which is not read yet.
  ///
  /// - Parameters:
  ///   - urls: The URLs of the cassette.
  ///   - ruled: The items that have rules of their own.
  ///   - equivalence: The policy.
  ///   - redaction: The redaction of requests before they are matched.
  init(
    _ urls: RecordedURLs, except ruled: Set<Int>, equivalence: RequestEquivalence,
    redaction: Redaction
  ) {
    self.urls = urls
    self.ruled = ruled
    self.equivalence = equivalence
    self.redaction = redaction
    alignment = PlaceholderAlignment(
      known: Set(redaction.values.secrets.map(\.name)), digests: urls.file.valueDigests)
  }

  /// The items to try for a request, in recorded order.
  ///
  /// - Throws: `CassetteError` when an item cannot be parsed as far as its request.
  func candidates(for request: Interaction.Request) throws -> [Int] {
    let path = path(of: request.url)
    let hasSecret = request.url.withUTF8Span { hasSecretInPath($0) }
    return try paths.withLock { paths throws in
      // Most requests that nothing matches have a path that no item has: they cost no redaction.
      if hasSecret {
        var groups = try paths.redacted ?? byRedactedPath()
        paths.redacted = nil
        defer { paths.redacted = groups }
        return try candidates(path, in: &groups)
      }
      var recorded = try paths.recorded ?? byRecordedPath()
      paths.recorded = nil
      defer { paths.recorded = recorded }
      recorded.complete(path)
      return try candidates(path, in: &recorded.groups)
    }
  }

  private func candidates(_ path: [UInt8], in groups: inout [[UInt8]: Group]) throws -> [Int] {
    let own = path.isEmpty ? [] : try examine(path, in: &groups)
    let wild = try examine([], in: &groups)
    return own.isEmpty || wild.isEmpty ? own + wild : Array(Set(own + wild)).sorted()
  }

  private func byRecordedPath() throws -> RecordedPaths {
    let list = urls.all
    // It throws the error of the first that cannot be read.
    if let item = list.unreadable.first(where: { !ruled.contains($0) }) {
      _ = try file.request(at: item)
    }
    var (plain, groups): ([vcr_text], [[UInt8]: Group]) = ([], [:])
    plain.reserveCapacity(list.urls.count)
    unsafe list.bytes.withUnsafeBufferPointer { bytes in
      for url in list.urls where ruled.isEmpty || !ruled.contains(Int(url.number)) {
        guard let base = bytes.baseAddress else { continue }
        let place = Int(url.start)
        var start = 0
        let length = unsafe vcr_plain_path_length(base + place, url.length, &start)
        if length > 0 {
          plain.append(
            vcr_text(
              start: url.start + UInt(start), length: length, group: 0, number: url.number))
        } else {
          let text = unsafe Span(
            _unsafeElements: UnsafeBufferPointer(start: base + place, count: url.length))
          groups[path(of: text), default: Group()].items.append(Int(url.number))
        }
      }
    }
    return RecordedPaths(plain: SortedTexts(plain, in: list.bytes), groups: groups)
  }

  private func byRedactedPath() throws -> [[UInt8]: Group] {
    var groups: [[UInt8]: Group] = [:]
    for item in 0..<file.count where !ruled.contains(item) {
      guard let redacted = try redactedIfDifferent(item) else { continue }
      groups[path(of: redacted.url), default: Group(isExamined: true)].items.append(item)
    }
    return groups
  }

  /// The items of a path that may differ from a request in secrets.
  private func examine(_ path: [UInt8], in groups: inout [[UInt8]: Group]) throws -> [Int] {
    guard let group = groups[path] else { return [] }
    if group.isExamined { return group.items }
    let items = try group.items.filter { try redactedIfDifferent($0) != nil }
    groups[path] = Group(items: items, isExamined: true)
    return items
  }

  /// The request of an item, redacted; nil when that changes nothing and no placeholder is in it.
  private func redactedIfDifferent(_ item: Int) throws -> Interaction.Request? {
    let recorded = try file.request(at: item)
    let redacted = redaction.redacting(recorded)
    return recorded != redacted || mayDiffer(redacted) ? redacted : nil
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

  private var file: CassetteFile { urls.file }

  private func path(of url: String) -> [UInt8] { url.withUTF8Span { path(of: $0) } }

  /// The normal form of a URL's path; nothing when it has a placeholder of an unknown secret.
  private func path(of url: Span<UInt8>) -> [UInt8] {
    let form = URLNormalization(url)
    guard !alignment.hasPlaceholder(url.extracting(form.ranges.path)) else { return [] }
    var path: [UInt8] = []
    form.appendPath(url, to: &path)
    return path
  }

  /// True when the path of a URL, already redacted, has any placeholder.
  private func hasSecretInPath(_ url: Span<UInt8>) -> Bool {
    let path = URLNormalization(url).ranges.path
    return path.contains { Placeholder.end(url, at: $0) != nil }
  }
}
