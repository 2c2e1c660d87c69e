import Testing

@testable import VCRCore

/// Places in the events and lines of streams, as they are written.
struct StreamScopeTests {
  @Test(arguments: [
    ("event $.id", "event"), ("event(ping)", "event(ping)"), ("event(14) $.a", "event(14)"),
    ("event(14 content_block_delta) $.delta.text", "event(14 content_block_delta)"),
    ("event(3) id", "event(3)"), ("event( 3  x )  $", "event(3 x)"), ("line(2) $.n", "line(2)"),
    ("line $.n", "line"), ("event('a b') $.x", "event('a b')"), ("event('3')", "event('3')"),
    ("event(2 'it\\'s')", "event(2 'it\\'s')"),
    ("event(response.created) $.x", "event(response.created)"),
  ])
  func `a place is read as it is printed`(text: String, words: String) throws {
    let path = try JSONPath(parsing: text)
    let scope = try #require(path.scope)
    #expect(scope.words == words)
    let target = text.split(separator: " ").last ?? ""
    let again = try JSONPath(
      parsing: words
        + (target.hasPrefix("$") ? " $" : target == "id" ? " id" : words.contains("(") ? "" : " $"))
    #expect(again.scope == scope)
    #expect(path.description == text)
    #expect(JSONPath.isPath(text))
    #expect(try VolatileName(named: text) == .place(path))
  }

  @Test(arguments: [
    ("event", 1), ("event(", 7), ("event()", 7), ("event(0) $.a", 7), ("event(a", 8),
    ("event $.a-b", 10),
    ("event foo", 7), ("event(a) comment", 10), ("line(x) $.n", 7), ("line(1) id", 9),
    ("event ", 7),
    ("event('a) $", 7), ("events $.a", 1),
  ])
  func `a wrong place is reported with its column`(text: String, column: Int) throws {
    let error = #expect(throws: JSONPathError.self) { try JSONPath(parsing: text) }
    #expect(error?.path == text)
    #expect(
      (error?.column ?? 0) > 0 && (error?.column ?? 0) <= text.count + 1,
      "\(String(describing: error))")
  }

  @Test func `names with commas in parentheses are one word of a list`() {
    #expect(
      VolatileName.words(of: "X-A, event('a,b') $.x, event(ping),$['c,d']")
        == ["X-A", "event('a,b') $.x", "event(ping)", "$['c,d']"])
  }

  // MARK: - The policy

  private func request(_ body: String, type: String = "application/x-ndjson")
    -> Interaction.Request
  {
    .init(
      method: "POST", url: "https://a.example/_bulk", headers: ["Content-Type": type],
      body: Body(Array(body.utf8)))
  }

  @Test(arguments: [
    ("json", "{\"a\":1, \"b\":2}\n{\"c\":3}\n", "{\"b\":2,\"a\":1}\r\n{\"c\":3.0}", true),
    ("json", "{\"a\":1}\n{\"c\":3}\n", "{\"a\":1}\n{\"c\":4}\n", false),
    ("json", "{\"a\":1}\n", "{\"a\":1}\n{\"a\":1}\n", false),
    (
      "json(ignoring $.id)", "{\"id\":1,\"x\":1}\n{\"id\":2}\n", "{\"id\":3,\"x\":1}\n{\"id\":4}\n",
      true
    ),
    ("json(ignoring line $.id)", "{\"id\":1}\n{\"id\":2}\n", "{\"id\":3}\n{\"id\":4}\n", true),
    ("json(ignoring line(2) $.id)", "{\"id\":1}\n{\"id\":2}\n", "{\"id\":1}\n{\"id\":4}\n", true),
    ("json(ignoring line(2) $.id)", "{\"id\":1}\n{\"id\":2}\n", "{\"id\":3}\n{\"id\":2}\n", false),
    ("json(ignoring line(2))", "{\"id\":1}\n{\"id\":2}\n", "{\"id\":1}\n{\"id\":4}\n", true),
    ("json(only line $.id)", "{\"id\":1,\"t\":1}\n", "{\"id\":1,\"t\":2}\n", true),
    ("json", "{\"a\":\"cut", "{\"a\":\"cup", false),
  ])
  func `a policy compares the lines of a request`(
    words: String, one: String, other: String, isEqual: Bool
  ) throws {
    let policy = try RequestEquivalence(parsing: "method,url," + words)
    #expect(
      policy.areEquivalent(request(one), request(other)) == isEqual)
    let differences = policy.differences(incoming: request(other), recorded: request(one))
    #expect(differences.isEmpty == isEqual, "\(differences)")
  }

  @Test func `a policy compares events without those that it ignores`() throws {
    let policy = try RequestEquivalence(
      parsing: "method,url,json(ignoring event(ping), event(a) $.id)")
    let type = "text/event-stream"
    let one = request("event: a\ndata: {\"id\":1,\"n\":1}\n\nevent: ping\ndata: {}\n\n", type: type)
    let same = request("event: a\ndata: {\"id\":2,\"n\":1}\n\n", type: type)
    let other = request("event: b\ndata: {\"id\":1,\"n\":1}\n\n", type: type)
    #expect(policy.areEquivalent(one, same))
    #expect(!policy.areEquivalent(one, other))
  }
}
