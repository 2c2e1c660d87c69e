import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Flows of mitmproxy, in its netstrings.
@Suite struct MitmproxyFormatTests {
  private func read(_ bytes: [UInt8]) throws -> ForeignCassette {
    try ForeignCassette(path: "old", content: bytes)
  }

  @Test func `flows are read to the byte, and those that are not of HTTP named`() throws {
    let first = FlowValue.flow(
      headers: [("Host", "y.test")], response: .response(content: .bytes([0, 1, 10])))
    let failed = FlowValue.flow(
      error: .map([("msg", .text("gone")), ("timestamp", .point(1))]), port: 443)
    let cassette = try read(first + FlowValue.flow(type: "tcp") + failed)
    #expect(cassette.format == "mitmproxy")
    // As its `serverplayback` has it, which gives nothing for another content.
    #expect(cassette.policy?.description == "method, url, body")
    #expect(cassette.losses.map(\.kind) == [.interaction], "\(cassette.problems)")
    #expect(
      cassette.interactions.map(\.request.url) == [
        "https://y.test/a?b=1", "https://x.test/a?b=1",
      ])
    let interaction = try #require(cassette.interactions.first)
    #expect(interaction.request.body.bytes == [0, 10, 255])
    #expect(interaction.request.http == "HTTP/2")
    #expect(interaction.seconds == 2.5)
    let response = try cassette.response()
    #expect(response.reason == "Fine" && response.headers.values("X-Two") == ["a", "b"])
    #expect(response.body.bytes == [0, 1, 10])
    guard case .failure(let failure) = cassette.interactions.last?.outcome else {
      throw NotRecorded()
    }
    #expect(failure.message == "gone")
  }

  @Test func `a streamed body is named as lost`() throws {
    let cassette = try read(FlowValue.flow(response: .response(content: .null)))
    #expect(cassette.losses.map(\.kind) == [.body])
  }

  @Test func `the messages of a WebSocket are read`() throws {
    func message(_ type: Int, _ isClient: Bool, _ text: String, dropped: Bool = false) -> FlowValue
    {
      .list([
        .number(type), .bool(isClient), .bytes(Array(text.utf8)), .point(20), .bool(dropped),
        .bool(false),
      ])
    }
    let cassette = try read(
      FlowValue.flow(
        response: .response(status: 101, content: .bytes([])),
        webSocket: .map([
          ("timestamp_end", .point(21.5)), ("close_reason", .text("bye")),
          ("close_code", .number(1000)), ("closed_by_client", .bool(false)),
          (
            "messages",
            .list([
              message(1, true, "hi"), message(2, false, "x"),
              message(1, true, "no", dropped: true),
            ])
          ),
        ])))
    #expect(cassette.losses.map(\.kind) == [.body])
    #expect(cassette.interactions.first?.request.url == "wss://x.test:8443/a?b=1")
    #expect(
      try cassette.response().messages == [
        .init(.client, .text(Body(Array("hi".utf8))), after: 0),
        .init(.service, .binary(Body(Array("x".utf8))), after: 0),
        .init(.service, .close(code: 1000, reason: "bye"), after: 1.5),
      ])
  }

  @Test func `a dump that is cut short anywhere is read as far as it is whole`() throws {
    let flow = FlowValue.flow(response: .response(content: .bytes([1])))
    for count in stride(from: 64, to: flow.count, by: 7) {
      #expect(throws: CassetteError.self) { try read(Array(flow[..<count])) }
    }
    for count in 1..<flow.count {
      let cassette = try read(flow + flow + flow[..<count])
      #expect(cassette.interactions.count == 2)
      #expect(cassette.losses.map(\.kind) == [.document], "\(count): \(cassette.problems)")
      #expect(cassette.losses.first?.text.contains("it is cut short") == true)
    }
    #expect(try read(flow + flow).losses == [])
    // What is no flow is not taken for a cut.
    #expect(throws: CassetteError.self) { try read(flow + Array("x".utf8) + flow) }
    #expect(throws: CassetteError.self) { try read(flow + Array("7:9:ab,12]".utf8)) }
  }

  @Test func `nesting, lengths and counts are bounded`() throws {
    let head = FlowValue.flow()
    var deep: [UInt8] = Array("0:~".utf8)
    for _ in 0..<200 { deep = Array("\(deep.count):".utf8) + deep + [UInt8(ascii: "]")] }
    let many = Array(String(repeating: "0:~", count: 1_500_000).utf8)
    for tail in [deep, Array("\(many.count):".utf8) + many + [UInt8(ascii: "]")]] {
      #expect(throws: CassetteError.self) { try read(head + tail) }
    }
    // A length beyond the end is that of a value that was cut short.
    for tail in ["999999999999:a", "9999999999999:a"] {
      #expect(throws: CassetteError.self) { try read(Array(tail.utf8) + head) }
    }
  }
}
