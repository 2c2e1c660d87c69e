import Foundation
import TestSupport
import Testing
import VCRCore
@testable import VCRReview

@Suite struct ForeignCassetteTests {
  private func read(_ text: String) throws -> ForeignCassette {
    let folder = try TemporaryDirectory()
    return try ForeignCassette(path: folder.write(text, to: "old").path)
  }

  private func response(_ cassette: ForeignCassette, _ index: Int = 0) throws
    -> Interaction.Response
  {
    let interaction = try #require(cassette.interactions.dropFirst(index).first)
    guard case .response(let response) = interaction.outcome else { throw NotRecorded() }
    return response
  }

  @Test func `a token that only a later interaction issues is taken out of the earlier ones`()
    throws
  {
    let token = "q7Xw2Lk9Vb4Tz8Rm3Np6"
    func entry(_ path: String, _ body: String) -> String {
      """
      - request: {body: null, headers: {}, method: GET, uri: 'http://example.com/\(path)'}
        response:
          body: {string: '\(body)'}
          headers: {Content-Type: [application/json]}
          status: {code: 200, message: OK}

      """
    }
    let cassette = try read(
      "interactions:\n" + entry("note/\(token)", "{}") + entry("echo", #"{"id":"\#(token)"}"#)
        + entry("login", #"{"access_token":"\#(token)"}"#) + entry("after", #"{"id":"\#(token)"}"#)
        + entry("plain", "{}") + "version: 1\n")
    var recording = cassette
    recording.redact(.standard)
    let redacted = recording.interactions
    // As if all were read once before the first is redacted.
    let redactor = Redactor(.standard)
    for interaction in cassette.interactions { redactor.learn(from: interaction) }
    #expect(redacted == cassette.interactions.map { redactor.redacting($0) })
    #expect(!"\(redacted)".contains(token))
    #expect(redacted[0].request.url == "http://example.com/note/{{ACCESS_TOKEN}}")
  }

  @Test func `a cassette of vcrpy keeps binary bodies and repeated fields`() throws {
    let cassette = try read(
      """
      interactions:
      - request:
          body: null
          headers: {Accept: ['*/*']}
          method: GET
          uri: http://example.com/
        response:
          body:
            string: !!binary |
              AAECAw==
          headers:
            Set-Cookie: [a=1, b=2]
          status: {code: 200, message: OK}
      version: 1

      """)
    #expect(cassette.format == "vcrpy")
    #expect(cassette.problems.isEmpty)
    let response = try response(cassette)
    #expect(response.body.bytes == [0, 1, 2, 3])
    #expect(response.headers.values("Set-Cookie") == ["a=1", "b=2"])
    #expect(response.status == 200)
    #expect(response.reason == "OK")
  }

  @Test func `a cassette of Ruby VCR keeps its dates, symbols and anchors`() throws {
    let cassette = try read(
      """
      ---
      http_interactions:
      - request:
          method: :post
          uri: http://example.com/foo
          body: {encoding: US-ASCII, string: a=1}
          headers: &headers
            X-Same: [one]
        response:
          status: {code: 201, message: }
          headers: *headers
          body: {encoding: ASCII-8BIT, base64_string: "aGk="}
          http_version: '1.0'
        recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
      recorded_with: VCR 6.1.0

      """)
    #expect(cassette.format == "Ruby VCR")
    let interaction = try #require(cassette.interactions.first)
    #expect(interaction.request.method == "POST")
    #expect(interaction.request.body.bytes == Array("a=1".utf8))
    #expect(interaction.recordedAt == Date(timeIntervalSince1970: 1_320_122_994))
    let response = try response(cassette)
    #expect(response.headers["X-Same"] == "one")
    #expect(response.http == "HTTP/1.0")
    #expect(response.reason == nil)
    #expect(response.body.bytes == Array("hi".utf8))
  }

  @Test func `an HTTP archive keeps repeated fields, versions, times and Base64`() throws {
    let cassette = try read(
      #"""
      {"log": {"entries": [
        {"startedDateTime": "2018-03-20T23:47:30.357Z", "time": 308.4,
         "request": {"method": "POST", "url": "https://test.com/stuff", "httpVersion": "h2",
           "headers": [{"name": ":authority", "value": "test.com"}, {"name": "A", "value": "1"}],
           "postData": {"mimeType": "application/json", "text": "{\"a\":\"\ud83d\ude00\"}"}},
         "response": {"status": 200, "statusText": "", "httpVersion": "HTTP/2.0",
           "headers": [{"name": "B", "value": "1"}, {"name": "B", "value": "2"}],
           "content": {"mimeType": "image/png", "text": "AAEC", "encoding": "base64"}}},
        {"request": {"method": "GET", "url": "https://test.com/gone", "headers": []},
         "response": {"status": 0, "headers": [], "content": {}}}]}}
      """#)
    #expect(cassette.format == "HAR")
    #expect(cassette.problems == ["#2 (line 10): its request got no response"])
    let interaction = try #require(cassette.interactions.first)
    #expect(interaction.request.http == "HTTP/2")
    #expect(interaction.request.headers.fields.map(\.name) == ["A"])
    #expect(interaction.request.body.bytes == Array(#"{"a":"😀"}"#.utf8))
    #expect(interaction.seconds == 0.308)
    let response = try response(cassette)
    #expect(response.headers.values("B") == ["1", "2"])
    #expect(response.body.bytes == [0, 1, 2])
  }

  @Test func `a cassette of go-vcr keeps its status line and duration`() throws {
    let cassette = try read(
      """
      version: 2
      interactions:
        - request:
            url: https://api.example.com/a
            method: PATCH
            headers: {}
            body: ""
          response:
            status: 207 Multi-Status
            code: 207
            duration: 41.5ms
            headers: {}
            body: ok

      """)
    #expect(cassette.format == "go-vcr")
    #expect(cassette.interactions.first?.seconds == 0.042)
    #expect(try response(cassette).reason == "Multi-Status")
  }

  @Test func `secrets do not come along`() throws {
    let folder = try TemporaryDirectory()
    let cassette = try read(
      """
      interactions:
      - request:
          headers: {Authorization: [Bearer s3cret]}
          method: GET
          uri: http://example.com/?api_key=s3cret
        response: {status: {code: 204}, headers: {}}

      """)
    let path = folder.file("new.yaml").path
    try cassette.write(to: path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains("s3cret"))
    #expect(try Deck(cassette: path).close().available == 1)
  }

  @Test(arguments: [
    "just text", "- 1\n- 2\n", "{}", "a: &a [*a]\n",
    "x: &x [1,1,1,1,1,1,1,1,1,1]\ny: &y [*x,*x,*x,*x,*x,*x,*x,*x,*x,*x]\n"
      + "z: &z [*y,*y,*y,*y,*y,*y,*y,*y,*y,*y]\n" + "a: &a [*z,*z,*z,*z,*z,*z,*z,*z,*z,*z]\n"
      + "b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n" + "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"
      + "d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n",
  ])
  func `what is no recording is refused, however it nests`(text: String) throws {
    #expect(throws: CassetteError.self) { try read(text) }
  }

  @Test func `a cassette of another tool is refused with the command that converts it`() throws {
    let folder = try TemporaryDirectory()
    for text in [
      "http_interactions:\n- a\n", "interactions:\n- a\n", #"{"log": {"entries": []}}"#,
      "- request: a\n",
    ] {
      let path = try folder.write(text, to: "old.yaml").path
      let error = #expect(throws: CassetteError.self) { try CassetteFile(path: path) }
      #expect(
        error?.reason.contains("vcr convert \(path) NEW.yaml") == true,
        "\(String(describing: error))")
    }
  }
}
