/// The content of a message converted to UTF-8, the encoding that rules and placeholders use.
struct BodyText {
  private let charset: Charset
  private let original: Body
  /// The converted body.
  ///
  /// A character that was split between two chunks is wholly in the later one.
  private let body: Body

  /// Changes a message while its body is converted to UTF-8; what is in messages of gRPC
  /// and in what PHP serialised keeps saying how long it is.
  ///
  /// - Parameters:
  ///   - message: The message. Its body keeps its bytes if the closure does not change it, or if
  ///     its charset cannot represent the result.
  ///   - change: The change.
  /// - Returns: The value that the closure returned.
  static func change<Message: RedactableMessage, Result>(
    _ message: inout Message, _ change: (inout Message) -> Result
  ) -> Result {
    if GRPCLengths.Places(message.headers) == .messages {
      return GRPCLengths.keep(in: &message, change)
    }
    let text = BodyText(message.body, message.headers)
    let old = text?.body ?? message.body
    message.body = old
    defer {
      CountedTexts.update(&message, changedFrom: old)
      GRPCLengths.update(&message, changedFrom: old)
      if let text { message.body = text.encoded(message.body) }
    }
    return change(&message)
  }

  /// The content of a message in UTF-8.
  static func bytes(_ content: [UInt8], _ headers: HeaderFields) -> [UInt8] {
    content.count < 2
      ? content : charset(of: content, headers).flatMap { $0.decode(content) } ?? content
  }

  /// Converts a body; nil if it is in UTF-8 already, or if its charset is unknown.
  private init?(_ body: Body, _ headers: HeaderFields) {
    guard body.file == nil, body.count >= 2,
      let charset = Self.charset(of: body.bytes, headers),
      let text = charset.decode(body.bytes), charset.encode(text) == body.bytes
    else { return nil }
    var pieces: [Body.Chunk] = []
    var start = 0
    var end = 0
    for chunk in body.chunks {
      end += chunk.length
      let whole = charset.wholeCharacters(body.bytes, start..<end, isLast: end == body.bytes.count)
      guard let piece = charset.decode(body.bytes[whole]) else { return nil }
      pieces.append(chunk.resized(to: piece.count))
      start = whole.upperBound
    }
    self.charset = charset
    original = body
    self.body = Body(text, encoding: body.encoding, chunks: pieces)
  }

  private func encoded(_ changed: Body) -> Body {
    guard changed != body, let bytes = charset.encode(changed.bytes) else { return original }
    var result = original
    result.bytes = bytes
    result.encoding = changed.encoding
    result.chunks = []
    var start = 0
    for chunk in changed.chunks {
      let end = start + chunk.length
      guard let piece = charset.encode(changed.bytes[start..<end]) else { return original }
      result.chunks.append(chunk.resized(to: piece.count))
      start = end
    }
    return result
  }

  /// The charset of a body that is not UTF-8, by its byte-order mark, its zero bytes, or its
  /// declaration.
  static func charset(of bytes: [UInt8], _ headers: HeaderFields) -> Charset? {
    if let charset = utf32(bytes), charset.decode(bytes) != nil { return charset }
    if bytes.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    if bytes.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    // A UTF-8 text has no zero bytes, so that few bodies need this second test.
    if bytes.prefix(sample).contains(0), let charset = utf16(bytes) { return charset }
    guard let name = MediaType(headers)?.parameter("charset"), let charset = Charset(name: name)
    else { return nil }
    let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    if charset == .utf16LittleEndian || charset == .utf16BigEndian {
      // Two bytes for each character are hardly ever UTF-8 without a zero byte among them.
      return isUTF8 && !bytes.contains(0) ? nil : charset
    }
    // A body that is declared as Latin-1 is often UTF-8.
    return !isUTF8 || bytes.allSatisfy { $0 < 0x80 } ? charset : nil
  }

  /// How many bytes at the start are examined.
  private static let sample = 512

  /// The byte order of a UTF-32 text with a byte order mark or of mostly ASCII characters; nil for
  /// anything else.
  private static func utf32(_ bytes: [UInt8]) -> Charset? {
    // Of the first four bytes two are zero in any text.
    guard bytes.count % 4 == 0, bytes.count >= 16, bytes.prefix(4).count(where: { $0 == 0 }) >= 2
    else { return nil }
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return .utf32LittleEndian }
    if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return .utf32BigEndian }
    let units = stride(from: 0, to: min(bytes.count, sample), by: 4).map { bytes[$0..<$0 + 4] }
    func count(_ place: Int) -> Int {
      units.count { unit in
        unit.indices.allSatisfy { index in
          index - unit.startIndex == place
            ? unit[index] != 0 && unit[index] < 0x80 : unit[index] == 0
        }
      }
    }
    if count(0) * 10 >= units.count * 9 { return .utf32LittleEndian }
    return count(3) * 10 >= units.count * 9 ? .utf32BigEndian : nil
  }

  /// The byte order of a UTF-16 text of mostly ASCII characters; nil for anything else.
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
  /// The range shortened so that it does not end within a character.
  ///
  /// The last range stays whole.
  fileprivate func wholeCharacters(
    _ bytes: [UInt8], _ range: Range<Int>, isLast: Bool
  ) -> Range<Int> {
    guard !isLast else { return range }
    switch self {
    case .utf32LittleEndian, .utf32BigEndian:
      return range.lowerBound..<range.upperBound - range.count % 4
    case .utf16LittleEndian, .utf16BigEndian: break
    default: return range
    }
    var end = range.upperBound - range.count % 2
    // The range must not end after a high surrogate.
    if end - 2 >= range.lowerBound {
      let high = bytes[self == .utf16LittleEndian ? end - 1 : end - 2]
      if high & 0xFC == 0xD8 { end -= 2 }
    }
    return range.lowerBound..<end
  }
}
