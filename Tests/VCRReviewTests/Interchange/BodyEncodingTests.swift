import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Bodies of which other members than their own say how they are written.
@Suite struct BodyEncodingTests {
  private func bytes(_ text: String, _ index: Int = 0) throws -> [UInt8] {
    let cassette = try ForeignCassette(text)
    #expect(cassette.losses == [], "\(cassette.problems)")
    return try cassette.response(index).body.bytes
  }

  // MARK: - PHP-VCR

  /// A recording of PHP-VCR with some members of the request, and the fields and body of the
  /// response.
  private func php(
    request: String = "method: GET", headers: String = "{}", body: String = "one"
  ) -> String {
    """
    -
        request: {url: 'http://x.test/a', \(request)}
        response:
            status: {http_version: '1.1', code: '200', message: OK}
            headers: \(headers)
            body: \(body)
    """
  }

  @Test(arguments: [
    "{Content-Type: application/x-gzip}", "{Content-Type: 'application/x-gzip; q=1'}",
    "{Content-Type: image/png, Content-Transfer-Encoding: binary}",
  ])
  func `bytes that PHP-VCR writes in Base64 are read as such`(headers: String) throws {
    #expect(try bytes(php(headers: headers, body: "iVBORwD/")) == [0x89, 0x50, 0x4E, 0x47, 0, 255])
    // Another version wrote them as they are.
    #expect(try bytes(php(headers: headers, body: "!!binary iVBORwD/")).first == 0x89)
    let wrong = try ForeignCassette(php(headers: headers, body: "'?'"))
    #expect(wrong.losses.map(\.kind) == [.interaction])
  }

  @Test(arguments: [
    "{content-type: application/x-gzip}", "{Content-Type: application/gzip}",
    "{Content-Transfer-Encoding: Binary}", "{}",
  ])
  func `a text of PHP-VCR is one where its own rule does not say Base64`(headers: String) throws {
    #expect(try bytes(php(headers: headers, body: "iVBORwD/")) == Array("iVBORwD/".utf8))
  }

  @Test func `what PHP-VCR keeps encrypted is named, and not served as it stands`() throws {
    let secret = "'vcr:enc:v1:AAAA'"
    let came = try ForeignCassette(php(body: secret))
    #expect(came.interactions.isEmpty)
    #expect(came.problems.contains { $0.contains("is encrypted") }, "\(came.problems)")
    let sent = try ForeignCassette(
      php(
        request: "method: POST, body: \(secret), headers: {Authorization: \(secret), Accept: a/b}"))
    let interaction = try #require(sent.interactions.first)
    #expect(interaction.request.headers.fields.map(\.name) == ["Accept"])
    #expect(interaction.request.body.isEmpty && interaction.rule?.match == ["method", "url"])
    #expect(sent.problems.count { $0.contains("is encrypted") } == 2, "\(sent.problems)")
    let fields = try ForeignCassette(php(request: "method: POST, post_fields: \(secret)"))
    #expect(fields.interactions.count == 1 && fields.losses.count == 1, "\(fields.problems)")
  }

  @Test func `fields that PHP handed to curl are a body in parts, found whatever the boundary`()
    throws
  {
    let cassette = try ForeignCassette(
      php(
        request:
          "method: POST, headers: {Host: x.test, X-A: b}, post_fields: {k: 'v w', n: 5, t: true, f: false, e: null}"
      ))
    #expect(cassette.losses == [], "\(cassette.problems)")
    let interaction = try #require(cassette.interactions.first)
    #expect(
      interaction.rule?.match == ["method", "url", "headers(Host, X-A)", "multipart"])
    let policy = try RequestEquivalence(
      parsing: try #require(interaction.rule?.match).joined(separator: ", "))
    func sent(_ first: String) -> Interaction.Request {
      let fields = [("k", first), ("n", "5"), ("t", "1"), ("f", ""), ("e", "")]
      let parts = fields.map {
        "--x\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n"
      }
      return Interaction.Request(
        method: "POST", url: "http://x.test/a",
        headers: ["Host": "x.test", "X-A": "b", "Content-Type": "multipart/form-data; boundary=x"],
        body: Body(Array((parts.joined() + "--x--\r\n").utf8)))
    }
    #expect(policy.areEquivalent(sent("v w"), interaction.request))
    #expect(!policy.areEquivalent(sent("v"), interaction.request))
    let form = try ForeignCassette(
      php(
        request: "method: POST, headers: {Content-Type: application/x-www-form-urlencoded}, "
          + "post_fields: {k: 'v w', n: '5'}"))
    #expect(form.losses == [])
    #expect(form.interactions.first?.request.body.bytes == Array("k=v+w&n=5".utf8))
    #expect(form.interactions.first?.rule?.match?.last == "form")
  }

