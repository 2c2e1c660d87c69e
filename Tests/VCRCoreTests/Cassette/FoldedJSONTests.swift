import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// Long strings in JSON bodies, of which a reviewer sees each line.
struct FoldedJSONTests {
  private static let lines = (1...6).map { "Line \($0) of \"the\" prompt\\\\n, as it was sent." }
  private static let prompt = lines.joined(separator: "\n") + "\n    return x\n"

  private func interaction(_ body: String) -> Interaction {
    Interaction(
      request: .init(
        method: "POST", url: "https://a.example/", headers: ["Content-Type": "application/json"],
        body: Body(Array(body.utf8))),
      outcome: .response(.init(status: 200)))
  }

  private func item(_ body: String) throws -> String {
    let interaction = interaction(body)
    let item = CassetteWriter().item(interaction)
    let file = try CassetteFile(path: "a.yaml", content: CassetteWriter.prologue + item)
    #expect(try file.interaction(at: 0) == interaction)
    return String(decoding: item, as: UTF8.self)
  }

  private func json(_ value: Any) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }

  @Test func `escaped text without spaces is cut where its sentences end`() throws {
    let sentences = [
      "無鉄砲で時から損ばかりしている。", "学校の二階から飛び降りた事がある！", "「なぜそんな無闇をしたと聞く？」",
    ]
    let escaped = sentences.map { sentence in
      sentence.utf16.map { "\\u" + String($0, radix: 16) }.joined()
    }
    let lines = try item(#"{"text":"\#(escaped.joined())\n"}"#).split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let start = try #require(lines.firstIndex(of: #""text":"#))
    let pieces = [escaped[0], escaped[1], escaped[2] + "\\n"]
    #expect(lines[(start + 1)...].prefix(3) == pieces.map { "\"\($0)\"" }[...])
    // Pairs of surrogates, and what only looks like an escape, stay whole.
    let units = [
      "\\ud842\\udfb7", "\\\\u3042", "\\u3042\\u3099", "\\u300c\\u3042", "\\ud83d\\ude00",
    ]
    for unit in units {
      let text = try item(#"{"text":"\#(String(repeating: unit, count: 120))"}"#)
      #expect(!text.contains("\\ud842\""), "\(text)")
      #expect(!text.contains("\\ud83d\""), "\(text)")
      #expect(!text.contains("\n            \"\\u3099"), "\(text)")
    }
  }

  @Test func `a long string is shown by its lines`() throws {
    let text = try item(
      #"{"a":1,"content":"First of all the lines that say what is to be done.\nSecond line.\n"#
        + #"\n    indented \"code\" \\n here\u00e9","list":["short\nbut two lines","x"]}"#)
    #expect(
      text.contains(
        #"""
              json_folded: |-
                {
                  "a": 1,
                  "content":
                    "First of all the lines that say what is to be done.\n"
                    "Second line.\n"
                    "\n"
                    "    indented \"code\" \\n here\u00e9",
                  "list": [
                    "short\nbut two lines",
                    "x"
                  ]
                }

        """#), "\(text)")
  }

  @Test func `markup fills its lines, and one changed element is one changed line`() throws {
    func page(_ name: String) -> String {
      (1...40).map { number in
        #"<li class="b"><a href="/b/\#(number)">"# + (number == 20 ? name : "Book \(number)")
          + "</a></li>"
      }.joined()
    }
    let old = try item(json(["html": page("Lamp")])).split(separator: "\n")
    let new = try item(json(["html": page("Lantern")])).split(separator: "\n")
    let pieces = old.filter { $0.contains("<li") }.map(\.count)
    #expect(pieces.reduce(0, +) / pieces.count > 60, "\(pieces)")
    #expect(pieces.allSatisfy { $0 <= 200 } && pieces.count > 10, "\(pieces)")
    // Each piece ends where a tag does.
    #expect(old.filter { $0.contains("<li") }.allSatisfy { $0.hasSuffix(#">""#) })
    #expect(new.difference(from: old).count <= 4)
  }

  @Test func `elements of an array and spaced JSON are folded, too`() throws {
    let long = Self.prompt
    let compact = try item(json([long, "x", long]))
    #expect(compact.contains("json_folded: |-\n        [\n          \"Line 1"))
    #expect(compact.contains("\\n\"\n            \"Line 2"))
    let spaced = try item(#"{"a": "\#(try json([long]).dropFirst(2).dropLast(2))", "b": [1, 2]}"#)
    #expect(spaced.contains("json_spaced_folded: |-\n"))
    #expect(spaced.contains("\"b\": [1, 2]"))
    let ended = try item(json(["a": long]) + "\n")
    #expect(ended.contains("json_folded: |\n"))
    // A value alone.
    #expect(try item(json([long]).dropFirst().dropLast().description).contains("json_folded: |-"))
  }

  @Test func `what is short, or has no place to be cut, stays whole`() throws {
    for body in [
      #"{"a":"one\ntwo"}"#, #"{"a":"\#(String(repeating: "QUJD", count: 200))"}"#,
      #"{"a":"\#(String(repeating: "word ", count: 25))"}"#,
      // A backslash before the letter, and a line end that nothing follows.
      #"{"a":"\#(String(repeating: "word\\\\n ", count: 15))"}"#,
      #"{"a":"\#(String(repeating: "word ", count: 25))\n"}"#,
      #"{"\#(String(repeating: "name ", count: 60))":1}"#,
    ] { #expect(try item(body).contains("      json: |-\n"), "\(body)") }
  }

  @Test func `a change of one line of a string is a change of one line`() throws {
    let before = try item(json(["content": Self.prompt])).split(separator: "\n")
    let changed = Self.prompt.replacing("Line 3", with: "Line three")
    let after = try item(json(["content": changed])).split(separator: "\n")
    let difference = after.difference(from: before)
    #expect(difference.removals.count == 1)
    #expect(difference.insertions.count == 1)
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `every text gives its bytes back`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let words = [
      #"\n"#, #"\\"#, #"\""#, #"\u000a"#, "a", "word ", ". A", "{{X}}", "{", "é", "日本", " ", ";",
      ",", #"\ud83d\ude00"#, "&", ">", "/",
    ]
    var folded = 0
    for _ in 0..<60 {
      func string() -> String {
        "\"" + (0..<random.below(400)).map { _ in random.pick(words) }.joined() + "\""
      }
      let gap = random.pick(["", " "])
      let text =
        "{\(string()):\(gap)\(string()),\(gap)\"b\":\(gap)[\(string()),\(gap)\(string()),\(gap)1]}"
        + random.pick(["", "\n"])
      if try item(text).contains("_folded: |") || item(text).contains("json_folded: |") {
        folded += 1
      }
    }
    #expect(folded > 30)
  }

  @Test func `pieces may be indented and cut as one likes`() throws {
    let text = """
      vcr: 1
      interactions:
      - request:
          url: https://a.example/
          body:
            json_folded: |-
              {"a": "one "  "two
              ", "b": ["" "", "x" "y"
                  "z"], "c": ""}
        response:
          status: 200

      """
    let file = try CassetteFile(path: "a.yaml", content: Array(text.utf8))
    #expect(
      String(decoding: try file.interaction(at: 0).request.body.bytes, as: UTF8.self)
        == "{\"a\":\"one two\n\",\"b\":[\"\",\"xyz\"],\"c\":\"\"}")
  }

  @Test func `a secret within a piece, and one over two, is replaced in its form`() throws {
    let token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    let text = Self.prompt + "The token is \(token) and no other.\n" + Self.prompt
    let password = (1...40).map { "correct\($0) horse" }.joined(separator: " ")
    let body = try json(["content": text, "password": password])
    let cassette = CassetteWriter.prologue + CassetteWriter().item(interaction(body))
    #expect(String(decoding: cassette, as: UTF8.self).contains("\"password\":\n"))
    let result = try CassetteRedactor(.standard).redact(cassette, path: "a.yaml")
    let redacted = String(decoding: result.content, as: UTF8.self)
    #expect(!redacted.contains(token))
    #expect(!redacted.contains("correct2 "))
    #expect(redacted.contains("json_folded: |-"))
    #expect(redacted.contains("\"Line 3 of"))
    let file = try CassetteFile(path: "a.yaml", content: result.content)
    let read = String(decoding: try file.interaction(at: 0).request.body.bytes, as: UTF8.self)
    #expect(read.contains("\"password\":\"{{"))
    #expect(JSONText(Array(read.utf8)) != nil)
    #expect(
      try CassetteRedactor(.standard).redact(result.content, path: "a.yaml").outcome == .init())
  }
}
