import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Stubs of WireMock and mocks of keploy.
@Suite struct StubFormatTests {
  private func stub(
    _ request: String, _ response: String = #"{"status": 200}"#, more: String = ""
  ) throws -> ForeignCassette {
    try ForeignCassette(
      #"{"id": "a", "request": \#(request), "response": \#(response)\#(more)}"#)
  }

  @Test func `a stub that WireMock recorded is read, with the rule of what it compares`() throws {
    let cassette = try stub(
      #"""
      {"url": "/a?b=1", "method": "POST", "headers": {"Accept": {"equalTo": "*/*"}},
       "bodyPatterns": [{"equalToJson": "{\"x\": 1.50}"}]}
      """#,
      #"""
      {"status": 201, "statusMessage": "Made", "jsonBody": {"a": [1.50, null, "ü"]},
       "fixedDelayMilliseconds": 250, "headers": {"X-Two": ["a", "b"]}}
      """#, more: #", "persistent": true, "insertionIndex": 4"#)
    #expect(cassette.format == "WireMock")
    #expect(cassette.losses == [])
    let interaction = try #require(cassette.interactions.first)
    #expect(interaction.request.url == "http://localhost:8080/a?b=1")
    #expect(interaction.request.body.bytes == Array(#"{"x": 1.50}"#.utf8))
    #expect(
      interaction.rule
        == .init(match: ["method", "path", "query", "headers(Accept)", "json"], times: .max))
    #expect(interaction.seconds == 0.25)
    let response = try cassette.response()
    #expect(response.status == 201 && response.reason == "Made")
    #expect(response.headers.values("X-Two") == ["a", "b"])
    #expect(response.body.bytes == Array(#"{"a":[1.50,null,"ü"]}"#.utf8))
    // The rules stand in a cassette, which reads them back.
    let text = CassetteWriter.prologue + CassetteWriter().item(interaction)
    let file = try CassetteFile(path: "c.yaml", content: text)
    #expect(try file.rule(at: 0) == interaction.rule)
  }

  @Test func `a path without its query, and a named host, are compared as such`() throws {
    let cassette = try stub(
      #"""
      {"urlPath": "/a", "method": "GET", "scheme": "https", "host": {"equalTo": "x.test"},
       "port": 8443, "queryParameters": {"q": {"equalTo": "x y"}}}
      """#, #"{"status": 200, "base64Body": "AAH/"}"#)
    #expect(cassette.losses == [])
    let interaction = try #require(cassette.interactions.first)
    #expect(interaction.request.url == "https://x.test:8443/a?q=x+y")
    #expect(
      interaction.rule?.match == ["method", "scheme", "host", "port", "path", "query(only q)"])
    #expect(try cassette.response().body.bytes == [0, 1, 255])
  }

  @Test func `credentials and cookies that a stub wants are those of its request`() throws {
    let cassette = try stub(
      #"""
      {"url": "/a", "method": "GET", "basicAuth": {"username": "ada", "password": "pä:ss"},
       "cookies": {"sid": {"equalTo": "x1"}, "b": {"equalTo": "2"}}}
      """#)
    #expect(cassette.losses == [], "\(cassette.problems)")
    let interaction = try #require(cassette.interactions.first)
    #expect(interaction.request.headers["Authorization"] == "Basic YWRhOnDDpDpzcw==")
    #expect(interaction.request.headers["Cookie"] == "sid=x1; b=2")
    #expect(
      interaction.rule?.match == [
        "method", "path", "query", "headers(Authorization)",
        "cookies(only cookie(sid), cookie(b))",
      ])
    let words = try #require(interaction.rule?.match)
    let policy = try RequestEquivalence(parsing: words.joined(separator: ", "))
    func isFound(sending cookies: String) -> Bool {
      var other = interaction.request
      other.headers.remove("Cookie")
      other.headers.append("Cookie", cookies)
      return policy.areEquivalent(other, interaction.request)
    }
    #expect(isFound(sending: "c=3; sid=x1; b=2") && !isFound(sending: "sid=x1"))
  }

  @Test func `fields of a form that a stub wants are those of its request, others may be there`()
    throws
  {
    let cassette = try stub(
      #"""
      {"url": "/a", "method": "POST", "formParameters": {"grant type": {"equalTo": "a&b"},
        "tag[]": {"hasExactly": [{"equalTo": "1"}, {"equalTo": "2"}]}}}
      """#)
    #expect(cassette.losses == [], "\(cassette.problems)")
    let interaction = try #require(cassette.interactions.first)
    #expect(interaction.request.headers["Content-Type"] == "application/x-www-form-urlencoded")
    #expect(
      String(decoding: interaction.request.body.bytes, as: UTF8.self)
        == "grant+type=a%26b&tag%5B%5D=1&tag%5B%5D=2")
    let words = try #require(interaction.rule?.match)
    #expect(words == ["method", "path", "query", "form(only 'grant type', 'tag[]')"])
    let policy = try RequestEquivalence(parsing: words.joined(separator: ", "))
    func isFound(_ form: String) -> Bool {
      var other = interaction.request
      other.body = Body(Array(form.utf8))
      return policy.areEquivalent(other, interaction.request)
    }
    #expect(isFound("x=3&tag[]=1&tag[]=2&grant%20type=a%26b"))
    #expect(!isFound("tag[]=1&grant%20type=a%26b") && !isFound(""))
    // What is served beside it is no form.
    var json = interaction.request
    json.headers.set("Content-Type", "application/json")
    #expect(!policy.areEquivalent(json, interaction.request))
  }

  @Test func `parts of a body that a stub wants are those of its request, by name and content`()
    throws
  {
    let cassette = try stub(
      #"""
      {"url": "/a", "method": "POST", "multipartPatterns": [
        {"name": "note", "matchingType": "ANY", "bodyPatterns": [{"equalTo": "hi --vcr-fields"}]},
        {"headers": {"Content-Disposition": {"contains": "name=\"file\""}},
         "bodyPatterns": [{"binaryEqualTo": "AAH/"}]}]}
      """#)
    #expect(cassette.losses == [], "\(cassette.problems)")
    let interaction = try #require(cassette.interactions.first)
    let words = try #require(interaction.rule?.match)
    #expect(words == ["method", "path", "query", "multipart(only note, file)"])
    let body = try #require(MultipartBody(interaction.request))
    #expect(body.parts.map(\.name) == ["note", "file"])
    #expect(body.parts.map { Array(body.bytes[$0.content]) }.last == [0, 1, 255])
    let policy = try RequestEquivalence(parsing: words.joined(separator: ", "))
    func isFound(_ note: String, _ more: String = "") -> Bool {
      let file = "Content-Disposition: form-data; name=\"file\"; filename=\"a.bin\"\r\n"
      let bytes =
        Array("--B\r\n\(file)Content-Type: image/png\r\n\r\n".utf8) + [0, 1, 255]
        + Array("\r\n--B\r\nContent-Disposition: form-data; name=note\r\n\r\n\(note)".utf8)
        + Array("\r\n\(more)--B--\r\n".utf8)
      var other = interaction.request
      other.headers.set("Content-Type", "multipart/form-data; boundary=B")
      other.body = Body(bytes)
      return policy.areEquivalent(other, interaction.request)
    }
    #expect(isFound("hi --vcr-fields") && !isFound("hi"))
    let more = "--B\r\nContent-Disposition: form-data; name=x\r\n\r\n1\r\n"
    #expect(isFound("hi --vcr-fields", more))
  }

  @Test(arguments: [
    (#"[{"name": "a", "bodyPatterns": [{"equalToJson": {"b": 1}}]}]"#, true),
    (#"[{"name": "a", "bodyPatterns": [{"equalToXml": "<b/>"}]}]"#, true),
    (
      #"[{"name": "a", "headers": {"Content-Type": {"equalTo": "x/y"}}, "#
        + #""bodyPatterns": [{"equalTo": "b"}]}]"#, true
    ), (#"[{"name": "a", "fileName": "b", "bodyPatterns": [{"equalTo": "b"}]}]"#, true),
    (#"[{"name": "a"}]"#, false), (#"[{"bodyPatterns": [{"equalTo": "b"}]}]"#, false),
    (#"[{"name": "a", "bodyPatterns": [{"matches": "b"}]}]"#, false),
    (#"[{"name": "a", "bodyPatterns": [{"equalTo": "b"}, {"equalTo": "b"}]}]"#, false),
    (#"[{"name": "a", "matchingType": "ALL", "bodyPatterns": [{"equalTo": "b"}]}]"#, false),
    ("[1]", false), ("1", false), (#"{"name": "a"}"#, false),
  ])
  func `what a part that a stub wants has beside an exact content is named`(
    patterns: String, isCompared: Bool
  ) throws {
    let cassette = try stub(
      #"{"url": "/a", "method": "POST", "multipartPatterns": \#(patterns)}"#)
    #expect(cassette.losses.count == 1, "\(cassette.problems)")
    let match = try #require(cassette.interactions.first?.rule?.match)
    #expect(match.contains("multipart(only a)") == isCompared)
  }

  @Test(arguments: [
    #"{"urlPattern": "/a.*", "method": "GET"}"#, #"{"urlPathPattern": "/a", "method": "GET"}"#,
    #"{"urlPathTemplate": "/a/{b}", "method": "GET"}"#,
  ])
  func `a stub whose URL could be any of many is left out`(request: String) throws {
    let cassette = try stub(request)
    #expect(cassette.interactions.isEmpty)
    #expect(cassette.losses.map(\.kind) == [.interaction])
  }

  @Test(arguments: [
    #""headers": {"A": {"matches": ".*"}}"#, #""queryParameters": {"a": {"contains": "x"}}"#,
    #""headers": {"A": {"equalTo": "x", "caseInsensitive": true}}"#,
    #""cookies": {"a": {"matches": "x"}}"#, #""cookies": {"a": {"absent": true}}"#,
    #""cookies": [1]"#, #""bodyPatterns": [{"matchesJsonPath": "$.a"}]"#,
    #""bodyPatterns": [{"equalTo": "a"}, {"equalTo": "b"}]"#,
    #""bodyPatterns": [{"equalToJson": {"a": 1}, "ignoreArrayOrder": true}]"#,
    #""formParameters": {"a": {"matches": "x"}}"#, #""formParameters": [1]"#,
    #""formParameters": {"a": {"includes": [{"equalTo": "x"}]}}"#,
    #""bodyPatterns": [{"equalTo": "a=1"}], "formParameters": {"a": {"equalTo": "1"}}"#,
    #""headers": {"Content-Type": {"equalTo": "a/b"}}, "formParameters": {"a": {"equalTo": "1"}}"#,
    #""basicAuth": {"username": "a"}"#, #""basicAuth": "a:b""#, #""host": {"matches": ".*"}"#,
    #""scheme": ["http"]"#, #""port": {"is": 80}"#, #""headers": [1]"#, #""queryParameters": "q""#,
    #""headers": {"A": [1]}"#, #""bodyPatterns": "x""#,
  ])
  func `a matcher that is no exact value is named, and not compared`(matcher: String) throws {
    let cassette = try stub(#"{"url": "/a", "method": "GET", \#(matcher)}"#)
    #expect(cassette.interactions.count == 1)
    #expect(cassette.losses.count == 1, "\(cassette.problems)")
  }

  @Test(arguments: [
    #"{"fault": "EMPTY_RESPONSE"}"#, #"{"proxyBaseUrl": "http://x.test"}"#, #"{"status": null}"#,
    #"{"status": 200, "base64Body": "A*A="}"#, #"{"status": 200, "bodyFileName": "none"}"#,
  ])
  func `a response of which no bytes are known is left out`(response: String) throws {
    let cassette = try stub(#"{"url": "/a", "method": "GET"}"#, response)
    #expect(cassette.losses.map(\.kind) == [.interaction], "\(cassette.problems)")
  }

  @Test func `a response without a status has that of WireMock`() throws {
    let cassette = try stub(#"{"url": "/a", "method": "GET"}"#, #"{"body": "a"}"#)
    #expect(try cassette.losses == [] && cassette.response().status == 200)
  }

  @Test(arguments: [#"{"url": "/a", "method": "ANY"}"#, #"{"url": "/a"}"#])
  func `a stub for any method compares none`(request: String) throws {
    let cassette = try stub(request)
    #expect(cassette.losses == [])
    #expect(cassette.interactions.first?.rule?.match == ["path", "query"])
  }

  @Test func `values of one name are read where WireMock wants exactly these`() throws {
    let cassette = try stub(
      #"""
      {"urlPath": "/a", "method": "GET",
       "queryParameters": {"t": {"hasExactly": [{"equalTo": "1"}, {"equalTo": "2"}]}}}
      """#)
    #expect(cassette.losses == [])
    #expect(cassette.interactions.first?.request.url == "http://localhost:8080/a?t=1&t=2")
    #expect(cassette.interactions.first?.rule?.match == ["method", "path", "query(only t)"])
  }

  @Test func `XML is compared by its bytes, which is named`() throws {
    let cassette = try stub(
      #"{"url": "/a", "method": "POST", "bodyPatterns": [{"equalToXml": "<a/>"}]}"#)
    #expect(cassette.losses.map(\.kind) == [.member])
    #expect(cassette.interactions.first?.request.body.bytes == Array("<a/>".utf8))
  }

  @Test func `of several stubs that match, that with the lowest priority is first, then the last`()
    throws
  {
    func stub(_ body: String, _ more: String = "") -> String {
      #"""
      {"request": {"url": "/a", "method": "GET"}, "response": {"status": 200, "body": "\#(body)"}
       \#(more)}
      """#
    }
    let stubs = [
      stub("one"), stub("two", #", "priority": 9"#), stub("three"),
      stub("four", #", "priority": 1"#),
      stub("five", #", "priority": "5""#), stub("six", #", "priority": 9"#),
      stub("seven", #", "priority": 1"#), stub("eight", #", "priority": -2"#),
    ]
    let cassette = try ForeignCassette(#"{"mappings": [\#(stubs.joined(separator: ",\n"))]}"#)
    #expect(cassette.losses == [])
    let bodies = try cassette.interactions.indices.map {
      String(decoding: try cassette.response($0).body.bytes, as: UTF8.self)
    }
    #expect(bodies == ["eight", "seven", "four", "five", "three", "one", "six", "two"])
    #expect(cassette.lines == [15, 13, 7, 9, 5, 1, 11, 3])
    let odd = try ForeignCassette(#"{"mappings": [\#(stub("a", #", "priority": [1]"#))]}"#)
    #expect(odd.losses.map(\.kind) == [.member])
  }

  @Test func `templates and scenarios are named`() throws {
    let unmarked = try stub(
      #"{"url": "/a", "method": "GET"}"#, #"{"status": 200, "body": "at {{request.path}}"}"#)
    #expect(unmarked.losses.map(\.kind) == [.body])
    let cassette = try stub(
      #"{"url": "/a", "method": "GET"}"#,
      #"{"status": 200, "body": "{{x}}", "transformers": ["response-template"]}"#,
      more: #", "scenarioName": "s", "newScenarioState": "2", "priority": 1"#)
    #expect(cassette.interactions.count == 1)
    #expect(cassette.losses.map(\.kind) == [.body, .member], "\(cassette.problems)")
  }

  @Test func `bodies are read from the files beside the mappings, and from nowhere else`() throws {
    let folder = try TemporaryDirectory()
    for name in ["mappings/deep", "__files/sub"] {
      try FileManager.default.createDirectory(
        at: folder.file(name), withIntermediateDirectories: true)
    }
    try folder.write("outside", to: "secret")
    try folder.write("the body", to: "__files/sub/a.txt")
    try FileManager.default.createSymbolicLink(
      at: folder.file("__files/link"), withDestinationURL: folder.file("secret"))
    let names = ["sub/a.txt", "../secret", "link", "sub", "/etc/hostname", "", "./sub/a.txt"]
    let mappings = names.map {
      #"""
      {"request": {"url": "/a", "method": "GET"},
       "response": {"status": 200, "bodyFileName": "\#($0)"}}
      """#
    }
    let text = #"{"mappings": [\#(mappings.joined(separator: ","))]}"#
    let cassette = try ForeignCassette(
      path: folder.file("mappings/deep/all.json").path(), content: Array(text.utf8))
    #expect(cassette.interactions.count == 1)
    #expect(try cassette.response().body.bytes == Array("the body".utf8))
    #expect(cassette.losses.map(\.interaction) == [2, 3, 4, 5, 6, 7])
  }

  @Test func `bodies are read from the files around the mappings of each test`() throws {
    let folder = try TemporaryDirectory()
    for name in ["__files/one/mappings", "__files/one/responses"] {
      try FileManager.default.createDirectory(
        at: folder.file(name), withIntermediateDirectories: true)
    }
    try folder.write("outside", to: "secret")
    try folder.write("the body", to: "__files/one/responses/a.json")
    for (name, isRead) in [("one/responses/a.json", true), ("../secret", false)] {
      let cassette = try ForeignCassette(
        path: folder.file("__files/one/mappings/a.json").path(),
        content: Array(
          #"""
          {"request": {"url": "/a", "method": "GET"},
           "response": {"status": 200, "bodyFileName": "\#(name)"}}
          """#.utf8))
      #expect(cassette.losses.count == (isRead ? 0 : 1))
      #expect(
        cassette.interactions.compactMap(\.response?.body.bytes)
          == (isRead ? [Array("the body".utf8)] : []))
    }
  }

  /// A document of keploy.
  private func mock(_ kind: String, request: String, response: String) -> String {
    """
    version: api.keploy.io/v1beta1
    kind: \(kind)
    name: mock-1
    spec:
      metadata: {name: Http, type: HTTP_CLIENT}
      req:
    \(request)
      resp:
    \(response)
      objects: []
      created: 1704164645
      reqTimestampMock: 2024-01-02T03:04:05.123456789Z
      resTimestampMock: 2024-01-02T03:04:06.123456789Z

    """
  }

  @Test func `all documents of keploy are read, and other kinds named`() throws {
    let request = """
          method: POST
          proto_major: 1
          proto_minor: 1
          url: /v1/a?b=1
          url_params: {b: "1"}
          header: {Host: api.test, Content-Type: application/json}
          body: '{"a": 1}'
          body_ref: {path: "", size: 0}
          timestamp: 2024-01-02T03:04:05Z
      """
    let response = """
          status_code: 201
          header: {Content-Type: image/png}
          body: !!binary AAH/
          status_message: Created
          proto_major: 0
          proto_minor: 0
          timestamp: 2024-01-02T03:04:06Z
      """
    let http = mock("Http", request: request, response: response)
    let cassette = try ForeignCassette(
      "# Generated by Keploy\n" + http + "---\n"
        + mock("Postgres", request: "    a: b", response: "    c: d")
        + "---\n" + http)
    #expect(cassette.format == "keploy")
    #expect(cassette.losses.map(\.kind) == [.interaction], "\(cassette.problems)")
    #expect(cassette.losses.first?.text.contains("`Postgres`") == true)
    #expect(cassette.interactions.count == 2)
    let interaction = try #require(cassette.interactions.first)
    #expect(interaction.request.method == "POST")
    #expect(interaction.request.url == "http://api.test/v1/a?b=1")
    #expect(interaction.request.body.bytes == Array(#"{"a": 1}"#.utf8))
    #expect(interaction.recordedAt == Date(timeIntervalSince1970: 1_704_164_645))
    let read = try cassette.response()
    #expect(read.status == 201 && read.reason == "Created")
    #expect(read.body.bytes == [0, 1, 255])
    #expect(cassette.policy?.description == "method, path, query")
  }

  @Test func `a body of keploy that is elsewhere, or was not kept, is named`() throws {
    let request = "    {method: GET, url: 'http://api.test/', header: {}, body: ''}"
    let elsewhere = try ForeignCassette(
      mock(
        "Http", request: request,
        response: "    {status_code: 200, body: '', body_ref: {path: a.bin, size: 9}}"))
    #expect(elsewhere.losses.map(\.kind) == [.interaction])
    let skipped = try ForeignCassette(
      mock(
        "Http", request: request,
        response: "    {status_code: 200, body: '', body_skipped: true, body_size: 9}"))
    #expect(skipped.interactions.count == 1 && skipped.losses.map(\.kind) == [.body])
    let hostless = try ForeignCassette(
      mock(
        "Http", request: "    {method: GET, url: /a, header: {}}",
        response: "    {status_code: 200, body: ''}"))
    #expect(
      hostless.losses == [] && hostless.interactions.first?.request.url == "http://localhost/a")
    #expect(hostless.interactions.first?.rule?.match == ["method", "path", "query"])
  }
}
