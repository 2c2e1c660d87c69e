import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// What the recorder of `responses` (Python) writes.
@Suite struct ResponsesFormatTests {
  private static let recording = #"""
    responses:
    - response:
        auto_calculate_content_length: false
        body: one
        content_type: text/plain
        method: GET
        status: 404
        url: http://api.example.test/a?b=1
    - response:
        auto_calculate_content_length: false
        body: '{"a": "é"}'
        content_type: application/json
        headers:
          X-Page: '2'
        method: POST
        status: 201
        url: http://api.example.test/a
    - response:
        auto_calculate_content_length: false
        body: two
        content_type: text/plain
        method: GET
        status: 200
        url: http://api.example.test/a?b=1
    """#

  @Test
  func `responses are read with their requests, and the last of each request is served again`()
    throws
  {
    let cassette = try ForeignCassette(Self.recording)
    #expect(cassette.format == "responses" && cassette.losses == [], "\(cassette.problems)")
    #expect(
      cassette.interactions.map { $0.request.method + " " + $0.request.url } == [
        "GET http://api.example.test/a?b=1", "POST http://api.example.test/a",
        "GET http://api.example.test/a?b=1",
      ])
    #expect(cassette.interactions.map(\.rule?.times) == [nil, .max, .max])
    let second = try cassette.response(1)
    #expect(second.status == 201 && second.body.bytes == Array(#"{"a": "é"}"#.utf8))
    #expect(
      second.headers.fields == [
        HeaderField("X-Page", "2"), HeaderField("Content-Type", "application/json"),
      ])
  }

  @Test func `what a response has besides is named`() throws {
    let cassette = try ForeignCassette(
      Self.recording.replacing("status: 404", with: "status: none")
        .replacing("body: two", with: "body: two\n    passthrough: true"))
    #expect(cassette.losses.map(\.kind) == [.interaction, .member], "\(cassette.problems)")
  }
}
