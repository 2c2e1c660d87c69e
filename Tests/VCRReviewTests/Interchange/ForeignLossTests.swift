import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// What stands where a body, header fields or a status belong is read, or named as lost.
@Suite struct ForeignLossTests {
  private func vcrpy(request: String = "", response: String) throws -> ForeignCassette {
    try ForeignCassette(
      """
      interactions:
      - request:
          method: POST
          uri: http://example.com/
      \(request)
        response:
          status: {code: 200, message: OK}
      \(response)
      version: 1

      """)
  }

  @Test func `a parsed body is the text that Python makes of it`() throws {
    let cassette = try vcrpy(
      request: """
            headers: {content-type: [application/json]}
            parsed_body:
              messages:
              - content: 'größe "1"'
                n: 1
              stream: false
              x: null
        """,
      response: """
            headers: {content-type: [application/json]}
            parsed_body: {a: [1, 1.0e-05, '1', yes, "\\t"], b: {}}
        """)
    #expect(cassette.losses == [])
    let request = try #require(cassette.interactions.first?.request)
    let expected =
      #"{"messages": [{"content": "gr\u00f6\u00dfe \"1\"", "n": 1}], "stream": false, "x": null}"#
    #expect(String(decoding: request.body.bytes, as: UTF8.self) == expected)
    let body = try cassette.response().body.bytes
    #expect(
      String(decoding: body, as: UTF8.self) == #"{"a": [1, 1e-05, "1", true, "\t"], "b": {}}"#)
  }

