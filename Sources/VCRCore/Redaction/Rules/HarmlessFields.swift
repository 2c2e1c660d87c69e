import VCRLocks

/// Header fields and URLs in which neither a name nor a shape reveals a secret.
///
/// Most messages repeat the fields, and the tests of a suite ask for the same URLs. What reveals a
/// secret depends on the rules alone, so whoever applies the same rules shares what is known, in
/// whatever run.
final class HarmlessFields: Sendable {
  private struct Known {
    var fields: Set<HeaderField> = []
    var urls: Set<String> = []
    /// The header sections that were last asked for: the same ones come again and again, and to
    /// compare them costs less than to hash each field.
    var lastRequest = Section()
    var lastResponse = Section()
  }

  /// A header section, and the indices of its fields that are not known to be harmless.
  private struct Section {
    var fields: [HeaderField] = []
    var unknown: [Int] = []
  }

  private let known = Mutex(Known())

  /// The most header fields, and the most URLs, that are kept; with one more, all are forgotten.
  private static let mostFields = 512

  /// The indices of the fields of a header section that are not known to be harmless.
  func unknown(of fields: [HeaderField], _ direction: MessageDirection) -> [Int] {
    guard !fields.isEmpty else { return [] }
    return known.withLock { known in
      switch direction {
      case .request: Self.unknown(of: fields, known.fields, &known.lastRequest)
      case .response: Self.unknown(of: fields, known.fields, &known.lastResponse)
      }
    }
  }

  private static func unknown(
    of fields: [HeaderField], _ known: Set<HeaderField>, _ last: inout Section
  ) -> [Int] {
    if last.fields != fields {
      let unknown = fields.indices.filter { !known.contains(fields[$0]) }
      last = Section(fields: fields, unknown: unknown)
    }
    return last.unknown
  }

  /// True for a URL in which nothing was found.
  func contains(url: String) -> Bool { known.withLock { $0.urls.contains(url) } }

  /// Remembers a URL in which nothing was found.
  func note(url: String) {
    guard url.utf8.count <= Self.longestURL else { return }
    known.withLock { known in
      if known.urls.count == Self.mostFields { known.urls.removeAll() }
      known.urls.insert(url)
    }
  }

  /// The most bytes of a URL that is kept.
  private static let longestURL = 512

  /// Remembers fields in which nothing was found.
  func note(_ fields: [HeaderField]) {
    guard !fields.isEmpty else { return }
    known.withLock { known in
      if known.fields.count + fields.count > Self.mostFields { known.fields.removeAll() }
      known.fields.formUnion(fields.prefix(Self.mostFields))
      // They were unknown when these were asked for.
      (known.lastRequest, known.lastResponse) = (Section(), Section())
    }
  }
}
