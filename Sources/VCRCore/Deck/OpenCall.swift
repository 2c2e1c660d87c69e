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
        recorded.allows(bodies, isWhole: false), try !isForAnother(incoming, item: call.item)
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
        return try recorded.allows(bodies, isWhole: isWhole) && !isForAnother(incoming, item: $0)
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

/// The open calls of gRPC, by number.
struct OpenCalls: Sendable {
  private var calls: [Int: OpenCall] = [:]
  /// Which open call a recorded one is served to.
  private var holders: [Int: Int] = [:]
  private var nextID = 0

  /// The open call with a number.
  subscript(id: Int) -> OpenCall? { calls[id] }

  /// The recorded calls that were taken for one that is not open yet.
  private var reserved: Set<Int> = []

  /// The recorded calls that are served to them.
  var items: Set<Int> { reserved.union(holders.keys) }

  /// Notes that a recorded call was taken, so that others see it as one that may be theirs.
  mutating func reserve(_ item: Int) { reserved.insert(item) }

  /// Notes that it is of an open call by now, or of none.
  mutating func release(_ item: Int) { reserved.remove(item) }

  /// The number of the open call that a recorded one is served to.
  func holder(of item: Int) -> Int? { holders[item] }

  /// Adds one.
  ///
  /// - Returns: Its number.
  mutating func open(_ call: OpenCall) -> Int {
    defer { nextID += 1 }
    calls[nextID] = call
    holders[call.item] = nextID
    return nextID
  }

  /// Removes one that is over, or whose client cannot have another one any more.
  @discardableResult
  mutating func close(_ id: Int) -> OpenCall? {
    guard let call = calls.removeValue(forKey: id) else { return nil }
    if holders[call.item] == id { holders[call.item] = nil }
    return call
  }

  /// Removes one, unless it is served something else by now.
  ///
  /// - Returns: False then.
  mutating func close(_ id: Int, serving item: Int) -> Bool {
    guard calls[id]?.item == item else { return false }
    close(id)
    return true
  }

  /// Notes which recorded calls an open one may still be.
  ///
  /// - Returns: False when it is served something else by now, or is over.
  mutating func narrow(_ id: Int, serving item: Int, to candidates: [Int]) -> Bool {
    guard calls[id]?.item == item else { return false }
    if candidates.isEmpty { close(id) } else { calls[id]?.candidates = candidates }
    return true
  }

  /// Serves a recorded call to an open one.
  mutating func serve(_ item: Int, to id: Int) {
    if let before = calls[id]?.item, holders[before] == id { holders[before] = nil }
    calls[id]?.item = item
    holders[item] = id
  }
}

extension DeckState {
  /// Gives an open call one of several recorded ones, and what it had been given to whoever needs
  /// that, or back.
  ///
  /// - Parameters:
  ///   - id: The number of the open call.
  ///   - own: What it had been given.
  ///   - items: What it may have, in the order of preference.
  /// - Returns: What it has now; nil when others need all of them, or it was given something else
  ///   meanwhile.
  fileprivate mutating func exchangeCall(_ id: Int, _ own: Int, for items: [Int]) -> Int? {
    guard openCalls[id]?.item == own else { return nil }
    var asked: Set<Int> = []
    guard moveCall(id, to: items, leaving: own, &asked), let item = openCalls[id]?.item else {
      return nil
    }
    if openCalls.holder(of: own) == nil { index?.giveBack(own) }
    return item
  }

  /// Takes a recorded call from the open one that it is served to, if that may have another one.
  ///
  /// - Parameter item: The position of the recorded call.
  /// - Returns: False when it may not.
  fileprivate mutating func freeCall(_ item: Int) -> Bool {
    guard let id = openCalls.holder(of: item), let open = openCalls[id] else { return false }
    var asked: Set<Int> = [item]
    guard moveCall(id, to: open.candidates.filter { $0 != item }, leaving: nil, &asked) else {
      return false
    }
    index?.giveBack(item)
    return true
  }

  /// Gives an open call one of several recorded ones, of which others may have to be given others:
  /// an augmenting path of a bipartite matching, so that each has its own wherever that is
  /// possible.
  ///
  /// - Parameters:
  ///   - id: The number of the open call.
  ///   - items: What it may have.
  ///   - left: What the first of the path gives up; nil when that stays taken.
  ///   - asked: The recorded calls whose clients were asked already.
  /// - Returns: False when others need all of them.
  private mutating func moveCall(
    _ id: Int, to items: [Int], leaving left: Int?, _ asked: inout Set<Int>
  ) -> Bool {
    for item in items where item != openCalls[id]?.item {
      let isLeft = item == left && openCalls[id]?.item != left
      guard isLeft || index?.take(item: item, again: false) == true else { continue }
      openCalls.serve(item, to: id)
      return true
    }
    for item in items where item != openCalls[id]?.item {
      guard let holder = openCalls.holder(of: item), holder != id, asked.insert(item).inserted,
        let others = openCalls[holder]?.candidates,
        moveCall(holder, to: others, leaving: left, &asked)
      else { continue }
      openCalls.serve(item, to: id)
      return true
    }
    return false
  }
}
