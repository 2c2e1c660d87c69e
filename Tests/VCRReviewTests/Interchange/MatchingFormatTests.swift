import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Formats that say what matches, or hold examples: Hoverfly and Postman.
@Suite struct MatchingFormatTests {
  private func simulation(
    request: String, response: String = #"{"status": 200}"#,
    global: String = #""globalActions": {"delays": []}"#
  ) throws -> ForeignCassette {
    let pair = #"{"request": \#(request), "response": \#(response), "labels": ["a"]}"#
    return try ForeignCassette(
      #"{"data": {"pairs": [\#(pair)], \#(global)}, "meta": {}}"#)
  }

  @Test(arguments: [
    ("globalActions", #"{"delays": [], "delaysLogNormal": [{"min": 1}]}"#),
    ("globalVariables", #"[{"name": "a"}]"#), ("globalLiterals", #"[{"name": "a"}]"#),
  ])
  func `what counts for all pairs of Hoverfly is named as lost`(name: String, value: String) throws
  {
    let cassette = try simulation(request: captured(), global: #""\#(name)": \#(value)"#)
    #expect(cassette.interactions.count == 1)
    #expect(
      cassette.losses.map(\.description) == [
        "line 1: `\(name)`, which counts for all pairs, is not read"
      ])
  }

  /// The matchers of a request that was captured.
  private func captured(_ more: String = "", path: String = "/a b") -> String {
    func exact(_ text: String) -> String { #"[{"matcher": "exact", "value": "\#(text)"}]"# }
    return #"{"method": \#(exact("POST")), "scheme": \#(exact("https")), "#
      + #""destination": \#(exact("h.test:8443")), "path": \#(exact(path))\#(more)}"#
  }

  @Test func `what Hoverfly captured is read, with its query, its fields and its bytes`() throws {
    let more = #"""
      , "query": {"q": [{"matcher": "exact", "value": "x y"}], "t": [{"matcher": "array", "value": ["1", "2"]}]},
      "headers": {"Accept": [{"matcher": "exact", "value": "*/*"}]},
      "body": [{"matcher": "exact", "value": "hi"}]
      """#
    let cassette = try simulation(
      request: captured(more, path: "/a"),
      response: #"""
        {"status": 201, "body": "AAH/", "encodedBody": true, "headers": {"X-Two": ["a", "b"]},
         "templated": false}
        """#)
    #expect(cassette.format == "Hoverfly")
    #expect(cassette.losses == [])
    let request = try #require(cassette.interactions.first?.request)
    #expect(request.method == "POST")
    #expect(request.url == "https://h.test:8443/a?q=x+y&t=1&t=2")
    #expect(request.headers == ["Accept": "*/*"])
    #expect(request.body.bytes == Array("hi".utf8))
    let response = try cassette.response()
    #expect(response.status == 201)
    #expect(response.headers.values("X-Two") == ["a", "b"])
    #expect(response.body.bytes == [0, 1, 255])
  }

  @Test(arguments: [
    #"{"destination": [{"matcher": "glob", "value": "*.test"}]}"#,
    #"{"method": [{"matcher": "glob", "value": "*"}]}"#, "[]",
  ])
  func `what matches many requests was not recorded, and is left out`(request: String) throws {
    let cassette = try simulation(request: request)
    #expect(cassette.interactions.isEmpty)
    #expect(cassette.losses.map(\.kind) == [.interaction])
  }

  @Test func `what a pair of Hoverfly does not name is not compared`() throws {
    let cassette = try simulation(request: #"{"path": [{"matcher": "exact", "value": "/a"}]}"#)
    #expect(cassette.losses == [])
    let interaction = try #require(cassette.interactions.first)
    #expect(interaction.request.url == "http://localhost/a")
    #expect(interaction.rule?.match == ["path"])
    let service = try simulation(
      request: #"{"path": [{"matcher": "exact", "value": "/a"}], "#
        + #""destination": [{"matcher": "exact", "value": "h.test"}]}"#)
    #expect(service.interactions.first?.request.url == "http://h.test/a")
    #expect(service.interactions.first?.rule?.match == ["host", "port", "path"])
    let host = try simulation(
      request: #"{"destination": [{"matcher": "exact", "value": "h.test"}]}"#)
    #expect(host.losses == [])
    #expect(host.interactions.first?.request.url == "http://h.test/")
    #expect(host.interactions.first?.rule?.match == ["host", "port"])
    let any = try simulation(request: "{}")
    #expect(any.losses == [])
    #expect(any.interactions.first?.rule?.match == [])
  }

  @Test func `of several pairs of Hoverfly that match the one that names most is served`() throws {
    func exact(_ text: String) -> String { #"[{"matcher": "exact", "value": "\#(text)"}]"# }
    let requests = [
      "{}", #"{"path": \#(exact("/a"))}"#,
      #"{"path": \#(exact("/a")), "body": [{"matcher": "json", "value": "{}"}]}"#,
      #"{"path": \#(exact("/a")), "headers": {"A": \#(exact("1")), "B": \#(exact("2"))}}"#,
      #"{"path": \#(exact("/a")), "query": {"q": \#(exact("1"))}}"#, #"{"path": \#(exact("/b"))}"#,
    ]
    let pairs = requests.indices.map {
      #"{"request": \#(requests[$0]), "response": {"status": 200, "body": "\#($0)"}}"#
    }
    let cassette = try ForeignCassette(
      #"{"data": {"pairs": [\#(pairs.joined(separator: ","))]}, "meta": {}}"#)
    let order = try cassette.interactions.indices.map {
      String(decoding: try cassette.response($0).body.bytes, as: UTF8.self)
    }
    #expect(order == ["3", "4", "2", "1", "5", "0"])
  }

  @Test func `a template of Hoverfly and a member that is not known are named`() throws {
    let cassette = try simulation(
      request: captured(),
      response: #"{"status": 200, "body": "{{ x }}", "templated": true, "bodyStream": "f"}"#)
    #expect(cassette.interactions.count == 1)
    #expect(cassette.losses.map(\.kind) == [.body, .body])
    let unread = try simulation(
      request: captured(#", "requiresState": {"a": "b"}"#))
    #expect(unread.losses.map(\.kind) == [.member])
  }

  /// A request of an earlier schema version of Hoverfly, by what stands for an exact value there.
  private func earlier(_ more: String = "", exact: (String) -> String) -> String {
    #"{"method": \#(exact("GET")), "scheme": \#(exact("http")), "#
      + #""destination": \#(exact("h.test")), "path": \#(exact("/a"))\#(more)}"#
  }

  @Test func `what earlier versions of Hoverfly captured is read`() throws {
    let first = try simulation(
      request: earlier(
        #", "requestType": "recording", "query": "b=1", "body": "", "headers": {"A": ["b", "c"]}"#
      ) { #""\#($0)""# })
    #expect(first.losses == [], "\(first.problems)")
    #expect(first.interactions.first?.request.url == "http://h.test/a?b=1")
    #expect(first.interactions.first?.request.headers.values("A") == ["b", "c"])
    let captured = ["method", "host", "port", "path", "query"]
    #expect(first.interactions.first?.rule?.match == captured)
    let zeroth = try ForeignCassette(
      #"{"data": [{"id": "1", "response": {"status": 200, "body": "x", "encodedBody": false},"#
        + #" "request": "#
        + earlier(#", "query": "b=1", "body": "", "headers": {"A": ["b"]}"#) { #""\#($0)""# }
        + "}]}")
    #expect(zeroth.format == "Hoverfly")
    #expect(zeroth.losses == [], "\(zeroth.problems)")
    #expect(zeroth.interactions.first?.request.url == "http://h.test/a?b=1")
    #expect(zeroth.interactions.first?.rule?.match == captured)
    #expect(try zeroth.response().body.bytes == Array("x".utf8))
    func matcher(_ text: String) -> String { #"{"exactMatch": "\#(text)"}"# }
    let second = try simulation(
      request: earlier(
        #", "query": {"exactMatch": "b=1"}, "body": {"exactMatch": "x"}"#, exact: matcher))
    #expect(second.losses == [], "\(second.problems)")
    #expect(second.interactions.first?.request.url == "http://h.test/a?b=1")
    #expect(second.interactions.first?.request.body.bytes == Array("x".utf8))
    let fourth = try simulation(
      request: earlier(
        #"""
        , "headers": {"If-Match": ["b"]}, "headersWithMatchers": {"A": {"exactMatch": "c"}},
        "queriesWithMatchers": {"q": {"exactMatch": "1"}}, "body": {"jsonMatch": "{\"x\": 1}"}
        """#, exact: matcher))
    #expect(fourth.losses == [], "\(fourth.problems)")
    let request = try #require(fourth.interactions.first?.request)
    #expect(request.url == "http://h.test/a?q=1")
    #expect(request.headers == ["If-Match": "b", "A": "c"])
    #expect(fourth.interactions.first?.rule?.match?.last == "json")
  }

  @Test func `an address that earlier versions of Hoverfly match by a pattern is left out`() throws
  {
    for word in ["globMatch", "regexMatch"] {
      let cassette = try simulation(
        request: earlier { text in #"{"\#(word)": "\#(text == "/a" ? "/*" : text)"}"# })
      #expect(cassette.losses.map(\.kind) == [.interaction], "\(word)")
    }
    let template = try simulation(
      request: earlier(#", "requestType": "template""#) { #""\#($0)""# })
    #expect(template.losses.map(\.kind) == [.member])
  }

  @Test(arguments: [
    (
      #""headers": {"A": [{"matcher": "regex", "value": "b"}], "B": [{"matcher": "exact", "value": "c"}]}"#,
      ForeignLoss.Kind.member, "headers(B)"
    ),
    (
      #""query": {"a": [{"matcher": "glob", "value": "b*"}], "q": [{"matcher": "exact", "value": "1"}]}"#,
      .member, "query(only q)"
    ),
    (#""deprecatedQuery": [{"matcher": "glob", "value": "*"}]"#, .member, "path"),
    (#""body": [{"matcher": "jsonPath", "value": "$.a"}]"#, .body, "path"),
    (
      #""body": [{"matcher": "exact", "value": "a", "doMatch": {"matcher": "exact"}}]"#, .body,
      "path"
    ),
    (
      #""body": [{"matcher": "json", "value": "{}", "config": {"ignoreUnknown": true}}]"#, .body,
      "path"
    ),
    (
      #""body": [{"matcher": "form", "value": {"a": [{"matcher": "jwt", "value": "{}"}]}}]"#, .body,
      "path"
    ),
  ])
  func
    `what a pair of Hoverfly matches by a pattern besides the address is named, and not compared`(
      more: String, kind: ForeignLoss.Kind, last: String
    ) throws
  {
    let cassette = try simulation(request: captured(", " + more))
    #expect(cassette.losses.map(\.kind) == [kind], "\(cassette.problems)")
    #expect(cassette.interactions.first?.rule?.match?.last == last)
  }

  @Test
  func `a matcher of Hoverfly counts in any case, and a pattern without a wildcard as its text`()
    throws
  {
    let request =
      captured(#", "headers": {"A": [{"matcher": "glob", "value": "b/c"}]}"#)
      .replacing("exact", with: "exACT")
    let cassette = try simulation(request: request)
    #expect(cassette.losses == [], "\(cassette.problems)")
    #expect(cassette.interactions.first?.request.headers == ["A": "b/c"])
    #expect(cassette.interactions.first?.rule?.match?.last == "headers(A)")
  }

  private func collection(_ items: String, variables: String = "[]") throws -> ForeignCassette {
    try ForeignCassette(
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
       "item": \#(items), "variable": \#(variables)}
      """#)
  }

  @Test func `the saved examples of Postman are read, in folders and with variables`() throws {
    let cassette = try collection(
      #"""
      [{"name": "folder", "item": [{"name": "r", "request": {"method": "GET", "url": "http://x.test/"},
        "response": [
          {"name": "one", "originalRequest": {"method": "POST", "url": {"raw": "{{base}}/a?b=1"},
            "header": [{"key": "Accept", "value": "*/*"}, {"key": "No", "value": "1", "disabled": true}],
            "body": {"mode": "urlencoded", "urlencoded": [{"key": "k", "value": "v w"},
              {"key": "off", "value": "1", "disabled": true}]}},
           "code": 404, "status": "Not Found", "_postman_previewlanguage": "json", "cookie": [],
           "header": [{"key": "Content-Type", "value": "application/json"}], "body": "{\"a\": 1}",
           "responseTime": 250},
          {"name": "two", "code": 200, "body": null}]}]},
       {"name": "raw", "request": {"method": "PUT", "url": "http://x.test/b",
          "body": {"mode": "raw", "raw": "text"}}, "response": [{"code": 204}]}]
      """#, variables: #"[{"key": "base", "value": "https://h.test"}]"#)
    #expect(cassette.format == "Postman")
    #expect(cassette.losses == [])
    #expect(
      cassette.interactions.map(\.request.url) == [
        "https://h.test/a?b=1", "http://x.test/", "http://x.test/b",
      ])
    #expect(cassette.interactions.map(\.request.method) == ["POST", "GET", "PUT"])
    let request = cassette.interactions[0].request
    #expect(request.headers == ["Accept": "*/*"])
    #expect(request.body.bytes == Array("k=v+w".utf8))
    #expect(cassette.interactions[0].seconds == 0.25)
    let first = try cassette.response()
    #expect(first.status == 404)
    #expect(first.body.bytes == Array(#"{"a": 1}"#.utf8))
    #expect(cassette.interactions[2].request.body.bytes == Array("text".utf8))
  }

  @Test func `a collection of Postman in version 1 is read in the order of its lists`() throws {
    let cassette = try ForeignCassette(
      #"""
      {"id": "c", "name": "n", "order": ["3"], "folders": [{"id": "f", "order": ["2", "1"]}],
       "variables": [{"key": "base", "value": "http://h.test"}], "requests": [
        {"id": "1", "url": "{{base}}/a/:n?b=1", "method": "PUT", "collectionId": "c",
         "headers": "Content-Type: text/plain\n//Off: 1\nX-A:b: c\n", "pathVariables": {"n": "7"},
         "dataMode": "raw", "data": [], "rawModeData": "text", "currentHelper": "normal",
         "helperAttributes": {}, "tests": null, "responses": [
          {"id": "r", "name": "one", "status": "", "responseCode": {"code": 404, "name": "Not Found"},
           "time": 250, "headers": [{"name": "Content-Type", "key": "Content-Type",
             "value": "application/json", "description": "d"}], "text": "{\"a\": 1}",
           "language": "json", "cookies": []},
          {"responseCode": {"code": 200}, "text": "", "request": {"url": "{{base}}/old",
             "method": "DELETE", "headers": [], "data": "x", "dataMode": "raw"}}]},
        {"id": "2", "url": "http://x.test/", "method": "POST", "headers": "", "dataMode": "urlencoded",
         "data": [{"key": "k", "value": "v w", "enabled": true, "type": "text"},
           {"key": "off", "value": "1", "enabled": false}],
         "responses": [{"responseCode": {"code": 201}, "headers": [], "text": null}]},
        {"id": "3", "url": "http://x.test/file", "method": "POST", "dataMode": "params",
         "data": [{"key": "k", "value": "f", "type": "file"}],
         "responses": [{"responseCode": {"code": 200}}]},
        {"id": "4", "url": "http://x.test/none", "method": "GET", "responses": []}]}
      """#)
    #expect(cassette.format == "Postman")
    #expect(cassette.losses.map(\.kind) == [.interaction, .interaction], "\(cassette.problems)")
    #expect(
      cassette.interactions.map { $0.request.method + " " + $0.request.url } == [
        "POST http://x.test/", "PUT http://h.test/a/7?b=1", "DELETE http://h.test/old",
      ])
    #expect(
      cassette.interactions.map { String(decoding: $0.request.body.bytes, as: UTF8.self) } == [
        "k=v+w", "text", "x",
      ])
    #expect(
      cassette.interactions[1].request.headers == ["Content-Type": "text/plain", "X-A": "b: c"])
    #expect(cassette.interactions[1].seconds == 0.25)
    let first = try #require(cassette.interactions[1].response)
    #expect(first.status == 404)
    #expect(first.reason == "Not Found")
    #expect(first.headers == ["Content-Type": "application/json"])
    #expect(first.body.bytes == Array(#"{"a": 1}"#.utf8))
  }

  @Test func `a request without an example, and a body that Postman makes, are left out and named`()
    throws
  {
    let cassette = try collection(
      #"""
      [{"name": "none", "request": {"method": "GET", "url": "http://x.test/"}, "response": []},
       {"name": "file", "request": {"method": "POST", "url": "http://x.test/",
          "body": {"mode": "formdata", "formdata": []}}, "response": [{"code": 200}]}]
      """#)
    #expect(cassette.interactions.isEmpty)
    #expect(cassette.losses.map(\.kind) == [.interaction, .interaction])
    #expect(cassette.losses.first?.text.contains("without a saved example") == true)
  }

  /// A request of Postman with a saved example.
  private func example(url: String, more: String = "") throws -> ForeignCassette {
    try collection(
      #"""
      [{"name": "r", "request": {"method": "POST", "url": \#(url), "header": "A: b\nC: d"\#(more)},
        "response": [{"code": 200, "status": "OK", "header": "E: f\r\nG: h: i", "body": "hi"}]}]
      """#, variables: #"[{"key": "base", "value": "http://x.test"}]"#)
  }

  @Test func `variables of a path, and header fields in lines, are read`() throws {
    let path = #"{"raw": "{{base}}/:id/b?c=:id", "variable": [{"key": "id", "value": "7"}]}"#
    let cassette = try example(url: path)
    #expect(cassette.losses == [], "\(cassette.problems)")
    let request = try #require(cassette.interactions.first?.request)
    #expect(request.url == "http://x.test/7/b?c=:id")
    #expect(request.headers == ["A": "b", "C": "d"])
    #expect(try cassette.response().headers == ["E": "f", "G": "h: i"])
    let none = try example(url: path.replacing(#", "value": "7""#, with: ""))
    #expect(none.losses.map(\.kind) == [.member])
    #expect(try example(url: #""{{other}}/a""#).losses.map(\.kind) == [.member])
  }

  @Test func `a URL that stands in parts alone is read`() throws {
    let cassette = try example(
      url: """
        {"protocol": "https", "host": ["x", "test"], "port": "81", "path": ["a", ":id"],
         "query": [{"key": "b", "value": "1"}, {"key": "c", "value": "2", "disabled": true},
         {"key": "d"}], "hash": "e", "variable": [{"key": "id", "value": "7"}]}
        """)
    #expect(cassette.losses == [], "\(cassette.problems)")
    #expect(cassette.interactions.first?.request.url == "https://x.test:81/a/7?b=1&d#e")
    #expect(
      try example(url: #"{"host": "{{base}}", "path": "a"}"#).interactions.first?.request.url
        == "http://x.test/a")
  }

  @Test func `variables of GraphQL are sent as the JSON that their text is`() throws {
    let cassette = try example(
      url: #""{{base}}/""#,
      more:
        #", "body": {"mode": "graphql", "graphql": {"query": "{a}", "variables": "{\"b\": 1}"}}"#)
    #expect(cassette.losses == [], "\(cassette.problems)")
    #expect(
      cassette.interactions.first?.request.body.bytes
        == Array(#"{"query":"{a}","variables":{"b":1}}"#.utf8))
  }

  @Test func `variables within variables are filled in, unless no end of it is near`() throws {
    func read(_ count: Int) throws -> ForeignCassette {
      let variables = (0..<count).map { number in
        let value = String(repeating: "{{k\(number + 1)}}", count: 8)
        return #"{"key": "k\#(number)", "value": "\#(value)"}"#
      }
      let last = #"{"key": "k\#(count)", "value": "v"}"#
      return try collection(
        #"[{"request": "http://x.test/{{k0}}", "response": [{"code": 200}]}]"#,
        variables: "[" + (variables + [last]).joined(separator: ",") + "]")
    }
    let small = try read(3)
    #expect(small.losses == [])
    #expect(
      small.interactions.first?.request.url == "http://x.test/" + String(repeating: "v", count: 512)
    )
    #expect(try read(40).losses.map(\.kind) == [.member, .member])
  }

  @Test func `a collection that the service handed out is read`() throws {
    let cassette = try ForeignCassette(
      #"""
      {"collection": {"info": {"_postman_id": "a"}, "item": [{"request": "http://x.test/",
        "response": [{"code": 200, "body": "hi"}]}]}}
      """#)
    #expect(try cassette.losses == [] && cassette.response().body.bytes == Array("hi".utf8))
  }
}
