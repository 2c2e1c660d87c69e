import VCRCore

/// A format of pictures that browsers show.
enum PictureFormat: String {
  /// Portable Network Graphics (RFC 2083).
  case png = "image/png"
  /// JPEG (ITU-T T.81).
  case jpeg = "image/jpeg"
  /// Graphics Interchange Format, 87a and 89a.
  case gif = "image/gif"
  /// WebP (RFC 9649).
  case webp = "image/webp"
  /// AV1 in HEIF.
  case avif = "image/avif"
  /// Scalable Vector Graphics: a text that describes a drawing.
  case svg = "image/svg+xml"

  /// Finds the format by the first bytes (WHATWG MIME Sniffing §6.1); nil for other bytes.
  ///
  /// The declared type decides only for text, which is a drawing if the type says so.
  ///
  /// - Parameters:
  ///   - start: The beginning of a body.
  ///   - type: The type that the message declares; nil for none.
  init?(_ start: [UInt8], _ type: MediaType?) {
    func has(_ text: StaticString, at offset: Int) -> Bool {
      let end = offset + text.utf8CodeUnitCount
      return end <= start.count && start.view.equals(text, in: offset..<end)
    }
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has("GIF87a", at: 0) || has("GIF89a", at: 0) {
      self = .gif
    } else if has("RIFF", at: 0), has("WEBP", at: 8) {
      self = .webp
    } else if has("ftypavif", at: 4) {
      self = .avif
    } else if type?.essence == Self.svg.rawValue, start.contains(Array("<svg".utf8)[...]) {
      self = .svg
    } else {
      return nil
    }
  }
}
