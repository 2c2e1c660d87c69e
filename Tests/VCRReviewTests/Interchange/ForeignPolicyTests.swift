import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// A replay finds the response that the tool which recorded would have found.
@Suite struct ForeignPolicyTests {
  /// A request that the default policy and the recording's own judge differently.
  struct Example: CustomTestStringConvertible {
    var tool: String
    var recording: String
    /// The request in question.
    var method = "POST"
    var url = "https://x.test/a?b=1"
    var type = "application/json"
    var body = #"{"k":1}"#
    /// Header fields besides `Content-Type`.
    var more: HeaderFields = [:]
    /// Whether the tool finds the recorded response for it; the default policy says the opposite.
    var isFound: Bool

    var testDescription: String { "\(tool): \(method) \(url) \(body)" }

    var request: Interaction.Request {
      Interaction.Request(
        method: method, url: url,
        headers: HeaderFields([HeaderField("Content-Type", type)] + more.fields),
        body: Body(Array(body.utf8)))
    }
  }

  private static func archive(_ creator: String, method: String = "POST") -> String {
    #"""
    {"log": {"creator": {"name": "\#(creator)", "version": "1"}, "entries": [
      {"request": {"method": "\#(method)", "url": "https://x.test/a?b=1",
        "headers": [{"name": "Content-Type", "value": "application/json"}],
        "postData": {"mimeType": "application/json", "text": "{\"k\":1}"}},
       "response": {"status": 200, "headers": [], "content": {"text": "one"}}}]}}
    """#
  }

  private static func pairs(_ name: String, of writer: String) -> String {
    #"""
    \#(name):
    - request:
        method: post
        uri: https://x.test/a?b=1
        body: {string: '{"k":1}'}
        headers: {Content-Type: [application/json]}
      response: {status: {code: 200, message: OK}, headers: {}, body: {string: one}}
      \#(name == "http_interactions" ? "recorded_at: 2024-01-02 03:04:05 GMT" : "")
    \#(writer)
    """#
  }

  private static func ruby(_ query: String = "b=1") -> String {
    pairs("http_interactions", of: "recorded_with: VCR 6.4.0").replacing("b=1", with: query)
  }

  private static let php = #"""
    -
        request:
            method: POST
            url: 'https://x.test/a?b=1'
            headers: {Host: x.test, Content-Type: application/json}
            body: '{"k":1}'
        response:
            status: {http_version: '1.1', code: '200', message: OK}
            headers: {}
            body: one
        index: 0
    """#

  private static let go = #"""
    version: 2
    interactions:
    - id: 0
      request:
        proto: HTTP/1.1
        proto_major: 1
        proto_minor: 1
        content_length: 7
        host: x.test
        body: '{"k":1}'
        headers:
          Content-Type: [application/json]
          X-Tenant: ["1"]
        url: https://x.test/a?b=1
        method: POST
      response:
        proto: HTTP/2.0
        proto_major: 2
        proto_minor: 0
        content_length: 3
        body: one
        headers: {}
        status: 200 OK
        code: 200
        duration: 1ms
    """#

  private static let nock = #"""
    [{"scope": "https://x.test:443", "method": "POST", "path": "/a?b=1", "body": {"k": 1},
      "status": 200, "response": "one", "rawHeaders": []}]
    """#

  private static let mockDuck = #"""
    {"request": {"url": "https://x.test/a?b=1", "method": "POST", "body": "eyJrIjoxfQ=="},
     "response": {"url": "https://x.test/a?b=1", "status_code": 200, "headers": {}, "data": "b25l"}}
    """#

  private static func hoverfly(_ more: String) -> String {
    func exact(_ text: String) -> String { #"[{"matcher": "exact", "value": "\#(text)"}]"# }
    return #"""
      {"data": {"pairs": [{"request": {"method": \#(exact("POST")), "scheme": \#(exact("https")),
        "destination": \#(exact("x.test")), "path": \#(exact("/a")), \#(more)},
       "response": {"status": 200, "body": "one"}}]}, "meta": {"schemaVersion": "v5"}}
      """#
  }

  private static let jsonOfHoverfly =
    #""query": {"b": [{"matcher": "exact", "value": "1"}]}, "#
    + #""body": [{"matcher": "json", "value": "{\"k\":1}"}]"#

  private static let wireMock = #"""
    {"request": {"method": "POST", "url": "/a?b=1", "bodyPatterns": [{"equalToJson": "{\"k\":1}"}]},
     "response": {"status": 200, "body": "one"}}
    """#

  private static let keploy = #"""
    version: api.keploy.io/v1beta1
    kind: Http
    name: mock-0
    spec:
      req: {method: POST, url: 'https://x.test/a?b=1', header: {}, body: '{"k":1}'}
      resp: {status_code: 200, header: {}, body: one}

    """#

  private static let pact = #"""
    {"consumer": {"name": "a"}, "provider": {"name": "b"}, "interactions": [
      {"request": {"method": "POST", "path": "/a", "query": {"b": ["1"]}, "body": {"k": 1},
        "matchingRules": {"body": {"$.k": {"matchers": [{"match": "type"}]}}}},
       "response": {"status": 200, "body": "one"}}]}
    """#

  private static let mountebank = #"""
    {"protocol": "http", "port": 4545, "stubs": [{"predicates": [{"equals": {"method": "POST",
      "path": "/a", "body": {"k": 1}}}], "responses": [{"is": {"body": "one"}}]}]}
    """#

  private static let mockServer = #"""
    {"httpRequest": {"method": "POST", "path": "/a", "body": {"type": "JSON", "json": {"k": 1}}},
     "httpResponse": {"body": "one"}}
    """#

  static let examples: [Example] = [
    Example(tool: "Pact", recording: pact, body: #"{"k":2}"#, isFound: true),
    Example(
      tool: "Pact", recording: pact, url: "http://localhost/a?b=1", type: "text/plain",
      body: #"{"j":2}"#, isFound: false),
    Example(
      tool: "Mountebank", recording: mountebank, url: "http://x.test/a?c=2", body: #"{ "k": 1 }"#,
      isFound: true),
    Example(
      tool: "Mountebank", recording: mountebank, url: "http://localhost:4545/a",
      body: #"{"k":2}"#, isFound: false),
    Example(tool: "MockServer", recording: mockServer, body: #"{ "k": 1 }"#, isFound: true),
    Example(
      tool: "MockServer", recording: mockServer, url: "http://localhost/a", body: #"{"k":2}"#,
      isFound: false),
    Example(
      tool: "HAR of Polly.JS", recording: archive("Polly.JS"), body: #"{"k":2}"#, isFound: false),
    Example(
      tool: "HAR of Playwright", recording: archive("Playwright"), body: #"{"k":2}"#,
      isFound: false),
    // A recording has no port, whatever was asked.
    Example(
      tool: "R vcr",
      recording: pairs("http_interactions", of: "recorded_with: vcr/1.2.0, webmockr/0.9.0"),
      url: "https://x.test:8443/a?b=1", body: "x", isFound: true),
    Example(
      tool: "R vcr 2", recording: pairs("http_interactions", of: "recorded_with: VCR-vcr/2.0.0"),
      url: "https://x.test:8443/a?b=1", body: #"{ "k": 1.0 }"#, isFound: true),
    Example(
      tool: "R vcr 2", recording: pairs("http_interactions", of: "recorded_with: VCR-vcr/2.0.0"),
      body: #"{"k":2}"#, isFound: false),
    Example(tool: "Ruby VCR", recording: ruby(), url: "https://x.test/a?b=0&b=1", isFound: true),
    Example(
      tool: "Ruby VCR", recording: ruby("h%5Bx%5D=1&ids%5B%5D=1&ids%5B%5D=2"),
      url: "https://x.test/a?ids[]=2&ids[]=1&h[x]=1", isFound: true),
    Example(
      tool: "Ruby VCR", recording: ruby("ids%5B%5D=1&ids%5B%5D=2"),
      url: "https://x.test/a?ids[1]=2&ids[0]=1", isFound: true),
    Example(tool: "PHP-VCR", recording: php, body: #"{"k":2}"#, isFound: false),
    Example(tool: "PHP-VCR", recording: php, type: "text/plain", isFound: false),
    Example(
      tool: "HAR of Polly.JS", recording: archive("Polly.JS"), type: "text/json", isFound: false),
    Example(
      tool: "go-vcr 4", recording: go, body: #"{"k":2}"#, more: ["X-Tenant": "1"], isFound: false),
    Example(tool: "go-vcr 4", recording: go, more: ["X-Tenant": "2"], isFound: false),
    Example(tool: "nock", recording: nock, body: #"{"k":2}"#, isFound: false),
    Example(tool: "MockDuck", recording: mockDuck, method: "PUT", isFound: true),
    Example(
      tool: "Hoverfly", recording: hoverfly(jsonOfHoverfly), url: "https://x.test/a?c=2&b=1",
      body: #"{ "k": 1 }"#, isFound: true),
    Example(
      tool: "Hoverfly", recording: hoverfly(jsonOfHoverfly), body: #"{"k":2}"#, isFound: false),
    Example(
      tool: "Hoverfly",
      recording: hoverfly(
        #""body": [{"matcher": "form", "value": {"k": [{"matcher": "exact", "value": "1"}], "#
          + #""j": [{"matcher": "exact", "value": "x y"}]}}]"#),
      type: "application/x-www-form-urlencoded", body: "j=x+y&k=1", isFound: true),
    Example(
      tool: "WireMock", recording: wireMock, url: "http://y.test:99/a?b=1", body: #"{ "k": 1 }"#,
      isFound: true),
    Example(
      tool: "WireMock", recording: wireMock, url: "http://localhost:8080/a?b=1",
      body: #"{"k":2}"#, isFound: false),
    Example(tool: "keploy", recording: keploy, url: "http://127.0.0.1:8080/a?b=1", isFound: true),
  ]

  /// The policy by which the first interaction of a recording is found.
  private func policy(_ cassette: ForeignCassette) throws -> RequestEquivalence {
    let words = cassette.interactions.first?.rule?.match
    return try words.map { try RequestEquivalence(parsing: $0.joined(separator: ", ")) }
      ?? cassette.policy ?? .standard
  }

  @Test(arguments: examples)
  func `a request is found as its own tool finds it, where the default differs`(
    example: Example
  ) throws {
    let cassette = try ForeignCassette(example.recording)
    #expect(cassette.format == example.tool && cassette.losses == [], "\(cassette.problems)")
    let recorded = try #require(cassette.interactions.first?.request)
    let policy = try policy(cassette)
    #expect(policy.areEquivalent(example.request, recorded) == example.isFound, "\(policy)")
    // What was recorded is found by both.
    #expect(policy.areEquivalent(recorded, recorded))
    #expect(RequestEquivalence.standard.areEquivalent(example.request, recorded) != example.isFound)
  }

  @Test(arguments: [
    (php, "method, url, body, headers(content-type)"),
    (archive("Polly.JS"), "method, url, body, headers(content-type)"),
    (go, "method, url, body, headers(content-type, x-tenant)"),
  ])
  func `where a tool compares all header fields, those count that were recorded`(
    recording: String, policy words: String
  ) throws {
    let cassette = try ForeignCassette(recording)
    let policy = try #require(cassette.policy)
    #expect(policy.description == words)
    var request = try #require(cassette.interactions.first?.request)
    // What clients and connections add, and credentials that were taken out of the recording.
    for name in ["User-Agent", "Accept-Encoding", "Authorization", "X-Api-Key", "Connection"] {
      request.headers.append(name, "x")
    }
    let recorded = try #require(cassette.interactions.first?.request)
    #expect(policy.areEquivalent(request, recorded))
    request.headers.remove("Content-Type")
    #expect(!policy.areEquivalent(request, recorded))
  }

  @Test func `Playwright compares what a POST carries, and of no other method`() throws {
    let cassette = try ForeignCassette(Self.archive("Playwright", method: "PUT"))
    #expect(cassette.policy == nil && cassette.interactions.first?.rule == nil)
  }

  @Test(arguments: [
    // Queries that WebMock did not spell, and none.
    (ruby("b=2&a=1"), "Ruby VCR"), (ruby("b=1&b=2"), "Ruby VCR"),
    (ruby("ids[]=2&ids[]=1"), "Ruby VCR"),
    (ruby().replacing("?b=1", with: ""), "Ruby VCR"),
    (pairs("http_interactions", of: "recorded_with: betamax/0.9.0"), "Betamax"),
    (pairs("interactions", of: "version: 1"), "vcrpy"), (archive("WebInspector"), "HAR"),
  ])
  func `tools that compare method and URL, and those whose rule is not known, have the default`(
    recording: String, tool: String
  ) throws {
    let cassette = try ForeignCassette(recording)
    #expect(cassette.format == tool)
    #expect(cassette.policy == nil && cassette.interactions.first?.rule == nil)
  }

  @Test func `nock compares no body where a definition has none`() throws {
    let cassette = try ForeignCassette(
      #"[{"scope": "https://x.test:443", "path": "/", "status": 200, "response": "one"}]"#)
    #expect(try policy(cassette).description == "method, url")
  }

  @Test func `a body that PHP-VCR kept as fields alone is lost, and not compared`() throws {
    let cassette = try ForeignCassette(
      Self.php.replacing("body: '{\"k\":1}'", with: "post_fields: {k: '1'}"))
    #expect(cassette.losses.count == 1, "\(cassette.problems)")
    #expect(try policy(cassette).description == "method, url")
  }

  @Test func `a pair of Hoverfly is served any number of times, one in some state once`() throws {
    let any = try ForeignCassette(Self.hoverfly(Self.jsonOfHoverfly))
    #expect(any.interactions.first?.rule?.times == .max)
    let sequence = try ForeignCassette(
      Self.hoverfly(Self.jsonOfHoverfly + #", "requiresState": {"sequence:1": "1"}"#))
    #expect(sequence.interactions.first?.rule?.times == .max)
    #expect(sequence.losses == [])
    let state = try ForeignCassette(
      Self.hoverfly(Self.jsonOfHoverfly + #", "requiresState": {"basket": "1"}"#))
    #expect(state.interactions.first?.rule?.times == nil)
    #expect(state.losses.map(\.kind) == [.member])
  }
}
