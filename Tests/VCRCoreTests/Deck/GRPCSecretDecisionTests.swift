import Testing

@testable import VCRCore

/// Calls of gRPC with secrets in their messages, which are recorded with other lengths than those
/// that a client sends.
struct GRPCSecretDecisionTests {
  typealias F = DeckFixture

  private static let tokens = [
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "ghp_9aKd83jslfkj38fjslJKsd93kfjsl02kdsa4",
  ]

  private static func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    [number << 3 | 2, UInt8(content.count)] + content
  }

  /// A message with a text, and another message in it that has a secret in a text.
  private static func message(_ secret: String, _ text: String = "ada") -> [UInt8] {
    GRPCMessages.message(
      field(1, Array(text.utf8)) + field(3, [0x10, 1] + field(2, Array("Bearer \(secret)".utf8)))
        + [0x28, 7])
  }

  /// A call as it arrives, without pieces.
  private static func call(_ messages: [[UInt8]]) -> Interaction.Request {
    .init(
      method: "POST", url: "http://api.example.com/test.Test/Call",
      headers: ["content-type": "application/grpc"], body: Body(messages.flatMap { $0 }))
  }

  private static func response(_ messages: [[UInt8]], awaits: [Int]) -> Interaction.Outcome {
    .response(
      .init(
        status: 200, headers: ["content-type": "application/grpc"],
        body: Body(
          messages.flatMap { $0 },
          chunks: zip(messages, awaits).map { .init(length: $0.count, after: 0, awaits: $1) }),
        trailers: ["grpc-status": "0"]))
  }

  /// Records calls, of which the pieces of the requests are their messages.
  private static func record(
    _ calls: [(request: [[UInt8]], outcome: Interaction.Outcome)], in fixture: F,
    _ redaction: Redaction = Redaction()
  ) throws {
    let deck = try Deck(
      cassette: fixture.cassette, options: .init(mode: .once, redaction: redaction))
    for (messages, outcome) in calls {
      var request = call(messages)
      request.body.chunks = messages.map { .init(length: $0.count) }
      let ticket = try #require(try deck.ticket(request))
      try deck.record(outcome, for: ticket)
    }
    _ = try deck.close()
  }

  @Test func `each user's call matches its own under a policy that compares bodies`() throws {
    let fixture = try F()
    try Self.record(
      Self.tokens.map { token in
        let message = Self.message(token)
        return ([message], Self.response([message], awaits: [1]))
      }, in: fixture)
    let deck = try fixture.deck(.none, [.method, .url, .body])
    for (token, number) in zip(Self.tokens.reversed(), ["_2", ""]) {
      let text = try deck.replayed(Self.call([Self.message(token)]))
      #expect(text?.contains("{{GITHUB_TOKEN\(number)}}") == true)
    }
    #expect(try deck.close().misses.count == 0)
  }

  @Test func `a call with a dummy of another length matches that with the secret`() throws {
    let fixture = try F()
    let secret = Redaction(.secret("KEY", value: "tiger-lily-and-rose-4711"))
    try Self.record(
      [
        (
          [Self.message("tiger-lily-and-rose-4711")],
          Self.response([Self.message("fine")], awaits: [1])
        )
      ], in: fixture, secret)
    let policy: RequestEquivalence = [.method, .url, .body]
    let deck = try fixture.deck(.none, policy)
    #expect(try deck.replayed(Self.call([Self.message("dummy", "bob")])) == nil)
    #expect(try deck.replayed(Self.call([Self.message("dummy")]))?.contains("fine") == true)
    _ = try deck.close()
  }

  @Test(arguments: [
    "application/grpc-web+proto", "application/connect+proto", "application/proto",
  ])
  func `a request of another protocol matches by its body, with its secret and with a dummy`(
    type: String
  ) throws {
    let fixture = try F()
    func request(_ secret: String, _ text: String = "ada") -> Interaction.Request {
      let message = Self.message(secret, text)
      let isFramed = type != "application/proto"
      var request = Self.call([isFramed ? message : Array(message.dropFirst(5))])
      request.headers = ["Content-Type": type]
      return request
    }
    func record(_ secrets: [String], _ redaction: Redaction, in fixture: F) throws {
      let deck = try Deck(
        cassette: fixture.cassette, options: .init(mode: .once, redaction: redaction))
      for (number, secret) in secrets.enumerated() {
        let ticket = try #require(try deck.ticket(request(secret)))
        let body = Body(Array("\(number)".utf8))
        try deck.record(.response(.init(status: 200, body: body)), for: ticket)
      }
      _ = try deck.close()
    }
    let policy: RequestEquivalence = [.method, .url, .body]
    try record(Self.tokens, Redaction(), in: fixture)
    let deck = try fixture.deck(.none, policy)
    for (token, number) in zip(Self.tokens, ["0", "1"]) {
      #expect(try deck.replayed(request(token)) == number)
    }
    #expect(try deck.close().misses.count == 0)

    let secret = "tiger-lily-and-rose-4711"
    let other = try F()
    try record([secret], Redaction(.secret("KEY", value: secret)), in: other)
    let offline = try other.deck(.none, policy)
    #expect(try offline.replayed(request("dummy", "bob")) == nil)
    #expect(try offline.replayed(request("dummy")) == "0")
    _ = try offline.close()
  }

  @Test func `each user's call is known by its first message`() throws {
    let fixture = try F()
    try Self.record(
      Self.tokens.map { token in
        let messages = [Self.message(token, "a"), Self.message(token, "b")]
        return (messages, Self.response(messages, awaits: [1, 2]))
      }, in: fixture)
    let deck = try fixture.deck(.none, [.method, .url, .body])
    for (token, number) in zip(Self.tokens.reversed(), ["_2", ""]) {
      let call = try #require(deck.call(Self.call([Self.message(token, "a")])))
      let playback = try #require(try deck.takeStreamed(call, messages: 1))
      #expect(playback.interaction.text?.contains("{{GITHUB_TOKEN\(number)}}") == true)
    }
    #expect(try deck.close().replayed == 2)
  }
}
