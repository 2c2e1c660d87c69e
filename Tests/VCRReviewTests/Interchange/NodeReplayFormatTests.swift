import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Recordings of node-replay, which name their host by the folder that they stand in.
@Suite struct NodeReplayFormatTests {
  private func recording(
    _ text: String, in folder: String = "fixtures/api.example.test-443"
  ) throws -> ForeignCassette {
    try ForeignCassette(path: "\(folder)/142567203719974198", content: Array(text.utf8))
  }

  @Test func `a file is read with its URL, its fields, its status and its bodies`() throws {
    let cassette = try recording(
      #"""
      POST /v1/users?page=2
      accept: */*
      content-type: application/json
      body: {\"name\": \"Ann\",\n \"path\": \"a\\\\b\"}

      HTTP/1.1 201 Made it
      content-type: text/plain
      set-cookie: a=1
      set-cookie: b=2
      etag: "x"
      transfer-encoding: chunked

      5
      first

      second

      """#)
    #expect(cassette.format == "node-replay" && cassette.policy == nil)
    #expect(cassette.losses == [], "\(cassette.problems)")
    let request = try #require(cassette.interactions.first).request
    #expect(request.method == "POST")
    #expect(request.url == "https://api.example.test/v1/users?page=2")
    #expect(request.headers.fields.map(\.name) == ["accept", "content-type"])
    #expect(request.body.bytes == Array("{\"name\": \"Ann\",\n \"path\": \"a\\\\b\"}".utf8))
    let response = try cassette.response()
    #expect(response.status == 201 && response.reason == "Made it")
    #expect(response.headers.values("Set-Cookie") == ["a=1", "b=2"])
    #expect(response.headers["ETag"] == "\"x\"")
    #expect(response.body.bytes == Array("5\nfirst\n\nsecond\n".utf8))
  }

  @Test(arguments: [
    ("GET /a", "fixtures/example.test", "http://example.test/a"),
    ("GET /a", "fixtures/example.test-3002", "http://example.test:3002/a"),
    ("GET /a", "fixtures/example.test:3002", "http://example.test:3002/a"),
    ("GET /a", "fixtures/my-host.example.test", "http://my-host.example.test/a"),
    ("GET /a", "fixtures/localhost-8080", "http://localhost:8080/a"),
    ("GET /a\nhost: example.test", "fixtures", "http://example.test/a"),
    ("GET /a\nhost: example.test:81", "v1.0", "http://example.test:81/a"),
    ("GET /a\nhost: example.test", "fixtures/example.test-443", "https://example.test/a"),
    ("GET https://example.test/b", "fixtures", "https://example.test/b"),
  ])
  func `the folder names the host and the port, unless the file does`(
    head: String, folder: String, url: String
  ) throws {
    let cassette = try recording("\(head)\n\n200 HTTP/1.1\n\nx", in: folder)
    #expect(cassette.interactions.map(\.request.url) == [url], "\(cassette.problems)")
    let response = try cassette.response()
    #expect(response.status == 200 && response.body.bytes == Array("x".utf8))
  }

  @Test(arguments: [
    ("GET REGEXP /\\/a/", "regular expression in place of a URL", 0),
    ("GET /a\nbody: REGEXP /a/", "is a regular expression, and not read", 1),
    ("GET /a", "a path without a host", 0),
  ])
  func `what is no exchange of its own is named`(head: String, words: String, count: Int) throws {
    let folder = count == 0 && head == "GET /a" ? "fixtures" : "fixtures/example.test"
    let cassette = try recording("\(head)\n\nHTTP/1.1 200 OK\n\n", in: folder)
    #expect(cassette.interactions.count == count)
    #expect(cassette.problems.contains { $0.contains(words) }, "\(cassette.problems)")
  }

  @Test(arguments: [
    "GET /a\n\nHello\n", "GET /a HTTP/1.1\n\nHTTP/1.1 200 OK\n\n", "GET /a\n",
    "interactions:\n\nHTTP/1.1 200 OK\n",
  ])
  func `a text of another kind is no such recording`(text: String) {
    #expect(throws: CassetteError.self) { try recording(text) }
  }
}
