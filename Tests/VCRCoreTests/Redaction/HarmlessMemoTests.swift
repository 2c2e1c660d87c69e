import Testing

@testable import VCRCore

/// What is remembered of header fields and URLs that reveal nothing.
struct HarmlessMemoTests {
  private static let section = [
    HeaderField("Accept", "*/*"), HeaderField("User-Agent", "curl/8.5"), HeaderField("Age", "1"),
  ]

  private static func memo(of fields: [HeaderField]) -> HarmlessMemo {
    var memo = HarmlessMemo()
    for (index, field) in fields.enumerated() { memo.note(field, at: index, .request) }
    return memo
  }

  @Test func `a field that was noted is known at every place and in both directions`() {
    var memo = Self.memo(of: Self.section)
    #expect(memo.unknown(of: Self.section, .request) == [])
    #expect(memo.unknown(of: Self.section.reversed(), .request) == [])
    #expect(memo.unknown(of: Self.section, .response) == [])
  }

  @Test func `a field with another value, name or encoding is unknown`() {
    var memo = Self.memo(of: Self.section)
    let others = [
      HeaderField("Accept", "*/*;q=1"), HeaderField("user-agent", "curl/8.5"),
      HeaderField("Age", "1", isLatin1: true), HeaderField("Accept", "*/*"),
    ]
    #expect(memo.unknown(of: others, .request) == [0, 1, 2])
    // What was asked for is not thereby harmless.
    #expect(memo.unknown(of: others, .request) == [0, 1, 2])
  }

  @Test func `fields that come once do not displace those of each message`() {
    var memo = Self.memo(of: Self.section)
    for number in 0..<5000 {
      let section = Self.section + [HeaderField("Date", "\(number)")]
      #expect(memo.unknown(of: section, .request) == [3])
      memo.note(section[3], at: 3, .request)
    }
  }

  @Test func `an empty memo knows nothing, and an empty section has nothing to know`() {
    var memo = HarmlessMemo()
    #expect(memo.unknown(of: Self.section, .response) == [0, 1, 2])
    #expect(memo.unknown(of: [], .response) == [])
    #expect(!memo.contains(url: "https://api.test/"))
  }

  @Test func `long values and URLs are searched each time`() {
    let long = String(repeating: "a", count: 600)
    var memo = Self.memo(of: [HeaderField("X", long)])
    memo.note(url: "https://api.test/\(long)")
    #expect(memo.unknown(of: [HeaderField("X", long)], .request) == [0])
    #expect(!memo.contains(url: "https://api.test/\(long)"))
  }

  @Test func `a URL that was noted is known to the byte`() {
    var memo = HarmlessMemo()
    memo.note(url: "https://api.test/a")
    #expect(memo.contains(url: "https://api.test/a"))
    #expect(!memo.contains(url: "https://api.test/A"))
    #expect(!memo.contains(url: "https://api.test/a?"))
  }
}
