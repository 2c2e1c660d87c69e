import Testing

@testable import VCRCore

struct JSONScannerTests {
  private func layout(_ text: String) -> JSONLayout? { JSONScanner.layout(of: Array(text.utf8)) }

  @Test(
    arguments: [
      ("{}", .compact, false), ("[]\n", .compact, true), ("42", .compact, false),
      ("-0.5e+10", .compact, false), (#""a b, c: d""#, .compact, false), ("null\n", .compact, true),
      (#"{"a":[1,2,{"b":""}]}"#, .compact, false), (#"{"a": [1, 2]}"#, .spaced, false),
      (#"[1, 2]"# + "\n", .spaced, true), (#"{"a": 1,"b": 2}"#, .odd, false),
      (#"{"a":1, "b": 2}"#, .odd, false), ("[1,  2]", .odd, false), ("[ 1]", .odd, false),
      ("[1 ]", .odd, false), ("{ }", .odd, false), ("{\"a\" : 1}", .odd, false),
      ("[1,\n2]", .odd, false), (" 1", .odd, false), ("1 ", .odd, false), ("1\n\n", .odd, false),
      ("1\r\n", .odd, false),
    ] as [(String, JSONLayout.Spacing, Bool)])
  func `the spacing of JSON is recognised`(
    text: String, spacing: JSONLayout.Spacing, newline: Bool
  ) {
    #expect(layout(text) == JSONLayout(spacing: spacing, hasFinalNewline: newline))
  }

  @Test(arguments: [
    "", " ", "{", "[1", "[1,]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "01", "1.", ".5",
    "+1",
    "-", "1e", "tru", "nul", "truex", "'a'", "\"a", "\"\\x\"", "\"\\u12g4\"", "\"\t\"", "1 2",
    "[1 2]",
    "[1]]", "{\"a\":1]", "NaN", "<a>", "[1}",
  ])
  func `what is not JSON is not taken for it`(text: String) {
    #expect(layout(text) == nil)
  }

  @Test func `nesting beyond what can be shown is left alone, whatever its depth`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(layout(nested(JSONLayout.maximumDepth)) != nil)
    #expect(layout(nested(JSONLayout.maximumDepth + 2)) == nil)
    #expect(layout(nested(100_000)) == nil)
  }

  @Test func `an indented text gives its bytes back`() {
    let text = #"{"a, b":[1,"c: \" d",{}],"e":{"f":[[]]}}"#
    for (json, isSpaced) in [(text, false), (#"[1, {"a b": "c,d", "e": []}]"#, true)] {
      var shown: [UInt8] = []
      JSONLayout.appendIndented(Array(json.utf8), indent: 8, to: &shown)
      let restored = JSONLayout.restore(shown.dropLast(), isSpaced: isSpaced)
      #expect(String(decoding: restored, as: UTF8.self) == json)
    }
  }
}
