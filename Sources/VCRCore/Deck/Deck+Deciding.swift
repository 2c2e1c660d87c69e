import VCRLocks

extension Deck {
  /// Decides about a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - decision: Who decides in place of the policy; nil for the policy.
  ///   - isPrepared: Asked with the interaction that was taken for the request, when it is served
  ///     as it stands. A door that has its response ready says so, and the interaction is not
  ///     decoded.
  /// - Returns: The decision.
  /// - Throws: `CassetteError` when the interaction that matches cannot be decoded, `DeckError`
  ///   when the deck was closed.
  package func decide(
    _ request: Interaction.Request, deciding decision: RequestEquivalence.Decision? = nil,
    isPrepared: (Taken) -> Bool = { _ in false }
  ) throws -> Decision {
    switch try look(for: request, deciding: decision, isPrepared: isPrepared) {
    case .decided(let decision): decision
    case .unknown(let unknown): try settle(unknown, isPrepared: isPrepared)
    }
  }

  /// A request to which no interaction of the cassette is known at once.
  package struct Unknown: Sendable {
    /// As it came in.
    let request: Interaction.Request
    /// Redacted, as far as it is matched or reported.
    let incoming: Incoming
    /// When it came in.
    let start: ContinuousClock.Instant
    /// Who decides in place of the policy; nil for the policy.
    let decision: RequestEquivalence.Decision?
  }

  /// The result of a look-up in the index.
  package enum IndexLookup: Sendable {
    /// The decision.
    case decided(Decision)
    /// The index does not know: ``Cassette/Deck/settle(_:isPrepared:)`` decides. It may read the
    /// whole cassette once, so it must not be called where other requests would wait for it.
    case unknown(Unknown)
  }

  /// Decides about a request, as far as the time for it does not depend on the size of the
  /// cassette.
  ///
  /// - Parameters: As for ``decide(_:deciding:isPrepared:)``.
  /// - Returns: The decision, or that it is not known yet.
  /// - Throws: As ``decide(_:deciding:isPrepared:)``.
  package func look(
    for request: Interaction.Request, deciding decision: RequestEquivalence.Decision? = nil,
    isPrepared: (Taken) -> Bool = { _ in false }
  ) throws -> IndexLookup {
    if passesThrough(request) {
      count { $0.passedThrough += 1 }
      return .decided(.passThrough)
    }
    if let playback = try stubbed(request) { return .decided(.replay(playback)) }
    let start = ContinuousClock.now
    // A request that is recorded in any case is redacted once, with its response.
    let incoming = replays || !records ? incoming(request) : Incoming(request)
    if let served = try serve(incoming, isPrepared, taking: { try take($0, decision) }) {
      return .decided(served)
    }
    let unknown = Unknown(
      request: request, incoming: incoming, start: start, decision: decision)
    // A request that is recorded needs no longer search.
    return records ? .decided(try settle(unknown, isPrepared: isPrepared)) : .unknown(unknown)
  }

  /// Whether the body of a request has to be known to decide about it.
  ///
  /// When false, ``look(for:deciding:isPrepared:)`` decides the same with the body and without it.
  ///
  /// - Parameter head: The request without its body.
  /// - Returns: False for a request that is recorded or passed through in any case.
  package func needsBody(of head: Interaction.Request) -> Bool {
    if options.hooks.passthrough != nil || !stubList.isEmpty { return true }
    if passesThrough(head) { return false }
    guard replays else { return !records }
    return mayHold(incoming(head))
  }

  /// True for a request that is passed through, whatever its body.
  package func passesThrough(headOf request: Interaction.Request) -> Bool {
    options.hooks.passthrough == nil && passesThrough(request)
  }

  /// Decides about a request that the index does not know.
  ///
  /// - Parameters:
  ///   - unknown: The request.
  ///   - isPrepared: As for ``decide(_:deciding:isPrepared:)``.
  /// - Returns: The decision.
  /// - Throws: As ``decide(_:deciding:isPrepared:)``.
  package func settle(
    _ unknown: Unknown, isPrepared: (Taken) -> Bool = { _ in false }
  ) throws -> Decision {
    let served = try serve(unknown.incoming, isPrepared) {
      try takeWithOtherSecrets($0, unknown.decision)
    }
    if let served { return served }
    if records {
      bindAsNew(unknown.incoming)
      let ticket = state.withLock { state in
        Ticket(
          request: unknown.request, order: state.takeOrder(), anchor: state.lastServed,
          start: unknown.start, decision: unknown.decision)
      }
      if let playback = try recordedStub(for: ticket) { return .replay(playback) }
      return .record(ticket)
    }
    let report = unmatched(unknown.incoming, unknown.decision)
    count { $0.misses.add(report) }
    return .refuse(report)
  }

  /// Serves the first interaction that no hook drops; nil when there is none.
  private func serve(
    _ incoming: Incoming, _ isPrepared: (Taken) -> Bool,
    taking take: (Incoming) throws -> DeckIndex.Taken?
  ) throws -> Decision? {
    note(incoming.returned)
    var dropped: Int?
    while let found = try take(incoming) {
      let item = found.item
      // Only a deck that repeats finds the same interaction again, and would do so for ever.
      guard item != dropped else { break }
      dropped = item
      if servesUnchanged, !givesBack(item), isPrepared(taken(found, for: incoming)) {
        count { $0.replayed += 1 }
        return .prepared
      }
      if let playback = try playback(item, for: incoming.request, returning: incoming.returned) {
        count { $0.replayed += 1 }
        return .replay(playback)
      }
    }
    return nil
  }

  /// The best unused interaction for a request, already redacted; nil when nothing is left.
  private func take(
    _ incoming: Incoming, _ decision: RequestEquivalence.Decision?
  ) throws -> DeckIndex.Taken? {
    let taken = try asking { state, compared -> DeckIndex.Taken? in
      guard !state.isClosed else { throw closedError }
      guard replays,
        let taken = try takeNumbered(incoming, &state.index, decision, knowing: compared)
      else { return nil }
      state.lastServed = taken.item
      return taken
    }
    if let taken { try noteOtherUser(incoming, item: taken.item) }
    return taken
  }

  /// The first unused interaction that differs from a request, already redacted, in secrets alone.
  private func takeWithOtherSecrets(
    _ incoming: Incoming, _ decision: RequestEquivalence.Decision?
  ) throws -> DeckIndex.Taken? {
    guard replays, let placeholderMatches else { return nil }
    let request = incoming.values.withEchoes(incoming.request)
    let candidates = try placeholderMatches.candidates(for: request)
    guard !candidates.isEmpty else { return nil }
    func take(_ item: Int, again: Bool) throws -> Bool {
      let isTaken = try self.take(item, for: incoming, again: again)
      if isTaken { try noteOtherUser(incoming, item: item) }
      return isTaken
    }
    var last: Int?
    for item in state.withLock({ $0.index?.usable(candidates) ?? [] })
    where try placeholderMatches.isEquivalent(request, toItem: item, deciding: decision)
      && !isForAnother(incoming, item: item)
    {
      if try take(item, again: false) { return DeckIndex.Taken(item: item) }
      last = item
    }
    guard let last, try take(last, again: true) else { return nil }
    return DeckIndex.Taken(item: last)
  }
}
