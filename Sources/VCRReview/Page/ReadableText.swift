import VCRCore

/// The bytes of a body as text that a person reads.
enum ReadableText {
  /// A body as text in UTF-8, with JSON indented whatever its layout; nil for a binary body.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - type: Its media type, by which a charset is undone; nil for none.
  /// - Returns: The text.
  static func of(_ bytes: [UInt8], _ type: MediaType? = nil) -> [UInt8]? {
    if let layout = JSONScanner.layout(of: bytes) {
      var shown: [UInt8] = []
      if layout.spacing == .odd {
        let compact = JSONLayout.restore(bytes[...], isSpaced: false)
        JSONLayout.appendIndented(compact, indent: 0, to: &shown)
      } else {
        JSONLayout.appendIndented(bytes, indent: 0, to: &shown)
      }
      if shown.last == UInt8(ascii: "\n") { shown.removeLast() }
      return shown
    }
    return Charset.readable(bytes, type).flatMap { isPlain($0) ? $0 : nil }
  }

  /// True for UTF-8 without control characters but tab and line ends.
  private static func isPlain(_ bytes: [UInt8]) -> Bool {
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case 0x09, 0x0A, 0x0D, 0x20..<0x7F: break
      case 0..<0x20, 0x7F: return false
      // U+0080 to U+009F.
      case 0xC2 where index + 1 < bytes.count && bytes[index + 1] < 0xA0: return false
      default: break
      }
      index += 1
    }
    return true
  }
}
