#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import VCRCore

/// The scalars that have the same meaning in the recordings of all tools.
enum ForeignScalars {
  /// `HTTP/2` for `2`, `2.0` and `HTTP/2.0`; nil for HTTP/1.1, which is the default.
  static func version(_ value: ForeignValue?) -> String? {
    guard let text = value?.text?.uppercased() else { return nil }
    let number = text.hasPrefix("HTTP/") ? String(text.dropFirst(5)) : text
    switch number {
    case "2", "2.0", "H2": return "HTTP/2"
    case "1.0": return "HTTP/1.0"
    default: return nil
    }
  }

  /// A status code: three digits (RFC 9110 §15); nil for anything else.
  static func status(_ value: ForeignValue?) -> Int? {
    let word = value?.text.flatMap { $0.split(separator: " ").first }
    guard let number = word.flatMap({ Double($0) }), number >= 100, number < 1000 else {
      return nil
    }
    return Int(number)
  }

  /// The reason phrase in `207 Multi-Status` or `Multi-Status`; nil when there is only a number.
  static func reason(_ value: ForeignValue?) -> String? {
    guard let text = value?.text else { return nil }
    guard status(value) != nil else { return text.isEmpty ? nil : text }
    let parts = text.split(separator: " ", maxSplits: 1)
    return parts.count == 2 ? String(parts[1]) : nil
  }

  /// A date in the format of ISO 8601 or RFC 5322 §3.3, as header fields have it, or in seconds,
  /// milliseconds, microseconds or nanoseconds since 1970.
  ///
  /// One of the first day of 1970 and any before stands where a tool has none (0 in seconds, or the
  /// year 1 of Go).
  ///
  /// - Parameter value: The value that holds it.
  /// - Returns: The date; nil within for a value that stands for none, and nil for what is no date.
  static func time(_ value: ForeignValue) -> Date?? {
    guard let text = value.text else { return nil }
    if text.allSatisfy(\.isWhitespace) { return .some(nil) }
    // A date of HTTP begins with the name of a day.
    let isNamed = text.utf8.first { $0 != UInt8(ascii: " ") }?.isASCIILetter == true
    let date = (isNamed ? namedDate(text) : isoDate(text)) ?? unixTime(text)
    guard let seconds = date?.timeIntervalSince1970.rounded(.down), seconds < endOfDates else {
      return nil
    }
    return .some(seconds < firstDay ? nil : Date(timeIntervalSince1970: seconds))
  }

  /// A date that begins with the name of a day, in any zone that RFC 5322 knows by name or number.
  private static func namedDate(_ text: String) -> Date? {
    let zone = text.split(separator: " ").last ?? ""
    let hours: Double
    switch zone.first {
    case "+", "-":
      guard let number = Int(zone), zone.count == 5, abs(number) % 100 < 60 else { return nil }
      hours = Double(number / 100) + Double(number % 100) / 60
    default:
      guard let offset = zones[zone.uppercased()] else { return nil }
      hours = offset
    }
    return HTTPDate.date(text).map { $0.addingTimeInterval(-hours * 3600) }
  }

  /// The hours by which zones with a name are ahead of UTC (RFC 5322 §4.3).
  private static let zones: [String: Double] = [
    "GMT": 0, "UTC": 0, "UT": 0, "Z": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7,
    "MDT": -6, "PST": -8, "PDT": -7,
  ]

  /// A date in the format of ISO 8601 in seconds since 1970 with its fraction, to be subtracted
  /// from another; nil for anything else.
  static func instant(_ value: ForeignValue) -> Double? {
    guard let text = value.text, let date = isoDate(text) else { return nil }
    let fraction = text.drop { $0 != "." }.prefix { $0 == "." || $0.isASCII && $0.isNumber }
    return date.timeIntervalSince1970.rounded(.down) + (Double("0\(fraction)") ?? 0)
  }

  private static func isoDate(_ text: String) -> Date? {
    // Foundation's own reading takes any text behind a date for a part of it.
    Timestamp.date(Array(text.utf8)[...]) ?? looseDate(text)
  }

  /// A date as languages print it: the zone after a space, by its name or without a colon, or none
  /// at all, which is UTC with every tool that writes it so (Betamax, R); the time may lack its
  /// seconds, or be missing.
  private static func looseDate(_ text: String) -> Date? {
    let day = text.prefix(10)
    let rest = text.dropFirst(10).drop { "Tt ".contains($0) }
    let time = rest.prefix { $0.isASCII && $0.isNumber || ":.,".contains($0) }
    let zone = rest.dropFirst(time.count).filter { $0 != " " && $0 != ":" }
    let offset: String
    switch zone.first {
    case "+", "-":
      let digits = zone.dropFirst()
      guard digits.count == 2 || digits.count == 4 else { return nil }
      offset = "\(zone.prefix(3)):\(digits.count == 4 ? String(digits.suffix(2)) : "00")"
    default:
      guard ["", "Z", "GMT", "UTC"].contains(zone.uppercased()) else { return nil }
      offset = "Z"
    }
    let clock =
      time.isEmpty
      ? "00:00:00" : time.count == 5 ? time + ":00" : time.replacing(",", with: ".")
    return Timestamp.date(Array("\(day)T\(clock)\(offset)".utf8)[...])
  }

  private static func unixTime(_ text: String) -> Date? {
    // A number in hexadecimal would be read, too.
    guard !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "x") }),
      var number = Double(text), number.isFinite
    else { return nil }
    var units = 3
    while number >= firstMilliseconds, units > 0 {
      number /= 1000
      units -= 1
    }
    return Date(timeIntervalSince1970: number)
  }

  /// The end of the first day of 1970 in all zones, in seconds.
  private static let firstDay = 172_800.0

  /// The end of the year 9999 in seconds, beyond which no cassette has a date.
  private static let endOfDates = 253_402_300_800.0

  /// The numbers from which on a time counts in the next smaller unit, as seconds would be after
  /// the year 5000.
  private static let firstMilliseconds = 1e11

  /// Go's notation of a duration (`1.2s`, `340.5ms`, `12µs`, `1m3.5s`), or a number of
  /// milliseconds, as EasyVCR writes it, in seconds; nil for anything else.
  static func goDuration(_ value: ForeignValue) -> Double? {
    if !value.isText, let number = value.number { return seconds(number / 1000) }
    guard var rest = value.text.map({ $0[...] }), !rest.isEmpty else { return nil }
    let units: [(String, Double)] = [
      ("ms", 1e-3), ("µs", 1e-6), ("μs", 1e-6), ("us", 1e-6), ("ns", 1e-9), ("s", 1), ("m", 60),
      ("h", 3600),
    ]
    var sum = 0.0
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isNumber || $0 == "." }
      rest = rest.dropFirst(digits.count)
      guard let number = Double(digits), let unit = units.first(where: { rest.hasPrefix($0.0) })
      else { return nil }
      sum += number * unit.1
      rest = rest.dropFirst(unit.0.count)
    }
    return sum.isFinite ? seconds(sum) : nil
  }

  /// Milliseconds in seconds; nil for none.
  static func milliseconds(_ value: ForeignValue?) -> Double? {
    value?.number.flatMap { $0 > 0 ? seconds($0 / 1000) : nil }
  }

  /// Seconds in the precision of a cassette.
  static func seconds(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
}
