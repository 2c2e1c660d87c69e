import Foundation
import Testing

@testable import VCRCore

/// Dates in header fields (RFC 9110 §5.6.7).
struct HTTPDateTests {
  @Test(arguments: [
    (0.0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
    (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
  ])
  func `a date is written as the field has it, and read back`(seconds: Double, text: String) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(HTTPDate.text(date) == text)
    #expect(HTTPDate.date(text) == date)
  }

  @Test func `a date before or after what can be written becomes the nearest`() {
    #expect(HTTPDate.text(Date(timeIntervalSince1970: -1)) == "Thu, 01 Jan 1970 00:00:00 GMT")
    #expect(HTTPDate.text(.distantFuture).hasSuffix("GMT"))
    #expect(
      HTTPDate.text(Date(timeIntervalSince1970: 1e12)) == "Fri, 31 Dec 9999 23:59:59 GMT")
  }

  @Test func `a fraction of a second is dropped`() {
    #expect(HTTPDate.text(Date(timeIntervalSince1970: 0.9)) == "Thu, 01 Jan 1970 00:00:00 GMT")
  }

  @Test func `every day of two years has the weekday that Foundation says`() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    for day in 0..<731 {
      let date = Date(timeIntervalSince1970: 1_703_980_800 + Double(day) * 86_400)
      let weekday = calendar.component(.weekday, from: date)
      #expect(HTTPDate.text(date).hasPrefix(names[weekday - 1] + ", "))
    }
  }

  @Test(arguments: [
    "", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Foo 1994 08:49:37 GMT",
    "Sun, 006 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "1994-11-06T08:49:37Z",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
  ])
  func `any other text is no date`(text: String) {
    #expect(HTTPDate.date(text) == nil)
  }
}
