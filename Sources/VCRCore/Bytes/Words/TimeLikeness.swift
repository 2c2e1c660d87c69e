/// Texts that are moments in time, as clocks of services write them.
package enum TimeLikeness {
  /// True for a date, with or without a time of the day, and for a number of seconds since 1970.
  ///
  /// - Parameter text: The whole text.
  /// - Returns: True for `Sun, 06 Nov 1994 08:49:37 GMT`, `2026-11-22`, `20261122T101500Z`,
  ///   `1795858446` and the like.
  package static func isMoment(_ text: String) -> Bool {
    if HTTPDate.date(text) != nil { return true }
    let bytes = Array(text.utf8)
    let digits = bytes.prefix { $0.isASCIIDigit }.count
    // Seconds, or thousandths and so on of them, since 1970; 2001 is the first year with ten
    // digits.
    if digits == bytes.count || (digits >= 10 && bytes[digits] == UInt8(ascii: ".")) {
      return [10, 13, 16, 19].contains(digits) && (bytes.first ?? 0) < UInt8(ascii: "3")
    }
    return isDate(bytes) || isBasicDate(bytes, digits)
  }

  /// True for what begins as `2026-11-22`.
  private static func isDate(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 10
      && bytes.prefix(10).enumerated().allSatisfy { index, byte in
        index == 4 || index == 7 ? byte == UInt8(ascii: "-") : byte.isASCIIDigit
      }
  }

  /// True for a date and a time without separators (ISO 8601 calls this the basic format):
  /// `20261122T101500Z`.
  private static func isBasicDate(_ bytes: [UInt8], _ digits: Int) -> Bool {
    guard digits == 8, bytes[8] == UInt8(ascii: "T") else { return false }
    let time = bytes[9...].prefix { $0.isASCIIDigit }
    return (4...9).contains(time.count)
      && [[], [UInt8(ascii: "Z")]].contains(Array(bytes[time.endIndex...]))
  }
}
