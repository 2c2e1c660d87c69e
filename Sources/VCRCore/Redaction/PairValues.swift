/// The secrets that were whole values in the query and the form of a request, and where their
/// placeholders stand.
///
/// Header fields are no part of it: cookies and signatures change with every request.
package struct PairValues: Sendable {
  /// One value, wherever it stands.
  struct Slot: Sendable {
    /// The name of its placeholder.
    let name: [UInt8]
    /// A hash of the value; nil for what may be a word, such as a dummy, which tells nobody apart.
    let value: Int?
    fileprivate var inURL: [Range<Int>] = []
    fileprivate var inBody: [Range<Int>] = []
  }

  /// The values, in the order in which they stand in the request.
  private(set) var slots: [Slot] = []

  /// True when there are none.
  var isEmpty: Bool { slots.isEmpty }

  /// Compares a request with what redaction made of it.
  ///
  /// - Parameters:
  ///   - original: The request, with placeholders for what was known before any name.
  ///   - redacted: The request without its secrets.
  init(of original: Interaction.Request, in redacted: Interaction.Request) {
    if original.url != redacted.url {
      original.url.withUTF8Span { old in
        redacted.url.withUTF8Span { new in
          guard let query = URLRanges(old).query, let newQuery = URLRanges(new).query else {
            return
          }
          compare(old, query, new, newQuery) { $0.inURL.append($1) }
        }
      }
    }
    guard original.body.bytes != redacted.body.bytes, MediaType(redacted.headers)?.isForm == true
    else { return }
    let (old, new) = (original.body.bytes.view, redacted.body.bytes.view)
    compare(old, 0..<old.count, new, 0..<new.count) { $0.inBody.append($1) }
  }

  private mutating func compare(
    _ old: Span<UInt8>, _ oldRange: Range<Int>, _ new: Span<UInt8>, _ newRange: Range<Int>,
    _ note: (inout Slot, Range<Int>) -> Void
  ) {
    let (before, after) = (Self.values(old, oldRange), Self.values(new, newRange))
    guard before.count == after.count else { return }
    for (before, after) in zip(before, after) where !after.isEmpty {
      guard let range = Self.name(new, after) else { continue }
      let name = range.map { new[$0] }
      var value = before.map { old[$0] }
      guard value != after.map({ new[$0] }), !Self.changesAlways(name) else { continue }
      if let decoded = DecodedText(value.view, .percent) { value = decoded.bytes }
      let hash = TokenLikeness.isUnmistakable(value) ? value.seededHash : nil
      let known = slots.firstIndex { $0.name == name && $0.value == hash }
      if known == nil { slots.append(Slot(name: name, value: hash)) }
      note(&slots[known ?? slots.count - 1], after)
    }
  }

  /// Where the values of the pairs of a query or a form stand; nothing for a pair without one.
  private static func values(_ text: Span<UInt8>, _ range: Range<Int>) -> [Range<Int>] {
    var values: [Range<Int>] = []
    var start = range.lowerBound
    while start <= range.upperBound {
      let end =
        text.firstIndex(of: UInt8(ascii: "&"), in: start..<range.upperBound) ?? range.upperBound
      let equals = text.firstIndex(of: UInt8(ascii: "="), in: start..<end)
      values.append(equals.map { $0 + 1..<end } ?? end..<end)
      start = end + 1
    }
    return values
  }

  /// The name of the placeholder that a value is made of; nil for any other value.
  private static func name(_ text: Span<UInt8>, _ value: Range<Int>) -> Range<Int>? {
    guard Placeholder.end(text, at: value.lowerBound) == value.upperBound else { return nil }
    return Placeholder.name(text, at: value.lowerBound)
      ?? Placeholder.nameInForm(text, at: value.lowerBound)
  }

  /// The request with numbers behind the names of its placeholders.
  ///
  /// - Parameters:
  ///   - request: The redacted request.
  ///   - numbers: For each value its number.
  /// - Returns: The request as it would be recorded.
  func numbered(_ request: Interaction.Request, _ numbers: [Int]) -> Interaction.Request {
    guard numbers.contains(where: { $0 != 1 }) else { return request }
    var (inURL, inBody) = (Replacements(), Replacements())
    var places: [(range: Range<Int>, isInURL: Bool, number: Int)] = []
    for (slot, number) in zip(slots, numbers) where number != 1 {
      places += slot.inURL.map { ($0, true, number) } + slot.inBody.map { ($0, false, number) }
    }
    places.sort { $0.range.lowerBound < $1.range.lowerBound }
    func add(
      _ place: (range: Range<Int>, isInURL: Bool, number: Int), _ text: Span<UInt8>,
      _ found: inout Replacements
    ) {
      guard let name = Self.name(text, place.range) else { return }
      let numbered = ValueNumbers.name(name.map { text[$0] }, place.number)
      var bytes = (place.range.lowerBound..<name.lowerBound).map { text[$0] } + numbered
      bytes.append(text, name.upperBound..<place.range.upperBound)
      found.add(place.range, bytes, in: text)
    }
    var request = request
    request.url.withUTF8Span { text in
      for place in places where place.isInURL { add(place, text, &inURL) }
    }
    for place in places where !place.isInURL { add(place, request.body.bytes.view, &inBody) }
    request.url = inURL.applied(to: request.url)
    request.body = inBody.applied(to: request.body)
    return request
  }

  /// True for the names of what is another with each request, so that it tells no users apart:
  /// signatures, nonces, proofs and codes that are used once.
  private static func changesAlways(_ name: [UInt8]) -> Bool {
    let name = String(decoding: name, as: UTF8.self)
    return parts.contains(where: name.contains)
      || name.split(separator: "_").contains { words.contains(String($0)) }
  }

  private static let parts = [
    "SIGNATURE", "NONCE", "HMAC", "VERIFIER", "CHALLENGE", "ASSERTION", "CSRF", "XSRF",
    "AUTHENTICITY", "SAML", "CAPTCHA", "PROOF", "AMZ_CREDENTIAL", "GOOG_CREDENTIAL",
  ]
  private static let words: Set<String> = ["SIG", "CODE", "OTP", "TOTP"]
}
