import Testing

@testable import VCRCore

/// What is known of a message of a WebSocket by itself.
struct WebSocketMessageTests {
  typealias Message = Interaction.WebSocketMessage

  @Test(
    arguments: [
      (1000, true), (1003, true), (1004, false), (1005, false), (1006, false), (1007, true),
      (1014, true), (1015, false), (1016, false), (2999, false), (3000, true), (4999, true),
      (5000, false), (999, false), (0, false), (-1, false),
    ])
  func `an endpoint may send the codes of RFC 6455`(code: Int, maySend: Bool) {
    #expect(Message.maySend(code: code) == maySend)
  }

  @Test func `a close is its code and its reason`() {
    #expect(Message(.client, .close(code: 1000, reason: "done")).closeWords == "1000 done")
    #expect(Message(.service, .close(code: 1001, reason: "")).closeWords == "1001")
    #expect(Message(.service, .close(code: nil, reason: "")).closeWords == "1005")
    #expect(Message(.client, .text([0x61])).closeWords == nil)
  }

  @Test func `a message keeps its kind with another body, and a close has none`() {
    let text = Message(.client, .text([0x61]), after: 1).with(body: [1])
    #expect(text == Message(.client, .text([1]), after: 1))
    #expect(!text.isBinary && !text.isClose && text.body?.bytes == [1])
    let binary = Message(.service, .binary([2])).with(body: [3])
    #expect(binary.isBinary && binary.body?.bytes == [3])
    let close = Message(.client, .close(code: 1000, reason: ""))
    #expect(close.with(body: [1]) == close && close.isClose && close.body == nil)
    #expect(text.sender.other == .service && binary.sender.other == .client)
  }

  @Test func `contents are compared byte by byte`() {
    // Two spellings of one character are two texts.
    #expect(Message.Content.close(code: 1, reason: "\u{E9}") != .close(code: 1, reason: "e\u{301}"))
    #expect(Message.Content.close(code: 1, reason: "a") == .close(code: 1, reason: "a"))
    #expect(Message.Content.close(code: 1, reason: "") != .close(code: nil, reason: ""))
    #expect(Message.Content.text([1]) != .binary([1]))
  }
}
