/// The values that are searched for when the user names a secret.
///
/// The given value may have more around it than a message carries: the line end of a file (as in
/// the secrets of Docker and Kubernetes), quotes, or the scheme of an `Authorization` field. The
/// search is for the value within. What surrounds the value in a message stays there, and a replay
/// restores both.
struct NamedSecret: Sendable, Equatable {
  /// The value that is searched for.
  let value: [UInt8]
  /// Parts of the value that messages carry alone: the password of a pair or of a URL.
  let parts: [[UInt8]]
  /// The parts of the given value that are not searched for, in words.
  let without: [String]
  /// The reason why the value cannot be searched for; nil if it can.
  let refusal: String?

  /// The least number of characters.
  ///
  /// Shorter values occur in unrelated texts.
  static let shortest = 4

  /// Reads a value as the user gave it.
  init(_ given: String) {
    var text = Array(given.utf8)
    var without: [String] = []
    func trim() {
      let old = text
      while let last = text.last, last <= 0x20 { text.removeLast() }
      if let start = text.firstIndex(where: { $0 > 0x20 }) { text.removeFirst(start) }
      guard old != text else { return }
      without.append(
        old.contains(0x0A) && !text.contains(0x0A) ? "its line end" : "the white space around it")
    }
    trim()
    if text.count > 2, let quote = text.first, quote == text.last,
      quote.isQuotationMark,
      !text[1..<text.count - 1].contains(quote)
    {
      text = Array(text[1..<text.count - 1])
      without.append("its quotes")
      trim()
    }
    var parts: [[UInt8]] = []
    if let (scheme, rest) = Self.credentials(text) {
      without.append("the word \(scheme)")
      text = rest
      if scheme.lowercased() == "basic",
        let pair = Credentials.basic(text.view, in: text.indices),
        let part = Self.password(of: pair)
      {
        parts = [part]
      }
    } else if let part = Self.password(of: text) {
      parts = [part]
      let decoded = DecodedText(part.view, .percent)?.bytes
      if let decoded { parts.append(decoded) }
    }
    value = text
    refusal = Self.refusal(of: text)
    self.parts = parts.filter { Self.refusal(of: $0) == nil }
    self.without = without
  }

  /// The scheme and the credentials of a value in the form of a header field; nil for other values.
  private static func credentials(_ text: [UInt8]) -> (String, [UInt8])? {
    guard let space = text.firstIndex(of: 0x20) else { return nil }
    let scheme = String(decoding: text[..<space], as: UTF8.self)
    let rest = Array(text[space...].drop { $0 == 0x20 })
    guard schemes.contains(scheme.lowercased()), !rest.isEmpty,
      !rest.contains(where: { $0 <= 0x20 })
    else { return nil }
    return (scheme, rest)
  }

  /// Authentication schemes: registered ones (RFC 9110 §16.4.1), and those that single services
  /// use.
  private static let schemes: Set<String> = [
    "bearer", "basic", "token", "negotiate", "dpop", "apikey", "api-key", "key", "bot", "jwt",
    "genericapikey", "ssws", "goog-api-key", "oauth",
  ]

  /// The password of `user:password`, or of a URL with user information; nil for anything else.
  private static func password(of text: [UInt8]) -> [UInt8]? {
    let url = URLRanges(text.view)
    if url.hasAuthority {
      guard let colon = text[url.userinfo].firstIndex(of: UInt8(ascii: ":")) else { return nil }
      return Array(text[colon + 1..<url.userinfo.upperBound])
    }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > 0, colon <= 64,
      text[..<colon].allSatisfy({ ByteSet.word.contains($0) || $0 == UInt8(ascii: "@") }),
      text.count - colon > 6, !text.contains(where: { $0 <= 0x20 })
    else { return nil }
    return Array(text[(colon + 1)...])
  }

  private static func refusal(of value: [UInt8]) -> String? {
    let text = String(decoding: value, as: UTF8.self)
    if text.count < shortest {
      return "has \(text.count == 1 ? "one character" : "\(text.count) characters"), and what is "
        + "so short stands in much that has nothing to do with it"
    }
    if schemes.contains(text.lowercased()) {
      return "is the word before credentials alone, without the credentials"
    }
    if !PlaceholderNames.all(in: value[...]).isEmpty {
      return "has a name in double braces, as a template that was not filled in has, and as a "
        + "cassette shows what was replaced"
    }
    if commonWords.contains(text.lowercased()) {
      return "is a common word, which stands in much that has nothing to do with it"
    }
    return nil
  }

  /// Words that are common in messages, and usual values of a secret that was not filled in.
  private static let commonWords: Set<String> = [
    "http", "https", "html", "json", "text", "utf8", "utf-8", "gzip", "host", "date", "data",
    "true", "false", "null", "none", "name", "type", "user", "users", "admin", "root", "guest",
    "test", "tests", "testing", "example", "sample", "demo", "local", "localhost", "127.0.0.1",
    "0.0.0.0", "accept", "agent", "content", "application", "charset", "status", "error", "message",
    "value", "string", "number", "object", "array", "token", "secret", "password", "passwd",
    "changeme", "default", "public", "private", "production", "staging", "development", "main",
    "master", "server", "client", "service", "request", "response", "version", "https://",
    "http://", "www.", ".com", "curl", "python", "close", "keep-alive", "no-cache", "image",
    "login", "email", "1234", "0000",
  ]
}
