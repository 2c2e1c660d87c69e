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
  /// - Parameters:
  ///   - scope: What was in force.
  ///   - isNamed: True when the test itself names the cassette, and so should ask it for something.
  /// - Throws: `DeckError` when the cassette could not be written.
  func close(_ scope: CassetteScope, isNamed: Bool) throws {
    var summary = try scope.close(keeping: keeps)
    let asked =
      summary.replayed + summary.recorded + summary.stubbed + summary.passedThrough
      + summary.unmatched.count + summary.unreadable
    // A test that got a cassette without naming one may need none, unless that is there.
    let isOwn = isNamed || scope.deck.options.allowsMissing && summary.available > 0
    if keeps, asked == 0, isOwn, !summary.cassette.isEmpty {
      summary.notices.append(
        "the test asked it for nothing; only what goes through VCR.session, or a session whose "
          + "configuration had .useVCR(), is answered by it")
    }
    summary.printNotices()
  }
}
