import VCRLocks

/// Requests that are decided about while they arrive, since their outcomes came then when they were
/// recorded, or their clients wait.
extension Deck {
  /// Takes the interaction whose outcome came, or whose response began, before its request had
  /// ended, for a request that has arrived in part.
  ///
  /// - Parameters:
  ///   - head: The request with the body as far as it has arrived and is at hand.
  ///   - isAwaited: True for a client that sends no body until it is asked to (RFC 9110 §10.1.1):
  ///     it sent none when it was recorded, and gets a refusal without a body in the cassette.
  ///   - isCertain: False for a client that has stopped sending, whatever a whole body would get.
  /// - Returns: The interaction to serve; nil when there is none, or the body has to be waited for.
  /// - Throws: `CassetteError` when an interaction cannot be decoded, `DeckError` when the deck was
  ///   closed.
  package func takeEarly(
    _ head: Interaction.Request, isAwaited: Bool, isCertain: Bool = true
  ) throws -> Playback? {
    guard isAwaited || hasEarlyOutcomes else { return nil }
    let incoming = incoming(head)
    let early = try asking { state, compared in
      guard !state.isClosed else { throw closedError }
      return try earlyOutcome(
        for: incoming, in: &state.index, isCertain: isCertain, knowing: compared)
    }
    var found = try early.flatMap { try isForAnother(incoming, item: $0) ? nil : $0 }
    if found == nil, isAwaited { found = try refusal(of: incoming) }
    guard let found, try take(found, for: incoming),
      let playback = try playback(found, for: incoming.request, returning: incoming.returned)
    else { return nil }
    count { $0.replayed += 1 }
    return playback
  }

  /// True when an interaction may be served to a request that has not ended and is not of gRPC.
  package var hasEarlyOutcomes: Bool {
    (replays || options.mode == .offline)
      && ((try? asking { state, _ in try state.index?.hasEarlyOutcomes() ?? false }) ?? false)
  }

  /// The next interaction for a head when it is a refusal of it.
  private func refusal(of incoming: Incoming) throws -> Int? {
    guard let file, let item = try streamed(incoming).first,
      try file.request(at: item).body.isEmpty,
      case .response(let response) = try file.interaction(at: item).outcome,
      let status = response.status, status >= 400
    else { return nil }
    return item
  }

  /// The interactions that may be served to a request that has arrived in part, in their order.
  private func streamed(_ incoming: Incoming) throws -> [Int] {
    let candidates = try state.withLock { state throws in
      guard !state.isClosed else { throw closedError }
      return self.candidates(for: incoming, in: &state.index)
    }
    return try candidates.filter { try !isForAnother(incoming, item: $0) }
  }

  /// Takes the next interaction for a client that has sent nothing for long, where the rest of the
  /// body could not get it anything else than one of those that match.
  ///
  /// The service that was recorded did not respond before it had all, as far as is known. But the
  /// client may have been another one, or the cassette is older than what is known of that.
  ///
  /// - Parameter head: The request with the body as far as it has arrived and is at hand.
  /// - Returns: The interaction to serve: the first whose request begins so, or else the first; nil
  ///   where the body counts, and for none.
  /// - Throws: As ``takeEarly(_:isAwaited:isCertain:)``.
  package func takeWaiting(_ head: Interaction.Request) throws -> Playback? {
    guard replays, stubList.isEmpty, options.hooks.passthrough == nil, let file else { return nil }
    let incoming = incoming(head)
    let items = try streamed(incoming)
    let body = incoming.request.body.bytes
    let begun = try items.first { try file.request(at: $0).body.bytes.starts(with: body) }
    guard let item = begun ?? items.first, try take(item, for: incoming),
      let playback = try playback(item, for: incoming.request, returning: incoming.returned)
    else { return nil }
    count { $0.replayed += 1 }
    return playback
  }

  /// Decides to record a request that has arrived in part, whatever the rest of its body is.
  ///
  /// - Parameter head: The request without its body.
  /// - Returns: Nil when the deck does not record.
  /// - Throws: `DeckError` when the deck was closed.
  package func recordWaiting(_ head: Interaction.Request) throws -> Decision? {
    guard records else { return nil }
    return try settle(
      Unknown(request: head, incoming: incoming(head), start: .now, decision: nil))
  }
}
