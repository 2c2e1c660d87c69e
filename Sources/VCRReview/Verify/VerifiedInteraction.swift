package import VCRCore

/// The result of verifying one interaction.
package struct VerifiedInteraction: Sendable {
  /// How the live outcome compares to the recorded one.
  package enum Verdict: Sendable {
    /// Both have equal content.
    case same
    /// The two differ.
    case drifted(InteractionChange)
    /// The interaction was skipped on purpose, for this reason.
    case skipped(String)
    /// The interaction could not be checked, for this reason.
    case unchecked(String)
  }

  /// The interaction's number, counted from 1.
  package var number: Int
  /// The recorded request, without secrets.
  package var request: Interaction.Request
  /// The result of the comparison.
  package var verdict: Verdict
  /// The places of the live response whose values differ from the recorded ones and go into later
  /// requests, such as `json $.id`.
  package var producedPlaces: [String] = []
  /// Why the live response is worse than the recorded one, so that it does not replace that in the
  /// cassette: an error, a page to sign in; nil for any other.
  package var reasonToWithhold: String?
  /// True when it was skipped because nothing of its kind is verified, which nobody has chosen.
  package var isUnsupported = false

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
