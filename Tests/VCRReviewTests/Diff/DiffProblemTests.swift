import Foundation
import Testing

@testable import VCRCore
@testable import VCRReview

/// Cassettes that could not be compared, in each format.
struct DiffProblemTests {
  private static let token = "ghp_" + "Zk3xQ9vT2mB7wR4nL8pD1sF6hJ5gK0aYcVbN"

  private static func problem(_ path: String, _ reason: String, line: Int = 3) -> DiffProblem {
    DiffProblem(
      path: "pair", error: CassetteError(path: path, line: line, column: 1, reason: reason),
      redaction: .standard)
  }

  @Test func `each format names them, with the place and the reason`() throws {
    let problems = [Self.problem("HEAD:b.yaml", "no item")]
    let diff = try DiffFixture.diff([DiffFixture.json("1")], [DiffFixture.json("2")])
    #expect(
      DiffMarkdown.text([diff], problems: problems).hasPrefix(
        """
        **Cassettes: 1 changed**; **1 cassette could not be compared**

        - not compared: <code>HEAD&#58;b.yaml&#58;3&#58;1</code>: <code>no item</code>

        ####
        """))
    let page = DiffHTML.page([diff], problems: problems)
    #expect(page.contains("<h2>1 cassette could not be compared</h2>"))
    #expect(page.contains("<code>HEAD:b.yaml:3:1</code>: no item"))
    #expect(!page.contains("cassettes are the same"))
    #expect(
      DiffJSON.text([], problems: problems) == """
        {"cassettes":[],"problems":[{"path":"HEAD:b.yaml","line":3,"column":1,"reason":"no item"}],\
        "rules":[]}

        """)
    #expect(DiffHTML.page([], problems: problems).contains("<h1>1 cassette could not be compared"))
    #expect(!DiffHTML.page([], problems: problems).contains("cassettes are the same"))
    #expect(DiffJSON.text([]) == "{\"cassettes\":[],\"problems\":[],\"rules\":[]}\n")
  }

  @Test func `neither secrets nor control characters nor markup get out`() throws {
    let problem = Self.problem("a\n\u{1B}[2J<b>@all`.yaml", "found \(Self.token)\n\u{9B}<b>")
    #expect(!problem.description.contains(Self.token))
    #expect(problem.description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x9B })
    let texts = [
      DiffMarkdown.text([], problems: [problem]), DiffHTML.page([], problems: [problem]),
      DiffJSON.text([], problems: [problem]),
    ]
    for text in texts {
      #expect(!text.contains(Self.token))
      #expect(!text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x9B })
    }
    for text in texts.prefix(2) { #expect(!text.contains("<b>@all")) }
    #expect(!texts[0].contains("@all"))
    let lines = texts[0].split(separator: "\n")
    #expect(lines.count == 2)
  }

  @Test func `many of them leave room for what changed`() throws {
    let problems = (0..<3000).map { Self.problem("Cassettes/\($0).yaml", "no item") }
    let old = (0..<900).map { DiffFixture.json(#"{"n":\#($0)}"#, url: "https://api.test/\($0)") }
    let new = (0..<900).map { DiffFixture.json(#"{"n":-1}"#, url: "https://api.test/\($0)") }
    let text = DiffMarkdown.text([try DiffFixture.diff(old, new)], problems: problems)
    #expect(text.utf8.count < 65_536)
    #expect(text.contains("**3000 cassettes could not be compared**"))
    #expect(text.components(separatedBy: "<b>changed</b>").count > 200)
    #expect(text.firstRange(of: " more\n") != nil)
  }
}
