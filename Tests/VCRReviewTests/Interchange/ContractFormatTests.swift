import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Contracts of Pact, imposters of Mountebank and expectations of MockServer.
@Suite struct ContractFormatTests {
  // MARK: - Pact

  private func pact(_ interactions: String, version: String = "3.0.0") throws -> ForeignCassette {
    try ForeignCassette(
      #"""
      {"consumer": {"name": "web"}, "provider": {"name": "users"}, "interactions": \#(interactions),
       "metadata": {"pactSpecification": {"version": "\#(version)"}}}
      """#)
  }

  @Test func `an interaction of a contract is a stub that compares what it names`() throws {
    let cassette = try pact(
      #"""
      [{"description": "a user", "providerStates": [{"name": "there is one"}],
        "request": {"method": "POST", "path": "/users/7", "query": {"q": ["x y"], "t": ["1", "2"]},
          "headers": {"Accept": "application/json", "Content-Type": "application/json"},
          "body": {"name": "Ann", "age": 30},
          "matchingRules": {"body": {"$.age": {"matchers": [{"match": "type"}]}},
            "header": {"Accept": {"matchers": [{"match": "regex", "regex": ".*"}]}}}},
        "response": {"status": 201, "headers": {"Content-Type": "application/json"},
          "body": {"id": 7, "tags": ["a", null]},
          "matchingRules": {"body": {"$.id": {"matchers": [{"match": "integer"}]}}}}}]
      """#)
    #expect(cassette.format == "Pact")
    #expect(cassette.losses == [], "\(cassette.problems)")
    let interaction = try #require(cassette.interactions.first)
    #expect(interaction.request.url == "http://localhost/users/7?q=x+y&t=1&t=2")
    #expect(
      interaction.rule
        == .init(
          match: ["method", "path", "query", "headers(content-type)", "json(ignoring $.age)"],
          times: .max))
    let response = try cassette.response()
    #expect(response.status == 201)
    #expect(response.body.bytes == Array(#"{"id":7,"tags":["a",null]}"#.utf8))
    #expect(cassette.policy == nil)
  }

  @Test func `earlier versions of a contract are read, with rules by paths alone`() throws {
    let cassette = try pact(
      #"""
      [{"description": "d", "provider_state": "s",
        "request": {"method": "put", "path": "/a", "query": "b=1&c=2", "headers": {"X-A": "1"},
          "body": {"k": 1, "l": [{"id": 2}]},
          "matchingRules": {"$.body.l[*].id": {"match": "type"}, "$.query.c": {"match": "type"},
            "$.headers.X-A": {"match": "regex", "regex": "."}, "$.path": {"match": "regex"}}},
        "response": {"status": 204}}]
      """#, version: "2.0.0")
    let interaction = try #require(cassette.interactions.first)
    #expect(interaction.request.method == "PUT")
    #expect(interaction.request.url == "http://localhost/a?b=1&c=2")
    #expect(
      interaction.rule?.match == [
        "method", "path", "query(ignoring c)", "json(ignoring $.l[*].id)",
      ])
    #expect(cassette.losses.map(\.kind) == [.member], "\(cassette.problems)")
    #expect(try cassette.response().body.isEmpty)
  }

  @Test func `the bodies of version 4 are read by what they say they are`() throws {
    func response(_ body: String) throws -> Interaction.Response {
      let cassette = try pact(
        #"[{"type": "Synchronous/HTTP", "key": "1", "pending": false, "request": {"method": "GET","#
          + #" "path": "/"}, "response": {"status": 200, "headers": {"X": ["a", "b"]}, "body": "#
          + body + "}}]", version: "4.0")
      #expect(cassette.losses == [], "\(cassette.problems)")
      return try cassette.response()
    }
    let json = try response(
      #"{"content": {"a": 1}, "contentType": "application/json", "encoded": false}"#)
    #expect(json.body.bytes == Array(#"{"a":1}"#.utf8))
    #expect(json.headers.values("X") == ["a", "b"])
    let bytes = try response(
      #"{"content": "AAH/", "contentType": "image/png", "encoded": "base64"}"#)
    #expect(bytes.body.bytes == [0, 1, 255] && bytes.headers["Content-Type"] == "image/png")
    let text = try response(#"{"content": "hi", "contentType": "text/plain", "encoded": false}"#)
    #expect(text.body.bytes == Array("hi".utf8))
  }

  @Test(
    arguments: [
      ("image/png", #""AAH/""#, [0, 1, 255]), ("image/svg+xml", #""<svg/>""#, Array("<svg/>".utf8)),
      ("application/json", #""\"a b\"""#, Array(#""a b""#.utf8)),
      ("application/json", #""a b""#, Array(#""a b""#.utf8)),
      ("text/plain", #""{\"a\": 1}""#, Array(#"{"a": 1}"#.utf8)),
    ] as [(String, String, [UInt8])])
  func `a text of earlier versions is a body by its type`(
    type: String, body: String, bytes: [UInt8]
  ) throws {
    let cassette = try pact(
      #"[{"request": {"method": "GET", "path": "/"}, "response": {"status": 200, "headers": "#
        + #"{"Content-Type": "\#(type)"}, "body": \#(body)}}]"#)
    #expect(try cassette.response().body.bytes == bytes)
  }

  @Test func `messages of a contract, and the same request in another state, are named`() throws {
    let one =
      #"{"request": {"method": "GET", "path": "/"}, "response": {"status": 200}, "#
      + #""providerState": "a"}"#
    let cassette = try pact(
      "[\(one),\n \(one.replacing("200", with: "404")), "
        + #"{"type": "Asynchronous/Messages", "contents": {}}]"#)
    #expect(cassette.interactions.count == 2)
    #expect(cassette.losses.map(\.kind) == [.interaction, .document], "\(cassette.problems)")
    let messages = try ForeignCassette(
      #"{"consumer": {"name": "a"}, "provider": {"name": "b"}, "messages": [{"contents": {}}]}"#)
    #expect(messages.interactions.isEmpty && messages.losses.map(\.kind) == [.interaction])
  }

  // MARK: - Mountebank

  private func imposter(_ stubs: String, _ more: String = "") throws -> ForeignCassette {
    try ForeignCassette(
      #"""
      {"imposters": [{"protocol": "http", "port": 4545, "name": "users", "recordRequests": false,
        "numberOfRequests": 2, "stubs": \#(stubs)\#(more)}]}
      """#)
  }

  @Test func `a stub of Mountebank is read with its predicates, its body and its wait`() throws {
    let cassette = try imposter(
      #"""
      [{"predicates": [{"equals": {"method": "POST", "path": "/users", "query": {"a": "1"},
          "headers": {"Accept": "*/*"}}}, {"deepEquals": {"body": {"k": 1}}}],
        "responses": [{"is": {"statusCode": 201, "headers": {"Content-Type": "application/json",
          "Set-Cookie": ["a=1", "b=2"]}, "body": {"id": 7}, "_mode": "text",
          "_proxyResponseTime": 12}, "behaviors": [{"wait": 250}]}]},
       {"predicates": [{"and": [{"deepEquals": {"query": {}}}, {"equals": {"path": "/b"}}]}],
        "responses": [{"is": {"body": "AAH/", "_mode": "binary"}}, {"is": {"body": "two"}}]}]
      """#)
    #expect(cassette.format == "Mountebank")
    let first = try #require(cassette.interactions.first)
    #expect(first.request.method == "POST")
    #expect(first.request.url == "http://localhost:4545/users?a=1")
    #expect(
      first.rule
        == .init(
          match: ["method", "path", "query(only a)", "headers(accept)", "json"], times: .max))
    #expect(first.seconds == 0.25)
    let response = try cassette.response()
    #expect(response.status == 201)
    #expect(response.headers.values("Set-Cookie") == ["a=1", "b=2"])
    // Mountebank itself serves JSON so.
    #expect(response.body.bytes == Array("{\n    \"id\": 7\n}".utf8))
    #expect(cassette.interactions.map(\.rule?.times) == [.max, 1, 1])
    #expect(cassette.interactions[1].request.url == "http://localhost:4545/b")
    #expect(try cassette.response(1).body.bytes == [0, 1, 255])
    #expect(try cassette.response(2).body.bytes == Array("two".utf8))
    // That the first comes again after the last is said.
    #expect(cassette.losses.map(\.kind) == [.member], "\(cassette.problems)")
  }

  @Test func `fields of a form that a stub or an expectation wants are compared as such`() throws {
    let stubs = try imposter(
      #"""
      [{"predicates": [{"equals": {"path": "/a", "form": {"a": "1", "b": ["2", "3"]}}}],
        "responses": [{"is": {}}]},
       {"predicates": [{"deepEquals": {"form": {"a": "1"}}}], "responses": [{"is": {}}]}]
      """#)
    #expect(stubs.losses == [], "\(stubs.problems)")
    #expect(stubs.interactions[0].rule?.match == ["path", "form(only a, b)"])
    #expect(stubs.interactions[0].request.body.bytes == Array("a=1&b=2&b=3".utf8))
    #expect(stubs.interactions[1].rule?.match == ["form"])
    let expectation = try ForeignCassette(
      #"""
      [{"httpRequest": {"path": "/a", "body": {"type": "PARAMETERS", "parameters": {"a": ["1"]}}},
        "httpResponse": {"statusCode": 200}}]
      """#)
    #expect(expectation.losses == [], "\(expectation.problems)")
    let interaction = try #require(expectation.interactions.first)
    #expect(interaction.rule?.match == ["path", "form(only a)"])
    #expect(interaction.request.headers["Content-Type"] == "application/x-www-form-urlencoded")
  }

  @Test(arguments: [
    (
      #"[{"predicates": [{"equals": {"path": "/x"}, "caseSensitive": true, "comment": "c", "#
        + #""jsonpath": {"selector": "$.a"}}], "responses": [{"is": {}}]}]"#, 1
    ),
    (#"[{"predicates": [{"contains": {"path": "x"}}], "responses": [{"is": {}}]}]"#, 1),
    (
      #"[{"predicates": [{"equals": {"path": "/x"}, "except": "y"}], "responses": [{"is": {}}]}]"#,
      1
    ),
    (#"[{"responses": [{"proxy": {"to": "http://x.test"}}]}]"#, 0),
    (#"[{"responses": [{"inject": "f"}]}]"#, 0),
    (#"[{"responses": [{"is": {}, "_behaviors": {"decorate": "f"}}]}]"#, 1),
  ])
  func `what Mountebank has no exact value for is named`(stubs: String, count: Int) throws {
    let cassette = try imposter(stubs)
    #expect(cassette.interactions.count == count)
    #expect(cassette.losses.count == 1, "\(cassette.problems)")
  }

  @Test func `a stub of very many responses and predicates is not read to its end`() throws {
    let predicates = (0..<2_000).map { #"{"equals": {"query": {"q\#($0)": "1"}}}"# }
    let responses = (0..<2_000).map { #"{"is": {"body": "\#($0)"}}"# }
    let cassette = try imposter(
      "[{\"predicates\": [\(predicates.joined(separator: ","))], "
        + "\"responses\": [\(responses.joined(separator: ","))]}]")
    #expect(cassette.interactions.count < 500)
    #expect(cassette.interactions.first?.rule?.match?.count == 2_000)
    #expect(cassette.losses.count { $0.kind == .interaction } > 1_500)
  }

  @Test func `an imposter alone is read, and its default response named`() throws {
    let cassette = try ForeignCassette(
      #"{"protocol": "https", "port": 1, "defaultResponse": {"statusCode": 400}, "#
        + #""stubs": [{"responses": [{"is": {"body": "x"}}]}]}"#)
    #expect(cassette.format == "Mountebank")
    #expect(cassette.interactions.first?.request.url == "https://localhost:1/")
    #expect(cassette.interactions.first?.rule?.match == [])
    #expect(cassette.losses.map(\.kind) == [.document])
  }

  // MARK: - MockServer

  @Test func `an expectation of MockServer is read with what it compares`() throws {
    let cassette = try ForeignCassette(
      #"""
      [{"id": "1", "priority": 0, "httpRequest": {"method": "GET", "path": "/low"},
        "httpResponse": {"statusCode": 200, "body": "low"}, "times": {"unlimited": true},
        "timeToLive": {"unlimited": true}},
       {"id": "2", "priority": 10, "httpRequest": {"method": "POST", "path": "/a",
          "queryStringParameters": {"q": ["x y"]}, "headers": [{"name": "Accept", "values": ["*/*"]}],
          "cookies": {"sid": "1"}, "keepAlive": true, "secure": true,
          "body": {"type": "JSON", "json": {"k": 1}, "matchType": "ONLY_MATCHING_FIELDS"}},
        "httpResponse": {"statusCode": 201, "reasonPhrase": "Made",
          "headers": {"X-Two": ["a", "b"]}, "cookies": {"sid": "2"},
          "body": {"type": "BINARY", "base64Bytes": "AAH/", "contentType": "image/png"},
          "delay": {"timeUnit": "SECONDS", "value": 2}},
        "times": {"remainingTimes": 3, "unlimited": false}}]
      """#)
    #expect(cassette.format == "MockServer")
    #expect(cassette.losses == [], "\(cassette.problems)")
    // That with the higher priority comes first.
    let first = try #require(cassette.interactions.first)
    #expect(first.request.url == "https://localhost/a?q=x+y")
    #expect(
      first.request.headers == [
        "Accept": "*/*", "Cookie": "sid=1", "Content-Type": "application/json",
      ])
    #expect(
      first.rule
        == .init(
          match: [
            "scheme", "method", "path", "query(only q)", "headers(accept, cookie)",
            "json(only $.k)",
          ],
          times: 3))
    #expect(first.seconds == 2)
    let response = try cassette.response()
    #expect(response.status == 201 && response.reason == "Made")
    #expect(response.headers.values("X-Two") == ["a", "b"])
    #expect(response.headers["Set-Cookie"] == "sid=2")
    #expect(response.headers["Content-Type"] == "image/png")
    #expect(response.body.bytes == [0, 1, 255])
    #expect(cassette.interactions[1].rule == .init(match: ["method", "path"], times: .max))
  }

  @Test(arguments: [
    #"{"httpRequest": {"body": {"a": {"b": 1}, "l": [1]}}, "httpResponse": {}}"#,
    #"{"protocol": "http", "port": 1, "stubs": [{"predicates": [{"equals": {"body": "#
      + #"{"a": {"b": 1}, "l": [1]}}}], "responses": [{"is": {}}]}]}"#,
  ])
  func `an object that need not be whole is compared in its members`(recording: String) throws {
    let cassette = try ForeignCassette(recording)
    #expect(cassette.losses == [], "\(cassette.problems)")
    let rule = try #require(cassette.interactions.first?.rule?.match)
    #expect(rule == ["json(only $.a.b, $.l)"])
    let recorded = try #require(cassette.interactions.first?.request)
    func asked(_ body: String) -> Interaction.Request {
      Interaction.Request(
        method: "POST", url: "http://x.test/", headers: ["Content-Type": "application/json"],
        body: Body(Array(body.utf8)))
    }
    let policy = try RequestEquivalence(parsing: rule.joined(separator: ", "))
    #expect(policy.areEquivalent(asked(#"{"x": 0, "l": [1], "a": {"c": 2, "b": 1}}"#), recorded))
    #expect(!policy.areEquivalent(asked(#"{"l": [1], "a": {"b": 2}}"#), recorded))
    #expect(!policy.areEquivalent(asked(#"{"a": {"b": 1}}"#), recorded))
  }

  @Test func `what MockServer recorded is read as it happened`() throws {
    let cassette = try ForeignCassette(
      #"""
      [{"timestamp": "2026-03-04 12:00:00.250", "httpRequest": {"method": "GET", "path": "/a(b)",
          "headers": {"Host": ["api.example.test"], "User-Agent": ["x"]}, "secure": false,
          "queryStringParameters": {"q": [".*"]}, "localAddress": "127.0.0.1:1"},
        "httpResponse": {"statusCode": 200, "headers": {"content-type": ["text/plain"]},
          "body": {"type": "STRING", "string": "é", "rawBytes": "6Q==", "contentType": "text/plain"}}}]
      """#)
    #expect(cassette.losses == [], "\(cassette.problems)")
    let interaction = try #require(cassette.interactions.first)
    #expect(interaction.request.url == "http://api.example.test/a(b)?q=.*")
    #expect(interaction.rule == nil && interaction.recordedAt != nil)
    #expect(try cassette.response().body.bytes == [0xE9])
  }

  @Test func `an entry of a log with a request alone is no expectation`() {
    #expect(throws: CassetteError.self) {
      try ForeignCassette(
        #"[{"severity": "INFO", "httpRequest": {"requestMethod": "GET", "requestUrl": "/"}}]"#)
    }
  }

  @Test(arguments: [
    (#"{"path": "/a.*"}"#, #""httpResponse": {}"#, [ForeignLoss.Kind.interaction]),
    (#"{"path": "/a"}"#, #""httpForward": {"host": "x.test"}"#, [.interaction]),
    (#"{"path": "/a", "body": {"type": "REGEX", "regex": "x"}}"#, #""httpResponse": {}"#, [.body]),
    (
      #"{"path": "/a", "queryStringParameters": {"q": ["[0-9]+"]}}"#, #""httpResponse": {}"#,
      [.member]
    ), (#"{"path": "/a"}"#, #""httpResponse": {}, "timeToLive": {"timeToLive": 5}"#, [.member]),
  ])
  func `what MockServer matches by patterns, and does otherwise, is named`(
    request: String, response: String, losses: [ForeignLoss.Kind]
  ) throws {
    let cassette = try ForeignCassette(#"{"httpRequest": \#(request), \#(response)}"#)
    #expect(cassette.losses.map(\.kind) == losses, "\(cassette.problems)")
    #expect(cassette.interactions.count == (losses == [.interaction] ? 0 : 1))
  }
}
