import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Sessions of Charles in JSON.
@Suite struct CharlesFormatTests {
  private static let session = #"""
    [{"status": "COMPLETE", "method": "POST", "protocolVersion": "HTTP/1.1", "scheme": "https",
      "host": "api.example.test", "port": 8443, "actualPort": 8443, "path": "/v1/users",
      "query": "page=2&q=a%20b", "tunnel": false, "keptAlive": true, "webSocket": false,
      "remoteAddress": "api.example.test/192.0.2.7", "clientAddress": "/127.0.0.1",
      "clientPort": 52345, "times": {"start": "2026-03-04T12:00:00.250+01:00", "end": null},
      "durations": {"total": 123, "dns": null, "connect": 10, "ssl": 20, "latency": 90},
      "speeds": {"overall": 1}, "totalSize": 456, "ssl": {"protocol": "TLSv1.3"},
      "alpn": {"protocol": "http/1.1"},
      "request": {"sizes": {"headers": 10, "body": 7}, "mimeType": "application/json",
        "charset": null, "contentEncoding": null,
        "header": {"firstLine": "POST /v1/users?page=2&q=a%20b HTTP/1.1", "headers": [
          {"name": "Host", "value": "api.example.test:8443"}, {"name": "Accept", "value": "*/*"}]},
        "body": {"text": "{\"a\":1}", "charset": null, "decoded": false}},
      "response": {"status": 404, "sizes": {"headers": 10, "body": 3}, "mimeType": "text/plain",
        "charset": "ISO-8859-1", "contentEncoding": null,
        "header": {"firstLine": "HTTP/1.1 404 Not Here", "headers": [
          {"name": "Content-Type", "value": "text/plain; charset=ISO-8859-1"},
          {"name": "Set-Cookie", "value": "a=1"}, {"name": "Set-Cookie", "value": "b=2"}]},
        "body": {"text": "é!", "charset": "ISO-8859-1", "decoded": false}}},
     {"status": "COMPLETE", "method": "GET", "protocolVersion": "HTTP/2.0", "scheme": "https",
      "host": "api.example.test", "port": null, "actualPort": 443, "path": "/picture", "query": null,
      "tunnel": false, "times": {"start": "2026-03-04T12:00:01.000+01:00"}, "durations": {"total": 5},
      "request": {"sizes": {}, "header": {"headers": [{"name": ":method", "value": "GET"}]}},
      "response": {"status": 200, "sizes": {}, "header": {"headers": [
          {"name": ":status", "value": "200"}, {"name": "content-type", "value": "image/png"}]},
        "body": {"encoding": "base64", "encoded": "AAH/"}}}]
    """#

  @Test func `exchanges are read with their URL, their fields, their bytes and their times`() throws
  {
    let cassette = try ForeignCassette(
      Self.session.replacing(#""encoding": "base64", "#, with: ""))
    #expect(cassette.format == "Charles")
    #expect(cassette.losses == [], "\(cassette.problems)")
    #expect(
      cassette.interactions.map { $0.request.method + " " + $0.request.url } == [
        "POST https://api.example.test:8443/v1/users?page=2&q=a%20b",
        "GET https://api.example.test/picture",
      ])
    let first = cassette.interactions[0]
    #expect(first.request.body.bytes == Array(#"{"a":1}"#.utf8))
    #expect(first.request.headers["Accept"] == "*/*")
    #expect(first.seconds == 0.123)
    #expect(first.recordedAt?.timeIntervalSince1970.rounded(.down) == 1_772_622_000)
    let response = try cassette.response()
    #expect(response.status == 404 && response.reason == "Not Here" && response.http == nil)
    #expect(response.headers.values("Set-Cookie") == ["a=1", "b=2"])
    #expect(response.body.bytes == [0xE9, UInt8(ascii: "!")])
    let second = try cassette.response(1)
    #expect(second.http == "HTTP/2" && second.reason == nil)
    #expect(second.headers.fields.map(\.name) == ["content-type"])
    #expect(second.body.bytes == [0, 1, 255])
  }

  @Test func `a member of a body that is not known is named`() throws {
    let cassette = try ForeignCassette(Self.session)
    #expect(cassette.interactions.count == 2)
    #expect(cassette.losses.map(\.kind) == [.body])
  }

  @Test(arguments: [
    (#""tunnel": false, "keptAlive""#, #""tunnel": true, "keptAlive""#, "is a tunnel"),
    (#""webSocket": false"#, #""webSocket": true"#, "is a WebSocket"),
    (#""response": {"status": 404, "#, #""response": {"#, "has no response"),
    (#""host": "api.example.test", "port": 8443"#, #""host": null, "port": 8443"#, "has no URL"),
  ])
  func `what is no exchange is left out and named`(old: String, new: String, reason: String) throws
  {
    let cassette = try ForeignCassette(
      Self.session.replacing(old, with: new).replacing(#""encoding": "base64", "#, with: ""))
    #expect(cassette.interactions.map(\.request.method) == ["GET"])
    #expect(cassette.losses.map(\.kind) == [.interaction])
    #expect(cassette.losses.first?.text.contains(reason) == true, "\(cassette.problems)")
  }
}
