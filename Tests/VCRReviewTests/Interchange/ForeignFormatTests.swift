import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Formats beside the usual ones, each by a small file of its own making.
@Suite struct ForeignFormatTests {
  private func archive(request: String = "{}", content: String = "{}") throws -> ForeignCassette {
    try ForeignCassette(
      """
      {"log": {"entries": [{
        "request": {"method": "POST", "url": "http://example.com/", "headers": [],
          "postData": \(request)},
        "response": {"status": 200, "headers": [], "content": \(content)}}]}}
      """)
  }

  @Test func `the messages of a WebSocket are read as Chrome writes them`() throws {
    func entry(_ messages: String, status: Int = 101) throws -> ForeignCassette {
      try ForeignCassette(
        """
        {"log": {"entries": [{
          "startedDateTime": "2026-01-02T03:04:05.500Z", "time": 12, "_resourceType": "websocket",
          "_webSocketMessages": \(messages),
          "request": {"method": "GET", "url": "wss://example.com/feed", "headers": [
            {"name": "Sec-WebSocket-Key", "value": "AAAAAAAAAAAAAAAAAAAAAA=="},
            {"name": "Sec-WebSocket-Protocol", "value": "chat"}]},
          "response": {"status": \(status), "statusText": "Switching Protocols", "headers": [
            {"name": "Sec-WebSocket-Accept", "value": "x"},
            {"name": "Sec-WebSocket-Extensions", "value": "permessage-deflate"}],
            "content": {"size": 0}}}]}}
        """)
    }
    let cassette = try entry(
      #"""
      [{"type": "send", "time": 1767323045.6, "opcode": 1, "data": "hello"},
       {"type": "receive", "time": 1767323045.725, "opcode": 2, "data": "AAH/"},
       {"type": "receive", "time": 1767323045.8, "opcode": 9, "data": ""},
       {"type": "receive", "time": 1767323045.9, "opcode": 8, "data": "A+hkb25l", "mask": false},
       {"type": "send", "time": 1767323045.95, "opcode": 8, "data": "A+hkb25l"}]
      """#)
    #expect(cassette.losses == [])
    let interaction = try #require(cassette.interactions.first)
    #expect(interaction.request.url == "wss://example.com/feed")
    #expect(interaction.request.headers.fields.map(\.name) == ["Sec-WebSocket-Protocol"])
    guard case .response(let response) = interaction.outcome else { throw NotRecorded() }
    #expect(response.headers.fields.isEmpty)
    #expect(
      response.messages == [
        .init(.client, .text(Body(Array("hello".utf8))), after: 0),
        .init(.service, .binary([0, 1, 0xFF]), after: 0.125),
        .init(.service, .close(code: 1000, reason: "done"), after: 0.3),
      ])
    // It is a cassette of ours, which reads back as the same.
    let text = CassetteWriter.prologue + CassetteWriter().item(interaction)
    let file = try CassetteFile(path: "c.yaml", content: text)
    guard case .response(let again) = try file.interaction(at: 0).outcome else {
      throw NotRecorded()
    }
    #expect(again.messages == response.messages)

    let closed = try entry(#"[{"type": "send", "opcode": 1, "data": "x"}]"#, status: 403)
    #expect(closed.losses.map(\.kind) == [.body] && closed.interactions.count == 1)
    for wrong in [
      #"[{"type": "send", "opcode": 5, "data": "x"}]"#, #"[{"type": "push", "data": "x"}]"#,
      #"[{"type": "send", "opcode": 2, "data": "?"}]"#,
    ] {
      let lost = try entry(wrong)
      #expect(lost.interactions.isEmpty && lost.losses.map(\.kind) == [.interaction])
    }
    let unknown = try entry(#"[{"type": "send", "opcode": 1, "data": "x", "secret": 1}]"#)
    #expect(unknown.losses.count == 1)
  }

  @Test func `the pieces of an encoded body of Polly are put together`() throws {
    let base64 = try archive(
      content: #"{"encoding": "base64", "text": "[\"AAE=\",\"Ag==\"]", "size": 3}"#)
    #expect(base64.losses == [])
    #expect(try base64.response().body.bytes == [0, 1, 2])
    let digits = try archive(content: #"{"_isBinary": true, "text": "[\"0001\",\"fF\"]"}"#)
    #expect(try digits.response().body.bytes == [0, 1, 0xFF])
    let wrong = try archive(content: #"{"encoding": "base64", "text": "[\"AAE=\",\"A\"]"}"#)
    #expect(wrong.interactions.isEmpty)
    #expect(wrong.losses.map(\.kind) == [.interaction])
  }

  @Test func `the body that a tool did not keep is named as lost, unless there was none`() throws {
    let lost = try archive(content: #"{"size": 120, "mimeType": "text/html"}"#)
    #expect(lost.interactions.count == 1)
    #expect(lost.losses.map(\.kind) == [.body])
    #expect(try archive(content: #"{"size": 0, "mimeType": "text/html"}"#).losses == [])
  }

  @Test func `posted JSON and fields become the body that was sent`() throws {
    func posted(_ data: String) throws -> String? {
      let cassette = try archive(request: data)
      #expect(cassette.losses == [])
      return cassette.interactions.first.map {
        String(decoding: $0.request.body.bytes, as: UTF8.self)
      }
    }
    let json = try posted(
      #"{"mimeType": "application/json", "params": [], "textJSON": {"q": "a\n", "n": [1, null]}}"#)
    #expect(json == #"{"q":"a\n","n":[1,null]}"#)
    let form = try posted(
      #"{"mimeType": "application/x-www-form-urlencoded", "#
        + #""params": [{"name": "a", "value": "1"}]}"#)
    #expect(form == "a=1")
    let parts = try posted(
      #"{"mimeType": "multipart/form-data; boundary=XX", "params": [{"name": "a", "value": "1"}, "#
        + #"{"name": "f", "fileName": "f.txt", "contentType": "text/plain", "value": "2"}]}"#)
    #expect(
      parts == "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--XX\r\n"
        + "Content-Disposition: form-data; name=\"f\"; filename=\"f.txt\"\r\n"
        + "Content-Type: text/plain\r\n\r\n2\r\n--XX--\r\n")
  }

  @Test(arguments: [
    #"{"mimeType": "multipart/form-data; boundary=X", "params": [{"name": "f", "fileName": "f"}]}"#,
    #"{"mimeType": "multipart/form-data", "params": [{"name": "a", "value": "1"}]}"#,
    #"{"mimeType": "text/plain", "params": [{"name": "a", "value": "1"}]}"#,
  ])
  func `fields that do not say how they were sent leave the interaction out`(data: String) throws {
    let cassette = try archive(request: data)
    #expect(cassette.interactions.isEmpty)
    #expect(cassette.losses.map(\.kind) == [.interaction])
  }

  @Test func `a recording of EasyVCR for .NET is read with both kinds of header fields`() throws {
    let cassette = try ForeignCassette(
      #"""
      [{"Duration": 301, "RecordedAt": "2025-11-07T12:37:18.047409-07:00",
        "Request": {"Body": "{\"a\":1}", "BodyContentType": "Json", "Method": "POST",
          "ContentHeaders": {"Content-Type": "application/json"},
          "RequestHeaders": {"User-Agent": "a"}, "Uri": "https://api.example.com/v2"},
        "Response": {"Body": "ok", "BodyContentType": "Text", "HttpVersion": "1.1",
          "ContentHeaders": {"Content-Type": "text/plain"}, "ResponseHeaders": {"X-A": "b"},
          "Status": {"Code": 201, "Message": "Created"}}}]
      """#)
    #expect(cassette.format == "EasyVCR")
    #expect(cassette.losses == [])
    let interaction = try #require(cassette.interactions.first)
    #expect(interaction.seconds == 0.301)
    #expect(interaction.recordedAt == Date(timeIntervalSince1970: 1_762_544_238))
    #expect(interaction.request.headers.fields.map(\.name) == ["User-Agent", "Content-Type"])
    #expect(interaction.request.body.bytes == Array(#"{"a":1}"#.utf8))
    guard case .response(let response) = interaction.outcome else { throw NotRecorded() }
    #expect(response.status == 201)
    #expect(response.reason == "Created")
    #expect(response.headers.fields.map(\.name) == ["X-A", "Content-Type"])
    #expect(response.body.bytes == Array("ok".utf8))
  }

  @Test func `a recording of nock is read, its bodies as text, JSON and digits`() throws {
    let cassette = try ForeignCassette(
      #"""
      [{"scope": "https://api.example.com:443", "method": "POST", "path": "/a?b=1",
        "body": {"x": 1}, "status": 200, "response": {"ok": true},
        "rawHeaders": ["Content-Type", "application/json", "Set-Cookie", "a=1"]},
       {"scope": "http://example.com:8080", "method": "GET", "path": "/", "body": "",
        "status": 200, "response": "00ff", "responseIsBinary": true, "rawHeaders": []}]
      """#)
    #expect(cassette.format == "nock")
    #expect(cassette.losses == [])
    #expect(
      cassette.interactions.map(\.request.url) == [
        "https://api.example.com/a?b=1", "http://example.com:8080/",
      ])
    #expect(cassette.interactions.first?.request.body.bytes == Array(#"{"x":1}"#.utf8))
    #expect(try cassette.response().body.bytes == Array(#"{"ok":true}"#.utf8))
    #expect(try cassette.response(1).body.bytes == [0, 0xFF])
  }

  @Test(arguments: [("{}", 0), (#"{"headers": {}}"#, 0), (#"{"body": "YQ=="}"#, 1), ("[1]", 1)])
  func `an error in the place of a response is a failure`(response: String, losses: Int) throws {
    let cassette = try ForeignCassette(
      #"""
      {"records": [{"requestID": 0, "responseTime": 0.25, "response": \#(response),
        "request": {"method": "GET", "url": "http://example.com/", "headers": {}},
        "error": {"code": -1004, "domain": "NSURLErrorDomain", "userInfo": "YQ=="}}]}
      """#)
    #expect(cassette.losses.count == losses, "\(cassette.problems)")
    guard case .failure(let failure) = cassette.interactions.first?.outcome else {
      throw NotRecorded()
    }
    #expect(failure.code == "cannotConnectToHost")
  }

  @Test func `bodies that Playwright keeps beside its archive are read, and no other files`() throws
  {
    let folder = try TemporaryDirectory()
    let digest = String(repeating: "0a", count: 20)
    for name in [digest + ".json", "other.txt"] { try folder.write("the body", to: name) }
    let entries = [digest + ".json", digest + ".png", "other.txt", "../\(digest).json"].map {
      #"""
      {"request": {"method": "GET", "url": "http://x.test/", "headers": []},
       "response": {"status": 200, "headers": [], "content": {"size": -1, "_file": "\#($0)"}}}
      """#
    }
    let text = #"""
      {"log": {"creator": {"name": "Playwright"}, "entries": [\#(entries.joined(separator: ","))]}}
      """#
    let cassette = try ForeignCassette(
      path: folder.file("all.har").path(percentEncoded: false), content: Array(text.utf8))
    #expect(cassette.interactions.count == 1)
    #expect(try cassette.response().body.bytes == Array("the body".utf8))
    #expect(cassette.losses.map(\.interaction) == [2, 3, 4], "\(cassette.problems)")
  }

  @Test(arguments: [
    (#"{"vcr": 1}"#, "a vcr cassette already"),
    (#"{"_type": "export", "__export_format": 4, "resources": []}"#, "an export of Insomnia"),
    ("type: collection.insomnia.rest/5.0\ncollection: []\n", "an export of Insomnia"),
  ])
  func `what is known and no recording is called by its name`(text: String, name: String) {
    let error = #expect(throws: CassetteError.self) { try ForeignCassette(text) }
    #expect(error?.reason.contains(name) == true)
  }

  @Test func `the documentation has the table of the formats`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/VCR/Documentation.docc/OtherTools.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("\n\(ForeignFormats.table)\n"), "it has to be:\n\(ForeignFormats.table)")
  }
}
