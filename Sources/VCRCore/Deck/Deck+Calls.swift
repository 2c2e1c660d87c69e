import VCRLocks

/// Calls of gRPC that are decided about while their messages arrive.
extension Deck {
  /// A call as far as it has arrived, as it is matched.
  ///
  /// - Parameter request: The request with the body as far as it has arrived.
  /// - Returns: Nil where nothing is replayed.
  package func call(_ request: Interaction.Request) -> Incoming? {
    replays && file != nil ? incoming(request) : nil
  }

  /// Whether a recorded call may be served, or may have been left, when so many messages have
  /// arrived, as far as that is known without a look at them: they get more and more.
  ///
  /// - Parameters:
  ///   - head: The call without its body.
  ///   - messages: How many messages have arrived.
  /// - Returns: False when none is due.
  /// - Throws: As ``takeStreamed(_:messages:isCertain:)``.
  package func mayHaveDue(_ head: Incoming, messages: Int) throws -> Bool {
    try streamedCalls(head, isAny: false).all.contains { $0.isLeft || $0.isDue(after: messages) }
  }

  /// Takes the interaction whose response began while its request was still being sent, for a
  /// request that has arrived in part.
  ///
  /// Of several calls of one method the first counts whose request begins with what has arrived,
  /// even if its response waits for more; or else the first that is due, where messages do not
  /// count.
  ///
  /// - Parameters:
  ///   - incoming: The call.
  ///   - messages: How many messages have arrived.
  ///   - isCertain: False for a client that has stopped sending, whatever the response waited for.
  /// - Returns: The interaction to serve; nil when no such one has an event that is due.
  /// - Throws: `CassetteError` when an interaction cannot be decoded, `DeckError` when the deck was
  ///   closed.
  package func takeStreamed(
    _ incoming: Incoming, messages: Int, isCertain: Bool = true
  ) throws -> Playback? {
    guard let file else { return nil }
    let found = try streamedCalls(incoming, isAny: !isCertain)
    func isDue(_ call: StreamedCalls.Call) -> Bool {
      isCertain ? call.isDue(after: messages) : !call.isLeft
    }
    func take(_ call: StreamedCalls.Call) throws -> Bool {
      try self.take(call.item, for: incoming) { $0.openCalls.reserve(call.item) }
    }
    func taken() throws -> StreamedCalls.Call? {
      if let begun = try first(of: found.calls, beginning: incoming, in: file) {
        return try isDue(begun) && take(begun) ? begun : nil
      }
      // A client that has said less may have been given what is this one's.
      let bodies = bodies(of: incoming)
      let freed = try first(of: found.held, for: incoming) {
        try isDue($0) && request(of: $0, in: file).begins(with: bodies) && freeCall($0.item)
          && take($0)
      }
      guard freed == nil, found.areByHead else { return freed }
      let due = try first(of: found.calls, for: incoming, where: isDue)
      return try due.map(take) == true ? due : nil
    }
    guard found.all.contains(where: isDue), let call = try taken(),
      let playback = try playback(call.item, for: incoming.request, returning: incoming.returned)
    else { return nil }
    count { $0.replayed += 1 }
    return playback
  }

  /// The head of the response to a call that has arrived in part, where every response that it may
  /// get has the same: its client may wait for that before it sends a message.
  ///
  /// - Parameter incoming: The call.
  /// - Returns: The response without its body; nil where nothing is recorded, or what is differs.
  /// - Throws: As ``takeStreamed(_:messages:isCertain:)``.
  package func commonHead(of incoming: Incoming) throws -> Interaction.Response? {
    guard let file, options.hooks.beforeReplay == nil else { return nil }
    let found = try streamedCalls(incoming, isAny: true)
    let others = try found.all.filter { try !isForAnother(incoming, item: $0.item) }
    var calls = others
    if !incoming.request.body.isEmpty {
      let bodies = bodies(of: incoming)
      calls = try others.filter { try request(of: $0, in: file).begins(with: bodies) }
      if calls.isEmpty {
        calls = try others.filter {
          try $0.isCutShort && request(of: $0, in: file).isExceeded(by: bodies)
        }
      }
      if calls.isEmpty, found.areByHead { calls = others }
    }
    guard let first = calls.first,
      try asking({ state, _ in try state.index?.haveEqualHeads(calls) ?? false }),
      case .response(var response)? = try playback(
        first.item, for: incoming.request, returning: incoming.returned)?.interaction
        .outcome
    else { return nil }
    response.body = []
    response.trailers = [:]
    return response
  }

