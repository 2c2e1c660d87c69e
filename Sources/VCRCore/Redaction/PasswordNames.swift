/// Tells the names of passwords, before which everybody puts a word of their own: `userPassword`,
/// `db_password`, `j_password`, `smtp_pass`, `password2`.
package enum PasswordNames {
  /// How a name ends that means a password, however it begins.
  package static let endings = [
    "password", "passwd", "passphrase", "passcode", "passwort", "kennwort",
  ]

  /// The last word of a name that means one when its value is no word.
  package static let lastWords = ["pass", "pwd", "pw", "secret"]

  /// The first word of a name that is about passwords and has none for its value.
  static let harmlessBeginnings = [
    "forgot", "forgotten", "lost", "reset", "change", "changed", "update", "show", "hide", "has",
    "is", "no", "needs", "require", "requires", "required", "use", "uses", "with", "without",
    "enable", "enabled", "disable", "disabled", "allow", "allows", "min", "max", "toggle",
    "invalid",
    "wrong", "missing", "weak", "strong", "generate", "send", "set", "supports", "expired",
    "failed",
    "remember", "validate", "by", "public",
  ]

  /// What a name says of its value.
  enum Meaning {
    /// A password, whatever it looks like.
    case password
    /// A password unless it looks like a word.
    case likely
  }

  private static let endingBytes = endings.map { Array($0.utf8) }
  private static let lastWordNames = SecretNames(lastWords)
  private static let harmlessNames = SecretNames(harmlessBeginnings)

  /// What the name in a range of a text means; nil for what is no password's.
  static func meaning(_ text: Span<UInt8>, in name: Range<Int>) -> Meaning? {
    var end = name.upperBound
    // `password1` and `password2` are asked for twice.
    while end > name.lowerBound, name.upperBound - end < 2,
      text[end - 1].isASCIIDigit || text[end - 1] == UInt8(ascii: "]")
    {
      end -= 1
    }
    while end > name.lowerBound, isSeparator(text[end - 1]) { end -= 1 }
    // Nobody chose a longer name.
    guard end - name.lowerBound >= 2, end - name.lowerBound <= 80 else { return nil }
    let own = name.lowerBound..<end
    switch text[end - 1] | 0x20 {
    case UInt8(ascii: "d"), UInt8(ascii: "e"), UInt8(ascii: "t"), UInt8(ascii: "s"),
      UInt8(ascii: "w"):
      break
    default: return nil
    }
    let isPassword = endingBytes.contains { ends(text, own, with: $0) }
    guard isPassword || lastWordNames.contains(text, in: lastWord(text, own)) else { return nil }
    guard !harmlessNames.contains(text, in: firstWord(text, own)) else { return nil }
    return isPassword ? .password : .likely
  }

  /// True for a value that is a password under a name.
  static func isSecret(
    _ nameText: Span<UInt8>, _ name: Range<Int>, _ text: Span<UInt8>, _ value: Range<Int>
  ) -> Bool {
    switch meaning(nameText, in: name) {
    case .password: !value.isEmpty && !isLabel(text, value)
    case .likely: TokenLikeness.isSecretLike(text, in: value)
    case nil: false
    }
  }

  /// True for what a form says beside the field, or where to change a password, or whether there is
  /// one.
  private static func isLabel(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    if words.contains(text, in: value) { return true }
    let url = value.lowerBound + 4
    if url < value.upperBound, text.equals("http", in: value.lowerBound..<url) { return true }
    let first = text[value.lowerBound]
    if first == UInt8(ascii: "/") { return true }
    // `Enter your password`
    return first >= 0x41 && first <= 0x5A && text.firstIndex(of: 0x20, in: value) != nil
      && !value.contains { text[$0].isASCIIDigit }
  }

  private static let words = SecretNames([
    "true", "false", "yes", "no", "on", "off", "null", "none", "required", "optional", "string",
    "password", "undefined", "hidden", "text",
  ])

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
    var end = name.lowerBound
    while end < name.upperBound, !isSeparator(text[end]) {
      if end > name.lowerBound, isHump(text, end, name) { break }
      end += 1
    }
    return name.lowerBound..<end
  }

  /// True for a capital after a small letter.
  private static func isHump(_ text: Span<UInt8>, _ index: Int, _ name: Range<Int>) -> Bool {
    guard index > name.lowerBound else { return false }
    let (before, here) = (text[index - 1], text[index])
    return here >= 0x41 && here <= 0x5A && before >= 0x61 && before <= 0x7A
  }
}
