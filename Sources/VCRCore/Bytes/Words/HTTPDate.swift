#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Dates as header fields write them (RFC 9110 §5.6.7).
package enum HTTPDate {
  /// The months of a year.
  package static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static let monthBytes = months.map { Array($0.utf8)[...] }

  /// The days of the week, from that of 1970-01-01.
  package static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

  /// Writes a date as `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// - Parameter date: The date; years before 1970 and after 9999 become the nearest of those.
  /// - Returns: The field's value.
  package static func text(_ date: Date) -> String {
    var iso: [UInt8] = []
    Timestamp.append(date, to: &iso)
    let words = String(decoding: iso, as: UTF8.self).split { "-TZ".contains($0) }
    let seconds = min(max(date.timeIntervalSince1970.rounded(.down), 0), 253_402_300_799)
    let month = (Int(words[1]) ?? 1) - 1
    return "\(weekdays[Int(seconds) / 86_400 % 7]), \(words[2]) \(months[month]) \(words[0]) "
      + "\(words[3]) GMT"
  }

  /// Reads a date of the form `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// - Parameter text: The field's value.
  /// - Returns: The date; nil for any other text.
  package static func date(_ text: String) -> Date? {
    let parts = Array(text.utf8).split(separator: UInt8(ascii: " "))
    guard parts.count == 6, parts[1].count <= 2, let month = monthBytes.firstIndex(of: parts[2])
    else { return nil }
    var iso = Array(parts[3])
    for number in [Array(String(month + 1).utf8), Array(parts[1])] {
      iso.append(UInt8(ascii: "-"))
      if number.count == 1 { iso.append(UInt8(ascii: "0")) }
      iso += number
    }
    return Timestamp.date((iso + "T".utf8 + parts[4] + "Z".utf8)[...])
  }
}
