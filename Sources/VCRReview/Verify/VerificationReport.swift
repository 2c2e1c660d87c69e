import VCRCore

/// The result of verifying one cassette.
package struct VerificationReport: Sendable {
  /// The cassette's path.
  package var cassette: String
  /// All interactions, in the cassette's order.
  package var interactions: [VerifiedInteraction]

  /// The number of interactions that were updated in the cassette; nil without an update.
  package var updated: Int?

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - cassette: The cassette's path.
  ///   - interactions: All interactions, in the cassette's order.
  ///   - updated: The number of interactions that were updated in the cassette.
  package init(cassette: String, interactions: [VerifiedInteraction], updated: Int? = nil) {
    self.cassette = cassette
    self.interactions = interactions
    self.updated = updated
  }

  /// The number of interactions with a verdict, given as its ``VerifiedInteraction/word``.
  package func count(_ word: String) -> Int { interactions.count { $0.word == word } }

  /// The responses that are not written to the cassette, one line each.
  package var withheld: [String] {
    interactions.compactMap { interaction in
      interaction.reasonToWithhold.map { reason in
        let request = interaction.request
        return "\(cassette) #\(interaction.number) \(request.method) \(request.url): "
          + "worse than what was recorded, \(reason)"
      }
    }
  }

  /// The interactions that could not be checked.
  package var problems: [DiffProblem] {
    interactions.compactMap { interaction in
      guard case .unchecked(let reason) = interaction.verdict else { return nil }
      let request = interaction.request
      return DiffProblem(
        interaction: "\(cassette) #\(interaction.number) \(request.method) \(request.url)",
        reason: reason)
    }
  }

  /// The drifted interactions, as a diff from the recorded to the live responses.
  package func diff(liveName: String, limits: DiffLimits) -> CassetteDiff {
    CassetteDiff(
      oldName: cassette, newName: liveName, oldCount: interactions.count,
      newCount: interactions.count,
      changes: interactions.compactMap {
        if case .drifted(let change) = $0.verdict { change } else { nil }
      }, limits: limits)
  }
}
