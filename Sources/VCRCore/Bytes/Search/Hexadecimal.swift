extension FixedWidthInteger {
  /// The number in hexadecimal digits, with zeros before it.
  ///
  /// - Parameters:
  ///   - digits: How many digits there are at least.
  ///   - isUpper: True for `A` to `F`, false for `a` to `f`.
  /// - Returns: The digits.
  package func hexadecimal(digits: Int, isUpper: Bool = false) -> String {
    let text = String(self, radix: 16, uppercase: isUpper)
    return String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
  }
}

extension FixedWidthInteger {
  /// The lowest bytes of the number, the highest of them first.
  func bigEndianBytes(_ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
  }
}

extension [UInt8] {
  /// Appends a byte as two hexadecimal digits.
  package mutating func appendHexadecimal(_ byte: UInt8, isUpper: Bool = true) {
    let letter: UInt8 = (isUpper ? 0x41 : 0x61) - 10
    let (high, low) = (byte >> 4, byte & 15)
    append(high + (high < 10 ? 0x30 : letter))
    append(low + (low < 10 ? 0x30 : letter))
  }
}