  @Test func `header fields are read in each way in which pairs are written`() throws {
    let cassette = try vcrpy(
      response: """
            headers:
            - !!python/tuple [Server, [nginx]]
            - !!python/tuple [Set-Cookie, [a=1, b=2]]
            - {name: X-Name, value: v}
            - {X-Short: w}
            - 'X-Line: l'
        """)
    #expect(cassette.losses == [])
    let headers = try cassette.response().headers
    #expect(
      headers.fields.map(\.name) == [
        "Server", "Set-Cookie", "Set-Cookie", "X-Name", "X-Short", "X-Line",
      ])
    #expect(headers.fields.map(\.value) == ["nginx", "a=1", "b=2", "v", "w", "l"])
  }

  @Test(arguments: ["[]", "{}", "{string: []}", "{string: {}}"])
  func `an empty list or mapping is no body, but named`(body: String) throws {
    let cassette = try vcrpy(request: "    body: \(body)", response: "    body: \(body)")
    #expect(cassette.interactions.count == 1)
    let kind = body.contains("[") ? "a list" : "a mapping"
    #expect(
      cassette.losses.map(\.text)
        == ["request", "response"].map {
          "the body of its \($0) is \(kind) with nothing in it, of which vcr knows no bytes"
        })
    #expect(cassette.losses.allSatisfy { $0.kind == .body })
  }

  @Test func `an empty list or mapping is JSON where the type says so, and a form without fields`()
    throws
  {
    func body(_ body: String, _ type: String) throws -> String {
      let cassette = try vcrpy(
        request: "    headers: {content-type: [\(type)]}\n    body: \(body)", response: "")
      #expect(cassette.losses == [])
      let request = try #require(cassette.interactions.first?.request)
      return String(decoding: request.body.bytes, as: UTF8.self)
    }
    #expect(try body("[]", "application/json") == "[]")
    #expect(try body("{}", "application/vnd.x+json") == "{}")
    #expect(try body("{}", "application/x-www-form-urlencoded") == "")
  }

  @Test func `an empty list or mapping where another kind of value stands is named`() throws {
    let cassette = try ForeignCassette(
      """
      http_interactions:
      - request: {method: GET, uri: "http://example.com/"}
        response: {status: {code: 200, message: {}}, body: {encoding: [], string: hello}}
        recorded_at: {}
      - request: {method: [], uri: "http://example.com/"}
        response: {status: {code: 200, message: OK}, headers: {}, body: {string: ''}}
        recorded_at: []
      recorded_with: VCR 6.0.0

      """)
    #expect(cassette.interactions.count == 2)
    let unread = "which vcr does not know there, and not read"
    #expect(
      Set(cassette.losses.map(\.text)) == [
        "`message` of its status is a mapping, \(unread)",
        "`encoding` of the body of its response is a list, \(unread)",
        "`recorded_at` of it is a mapping, \(unread)",
        "its request has no method, and is taken for a GET",
        "`method` of its request is a list, \(unread)",
        "`recorded_at` of it is a list, \(unread)",
      ])
  }

  @Test(arguments: [
    #"{"log": {"entries": {}}}"#, "http_interactions: {}\n", "interactions: {}\nversion: 1\n",
  ])
  func `an empty mapping is no list of interactions`(text: String) {
    let fault = #expect(throws: CassetteError.self) { try ForeignCassette(text) }
    #expect(fault?.reason == "the interactions are a mapping, not a list")
  }

  @Test func `an archive's list in place of a content or what was posted is named`() throws {
    let cassette = try ForeignCassette(
      #"{"log": {"entries": [{"request": {"method": "POST", "url": "http://x.test/", "postData": []},"#
        + #" "response": {"status": 200, "content": []}}, {"request": {"method": "GET", "#
        + #""url": "http://x.test/", "postData": {}}, "response": {"status": 200, "content": {}}}]}}"#
    )
    #expect(cassette.interactions.count == 2)
    #expect(
      cassette.losses.map(\.description)
        == ["request", "response"].map {
          "#1 (line 1): the body of its \($0) is a list with nothing in it, of which vcr knows no "
            + "bytes"
        })
  }

  @Test func `a header field without a value is there, with an empty one`() throws {
    let cassette = try vcrpy(response: "    headers:\n      X-Nul:\n      X-List: [~]\n")
    #expect(cassette.losses == [])
    #expect(try cassette.response().headers.fields.map(\.value) == ["", ""])
  }

  @Test func `a header field that is a mapping is named as lost`() throws {
    let cassette = try vcrpy(response: "    headers:\n      X-Map: {a: b}\n")
    let loss = try #require(cassette.losses.first)
    #expect(loss.kind == .headers)
    #expect(loss.description == "#1 (line 9): the header field X-Map of its response is a mapping")
  }

  @Test func `an early form of vcrpy for httpx keeps its body`() throws {
    let cassette = try ForeignCassette(
      """
      interactions:
      - request: {method: GET, uri: http://example.com/, body: '', headers: {}}
        response: {content: "hello", headers: {}, http_version: HTTP/1.1, status_code: 200}
      version: 1

      """)
    #expect(cassette.losses == [])
    #expect(try cassette.response().body.bytes == Array("hello".utf8))
  }

  @Test(arguments: ["payload: secret", "body_b64: c2VjcmV0", "parsed: {a: secret}"])
  func `a member that is not known is named, and its value is not`(member: String) throws {
    let cassette = try vcrpy(response: "    \(member)")
    let name = try #require(member.split(separator: ":").first)
    #expect(cassette.interactions.count == 1)
    let loss = try #require(cassette.losses.first)
    #expect(loss.interaction == 1)
    #expect(loss.line == 8)
    #expect(loss.text == "`\(name)` of its response is not known to vcr, and not read")
  }

  @Test func `go-vcr's host that is another one than the URL has is a header field`() throws {
    let cassette = try ForeignCassette(
      """
      version: 2
      interactions:
      - id: 0
        request: {proto: HTTP/1.1, host: tenant.example.com, url: "http://10.0.0.7/a", method: GET}
        response: {body: hello, status: 200 OK, code: 200}
      - id: 1
        request: {proto: HTTP/1.1, host: "h.test:8080", url: "http://h.test:8080/b", method: GET}
        response: {body: hello, status: 200 OK, code: 200}

      """)
    #expect(cassette.losses == [])
    #expect(
      cassette.interactions.map { $0.request.headers["Host"] } == ["tenant.example.com", nil])
  }

  @Test(arguments: ["'two'", "[200]", "{a: 1}", "99"])
  func `a status code that is none is named, although the status line has one`(code: String)
    throws
  {
    let cassette = try ForeignCassette(
      """
      version: 2
      interactions:
      - id: 0
        request: {proto: HTTP/1.1, url: "http://h.test/a", method: GET}
        response: {body: hello, status: 404 Not Found, code: \(code)}

      """)
    #expect(try cassette.response().status == 404)
    #expect(cassette.losses.count == 1)
    #expect(cassette.losses.allSatisfy { $0.text.hasPrefix("`code` of its response is ") })
  }

  @Test func `a text beside other Base64 is named as lost`() throws {
    func losses(_ text: String) throws -> [String] {
      try ForeignCassette(
        """
        http_interactions:
        - request: {method: GET, uri: "http://example.com/"}
          response: {status: {code: 200}, body: {base64_string: aGk=, string: '\(text)'}}
        recorded_with: betamax/0.8

        """
      ).losses.map(\.text)
    }
    #expect(try losses("") == [])
    #expect(try losses("hi") == [])
    #expect(
      try losses("other") == [
        "`string` of the body of its response differs from `base64_string`, and is not read"
      ])
  }

  @Test func `a HAR whose URL has no host, or whose redirect has no field, says so`() throws {
    let entry = """
      {"startedDateTime":"2026-11-20T10:00:00Z","time":1,"request":{"method":"GET","url":"/a",\
      "headers":[]},"response":{"status":302,"headers":[],"redirectURL":"/b","content":{}}}
      """
    let cassette = try ForeignCassette(#"{"log":{"version":"1.2","entries":[\#(entry)]}}"#)
    #expect(
      cassette.losses.map(\.text) == [
        "`redirectURL` of its response is not in a field Location, and not read",
        "its URL has no scheme and host, so that no request will match it",
      ])
  }

  @Test(arguments: [
    ("/a", true), ("a.test/b", true), ("a.test:8080/b", true), ("1.5", true), ("<URL>/b", true),
    ("https://a.test/b", false), ("wss://a.test", false), ("epub://book/1", false),
    ("data:text/plain,x", false), ("https://<HOST>/b", false),
  ])
  func `a URL that nobody can request is named in the recording of any tool`(
    url: String, isLost: Bool
  ) throws {
    let cassette = try ForeignCassette(
      """
      interactions:
      - request: {method: GET, uri: '\(url)', headers: {}, body: null}
        response: {status: {code: 200, message: OK}, headers: {}, body: {string: x}}
      version: 1

      """)
    #expect(cassette.interactions.count == 1)
    #expect(
      cassette.losses.map { $0.text.hasPrefix("its URL has no scheme and host") }
        == (isLost ? [true] : []))
  }

  @Test(arguments: [#""name":null,"#, #""name":["a"],"#, #""Name_":"Date","#])
  func `a pair whose name is no text makes no field of its members`(name: String) throws {
    let cassette = try ForeignCassette(
      """
      {"log":{"version":"1.2","entries":[{"request":{"method":"GET","url":"https://a.test/",\
      "headers":[{\(name)"value":"v"},{"name":"X-A","value":"b"}]},"response":{"status":200,\
      "headers":[],"content":{}}}]}}
      """)
    #expect(cassette.interactions.first?.request.headers == ["X-A": "b"])
    #expect(
      cassette.losses.map(\.text) == ["a header field of its request has no name that is a text"])
  }

  @Test(arguments: ["payload:", "payload: ''", "payload: {}", "payload: []", "payload: false"])
  func `a member that says nothing is no loss`(member: String) throws {
    #expect(try vcrpy(response: "    \(member)").losses == [])
  }

  @Test func `a body in a form that is not known leaves the interaction out, with its name`()
    throws
  {
    let cassette = try ForeignCassette(
      """
      http_interactions:
      - request: {method: get, uri: 'http://example.com/'}
        response:
          status: {code: 200}
          body:
            raw_brotli: abc
      recorded_with: VCR-vcr/9.0

      """)
    #expect(cassette.interactions.isEmpty)
    #expect(
      cassette.problems == [
        "#1 (line 6): the body of its response is `raw_brotli`, which vcr does not know"
      ])
  }

  @Test func `R's compressed bodies are unpacked, by whoever can`() throws {
    let text = """
      http_interactions:
      - request: {method: get, uri: 'http://example.com/'}
        response: {status: 200, body: {raw_gzip: 'eJw='}}
      - request: {method: get, uri: 'http://example.com/2'}
        response: {status: 200, body: {raw_gzip: 'H4sI'}}
      recorded_with: VCR-vcr/2.0.0

      """
    let cassette = try ForeignCassette(path: "old", content: Array(text.utf8)) { bytes, coding, _ in
      Array("\(coding) \(bytes.count)".utf8)
    }
    #expect(try cassette.response().body.bytes == Array("deflate 2".utf8))
    #expect(try cassette.response(1).body.bytes == Array("gzip 3".utf8))
    #expect(try ForeignCassette(text).losses.map(\.kind) == [.interaction, .interaction])
  }

  @Test func `a form as pairs or as an object is encoded, and JSON written`() throws {
    let cassette = try ForeignCassette(
      #"""
      {"version": 1, "interactions": [
       {"request": {"body": [["grant type", "a&b"], ["x", "ü"]], "method": "post",
                    "uri": "http://example.com/1", "headers": {}},
        "response": {"status": {"code": 200}, "body": {"string": ""}}},
       {"request": {"body": {"api_type": "json", "n": 1}, "method": "POST",
                    "uri": "http://example.com/2", "headers": {}},
        "response": {"status": {"code": 200}, "body": {"string": ""}}},
       {"request": {"body": {"a": {"b": [1.50, null, "ü"]}}, "method": "POST",
                    "uri": "http://example.com/3",
                    "headers": {"Content-Type": ["application/json"]}},
        "response": {"status": {"code": 200}, "body": {"string": ""}}}]}
      """#)
    #expect(cassette.losses == [])
    #expect(
      cassette.interactions.map { String(decoding: $0.request.body.bytes, as: UTF8.self) } == [
        "grant+type=a%26b&x=%C3%BC", "api_type=json&n=1", #"{"a":{"b":[1.50,null,"ü"]}}"#,
      ])
  }

  @Test func `a text in another charset is encoded back, as Ruby does`() throws {
    let cassette = try ForeignCassette(
      """
      http_interactions:
      - request: {method: get, uri: 'http://example.com/', body: {encoding: UTF-8, string: ü}}
        response: {status: {code: 200}, body: {encoding: ISO-8859-1, string: ü}}
      recorded_with: VCR 6.0.0

      """)
    #expect(cassette.interactions.first?.request.body.bytes == [0xC3, 0xBC])
    #expect(try cassette.response().body.bytes == [0xFC])
  }

  @Test(arguments: ["A$AE=", "AA E*=", "AAE", "[\"AAE=\"]"])
  func `what is called Base64 and is not makes no bytes`(text: String) throws {
    let cassette = try ForeignCassette(
      """
      http_interactions:
      - request: {method: get, uri: 'http://example.com/'}
        response: {status: {code: 200}, body: {base64_string: '\(text)'}}
      - request: {method: get, uri: 'http://example.com/'}
        response: {status: {code: 200}, body: {string: !binary '\(text)'}}
      recorded_with: VCR 6.0.0

      """)
    #expect(cassette.interactions.isEmpty)
    #expect(cassette.losses.map(\.kind) == [.interaction, .interaction])
    #expect(cassette.problems.allSatisfy { $0.contains("Base64") }, "\(cassette.problems)")
  }

  @Test func `what follows the first document is named as lost`() throws {
    let one = """
      http_interactions:
      - request: {method: get, uri: 'http://example.com/'}
        response: {status: {code: 200}, body: {string: a}}

      """
    let cassette = try ForeignCassette(one + "---\n" + one)
    #expect(cassette.interactions.count == 1)
    #expect(cassette.losses.map(\.line) == [4])
    #expect(cassette.losses.map(\.kind) == [.document])
  }

  @Test func `templates and regular expressions of Ruby are named, and nothing is run`() throws {
    let cassette = try ForeignCassette(
      """
      - !ruby/struct:VCR::HTTPInteraction
        request: !ruby/struct:VCR::Request
          method: :get
          uri: !ruby/regexp /example/
        response: !ruby/struct:VCR::Response
          status: {code: 200}
          body: a
      - !ruby/struct:VCR::HTTPInteraction
        request: !ruby/struct:VCR::Request
          method: :get
          uri: http://example.com/<%= user %>
        response: !ruby/struct:VCR::Response
          status: {code: 200}
          body: "<%= 1 + 2 %>"

      """)
    #expect(cassette.interactions.count == 1)
    #expect(
      cassette.problems == [
        "#1 (line 4): its URL is a regular expression (!ruby/regexp), not a text",
        "#2 (line 11): its URL has ERB (<%= … %>), which is kept as it stands and not run",
        "#2 (line 14): the body of its response has ERB (<%= … %>), which is kept as it stands "
          + "and not run",
      ])
  }

  @Test func `interactions that are no list are refused, with the line`() throws {
    let error = #expect(throws: CassetteError.self) {
      try ForeignCassette("http_interactions:\n  a: b\n")
    }
    #expect(error?.line == 2)
    #expect(try ForeignCassette("http_interactions:\n").interactions.isEmpty)
  }

  @Test(arguments: [
    ("{\"log\": {\"entries\": [\n{\"a\": ", 2, "cut short"),
    ("{\"a\": [1,,]}", 1, "allows no “,”"), ("{\"a\": ]}", 1, "allows no “]”"),
    ("[\n\n`a`]", 3, "allows no “`”"),
    ("[\"\u{1}\"]", 1, "control character"),
  ])
  func `what begins as JSON and is none is refused in JSON's words`(
    text: String, line: Int, words: String
  ) throws {
    let error = #expect(throws: CassetteError.self) { try ForeignCassette(text) }
    #expect(error?.line == line)
    #expect(error?.reason.contains(words) == true, "\(String(describing: error))")
  }

  @Test(
    arguments: [
      ("1.2s", 1.2), ("340.5ms", 0.341), ("2m", 120), ("1m3.5s", 63.5), ("1h0m1s", 3601), ("0s", 0),
      ("12µs", 0), ("", nil), ("1", nil), ("s", nil), ("1m3", nil), ("-1s", nil), ("1x", nil),
      ("1.2.3s", nil), ("1e999s", nil),
    ] as [(String, Double?)])
  func `a duration is read in the notation of Go`(text: String, seconds: Double?) {
    let value = ForeignValue(.scalar(Array(text.utf8)), line: 1, isText: true)
    #expect(ForeignScalars.goDuration(value) == seconds)
    // EasyVCR for Java writes milliseconds.
    let number = ForeignValue(.scalar(Array("301".utf8)), line: 1)
    #expect(ForeignScalars.goDuration(number) == 0.301)
  }

  @Test(arguments: [(1000, 0), (1005, 0), (4999, 0), (7, 1), (1015, 1)])
  func `the code of a close that neither end may send is named as lost`(
    code: Int, losses: Int
  ) throws {
    let bytes = [UInt8(code >> 8), UInt8(code & 0xFF)]
    let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    let cassette = try ForeignCassette(
      """
      ws_interactions:
      - uri: wss://h.test/
        headers: {}
        frames: [{direction: recv, frame_type: close, body: {type: binary, content: '\(digits)'}}]
      """)
    #expect(cassette.losses.count == losses, "\(cassette.problems)")
    let (text, _) = try #require(
      try ForeignCassette.cassette(
        path: "old",
        content: Array(
          "{\"ws_interactions\": [{\"uri\": \"wss://h.test/\", \"frames\": [{\"direction\": \"recv\", "
            .utf8)
          + Array(
            "\"frame_type\": \"close\", \"body\": {\"type\": \"binary\", \"content\": \"\(digits)\"}}]}]}"
              .utf8), inflating: nil, decoding: { _ in }, redaction: .standard))
    #expect(
      try CassetteFile(path: "c.yaml", content: text).interaction(at: 0).request.method == "GET")
  }
}
