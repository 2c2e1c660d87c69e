import Foundation
import Testing

@testable import VCRCore
@testable import VCRReview

struct DiffRenderingTests {
  private static let hostile =
    "\u{1B}[2J``` ````` </details><script>@everyone #123 https://evil.test\u{202E}"

  private func hostileDiff() throws -> CassetteDiff {
    let hostile = JSONValue.string(Self.hostile).text
    return try DiffFixture.diff(
      [
        DiffFixture.json(#"{"a":1}"#),
        DiffFixture.interaction("one\n\(Self.hostile)\n", type: "text/plain"),
      ],
      [
        DiffFixture.json(#"{"a":\#(hostile)}"#, headers: ["X-A": Self.hostile]),
        DiffFixture.interaction("two\n\(Self.hostile) \n", type: "text/plain"),
      ])
  }

  @Test func `text has a heading, a line for each interaction and its differences`() throws {
    let diff = try DiffFixture.diff(
      [DiffFixture.json(#"{"a":1}"#)], [DiffFixture.json(#"{"a":2}"#, status: 404)])
    #expect(
      DiffText(color: false).text([diff]) == """
        old.yaml → new.yaml: 1 changed
        ~ #1 GET https://api.test/users  200 OK → 404 Not Found
            status  200 → 404
            $.a     1 → 2

        """)
    #expect(
      DiffText(color: false).summary([diff]) == """
         old.yaml → new.yaml | 1 changed
         1 cassette: 1 changed

        """)
  }

  @Test func `nothing that a terminal obeys gets out`() throws {
    let text = DiffText(color: false).text([try hostileDiff()])
    let isPlain = text.unicodeScalars.allSatisfy {
      $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x202E)
    }
    #expect(isPlain)
  }

  @Test func `contents do not get out of a comment's blocks`() throws {
    let text = DiffMarkdown.text([try hostileDiff()])
    var fence: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = fence {
        if line == open { fence = nil }
      } else if line.hasPrefix("```") {
        fence = String(line.prefix { $0 == "`" })
      } else {
        let isPlain =
          !line.contains("@everyone") && !line.contains("#123") && !line.contains("<script")
        #expect(isPlain)
      }
    }
    #expect(fence == nil)
    #expect(
      text.components(separatedBy: "<details>").count
        == text.components(separatedBy: "\n</details>").count)
  }

  @Test func `a comment stays below GitHub's limit and says what it left out`() throws {
    let old = (0..<3000).map { DiffFixture.json(#"{"n":\#($0)}"#, url: "https://api.test/\($0)") }
    let new = (0..<3000).map {
      DiffFixture.json(#"{"n":\#($0 + 1)}"#, url: "https://api.test/\($0)")
    }
    let text = DiffMarkdown.text([try DiffFixture.diff(old, new)])
    #expect(text.utf8.count < 65_536)
    #expect(text.contains("Left out"))
  }

  @Test func `JSON can be read and holds the differences`() throws {
    let text = DiffJSON.text([try hostileDiff()])
    let value = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let cassettes = try #require(value["cassettes"] as? [[String: Any]])
    let changes = try #require(cassettes.first?["changes"] as? [[String: Any]])
    #expect(changes.count == 2)
    #expect(changes.allSatisfy { $0["kind"] as? String == "changed" })
  }
}
