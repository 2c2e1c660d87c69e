#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// `recorded_at`: a time in UTC with whole seconds, as in RFC 3339.
package enum Timestamp {
  /// Appends `2026-11-20T10:00:00Z`.
  package static func append(_ date: Date, to out: inout [UInt8]) {
    // Years beyond four digits cannot be written in this form; such a clock is wrong anyway.
    let seconds = Int(min(max(date.timeIntervalSince1970.rounded(.down), 0), 253_402_300_799))
    let (year, month, day) = civil(fromDays: seconds / 86_400)
    append(year, digits: 4, to: &out)
    out.append(UInt8(ascii: "-"))
    append(month, digits: 2, to: &out)
    out.append(UInt8(ascii: "-"))
    append(day, digits: 2, to: &out)
    out.append(UInt8(ascii: "T"))
    let time = seconds % 86_400
    append(time / 3600, digits: 2, to: &out)
    out.append(UInt8(ascii: ":"))
    append(time / 60 % 60, digits: 2, to: &out)
    out.append(UInt8(ascii: ":"))
    append(time % 60, digits: 2, to: &out)
    out.append(UInt8(ascii: "Z"))
  }

  /// Reads a time; a fraction is dropped, an offset from UTC applied.
  ///
  /// - Parameter text: The time, with seconds and an offset (RFC 3339 §5.6), before which some YAML
  ///   tools write a space (the type `timestamp` of YAML 1.1).
  /// - Returns: Nil for any other text, and for a day or an offset that there is not.
  package static func date(_ text: ArraySlice<UInt8>) -> Date? {
    var rest = Reader(text: text, index: text.startIndex)
    guard let year = rest.number(4), rest.take("-"), let month = rest.number(2), rest.take("-"),
      let day = rest.number(2), (1...12).contains(month),
      (1...dayCount(of: month, in: year)).contains(day),
      rest.take("T") || rest.take("t") || rest.take(" "), let hour = rest.number(2),
      rest.take(":"), let minute = rest.number(2), rest.take(":"), let second = rest.number(2),
      hour < 24, minute < 60, second < 61
    else { return nil }
    if rest.take(".") { rest.skip { $0.isASCIIDigit } }
    rest.skip { $0.isSpaceOrTab }
    var offset = 0
    if !rest.take("Z"), !rest.take("z") {
      let sign = rest.take("+") ? 1 : rest.take("-") ? -1 : 0
      guard sign != 0, let hours = rest.number(2), rest.take(":"), let minutes = rest.number(2),
        hours < 24, minutes < 60
      else { return nil }
      offset = sign * (hours * 3600 + minutes * 60)
    }
    guard rest.index == text.endIndex else { return nil }
    let days = self.days(year, month, day)
    return Date(
      timeIntervalSince1970: Double(
        days * 86_400 + hour * 3600 + minute * 60 + second - offset))
  }

  private static func append(_ number: Int, digits: Int, to out: inout [UInt8]) {
    var divisor = 1
    for _ in 1..<digits { divisor *= 10 }
    while divisor > 0 {
      out.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }

  /// A text that is read byte by byte; slices of it would take a debug build several times as long,
  /// and each interaction of a replay has a time.
  private struct Reader {
    let text: ArraySlice<UInt8>
    var index: Int

    /// Reads a number of so many digits.
    mutating func number(_ digits: Int) -> Int? {
      let end = index + digits
      guard end <= text.endIndex else { return nil }
      var value = 0
      while index < end {
        let byte = text[index]
        guard byte >= 0x30, byte <= 0x39 else { return nil }
        value = value * 10 + Int(byte - 0x30)
        index += 1
      }
      return value
    }

    /// Moves past a character, if it is the next one.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard index < text.endIndex, text[index] == UInt8(ascii: character) else { return false }
      index += 1
      return true
    }

    /// Moves past the characters that are meant.
    mutating func skip(_ isMeant: (UInt8) -> Bool) {
      while index < text.endIndex, isMeant(text[index]) { index += 1 }
    }
  }

  /// The number of days of a month, counted from 1.
  private static func dayCount(of month: Int, in year: Int) -> Int {
    month == 12 ? 31 : days(year, month + 1, 1) - days(year, month, 1)
  }

  /// Days from 1970-01-01 to a date of the Gregorian calendar.
  ///
  /// The year is taken to begin in March, so that the leap day is its last day.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The date that many days after 1970-01-01; the inverse of `days`.
  private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
