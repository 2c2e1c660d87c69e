import VCRLocks

/// Requests that are decided about while they arrive, since their responses came then when they
/// were recorded, or their clients left.
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
    let items = try streamed(incoming)
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
    guard try take(item, for: incoming),
      let playback = try playback(item, for: incoming.request)
    else { return nil }
    count { $0.replayed += 1 }
    return playback
  }

  /// How long a client stayed that left while it was still sending what has arrived of a request,
  /// with no response by then.
  ///
  /// - Parameter request: The request with the body as far as it has arrived.
  /// - Returns: Seconds; nil when the first interaction whose request begins so is no such one.
  /// - Throws: As ``takeStreamed(_:messages:)``.
  package func secondsUntilLeft(_ request: Interaction.Request) throws -> Double? {
    guard replays, let file else { return nil }
    let incoming = incoming(request)
    let body = incoming.request.body.bytes
    let items = try streamed(incoming)
    let begun = try items.first { try file.request(at: $0).body.bytes.starts(with: body) }
    guard let item = begun, try isLeft(item, in: file),
      try file.request(at: item).body.bytes == body
    else { return nil }
    return try file.interaction(at: item).seconds ?? 0
  }

  /// Takes the interaction that its client left while it was still sending, for a client that has
  /// done so again: one with the same messages, or else one of which there are more or fewer, since
  /// how many a client sends by its deadline differs.
  ///
  /// - Parameter request: The request with the body as far as it arrived.
  /// - Returns: False when there is none.
  /// - Throws: As ``takeStreamed(_:messages:)``.
  package func takeLeft(_ request: Interaction.Request) throws -> Bool {
    guard replays, let file else { return false }
    let incoming = incoming(request)
    let body = incoming.request.body.bytes
    let items = try streamed(incoming).filter { try isLeft($0, in: file) }.map {
      (item: $0, body: try file.request(at: $0).body.bytes)
    }
    let found =
      items.first { $0.body == body }
      ?? items.first { $0.body.starts(with: body) || body.starts(with: $0.body) }
    guard let found, try take(found.item, for: incoming) else { return false }
    count { $0.replayed += 1 }
    return true
  }

  /// Takes the interaction whose outcome came, or whose response began, before its request had
  /// ended, for a request that has arrived in part.
  ///
  /// - Parameters:
  ///   - head: The request with the body as far as it has arrived and is at hand.
  ///   - isAwaited: True for a client that sends no body until it is told to (RFC 9110 §10.1.1):
  ///     it sent none when it was recorded, and gets a refusal without a body in the cassette.
  ///   - isCertain: False for a client that has stopped sending, whatever a whole body would get.
  /// - Returns: What to serve; nil when there is none, or the body has to be waited for.
  /// - Throws: As ``takeStreamed(_:messages:)``.
  package func takeEarly(
    _ head: Interaction.Request, isAwaited: Bool, isCertain: Bool = true
  ) throws -> Playback? {
    guard isAwaited || hasEarlyOutcomes else { return nil }
    let incoming = incoming(head)
    let early = try state.withLock { state throws in
      guard !state.isClosed else { throw closedError }
      return earlyOutcome(for: incoming, in: &state.index, isCertain: isCertain)
    }
    var found = try early.flatMap { try isForAnother(incoming, item: $0) ? nil : $0 }
    if found == nil, isAwaited { found = try refusal(of: incoming) }
    guard let found, try take(found, for: incoming),
      let playback = try playback(found, for: incoming.request)
    else { return nil }
    count { $0.replayed += 1 }
    return playback
  }

  /// True when an interaction may be served to a request that has not ended and is not of gRPC.
  package var hasEarlyOutcomes: Bool {
    (replays || options.mode == .offline)
      && state.withLock { $0.index?.hasEarlyOutcomes() ?? false }
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
    try state.withLock { state throws in
      guard !state.isClosed else { throw closedError }
      return try candidates(for: incoming, in: &state.index).filter {
        try !isForAnother(incoming, item: $0)
      }
    }
  }

  private func isLeft(_ item: Int, in file: CassetteFile) throws -> Bool {
    guard case .failure(let failure) = try file.interaction(at: item).outcome else { return false }
    return failure.isLeft
  }

  private func take(_ item: Int, for incoming: Incoming) throws -> Bool {
    try state.withLock { state throws in
      guard state.index?.take(item: item, again: true) == true else { return false }
      state.lastServed = item
      try bind(incoming, to: item)
      return true
    }
  }
}
