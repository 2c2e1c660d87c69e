/// Remembers header fields and URLs in which neither a name nor a shape reveals a secret.
///
/// Most messages repeat the fields, and the tests of a suite ask for the same URLs. What reveals a
/// secret depends on the rules alone, so whoever applies the same rules shares what is known, in
/// whatever run.
struct HarmlessMemo: Sendable {
  /// One field, and one URL, for each slot: a later one displaces it, so that what comes once only,
  /// as a date does, never makes room by forgetting all the others.
  private var fields: [HeaderField?] = []
  private var urls: [String?] = []
  /// The harmless fields of the last header section of each direction at their places: the same
  /// ones come again and again, and to compare them costs less than to hash them.
  private var lastRequest: [HeaderField?] = []
  private var lastResponse: [HeaderField?] = []

  /// The last header section of each direction in which all fields are harmless: a client sends the
  /// same one with each request, often as one array.
  private var harmlessRequest: [HeaderField] = []
  private var harmlessResponse: [HeaderField] = []

  private static let slots = 512

  /// The most bytes of a URL or of a field's value that is remembered.
  private static let longest = 512

  /// The most fields of a header section that are remembered at their places.
  private static let mostPlaces = 64

  /// The indices of the fields of a header section that are not known to be harmless.
  mutating func unknown(of section: [HeaderField], _ direction: MessageDirection) -> [Int] {
    switch direction {
    case .request: Self.unknown(of: section, fields, &lastRequest, &harmlessRequest)
    case .response: Self.unknown(of: section, fields, &lastResponse, &harmlessResponse)
    }
  }

  private static func unknown(
    of section: [HeaderField], _ known: [HeaderField?], _ last: inout [HeaderField?],
    _ harmless: inout [HeaderField]
  ) -> [Int] {
    guard section != harmless else { return [] }
    let unknown = section.indices.filter { index in
      if index < last.count, last[index] == section[index] { return false }
      guard !known.isEmpty, known[slot(section[index])] == section[index] else { return true }
      note(section[index], at: index, &last)
      return false
    }
    if unknown.isEmpty { harmless = section }
    return unknown
  }

  /// Remembers a field in which nothing was found, at its index in a header section.
  mutating func note(_ field: HeaderField, at index: Int, _ direction: MessageDirection) {
    guard field.value.utf8.count <= Self.longest else { return }
    if fields.isEmpty { fields = Array(repeating: nil, count: Self.slots) }
    fields[Self.slot(field)] = field
    switch direction {
    case .request: Self.note(field, at: index, &lastRequest)
    case .response: Self.note(field, at: index, &lastResponse)
    }
  }

  private static func note(_ field: HeaderField, at index: Int, _ last: inout [HeaderField?]) {
    guard index < mostPlaces else { return }
    while last.count <= index { last.append(nil) }
    last[index] = field
  }

  /// True for a URL in which nothing was found.
  func contains(url: String) -> Bool {
    !urls.isEmpty && url.utf8.count <= Self.longest && urls[Self.slot(url)] == url
  }

  /// Remembers a URL in which nothing was found.
  mutating func note(url: String) {
    guard url.utf8.count <= Self.longest else { return }
    if urls.isEmpty { urls = Array(repeating: nil, count: Self.slots) }
    urls[Self.slot(url)] = url
  }

  private static func slot(_ part: some Hashable) -> Int {
    Int(truncatingIfNeeded: UInt(bitPattern: part.hashValue) % UInt(slots))
  }
}
