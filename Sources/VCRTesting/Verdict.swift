import VCR
import VCRCore

/// What a test's cassette says of it when it has run.
struct Verdict {
  /// What is wrong, each an issue of its own.
  var messages: [String] = []
  /// Whether what was recorded becomes the cassette.
  private let keeps: Bool

  /// Judges a test.
  ///
  /// - Parameters:
  ///   - deck: The deck that answered it, still open.
  ///   - thrown: What the test threw.
  ///   - hasFailed: Whether an issue was recorded while it ran.
  ///   - failsOnUnmatched: Whether a request that nothing matches is a fault.
  init(of deck: Deck, thrown: (any Error)?, hasFailed: Bool, failsOnUnmatched: Bool) {
    do {
      try deck.verify()
    } catch {
      if failsOnUnmatched {
        var unexpected = error.unexpected
        // What the test threw is reported by the test itself.
        if let thrown = thrown as? UnmatchedRequest, let index = unexpected.firstIndex(of: thrown) {
          unexpected.remove(at: index)
        }
        messages += unexpected.map(\.description)
      }
      var rest = error
      rest.unexpected = []
      if !rest.unserved.isEmpty || !rest.unused.isEmpty { messages.append("\(rest)") }
    }
    keeps = !hasFailed && thrown == nil && messages.isEmpty
  }

  /// Closes the test's cassette.
  ///
  /// - Parameter scope: What was in force.
  /// - Throws: `DeckError` when the cassette could not be written.
  func close(_ scope: CassetteScope) throws {
    try scope.close(keeping: keeps).printNotices()
  }
}
