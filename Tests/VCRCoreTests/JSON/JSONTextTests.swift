import TestSupport
import Testing

@testable import VCRCore

/// What is JSON and what is not (RFC 8259).
struct JSONTextTests {
  @Test(arguments: [
    // RFC 8259 §13
    #"{"Image":{"Width":800,"Title":"View","Thumbnail":{"Url":"http://a/b","Height":125},"#
      + #""Animated":false,"IDs":[116,943,234,38793]}}"#,
    #""Hello world!""#, "42", "true", "null", "[]", "{}", " \t\r\n[ \t\r\n] \t\r\n", #"{"":0}"#,
    "[-0]", "[0e1]", "[1E+2]", "[123.456e-789]", #"["\u0000"]"#, #"["\uD834\uDd1e"]"#,
    #"["\/\\\"\b\f\n\r\t"]"#, "[\"\u{7F}\"]", "[\"\u{2028}\u{10FFFF}\u{FFFF}\"]",
    #"{"a":1,"a":2}"#, #"["\uD800"]"#,
  ])
  func `a text of RFC 8259 is read`(text: String) throws {
    let json = try #require(JSONText(Array(text.utf8)))
    let value = text.drop { " \t\r\n".contains($0) }
    #expect(json.text(of: 0).starts(with: value.prefix(1).utf8))
    #expect(Int(json.nodes[0].next) == json.nodes.count)
  }