  /// Whether no recorded call begins with the messages that have arrived, so that none will match
  /// the whole request.
  ///
  /// - Parameter incoming: The call.
  /// - Returns: False where that is not known.
  /// - Throws: As ``takeStreamed(_:messages:isCertain:)``.
  package func holdsNoCall(beginning incoming: Incoming) throws -> Bool {
    guard let file, stubList.isEmpty, options.hooks.passthrough == nil,
      options.equivalence.isFullyKeyed, state.withLock({ $0.index?.ruledItems.isEmpty ?? false })
    else { return false }
    let found = try streamedCalls(incoming, isAny: true)
    return try !found.areByHead && first(of: found.all, beginning: incoming, in: file) == nil
  }

  /// How long a client stayed that left while it was still sending what has arrived of a request,
  /// with no response by then.
  ///
  /// - Parameter incoming: The call.
  /// - Returns: Seconds; nil when the first interaction whose request begins so is no such one.
  /// - Throws: As ``takeStreamed(_:messages:isCertain:)``.
  package func secondsUntilLeft(_ incoming: Incoming) throws -> Double? {
    guard let file else { return nil }
    let calls = try streamedCalls(incoming, isAny: false).calls
    guard calls.contains(where: \.isLeft),
      let call = try first(of: calls, beginning: incoming, in: file), call.isLeft,
      try bodies(of: incoming).contains(file.request(at: call.item).body.bytes)
    else { return nil }
    return try file.interaction(at: call.item).seconds ?? 0
  }

  /// Takes the interaction that its client left while it was still sending, for a client that has
  /// done so again: one with the same messages, or else one of which there are more or fewer, since
  /// how many a client sends by its deadline differs.
  ///
  /// - Parameter incoming: The call.
  /// - Returns: False when there is none.
  /// - Throws: As ``takeStreamed(_:messages:isCertain:)``.
  package func takeLeft(_ incoming: Incoming) throws -> Bool {
    guard let file else { return false }
    let bodies = bodies(of: incoming)
    let left = try streamedCalls(incoming, isAny: false).calls.filter {
      try $0.isLeft && !isForAnother(incoming, item: $0.item)
    }.map { (item: $0.item, body: try file.request(at: $0.item).body.bytes) }
    let found =
      left.first { bodies.contains($0.body) }
      ?? left.first { left in
        bodies.contains { left.body.starts(with: $0) || $0.starts(with: left.body) }
      }
    guard let found, try take(found.item, for: incoming) else { return false }
    count { $0.replayed += 1 }
    return true
  }

  /// The recorded calls that may be served to a request that has arrived in part, in their order.
  func streamedCalls(_ incoming: Incoming, isAny: Bool) throws -> StreamedCalls.Found {
    try asking { state, _ in
      guard !state.isClosed else { throw closedError }
      let held = state.openCalls.items
      return try streamedCalls(for: incoming, in: &state.index, held: held, isAny: isAny)
    }
  }

  private func first(
    of calls: some Sequence<StreamedCalls.Call>, for incoming: Incoming,
    where isWanted: (StreamedCalls.Call) throws -> Bool
  ) throws -> StreamedCalls.Call? {
    try calls.first { try isWanted($0) && !isForAnother(incoming, item: $0.item) }
  }

  /// The first call whose request begins with what has arrived of another, or else the first that
  /// ended before the request had, of which more has arrived now.
  private func first(
    of calls: some Sequence<StreamedCalls.Call>, beginning incoming: Incoming, in file: CassetteFile
  ) throws -> StreamedCalls.Call? {
    let bodies = bodies(of: incoming)
    return try first(of: calls, for: incoming) {
      try request(of: $0, in: file).begins(with: bodies)
    }
      ?? first(of: calls, for: incoming) {
        try $0.isCutShort && request(of: $0, in: file).isExceeded(by: bodies)
      }
  }

  private func request(
    of call: StreamedCalls.Call, in file: CassetteFile
  ) throws -> CallRequest {
    CallRequest(bytes: try file.request(at: call.item).body.bytes, isCutShort: call.isCutShort)
  }
}
