import Foundation
import Testing

@testable import VCRCore
@testable import VCRReview

struct RenamedEndpointTests {
  private static func users(
    _ path: String, _ count: Int = 40, method: String = "GET"
  ) -> [Interaction] {
    (1...count).map { number in
      var interaction = DiffFixture.json(
        #"{"id":\#(number)}"#,
        url: "https://api.test" + path.replacing("N", with: "\(number)"))
      interaction.request.method = method
      return interaction
    }
  }

  private static func text(_ old: [Interaction], _ new: [Interaction]) throws -> String {
    DiffText(color: false).text([try DiffFixture.diff(old, new)])
  }

  @Test(arguments: [
    ("/v1/users/N", "/v2/users/N", "/v1/… → /v2/…"),
    ("/users/N?full=1", "/v2/users/N?full=1", "/… → /v2/…"),
    ("/api/v1/users/N", "/api/users/N", "/api/v1/… → /api/…"),
    ("/shop/users/N", "/shop/people/N", "/shop/users/… → /shop/people/…"),
    ("/users/N/all", "/users/N/every", "/users/…/all → /users/…/every"),
    ("/users/N", "/api/v2/users/N", "/… → /api/v2/…"),
    ("/v1/users/N/all", "/v2/people/N/all", "/v1/users/… → /v2/people/…"),
    ("/a/shop/v3/users/N", "/a/users/N", "/a/shop/v3/… → /a/…"),
    ("/catalog/things/N", "/v2/catalog/items/N", "/catalog/things/… → /v2/catalog/items/…"),
    ("/a/b/c/users/N", "/x/users/N", "/a/b/c/… → /x/…"),
  ])
  func `a renamed endpoint is one line with its places`(old: String, new: String, words: String)
    throws
  {
    let text = try Self.text(Self.users(old), Self.users(new))
    let lines = text.split(separator: "\n")
    #expect(text.contains(": 40 changed\n"), "\(text)")
    #expect(lines.count == 4, "\(text)")
    #expect(lines[2] == "    request url path  \(words)", "\(text)")
    #expect(lines[3] == "    the same in 39 more: #2–#40", "\(text)")
  }

  @Test func `an item of the query of another name is reported once`() throws {
    func pages(_ name: String) -> [Interaction] {
      (1...6).map { page in
        let items = (1...4).map { #"{"id":\#(page * 10 + $0),"name":"thing \#(page * 10 + $0)"}"# }
        return DiffFixture.json(
          #"{"page":\#(page),"items":[\#(items.joined(separator: ","))]}"#,
          url: "https://a.test/items?\(name)=\(page)&size=9")
      }
    }
    let text = try Self.text(pages("page"), pages("p"))
    let lines = text.split(separator: "\n")
    #expect(lines.count == 4, "\(text)")
    #expect(lines[2] == "    request url ?page  ?page → ?p", "\(text)")
    #expect(lines[3] == "    the same in 5 more: #2–#6", "\(text)")
  }

  @Test func `a host of another name is reported once, without the paths`() throws {
    let new = Self.users("/v1/users/N").map { interaction in
      var moved = interaction
      moved.request.url = moved.request.url.replacing("https://api.test", with: "http://b.test:81")
      return moved
    }
    let lines = try Self.text(Self.users("/v1/users/N"), new).split(separator: "\n")
    #expect(
      lines.dropFirst(2) == [
        "    request url origin  https://api.test → http://b.test:81",
        "    the same in 39 more: #2–#40",
      ], "\(lines)")
  }

  @Test func `Markdown and the page tell it once, too`() throws {
    let diff = try DiffFixture.diff(Self.users("/v1/users/N"), Self.users("/v2/users/N"))
    let comment = DiffMarkdown.text([diff])
    #expect(comment.components(separatedBy: "<summary>").count == 2, "\(comment)")
    #expect(comment.contains("the same in 39 more&#58; &#35;2–&#35;40"), "\(comment)")
    #expect(comment.contains("- /v1/…\n+ /v2/…"), "\(comment)")
    let page = DiffHTML.page([diff])
    #expect(page.components(separatedBy: "class=\"entry change").count == 2)
    #expect(page.contains("<summary>the same in 39 more: #2–#40</summary>"))
    #expect(page.contains("<b>GET</b> https://api.test/v2/users/40</code>"))
  }

  @Test func `what changed besides is told where it did`() throws {
    var new = Self.users("/v2/users/N")
    new[9] = DiffFixture.json(#"{"id":"ten"}"#, url: "https://api.test/v2/users/10")
    let text = try Self.text(Self.users("/v1/users/N"), new)
    #expect(text.contains("~ #10 GET https://api.test/v2/users/10"), "\(text)")
    #expect(text.contains("$.id"), "\(text)")
    #expect(text.contains("the same in 38 more: #2–#9, #11–#40"), "\(text)")
  }

  @Test func `several methods of one endpoint are one rename`() throws {
    let old = Self.users("/v1/users/N", 2) + Self.users("/v1/users/N", 2, method: "DELETE")
    let new = Self.users("/v2/users/N", 2) + Self.users("/v2/users/N", 2, method: "DELETE")
    #expect(try Self.text(old, new).contains("the same in 3 more"))
  }

  @Test func `other ids, other hosts, other queries and two interactions are no rename`() throws {
    func short(_ old: [Interaction], _ new: [Interaction]) throws -> Set<Character> {
      Set(DiffFixture.short(try DiffFixture.diff(old, new)).compactMap(\.first))
    }
    let ids = (1...9).map { DiffFixture.json("{}", url: "https://api.test/users/a\($0)") }
    let others = (1...9).map { DiffFixture.json("{}", url: "https://api.test/users/b\($0)") }
    #expect(try short(ids, others) == ["+", "-"])
    #expect(try short(Self.users("/v1/N?a=1"), Self.users("/v2/N?a=2")) == ["+", "-"])
    #expect(try short(Self.users("/v1/N", 2), Self.users("/v2/N", 2)) == ["+", "-"])
    // Two endpoints that have nothing in common.
    #expect(try short(Self.users("/v1/users"), Self.users("/v2/people")) == ["+", "-"])
  }

  @Test func `a thousand interactions of many endpoints are compared quickly`() throws {
    let old = (0..<1_000).map {
      DiffFixture.json("{}", url: "https://api.test/v1/a\($0 % 7)/b\($0 % 31)/\($0)")
    }
    let new = (0..<1_000).map {
      DiffFixture.json("{}", url: "https://api.test/v2/a\($0 % 7)/b\($0 % 31)/\($0)")
    }
    let diff = try DiffFixture.diff(old, new)
    #expect(diff.changes.count == 1_000)
    #expect(diff.changes.allSatisfy { $0.kind == .changed })
  }

  @Test func `one other response among equal requests is that one`() throws {
    func polls(_ changed: Int?) -> [Interaction] {
      (1...500).map {
        DiffFixture.json(
          #"{"state":"\#($0 == changed ? "done" : "busy")"}"#, url: "https://api.test/poll")
      }
    }
    #expect(DiffFixture.short(try DiffFixture.diff(polls(nil), polls(251))) == ["~251→251"])
  }
}
