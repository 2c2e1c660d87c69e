/// Recognises signatures that anybody may read: those of packages and of parts of a conversation,
/// which prove where a content comes from and give access to nothing.
enum SignedContent {
  /// True for a signature in Base64: two numbers of an elliptic curve (RFC 3279 §2.2.3), as npm and
  /// Sigstore have them, or a message of Protocol Buffers, as language models sign their thoughts.
  static func isSignature(_ text: Span<UInt8>, in value: Range<Int>) -> Bool {
    guard value.count >= shortest, value.count <= longest,
      let bytes = Base64Text.decode(text, in: value), bytes.count > 8
    else { return false }
    return isCurve(bytes) || isMessage(bytes)
  }

  private static let shortest = 64
  private static let longest = 64 << 10

  private static func isCurve(_ bytes: [UInt8]) -> Bool {
    bytes[0] == 0x30 && Int(bytes[1]) == bytes.count - 2 && bytes[2] == 0x02
  }

  /// True for a message whose first field, of a length that it says, is all of it or is followed
  /// by other fields.
  private static func isMessage(_ bytes: [UInt8]) -> Bool {
    guard bytes[0] == 0x12 || bytes[0] == 0x0A else { return false }
    var (length, index) = (0, 1)
    while index < 4 {
      length |= Int(bytes[index] & 0x7F) << (7 * (index - 1))
      index += 1
      if bytes[index - 1] < 0x80 { break }
    }
    return length > 0 && bytes.count - index == length
  }
}
