import VCRLocks

extension Deck {
  /// The interaction that was taken for a request.
  package struct Taken: Sendable {
    /// The position of the interaction.
    package let item: Int
    /// The right to serve it again; nil where another request like this may get another one.
    package let repetition: Repetition?
  }

  /// The right to serve an interaction again to a request that is the same to the byte as one that
  /// got it, without deciding about it again.
  package struct Repetition: Sendable {
    /// The position of the interaction.
    package let item: Int
    /// How many tokens the redactor knew; with as many, it makes the same of the same request.
    let tokenCount: Int
  }

  /// Returns the interaction that was taken for a request, with the right to serve it again, where
  /// that is certain.
  ///
  /// It is certain where nothing that a program may change has a say: neither hooks nor stubs, no
  /// recording, no closure of the policy, no second interaction with the same key, and no value
  /// that may get another number.
  func taken(_ found: DeckIndex.Taken, for incoming: Incoming) -> Taken {
    let isCertain =
      found.isOnly && !records && stubList.isEmpty && options.hooks.passthrough == nil
      && servesUnchanged
    return Taken(
      item: found.item,
      repetition: isCertain ? Repetition(item: found.item, tokenCount: incoming.tokenCount) : nil)
  }

  /// Takes an interaction again, with all that deciding about the request would have changed.
  ///
  /// - Parameter repetition: The right to it.
  /// - Returns: False when the request has to be decided about; nothing has changed then.
  package func take(_ repetition: Repetition) -> Bool {
    guard redactor.tokenCount == repetition.tokenCount else { return false }
    return state.withLock { state in
      guard !state.isClosed, state.index?.take(item: repetition.item, again: true) == true else {
        return false
      }
      state.lastServed = repetition.item
      state.summary.replayed += 1
      return true
    }
  }
}
