/// The name of a user and a password with a colon between, as one value.
extension SuspiciousValue {
  /// True for `user:password` under a name that means both, where the second part is no word.
  static func isLogin(
    _ nameText: Span<UInt8>, _ name: Range<Int>, _ text: Span<UInt8>, _ value: Range<Int>
  ) -> Bool {
    // Most values have no colon near their beginning; names cost more to look up.
    let start = value.prefix(longestUser + 1)
    guard value.count <= longestLogin, let colon = text.firstIndex(of: UInt8(ascii: ":"), in: start)
    else { return false }
    let (user, password) = (value.lowerBound..<colon, colon + 1..<value.upperBound)
    guard user.count >= 2, user.contains(where: { text[$0].isASCIILetter }),
      user.allSatisfy({ ByteSet.word.contains(text[$0]) || text[$0] == UInt8(ascii: "@") }),
      password.count >= shortestPassword, text[password.lowerBound] != UInt8(ascii: "/"),
      TokenLikeness.isSecretLike(text, in: password),
      password.contains(where: { text[$0].isASCIILetter }),
      // `app:access_console`, the name of a scope.
      password.contains(where: { !text[$0].isASCIILetter && !"-_.".utf8.contains(text[$0]) })
    else { return false }
    guard !wordsBeforeColons.contains(text, in: user) else { return false }
    return names.contains { NameWords.hasEnding(nameText, name, with: $0, isWord: true) }
      && !HarmlessValues.isInPlace(text, password)
      && !HarmlessValues.isVariableOfShell(text, password)
  }

  /// Words before a colon that say what kind of thing follows.
  private static let wordsBeforeColons = SecretNames([
    "basic", "digest", "bearer", "oauth", "oauth2", "oidc", "saml", "ldap", "type", "method",
    "scope", "role", "provider", "plugin", "system", "urn",
  ])

  private static let longestUser = 64
  private static let longestLogin = 160
  private static let shortestPassword = 6

  private static let names = StandardSecrets.ofLogins.map { row in
    row.name.utf8.filter { $0 != UInt8(ascii: "_") }
  }
}
