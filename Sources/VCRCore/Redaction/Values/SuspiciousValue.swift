/// Decides by name and value together: a value that looks like a token is a secret under a name
/// that may mean one.
package enum SuspiciousValue {
  /// The names of the tables for queries and bodies count where something else gives a value its
  /// name.
  private static let doubtful = SecretNames(
    (StandardSecrets.doubtful + StandardSecrets.query + StandardSecrets.body).map(\.name))
  private static let doubtfulInQueries = SecretNames(
    StandardSecrets.doubtfulInQueries.map(\.name))
  private static let doubtfulIfRandom = SecretNames(StandardSecrets.doubtfulIfRandom.map(\.name))
  private static let doubtfulIfLong = SecretNames(StandardSecrets.doubtfulIfLong.map(\.name))

  /// True for a name that code has more often than a message has a secret under it.
  static func isOfCode(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    doubtfulIfLong.contains(text, in: name)
  }

  /// True for a name whose value decides whether it means a secret, in a query or elsewhere.
  static func isDoubtful(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    let name = withoutX(text, name)
    return doubtful.contains(text, in: name) || doubtfulInQueries.contains(text, in: name)
      || doubtfulIfRandom.contains(text, in: name) || doubtfulIfLong.contains(text, in: name)
  }

  /// The part of a name after the `X-` with which those of header fields begin that no standard
  /// defines.
  private static func withoutX(_ text: Span<UInt8>, _ name: Range<Int>) -> Range<Int> {
    name.count > 4 && text[name.lowerBound] | 0x20 == UInt8(ascii: "x")
      && text[name.lowerBound + 1] == UInt8(ascii: "-") ? name.dropFirst(2) : name
  }

  /// True for a name whose value may be a secret, as the value shows.
  static func mayMeanSecret(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    CredentialNames.isCredential(text, in: name) || isDoubtful(text, name)
      || CodeNames.contains(text, in: name)
  }

  /// True for a value that is a secret by its name and its form.
  ///
  /// - Parameters:
  ///   - nameText: The text that the name stands in.
  ///   - name: Where it stands.
  ///   - text: The text that the value stands in.
  ///   - value: Where it stands.
  ///   - isInQuery: True for a query, a form or a part of one.
  ///   - isPresented: True for a header field.
  /// - Returns: False for words, numbers, labels and placeholders, and for what stands in the place
  ///   of a secret.
  static func isSecret(
    _ nameText: Span<UInt8>, _ name: Range<Int>, _ text: Span<UInt8>, _ value: Range<Int>,
    isInQuery: Bool = false, isPresented: Bool = false
  ) -> Bool {
    hasForm(nameText, name, text, value, isInQuery: isInQuery, isPresented: isPresented)
      && !HarmlessValues.isInPlace(text, value, isEncoded: isInQuery)
  }

  /// True for a value with the form of a secret under its name.
  private static func hasForm(
    _ nameText: Span<UInt8>, _ name: Range<Int>, _ text: Span<UInt8>, _ value: Range<Int>,
    isInQuery: Bool, isPresented: Bool
  ) -> Bool {
    if HarmlessValues.isReference(text, value, isEncoded: isInQuery) { return false }
    let isChosen =
      PasswordNames.isSecret(nameText, name, text, value)
      || CodeNames.isSecret(nameText, name, text, value) || isLogin(nameText, name, text, value)
    if isChosen || HarmlessValues.isDate(text, value) { return isChosen }
    if TokenLikeness.isWallet(text, in: value), namesOfWallets.contains(nameText, in: name) {
      return true
    }
    guard value.count >= (isInQuery ? 6 : 8), text[value.lowerBound] != UInt8(ascii: "{") else {
      return false
    }
    // Most values are text; names cost more to look up.
    guard isInQuery || isAll(tokensAndPairs, text, value) else { return false }
    let own = withoutX(nameText, name)
    let isDoubtful =
      doubtful.contains(nameText, in: own)
      || (isInQuery && doubtfulInQueries.contains(nameText, in: own))
    let isDoubtfulIfRandom =
      !isDoubtful
      && (doubtfulIfRandom.contains(nameText, in: own)
        || value.count >= shortestLong && doubtfulIfLong.contains(nameText, in: own))
    guard
      let strength = isDoubtful
        ? .strong
        : isDoubtfulIfRandom ? .weak : CredentialNames.strength(nameText, in: name),
      !isPublic(text, value)
    else { return false }
    guard isAll(isInQuery ? encoded : tokenCharacters, text, value) else {
      return (isInQuery && isDoubtful && TokenLikeness.isTokenLike(text, in: value))
        || (strength == .strong && (isPair(text, value) || endsInRandom(text, value)))
    }
    guard !isNumberOfCode(text, value), !isAddress(text, value), !isIdentifierOfAWS(text, value),
      !isTicket(text, value, nameText, own, isPresented: isInQuery || isPresented),
      !isIdentifierOfTwilio(nameText, name, text, value),
      !isOfRepetition(nameText, name, text, value),
      value.count != 24 || !namesOfHandshakes.contains(nameText, in: name),
      isInQuery || !isSignature(nameText, name) || !SignedContent.isSignature(text, in: value)
    else { return false }
    switch strength {
    case .strong:
      return TokenLikeness.isTokenLike(text, in: value)
        || isBasic(text, value) || looksRandom(text, value, isInQuery)
        || isMixture(text, value)
        || isDoubtful && sessionBound.contains(nameText, in: name) && isOfBothCases(text, value)
    case .fair:
      return value.count >= 12 && TokenLikeness.isTokenLike(text, in: value)
        && (isInQuery || looksRandom(text, value, isInQuery)) && !isIdentifier(text, value)
    case .service:
      return looksRandom(text, value, isInQuery) || Entropy.isUUID(value.map { text[$0] }[...])
        || isKeyOfService(text, value)
    case .weak:
      return looksRandom(text, value, isInQuery) && !isIdentifier(text, value)
        || isInQuery && isShuffled(text, value)
        || ofUUIDs.contains(nameText, in: own) && Entropy.isUUID(value.map { text[$0] }[...])
    }
  }

  private static let ofUUIDs = SecretNames(StandardSecrets.ofUUIDs.map(\.name))

  /// True for letters and digits that alternate as in no word with a number, though not as evenly
  /// as most random ones: of the codes that a login hands over in a URL one in twenty is like that.
  private static func isShuffled(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    let changes = value.dropFirst().count {
      text[$0].isASCIIDigit != text[$0 - 1].isASCIIDigit
        && (text[$0].isASCIILetter || text[$0 - 1].isASCIILetter)
    }
    let letters = value.map { text[$0] }
    let bytes = DecodedText(letters.view, .percent)?.bytes ?? letters
    return value.count >= shortestLong && changes >= 4
      && TokenLikeness.isTokenLike(text, in: value) && !Entropy.isUUID(bytes[...])
      && !Entropy.isReadableBase64(bytes[...])
  }

  /// True for Basic credentials whose two parts are text.
  ///
  /// Of the words with eight letters one in a hundred is Base64 of bytes with a colon among them
  /// (`Optional`).
  private static func isBasic(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard let pair = Credentials.basic(text, in: value) else { return false }
    return String(validating: pair, as: UTF8.self) != nil
  }

  /// True for what the interfaces of AWS call things: a word, a dash, and 17 hexadecimal digits
  /// (`vpce-0567a4c6840a1b2c3`).
  private static func isIdentifierOfAWS(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    let word = value.prefix { text[$0].isASCIILowercase }
    guard (1...12).contains(word.count), word.count < value.count,
      text[word.upperBound] == UInt8(ascii: "-")
    else { return false }
    let digits = word.upperBound + 1..<value.upperBound
    return digits.count == 17
      && digits.allSatisfy { text[$0].isASCIIDigit || text[$0] >= 0x61 && text[$0] <= 0x66 }
  }

  /// True for an identifier as databases make them: 24 small hexadecimal digits, of which the first
  /// eight are a time of this half century (BSON, ObjectId).
  private static func isIdentifier(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    value.count == 24 && (0x34...0x37).contains(text[value.lowerBound])
      && value.allSatisfy { text[$0].hexValue != nil && !(0x41...0x46).contains(text[$0]) }
  }

  /// True for the address of an account of a blockchain, which is public (ERC-55).
  private static func isAddress(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    value.count == 42 && text.equals("0x", at: value.lowerBound)
      && value.dropFirst(2).allSatisfy { text[$0].hexValue != nil }
  }

  /// True for the identifier of a ticket that people write, which is no ticket of a session, and
  /// for the UUID by which traces and statistics know a session: it gives access where a client
  /// presents it, in a header field, a cookie or a query.
  private static func isTicket(
    _ text: Span<UInt8>, _ value: Range<Int>, _ nameText: Span<UInt8>, _ name: Range<Int>,
    isPresented: Bool
  ) -> Bool {
    if namesOfTickets.contains(nameText, in: name) {
      return isIdentifier(text, value) || Entropy.isUUID(value.map { text[$0] }[...])
    }
    return !isPresented && value.count == 36 && namesOfSessions.contains(nameText, in: name)
      && Entropy.isUUID(value.map { text[$0] }[...])
  }

  private static let namesOfTickets = SecretNames(["ticket"])
  private static let namesOfSessions = SecretNames(["session", "session_id", "sid"])

  /// True for what Twilio calls a SID, which names a thing and opens none.
  ///
  /// It is two capitals that say what it is, and a UUID. That of a key has a form of its own.
  private static func isIdentifierOfTwilio(
    _ nameText: Span<UInt8>, _ name: Range<Int>, _ text: Span<UInt8>, _ value: Range<Int>
  ) -> Bool {
    guard value.count == 34, name.count >= 3,
      nameText.holds(lowercased: sid, at: name.upperBound - 3, to: name.upperBound)
    else { return false }
    return value.prefix(2).allSatisfy { text[$0].isASCIIUppercase }
      && value.dropFirst(2).allSatisfy {
        text[$0].isASCIIDigit || text[$0] >= 0x61 && text[$0] <= 0x66
      }
  }

  private static let sid = Array("sid".utf8)

  /// True for the UUID by which AWS knows a request that is repeated: a token of the client, which
  /// opens nothing.
  ///
  /// The same name in another spelling (`client_token`) is that of an access token of Vault.
  private static func isOfRepetition(
    _ nameText: Span<UInt8>, _ name: Range<Int>, _ text: Span<UInt8>, _ value: Range<Int>
  ) -> Bool {
    value.count == 36 && namesOfRepetition.contains { nameText.equals($0, in: name) }
      && Entropy.isUUID(value.map { text[$0] }[...])
  }

  /// Names of random bytes with which a client asks for a WebSocket (RFC 6455 §4.1), and which open
  /// nothing.
  private static let namesOfHandshakes = SecretNames(["Sec-WebSocket-Key"])

  private static let namesOfRepetition: [StaticString] = [
    "ClientToken", "clientToken", "ClientRequestToken", "clientRequestToken",
  ]

  /// True for a certificate, a public key, and the name of a file.
  private static func isPublic(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    CertificateText.begins(text, value) || isFileName(text, value) || isPoint(text, value)
  }

  /// True for a point on the curve P-256 in Base64 (RFC 5480 §2.2), which is a public key, as pages
  /// get it to subscribe to messages (RFC 8292 §3.2).
  private static func isPoint(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    let letters = value.prefix { text[$0] != UInt8(ascii: "=") }
    return letters.count == 87 && text[value.lowerBound] == UInt8(ascii: "B")
      && (0x41...0x50).contains(text[value.lowerBound + 1])
      && letters.allSatisfy { ByteSet.word.contains(text[$0]) || "+/".utf8.contains(text[$0]) }
  }

  /// True for the name of a file, whatever its first part is.
  static func isFileName(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard let dot = value.last(where: { text[$0] == UInt8(ascii: ".") }) else { return false }
    return endingsOfFiles.contains(text, in: dot + 1..<value.upperBound)
  }

  private static let endingsOfFiles = SecretNames(
    FileEndings.common + [
      "mp3", "mp4", "mov", "ogg", "mkv", "m4a", "ndjson", "jsonl", "zip", "bz2", "xz", "zst", "tar",
      "parquet", "avro", "woff2", "docx", "xlsx", "pptx", "bin", "dat", "ts", "m3u8",
    ])

  /// True for a name that ends in the word for a signature.
  private static func isSignature(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    signatures.contains {
      name.count >= $0.count
        && text.holds(lowercased: $0, at: name.upperBound - $0.count, to: name.upperBound)
    }
  }

  private static let signatures = ["signature", "sig"].map { Array($0.utf8) }

  /// Names whose value is a list of words, which are no secret elsewhere.
  private static let namesOfWallets = SecretNames(
    StandardSecrets.doubtful.filter { $0.reason.hasSuffix("BIP 39") }.map(\.name))

  /// True for a number as code has it: `-0x3f879676`.
  private static func isNumberOfCode(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    let sign = text[value.lowerBound] == UInt8(ascii: "-") ? 1 : 0
    let digits = value.lowerBound + sign + 2
    return value.count <= 19 && digits < value.upperBound
      && text.equals("0x", in: digits - 2..<digits)
      && (digits..<value.upperBound).allSatisfy { text[$0].hexValue != nil }
  }

  /// Names of values that nobody but a program makes, and for one session.
  private static let sessionBound = SecretNames(
    StandardSecrets.doubtful.filter { $0.reason.hasPrefix("session-bound") }.map(\.name))

  /// True for as many letters as a generated value has, small ones and capitals, which now and then
  /// has no digit.
  private static func isOfBothCases(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    value.count >= shortestRandom && value.contains { text[$0].isASCIILowercase }
      && value.contains { text[$0].isASCIIUppercase }
  }

  /// True for letters and digits that are too many for a word with a number (`Stmt1697451234567`).
  private static func isMixture(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    let word = value.prefix { text[$0].isASCIILetter }
    let isLabel =
      (3...8).contains(word.count)
      && value.dropFirst(word.count).allSatisfy { text[$0].isASCIIDigit }
    return value.count >= shortestRandom && !isLabel
      && value.allSatisfy { text[$0].isASCIIAlphanumeric }
      && value.count { text[$0].isASCIIDigit } >= 2
      && value.contains { text[$0].isASCIILetter }
  }

  /// True for two generated halves around a colon, as an identifier and its secret, and for one
  /// after its encoding.
  private static func isPair(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":"), in: value) else { return false }
    let (first, second) = (value.lowerBound..<colon, colon + 1..<value.upperBound)
    guard isAll(tokenCharacters, text, first), isHalf(text, second) else { return false }
    return first.allSatisfy { text[$0].isASCIIDigit } || isHalf(text, first)
      || text.equals("base64", in: first)
  }

  /// True for words with colons before a generated value: `ver:1-hint:…`.
  private static func endsInRandom(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard let colon = value.last(where: { text[$0] == UInt8(ascii: ":") }),
      value.count(where: { text[$0] == UInt8(ascii: ":") }) > 1
    else { return false }
    let last = colon + 1..<value.upperBound
    return isAll(tokenCharacters, text, last) && looksRandom(text, last, false)
  }

  private static func isHalf(_ text: Span<UInt8>, _ half: Range<Int>) -> Bool {
    guard half.count >= 8, isAll(tokenCharacters, text, half) else { return false }
    return TokenLikeness.isTokenLike(text, in: half)
      || (half.allSatisfy { text[$0].hexValue != nil } && half.contains { text[$0].isASCIIDigit })
  }

  /// True for a value that a program made, and that is no number as identifiers are.
  private static func isKeyOfService(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    value.count >= 14 && value.contains { text[$0].isASCIILetter }
      && value.allSatisfy { text[$0].isASCIIAlphanumeric || text[$0] == 0x2D }
      && TokenLikeness.isTokenLike(text, in: value)
      && !Entropy.isReadableBase64(value.map { text[$0] }[...])
  }

  /// The least length of a value under a name that means something else as often.
  private static let shortestLong = 20

  /// The least length of a value that looks random.
  private static let shortestRandom = 16

  private static func looksRandom(
    _ text: Span<UInt8>, _ value: Range<Int>, _ isInQuery: Bool
  ) -> Bool {
    guard value.count >= shortestRandom else { return false }
    var bytes = value.map { text[$0] }
    if isInQuery, let decoded = DecodedText(bytes.view, .percent) {
      bytes = decoded.bytes
      guard isAll(tokenCharacters, bytes.view, bytes.indices) else { return false }
    }
    return Entropy.looksRandom(bytes[...], minimum: shortestRandom)
  }

  /// The characters of a token under a doubtful name: `token68`, and separators that some services
  /// put between the parts of a token.
  private static let tokenCharacters = ByteSet(.unreserved, "+/=!|$*")

  /// The characters of a token, and of two that a colon joins.
  private static let tokensAndPairs = ByteSet(tokenCharacters, ":")

  /// The characters of a token that may be percent-encoded.
  ///
  /// Braces belong to placeholders.
  private static let encoded = ByteSet(tokenCharacters, "%")

  private static func isAll(
    _ set: ByteSet, _ text: Span<UInt8>, _ value: Range<Int>
  ) -> Bool {
    for index in value where !set.contains(text[index]) { return false }
    return true
  }
}
