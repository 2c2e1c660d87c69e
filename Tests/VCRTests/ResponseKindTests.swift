import Foundation
import TestSupport
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Responses of every kind, live and then without the service.
struct ResponseKindTests {
  @Test func `HEAD says how long the response to a GET would be`() async throws {
    let server = try LoopbackServer { _ in
      ServerResponse(headers: [("X-Kind", "head")], text: "twelve bytes")
    }
    let trip = try await RoundTrip([try URLRequest("HEAD", server.origin + "/")]) { server.stop() }
    #expect(trip.live[0].http?.expectedContentLength == 12)
    #expect(trip.live[0].data?.isEmpty == true)
  }

  @Test func `204 has neither content nor length`() async throws {
    let server = try LoopbackServer { _ in ServerResponse(status: 204, reason: "No Content") }
    let request = try URLRequest("DELETE", server.origin + "/item")
    let trip = try await RoundTrip([request]) { server.stop() }
    #expect(trip.live[0].http?.statusCode == 204)
    #expect(trip.live[0].data?.isEmpty == true)
    #expect(trip.live[0].fields["Content-Length"] == nil)
  }

  @Test func `304 reaches the client as it is`() async throws {
    let server = try LoopbackServer { request in
      request.header("If-None-Match") == "\"v1\""
        ? ServerResponse(status: 304, reason: "Not Modified", headers: [("ETag", "\"v1\"")])
        : ServerResponse(headers: [("ETag", "\"v1\"")], text: "whole")
    }
    let first = try URLRequest("GET", server.origin + "/")
    let second = try URLRequest("GET", server.origin + "/") {
      $0.setValue("\"v1\"", forHTTPHeaderField: "If-None-Match")
    }
    let options = Deck.Options(equivalence: [.method, .url, .headers(["If-None-Match"])])
    let trip = try await RoundTrip([first, second], options: options) { server.stop() }
    #expect(trip.live.map(\.http?.statusCode) == [200, 304])
    #expect(trip.live.map(\.text) == ["whole", ""])
  }

  @Test func `206 carries its range`() async throws {
    let server = try LoopbackServer { request in
      ServerResponse(
        status: 206, reason: "Partial Content",
        headers: [("Content-Range", "\(request.header("Range") ?? "")/10")], text: "2345")
    }
    let request = try URLRequest("GET", server.origin + "/") {
      $0.setValue("bytes=2-5", forHTTPHeaderField: "Range")
    }
    let trip = try await RoundTrip([request]) { server.stop() }
    #expect(trip.live[0].http?.statusCode == 206)
    #expect(trip.live[0].fields["Content-Range"] == "bytes=2-5/10")
    #expect(trip.live[0].text == "2345")
  }

  @Test func `a header with many values keeps them all, whatever its case`() async throws {
    let server = try LoopbackServer { _ in
      ServerResponse(
        headers: [
          ("X-Dup", "one"), ("X-Dup", "two"), ("x-dup", "three, four"), ("Link", "</a>; rel=next"),
          ("Link", "</b>; rel=prev"), ("Set-Cookie", "a=1; Path=/"), ("set-cookie", "b=2; Path=/"),
        ], text: "")
    }
    let trip = try await RoundTrip(
      [try URLRequest("GET", server.origin + "/")], options: .init(redaction: .none)
    ) { server.stop() }
    let live = try #require(trip.live[0].http)
    #expect(live.value(forHTTPHeaderField: "X-Dup") == "one, two, three, four")
    #expect(live.value(forHTTPHeaderField: "Link") == "</a>; rel=next, </b>; rel=prev")
    #expect(live.value(forHTTPHeaderField: "Set-Cookie") == "a=1; Path=/, b=2; Path=/")
    #expect(trip.cassette.contains("      - one\n      - two\n      x-dup: three, four\n"))
  }

  private static let words = "the same words in every coding, the same words in every coding\n"

  @Test(arguments: [
    ("gzip", "H4sIAAAAAAAAAyvJSFUoTsxNVSjPL0opVsjMU0gtSy2qVEjOT8nMS9dRKMErzwUAe+OIzT8AAAA="),
    ("deflate", "eJwryUhVKE7MTVUozy9KKVbIzFNILUstqlRIzk/JzEvXUSjBK88FANyHFq8="),
    ("br", "Hz4A6IxUtX+ESs+xN7pSAIGJHDgEbQEe+ZHs0sumZEG+AKQrY/5DAA=="),
    (
      "zstd",
      "KLUv/QRYTQEAFAJ0aGUgc2FtZSB3b3JkcyBpbiBldmVyeSBjb2RpbmcsIAoBABiiegKr2Tzi"
    ),
  ])
  func `every content coding is undone for client and cassette`(coding: String, body: String)
    async throws
  {
    let coded = try #require(Data(base64Encoded: body))
    let server = try LoopbackServer { _ in
      ServerResponse(
        headers: [("Content-Encoding", coding), ("Content-Type", "text/plain")], body: Array(coded))
    }
    let trip = try await RoundTrip([try URLRequest("GET", server.origin + "/")]) { server.stop() }
    #expect(trip.live[0].text == Self.words)
    #expect(trip.cassette.contains("the same words in every coding, the same"))
    #expect(trip.cassette.contains("encoding: \(coding)"))
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\nX-Sum: 1\r\n\r\n",
    "HTTP/1.0 200 OK\r\nX-Old: 1\r\n\r\nabcde",
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\ndata: 2\n\n",
    "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n{}\n{}\n",
  ])
  func `a body whose length was not announced arrives whole, and announces none in a replay either`(
    response: String
  ) async throws {
    let server = try LoopbackServer { _ in .raw(response) }
    let trip = try await RoundTrip([try URLRequest("GET", server.origin + "/")]) { server.stop() }
    let live = try #require(trip.live.first)
    #expect(["abcde", "data: 1\n\ndata: 2\n\n", "{}\n{}\n"].contains(live.text))
    #expect(live.http?.expectedContentLength == -1)
    #expect(live.fields["Content-Length"] == nil)
  }

  @Test func `an upload that expects 100-continue is answered`() async throws {
    let server = try LoopbackServer { request in
      // One server asks for the body although it is on its way, the other just takes it.
      request.target == "/interim"
        ? .raw(
          "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: \(request.body.count)"
            + "\r\n\r\n" + String(decoding: request.body, as: UTF8.self))
        : ServerResponse(body: request.body)
    }
    let requests = try ["/interim", "/plain"].map { path in
      try URLRequest("PUT", server.origin + path) {
        $0.setValue("100-continue", forHTTPHeaderField: "Expect")
        $0.httpBody = Data("expected".utf8)
      }
    }
    let trip = try await RoundTrip(requests) { server.stop() }
    #expect(trip.live.map(\.text) == ["expected", "expected"])
    #expect(trip.live.map(\.http?.statusCode) == [200, 200])
  }

  @Test func `bytes of every value arrive unchanged`() async throws {
    let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    let server = try LoopbackServer { request in
      ServerResponse(headers: [("Content-Type", "application/octet-stream")], body: request.body)
    }
    let request = try URLRequest("POST", server.origin + "/") { $0.httpBody = Data(body) }
    let trip = try await RoundTrip(
      [request], options: .init(equivalence: [.method, .url, .body])
    ) { server.stop() }
    let isSame = trip.replayed[0].data == Data(body)
    #expect(isSame)
  }
}
