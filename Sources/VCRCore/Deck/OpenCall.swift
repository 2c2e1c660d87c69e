import VCRLocks

/// A call of gRPC whose response has begun before its client has sent all.
///
/// A client says only by what it sends which recorded call is its own, and calls that come at the
/// same time often begin alike. Until it has said it, it may have been given another client's, and
/// another one what is its own.
struct OpenCall: Sendable {
  /// The position of the recorded call that is served.
  var item: Int
  /// The positions of those that may be its own as far as both have come, in recorded order, with
  /// the one that is served.
  var candidates: [Int]
}

extension Deck {
  /// What is to be served to the client of an open call that has sent more.
  package enum CallContinuation: Sendable {
    /// The recorded call that it is served.
    case same
    /// Another one, which has begun as that did.
    case other(Playback)
    /// Nothing: no recorded call goes on as this one does.
    case unmatched(UnmatchedRequest)
  }

  /// Notes that the response to a call has begun.
  ///
  /// - Parameters:
  ///   - playback: What is served.
  ///   - incoming: The call as far as it has arrived.
  ///   - messages: How many messages have arrived.
  /// - Returns: The number of the open call; nil where it does not matter what its client sends.
  /// - Throws: As ``takeStreamed(_:messages:isCertain:)``.
  package func openCall(
    _ playback: Playback, of incoming: Incoming, messages: Int
  ) throws -> Int? {
    guard let item = playback.index else { return nil }
    defer { state.withLock { $0.openCalls.release(item) } }
    guard try recordedCall(item) != nil else { return nil }
    let found = try streamedCalls(incoming, isAny: true)
    let bodies = bodies(of: incoming)
    var others: [Int] = []
    for call in found.all where call.item != item && others.count < Self.mostCandidates {
      guard let recorded = try recordedCall(call.item),
        recorded.request.allows(bodies, isWhole: false),
        try !isForAnother(incoming, item: call.item)
      else { continue }
      others.append(call.item)
    }
    guard !others.isEmpty || !found.areByHead else { return nil }
    let candidates = try alike((others + [item]).sorted(), item, messages)
    return state.withLock { state in
      state.openCalls.open(OpenCall(item: item, candidates: candidates))
    }
  }

  /// Decides what is served to the client of an open call that has sent more.
  ///
  /// - Parameters:
  ///   - id: The number of the open call.
  ///   - item: The position of the recorded call that is served by now.
  ///   - incoming: The call as far as it has arrived.
  ///   - messages: How many messages have arrived.
  ///   - isWhole: True if its client sends no more.
  /// - Returns: What is served from here on.
  /// - Throws: As ``takeStreamed(_:messages:isCertain:)``.
  package func advance(
    call id: Int, served item: Int, _ incoming: Incoming, messages: Int, isWhole: Bool
  ) throws -> CallContinuation {
    let bodies = bodies(of: incoming)
    while let open = state.withLock({ $0.openCalls[id] }) {
      let fitting = try open.candidates.filter {
        guard let recorded = try recordedCall($0) else { return false }
        return try recorded.request.allows(bodies, isWhole: isWhole)
          && !isForAnother(incoming, item: $0)
      }
      guard fitting.contains(open.item) else {
        guard try !exchange(id, open.item, for: fitting, of: incoming) else { continue }
        // Another client may have changed what this one has meanwhile.
        guard state.withLock({ $0.openCalls.close(id, serving: open.item) }) else { continue }
        return try unmatched(incoming) ?? continuation(open.item, servedBefore: item, incoming)
      }
      let alike = isWhole ? [] : try alike(fitting, open.item, messages)
      guard state.withLock({ $0.openCalls.narrow(id, serving: open.item, to: alike) }) else {
        continue
      }
      return try continuation(open.item, servedBefore: item, incoming)
    }
    return .same
  }

  /// Ends the time in which an open call may turn out to be another one.
  ///
  /// - Parameters:
  ///   - id: The number of the open call.
  ///   - item: The position of the recorded call that is served by now.
  ///   - incoming: The call as far as it has arrived.
  /// - Returns: What is served from here on.
  /// - Throws: As ``takeStreamed(_:messages:isCertain:)``.
  package func settle(call id: Int, served item: Int, _ incoming: Incoming) throws
    -> CallContinuation
  {
    guard let open = state.withLock({ $0.openCalls.close(id) }) else { return .same }
    return try continuation(open.item, servedBefore: item, incoming)
  }

  /// Notes that an open call is over.
  package func closeCall(_ id: Int) { state.withLock { _ = $0.openCalls.close(id) } }

  /// Takes a recorded call back from the client of an open one, if that may as well have another
  /// one.
  ///
  /// - Parameter item: The position of the recorded call.
  /// - Returns: False when its client needs it.
  func freeCall(_ item: Int) -> Bool { state.withLock { $0.freeCall(item) } }

  /// How many recorded calls are looked at for the one that is a client's.
  private static let mostCandidates = 256

  /// Those of several recorded calls that have served the same after so many messages.
  private func alike(_ items: [Int], _ item: Int, _ messages: Int) throws -> [Int] {
    guard let own = try recordedCall(item) else { return [] }
    let served = own.served(after: messages)
    return try items.filter {
      try $0 == item || recordedCall($0)?.begins(as: own, for: served) ?? false
    }
  }

  /// Gives the client of an open call one of several recorded ones.
  private func exchange(
    _ id: Int, _ own: Int, for items: [Int], of incoming: Incoming
  ) throws -> Bool {
    guard let item = state.withLock({ $0.exchangeCall(id, own, for: items) }) else { return false }
    try bind(incoming, toItem: item)
    return true
  }

  private func continuation(
    _ item: Int, servedBefore before: Int, _ incoming: Incoming
  ) throws -> CallContinuation {
    guard item != before,
      let playback = try playback(item, for: incoming.request, returning: incoming.returned)
    else { return .same }
    return .other(playback)
  }

  /// Reports a call that goes on as no recorded one does; nil under a policy that asks nothing
  /// about contents, or that may take different ones for the same.
  private func unmatched(_ incoming: Incoming) throws -> CallContinuation? {
    let isByHead = try asking { state, _ in try state.index?.areCallsByHead() ?? true }
    guard !isByHead,
      MediaType(incoming.request.headers)?.isJSON != true
    else { return nil }
    let report = unmatched(incoming, nil)
    count {
      $0.replayed -= 1
      $0.misses.add(report)
    }
    return .unmatched(report)
  }

  /// What is compared of a recorded call; nil for one that takes no other's place.
  private func recordedCall(_ item: Int) throws -> RecordedCall? {
    if let known = state.withLock({ $0.recordedCalls[item] }) { return known }
    guard let file else { return nil }
    let call = RecordedCall(try file.interaction(at: item))
    state.withLock { state in
      state.recordedCallBytes += call?.count ?? 0
      if state.recordedCallBytes > Self.mostRecordedBytes {
        state.recordedCalls.removeAll()
        state.recordedCallBytes = call?.count ?? 0
      }
      state.recordedCalls[item] = .some(call)
    }
    return call
  }

  /// How many bytes of recorded calls are kept to be compared.
  private static let mostRecordedBytes = 16 << 20
}
