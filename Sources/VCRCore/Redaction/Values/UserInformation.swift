/// The user information of a URL (RFC 3986 §3.2.1), and of a command: a user and a password with a
/// colon between.
enum UserInformation {
  /// True for user information (RFC 3986 §3.2.1) that has a password, or a token as the user name.
  ///
  /// An ordinary user name alone is not a secret.
  static func isSecret(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":"), in: range) else {
      return TokenLikeness.isTokenLike(text, in: range) && !isOfReports(text, range)
    }
    let (user, password) = (range.lowerBound..<colon, colon + 1..<range.upperBound)
    // A template (`user[:password]@host`) and words that stand for both are no credentials.
    guard !user.contains(where: { text[$0] == UInt8(ascii: "[") || text[$0] == UInt8(ascii: "<") })
    else { return false }
    // So is what a program puts in: `user:%s@host`.
    if password.count == 2, text[password.lowerBound] == UInt8(ascii: "%") { return false }
    if password.isEmpty || isPutIn(text, password) || HarmlessValues.isInPlace(text, password) {
      return TokenLikeness.isTokenLike(text, in: user)
    }
    let isName = namesPart(text, password, wordsForPasswords)
    return !isName || !namesPart(text, user, wordsForUsers) && !namesKey(text, password)
  }

  /// True for the name of a part in its place: one of its words, alone or behind what it is of
  /// (`db_user`, `myPassword`, `your-password`).
  private static func namesPart(
    _ text: Span<UInt8>, _ part: Range<Int>, _ words: SecretNames
  ) -> Bool {
    guard part.allSatisfy({ text[$0].isASCIILetter || "-_.".utf8.contains(text[$0]) }) else {
      return false
    }
    if words.contains(text, in: part) { return true }
    return part.contains { start in
      start > part.lowerBound && words.contains(text, in: start..<part.upperBound)
        && ownersOfParts.contains(text, in: part.lowerBound..<start)
    }
  }

  /// True for the name of a key of two words, which nobody has for a password:
  /// `ada@example.com:api_token`.
  private static func namesKey(_ text: Span<UInt8>, _ password: Range<Int>) -> Bool {
    password.contains { !text[$0].isASCIILetter } && namesOfKeys.contains(text, in: password)
  }

  private static let namesOfKeys = SecretNames(["api_key", "api_token", "access_token"])

  private static let ownersOfParts = SecretNames([
    "db", "database", "my", "your", "the", "app", "some", "example", "sample", "test", "demo",
    "sql",
    "pg", "postgres", "mysql", "mongo", "redis", "proxy", "smtp", "ftp", "http",
  ])

  /// True for a password that a shell or a template puts in: `user:$PASS@host`,
  /// `{user}:{password}@host`.
  private static func isPutIn(_ text: Span<UInt8>, _ password: Range<Int>) -> Bool {
    var name = password
    while let first = name.first, "${<".utf8.contains(text[first]) { name = name.dropFirst() }
    guard name.count >= 2, name.lowerBound > password.lowerBound else { return false }
    let isClosed = "}>".utf8.contains(text[name.upperBound - 1])
    // Without a mark behind it small letters are those of a password.
    return name.dropLast(isClosed ? 1 : 0).allSatisfy { index in
      text[index].isASCIIUppercase || text[index] == UInt8(ascii: "_")
        || isClosed && (text[index].isASCIILetter || "-. ".utf8.contains(text[index]))
    }
  }

  /// True for the key in the address that programs report errors to, which every page shows
  /// (`https://KEY@o1.ingest.sentry.io/2`): behind the host a number stands alone.
  private static func isOfReports(_ text: Span<UInt8>, _ user: Range<Int>) -> Bool {
    guard user.count == 32,
      user.allSatisfy({ text[$0].isASCIIDigit || text[$0] >= 0x61 && text[$0] <= 0x66 }),
      user.upperBound < text.count, text[user.upperBound] == UInt8(ascii: "@")
    else { return false }
    var index = user.upperBound + 1
    while index < text.count, ByteSet.host.contains(text[index]) || text[index] == 0x3A {
      index += 1
    }
    // JSON may escape the slash.
    if index < text.count, text[index] == UInt8(ascii: "\\") { index += 1 }
    guard index < text.count, text[index] == UInt8(ascii: "/") else { return false }
    let number = index + 1
    index = number
    while index < text.count, text[index].isASCIIDigit { index += 1 }
    return index > number && (index == text.count || !ByteSet.path.contains(text[index]))
  }

  private static let wordsForUsers = SecretNames([
    "user", "username", "usr", "login", "name", "johndoe", "jdoe",
  ])
  private static let wordsForPasswords = SecretNames([
    "password", "pass", "passwd", "pwd", "pw", "secret", "api_key", "api_token", "token",
    "access_token",
  ])
}
