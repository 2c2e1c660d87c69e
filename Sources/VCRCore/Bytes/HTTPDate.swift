#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Dates as header fields write them (RFC 9110 §5.6.7).
package enum HTTPDate {
  /// Reads a date of the form `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// - Parameter text: The field's value.
  /// - Returns: The date; nil for any other text.
  package static func date(_ text: String) -> Date? {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let parts = text.split(separator: " ")
    guard parts.count == 6, let month = months.firstIndex(of: String(parts[2])) else { return nil }
    let number = month + 1 < 10 ? "0\(month + 1)" : "\(month + 1)"
    let day = parts[1].count == 1 ? "0\(parts[1])" : "\(parts[1])"
    return try? Date("\(parts[3])-\(number)-\(day)T\(parts[4])Z", strategy: .iso8601)
  }
}
