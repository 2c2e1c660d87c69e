import VCRLocks

extension Deck {
  /// Asks the state, and the index in it, under the lock that every request needs.
  ///
  /// What the index would have to read from a disk is read outside of that lock, and then it is
  /// asked once more. Only those wait for each other who need something read, so that all clients
  /// that come with the first of many equal requests read it once.
  ///
  /// - Parameter body: Asks; it is called again after something was read, and must not have changed
  ///   anything when an index throws ``IndexReading``. It gets the comparisons made so far.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, and `CassetteError` when a recorded request cannot be read.
  func asking<Result: Sendable>(
    _ body: (inout DeckState, ComparedRequests) throws -> Result
  ) throws -> Result {
    do {
      return try state.withLock { state throws in try body(&state, ComparedRequests()) }
    } catch is IndexReading {}
    return try reading.withLock { _ throws in
      var compared = ComparedRequests()
      while true {
        let missing: IndexReading
        do {
          return try state.withLock { state throws in try body(&state, compared) }
        } catch let error as IndexReading {
          missing = error
        }
        let findings = try missing.findings(&compared)
        state.withLock { $0.index?.learn(findings) }
      }
    }
  }
}
