/// Finds the characters that YAML cannot hold unescaped.
///
/// YAML's printable set (YAML 1.2 §5.1) excludes control characters, and YAML 1.1 readers such as
/// libyaml take NEL, LS and PS for line breaks. Some readers drop a byte order mark.
package struct TextSafety {
  private var window: UInt32 = 0

  /// Creates a check at the start of a text.
  package init() {}

  /// Takes the next byte of a valid UTF-8 text.
  ///
  /// - Returns: True when the byte is, or completes, a character that needs an escape. Line feed,
  ///   carriage return and tab also give true; the caller decides about them.
  package mutating func needsEscape(_ byte: UInt8) -> Bool {
    if byte < 0x80 { return byte < 0x20 || byte == 0x7F }
    window = (window << 8 | UInt32(byte)) & 0xFF_FFFF
    // A lead byte resets the state; otherwise the end of one character and the start of the next
    // could look like a third.
    if byte >= 0xC0 {
      window = UInt32(byte)
      return false
    }
    if window & 0xFFFFE0 == 0xC280 { return true }
    switch window {
    case 0xE280A8, 0xE280A9, 0xEFBBBF, 0xEFBFBE, 0xEFBFBF: return true
    default: return false
    }
  }
}
