import VCRLocks

/// An open WebSocket whose client has been given one conversation and may be in another, as far as
/// both have come.
///
/// A client says only by what it sends whose conversation it is (`connection_init` of GraphQL, or
/// what it subscribes to after that). Until then it may have been given another one, and others
/// what it has been given.
struct OpenConversation: Sendable {
  /// The position of the interaction whose messages it serves.
  var item: Int
  /// The messages that its client has sent.
  var said: [ConversationReplay.ClientMessage] = []
  /// The messages that the service has sent; nil before the client has sent something.
  var served: [Interaction.WebSocketMessage.Content]?
}

extension Deck {
  /// Takes a message of a client in the conversation that is its own by all that it has sent.
  ///
  /// - Parameters:
  ///   - said: The message.
  ///   - replay: The replay, which may turn into that of another conversation.
  ///   - request: The request that opened the WebSocket.
  /// - Returns: The positions of what is sent now; nil when no conversation that is left has the
  ///   message.
  func take(
    _ said: ConversationReplay.ClientMessage, in replay: inout ConversationReplay,
    of request: Interaction.Request
  ) -> [Int]? {
    while true {
      let open = replay.id.flatMap { id in state.withLock { $0.openConversations[id] } }
      if let open, open.item != replay.item,
        let other = following(replay, open.item, of: request)
      {
        // Another client was in what this one had been given.
        replay = other
      }
      if let next = replay.next(said.message), !isAnother(next, said.users) {
        // Nobody has to know how far it comes that is no other's, and a copy costs what it is long.
        if replay.isSettled, open == nil { return replay.take(said.message, of: said.users) }
        var advanced = replay
        guard let due = advanced.take(said.message, of: said.users) else { return nil }
        guard state.withLock({ $0.note(advanced) }) else { continue }
        replay = advanced
        return due
      }
      guard let id = replay.id, let open else { return nil }
      if let own = exchanged(replay, id, for: said, of: request) {
        replay = own
      } else if state.withLock({ $0.openConversations[id]?.item == open.item }) {
        return nil
      }
    }
  }

  /// The replay of another conversation for a client that has come so far in one; nil where that
  /// has another beginning.
  private func following(
    _ replay: ConversationReplay, _ item: Int, of request: Interaction.Request
  ) -> ConversationReplay? {
    following(replay.said, replay.servedContents, item, request).map { found in
      var found = found
      found.belong(to: replay)
      return found
    }
  }

  private func following(
    _ said: [ConversationReplay.ClientMessage], _ served: [Interaction.WebSocketMessage.Content]?,
    _ item: Int, _ request: Interaction.Request
  ) -> ConversationReplay? {
    guard let playback = try? self.playback(item, for: request, returning: ReturnedValues()) else {
      return nil
    }
    var replay = ConversationReplay(
      playback.interaction, item: item, holder: nil, id: nil, options)
    for said in said {
      guard let next = replay.next(said.message), !isAnother(next, said.users),
        replay.take(said.message, of: said.users) != nil
      else { return nil }
    }
    guard let served, served != replay.servedContents else { return replay }
    return nil
  }

  /// The conversation of an equivalent request that goes on as a client does, and begins as what it
  /// has been given; nil when there is none.
  ///
  /// What the client had been given is then that of who comes for this one, or has it and may be in
  /// either.
  private func exchanged(
    _ replay: ConversationReplay, _ id: Int, for said: ConversationReplay.ClientMessage,
    of request: Interaction.Request
  ) -> ConversationReplay? {
    guard !replay.isSettled, let own = replay.item, let holder = replay.holder, let file,
      let opened = try? file.request(at: holder)
    else { return nil }
    let (unserved, moved, open) = state.withLock {
      ($0.index?.unserved ?? [], $0.conversations, $0.openConversations)
    }
    let ownKey = key(of: opened)
    let others: [(Int, HeldBy)] =
      unserved.prefix(Self.mostConversations).map { (moved[$0] ?? $0, HeldBy.item($0)) }
      + open.filter { $0.key != id }.sorted { $0.key < $1.key }.prefix(Self.mostConversations)
      .map { ($0.value.item, HeldBy.client($0.key, $0.value)) }
    for (item, other) in others {
      guard item != own, let candidate = try? file.request(at: item), key(of: candidate) == ownKey,
        let conversation = following(replay, item, of: request),
        let next = conversation.next(said.message), !isAnother(next, said.users),
        isFree(other, opening: conversation, for: own, request),
        state.withLock({ $0.exchange(own, of: id, for: item, of: other) })
      else { continue }
      return conversation
    }
    return nil
  }

  /// True when who has a conversation may as well have another one.
  private func isFree(
    _ holder: HeldBy, opening conversation: ConversationReplay, for item: Int,
    _ request: Interaction.Request
  ) -> Bool {
    guard case .client(_, let open) = holder else { return true }
    return following(open.said, open.served ?? conversation.openingContents, item, request) != nil
  }

  /// How many conversations are looked at for the one that is a client's.
  private static let mostConversations = 256

  /// Who has a conversation that a client may want.
  fileprivate enum HeldBy {
    /// An interaction that was given to nobody yet, by its position.
    case item(Int)
    /// An open WebSocket, by its number, and how far it had come.
    case client(Int, OpenConversation)
  }
}

extension DeckState {
  /// Notes how far the client of a WebSocket has come.
  ///
  /// - Parameter replay: The replay after its message.
  /// - Returns: False when it has to be in another conversation by now.
  fileprivate mutating func note(_ replay: ConversationReplay) -> Bool {
    guard let id = replay.id, let open = openConversations[id], let item = replay.item else {
      return true
    }
    guard open.item == item else { return false }
    openConversations[id] =
      replay.isSettled
      ? nil : OpenConversation(item: item, said: replay.said, served: replay.servedContents)
    return true
  }

  /// Gives a client the conversation that goes on as it does, and what it had been given to whoever
  /// has that.
  ///
  /// - Parameters:
  ///   - own: What the client had been given.
  ///   - id: The number of its WebSocket.
  ///   - item: What it asks for.
  ///   - other: Who has that.
  /// - Returns: False when one of the two has changed hands, or gone on, by now.
  fileprivate mutating func exchange(
    _ own: Int, of id: Int, for item: Int, of other: Deck.HeldBy
  ) -> Bool {
    guard openConversations[id]?.item == own else { return false }
    switch other {
    case .item(let position):
      guard !openConversations.values.contains(where: { $0.item == item }) else { return false }
      conversations[position] = own
    case .client(let number, let open):
      guard let now = openConversations[number], now.item == item,
        now.said.count == open.said.count
      else { return false }
      openConversations[number]?.item = own
    }
    openConversations[id]?.item = item
    return true
  }
}
