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

  /// Appends the escape of a unit of UTF-16: `\u` and four hexadecimal digits.
  mutating func appendUnitEscape(_ unit: UInt16, isUpper: Bool) {
    append(contentsOf: "\\u".utf8)
    appendHexadecimal(UInt8(unit >> 8), isUpper: isUpper)
    appendHexadecimal(UInt8(unit & 0xFF), isUpper: isUpper)
  }

  /// The bytes in hexadecimal digits, two for each.
  package func hexadecimal(isUpper: Bool = false) -> [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * count)
    for byte in self { digits.appendHexadecimal(byte, isUpper: isUpper) }
    return digits
  }

  /// Reads bytes in hexadecimal digits of either case, two for each; nil for anything else.
  package init?(hexadecimal digits: [UInt8]) {
    guard digits.count.isMultiple(of: 2) else { return nil }
    self = []
    reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = digits.view.hexadecimalByte(at: index) else { return nil }
      append(byte)
    }
  }
}

extension Span<UInt8> {
  /// The byte in the two hexadecimal digits at a position, both within the text; nil for other
  /// characters.
  package func hexadecimalByte(at index: Int) -> UInt8? {
    guard let high = self[index].hexValue, let low = self[index + 1].hexValue else { return nil }
    return high << 4 | low
  }
}
