extension Deck.Summary {
  /// How many requests the deck was asked about.
  package var requestCount: Int {
    replayed + recorded + dropped + stubbed + passedThrough + unmatchedCount + unreadable
  }
}

extension Deck {
  /// Adds to what the developer should read when the deck is closed.
  ///
  /// - Parameter notice: The text, without the cassette's name.
  package func note(_ notice: String) { count { $0.notices.append(notice) } }

  /// Adds to what the developer should read when the deck is closed, unless it is there already.
  ///
  /// - Parameter notice: The text, without the cassette's name.
  package func noteOnce(_ notice: String) {
    count { summary in
      if !summary.notices.contains(notice) { summary.notices.append(notice) }
    }
  }

  /// The next step of a door after the service has responded to a request or failed to.
  package enum Conclusion: Sendable {
    /// Serve this interaction in the place of the failure.
    case replay(Playback)
    /// Pass on the response or the failure. It has been recorded if it had to be.
    case passOn
  }

  /// Notes that what a service speaks after its response to a request is not recorded, but passes
  /// through.
  package func letThrough(_ ticket: Ticket) { count { $0.passedThrough += 1 } }

  /// Settles a request that was performed.
  ///
  /// In mode `offline` a failure that the client has not seen yet is replaced by a recorded
  /// interaction. Every other outcome is recorded.
  ///
  /// Every door, and stubs that stand in for the service, end a transfer here.
  ///
  /// - Parameters:
  ///   - outcome: The outcome of the request.
  ///   - ticket: The right to record it.
  ///   - hasStarted: True when a part of the response has gone to the client, so that nothing else
  ///     can take its place.
  /// - Returns: The next step of the door.
  /// - Throws: As ``fallback(for:)`` and ``record(_:for:)``.
  package func conclude(
    _ outcome: Interaction.Outcome, for ticket: Ticket, hasStarted: Bool
  ) throws -> Conclusion {
    if let failure = outcome.failure, !failure.isLeft, !hasStarted,
      let playback = try fallback(for: ticket)
    {
      return .replay(playback)
    }
    try record(outcome, for: ticket)
    return .passOn
  }
}
