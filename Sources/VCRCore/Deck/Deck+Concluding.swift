extension Deck {
  /// What a door is to do once the service has answered a request, or failed to.
  package enum Conclusion: Sendable {
    /// Serve this interaction in the place of the failure.
    case replay(Playback)
    /// Pass on what came; where it was to be recorded, it has been.
    case passOn
  }

  /// Settles a request that was performed: in mode `offline` a failure of which the client has seen
  /// nothing yet is replaced by what is known; all else is recorded.
  ///
  /// Every door, and stubs that stand in for the service, end a transfer here.
  ///
  /// - Parameters:
  ///   - outcome: What came of the request.
  ///   - ticket: The right to record it.
  ///   - hasStarted: True when a part of the response has gone to the client, so that nothing else
  ///     can take its place.
  /// - Returns: What to do.
  /// - Throws: As ``fallback(for:)`` and ``record(_:for:)``.
  package func conclude(
    _ outcome: Interaction.Outcome, for ticket: Ticket, hasStarted: Bool
  ) throws -> Conclusion {
    if case .failure = outcome, !hasStarted, let playback = try fallback(for: ticket) {
      return .replay(playback)
    }
    try record(outcome, for: ticket)
    return .passOn
  }
}
