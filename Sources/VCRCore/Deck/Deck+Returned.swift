import VCRLocks

/// Gives clients back what they have made themselves: a `state` that they compare.
extension Deck {
  /// Notes what a client has made itself: a later response may have it, too.
  func note(_ returned: ReturnedValues) {
    guard !returned.isEmpty else { return }
    state.withLock { $0.returned.take(returned) }
  }

  /// True for an interaction that is not the same for each request, as clients have sent values
  /// that may stand in its response.
  func givesBack(_ item: Int) -> Bool {
    guard let file, !state.withLock({ $0.returned.isEmpty }) else { return false }
    return ReturnedValues.mayStand(in: file.text(at: item))
  }

  /// Puts what the client has sent in the place of its placeholders.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - own: What the request has brought, which comes before what earlier ones have.
  /// - Returns: True when that makes a difference, so that the outcome is this client's alone.
  func restore(_ outcome: inout Interaction.Outcome, returning own: ReturnedValues) -> Bool {
    var returned = state.withLock { $0.returned }
    returned.take(own)
    guard !returned.isEmpty else { return false }
    // The messages of a WebSocket belong to the place of their interaction.
    if case .response(let response) = outcome, !response.messages.isEmpty { return false }
    let before = outcome
    SecretRestoring(returned).restore(&outcome)
    return outcome != before
  }
}
