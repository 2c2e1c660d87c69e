import Testing

@testable import VCRCore
@testable import VCRReview

struct JSONPathStepTests {
  private static let steps: [(name: String, step: String)] = [
    ("price", ".price"), ("_a1", "._a1"), ("1a", "['1a']"), ("", "['']"), ("a b", "['a b']"),
    ("a.b['c']", #"['a.b[\'c\']']"#), (#"\"#, #"['\\']"#), (#"a\'b"#, #"['a\\\'b']"#),
    ("\"", #"['"']"#), ("a\tb\r\nc", #"['a\tb\r\nc']"#), ("\u{1B}[2J", #"['\u001b[2J']"#),
    ("\u{202E}x\u{2028}", #"['\u202ex\u2028']"#), ("\u{301}a", #"['\u0301a']"#),
    ("'\u{301}", #"['\'\u0301']"#), ("e\u{301}", "['e\u{301}']"), ("\u{E9}", "['\u{E9}']"),
    ("\n\u{301}\u{301}", #"['\n\u0301\u0301']"#), ("\u{E0001}", #"['\udb40\udc01']"#),
  ]

  @Test(arguments: steps)
  func `a step is escaped, and can be read again`(name: String, step: String) throws {
    #expect(JSONPath.step(Array(name.utf8)).hasSameUTF8(as: step))
    let path = try JSONPath(parsing: "$" + step)
    #expect(path.segments == [.init(isDescendant: false, selectors: [.name(Array(name.utf8))])])
  }

  @Test func `what a diff and a check print selects the place that is meant`() throws {
    let (old, new) = (#"{"a.b['c']":[1]}"#, #"{"a.b['c']":[2]}"#)
    let lines = DiffFixture.lines(DiffFixture.json(old), DiffFixture.json(new))
    #expect(lines == [#"$['a.b[\'c\']'][0] 1 → 2"#])
    let text = try #require(JSONText(Array(new.utf8)))
    let place = try #require(text.path(to: new.utf8.count - 3)?.path)
    #expect(place == #"$['a.b[\'c\']'][0]"#)
    let found = try JSONPath(parsing: place).select(in: text)
    #expect(found.map { Array(text.text(of: $0)) } == [Array("2".utf8)])
  }

  @Test func `a very long name is cut`() {
    #expect(JSONPath.step(Array(repeating: 0x61, count: 5000)).count < 1010)
  }
}
