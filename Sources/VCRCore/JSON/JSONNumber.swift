/// The numbers of JSON (RFC 8259 §6), compared by value without conversion to a binary type.
package enum JSONNumber {
  /// Moves an index past a number.
  ///
  /// - Returns: False when there is none.
  package static func skip(_ text: Span<UInt8>, _ index: inout Int) -> Bool {
    if index < text.count, text[index] == UInt8(ascii: "-") { index += 1 }
    guard index < text.count, text[index].isASCIIDigit else { return false }
    if text[index] == UInt8(ascii: "0") {
      index += 1
    } else {
      skipDigits(text, &index)
    }
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index += 1
      guard index < text.count, text[index].isASCIIDigit else { return false }
      skipDigits(text, &index)
    }
    if index < text.count, text[index].asciiLowercased == UInt8(ascii: "e") {
      index += 1
      if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
        index += 1
      }
      guard index < text.count, text[index].isASCIIDigit else { return false }
      skipDigits(text, &index)
    }
    return true
  }

  private static func skipDigits(_ text: Span<UInt8>, _ index: inout Int) {
    while index < text.count, text[index].isASCIIDigit { index += 1 }
  }

  /// Appends the normal form of a well-formed number: its significant digits as an integer without
  /// trailing zeros, `e`, and a power of ten; zero of either sign is `0`.
  ///
  /// `1`, `1.0` and `10e-1` are all `1e0`. An exponent of more than 17 digits is kept as written,
  /// so such numbers are equal only when they have the same digits.
  package static func appendNormalForm(
    _ text: Span<UInt8>, _ range: Range<Int>, to output: inout [UInt8]
  ) {
    var index = range.lowerBound
    let isNegative = text[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let start = output.count
    if isNegative { output.append(UInt8(ascii: "-")) }
    let digits = output.count
    var exponent = 0
    var isFraction = false
    while index < range.upperBound {
      let byte = text[index]
      if byte == UInt8(ascii: ".") {
        isFraction = true
      } else if byte.isASCIIDigit {
        if isFraction { exponent -= 1 }
        if byte != UInt8(ascii: "0") || output.count > digits { output.append(byte) }
      } else {
        break
      }
      index += 1
    }
    guard output.count > digits else {
      output.removeSubrange(start...)
      output.append(UInt8(ascii: "0"))
      return
    }
    while output[output.count - 1] == UInt8(ascii: "0") {
      output.removeLast()
      exponent += 1
    }
    output.append(UInt8(ascii: "e"))
    guard index < range.upperBound else {
      output.append(contentsOf: String(exponent).utf8)
      return
    }
    appendExponent(text, index + 1..<range.upperBound, adding: exponent, to: &output)
  }

  private static func appendExponent(
    _ text: Span<UInt8>, _ range: Range<Int>, adding shift: Int, to output: inout [UInt8]
  ) {
    var index = range.lowerBound
    let isNegative = text[index] == UInt8(ascii: "-")
    if isNegative || text[index] == UInt8(ascii: "+") { index += 1 }
    while index + 1 < range.upperBound, text[index] == UInt8(ascii: "0") { index += 1 }
    guard range.upperBound - index <= 17 else {
      output.append(isNegative ? UInt8(ascii: "-") : UInt8(ascii: "+"))
      output.append(text, index..<range.upperBound)
      output.append(UInt8(ascii: "e"))
      output.append(contentsOf: String(shift).utf8)
      return
    }
    var exponent = 0
    for position in index..<range.upperBound {
      exponent = exponent * 10 + Int(text[position] - 0x30)
    }
    output.append(contentsOf: String((isNegative ? -exponent : exponent) + shift).utf8)
  }
}
