import VCRCore

/// A picture in a page, in a `data:` URL.
///
/// Its type is what its first bytes say, never what a cassette says. Pictures in SVG are documents
/// that may hold scripts; they are shown as text.
enum ShownPicture {
  /// The most bytes of a picture that is shown.
  static let limit = 4 << 20

  /// The element that shows a picture; nil for other bytes, and for too many.
  static func html(_ bytes: [UInt8]) -> String? {
    guard bytes.count <= limit, let type = type(of: bytes) else { return nil }
    let content = String(decoding: Base64Text.encode(bytes), as: UTF8.self)
    return "<img class=\"picture\" loading=\"lazy\" decoding=\"async\" alt=\"\(type)\" "
      + "src=\"data:\(type);base64,\(content)\">"
  }

  /// The media type of a picture that browsers show (WHATWG MIME Sniffing §6.1).
  private static func type(of bytes: [UInt8]) -> String? {
    func has(_ text: StaticString, at offset: Int) -> Bool {
      let end = offset + text.utf8CodeUnitCount
      return end <= bytes.count && bytes.view.equals(text, in: offset..<end)
    }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if has("GIF87a", at: 0) || has("GIF89a", at: 0) { return "image/gif" }
    if has("RIFF", at: 0), has("WEBP", at: 8) { return "image/webp" }
    if has("ftypavif", at: 4) { return "image/avif" }
    return nil
  }
}
