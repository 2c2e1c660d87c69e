import VCRLocks

/// Follows a recorded WebSocket: what the service sent follows what the client sends.
///
/// The messages that the service sent before the client's first one come at once. After that, each
/// round is awaited: what the client sent without waiting; what the service sent then follows when
/// the round is whole. A message of the client is the first recorded one that is equivalent and not
/// used up, wherever that stands: what a program sends on several of its own threads may come in
/// any order. A client that stops within a round, to wait for what crossed its messages when they
/// were recorded, gets that in time (``takeCrossed()``).
package struct ConversationReplay: Sendable {
  package typealias Message = Interaction.WebSocketMessage

  /// The client's messages that were sent without waiting, and what the service sent then.
  private struct Round {
    var count = 0
    var awaited = 0
    var replies: [Int] = []

    /// True when the client has sent some of them, but not all.
    var isBegun: Bool { awaited > 0 && awaited < count }
  }

  /// The recorded messages, those of the service with the secrets that have values.
  package let messages: [Message]
  /// The number of the interaction, counted from 1; nil for one that is not in the cassette.
  let number: Int?
  /// The interaction that the client was given when it opened the WebSocket, counted from 0; nil
  /// for one that is not in the cassette.
  private(set) var holder: Int?
  /// The number of the open WebSocket; nil for one whose conversation is not in the cassette.
  private(set) var id: Int?
  /// The messages that its client has sent, until it is settled whose conversation it is.
  private(set) var said: [ClientMessage] = []
  /// True once its client has sent so much that it is in no other conversation.
  private(set) var isSettled = false
  /// The positions of what the service sends to a client that has come so far, in their order.
  package private(set) var served: [Int] = []
  /// The interaction with the messages; nil where only these are known.
  package private(set) var interaction: Interaction?
  /// How the messages of the client are compared.
  let parts: [RequestEquivalence.Part]
  /// True when a message of the client counts as the same whatever it says.
  private let isAnyMessage: Bool
  private var rounds: [Round] = [Round()]
  /// The rounds of which the client has sent some messages, but not all.
  private var begun: Set<Int> = []
  /// For each recorded message of the client its round.
  private var roundOf: [Int: Int] = [:]
  /// The messages of the client that were not sent yet, by their normal form, in reverse order.
  private var awaited: [[UInt8]: [Int]] = [:]
  private var remaining: Int

  /// A message of the client, already redacted.
  struct ClientMessage: Sendable {
    var message: Message
    /// The users that the cassette's digests prove for the values in it.
    var users: ProvenUsers?
  }

  /// After how many messages of its client a conversation is no other's.
  private static let mostSaid = 8
  /// The most bytes of a message that is kept to be looked for in another conversation.
  private static let mostBytes = 16 << 10

  /// Prepares a replay.
  ///
  /// - Parameters:
  ///   - messages: The recorded messages.
  ///   - number: The number of their interaction.
  ///   - equivalence: The policy, whose rules about JSON and bodies the messages follow.
  ///   - volatility: Places in JSON that do not count.
  init(
    _ messages: [Message], number: Int?, equivalence: RequestEquivalence, volatility: Volatility
  ) {
    self.messages = messages
    self.number = number
    parts = Self.parts(of: equivalence, volatility)
    let ignored = equivalence.parts.flatMap { part in
      if case .json(.ignoring(let paths)) = part.aspect { paths } else { [JSONPath]() }
    }
    isAnyMessage = (ignored + volatility.jsonPaths).nameAll(
      ofMessage: nil, of: Message.Sender.client.rawValue)
    remaining = 0
    // What follows a close is the response to it.
    for (index, message) in messages.enumerated()
    where index == 0 || !messages[index - 1].isClose {
      switch message.sender {
      case .service: rounds[rounds.count - 1].replies.append(index)
      case .client:
        if !rounds[rounds.count - 1].replies.isEmpty || rounds.count == 1 { rounds.append(Round()) }
        rounds[rounds.count - 1].count += 1
        rounds[rounds.count - 1].awaited += 1
        roundOf[index] = rounds.count - 1
        remaining += 1
      }
    }
    for index in messages.indices.reversed() where messages[index].sender == .client {
      awaited[form(of: messages[index]), default: []].append(index)
    }
    served = rounds[0].replies
  }

  /// The parts of a policy that compare messages: its rules about JSON and bytes; the same JSON
  /// value, or else the same bytes, where it has none.
  private static func parts(
    of equivalence: RequestEquivalence, _ volatility: Volatility
  ) -> [RequestEquivalence.Part] {
    func json(_ paths: [JSONPath]) -> RequestEquivalence.Part {
      // Where a message stands that comes in is not known: it may be any.
      let paths = (paths + volatility.jsonPaths)
        .inMessage(nil, of: Message.Sender.client.rawValue)
      return paths.isEmpty ? .json : .json(ignoring: paths)
    }
    let parts = equivalence.parts.compactMap { part -> RequestEquivalence.Part? in
      switch part.aspect {
      case .json(.only(let paths)):
        .json(only: paths.inMessage(nil, of: Message.Sender.client.rawValue))
      case .body: part
      case .json(.ignoring(let paths)): json(paths)
      case .json(.all): json([])
      default: nil
      }
    }
    return parts.isEmpty ? [json([])] : parts
  }

  /// The position of the interaction with the messages; nil for one that is not in the cassette.
  var item: Int? { number.map { $0 - 1 } }

  /// The positions of what the service sent before it had heard from the client.
  var opening: [Int] { rounds[0].replies }

  /// The code and the reason with which the service responded to the client's close; nil where it
  /// repeated those of the client.
  package var closeResponse: (code: Int?, reason: String)? {
    guard let last = messages.last, last.sender == .service,
      messages.dropLast().last?.isClose == true, case .close(let code, let reason) = last.content
    else { return nil }
    return (code, reason)
  }

  /// The messages that the service sent before it had heard from the client.
  var openingContents: [Message.Content] { opening.map { messages[$0].content } }

  /// The messages that the service sends to a client that has come so far.
  var servedContents: [Message.Content] { served.map { messages[$0].content } }

  /// True when the client has sent all that it sent then.
  package var isComplete: Bool { remaining == 0 }

  /// Takes a message of the client.
  ///
  /// - Parameters:
  ///   - message: The message, already redacted; a close, whatever it says, is one that was
  ///     recorded, if any was.
  ///   - users: The users that the cassette's digests prove for the values in it.
  /// - Returns: The positions of what is sent now; nil when nothing recorded is equivalent.
  mutating func take(_ message: Message, of users: ProvenUsers? = nil) -> [Int]? {
    guard let index = awaited[form(of: message)]?.popLast(), let round = roundOf[index] else {
      return nil
    }
    remaining -= 1
    rounds[round].awaited -= 1
    if rounds[round].isBegun { begun.insert(round) } else { begun.remove(round) }
    if !isSettled {
      said.append(ClientMessage(message: message, users: users))
      if said.count > Self.mostSaid || (message.body?.count ?? 0) > Self.mostBytes { settle() }
    }
    guard rounds[round].awaited == 0 else { return [] }
    served += rounds[round].replies
    return rounds[round].replies
  }

  /// Makes it the conversation of the client that another one was of.
  mutating func belong(to other: ConversationReplay) {
    id = other.id
    holder = other.holder
  }

  private mutating func settle() {
    isSettled = true
    said = []
  }

  /// The recorded message that a message of the client would take.
  func next(_ message: Message) -> Message? {
    awaited[form(of: message)]?.last.map { messages[$0] }
  }

  /// Takes the next message of the service from a round in which the client has stopped.
  ///
  /// When it was recorded, the client sent on without waiting, and its messages crossed those of
  /// the service. A client that waits this time is sent these one by one, as the service would have
  /// sent some of them by then.
  ///
  /// - Returns: The position of the message; nil when nothing has been crossed.
  package mutating func takeCrossed() -> Int? {
    guard let round = begun.filter({ !rounds[$0].replies.isEmpty }).min() else { return nil }
    let position = rounds[round].replies.removeFirst()
    served.append(position)
    // When it came says nothing about another conversation.
    settle()
    return position
  }

  /// True when a client that waits now might have had a message by then when it was recorded.
  package var hasCrossed: Bool { begun.contains { !rounds[$0].replies.isEmpty } }

  /// The recorded messages of the client that it has not sent, in their order.
  var missing: [Int] { awaited.values.joined().filter { !messages[$0].isClose }.sorted() }

  /// The bytes that are the same for two equivalent messages of a client.
  private func form(of message: Message) -> [UInt8] {
    guard message.body != nil else { return [0] }
    var form: [UInt8] = [message.isBinary ? 2 : 1]
    if isAnyMessage { return form }
    var carrier = Self.carrier(message)
    // Digests show whose a value is.
    if let bare = ValueNumbers.stripped(carrier.body.bytes) { carrier.body = Body(bare.text) }
    for part in parts {
      form.appendDelimited { $0 += part.normalForm(of: carrier) }
    }
    var digest: [UInt8] = []
    form.appendDigest(to: &digest)
    return digest
  }

  /// A request with the message as its body, which is what the parts of a policy compare.
  static func carrier(_ message: Message) -> Interaction.Request {
    Interaction.Request(url: "", body: message.body ?? [])
  }
}

