import Testing
import VCRCore

@testable import VCRReview

/// Which responses are worse than others, and why.
struct WorseResponseTests {
  private static func response(_ type: String, _ text: String, status: Int = 200)
    -> Interaction.Response
  {
    Interaction.Response(
      status: status, headers: ["Content-Type": type], body: Body(Array(text.utf8)))
  }

  private func reason(
    _ live: Interaction.Response, insteadOf recorded: Interaction.Response,
    headers: HeaderFields = [:]
  ) -> String? {
    WorseResponse.reason(
      live, insteadOf: recorded,
      request: .init(
        method: "GET", url: "http://api.test/a", headers: headers, body: Body([])))
  }

  private static let item = response("application/json", #"{"id":1,"items":[1]}"#)

  @Test func `a part is worse than the whole, unless the request asks for it`() {
    let part = Self.response("application/json", #"{"id":1,"it"#, status: 206)
    #expect(reason(part, insteadOf: Self.item) == "a part of the content, status 206")
    let whole = Self.response("text/plain", "abc")
    let other = Self.response("text/plain", "ab", status: 206)
    #expect(reason(other, insteadOf: whole, headers: ["Range": "bytes=0-1"]) == nil)
  }

  @Test(arguments: [
    ("application/x-ndjson", "{\"a\":1}\n", "{\"a\":1}\n{\"a\":2}\n"),
    ("application/json", "{\"a\":1}\n{\"a\":2}\n", "{\"a\":1}\n"),
    ("application/json", "[]", "[]"),
    ("application/json", #"{"items":[]}"#, #"{"items":[],"total":0}"#),
    ("application/json", #"{"on":true,"count":3}"#, #"{"on":false,"count":0}"#),
    ("application/json", #"{"id":1,"items":[1]}"#, #"{"id":1,"items":[]}"#),
    ("application/json", "{}", "null"),
    ("application/json", "[]", "{}"),
    ("application/json", "not json", "not json, either"),
    ("application/json", #"{"message":"hello"}"#, #"{"message":"good bye"}"#),
    ("text/plain", "a", "b"),
  ])
  func `what is as good is no worse`(type: String, old: String, new: String) {
    #expect(reason(Self.response(type, new), insteadOf: Self.response(type, old)) == nil)
  }

  @Test(arguments: [
    ("application/json", "false", "false where JSON was recorded"),
    ("application/json", #""Service Unavailable""#, " where JSON was recorded"),
    ("application/json", "[]", "[] where JSON was recorded"),
    ("application/json", #"{"id":"#, "JSON that is broken or ends early"),
    ("text/plain", "Too Many Requests", "text/plain where JSON was recorded"),
    (
      "application/json", #"{"message":"Throttled"}"#,
      "nothing but “message” in place of the content"
    ),
  ])
  func `what lacks the content that was recorded is worse`(
    type: String, text: String, expected: String
  ) throws {
    let found = try #require(reason(Self.response(type, text), insteadOf: Self.item))
    #expect(found.hasSuffix(expected), "\(found)")
  }

  @Test func `a list that was emptied is worse than one with elements`() {
    let list = Self.response("application/json", #"[{"id":1}]"#)
    #expect(
      reason(Self.response("application/json", "[ ]"), insteadOf: list)
        == "an empty list in place of 1 element")
    let page = Self.response("application/json", #"{"data":{"a":1},"more":true}"#)
    #expect(
      reason(Self.response("application/json", #"{"data":null,"more":false}"#), insteadOf: page)
        == "nothing in “data”, where something was recorded")
  }

  @Test func `an object without members is worse than a list`() {
    let list = Self.response("application/json", #"[{"id":1}]"#)
    #expect(
      reason(Self.response("application/json", "{}"), insteadOf: list)
        == "{} where JSON was recorded")
  }

  @Test(arguments: [
    ("Shop", "Log in", true), ("Shop", "Blog in May", false), ("Sign in", "Log in", false),
    ("Shop", "503 Service Unavailable", true), ("Shop", "Maintenance manuals", true),
    ("Maintenance manuals", "Maintenance", false), ("Shop", "Shop, new", false),
  ])
  func `a page that says it is another one by its title is worse`(
    old: String, new: String, isWorse: Bool
  ) {
    func page(_ title: String) -> Interaction.Response {
      Self.response("text/html", "<html><head><title>\(title)</title></head><p>a</p></html>")
    }
    #expect((reason(page(new), insteadOf: page(old)) != nil) == isWorse)
  }
}
