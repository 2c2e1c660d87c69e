package import VCRCore

/// What became of one interaction when its request was sent again.
package struct VerifiedInteraction: Sendable {
  /// What the live answer says about the recorded one.
  package enum Verdict: Sendable {
    /// They say the same.
    case same
    /// They differ.
    case drifted(InteractionChange)
    /// Nothing can be said, and nothing was meant to be.
    case skipped(String)
    /// Nothing can be said, although it was tried, or could not be.
    case unchecked(String)
  }

  /// Its number, counted from 1.
  package var number: Int
  /// The recorded request, without secrets.
  package var request: Interaction.Request
  /// What came of it.
  package var verdict: Verdict
  /// What the live answer handed out in place of recorded values, by place: `json $.id`.
  package var carried: [String] = []
  /// True when it drifted to an error, which is not written in the place of a good response.
  package var isWithheld = false

  /// The verdict in a word: `same`, `drifted`, `skipped` or `unchecked`.
  package var word: String {
    switch verdict {
    case .same: "same"
    case .drifted: "drifted"
    case .skipped: "skipped"
    case .unchecked: "unchecked"
    }
  }
}

/// What a verification of one cassette came to.
package struct VerificationReport: Sendable {
  /// The cassette's path.
  package var cassette: String
  /// All interactions, in the cassette's order.
  package var interactions: [VerifiedInteraction]

  /// How many interactions of the cassette were written again; nil when none was to be.
  package var updated: Int?

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - cassette: The cassette's path.
  ///   - interactions: All interactions, in the cassette's order.
  ///   - updated: How many interactions of the cassette were written again.
  package init(cassette: String, interactions: [VerifiedInteraction], updated: Int? = nil) {
    self.cassette = cassette
    self.interactions = interactions
    self.updated = updated
  }

  /// How many have a verdict of that word.
  package func count(_ word: String) -> Int { interactions.count { $0.word == word } }

  /// What drifted, as a diff from the recorded to the live answers.
  package func diff(liveName: String) -> CassetteDiff {
    CassetteDiff(
      oldName: cassette, newName: liveName, oldCount: interactions.count,
      newCount: interactions.count,
      changes: interactions.compactMap {
        if case .drifted(let change) = $0.verdict { change } else { nil }
      })
  }
}
