import Testing

@testable import VCRCore

struct TextPatternTests {
  private func found(_ pattern: String, in text: String, ignoresCase: Bool = false) throws
    -> [String]
  {
    let bytes = Array(text.utf8)
    return try TextPattern(pattern, ignoresCase: ignoresCase).ranges(in: bytes)
      .map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @Test(arguments: [
    ("a+", "baaa ca", ["aaa", "a"]), ("a+?", "aaa", ["a", "a", "a"]),
    ("rendered in ([0-9.]+)s", "rendered in 0.354s, rendered in 1s", ["0.354", "1"]),
    (#"window\.__T=(\d+)"#, "<script>window.__T=1795;</script>", ["1795"]),
    (#"nonce="([^"]*)""#, #"<s nonce="ab"><s nonce="é"><s nonce="">"#, ["ab", "é"]),
    ("^a.$", "ab\nac\r\nxad\naé", ["ab", "ac", "aé"]), ("(?:ab|a)(c|bcd)", "abcd", ["c"]),
    ("x*", "aaxxb", ["xx"]), (#"\bfoo\b"#, "foo food foo", ["foo", "foo"]),
    ("a{2,3}", "aaaaaaa", ["aaa", "aaa"]),
    ("<b>.*?</b>", "<b>1</b><b>2</b>", ["<b>1</b>", "<b>2</b>"]),
    ("{x}", "{x}", ["{x}"]), ("[]a]+", "a]b", ["a]"]), ("(?:a*)*b", "aab", ["aab"]),
    ("é+", "éé", ["éé"]), ("[^a]b", "éb ab cb", ["éb", "cb"]), ("[é-]", "é-", ["é", "-"]),
    (#"\x41\u00e9\/"#, "Aé/", ["Aé/"]), (#"\W\D\S"#, "a  é", ["  é"]),
  ])
  func `a pattern finds its places`(pattern: String, text: String, places: [String]) throws {
    #expect(try found(pattern, in: text) == places)
  }

  @Test func `the flag i ignores the case of letters`() throws {
    #expect(try found("ID-[0-9A-F]{4}", in: "id-00ff Id-00FF", ignoresCase: true).count == 2)
    #expect(try found("ID-[0-9A-F]{4}", in: "id-00ff", ignoresCase: false) == [])
  }

  @Test(arguments: [
    "", "(", ")", "*a", "(?=a)", "(?<=a)b", #"\1"#, "[z-a]", "[a", "a{3", "a{5,2}", "a{2000}",
    "(a{1000}){1000}", #"\q"#, "a++", #"\"#, "^*", "[^é]", #"\x4"#,
    String(repeating: "(", count: 60) + String(repeating: ")", count: 60),
  ])
  func `what is no pattern, or would need a second look at the text, is refused`(pattern: String) {
    #expect(throws: TextPattern.Fault.self) { try TextPattern(pattern) }
  }

  /// Each takes hours where every way is tried for itself; the last one asks far beyond each match.
  @Test(arguments: [
    ("(a*)*b", 0), ("(a|a)*b", 0), ("(a+)+$x", 0), ("(?:a?){30}a{30}b", 0), (".*.*.*=z", 0),
    ("a(.*b)?", 5_000),
  ])
  func `no pattern takes more than its share of time`(pattern: String, count: Int) throws {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 5_000)
    #expect(try TextPattern(pattern).ranges(in: bytes).count == count)
  }

  @Test func `a place is typed with commas, brackets and quotes in it`() throws {
    let typed = #"X-A, text(/it's [(,] "(\d+)"/i), $.b"#
    let words = VolatileName.words(of: typed)
    #expect(words == ["X-A", #"text(/it's [(,] "(\d+)"/i)"#, "$.b"])
    let policy = try RequestEquivalence(parsing: #"method,json(ignoring text(/[)'](\d,)/), $.b)"#)
    #expect(policy.parts.map { "\($0)" } == ["method", #"json(ignoring text(/[)'](\d,)/), $.b)"#])
    let place = try JSONPath(parsing: #"text(/a\/b/)"#)
    #expect(place.pattern?.ranges(in: Array("xa/b".utf8)) == [1..<4])
  }

  @Test(arguments: ["text(/a", "text(/a/", "text(/a/) $.b", "text(/(/)", "text(//)"])
  func `a fault in a place is reported with its column`(text: String) throws {
    let fault = try #require(throws: JSONPathError.self) { try JSONPath(parsing: text) }
    #expect(fault.column >= 1 && fault.column <= text.count + 1, "\(fault)")
  }

  @Test func `a request's text is the same apart from what a policy ignores`() throws {
    let policy = try RequestEquivalence(parsing: #"body, json(ignoring text(/t=(\d+)/))"#)
    let loose = try RequestEquivalence(parsing: #"json(ignoring text(/t=(\d+)/))"#)
    func request(_ text: String) -> Interaction.Request {
      Interaction.Request(method: "POST", url: "http://a.test/", body: Body(Array(text.utf8)))
    }
    #expect(loose.areEquivalent(request("a t=1 b"), request("a t=22 b")))
    #expect(!loose.areEquivalent(request("a t=1 b"), request("a t=22 c")))
    #expect(!policy.areEquivalent(request("a t=1 b"), request("a t=22 b")))
  }
}
