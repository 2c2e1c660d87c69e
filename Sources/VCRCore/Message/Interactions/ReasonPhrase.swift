/// The reason phrase of a status line between its bytes and the text in a cassette (RFC 9112 §4).
///
/// Its bytes above 0x7F are ISO-8859-1 by the standard's history, and UTF-8 from many services. A
/// text says which by itself: one with a character outside of ISO-8859-1 is UTF-8, any other is
/// not.
package enum ReasonPhrase {
  /// The text that gives these bytes back.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: The text.
  package static func text(of bytes: some Collection<UInt8>) -> String {
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    if let text = String(validating: bytes, as: UTF8.self), !isLatin1(text) { return text }
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }

  /// The bytes of a text.
  ///
  /// - Parameter text: The text.
  /// - Returns: The bytes.
  package static func bytes(of text: String) -> [UInt8] {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }), isLatin1(text) else { return Array(text.utf8) }
    return text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  private static func isLatin1(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value < 0x100 }
  }
}
