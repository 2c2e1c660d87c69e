import Foundation
import Testing

@testable import VCRCore

/// Times as cassettes hold them, against Foundation's own calendar.
struct TimestampTests {
  private func text(_ date: Date) -> String {
    var bytes: [UInt8] = []
    Timestamp.append(date, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func date(_ text: String) -> Date? { Timestamp.date(Array(text.utf8)[...]) }

  @Test func `days of four centuries are written and read as Foundation does`() {
    let style = Date.ISO8601FormatStyle(timeZone: .gmt)
    // Steps of two months and some seconds, past every leap day of four centuries.
    for seconds in stride(from: 0, to: 400 * 366 * 86_400, by: 86_399 * 61) {
      let date = Date(timeIntervalSince1970: Double(seconds))
      let text = text(date)
      #expect(text == date.formatted(style))
      #expect(self.date(text) == date)
    }
  }

  @Test(
    arguments: [
      ("2024-02-29T23:59:59Z", 1_709_251_199), ("2000-02-29T00:00:00Z", 951_782_400),
      ("1969-12-31T23:59:59Z", -1), ("0001-01-01T00:00:00Z", -62_135_596_800),
      ("2026-11-28 09:00:00z", 1_795_856_400), ("2026-11-28t09:00:00.999999Z", 1_795_856_400),
      ("2026-11-28T10:30:00+01:30", 1_795_856_400), ("2026-11-28T01:00:00-08:00", 1_795_856_400),
      ("2016-12-31T23:59:60Z", 1_483_228_800), ("2026-12-31T23:59:59Z", 1_798_761_599),
      ("2026-11-29T08:59:00+23:59", 1_795_856_400),
      ("2026-11-28 09:00:00.000000000 Z", 1_795_856_400),
      ("2026-11-28 10:30:00 +01:30", 1_795_856_400),
    ] as [(String, Double)])
  func `a time is read with its fraction, its offset and a leap second`(
    text: String, seconds: Double
  ) {
    #expect(date(text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "", "2026", "2026-11-28", "2026-11-28T09:00", "2026-11-28T09:00:00", "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z",
    "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z",
    "2026-02-29T00:00:00Z", "2024-02-30T00:00:00Z", "1900-02-29T00:00:00Z", "2026-02-31T00:00:00Z",
    "2026-04-31T00:00:00Z", "2026-11-31T00:00:00Z", "2026-01-01T00:00:00+24:00",
    "2026-01-01T00:00:00-01:60", "2026-01-01T00:00:00+99:99",
    "2026-01-01T00:00:00+01", "2026-01-01T00:00:00+0100", "2026-01-01T00:00:00Zx",
    "2026-1-01T00:00:00Z", "26-01-01T00:00:00Z", "2026-01-01T00:00:00 ", "+026-01-01T00:00:00Z",
  ])
  func `what is no whole time is none`(text: String) { #expect(date(text) == nil) }

  @Test func `a clock that is far off is held within what can be written`() {
    #expect(text(Date(timeIntervalSince1970: -1)) == "1970-01-01T00:00:00Z")
    #expect(text(Date(timeIntervalSince1970: 1e15)) == "9999-12-31T23:59:59Z")
    #expect(text(Date(timeIntervalSince1970: 0.999)) == "1970-01-01T00:00:00Z")
  }
}
