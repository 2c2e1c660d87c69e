import Foundation
import Testing

@testable import VCRCore
@testable import VCRReview

/// Cassettes of cassetter, which say of each body of what type it is.
@Suite struct CassetterFormatTests {
  private func read(_ text: String) throws -> ForeignCassette {
    try ForeignCassette(path: "old", content: Array(text.utf8))
  }

  @Test func `a body is read by its type`() throws {
    let bodies = [
      "{type: none}", "{type: text, content: \"a\\nb\"}", "{type: binary, content: '00fF'}",
      "{type: json, content: {a: [1, 2.5, null, 'é'], b: true}}", "{type: json, content: null}",
    ]
    let items = bodies.map {
      """
      - request: {method: GET, uri: 'http://h.test/', headers: {accept: ['*/*']}, body: {type: none}}
        response: {status: 200, headers: {x-a: ['1', '2']}, body: \($0)}
        recorded_at: 2026-11-23T02:43:25.325825+00:00

      """
    }
    let cassette = try read("version: 1\ninteractions:\n" + items.joined())
    #expect(cassette.format == "cassetter")
    #expect(cassette.losses == [])
    let read = try cassette.interactions.map { interaction -> [UInt8] in
      guard case .response(let response) = interaction.outcome else { throw NotRead() }
      #expect(response.headers.values("X-A") == ["1", "2"])
      #expect(interaction.request.body.isEmpty)
      #expect(interaction.recordedAt != nil)
      return response.body.bytes
    }
    #expect(
      read == [
        [], Array("a\nb".utf8), [0, 255],
        Array(#"{"a": [1, 2.5, null, "\u00e9"], "b": true}"#.utf8), Array("null".utf8),
      ])
  }

  private struct NotRead: Error {}

  @Test(arguments: ["{type: binary, content: 0x}", "{type: brotli, content: a}"])
  func `a body that is not what it says leaves the interaction out`(body: String) throws {
    let cassette = try read(
      """
      interactions:
      - request: {method: GET, uri: 'http://h.test/', headers: {}, body: {type: none}}
        response: {status: 200, headers: {}, body: \(body)}

      """)
    #expect(cassette.interactions.isEmpty)
    #expect(cassette.losses.map(\.kind) == [.interaction])
  }

  @Test func `WebSockets are read, and calls of gRPC named as left out`() throws {
    let cassette = try read(
      """
      version: 1
      interactions: []
      grpc_interactions:
      - request: {method: /a.B/C, metadata: {}, body: {type: binary, content: ''}}
        response: {status_code: 0, status_message: OK, metadata: {}, body: {type: none}}
      ws_interactions:
      - uri: wss://h.test/
        headers: {}
        frames:
        - {direction: send, frame_type: text, body: {type: text, content: hi}, offset_ms: 5}
        - {direction: recv, frame_type: text, body: {type: json, content: {a: 1}}, offset_ms: 7}
        - {direction: recv, frame_type: close, body: {type: binary, content: 03e8}, offset_ms: 9}

      """)
    #expect(cassette.losses.map(\.kind) == [.interaction])
    let interaction = try #require(cassette.interactions.first)
    guard case .response(let response) = interaction.outcome else { throw NotRead() }
    #expect(
      response.messages == [
        .init(.client, .text(Body(Array("hi".utf8))), after: 0.005),
        .init(.service, .text(Body(Array(#"{"a": 1}"#.utf8))), after: 0.007),
        .init(.service, .close(code: 1000, reason: ""), after: 0.009),
      ])
  }

  @Test func `a name that stands twice is said to be so`() throws {
    let cassette = try read(
      """
      interactions:
      - request: {method: GET, uri: 'http://h.test/', body: null}
        response: {status: {code: 200}, body: {string: a, string: b}}
      version: 1

      """)
    #expect(
      cassette.problems == [
        "#1 (line 3): `string` of the body of its response is there more than once, of which the "
          + "last counts"
      ])
  }

  @Test func `a cassette in TOML is read as the same in YAML`() throws {
    let cassette = try read(
      #"""
      version = 1

      [[interactions]]
      recorded_at = "2026-11-23T02:43:25.325825+00:00"

      [interactions.request]
      method = "POST"
      uri = "http://h.test/a?b=1"
      body_type = "json"
      body_content = '{"a":[1,2.5,null,"é",1e-7,1E3],"b":true}'

      [interactions.request.headers]
      accept = ["*/*"]
      "x two" = [
          "a",
          "b",
      ]

      [interactions.response]
      status = 200
      body_type = "text"
      body_content = """
      a
      b\r
      \t""\"''' \\ é"""

      [interactions.response.headers]
      x-a = ["1", '2"\']

      [[interactions]]
      recorded_at = "2026-11-23T02:43:25.325825+00:00"
      request = {method = "GET", uri = "http://h.test/", body_type = "none"}
      response = {status = 204, body_type = "binary", body_content = "00ff"}
      """#)
    #expect(cassette.format == "cassetter")
    #expect(cassette.losses == [])
    let first = try #require(cassette.interactions.first)
    #expect(first.request.url == "http://h.test/a?b=1")
    #expect(first.request.headers.values("x two") == ["a", "b"])
    #expect(
      first.request.body.bytes
        == Array(#"{"a": [1, 2.5, null, "\u00e9", 1e-07, 1000.0], "b": true}"#.utf8))
    #expect(try cassette.response().body.bytes == Array("a\nb\r\n\t\"\"\"''' \\ é".utf8))
    #expect(try cassette.response().headers.values("X-A") == ["1", #"2"\"#])
    #expect(try cassette.response(1).body.bytes == [0, 255])
    #expect(cassette.lines == [3, 30])
  }

  @Test(arguments: [
    #"body_type = "json", body_content = "{""#, #"body_type = "binary", body_content = [1]"#,
    #"body_type = "text", body_content = [1]"#, #"body_type = 1, body_content = "a""#,
    #"body_type = "none", body_content = "a""#,
  ])
  func `a body in TOML that is not what it says leaves the interaction out`(body: String) throws {
    let cassette = try read(
      """
      [[interactions]]
      request = {method = "GET", uri = "http://h.test/", body_type = "none"}
      response = {status = 200, \(body)}
      """)
    #expect(cassette.interactions.isEmpty)
    #expect(cassette.losses.map(\.kind) == [.interaction])
    #expect(cassette.losses.map(\.line) == [3])
  }
}
