/// Recognises the names of passwords, which often have other words in front: `userPassword`,
/// `db_password`, `j_password`, `smtp_pass`, `password2`.
package enum PasswordNames {
  /// The endings of names that mean a password, whatever comes before them.
  package static let endings = [
    "password", "passwd", "passphrase", "passcode", "passwort", "kennwort",
  ]

  /// The last words of names that mean a password if the value is not a word.
  package static let lastWords = ["pass", "pwd", "pw", "secret", "psk"]

  /// The first words of names that are about passwords but do not have one as their value.
  static let harmlessBeginnings = [
    "forgot", "forgotten", "lost", "reset", "change", "changed", "update", "show", "hide", "has",
    "is", "no", "needs", "require", "requires", "required", "use", "uses", "with", "without",
    "enable", "enabled", "disable", "disabled", "allow", "allows", "min", "max", "toggle",
    "invalid",
    "wrong", "missing", "weak", "strong", "generate", "send", "set", "supports", "expired",
    "failed",
    "remember", "validate", "by", "public", "checksum",
  ]

  /// The meaning of the name for its value.
  enum Meaning {
    /// The value is a password, whatever it looks like.
    case password
    /// The value is a password unless it looks like a word.
    case likely
  }

  /// The last words of names that ask for a password once more.
  static let repetitions = SecretNames([
    "confirmation", "confirm", "confirmed", "repeat", "again", "retype",
  ])

  /// The words before `pass` and `pwd` where a name has no separator: `dbpass`.
  static let joinedBeginnings = [
    "db", "user", "admin", "root", "smtp", "imap", "mail", "ftp", "sftp", "ssh", "mysql", "my",
    "sql", "pg", "redis", "mongo", "login", "ldap", "bind", "proxy", "api", "app", "web", "wifi",
    "rabbit", "mqtt", "host", "auth", "http",
  ]
  private static let joinedNames = SecretNames(
    joinedBeginnings.flatMap { beginning in ["pass", "pwd"].map { beginning + $0 } })

  private static let endingBytes = endings.map { Array($0.utf8) }
  private static let lastWordNames = SecretNames(lastWords)
  private static let harmlessNames = SecretNames(harmlessBeginnings)

  /// Returns the meaning of the name in a range of a text; nil if it is not the name of a password.
  static func meaning(_ text: Span<UInt8>, in name: Range<Int>) -> Meaning? {
    var end = name.upperBound
    // Forms that ask for a password twice use `password1` and `password2`.
    while end > name.lowerBound, name.upperBound - end < 2,
      text[end - 1].isASCIIDigit || text[end - 1] == UInt8(ascii: "]")
    {
      end -= 1
    }
    while end > name.lowerBound, isSeparator(text[end - 1]) { end -= 1 }
    // Real names are not longer.
    guard end - name.lowerBound >= 2, end - name.lowerBound <= 80 else { return nil }
    var own = name.lowerBound..<end
    if repetitions.contains(text, in: lastWord(text, own)) {
      end = lastWord(text, own).lowerBound
      while end > name.lowerBound, isSeparator(text[end - 1]) { end -= 1 }
      guard end - name.lowerBound >= 2 else { return nil }
      own = name.lowerBound..<end
    }
    switch text[end - 1] | 0x20 {
    case UInt8(ascii: "d"), UInt8(ascii: "e"), UInt8(ascii: "t"), UInt8(ascii: "s"),
      UInt8(ascii: "w"), UInt8(ascii: "k"):
      break
    default: return nil
    }
    let isPassword = endingBytes.contains { ends(text, own, with: $0) }
    let last = lastWord(text, own)
    guard
      isPassword || lastWordNames.contains(text, in: last) || joinedNames.contains(text, in: last)
    else { return nil }
    guard !harmlessNames.contains(text, in: firstWord(text, own)) else { return nil }
    return isPassword ? .password : .likely
  }

  /// True if a name and its value together mean a password.
  static func isSecret(
    _ nameText: Span<UInt8>, _ name: Range<Int>, _ text: Span<UInt8>, _ value: Range<Int>
  ) -> Bool {
    switch meaning(nameText, in: name) {
    case .password: !value.isEmpty && !isLabel(text, value)
    case .likely:
      (TokenLikeness.isSecretLike(text, in: value) || TokenLikeness.isTokenLike(text, in: value))
        && !isFolder(nameText, name, text, value)
        || TokenLikeness.isChosenWords(text, in: value)
    case nil: false
    }
  }

  /// True for the path of a folder under `PWD` or `OLDPWD`, where shells keep it.
  static func isFolder(
    _ nameText: Span<UInt8>, _ name: Range<Int>, _ text: Span<UInt8>, _ value: Range<Int>
  ) -> Bool {
    !value.isEmpty && text[value.lowerBound] == UInt8(ascii: "/")
      && workingFolders.contains(nameText, in: name)
  }

  private static let workingFolders = SecretNames(["PWD", "OLDPWD"])

  /// True for a value under the name of a password that is none: the label of a form, a word about
  /// the password, its type, or the URL where it is changed.
  static func isLabel(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    if words.contains(text, in: value) { return true }
    let url = value.lowerBound + 4
    if url < value.upperBound, text.equals("http", in: value.lowerBound..<url) { return true }
    return text[value.lowerBound] == UInt8(ascii: "/")
      || HarmlessValues.contains(text, value, .password)
  }

  private static let words = SecretNames(
    HarmlessValues.commonStates + MaskWords.all + [
      "true", "false", "yes", "no", "on", "off", "password",
    ])

  /// True for a word about passwords, as text has them after the name of one.
  static func isWord(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    words.contains(text, in: value) || wordsOfText.contains(text, in: value)
      || HarmlessValues.isWordForPassword(text, value)
  }

  /// Whether there is a password and what is wrong with it, its type in a schema or in code, the
  /// policy for it, and where it comes from.
  private static let wordsOfText = SecretNames(
    [
      "nil", "empty", "set", "present", "provided", "available", "unavailable",
      "mandatory", "needed", "allowed", "forbidden", "unknown", "default",
      "valid", "correct", "wrong", "mismatch", "accepted", "rejected",
      "denied", "failed", "changed", "updated", "reset", "forgotten",
      "lost", "removed", "deleted", "short", "long", "weak", "strong",
      "str", "varchar", "char", "byte", "bytes", "buffer", "number", "bool", "boolean",
      "object", "array", "data", "any", "securestring",
      "visible", "masked", "redacted", "filtered", "protected", "encrypted", "hashed", "plain",
      "scram-sha-256", "scram-sha-1", "caching_sha2_password", "mysql_native_password",
      "sha256_password", "sha512", "yescrypt", "files", "compat",
      "plaintext", "cleartext", "pbkdf2", "scram", "hash", "salt",
      "policy", "rules", "length", "minlength", "maxlength", "alphanumeric", "numeric",
      "complexity", "history", "lowercase", "uppercase",
      "prompt", "input", "stdin", "value", "values", "args", "argv", "params", "body", "form",
      "request", "config", "settings", "secrets", "vault", "keychain", "keyring", "environment",
      "self", "this", "other", "field", "label", "title", "name", "type", "placeholder",
      "pass", "pwd",
    ] + endings)

  private static func isSeparator(_ byte: UInt8) -> Bool {
    !byte.isASCIILetter && !byte.isASCIIDigit
  }

  private static func ends(
    _ text: Span<UInt8>, _ name: Range<Int>, with ending: [UInt8]
  ) -> Bool {
    guard name.count >= ending.count else { return false }
    let start = name.upperBound - ending.count
    for offset in ending.indices
    where text[start + offset].asciiLowercased != ending[offset] { return false }
    return true
  }

  private static func lastWord(_ text: Span<UInt8>, _ name: Range<Int>) -> Range<Int> {
    var start = name.upperBound
    while start > name.lowerBound, !isSeparator(text[start - 1]) {
      start -= 1
      if start < name.upperBound - 1, isHump(text, start, name) { break }
    }
    return start..<name.upperBound
  }

  private static func firstWord(_ text: Span<UInt8>, _ name: Range<Int>) -> Range<Int> {
    var start = name.lowerBound
    // The names of header fields that no standard defines begin with `X-`.
    if name.count > 2, text[start] | 0x20 == UInt8(ascii: "x"), isSeparator(text[start + 1]) {
      start += 2
    }
    var end = start
    while end < name.upperBound, !isSeparator(text[end]) {
      if end > start, isHump(text, end, name) { break }
      end += 1
    }
    return start..<end
  }

  /// True for an upper-case letter after a lower-case one.
  private static func isHump(_ text: Span<UInt8>, _ index: Int, _ name: Range<Int>) -> Bool {
    guard index > name.lowerBound else { return false }
    let (before, here) = (text[index - 1], text[index])
    return here >= 0x41 && here <= 0x5A && before >= 0x61 && before <= 0x7A
  }
}