  @Test(
    arguments: [
      [], [0x20], [0xEF, 0xBB, 0xBF, 0x31], Array("[1]".utf8) + [0], [0] + Array("[1]".utf8),
      Array("[1,]".utf8), Array("[,1]".utf8), Array("[1,,2]".utf8), Array("{\"a\":1,}".utf8),
      Array("[1]x".utf8), Array("[\u{A0}1]".utf8), Array("[\u{C}1]".utf8), Array("/**/1".utf8),
      Array("[-]".utf8), Array("[+1]".utf8), Array("[00]".utf8), Array("[-01]".utf8),
      Array("[1.e1]".utf8), Array("[.1]".utf8), Array("[1e]".utf8), Array("[0x1]".utf8),
      Array("[Infinity]".utf8), Array("[nan]".utf8), Array("[True]".utf8), Array("['a']".utf8),
      Array("[\"a\nb\"]".utf8), Array("[\"\u{1F}\"]".utf8), Array(#"["\a"]"#.utf8),
      Array(#"["\u00G0"]"#.utf8), Array(#"["\u00"]"#.utf8), Array(#"["\"#.utf8),
      Array(#"{"a" 1}"#.utf8), Array(#"{"a"}"#.utf8), Array("{1:1}".utf8), Array("{:1}".utf8),
      Array("[1}".utf8), Array("{]".utf8), Array("[".utf8), Array("{\"a\":".utf8), Array("]".utf8),
      // Unicode 16 table 3-7: overlong forms, surrogates, beyond U+10FFFF, cut off, alone.
      [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xC1, 0x80, 0x22], [0x22, 0xE0, 0x9F, 0xBF, 0x22],
      [0x22, 0xF0, 0x8F, 0xBF, 0xBF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22],
      [0x22, 0xE2, 0x82, 0x22], [0x22, 0xF0, 0x9F, 0x98, 0x22], [0x22, 0x80, 0x22], [0x22, 0xC3],
      [0x22, 0xFF, 0x22],
      // UTF-16 (§8.1 allows UTF-8 alone).
      [0x5B, 0, 0x5D, 0], [0xFF, 0xFE, 0x5B, 0, 0x5D, 0],
    ] as [[UInt8]])
  func `what RFC 8259 does not allow is not read`(bytes: [UInt8]) {
    #expect(JSONText(bytes) == nil)
  }

  @Test func `nesting has a limit and costs no stack, ten thousand or a million deep`() {
    func nested(_ open: String, _ close: String, _ depth: Int) -> [UInt8] {
      Array(
        (String(repeating: open, count: depth) + "0" + String(repeating: close, count: depth)).utf8)
    }
    #expect(JSONText(nested("[", "]", JSONText.depthLimit)) != nil)
    #expect(JSONText(nested(#"{"a":"#, "}", JSONText.depthLimit)) != nil)
    #expect(JSONText(nested("[", "]", JSONText.depthLimit + 1)) == nil)
    #expect(JSONText(nested(#"{"a":"#, "}", 10_000)) == nil)
    #expect(JSONText(nested("[", "", 1_000_000)) == nil)
  }

  @Test func `the places of values and names are those in the text`() throws {
    let bytes = Array(#" {"a\u0062" : [ 1.50, "x" ] , "c":{"d":null}} "#.utf8)
    let json = try #require(JSONText(bytes))
    let texts = json.nodes.indices.map { String(decoding: json.text(of: $0), as: UTF8.self) }
    #expect(
      texts == [
        #"{"a\u0062" : [ 1.50, "x" ] , "c":{"d":null}}"#, #"[ 1.50, "x" ]"#, "1.50", #""x""#,
        #"{"d":null}"#, "null",
      ])
    #expect(json.children(of: 0) == [1, 4])
    #expect(json.children(of: 1) == [2, 3])
    #expect(
      json.nodes.indices.map { json.name(of: $0) } == [
        [], Array("ab".utf8), [], [], Array("c".utf8), Array("d".utf8),
      ])
    #expect(json.hasName(1, Array("ab".utf8)))
    #expect(!json.hasName(1, Array("a".utf8)))
    #expect(json.hasName(4, Array("c".utf8)))
    #expect(!json.hasName(4, Array("cc".utf8)))
  }

  @Test func `a reader stops at the number of values it was given and says so`() {
    var reader = JSONReader(maximumCount: 3)
    #expect(reader.read(Array("[1,2,3]".utf8).span) == nil)
    #expect(reader.isFull)
    #expect(reader.index == 6)
    var other = JSONReader(maximumCount: 4)
    #expect(other.read(Array("[1,2,3]".utf8).span)?.count == 4)
    #expect(!other.isFull)
  }

  @Test(
    .enabled(if: Python.isInstalled, "needs python3"), arguments: 0..<4 as Range<UInt64>)
  func `Python's parser takes the same texts for JSON`(seed: UInt64) async throws {
    let texts = Self.mutated(seed: seed, count: 400)
    let script = """
      import json, sys
      def no(word): raise ValueError(word)
      for line in sys.stdin:
        try:
          json.loads(bytes.fromhex(line).decode('utf-8'), parse_constant=no)
          print(1)
        except (ValueError, RecursionError):
          print(0)
      """
    let verdicts = try await Python.lines(script, texts)
    // Without texts of both kinds nothing would be compared.
    #expect(verdicts.count { $0 == "1" } > 40)
    #expect(verdicts.count { $0 == "0" } > 40)
    for (text, verdict) in zip(texts, verdicts) {
      let shown = String(decoding: text, as: UTF8.self).debugDescription
      #expect((JSONText(text) != nil) == (verdict == "1"), "\(shown)")
    }
  }

  /// JSON with a byte or a piece changed here and there.
  static func mutated(seed: UInt64, count: Int) -> [[UInt8]] {
    var generator = InteractionGenerator(seed: seed)
    let pieces: [[UInt8]] =
      [
        "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "-", ".", "e+", "\\u12", "\\ud800", " ",
        "\n",
      ]
      .map { Array($0.utf8) } + [[0], [0x80], [0xC3], [0xEF, 0xBB, 0xBF], [0x1F], [0x7F]]
    return (0..<count).map { number in
      var text = Array(generator.json(depth: 0, spacing: number % 5).utf8)
      guard number % 3 > 0 else { return text }
      for _ in 0...generator.random.below(2) where !text.isEmpty {
        let place = generator.random.below(text.count)
        switch generator.random.below(3) {
        case 0: text.remove(at: place)
        case 1: text.insert(contentsOf: generator.random.pick(pieces), at: place)
        default: text.replaceSubrange(place...place, with: generator.random.pick(pieces))
        }
      }
      return text
    }
  }
}
