import Testing

@testable import VCRCore

struct YAMLScalarTests {
  private func written(_ text: String) -> String {
    var out: [UInt8] = []
    YAMLScalar.append(text.utf8, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  @Test(arguments: [
    "a", "text/html; charset=utf-8", "https://a.example/?b=c#d", "Müller", "😀", "GET", "200 OK",
    "Fri, 20 Nov 2026 10:00:00 GMT", "a'b", "a\"b", "nope", "W/\"abc\"", "(a)", "a, b", "a#b",
    "a:b",
  ])
  func `what every reader takes for the same string stays plain`(text: String) {
    #expect(written(text) == text)
  }

  @Test(arguments: [
    "", "1", "1.5", "-1", "+1", "0x1F", "0o17", "1e3", "1_000", "12:30:45", "2026-11-20",
    "2026-11-20T10:00:00Z", ".5", ".inf", ".NaN", "y", "N", "yes", "No", "ON", "off", "true",
    "False",
    "null", "Null", "~", "- a", "-", "? a", ": a", "a: b", "a:", "a #b", "#a", "&a", "*a", "!a",
    "|",
    ">", "%a", "@a", "`a`", "[a]", "{a}", ", a", " a", "a ", "\"a\"", "'a'", "<<", "=", "---",
    "...",
  ])
  func `what some reader takes for something else is quoted`(text: String) {
    #expect(written(text) == "'" + text.replacing("'", with: "''") + "'")
  }

  @Test func `identifiers of one kind are quoted alike`() {
    for text in [
      "6f37ab12c9a4", "c9a4ab126f37", "c9a4ab12-6f37-4000-8000-000000000001", "f37ab1", "ABCDE1",
      "C0A8:1F2E:3B4C5D6E", "20A8:1F2E:3B4C5D6E", "fe80::1:2",
    ] { #expect(written(text) == "'\(text)'") }
    for text in ["facade", "cafe", "a1", "dead-beef", "br", "de", "abcdefg1", "fox 42"] {
      #expect(written(text) == text)
    }
  }

  @Test(arguments: [
    ("\n", #""\n""#), ("a\tb", #""a\tb""#), ("\u{0}\u{1}\u{7F}", #""\0\x01\x7F""#),
    ("\u{85}\u{80}\u{9F}", #""\N\x80\x9F""#), ("\u{2028}\u{2029}", #""\L\P""#),
    ("\u{FEFF}\u{FFFE}\u{FFFF}", #""\uFEFF\uFFFE\uFFFF""#), ("\r\u{1B}\\\"", #""\r\e\\\"""#),
  ])
  func `what YAML cannot hold is escaped`(text: String, expected: String) {
    #expect(written(text) == expected)
  }

  @Test(arguments: 0...0x10F)
  func `every character comes back through libyaml`(block: UInt32) throws {
    for offset in stride(from: UInt32(0), to: 0x1000, by: block < 0x10 ? 1 : 37) {
      guard let scalar = Unicode.Scalar(block * 0x1000 + offset) else { continue }
      for text in [String(Character(scalar)), "a\(Character(scalar))b"] {
        let tree = try YAMLParser.parse(Array((written(text) + "\n").utf8))
        try #require(tree.string(YAMLTree.root).unicodeScalars.elementsEqual(text.unicodeScalars))
      }
    }
  }
}
