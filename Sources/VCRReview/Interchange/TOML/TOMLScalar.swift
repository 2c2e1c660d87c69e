import VCRCore

/// The values of TOML that are written without quotes: numbers, booleans, dates and times.
enum TOMLScalar {
  /// The value of a word.
  ///
  /// - Parameter word: The characters between what separates values.
  /// - Returns: Its canonical text; nil for a word that is none.
  static func text(of word: ArraySlice<UInt8>) -> [UInt8]? {
    switch String(decoding: word, as: UTF8.self) {
    case "true", "false", "inf", "nan", "-inf", "-nan": return Array(word)
    case "+inf", "+nan": return Array(word.dropFirst())
    default: return integer(word) ?? float(word) ?? (isTime(word) ? Array(word) : nil)
    }
  }

  /// The decimal digits of an integer of 64 bits.
  private static func integer(_ word: ArraySlice<UInt8>) -> [UInt8]? {
    let radixes: [UInt8: Int] = [
      UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2,
    ]
    if word.first == UInt8(ascii: "0"), let radix = word.dropFirst().first.flatMap({ radixes[$0] })
    {
      guard let digits = digits(word.dropFirst(2), { $0.hexValue.map { $0 < radix } ?? false }),
        let number = Int64(String(decoding: digits, as: UTF8.self), radix: radix)
      else { return nil }
      return Array("\(number)".utf8)
    }
    let unsigned = word.drop { isSign($0) }
    guard word.count - unsigned.count < 2, let digits = decimal(unsigned) else { return nil }
    let sign = word.first == UInt8(ascii: "-") ? "-" : ""
    return Int64(sign + String(decoding: digits, as: UTF8.self)).map { Array("\($0)".utf8) }
  }

  /// A number with a fraction, an exponent or both, without what JSON does not know.
  private static func float(_ word: ArraySlice<UInt8>) -> [UInt8]? {
    let unsigned = word.drop { isSign($0) }
    guard word.count - unsigned.count < 2 else { return nil }
    let whole = unsigned.prefix { $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
    guard var number = decimal(whole) else { return nil }
    if word.first == UInt8(ascii: "-") { number.insert(UInt8(ascii: "-"), at: 0) }
    var rest = unsigned.dropFirst(whole.count)
    guard !rest.isEmpty else { return nil }
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix { $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
      guard let digits = digits(fraction, \.isASCIIDigit) else { return nil }
      number += [UInt8(ascii: ".")] + digits
      rest = rest.dropFirst(1 + fraction.count)
    }
    guard let mark = rest.first else { return number }
    guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return nil }
    let exponent = rest.dropFirst()
    let sign = exponent.prefix(1).prefix { isSign($0) }
    guard let digits = digits(exponent.dropFirst(sign.count), \.isASCIIDigit) else { return nil }
    return number + [mark] + sign + digits
  }

  /// The digits of a decimal number, which begins with 0 only when it is 0.
  private static func decimal(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard let digits = digits(text, \.isASCIIDigit) else { return nil }
    return digits.count > 1 && digits[0] == UInt8(ascii: "0") ? nil : digits
  }

  /// The digits of a text in which underscores stand between digits alone; nil for any other.
  private static func digits(
    _ text: ArraySlice<UInt8>, _ isDigit: (UInt8) -> Bool
  ) -> [UInt8]? {
    var digits: [UInt8] = []
    var isAfterDigit = false
    for byte in text {
      if isDigit(byte) {
        digits.append(byte)
        isAfterDigit = true
      } else {
        guard byte == UInt8(ascii: "_"), isAfterDigit else { return nil }
        isAfterDigit = false
      }
    }
    return isAfterDigit ? digits : nil
  }

  /// True for a date, a time, or both, with or without an offset from UTC (RFC 3339).
  private static func isTime(_ word: ArraySlice<UInt8>) -> Bool {
    var rest = word
    guard let year = number(4, &rest, then: "-") else { return isClock(word) }
    guard let month = number(2, &rest, in: 1...12, then: "-"),
      let day = number(2, &rest, in: 1...31), year > 0
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= days[month - 1] else { return false }
    guard let mark = rest.popFirst() else { return true }
    guard "Tt ".utf8.contains(mark) else { return false }
    let clock = rest.prefix {
      $0.isASCIIDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
    }
    guard isClock(clock) else { return false }
    var offset = rest.dropFirst(clock.count)
    guard let sign = offset.popFirst() else { return true }
    if sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") { return offset.isEmpty }
    return isSign(sign) && number(2, &offset, in: 0...23, then: ":") != nil
      && number(2, &offset, in: 0...59) != nil && offset.isEmpty
  }

  /// True for hours, minutes and seconds, with or without a fraction.
  private static func isClock(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    guard number(2, &rest, in: 0...23, then: ":") != nil,
      number(2, &rest, in: 0...59, then: ":") != nil, number(2, &rest, in: 0...59) != nil
    else { return false }
    guard let mark = rest.popFirst() else { return true }
    return mark == UInt8(ascii: ".") && !rest.isEmpty && rest.allSatisfy(\.isASCIIDigit)
  }

  /// Reads that many digits, and what has to follow them.
  private static func number(
    _ count: Int, _ text: inout ArraySlice<UInt8>, in range: ClosedRange<Int> = 0...9999,
    then mark: String = ""
  ) -> Int? {
    let digits = text.prefix(count)
    guard digits.count == count, digits.allSatisfy(\.isASCIIDigit),
      let number = Int(String(decoding: digits, as: UTF8.self)), range.contains(number),
      text.dropFirst(count).starts(with: mark.utf8)
    else { return nil }
    text = text.dropFirst(count + mark.utf8.count)
    return number
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }
}
