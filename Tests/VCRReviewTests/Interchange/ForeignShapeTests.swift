import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Shapes in which only some versions of a tool, or some projects, write recordings.
@Suite struct ForeignShapeTests {
  @Test func `a file of one exchange is read`() throws {
    let cassette = try ForeignCassette(
      #"""
      {"request": {"method": "POST", "url": "https://x.test/v1/messages",
        "headers": {"Accept": "application/json"}, "body": "{\"a\": 1}"},
       "response": {"status": {"code": 200, "message": "OK"},
        "headers": {"Content-Type": "application/json"}, "body": "{\"b\": 2}"}}
      """#)
    #expect(cassette.losses == [], "\(cassette.problems)")
    #expect(cassette.interactions.map(\.request.url) == ["https://x.test/v1/messages"])
    #expect(cassette.interactions.first?.request.body.bytes == Array(#"{"a": 1}"#.utf8))
    #expect(try cassette.response().body.bytes == Array(#"{"b": 2}"#.utf8))
  }

  @Test func `header fields that .NET keeps apart are all read`() throws {
    let cassette = try ForeignCassette(
      #"""
      [{"request": {"method": "POST", "uri": "http://x.test/a", "requestHeaders": {"Accept": "*/*"},
         "contentHeaders": {"Content-Type": "text/plain"}, "body": "hi"},
        "response": {"status": {"code": "201", "message": "Created"},
         "responseHeaders": {"Server": "s", "Vary": "Origin"},
         "contentHeaders": {"Content-Type": "application/json"}, "body": "{}",
         "httpVersion": "1.1"}, "recordedAt": "2016-01-19T20:49:52.452+08:00"}]
      """#)
    #expect(cassette.losses == [], "\(cassette.problems)")
    let request = try #require(cassette.interactions.first?.request)
    #expect(request.headers.fields.map(\.name) == ["Accept", "Content-Type"])
    #expect(
      try cassette.response().headers.fields.map(\.value) == ["s", "Origin", "application/json"])
  }

  private static let entry =
    #"{"startedDateTime": "2026-01-02T03:04:05Z", "time": 5, "cache": {}, "timings": {}, "#
    + #""request": {"method": "GET", "url": "http://x.test/", "httpVersion": "HTTP/1.1"}, "#
    + #""response": {"status": 200, "statusText": "OK", "content": {"size": 5, "text": "hello"}}}"#

  @Test(arguments: [(entry, 1), ("[\(entry), \(entry)]", 2)])
  func `entries of an archive are read without the archive`(text: String, count: Int) throws {
    let cassette = try ForeignCassette(text)
    #expect(cassette.format == "HAR")
    #expect(cassette.losses == [])
    #expect(cassette.interactions.count == count)
    #expect(try cassette.response(count - 1).body.bytes == Array("hello".utf8))
  }

  @Test(arguments: [" ", "\n", "\t\r\n"])
  func `much white space before a recording takes no time`(blank: String) throws {
    let text = String(repeating: blank, count: 2_000_000 / blank.utf8.count)
    let start = ContinuousClock.now
    let cassette = try ForeignCassette(text + "{\"log\": {\"entries\": []}}")
    #expect(cassette.interactions.isEmpty)
    // A debug build took 3.7 s when it looked at each byte by cutting it off.
    #expect(ContinuousClock.now - start < .seconds(3))
  }

  private static let archive =
    #"{"log": {"entries": [{"request": {"method": "GET", "url": "http://x.test/"},"# + "\n"
    + #""response": {"status": 200, "content": {"text": "hello"}}}]}}"#

  @Test(arguments: [
    "onInputData(\(archive));\n", "\u{FEFF}  callback ( \(archive) )", "$.har.load(\(archive)) ;",
  ])
  func `an archive that is the argument of a call is read`(text: String) throws {
    let cassette = try ForeignCassette(text)
    #expect(cassette.format == "HAR")
    #expect(cassette.losses == [])
    #expect(try cassette.response().body.bytes == Array("hello".utf8))
  }

  @Test(arguments: [
    "load(\(archive)", "load(\(archive)); load()", "load({a: 1});", "f({\"a\": });",
  ])
  func `a call of anything else is no recording`(text: String) {
    #expect(throws: CassetteError.self) { try ForeignCassette(text) }
  }

  @Test func `a fault in the argument of a call has its place in the file`() throws {
    let text = "onInputData({\"log\": {\n\"entries\": [}}});"
    let fault = #expect(throws: CassetteError.self) { try ForeignCassette(text) }
    #expect(fault?.line == 2)
    #expect(fault?.column == 13)
  }

  @Test func `a comma after the last of several values is passed over, and named`() throws {
    let text = Self.archive.replacing("}}]}}", with: "},\n}, ]}}")
    let cassette = try ForeignCassette(text)
    #expect(cassette.losses == [])
    #expect(cassette.remarks == ["the comma after the last of several values in line 2"])
    #expect(try cassette.response().body.bytes == Array("hello".utf8))
    for broken in ["[1,,]", "[,]", "{\"a\": 1,,}", "{,}", "[1,}"] {
      #expect(throws: CassetteError.self) { try ForeignCassette(broken) }
    }
  }

  @Test func `line ends and tabs that JSON has as they are, as Erlang reads them, are text`() throws
  {
    let cassette = try ForeignCassette(
      "[{\"request\": {\"options\": [], \"method\": \"get\", \"url\": \"http://x.test/\"},\n"
        + "\"response\": {\"type\": \"ok\", \"status_code\": 200, \"body\": "
        + "\"{\n\t\\\"a\\\": 1\r\n}\"}}]"
    )
    #expect(cassette.losses == [])
    #expect(try cassette.response().body.bytes == Array("{\n\t\"a\": 1\r\n}".utf8))
  }

  @Test(arguments: ["\u{1}", "\u{8}", "\u{1B}"])
  func `another control character is a fault of JSON, with its place`(character: String) throws {
    let text = "[{\"request\": {\"url\": \"a\n\(character)\"}}]"
    let fault = #expect(throws: CassetteError.self) { try ForeignCassette(text) }
    #expect(fault?.line == 1)
    #expect(fault?.reason == "JSON allows no control character here")
  }

  @Test(arguments: [#"{"a": {{now}}}"#, #"{"[[": [1], "b": "[{\"{" {}}"#])
  func `a bracket that JSON does not allow is no text that is nested too deeply`(
    text: String
  ) throws {
    let fault = #expect(throws: CassetteError.self) { try ForeignCassette(text) }
    #expect(fault?.reason == "JSON allows no “{” here")
  }

  @Test(arguments: [
    #"""
    - request: !!python/object:vcr.request.Request
        body: null
        headers: !!python/object/apply:__builtin__.frozenset
        - - !!python/tuple [accept-encoding, 'gzip, deflate']
          - !!python/tuple [accept, '*/*']
        host: x.test
        method: GET
        path: /ip?a=1
        port: 80
        protocol: http
      response:
        body: {string: !!python/unicode "{\n  \"origin\": \"1\"\n}"}
        headers: [!!python/unicode "content-type:
            application/json\r\n", !!python/unicode "x-empty:\r\n", "set-cookie: a=1\r\n",
          "set-cookie: b=2\r\n"]
        status: {code: 200, message: OK}
    - request: !!python/object:vcr.request.Request
        body: a=1
        headers: !!python/object/apply:builtins.frozenset
        - []
        host: x.test
        method: POST
        path: /
        port: 8443
        protocol: https
      response: {body: {string: ''}, headers: [], status: {code: 204, message: No Content}}
    """#,
    #"""
    [{"request": {"body": null, "protocol": "http", "method": "GET", "host": "x.test", "port": 80,
        "headers": {"accept-encoding": "gzip, deflate", "accept": "*/*"}, "path": "/ip?a=1"},
      "response": {"status": {"message": "OK", "code": 200},
        "headers": ["content-type: application/json\r\n", "x-empty:\r\n", "set-cookie: a=1\r\n",
          "set-cookie: b=2\r\n"],
        "body": {"string": "{\n  \"origin\": \"1\"\n}"}}},
     {"request": {"body": "a=1", "protocol": "https", "method": "POST", "host": "x.test",
        "port": 8443, "headers": {}, "path": "/"},
      "response": {"status": {"message": "No Content", "code": 204}, "headers": [],
        "body": {"string": ""}}}]
    """#,
  ])
  func `what vcrpy wrote before version 1 is read`(text: String) throws {
    let cassette = try ForeignCassette(text)
    #expect(cassette.format == "vcrpy")
    #expect(cassette.losses == [], "\(cassette.problems)")
    #expect(
      cassette.interactions.map(\.request.url) == ["http://x.test/ip?a=1", "https://x.test:8443/"])
    #expect(
      cassette.interactions.first?.request.headers
        == ["accept-encoding": "gzip, deflate", "accept": "*/*"])
    #expect(
      try cassette.response().headers
        == [
          "content-type": "application/json", "x-empty": "", "set-cookie": "a=1",
          "set-cookie": "b=2",
        ])
    #expect(try cassette.response().body.bytes == Array("{\n  \"origin\": \"1\"\n}".utf8))
    #expect(cassette.interactions.last?.request.body.bytes == Array("a=1".utf8))
    #expect(try cassette.response(1).status == 204)
  }

  /// An archive of Polly.JS with one response, whose text is said to be Base64.
  private func polly(_ text: String, type: String) throws -> ForeignCassette {
    let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return try ForeignCassette(
      #"""
      {"log": {"creator": {"name": "Polly.JS"}, "entries": [{
        "request": {"method": "GET", "url": "https://x.test/", "headers": []},
        "response": {"status": 200, "headers": [{"name": "content-type", "value": "\#(type)"}],
          "content": {"encoding": "base64", "text": "\#(quoted)"}}}]}}
      """#)
  }

  @Test(arguments: [#"{"id": "a_1", "x": [1]}"#, #"[{"id": 1}]"#, #"["not Base64"]"#])
  func `JSON that is said to be Base64 is kept as it stands, and named`(text: String) throws {
    let cassette = try polly(text, type: "application/json; charset=utf-8")
    #expect(
      cassette.losses.map(\.text) == [
        "the body of its response is JSON and not the Base64 that it says it is, and is kept so"
      ])
    #expect(try cassette.response().body.bytes == Array(text.utf8))
    // Of any other type it may be anything.
    let other = try polly(text, type: "image/png")
    #expect(other.interactions.isEmpty && other.losses.map(\.kind) == [.interaction])
  }

  @Test func `chunks in Base64 are joined`() throws {
    let cassette = try polly(#"["eyJh","IjogMX0="]"#, type: "application/json")
    #expect(cassette.losses == [])
    #expect(try cassette.response().body.bytes == Array(#"{"a": 1}"#.utf8))
  }

  @Test(arguments: [
    // Polly.JS parses names with brackets, and PHP, in which WebPageTest is written, spells others.
    ("page%5Bsize%5D=2", #"{"name": "page", "value": {"size": "2"}}"#, true),
    ("a.b=1&c%20d=2", #"{"name": "a_b", "value": "1"}, {"name": "c_d", "value": "2"}"#, true),
    ("page=2", #"{"name": "size", "value": "2"}"#, false),
    ("", #"{"name": "page", "value": {"size": "2"}}"#, false),
  ])
  func `items of a query are found however a tool spells their names`(
    query: String, items: String, isThere: Bool
  ) throws {
    let cassette = try ForeignCassette(
      #"""
      {"log": {"entries": [{
        "request": {"method": "GET", "url": "https://x.test/?\#(query)", "headers": [],
          "queryString": [\#(items)]},
        "response": {"status": 200, "headers": [], "content": {}}}]}}
      """#)
    #expect(cassette.losses.isEmpty == isThere, "\(cassette.problems)")
  }

  @Test func `a body in a file beside a simulation of Hoverfly is read, no file elsewhere`() throws
  {
    let folder = try TemporaryDirectory()
    try folder.write("secret", to: "outside.txt")
    try folder.write("the body", to: "in/responses/a.txt")
    func pair(_ file: String, more: String = "") -> String {
      #"""
      {"request": {"method": [{"matcher": "exact", "value": "GET"}],
        "scheme": [{"matcher": "exact", "value": "http"}],
        "destination": [{"matcher": "exact", "value": "x.test"}],
        "path": [{"matcher": "exact", "value": "/"}]},
       "response": {"status": 200, "bodyFile": "\#(file)", "fixedDelay": 250\#(more)}}
      """#
    }
    let pairs = [
      pair("responses/a.txt"), pair("responses/a.txt", more: #", "body": "its text""#),
      pair("../outside.txt"), pair("none"),
    ]
    let text = #"{"data": {"pairs": [\#(pairs.joined(separator: ","))]}, "meta": {}}"#
    let cassette = try ForeignCassette(
      path: folder.file("in/all.json").path(percentEncoded: false), content: Array(text.utf8))
    #expect(cassette.losses.map(\.interaction) == [3, 4], "\(cassette.problems)")
    #expect(try cassette.response().body.bytes == Array("the body".utf8))
    #expect(try cassette.response(1).body.bytes == Array("its text".utf8))
    #expect(cassette.interactions.map(\.seconds) == [0.25, 0.25])
  }
}
