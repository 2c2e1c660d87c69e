import VCR
import VCRCore

/// The result of a test with respect to its cassette.
struct Verdict {
  /// The problems; each message becomes an issue.
  var messages: [String] = []
  /// Whether the recording becomes the cassette.
  private let keeps: Bool
  /// Whether the test ended itself as skipped.
  private let isSkipped: Bool

  /// Judges a test.
  ///
  /// - Parameters:
  ///   - deck: The deck of the test, still open.
  ///   - thrown: The error that the test threw; nil for none.
  ///   - hasFailed: Whether an issue was recorded while it ran.
  ///   - failsOnUnmatched: Whether a request that nothing matches fails the test.
  init(of deck: Deck, thrown: (any Error)?, hasFailed: Bool, failsOnUnmatched: Bool) {
    isSkipped = thrown.map(Deck.isSkip) ?? false
    do {
      try deck.verify()
    } catch {
      if failsOnUnmatched {
        var unexpected = error.unexpected
        // The error that the test threw is reported by the test itself.
        if let thrown = thrown as? UnmatchedRequest, let index = unexpected.firstIndex(of: thrown) {
          unexpected.remove(at: index)
        }
        messages += unexpected.map(\.description)
        if error.omittedCount > 0 {
          messages.append(VerificationError.words(forOmitted: error.omittedCount))
        }
      }
      var rest = error
      rest.unexpected = []
      rest.omittedCount = 0
      let isUnmet = !rest.unserved.isEmpty || !rest.unused.isEmpty
      if isUnmet, !isSkipped { messages.append("\(rest)") }
    }
    keeps =
      !hasFailed && messages.isEmpty
      && (thrown.map { deck.keepsRecording(afterThrowing: $0) } ?? true)
  }

  /// Closes the test's cassette.
  ///
  /// - Parameters:
  ///   - scope: The cassette that was in force.
  ///   - isNamed: True when the test itself names the cassette, and so should use it.
  /// - Throws: `DeckError` when the cassette could not be written.
  func close(_ scope: CassetteScope, isNamed: Bool) throws {
    var summary = try scope.close(keeping: keeps)
    // A test whose cassette is named after it may make no requests, unless the cassette exists.
    let isOwn = isNamed || scope.deck.options.allowsMissing && summary.available > 0
    if keeps, !isSkipped, summary.requestCount == 0, isOwn, !summary.cassette.isEmpty {
      summary.notices.append("the test asked it for nothing; \(CassetteScope.hint)")
    }
    summary.printNotices()
  }
}
