/// The content of a message in UTF-8, whatever charset it came in: what rules and placeholders are
/// written in.
struct BodyText {
  private let charset: Charset
  private let original: Body
  /// The text; where pieces are cut within a character, the whole character is in the later one.
  private let body: Body

  /// Changes a message whose body is in UTF-8 meanwhile.
  ///
  /// - Parameters:
  ///   - message: The message. A body that the change leaves alone keeps its bytes, and so does one
  ///     whose charset lacks a character of what came of it.
  ///   - change: What is done to it.
  static func change<Message: RedactableMessage>(
    _ message: inout Message, _ change: (inout Message) -> Void
  ) {
    guard let text = BodyText(message.body, message.headers) else { return change(&message) }
    message.body = text.body
    change(&message)
    message.body = text.encoded(message.body)
  }

  /// Reads a body; nil for one in UTF-8, in no charset known here, or none at all.
  private init?(_ body: Body, _ headers: HeaderFields) {
    guard body.bytes.count >= 2, let charset = Self.charset(of: body.bytes, headers),
      let text = charset.decode(body.bytes), charset.encode(text) == body.bytes
    else { return nil }
    var pieces: [Body.Chunk] = []
    var start = 0
    var end = 0
    for chunk in body.chunks {
      end += chunk.length
      let whole = charset.wholeCharacters(body.bytes, start..<end, isLast: end == body.bytes.count)
      guard let piece = charset.decode(body.bytes[whole]) else { return nil }
      pieces.append(Body.Chunk(length: piece.count, after: chunk.after))
      start = whole.upperBound
    }
    self.charset = charset
    original = body
    self.body = Body(text, encoding: body.encoding, chunks: pieces)
  }

  private func encoded(_ changed: Body) -> Body {
    guard changed != body, let bytes = charset.encode(changed.bytes) else { return original }
    var result = Body(bytes, encoding: changed.encoding)
    var start = 0
    for chunk in changed.chunks {
      let end = start + chunk.length
      guard let piece = charset.encode(changed.bytes[start..<end]) else { return original }
      result.chunks.append(Body.Chunk(length: piece.count, after: chunk.after))
      start = end
    }
    return result
  }

  /// The charset of a body that is not UTF-8: by its byte-order mark, by its look, or as declared.
  private static func charset(of bytes: [UInt8], _ headers: HeaderFields) -> Charset? {
    if bytes.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    if bytes.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    // A text in UTF-8 has no such bytes, so that few bodies are looked at twice.
    if bytes.prefix(sample).contains(0), let charset = utf16(bytes) { return charset }
    guard let name = MediaType(headers)?.parameter("charset"), let charset = Charset(name: name)
    else { return nil }
    if charset == .utf16LittleEndian || charset == .utf16BigEndian { return charset }
    // What calls itself Latin-1 is often UTF-8.
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    return isASCII || String(validating: bytes, as: UTF8.self) == nil ? charset : nil
  }

  /// So many bytes tell what the rest is like.
  private static let sample = 512

  /// UTF-16 whose characters are mostly ASCII; nil for anything else.
  private static func utf16(_ bytes: [UInt8]) -> Charset? {
    let pairs = min(bytes.count, sample) / 2
    guard bytes.count % 2 == 0, pairs >= 4 else { return nil }
    var (little, big) = (0, 0)
    for index in 0..<pairs {
      let (first, second) = (bytes[2 * index], bytes[2 * index + 1])
      if second == 0, first != 0, first < 0x80 { little += 1 }
      if first == 0, second != 0, second < 0x80 { big += 1 }
    }
    if little * 10 >= pairs * 9 { return .utf16LittleEndian }
    return big * 10 >= pairs * 9 ? .utf16BigEndian : nil
  }
}

extension Charset {
  /// The part of a range at whose end no character is cut, unless it is the last one.
  fileprivate func wholeCharacters(
    _ bytes: [UInt8], _ range: Range<Int>, isLast: Bool
  ) -> Range<Int> {
    guard !isLast, self == .utf16LittleEndian || self == .utf16BigEndian else { return range }
    var end = range.upperBound - range.count % 2
    // The first half of a pair of surrogates.
    if end - 2 >= range.lowerBound {
      let high = bytes[self == .utf16LittleEndian ? end - 1 : end - 2]
      if high & 0xFC == 0xD8 { end -= 2 }
    }
    return range.lowerBound..<end
  }
}