extension ConversationReplay {
  /// Prepares the replay of an interaction.
  ///
  /// - Parameters:
  ///   - interaction: The interaction.
  ///   - item: Its position in the cassette; nil for one that is not in it.
  ///   - holder: The position of the interaction that the client was given.
  ///   - id: The number of the open WebSocket.
  ///   - options: The deck's options.
  init(
    _ interaction: Interaction, item: Int?, holder: Int?, id: Int?, _ options: Deck.Options
  ) {
    var messages: [Message] = []
    if case .response(let response) = interaction.outcome { messages = response.messages }
    self.init(
      messages, number: item.map { $0 + 1 }, equivalence: options.equivalence,
      volatility: options.volatility)
    self.interaction = interaction
    self.holder = holder
    self.id = id
  }
}

extension Deck {
  /// Prepares the replay of a WebSocket.
  package func conversation(of playback: Playback) -> ConversationReplay {
    let open = playback.index.map { item in state.withLock { $0.openConversation(item) } }
    if let open, open.item != playback.index,
      let other = try? self.playback(
        open.item, for: playback.interaction.request, returning: ReturnedValues())
    {
      return ConversationReplay(
        other.interaction, item: open.item, holder: playback.index, id: open.id, options)
    }
    return ConversationReplay(
      playback.interaction, item: playback.index, holder: playback.index, id: open?.id, options)
  }

