import Testing

@testable import VCRCore

/// Users of one WebSocket whom only the first message of each tells apart, as in
/// `connection_init` of GraphQL.
struct ConversationUsersTests {
  typealias F = DeckFixture
  typealias Message = Interaction.WebSocketMessage

  private static let request = Interaction.Request(url: "ws://api.example.com/graphql")
  private static let question = text(.client, #"{"id":"1","type":"subscribe"}"#)

  private static func text(_ sender: Message.Sender, _ text: String) -> Message {
    Message(sender, .text(Body(Array(text.utf8))))
  }

  private static func start(_ token: String) -> Message {
    text(.client, #"{"type":"connection_init","payload":{"access_token":"\#(token)"}}"#)
  }

  private func record(_ fixture: F, _ tokens: [String], mode: RecordMode = .once) throws {
    let deck = try Deck(cassette: fixture.cassette, options: .init(mode: mode))
    for token in tokens {
      let ticket = try #require(try deck.ticket(Self.request))
      let recording = try deck.recordConversation(.init(status: 101), for: ticket)
      try recording.add([Self.start(token), Self.text(.service, "ack")])
      try recording.add([Self.question, Self.text(.service, "of \(token.suffix(1))")])
      try recording.end(nil)
    }
    try deck.close()
  }

  /// What the service sends after the question; nil when the start is refused.
  private func replayed(_ deck: Deck, _ token: String) throws -> String? {
    guard case .replay(let playback) = try deck.decide(Self.request) else { return nil }
    var replay = deck.conversation(of: playback)
    guard case .send = deck.reply(to: Self.start(token), in: &replay, of: Self.request),
      case .send(let due) = deck.reply(to: Self.question, in: &replay, of: Self.request)
    else { return nil }
    return due.compactMap { replay.messages[$0].body }.map {
      String(decoding: $0.bytes, as: UTF8.self)
    }.joined()
  }

  private static let tokens = ["a", "b", "c"].map { "q7Zt2LmX9vB4nRk8w3Ys\($0)" }
  private static let renewed = ["a", "b", "c"].map { "h8Gf3Ds6Ap5Oi1Uyb9Tr\($0)" }

  @Test(arguments: [tokens, ["k7a", "x2b", "ninec"]])
  func `each user gets the conversation that is theirs in any order`(tokens: [String]) throws {
    let fixture = try F()
    try record(fixture, tokens)
    let text = try fixture.text()
    for token in tokens { #expect(!text.contains("\"\(token)\"")) }
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
      let deck = try fixture.deck()
      for user in order {
        #expect(try replayed(deck, tokens[user]) == "of \(tokens[user].suffix(1))")
      }
      #expect(try deck.close().unused.isEmpty)
    }
  }

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]])
  func `each client gets its conversation although others have opened theirs by then`(
    order: [Int]
  ) throws {
    let fixture = try F()
    let words = ["one", "two", "three"]
    let deck = try Deck(cassette: fixture.cassette, options: .init(mode: .once))
    for word in words {
      let ticket = try #require(try deck.ticket(Self.request))
      let recording = try deck.recordConversation(.init(status: 101), for: ticket)
      try recording.add([Self.text(.client, "i am \(word)"), Self.text(.service, "hi \(word)")])
      try recording.end(nil)
    }
    try deck.close()
    let replay = try fixture.deck()
    var open = try words.map { _ in
      guard case .replay(let playback) = try replay.decide(Self.request) else { throw NoReplay() }
      return replay.conversation(of: playback)
    }
    // Each client speaks on the connection that was opened as another one's.
    for (connection, word) in zip(order, words) {
      let reply = replay.reply(
        to: Self.text(.client, "i am \(word)"), in: &open[connection], of: Self.request)
      guard case .send(let due) = reply else {
        Issue.record("\(word): \(reply)")
        continue
      }
      let bodies = due.compactMap { open[connection].messages[$0].body?.bytes }
      #expect(bodies == [Array("hi \(word)".utf8)])
    }
    // What a client has shown to be its own is no other's.
    guard
      case .refuse = replay.reply(
        to: Self.text(.client, "i am one"), in: &open[order[1]], of: Self.request)
    else { throw NoReplay() }
    #expect(try replay.close().unused.isEmpty)
  }

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]], [false, true])
  func `each client gets its conversation where these begin in the same way`(
    order: [Int], areOpenAtOnce: Bool
  ) throws {
    let fixture = try F()
    let words = ["one", "two", "three"]
    let start = Self.text(.client, #"{"type":"connection_init"}"#)
    let deck = try Deck(cassette: fixture.cassette, options: .init(mode: .once))
    for word in words {
      let ticket = try #require(try deck.ticket(Self.request))
      let recording = try deck.recordConversation(.init(status: 101), for: ticket)
      try recording.add([Self.text(.service, "hello"), start, Self.text(.service, "ack")])
      try recording.add([Self.text(.client, "tell \(word)"), Self.text(.service, word)])
      try recording.end(nil)
    }
    try deck.close()
    let replay = try fixture.deck()
    var open: [Int: ConversationReplay] = [:]
    func said(_ message: Message, _ connection: Int) throws -> String? {
      var conversation = try #require(open[connection])
      let reply = replay.reply(to: message, in: &conversation, of: Self.request)
      open[connection] = conversation
      guard case .send(let due) = reply, conversation.served.suffix(due.count) == due[...] else {
        return nil
      }
      return due.compactMap { conversation.messages[$0].body }.map {
        String(decoding: $0.bytes, as: UTF8.self)
      }.joined()
    }
    func opens(_ connection: Int) throws {
      guard case .replay(let playback) = try replay.decide(Self.request) else { throw NoReplay() }
      open[connection] = replay.conversation(of: playback)
      #expect(try said(start, connection) == "ack")
    }
    if areOpenAtOnce { for connection in order { try opens(connection) } }
    for connection in [0, 1, 2] {
      if !areOpenAtOnce { try opens(connection) }
      let word = words[areOpenAtOnce ? connection : order[connection]]
      #expect(try said(Self.text(.client, "tell \(word)"), connection) == word)
    }
    #expect(try said(Self.text(.client, "tell one"), 2) == nil)
    #expect(try replay.close().unused.isEmpty)
  }

  private struct NoReplay: Error {}

  @Test func `nobody gets what digests prove to be another's`() throws {
    let fixture = try F()
    try record(fixture, Array(Self.tokens.prefix(2)))
    let deck = try fixture.deck()
    #expect(try replayed(deck, Self.tokens[1]) == "of b")
    guard case .replay(let playback) = try deck.decide(Self.request) else {
      Issue.record("nothing is replayed")
      return
    }
    var replay = deck.conversation(of: playback)
    let again = deck.reply(to: Self.start(Self.tokens[1]), in: &replay, of: Self.request)
    guard case .refuse(let report) = again else {
      Issue.record("served \(again)")
      return
    }
    let difference = try #require(report.candidates.first?.differences.first)
    #expect(difference.part == "user" && difference.incoming?.hasSuffix("_2}}") == true)
  }

  @Test func `renewed tokens and dummies are told apart by order, as requests are`() throws {
    let fixture = try F()
    try record(fixture, Self.tokens)
    let text = try fixture.text()
    for tokens in [Self.renewed, ["dummy", "dummy", "dummy"]] {
      let deck = try fixture.deck()
      #expect(try tokens.map { try replayed(deck, $0) } == ["of a", "of b", "of c"])
    }
    // Recorded again in another order, each keeps the number.
    try record(fixture, Self.tokens.reversed(), mode: .all)
    #expect(try fixture.text().contains("{{ACCESS_TOKEN_3}}"))
    let deck = try fixture.deck()
    for token in Self.tokens { #expect(try replayed(deck, token) == "of \(token.suffix(1))") }
    #expect(text.contains("\nvalue_digests:\n"))
  }

  @Test func `a first message that differs finds its conversation`() throws {
    let fixture = try F()
    try record(fixture, ["${USER_A}", "${USER_B}"])
    let deck = try fixture.deck()
    #expect(try replayed(deck, "${USER_B}") == "of }")
    #expect(try replayed(deck, "${USER_A}") == "of }")
    #expect(try deck.close().unused.isEmpty)
  }
}
