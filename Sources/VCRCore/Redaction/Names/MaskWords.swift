/// The words by which a value says itself that a secret was removed from its place.
package enum MaskWords {
  /// The words, in lower case.
  package static let all = [
    "redacted", "filtered", "masked", "omitted", "removed", "censored", "scrubbed", "sanitized",
    "hidden", "anonymized", "suppressed",
  ]
}
