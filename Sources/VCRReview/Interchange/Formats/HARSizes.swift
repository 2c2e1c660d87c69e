import VCRCore

/// The numbers of bytes that an HTTP archive gives for a body.
///
/// Tools leave some out (-1), and count others in their own ways: `size` may be that of the text in
/// the archive, and `bodySize` what was transferred. `Content-Length` is what the sender said.
struct HARSizes {
  /// The member `size` of a content.
  private let content: Int?

  /// The member `bodySize` of a message.
  private let transferred: Int?

  /// The value of `Content-Length`.
  private let announced: Int?

  /// True for a body with a content coding, which sizes may count and texts in archives lack.
  private let isCoded: Bool

  /// Takes the sizes of a body.
  ///
  /// - Parameters:
  ///   - content: The member `size` of a content; nil for none.
  ///   - transferred: The member `bodySize` of the message; nil for none.
  ///   - headers: The header fields of the message.
  init(content: Double? = nil, transferred: Double?, headers: HeaderFields) {
    func known(_ size: Double?) -> Int? { size.flatMap { $0 < 0 ? nil : Int(exactly: $0) } }
    (self.content, self.transferred) = (known(content), known(transferred))
    announced = known(headers["Content-Length"].flatMap { Double($0) })
    isCoded = !["", "identity"].contains(headers["Content-Encoding"]?.lowercased() ?? "")
  }

  /// True when the body had bytes.
  ///
  /// A content of which the archive says that it is empty has bytes only by `Content-Length`, as
  /// some tools count the header section in `bodySize`, and a coding makes bytes of nothing.
  var isOfSome: Bool {
    guard let content else { return (announced ?? 0) > 0 || (transferred ?? 0) > 0 }
    return content > 0 || !isCoded && (announced ?? 0) > 0
  }

  /// The bytes of a text as they were sent: browsers decode it by its charset, and other tools take
  /// each byte for a character.
  ///
  /// - Parameters:
  ///   - text: The text in UTF-8.
  ///   - type: The media type of the body.
  /// - Returns: The bytes, and whether they may be others than were sent.
  func sent(_ text: [UInt8], of type: MediaType) -> (bytes: [UInt8], isDoubtful: Bool) {
    guard text.contains(where: { $0 >= 0x80 }) else { return (text, false) }
    let name = type.parameter("charset")?.lowercased() ?? ""
    let isNamed = !ForeignBody.asWritten.contains(name)
    let sizes = isCoded ? codedSizes : [announced, transferred, content].compactMap { $0 }
    let isAnnounced = !isCoded && announced != nil
    if sizes.first == text.count { return (text, false) }
    let encoded = [text] + (isNamed ? Self.encodings(of: text, in: name) : [])
    let characters = Charset.latin1.encode(text)
    for (index, size) in sizes.enumerated() {
      if let bytes = encoded.first(where: { $0.count == size }) {
        return (bytes, index > 0 && isAnnounced && Self.isDamaged(text))
      }
      guard let characters, characters.count == size else {
        // Nothing else can be right where the charset is another one than that of the archive.
        if isAnnounced, isNamed { break }
        continue
      }
      // Some tools count characters, so that a number alone says little.
      if isAnnounced && index == 0 || isNamed || Self.isTwiceEncoded(characters)
        || name.isEmpty && !type.isText && !type.essence.hasPrefix("multipart/")
      {
        return (characters, false)
      }
    }
    return (text, isNamed || isAnnounced && (content != text.count || Self.isDamaged(text)))
  }

  /// The sizes without the coding; tools that count it have one size for both.
  private var codedSizes: [Int] {
    guard let content, content != announced, content != transferred else { return [] }
    return [content]
  }

  /// The forms that a text has in a charset.
  private static func encodings(of text: [UInt8], in name: String) -> [[UInt8]] {
    guard let charset = Charset(name: name), let bytes = charset.encode(text) else {
      // Browsers take the one for the other (WHATWG Encoding §4.2).
      return Charset(name: name) == .latin1
        ? [Charset.windows1252.encode(text)].compactMap { $0 } : []
    }
    switch charset {
    case .utf16LittleEndian: return [bytes, [0xFF, 0xFE] + bytes]
    case .utf16BigEndian: return [bytes, [0xFE, 0xFF] + bytes]
    default: return [bytes]
    }
  }

  /// True for bytes that are UTF-8 themselves, so that their text was encoded twice.
  private static func isTwiceEncoded(_ bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }

  /// True for a text that has U+FFFD in place of what could not be decoded.
  private static func isDamaged(_ text: [UInt8]) -> Bool {
    text.firstRange(of: [0xEF, 0xBF, 0xBD]) != nil
  }
}
