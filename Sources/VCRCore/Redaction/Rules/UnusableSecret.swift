/// A named secret that cannot be searched for.
package struct UnusableSecret: Sendable, Equatable {
  /// The name of the secret.
  package let name: String
  /// The reason, as the end of a sentence about the secret; nil if it has no value.
  package let reason: String?

  /// A sentence about the problem and its remedy.
  ///
  /// - Parameters:
  ///   - occasion: When the secret is needed, such as ` while recording`; may be empty.
  ///   - remedy: Another way to set the value than the variable, such as `, or …`; may be empty.
  /// - Returns: The sentence, without the value.
  package func description(occasion: String = "", remedy: String = "") -> String {
    guard let reason else {
      return "the secret \(name) has no value, so that it could not be found\(occasion); set the "
        + "environment variable \(name)\(remedy)"
    }
    return "the secret \(name) \(reason); give it the whole value, or do not name it as a secret"
  }
}
