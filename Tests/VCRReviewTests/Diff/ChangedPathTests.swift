import Testing
import VCRCore

@testable import VCRReview

/// Interactions whose path is another one, and which nothing else tells from removed and added
/// ones.
@Suite struct ChangedPathTests {
  /// A cassette of one exchange for each target.
  private func cassette(_ exchanges: [(target: String, type: String, body: String)]) throws
    -> CassetteFile
  {
    var text = "vcr: 1\ninteractions:\n"
    for exchange in exchanges {
      let words = exchange.target.split(separator: " ")
      let (method, path) = words.count > 1 ? (words[0], words[1]) : ("GET", words[0])
      text += "- request:\n    method: \(method)\n    url: https://a.test\(path)\n"
      text += "  response:\n    status: 200 OK\n    headers:\n"
      text += "      Content-Type: \(exchange.type)\n"
      guard !exchange.body.isEmpty else { continue }
      text += "    body:\n      text: |-\n"
      text += exchange.body.split(separator: "\n", omittingEmptySubsequences: false)
        .map { "        \($0)\n" }.joined()
    }
    return try CassetteFile(path: "c.yaml", content: Array(text.utf8))
  }

  private func diff(
    _ old: [(String, String)], _ new: [(String, String)], type: String = "application/json"
  ) throws -> [InteractionChange] {
    try CassetteDiff(
      old: try cassette(old.map { ($0, type, $1) }), new: try cassette(new.map { ($0, type, $1) }),
      oldName: "old", newName: "new"
    ).changes
  }

  private func kinds(_ changes: [InteractionChange]) -> [String] { changes.map(\.kind.rawValue) }

  private func labels(_ change: InteractionChange?) -> [String] {
    change?.differences.map { "\(DiffWords.label($0)) \(DiffWords.value($0))" } ?? []
  }

  private let ada = #"{"id":1,"name":"Ada"}"#
  private let grace = #"{"id":7,"name":"Grace"}"#

  @Test func `another id in the path is one changed interaction`() throws {
    let changes = try diff([("/users/1", ada)], [("/users/7", grace)])
    #expect(kinds(changes) == ["changed"])
    #expect(
      labels(changes.first) == [
        "request url /users/* 1 → 7", "$.id 1 → 7", #"$.name "Ada" → "Grace""#,
      ])
    let deleted = try diff([("DELETE /orders/o_1a", "")], [("DELETE /orders/o_9c", "")])
    #expect(kinds(deleted) == ["changed"])
    let two = try diff([("/a/1/b/2?x=1", ada)], [("/a/3/b/4?x=2", ada)])
    #expect(kinds(two) == ["changed"])
  }

  @Test func `a name is another one where the content is alike`() throws {
    let names = try diff([("/users/ada", ada)], [("/users/grace", grace)])
    #expect(labels(names.first).first == "request url /users/* ada → grace")
    let encoded = try diff([("POST /a%20b/orders", "")], [("POST /c%20d/orders", "")])
    #expect(labels(encoded.first) == ["request url /*/orders a%20b → c%20d"])
    let one = try diff([("POST /a%20b/ada", ada)], [("POST /a%20b/grace", grace)])
    #expect(labels(one.first).first == "request url /a%20b/* ada → grace")
    // Two words alone are two things, however they are encoded.
    let space = try diff([("POST /a%20b", ada)], [("POST /c%20d", grace)])
    #expect(kinds(space).sorted() == ["added", "removed"])
    let words = try diff([("/ada", ada)], [("/grace", grace)])
    #expect(kinds(words).sorted() == ["added", "removed"])
    // An empty list says nothing about what it is a list of.
    let lists = try diff([("/api/orders", "[]")], [("/api/carts", "[]")])
    #expect(kinds(lists).sorted() == ["added", "removed"])
    let empty = try diff([("POST /api/start", "")], [("POST /api/stop", "")])
    #expect(kinds(empty).sorted() == ["added", "removed"])
  }

  @Test(
    arguments: [
      ("/users/1", "/users/7/orders"), ("/users/1", "/orders/7"), ("/users/1", "POST /users/7"),
      ("/users/1?page=2", "/users/7"),
    ])
  func `another shape of the path, method or query is another interaction`(
    old: String, new: String
  ) throws {
    let other = #"{"id":7,"total":5}"#
    #expect(kinds(try diff([(old, ada)], [(new, other)])).sorted() == ["added", "removed"])
    #expect(
      kinds(try diff([("/users/1", ada)], [("/users/7", other)])).sorted() == ["added", "removed"])
  }

  @Test func `several that could be meant are paired by their content, or not at all`() throws {
    let old = [("/users/1", ada), ("/users/2", #"{"id":2,"name":"Grace"}"#)]
    let told = try diff(old, [("/users/7", grace), ("/users/8", #"{"id":8,"name":"Ada"}"#)])
    #expect(kinds(told) == ["changed", "changed"])
    #expect(Set(told.flatMap(labels)).contains("request url /users/* 1 → 8"))
    #expect(Set(told.flatMap(labels)).contains("request url /users/* 2 → 7"))
    // One is certain, which leaves one for the other.
    let left = try diff(old, [("/users/7", grace), ("/users/8", #"{"id":8,"name":"Alan"}"#)])
    #expect(kinds(left) == ["changed", "changed"])
    let open = try diff(
      old, [("/users/7", #"{"id":7,"name":"x"}"#), ("/users/8", #"{"id":8,"name":"y"}"#)])
    #expect(kinds(open).sorted() == ["added", "added", "removed", "removed"])
    let more = try diff([("/users/1", ada)], [("/users/7", grace), ("/users/8", grace)])
    #expect(kinds(more).sorted() == ["added", "added", "removed"])
  }

  @Test func `texts are alike when half of their lines are`() throws {
    let page = "<html>\n<h1>One</h1>\n<p>foot</p>\n</html>"
    let alike = try diff(
      [("/posts/1", page)], [("/posts/2", page.replacing("One", with: "Two"))], type: "text/html")
    #expect(kinds(alike) == ["changed"])
    let other = try diff(
      [("/posts/1", page)], [("/posts/2", "<b>\nquite\nanother\n</b>")], type: "text/html")
    #expect(kinds(other).sorted() == ["added", "removed"])
  }

  @Test func `what is paired already stays so`() throws {
    let changes = try diff(
      [("/users/1", ada), ("/users/2", ada)], [("/users/2", grace), ("/users/3", ada)])
    #expect(kinds(changes) == ["changed", "changed"])
    #expect(labels(changes.first).contains("$.id 1 → 7"))
    #expect(labels(changes.last) == ["request url /users/* 1 → 3"])
  }
}
