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

  @Test(arguments: [
    F.request("/operations/8f3a-77b1"), F.request("/logs?q=id:8f3a-77b1"),
    F.request("/next", headers: ["X-Request-Id": "8f3a-77b1"]),
    F.request("/next", body: #"{"operation": "8f3a-77b1"}"#),
  ])
  func `what a later request sends back is recorded, and redact leaves it there`(
    later: Interaction.Request
  ) throws {
    let response = F.response("a", headers: ["X-Request-Id": "8f3a-77b1", "Via": "v"])
    for isLean in [false, true] {
      let fixture = try F()
      let deck = try deck(fixture, lean: isLean)
      for request in [F.request("/a"), later] {
        let ticket = try #require(try deck.ticket(request))
        try deck.record(response, for: ticket)
      }
      // The second response repeats what its request says.
      #expect(try deck.close().leftOutFields == (isLean ? 3 : 0))
      let recorded =
        isLean
        ? try FileContents.read(fixture.cassette)
        : try CassetteRedactor(.standard, isLean: true)
          .redact(FileContents.read(fixture.cassette), path: fixture.cassette).content
      let file = try CassetteFile(path: fixture.cassette, content: recorded)
      let names = try (0..<2).map {
        try file.interaction(at: $0).outcome.asResponse?.headers.fields.map(\.name)
      }
      #expect(names == [["Content-Type", "X-Request-Id"], ["Content-Type"]])
    }
  }

  @Test(arguments: [[false, false], [true, true], [true, false], [false, true]])
  func `what a request that is new to the cassette sends back is in the response before it`(
    isLean: [Bool]
  ) throws {
    let fixture = try F()
    func record(_ id: String, isLean: Bool, _ paths: String...) throws -> [UInt8] {
      let deck = try deck(fixture, lean: isLean)
      for path in paths {
        let ticket = try #require(try deck.ticket(F.request(path)))
        let headers: HeaderFields = path == "/jobs" ? ["X-Request-Id": id, "Via": "v"] : [:]
        try deck.record(F.response("a", headers: headers), for: ticket)
      }
      try deck.close()
      return try FileContents.read(fixture.cassette)
    }
    _ = try record("8f3a-77b1", isLean: isLean[0], "/jobs", "/list")
    let known = try record(
      "9c2d-11e0", isLean: isLean[1], "/jobs", "/operations/9c2d-11e0", "/list")
    let first = try CassetteFile(path: fixture.cassette, content: known).interaction(at: 0)
    #expect(first.outcome.asResponse?.headers["X-Request-Id"] == "9c2d-11e0")
    // From then on it is an id like any other.
    let again = try record(
      "5e0b-22f7", isLean: isLean[1], "/jobs", "/operations/5e0b-22f7", "/list")
    #expect(again == known)
  }

  @Test func `a trace of the client's own is left out, however many requests carry it`() throws {
    let fixture = try F()
    let deck = try deck(fixture)
    for path in ["/a", "/b"] {
      let ticket = try #require(
        try deck.ticket(F.request(path, headers: ["X-Trace-Id": "8f3a-77b1"])))
      try deck.record(F.response("a", headers: ["X-Trace-Id": "8f3a-77b1"]), for: ticket)
    }
    #expect(try deck.close().leftOutFields == 2)
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
    #expect(Volatility.leaveOutFields(of: &response) == (isLeftOut ? 1 : 0))
    #expect(response.headers.isEmpty == isLeftOut)
  }
}
