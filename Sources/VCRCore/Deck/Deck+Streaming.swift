import Synchronization

/// Requests that are decided about while they arrive, since their responses were recorded so.
extension Deck {
  /// Takes the interaction whose response began while its request was still being sent, for a
  /// request that has arrived in part.
  ///
  /// Where several interactions have the method and URL, the first counts whose request begins with
  /// what has arrived, even if its response waits for more; or else the first that is due.
  ///
  /// - Parameters:
  ///   - request: The request with the body as far as it has arrived.
  ///   - messages: How many messages of gRPC that is.
  /// - Returns: What to serve; nil when no such interaction has an event that is due.
  /// - Throws: `CassetteError` when an interaction cannot be decoded, `DeckError` when the deck was
  ///   closed.
  package func takeStreamed(
    _ request: Interaction.Request, messages: Int
  ) throws -> Playback? {
    guard replays, let file else { return nil }
    let incoming = incoming(request)
    let items = try state.withLock { state throws in
      guard !state.isClosed else { throw closedError }
      return candidates(for: incoming, in: &state.index)
    }
    let due = try items.filter { item in
      guard case .response(let response) = try file.interaction(at: item).outcome else {
        return false
      }
      let first = response.body.chunks.compactMap(\.awaits).first ?? response.awaits
      return first.map { $0 <= messages } ?? false
    }
    guard let first = due.first else { return nil }
    let begun = try items.first { item in
      try file.request(at: item).body.bytes.starts(with: incoming.request.body.bytes)
    }
    let item = begun ?? first
    guard due.contains(item) else { return nil }
    let isTaken = try state.withLock { state throws in
      guard state.index?.take(item: item, again: true) == true else { return false }
      state.lastServed = item
      try bind(incoming, to: item)
      return true
    }
    guard isTaken, let playback = try playback(item, for: incoming.request) else { return nil }
    count { $0.replayed += 1 }
    return playback
  }
}
