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

  @Test func `an array of numbers is on one line, or fills its lines`() throws {
    var shown: [UInt8] = []
    let small = #"{"point":[10.5,-20.1e+2],"mixed":[1,"a"],"ring":[[1,2],[3,4]],"none":[]}"#
    JSONLayout.appendIndented(Array(small.utf8), indent: 2, to: &shown)
    #expect(
      String(decoding: shown, as: UTF8.self) == """
          {
            "point": [10.5, -20.1e+2],
            "mixed": [
              1,
              "a"
            ],
            "ring": [
              [1, 2],
              [3, 4]
            ],
            "none": []
          }

        """)
    let embedding = (0..<1536).map { "-0.0\(1000 + $0 * 7)" }
    for (comma, isSpaced) in [(",", false), (", ", true)] {
      let colon = isSpaced ? ": " : ":"
      let json = "{\"embedding\"\(colon)[\(embedding.joined(separator: comma))]}"
      shown = []
      JSONLayout.appendIndented(Array(json.utf8), indent: 8, to: &shown)
      let lines = String(decoding: shown, as: UTF8.self).split(separator: "\n")
      #expect(lines.count < 200)
      #expect(lines.allSatisfy { $0.utf8.count <= 100 })
      #expect(lines[1] == "          \"embedding\": [")
      #expect(lines[2].hasPrefix("            -0.01000, -0.01007, "))
      #expect(lines.suffix(2) == ["          ]", "        }"])
      let restored = JSONLayout.restore(shown.dropLast(), isSpaced: isSpaced)
      #expect(String(decoding: restored, as: UTF8.self) == json)
    }
  }

  @Test func `a text gives its bytes back wherever its strings and its indentation end`() {
    for length in 0..<20 {
      let word = String(repeating: "a", count: length)
      for escape in ["", #"\""#, #"\\"#, #"\u0020"#, " , : ", "é"] {
        for indent in 0..<20 {
          let lines = ["{", "\"\(word)\(escape)b\": [", "1,", "\"\(escape)\(word)\"", "]", "}"]
          let text = lines.joined(separator: "\n" + String(repeating: " ", count: indent))
          let restored = JSONLayout.restore(Array(text.utf8)[...], isSpaced: false)
          let json = #"{"\#(word)\#(escape)b":[1,"\#(escape)\#(word)"]}"#
          #expect(String(decoding: restored, as: UTF8.self) == json)
          let spaced = JSONLayout.restore(Array(text.utf8)[...], isSpaced: true)
          let spacedJSON = #"{"\#(word)\#(escape)b": [1, "\#(escape)\#(word)"]}"#
          #expect(String(decoding: spaced, as: UTF8.self) == spacedJSON)
        }
      }
    }
  }

  @Test func `a string that does not end is left as it is`() {
    for length in 0..<20 {
      let text = "\"" + String(repeating: "x", count: length)
      for end in ["", "\\"] {
        let restored = JSONLayout.restore(Array((text + end).utf8)[...], isSpaced: false)
        #expect(String(decoding: restored, as: UTF8.self) == text + end)
      }
    }
  }
}
