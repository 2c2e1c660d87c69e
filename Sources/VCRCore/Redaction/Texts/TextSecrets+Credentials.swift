/// Credentials that a scheme or a URL reveals.
extension TextSecrets {
  /// `Bearer`, `Basic` or `SSWS`, one space and the credentials (RFC 6750 §2.1, RFC 7617 §2, Okta).
  func credentials(_ text: Span<UInt8>, scheme: Range<Int>, _ scan: inout Scan) -> Int? {
    let isBasic = Credentials.isScheme("basic", text, scheme)
    let isBearer = Credentials.isScheme("bearer", text, scheme)
    guard isBasic || isBearer || Credentials.isScheme("ssws", text, scheme) else { return nil }
    let start = scheme.upperBound + 1
    var end = start
    while end < text.count, Credentials.token68.contains(text[end]) { end += 1 }
    while end > start, text[end - 1] == UInt8(ascii: ".") { end -= 1 }
    guard end > start else { return nil }
    if isBasic {
      // A word may happen to be such letters: `Basic Options`.
      guard let pair = Credentials.basic(text, in: start..<end),
        !(start..<end).dropFirst().allSatisfy({ text[$0].isASCIILowercase })
          || pair.allSatisfy({ $0 < 0x80 })
      else { return nil }
    } else {
      let isSecret =
        scan.kind == .data
        ? TokenLikeness.isSecretLike(text, in: start..<end)
        : TokenLikeness.isTokenLike(text, in: start..<end)
      guard end - start >= 12, isSecret, !Self.isPair(text, start..<end),
        !HarmlessValues.isInPlace(text, start..<end)
      else { return nil }
    }
    let name = isBasic ? "BASIC_CREDENTIALS" : isBearer ? "BEARER_TOKEN" : "SSWS_TOKEN"
    scan.add(start..<end, Array(name.utf8), in: text)
    return end
  }

  /// True for a name and its value, as a log has them after the name of a scheme
  /// (`type=Bearer user=ada`): within credentials no equals sign stands.
  private static func isPair(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    text.firstIndex(of: UInt8(ascii: "="), in: value).map { sign in
      (sign..<value.upperBound).contains { text[$0] != UInt8(ascii: "=") }
    } ?? false
  }

  /// True for what a log has in the place of a value, after which no credentials stand as after a
  /// scheme: `token=none user=ada`.
  static func isState(_ text: Span<UInt8>, _ word: Range<Int>) -> Bool {
    PasswordNames.isWord(text, word) || HarmlessValues.isInPlace(text, word)
  }

  /// True for a word before the next pair of a line, where the word is no scheme and the pair none
  /// of its parameters: `authorization=approved took=12ms`.
  static func isBeforePair(_ text: Span<UInt8>, _ word: Range<Int>, _ next: Range<Int>) -> Bool {
    let name = next.prefix { ByteSet.word.contains(text[$0]) }
    return !name.isEmpty && name.endIndex + 1 < next.upperBound
      && text[name.endIndex] == UInt8(ascii: "=") && text[name.endIndex + 1] != UInt8(ascii: "=")
      && word.allSatisfy { text[$0].isASCIILowercase }
      && !CredentialNames.isCredential(text, in: name)
  }

  /// True for nothing between a name's equals sign and the next name (`token= user=ada`), and for a
  /// space of a sentence that is percent-encoded, which is read once it is decoded.
  static func isEmptyValue(_ text: Span<UInt8>, _ name: Range<Int>, before start: Int) -> Bool {
    if text.equals("%20", at: start) { return true }
    guard start > name.upperBound + 1, text[start].isASCIILetter,
      text[name.upperBound] == UInt8(ascii: "="), text[name.upperBound + 1] == 0x20
    else { return false }
    var end = start
    while end < text.count, ByteSet.word.contains(text[end]) { end += 1 }
    return end + 1 < text.count && text[end] == UInt8(ascii: "=") && text[end + 1] > 0x20
      && text[end + 1] != UInt8(ascii: "=")
  }

  /// The user information of a URL within the text (RFC 3986 §3.2.1).
  ///
  /// A user name alone, as in `ssh://git@host`, is not a secret.
  func userinfo(_ text: Span<UInt8>, scheme: Range<Int>, _ scan: inout Scan) -> Int? {
    let start = scheme.upperBound + (text.equals("://", at: scheme.upperBound) ? 3 : 5)
    var index = start
    var at: Int?
    var colon: Int?
    // In a URL of JDBC settings follow the authority.
    let isBeforeSettings = scheme.lowerBound >= 5 && text.equals("jdbc:", at: scheme.lowerBound - 5)
    while index < text.count, text[index] != UInt8(ascii: "/"), text[index] != UInt8(ascii: "?"),
      text[index] != UInt8(ascii: "#"), !text[index].endsURL,
      !isBeforeSettings || text[index] != UInt8(ascii: ";")
    {
      if text[index] == UInt8(ascii: "@") { at = index }
      if text[index] == UInt8(ascii: ":"), colon == nil { colon = index }
      index += 1
    }
    if colon != nil { at = Self.lastAt(text, scheme: scheme, from: index) ?? at }
    guard let at, at > start else { return nil }
    let hasPassword = colon.map { $0 < at } ?? false
    guard hasPassword || text.equals("http", in: scheme) || text.equals("https", in: scheme),
      UserInformation.isSecret(text, in: start..<at)
    else { return nil }
    guard scan.kind == .data || Self.isLiteralURL(text, start..<at) else { return nil }
    guard !Placeholder.isUserinfo(text, in: start..<at) else { return at }
    scan.add(start..<at, Array("USERINFO".utf8), in: text)
    return at
  }
}
