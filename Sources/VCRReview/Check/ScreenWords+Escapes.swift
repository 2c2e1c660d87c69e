import VCRCore

/// Characters that are written in another way than as themselves, in which a name may hide.
extension ScreenWords {
  /// True unless an escape of JSON (`\u0070`) stands for a character that names are made of.
  static func isCleanEscape(_ text: Span<UInt8>, at index: Int, before end: Int) -> Bool {
    guard index + 5 < end, let byte = text.hexadecimalByte(at: index + 4) else { return true }
    return SecretMarks.isOutsideNames(byte)
  }

  /// True unless a reference of HTML or XML (`&#112;`, `&#x70;`) stands for a character that names
  /// are made of.
  static func isCleanReference(_ text: Span<UInt8>, at index: Int, before end: Int) -> Bool {
    var digit = index + 2
    guard digit < end else { return true }
    let isHexadecimal = text[digit] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { digit += 1 }
    var value = 0
    while digit < end, value < 0x100, let next = text[digit].hexValue {
      value = value * (isHexadecimal ? 16 : 10) + Int(next)
      digit += 1
    }
    return value < 0x20 || value >= 0x7F || SecretMarks.isOutsideNames(UInt8(value))
  }
}
