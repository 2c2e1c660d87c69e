import VCRLocks

extension Deck {
  /// Returns the response of a stub to a request; nil when none matches.
  ///
  /// - Throws: The error of the stub's handler; `DeckError` when the deck was closed.
  func stubbed(_ request: Interaction.Request) throws -> Playback? {
    guard !stubList.isEmpty else { return nil }
    return try takeStub(for: request, recorded: false).map { try playback(of: $0, to: request) }
  }

  /// Returns the response of a stub that stands in for the service, after it was recorded; nil when
  /// none matches.
  func recordedStub(for ticket: Ticket) throws -> Playback? {
    guard !stubList.isEmpty, let stub = try takeStub(for: ticket.request, recorded: true) else {
      return nil
    }
    let playback = try self.playback(of: stub, to: ticket.request)
    switch try conclude(playback.interaction.outcome, for: ticket, hasStarted: false) {
    case .replay(let fallback): return fallback
    case .passOn: return playback
    }
  }

  private func playback(of stub: Stub, to request: Interaction.Request) throws -> Playback {
    let response = try stub.handler(request)
    count { $0.stubbed += 1 }
    return Playback(
      index: nil,
      interaction: Interaction(
        request: request, outcome: response.outcome,
        seconds: response.seconds > 0 ? response.seconds : nil),
      pace: response.seconds > 0 ? 1 : nil)
  }

  /// Conditions are asked outside the lock; the choice among those that hold is made within it.
  private func takeStub(for request: Interaction.Request, recorded: Bool) throws -> Stub? {
    let candidates = stubList.candidates(for: request, recorded: recorded)
    guard !candidates.isEmpty else { return nil }
    return try state.withLock { state throws in
      guard !state.isClosed else { throw closedError }
      for index in candidates
      where state.stubsServed[index] < stubList.stubs[index].limit ?? Int.max {
        state.stubsServed[index] += 1
        return stubList.stubs[index]
      }
      return nil
    }
  }

  /// The stubs that come closest to a request that none matches, at most three.
  func nearestStubs(to request: Interaction.Request) -> [UnmatchedRequest.NearStub] {
    let served = state.withLock { $0.stubsServed }
    let policy: RequestEquivalence = [.method, .url]
    let ranked = stubList.stubs.indices.map { index in
      let stub = stubList.stubs[index]
      let sought = Interaction.Request(method: stub.method.token ?? request.method, url: stub.url)
      return (index: index, distance: policy.distance(incoming: request, recorded: sought).value)
    }
    return ranked.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }.prefix(3).map {
      let stub = stubList.stubs[$0.index]
      return UnmatchedRequest.NearStub(
        name: shown(text: stub.name), served: served[$0.index], limit: stub.limit)
    }
  }
}