  @Test(arguments: [
    "post_fields: {k: [a]}", "post_fields: [a]",
    "post_fields: {k: a}, post_files: [{fieldName: f, filename: g}]",
    "headers: {Content-Type: text/plain}, post_fields: {k: a}",
  ])
  func `fields of which no body is known are named, and not compared`(request: String) throws {
    let cassette = try ForeignCassette(php(request: "method: POST, " + request))
    #expect(cassette.interactions.first?.request.body.isEmpty == true)
    #expect(cassette.interactions.first?.rule?.match == ["method", "url"])
    #expect(!cassette.losses.isEmpty)
  }

  // MARK: - DVR

  private func dvr(_ type: String?, _ body: String) -> String {
    let headers = type.map { #"{"Content-Type": "\#($0)"}"# } ?? "{}"
    return #"""
      {"name": "c", "interactions": [{"recorded_at": 1434688721.440751,
        "request": {"method": "POST", "url": "http://x.test/", "headers": \#(headers), "body": \#(body)},
        "response": {"url": "http://x.test/", "status": 200, "headers": \#(headers), "body": \#(body)}}]}
      """#
  }

  @Test(arguments: [
    ("image/png", #""iVBORwD/""#, [0x89, 0x50, 0x4E, 0x47, 0, 255]), (nil, #""aGk=""#, [104, 105]),
    ("application/x-www-form-urlencoded", #""aGk=""#, [104, 105]),
    ("text/plain", #""aGk=""#, Array("aGk=".utf8)),
    ("application/json", #"{"a": [1.50]}"#, Array(#"{"a":[1.50]}"#.utf8)),
    ("application/json", #""a""#, [97]),
  ])
  func `a body of DVR is in Base64, unless its type says text or JSON`(
    type: String?, body: String, bytes: [UInt8]
  ) throws {
    let cassette = try ForeignCassette(dvr(type, body))
    #expect(cassette.format == "DVR" && cassette.losses == [], "\(cassette.problems)")
    #expect(try cassette.response().body.bytes == bytes)
    let interaction = try #require(cassette.interactions.first)
    #expect(interaction.request.body.bytes == bytes)
    #expect(interaction.recordedAt == Date(timeIntervalSince1970: 1_434_688_721))
    for wrong in [#""?""#, #"{"a": 1}"#] where type == "image/png" {
      #expect(try ForeignCassette(dvr(type, wrong)).losses.map(\.kind) == [.interaction])
    }
  }

  // MARK: - ExVCR

  private func exVCR(_ response: String, request: String = "") -> String {
    #"""
    [{"request": {"body": "", "headers": [], "method": "get", "options": {"recv_timeout": 1},
       "request_body": "", "url": "http://x.test/"\#(request)},
     "response": {"binary": false, "headers": {"A": "b"}, "status_code": 200, "type": "ok", "body": "hi"
       \#(response)}}]
    """#
  }

  @Test func `responses of all adapters of ExVCR are read`() throws {
    let usual = try ForeignCassette(exVCR(""))
    #expect(usual.format == "ExVCR" && usual.losses == [], "\(usual.problems)")
    #expect(usual.policy?.description == "method, scheme, host, port, path")
    #expect(usual.interactions.first?.request.method == "GET")
    #expect(try usual.response().body.bytes == Array("hi".utf8))
    let httpc = try ForeignCassette(exVCR(#", "status_code": ["HTTP/1.1", 201, "Made"]"#))
    #expect(try httpc.losses.count == 1 && httpc.response().status == 201)
    #expect(try httpc.response().reason == "Made")
  }

  @Test func `bytes that are a term of Erlang are read, and anything else refused`() throws {
    func read(_ text: String) throws -> ForeignCassette {
      try ForeignCassette(
        exVCR("").replacing(#""binary": false"#, with: #""binary": true"#)
          .replacing(#""body": "hi""#, with: #""body": "\#(text)""#))
    }
    let cassette = try read("g20AAAADAAH/")
    #expect(try cassette.losses == [] && cassette.response().body.bytes == [0, 1, 255])
    for wrong in ["g20AAAAEAAH/", "g2sAAwAB/w==", "AAH/", "?", "gw=="] {
      #expect(try read(wrong).losses.map(\.kind) == [.interaction], "\(wrong)")
    }
  }

  @Test(arguments: [
    (#""nxdomain""#, "cannotFindHost"),
    (#"["conn_failed", ["error", "econnrefused"]]"#, "cannotConnectToHost"),
    (#""%Mint.TransportError{reason: :timeout}""#, "timedOut"), (#""odd""#, "unknown"),
  ])
  func `what went wrong stands in place of a response`(body: String, code: String) throws {
    let cassette = try ForeignCassette(
      exVCR("").replacing(#""type": "ok""#, with: #""type": "error""#)
        .replacing(#""status_code": 200"#, with: #""status_code": null"#)
        .replacing(#""body": "hi""#, with: #""body": \#(body)"#))
    #expect(cassette.losses == [], "\(cassette.problems)")
    #expect(cassette.interactions.first?.outcome.failure?.code == code)
  }

  @Test func `a pattern and a term of Elixir in a request are named`() throws {
    let pattern = try ForeignCassette(
      exVCR("").replacing("http://x.test/", with: "~r/http:.+/"))
    #expect(pattern.losses.map(\.kind) == [.interaction])
    let term = try ForeignCassette(
      exVCR("").replacing(#""body": "", "headers""#, with: #""body": "{:form, [a: 1]}", "headers""#)
    )
    #expect(term.losses.map(\.kind) == [.body])
    #expect(term.interactions.first?.request.body.isEmpty == true)
  }

  // MARK: - Charsets

  @Test func `a tape of Betamax for Java is read, and its texts sent in their charset`() throws {
    let tape = """
      !tape
      name: a tape
      interactions:
      - recorded: 2012-10-21T14:04:39.797Z
        request:
          method: GET
          uri: http://x.test/a
          headers: {Accept: '*/*'}
        response:
          status: 200
          headers: {Content-Type: text/plain;charset=ISO-8859-1}
          body: café
      - recorded: 2012-10-21T14:04:39.797Z
        request: {method: GET, uri: 'http://x.test/b'}
        response: {status: 200, headers: {Content-Type: image/png}, body: !!binary iVBORwD/}
      """
    let cassette = try ForeignCassette(tape)
    #expect(cassette.format == "Betamax for Java" && cassette.losses == [], "\(cassette.problems)")
    #expect(cassette.interactions.first?.recordedAt == Date(timeIntervalSince1970: 1_350_828_279))
    #expect(try cassette.response().body.bytes == Array("caf".utf8) + [0xE9])
    #expect(try cassette.response(1).body.bytes == [0x89, 0x50, 0x4E, 0x47, 0, 255])
    let unknown = try ForeignCassette(tape.replacing("ISO-8859-1", with: "Shift_JIS"))
    #expect(unknown.losses.map(\.kind) == [.body])
  }

  @Test(arguments: [
    ("Shift_JIS", 1), ("windows-1251", 1), ("UTF-8", 0), ("ASCII-8BIT", 0), ("''", 0),
  ])
  func `a text in an encoding that is not known is named`(encoding: String, losses: Int) throws {
    func read(_ text: String) throws -> ForeignCassette {
      try ForeignCassette(
        """
        http_interactions:
        - request: {method: get, uri: 'http://x.test/a'}
          response: {status: {code: 200}, body: {encoding: \(encoding), string: \(text)}}
        recorded_with: VCR 6.0.0
        """)
    }
    #expect(try read("日本").losses.count == losses)
    #expect(try read("ascii").losses == [])
  }

  /// An archive with a content of some type.
  private func archive(_ content: String, type: String = "text/html; charset=ISO-8859-1") -> String
  {
    #"""
    {"log": {"entries": [{"startedDateTime": "1970-01-01T00:00:00.000Z",
      "request": {"method": "GET", "url": "http://x.test/", "headers": []},
      "response": {"status": 200, "headers": [{"name": "Content-Type", "value": "\#(type)"}],
        "content": \#(content)}}]}}
    """#
  }

  @Test func `a text that a browser decoded has the bytes again that it counted`() throws {
    #expect(try bytes(archive(#"{"size": 4, "text": "café"}"#)) == Array("caf".utf8) + [0xE9])
    #expect(try bytes(archive(#"{"size": 5, "text": "café"}"#)) == Array("café".utf8))
    #expect(try bytes(archive(#"{"size": 9, "text": "cafe"}"#)) == Array("cafe".utf8))
    #expect(
      try bytes(archive(#"{"size": 9, "text": "café"}"#, type: "text/html")) == Array("café".utf8))
    for (size, type) in [("9", "ISO-8859-1"), ("-1", "ISO-8859-1"), ("2", "Shift_JIS")] {
      let cassette = try ForeignCassette(
        archive(#"{"size": \#(size), "text": "é日"}"#, type: "text/html; charset=\(type)"))
      #expect(cassette.losses.map(\.kind) == [.body])
      #expect(try cassette.response().body.bytes == Array("é日".utf8))
    }
  }

  // MARK: - Others

  @Test func `a body of vcrpy that was a stream is its bytes, and another object is named`() throws
  {
    func read(_ body: String) throws -> ForeignCassette {
      try ForeignCassette(
        """
        interactions:
        - request:
            method: PUT
            uri: http://x.test/a
            headers: {}
            body: \(body)
          response: {status: {code: 200, message: OK}, headers: {}, body: {string: one}}
        version: 1
        """)
    }
    for (body, bytes) in [
      (
        "!!python/object/new:_io.BytesIO {state: !!python/tuple [!!binary AAH/, 0, null]}",
        [0, 1, 255]
      ),
      ("!!python/object/new:_io.BytesIO {state: [!!binary aGk=, 2, null]}", [104, 105]),
      ("!!python/object/new:_io.StringIO {state: [hi, '', 0, null]}", [104, 105]),
      ("!!python/object/apply:_io.BytesIO [!!binary aGk=]", [104, 105]),
    ] as [(String, [UInt8])] {
      let cassette = try read(body)
      #expect(cassette.losses == [], "\(cassette.problems)")
      #expect(cassette.interactions.first?.request.body.bytes == bytes)
    }
    for body in [
      "!!python/object:io.Reader {name: a}", "!!python/object/apply:open [a]",
      "!!python/object/new:_io.BytesIO {state: {}}",
    ] {
      let cassette = try read(body)
      #expect(cassette.losses.map(\.kind) == [.body], "\(body)")
    }
    #expect(try read("{a: 1}").interactions.first?.request.body.bytes == Array("a=1".utf8))
  }

  @Test func `posted fields that are not encoded are, and that a body was dropped is named`() throws
  {
    func read(_ request: String) throws -> ForeignCassette {
      try ForeignCassette(
        #"""
        {"log": {"entries": [{
          "request": {"method": "POST", "url": "http://x.test/", "headers": [], \#(request)},
          "response": {"status": 200, "headers": [], "content": {}}}]}}
        """#)
    }
    func form(_ value: String) -> String {
      #""postData": {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "a", "value": "\#(value)"}]}"#
    }
    for (value, sent) in [
      ("b%20c", "a=b%20c"), ("b+c", "a=b+c"), ("b c", "a=b+c"), ("é", "a=%C3%A9"),
      ("b&c=%", "a=b%26c%3D%25"),
    ] {
      let cassette = try read(form(value))
      #expect(cassette.losses == [])
      #expect(cassette.interactions.first?.request.body.bytes == Array(sent.utf8), "\(value)")
    }
    for dropped in [
      #""bodySize": 10"#, #""bodySize": 10, "postData": {"mimeType": "image/png"}"#,
      #""bodySize": 10, "postData": {"mimeType": "image/png", "text": ""}"#,
    ] {
      #expect(try read(dropped).losses.map(\.kind) == [.body])
    }
    for none in [
      #""bodySize": 0"#, #""bodySize": -1"#, #""bodySize": 3, "postData": {"text": "abc"}"#,
    ] {
      #expect(try read(none).losses == [])
    }
  }

  @Test(arguments: [
    ("0001-01-01T00:00:00Z", nil), ("1970-01-01T00:00:00.000Z", nil), ("-5", nil), ("0", nil),
    ("1700000000", 1_700_000_000), ("1700000000500", 1_700_000_000),
    ("2023-11-14T22:13:20.9Z", 1_700_000_000),
  ])
  func `a time that stands for none is none`(text: String, seconds: Double?) throws {
    let cassette = try ForeignCassette(
      archive("{}").replacing("1970-01-01T00:00:00.000Z", with: text))
    #expect(cassette.losses == [])
    #expect(
      cassette.interactions.first?.recordedAt == seconds.map { Date(timeIntervalSince1970: $0) })
  }

  @Test(arguments: ["har", "ruby-vcr", "cassetter"])
  func `a recording without a time has none when it is read back`(word: String) throws {
    let interaction = Interaction(
      request: .init(url: "http://x.test/"), outcome: .response(.init(status: 200)))
    let export = try #require(ForeignExport([interaction], lines: [1], as: word))
    let back = try ForeignCassette(path: "back", content: export.content)
    #expect(back.interactions.count == 1 && back.interactions.first?.recordedAt == nil)
  }
}
