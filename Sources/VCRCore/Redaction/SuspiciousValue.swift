/// Tells by name and value together what neither tells alone: a value that looks like a token, under
/// a name that may mean one.
package enum SuspiciousValue {
  /// Names that mean a secret when the value looks like one, and otherwise something else as often:
  /// a page's token, a key of a map.
  package static let doubtful = SecretNames([
    "token", "secret", "jwt", "auth", "session", "session_id", "session_key", "sid", "sig",
    "signature", "hmac", "csrf", "csrf_token", "xsrf", "xsrf_token", "csrfmiddlewaretoken",
    "authenticity_token", "credential", "credentials", "user_token", "device_token", "bearer",
  ])

  /// The least length of what looks random.
  private static let shortestRandom = 20

  /// True for a value that is to be replaced for its name and its look.
  ///
  /// - Parameters:
  ///   - nameText: The text that the name stands in.
  ///   - name: Where it stands.
  ///   - text: The text that the value stands in.
  ///   - value: Where it stands.
  /// - Returns: False for what is a word, a number, a label, a placeholder.
  static func isSecret(
    _ nameText: Span<UInt8>, _ name: Range<Int>, _ text: Span<UInt8>, _ value: Range<Int>
  ) -> Bool {
    guard value.count >= 8 else { return false }
    if doubtful.contains(nameText, in: name) {
      return isAll(Credentials.token68, text, value)
        && TokenLikeness.isUnmistakable(value.map { text[$0] })
    }
    guard value.count >= shortestRandom, isAll(encoded, text, value),
      CredentialNames.isTelling(nameText, in: name)
    else { return false }
    return Entropy.looksRandom(value.map { text[$0] }[...])
  }

  /// What a token is made of, perhaps percent-encoded; braces are those of a placeholder.
  private static let encoded = ByteSet(.unreserved, "+/=%")

  private static func isAll(
    _ set: ByteSet, _ text: Span<UInt8>, _ value: Range<Int>
  ) -> Bool {
    for index in value where !set.contains(text[index]) { return false }
    return true
  }
}
