import Testing

@testable import VCRCore

@Suite struct LeanRecordingTests {
  typealias F = DeckFixture

  private static let response = Interaction.Response(
    status: 200,
    headers: ["Content-Type": "text/plain", "X-Request-Id": "r", "Date": "d", "Via": "v"],
    body: Body(Array("text".utf8)), trailers: ["Server-Timing": "t", "X-Sum": "s"])

  private func deck(_ fixture: F, lean: Bool = true) throws -> Deck {
    try Deck(cassette: fixture.cassette, options: .init(mode: .all, isLean: lean))
  }

  @Test func `an ended response loses fields of both sections`() throws {
    let fixture = try F()
    let deck = try deck(fixture)
    let ticket = try #require(try deck.ticket(F.request("/a")))
    var early = Self.response
    early.trailers = [:]
    try deck.record(.response(early), for: ticket)
    // It was whole by its length, and then its trailer fields came.
    try deck.amend(.response(Self.response), for: ticket)
    #expect(try deck.close().leftOutFields == 3)
    let recorded = try #require(
      try CassetteFile(reading: fixture.cassette).interaction(at: 0).outcome.asResponse)
    #expect(recorded.headers.fields.map(\.name) == ["Content-Type", "Date"])
    #expect(recorded.trailers.fields.map(\.name) == ["X-Sum"])
  }

  @Test func `the response that opens a WebSocket loses them, its messages stay`() throws {
    let fixture = try F()
    let deck = try deck(fixture)
    let ticket = try #require(try deck.ticket(F.request("/socket")))
    let opening = Interaction.Response(
      status: 101, headers: ["X-Request-Id": "r", "Sec-WebSocket-Protocol": "chat"])
    let conversation = try deck.recordConversation(opening, for: ticket)
    try conversation.add([.init(.service, .text(Body(Array("hi".utf8))))])
    try conversation.end(nil)
    #expect(try deck.close().leftOutFields == 1)
    let recorded = try #require(
      try CassetteFile(reading: fixture.cassette).interaction(at: 0).outcome.asResponse)
    #expect(recorded.headers.fields.map(\.name) == ["Sec-WebSocket-Protocol"])
    #expect(recorded.messages.count == 1)
  }

  @Test func `what a request carries and what a project names is recorded`() throws {
    let fixture = try F()
    var options = Deck.Options(mode: .all, isLean: true)
    options.volatility = .standard.adding(headers: ["X-Build"])
    let deck = try Deck(cassette: fixture.cassette, options: options)
    let ticket = try #require(
      try deck.ticket(F.request("/a", headers: ["X-Request-Id": "mine", "Traceparent": "t"])))
    try deck.record(F.response("a", headers: ["X-Build": "7"]), for: ticket)
    #expect(try deck.close().leftOutFields == 0)
    let recorded = try CassetteFile(reading: fixture.cassette).interaction(at: 0)
    #expect(recorded.request.headers.fields.map(\.name) == ["X-Request-Id", "Traceparent"])
    #expect(recorded.outcome.asResponse?.headers["X-Build"] == "7")
  }

  @Test func `a token that a field gives away is redacted where it stands again`() throws {
    let fixture = try F()
    let deck = try deck(fixture)
    let token = "ghp_" + String(repeating: "a1B2", count: 9)
    let ticket = try #require(try deck.ticket(F.request("/a")))
    try deck.record(
      F.response("again \(token)", headers: ["X-Request-Id": token]), for: ticket)
    try deck.close()
    #expect(try !fixture.text().contains(token))
  }

  @Test(
    arguments: [
      ("cf-ray", true), ("x-b3-traceid", true), ("x-acme-request-id", true), ("via", true),
      ("anthropic-ratelimit-tokens-remaining", true), ("x-kong-proxy-latency", true),
      ("anthropic-ratelimit-tokens-limit", false), ("x-ratelimit-retry-after", false),
      ("date", false), ("age", false), ("retry-after", false), ("x-hub-signature", false),
      ("x-ms-session-token", false), ("x-transaction-id", false), ("etag", false),
      ("x-audio-duration", false), ("set-cookie", false), ("link", false),
    ])
  func `a field is left out for what the table says of it`(name: String, isLeftOut: Bool) {
    var response = Interaction.Response(
      status: 200, headers: HeaderFields([HeaderField(name, "v")]))
    #expect(Volatility.leaveOutFields(of: &response).headers == (isLeftOut ? 1 : 0))
    #expect(response.headers.isEmpty == isLeftOut)
  }
}
