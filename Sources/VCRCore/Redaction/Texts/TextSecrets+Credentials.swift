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
      guard end - start >= 12, isSecret else { return nil }
    }
    let name = isBasic ? "BASIC_CREDENTIALS" : isBearer ? "BEARER_TOKEN" : "SSWS_TOKEN"
    scan.add(start..<end, Array(name.utf8), in: text)
    return end
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
      Credentials.isUserinfo(text, in: start..<at)
    else { return nil }
    guard scan.kind == .data || Self.isLiteralURL(text, start..<at) else { return nil }
    guard !Placeholder.isUserinfo(text, in: start..<at) else { return at }
    scan.add(start..<at, Array("USERINFO".utf8), in: text)
    return at
  }
}
