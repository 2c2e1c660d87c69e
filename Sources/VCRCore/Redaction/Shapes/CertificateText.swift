/// Certificates in text, which are public.
enum CertificateText {
  /// True for a value that begins as a certificate in DER (RFC 5280 §4.1), in Base64 or in
  /// hexadecimal digits: a sequence that begins with a sequence that begins with a version or a
  /// serial number.
  ///
  /// Private keys begin with a number, encrypted ones with the name of an algorithm.
  static func begins(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard value.count >= shortest, let head = head(text, value), let outer = content(head, 0),
      let inner = content(head, outer), inner + 1 < head.count
    else { return false }
    // `[0]` with the version, or a serial number in the first version.
    return head[inner] == 0xA0 || head[inner] == 0x02 && head[inner + 1] > 4
  }

  /// The least characters of a certificate, which has a key, a signature and two names.
  private static let shortest = 64

  /// The first bytes.
  private static func head(_ text: Span<UInt8>, _ value: Range<Int>) -> [UInt8]? {
    if text.equals("308", at: value.lowerBound) {
      return [UInt8](hexadecimal: value.prefix(32).map { text[$0] })
    }
    guard text.equals("MI", at: value.lowerBound) else { return nil }
    return Base64Text.decode(text, in: value.lowerBound..<value.lowerBound + 24)
  }

  /// Where the content of a long sequence begins (X.690 §8.1); nil for anything else.
  private static func content(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard start + 4 < bytes.count, bytes[start] == 0x30 else { return nil }
    return switch bytes[start + 1] {
    case 0x81: start + 3
    case 0x82: start + 4
    default: nil
    }
  }
}