  /// Notes that a replayed WebSocket is over, so that what it served is no other client's.
  package func end(_ replay: ConversationReplay) {
    guard let id = replay.id else { return }
    state.withLock { $0.openConversations[id] = nil }
  }

  /// Gives the values of a client's message the numbers that the cassette's digests say, before the
  /// message is recorded.
  func bindAsRecorded(_ message: Interaction.WebSocketMessage) {
    guard !replays, file?.valueDigests != nil else { return }
    bindAsKnown(redactor.values(of: message).slots)
  }

  /// Returns the users that the cassette's digests prove for the values in a client's message.
  private func provenUsers(of message: Interaction.WebSocketMessage) -> ProvenUsers? {
    guard let digests = file?.valueDigests else { return nil }
    let slots = withDummies(redactor.values(of: message)).slots
    bindAsKnown(slots)
    return slots.isEmpty ? nil : ProvenUsers(slots, digests, redactor)
  }

  /// True when a recorded message is proven to be another user's.
  func isAnother(
    _ recorded: Interaction.WebSocketMessage, _ users: ProvenUsers?
  ) -> Bool {
    users?.areOthers(PlaceholderNames.all(in: ConversationReplay.carrier(recorded))) ?? false
  }

  /// The reply of a replayed WebSocket to a message of the client.
  package enum Reply: Sendable {
    /// Send the messages at these positions, the last of ``ConversationReplay/served``.
    case send([Int])
    /// End the connection: nothing recorded is equivalent.
    case refuse(UnmatchedRequest)
  }

  /// Decides about a message that a client sent on a replayed WebSocket.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - replay: The replay.
  ///   - request: The request that opened the WebSocket.
  /// - Returns: The reply of the replayed WebSocket.
  package func reply(
    to message: Interaction.WebSocketMessage, in replay: inout ConversationReplay,
    of request: Interaction.Request
  ) -> Reply {
    let redacted = redactor.unmarked(redactor.matching(message)) { $0.applied(to: $1) }
    let users = provenUsers(of: message)
    let said = ConversationReplay.ClientMessage(message: redacted, users: users)
    if let due = take(said, in: &replay, of: request) { return .send(due) }
    let report = unmatched(redacted, users, in: replay, of: request)
    count { $0.misses.add(report) }
    return .refuse(report)
  }

  /// How many of the messages that were not sent are compared with one that nothing matches.
  private static let comparedMessages = 64

  private func unmatched(
    _ message: Interaction.WebSocketMessage, _ users: ProvenUsers?, in replay: ConversationReplay,
    of request: Interaction.Request
  ) -> UnmatchedRequest {
    let policy = RequestEquivalence(replay.parts)
    let incoming = ConversationReplay.carrier(message)
    func differences(
      from index: Int,
      _ find: (Interaction.Request) -> [RequestEquivalence.Difference]
    ) -> [RequestEquivalence.Difference] {
      let recorded = replay.messages[index]
      let carrier = ConversationReplay.carrier(recorded)
      let found =
        userDifference(of: users, in: PlaceholderNames.all(in: carrier)).map { [$0] }
        ?? find(carrier)
      guard recorded.isBinary != message.isBinary else { return found }
      let words = { (isBinary: Bool) in isBinary ? "binary" : "text" }
      return [
        .init(part: "kind", recorded: words(recorded.isBinary), incoming: words(message.isBinary))
      ] + found
    }
    let near = replay.missing.prefix(Self.comparedMessages).map { index in
      let count = differences(from: index) {
        policy.differences(incoming: incoming, recorded: $0)
      }.count
      return (index: index, count: count)
    }
    let closest = near.min { $0.count < $1.count }
    return UnmatchedRequest(
      method: request.method, url: shown(url: request.url), cassette: path, count: file?.count ?? 0,
      policy: policy,
      reason: .message(shown(text: Self.excerpt(of: message))),
      candidates: closest.map { closest in
        [
          UnmatchedRequest.Candidate(
            number: replay.number ?? 0, request: "message \(closest.index + 1)",
            differences: differences(from: closest.index) {
              shownDifferences(incoming: incoming, recorded: $0, policy)
            }, isUsed: false)
        ]
      } ?? [],
      stubCount: 0, stubs: [], advice: options.advice, isOfOtherTool: file?.origin != nil)
  }

  private static func excerpt(of message: Interaction.WebSocketMessage) -> String {
    guard let bytes = message.body?.bytes, !bytes.isEmpty else { return "(empty)" }
    return message.isBinary ? "(\(Quantity.bytes(bytes.count)))" : Excerpt.line(bytes)
  }
}
