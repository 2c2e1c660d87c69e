import Testing

@testable import VCRCore
@testable import VCRReview

struct FoldedChangeTests {
  /// A service of pages, of which some have a currency.
  private static func pages(_ count: Int, currency: (Int) -> String?) -> [Interaction] {
    (1...count).map { page in
      let text = currency(page).map { #","currency":"\#($0)""# } ?? ""
      return DiffFixture.json(#"{"page":\#(page)\#(text)}"#, url: "https://api.test/p/\(page)")
    }
  }

  private static func text(_ old: [Interaction], _ new: [Interaction]) throws -> String {
    DiffText(color: false).text([try DiffFixture.diff(old, new)])
  }

  @Test func `the same change in many interactions is reported once with its places`() throws {
    let text = try Self.text(
      Self.pages(51) { _ in nil }, Self.pages(51) { $0 == 20 ? "USD" : "EUR" })
    let lines = text.split(separator: "\n")
    #expect(lines.count { $0.contains("$.currency  added") } == 2, "\(text)")
    #expect(text.contains("    the same in 49 more: #2–#19, #21–#51\n"), "\(text)")
    #expect(text.contains("~ #20 GET https://api.test/p/20  200 OK\n"), "\(text)")
    #expect(text.contains(": 51 changed\n"))
  }

  @Test func `what differs in the spelling of a character alone is not the same`() throws {
    let text = try Self.text(
      Self.pages(5) { _ in nil }, Self.pages(5) { $0 == 4 ? "caf\u{E9}" : "cafe\u{301}" })
    #expect(text.contains("    the same in 3 more: #2–#3, #5\n"), "\(text)")
    #expect(text.contains("~ #4 GET https://api.test/p/4  200 OK\n"), "\(text)")
  }

  @Test func `two equal changes are each reported`() throws {
    let text = try Self.text(Self.pages(2) { _ in nil }, Self.pages(2) { _ in "EUR" })
    #expect(!text.contains("the same in"), "\(text)")
    #expect(text.split(separator: "\n").count { $0.contains("$.currency  added") } == 2)
  }

  @Test func `an added interaction shows what was recorded`() throws {
    var added = DiffFixture.json(
      "[" + (1...40).map { "\"\($0)\"" }.joined(separator: ",") + "]",
      url: "https://api.test/graphql")
    added.request.method = "POST"
    added.request.headers = ["Content-Type": "application/json"]
    added.request.body = Body(Array(#"{"query":"{ shop }","password":"hunter2hunter2"}"#.utf8))
    let text = try Self.text([], [added])
    #expect(text.contains("    request body  application/json, "), "\(text)")
    #expect(text.contains(#"        "query": "{ shop }","#), "\(text)")
    #expect(!text.contains("hunter2"), "\(text)")
    #expect(text.contains("    body  application/json, 192 bytes\n"), "\(text)")
    #expect(text.contains("      … 32 more lines\n"), "\(text)")
  }

  @Test func `a comment on a pull request shows, folded, what was recorded`() throws {
    let added = DiffFixture.interaction("one\n```\ntwo @team\n", type: "text/plain")
    let text = DiffMarkdown.text([try DiffFixture.diff([], [added])])
    #expect(text.contains("<details>"), "\(text)")
    #expect(text.contains("````\nbody  text/plain, "), "\(text)")
    #expect(text.contains("two @team\n"), "\(text)")
  }

  @Test func `beyond a hundred added interactions their beginnings are left out`() throws {
    let text = try Self.text([], Self.pages(140) { _ in nil })
    let lines = text.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("+ #") } == 140)
    #expect(lines.count { $0.hasPrefix("    body  ") } == 100)
  }

  @Test func `no control character of a body that was added gets out`() throws {
    let text = try Self.text(
      [], [DiffFixture.interaction("a\u{202E}b\tc\n", type: "text/plain")])
    #expect(!text.contains("\u{202E}"))
  }
}
