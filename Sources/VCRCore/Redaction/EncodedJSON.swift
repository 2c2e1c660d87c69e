/// JSON that a text holds in Base64: the state of a login, the data of a queue's message, the
/// credentials of a registry.
///
/// The placeholder goes into the JSON, which is encoded again, so that whoever decodes a replayed
/// value still finds JSON there.
package struct EncodedJSON {
  /// The rules.
  let redaction: Redaction

  /// Creates a search by the rules of a redaction.
  package init(redaction: Redaction) { self.redaction = redaction }

  /// The letters with which an object or a list begins: a bracket, and a quote, a brace, a space or a
  /// line end.
  package static let marks: [StaticString] = Credentials.webTokenMarks + ["W3s", "WyJ"]

  /// One of the letters of each mark, the rarest in other texts.
  private static let rarest = ByteSet("JAwW")

  /// The first letters of the marks.
  private static let firsts = ByteSet("eW")

  /// True if no value with a secret begins at a position at which a mark stands.
  package func isClean(_ text: Span<UInt8>, at start: Int) -> Bool {
    // Beyond the longest value nothing is looked at: one text may have many marks.
    let limit = min(text.count, start + Self.longest + 1)
    var end = start
    while end < limit, Base64Text.isLetter(text[end]) { end += 1 }
    return find(in: text.extracting(start..<end)).isEmpty
  }

  private static let shortest = 20
  private static let longest = 256 << 10

  /// The values in Base64 that have secrets in them, each with the value without.
  func find(in text: Span<UInt8>) -> Replacements {
    var found = Replacements()
    // A copy is read without a call.
    let rarest = Self.rarest
    var index = 0
    while index < text.count {
      defer { index += 1 }
      guard rarest.contains(text[index]), let start = Self.start(text, around: index) else {
        continue
      }
      var end = start
      while end < text.count, Base64Text.isLetter(text[end]) { end += 1 }
      let padding = Self.padding(text, from: end)
      index = padding.upperBound
      guard (Self.shortest...Self.longest).contains(end - start),
        let json = withoutSecrets(text, start..<end)
      else { continue }
      found.add(start..<padding.upperBound, encoded(json, text, start..<end, padding), in: text)
    }
    return found
  }

  /// Where a value begins of which a letter stands at a position.
  private static func start(_ text: Span<UInt8>, around index: Int) -> Int? {
    for start in max(0, index - 2)...index
    where start + 3 <= text.count && firsts.contains(text[start])
      && marks.contains(where: { text.equals($0, in: start..<start + 3) })
    {
      let isFirst =
        start == 0 || !Base64Text.isLetter(text[start - 1]) || text[start - 1] == UInt8(ascii: "/")
        || text.hasEscape(endingAt: start)
      if isFirst { return start }
    }
    return nil
  }

  /// The padding that begins at a position; in a query it is percent-encoded.
  private static func padding(_ text: Span<UInt8>, from start: Int) -> Range<Int> {
    var end = start
    while end < text.count, text[end] == UInt8(ascii: "=") { end += 1 }
    while end < text.count, text.percentDecoded(at: end, before: text.count) == UInt8(ascii: "=") {
      end += 3
    }
    return start..<end
  }

  /// The JSON without its secrets; nil for anything else, and where it has none.
  private func withoutSecrets(_ text: Span<UInt8>, _ value: Range<Int>) -> [UInt8]? {
    guard let bytes = Base64Text.decode(text, in: value),
      let last = bytes.last(where: { $0 > 0x20 }),
      last == UInt8(ascii: "}") || last == UInt8(ascii: "]"),
      String(validating: bytes, as: UTF8.self) != nil
    else { return nil }
    var body = Body(bytes)
    BodySecrets(redaction: redaction, type: Self.type).find(in: &body) { found, body in
      body = found.applied(to: body)
    }
    return body.bytes == bytes ? nil : body.bytes
  }

  private static let type = MediaType("application/json")

  /// The JSON in the alphabet and with the padding that the value had.
  private func encoded(
    _ json: [UInt8], _ text: Span<UInt8>, _ letters: Range<Int>, _ padding: Range<Int>
  ) -> [UInt8] {
    let isURLSafe =
      letters.contains { text[$0] == UInt8(ascii: "-") || text[$0] == UInt8(ascii: "_") }
      || padding.isEmpty && letters.count % 4 != 0
    let whole = Base64Text.encode(json, isURLSafe: isURLSafe)
    let value = whole.prefix { $0 != UInt8(ascii: "=") }
    if padding.isEmpty { return Array(letters.count % 4 == 0 ? whole[...] : value) }
    let isPlain = text[padding.lowerBound] == UInt8(ascii: "=")
    let sign = isPlain ? "=" : "%3D"
    return Array(value) + String(repeating: sign, count: whole.count - value.count).utf8
  }
}
