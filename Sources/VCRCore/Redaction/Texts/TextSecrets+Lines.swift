/// Names and values with nothing but white space, colours or letters of another script around them.
extension TextSecrets {
  // MARK: - Settings without a sign

  /// `auth_pass value` as a line of its own, as many servers have their settings: the line begins
  /// with the name and ends with the value.
  ///
  /// In prose a sentence goes on, so that the value has letters and digits and nothing behind it.
  func directive(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard findsShapes, meaning(text, of: name, &scan).contains(.password)
    else { return nil }
    let start = Self.skipSpaces(text, name.upperBound)
    var end = start
    while end < text.count, text[end] > 0x20, !Self.endsDirective.contains(text[end]) { end += 1 }
    // As a rule a semicolon ends a setting, and is no part of it.
    let last = end
    while end > start, text[end - 1] == UInt8(ascii: ";") { end -= 1 }
    let value = start..<end
    let isJoined = name.contains { text[$0] == UInt8(ascii: "_") || text[$0] == UInt8(ascii: "-") }
    guard Self.endsLine(text, last),
      value.count >= (isJoined ? Self.shortestOfJoined : Self.shortestOfDirective),
      value.contains(where: { text[$0].isASCIIDigit }),
      value.contains(where: { text[$0].isASCIILetter }),
      isSecret(text, name, value, isQuoted: false)
    else { return nil }
    scan.add(value, name.map { text[$0] }, in: text)
    return end
  }

  private static let endsDirective = ByteSet("\"'`\\<>{}()")
  private static let shortestOfDirective = 8
  /// No word of prose is joined to the one for a password: `enable_password value`.
  private static let shortestOfJoined = 6

  /// True where only white space comes before a position on its line; most words of prose have
  /// another word there.
  @inline(__always)
  static func beginsDirective(_ text: Span<UInt8>, _ start: Int) -> Bool {
    guard start > 1 else { return true }
    switch text[start - 1] {
    case 0x20: return text[start - 2] <= 0x20
    case 0x09, 0x0A, 0x0D: return true
    default: return startsLine(text, start)
    }
  }

  /// True for a line before or after which another one names a user or a server, as in settings for
  /// a connection.
  static func isBesideUser(_ text: Span<UInt8>, _ name: Range<Int>, _ end: Int) -> Bool {
    func isOfUser(_ line: Int) -> Bool {
      let start = skipSpaces(text, line)
      let key = (start..<text.count).prefix { ByteSet.word.contains(text[$0]) }
      return text.equals(": ", at: key.endIndex)
        && keysOfConnections.contains(text, in: start..<key.endIndex)
    }
    var before = name.lowerBound
    while before > 0, text[before - 1] == 0x20 { before -= 1 }
    guard before > 1, text[before - 1] == 0x0A else { return end < text.count && isOfUser(end + 1) }
    var line = before - 1
    while line > 0, text[line - 1] != 0x0A { line -= 1 }
    return isOfUser(line) || end < text.count && isOfUser(end + 1)
  }

  private static let keysOfConnections = SecretNames([
    "user", "username", "user_name", "login", "host", "hostname", "port", "database", "email",
    "server",
  ])

  // MARK: - Tokens in sentences

  /// The fewest characters of a value that is looked at because of the word before it.
  static let shortestSpoken = 20

  /// `the session 7c9e… was not found`, `API key 7c9e…`: a value that looks random after a name
  /// with nothing but a space between.
  ///
  /// It is the value that the search begins with, as such words are rare and names are not.
  ///
  /// - Returns: The position after the value; nil if it is no secret.
  func spoken(_ text: Span<UInt8>, _ word: Range<Int>, _ scan: inout Scan) -> Int? {
    guard findsShapes, scan.kind == .data, word.lowerBound > 2, text[word.lowerBound - 1] == 0x20,
      word.contains(where: { text[$0].isASCIIDigit })
    else { return nil }
    let own = Self.wordBefore(text, word.lowerBound - 1)
    guard own.count >= 2, text[own.lowerBound] != UInt8(ascii: "-") else { return nil }
    // `cache key`, `page token`: the word before says what the name means.
    var name = own
    var isNamed = SuspiciousValue.mayMeanSecret(text, own)
    if own.lowerBound > 1, text[own.lowerBound - 1] == 0x20 {
      let before = Self.wordBefore(text, own.lowerBound - 1)
      if !before.isEmpty {
        name = before.lowerBound..<own.upperBound
        // `session id`, but no word that a space parts.
        isNamed = isNamed || SuspiciousValue.mayMeanSecret(text, before)
      }
    }
    guard isNamed, SuspiciousValue.mayMeanSecret(text, name) else { return nil }
    var end = word.upperBound
    while end < text.count, Credentials.token68.contains(text[end]) { end += 1 }
    while end > word.lowerBound, text[end - 1] == UInt8(ascii: ".") { end -= 1 }
    let value = word.lowerBound..<end
    guard end == text.count || text[end] <= 0x20 || Self.endsSpoken.contains(text[end]),
      Entropy.looksRandom(value.map { text[$0] }[...], minimum: Self.shortestSpoken),
      SuspiciousValue.isSecret(text, name, text, value)
    else { return nil }
    scan.add(value, name.map { text[$0] }, in: text)
    return end
  }

  /// True for a number in a message about it, as few numbers are: `482913 is your …`.
  @inline(__always)
  static func mayPrecedeName(_ text: Span<UInt8>, _ number: Range<Int>) -> Bool {
    number.count >= 4 && number.count <= 10 && number.upperBound + 8 < text.count
      && text[number.upperBound] == 0x20
      && (text.equals("is your ", at: number.upperBound + 1)
        || text.equals("as your ", at: number.upperBound + 1))
  }

  /// Replaces a number that is a code by the name behind it: `482913 is your verification code`.
  func addCode(_ text: Span<UInt8>, before number: Range<Int>, _ scan: inout Scan) {
    let first = number.upperBound + " is your ".utf8.count
    let limit = min(text.count, first + Self.longestNameBehind)
    var (start, previous) = (first, first)
    for index in first..<limit where !ByteSet.word.contains(text[index]) || index + 1 == text.count
    {
      let end = ByteSet.word.contains(text[index]) ? index + 1 : index
      var name = previous..<end
      while name.count > 1, text[name.upperBound - 1] == UInt8(ascii: ".") {
        name = name.dropLast()
      }
      if name.count > 4, text.holds(lowercased: Self.wordOfCodes, at: name.upperBound - 4, to: end),
        CodeNames.isSecret(text, name, text, number)
      {
        scan.add(number, name.map { text[$0] }, in: text)
        return
      }
      guard text[index] == 0x20 else { return }
      (previous, start) = (start, index + 1)
    }
  }

  private static let wordOfCodes = Array("code".utf8)
  private static let longestNameBehind = 64

  private static let endsSpoken = ByteSet(".,;:!)'\"`<\\]")

  private static func wordBefore(_ text: Span<UInt8>, _ end: Int) -> Range<Int> {
    var start = end
    while start > 0, end - start < 40, ByteSet.word.contains(text[start - 1]) { start -= 1 }
    return start..<end
  }

  /// Where the credentials end that are a list of parameters, one of them in quotes (RFC 9110
  /// §11.4), as of `Digest username="…", response="…"`; nil for a value without one.
  static func endOfParameters(_ text: Span<UInt8>, _ first: Range<Int>) -> Int? {
    guard let sign = first.last, text[sign] == UInt8(ascii: "="), first.upperBound < text.count,
      case let level = backslashes(text, from: first.upperBound),
      first.upperBound + level < text.count, text[first.upperBound + level] == UInt8(ascii: "\"")
    else { return nil }
    var index = first.upperBound
    var last: Int?
    while index < text.count {
      let quote = index + backslashes(text, from: index)
      if quote < text.count, text[quote] == UInt8(ascii: "\"") {
        guard let closed = endOfQuoted(text, from: quote + 1, text[quote], level) else { break }
        index = closed + level + 1
      } else {
        while index < text.count, Credentials.token68.contains(text[index]) { index += 1 }
      }
      last = index
      guard index < text.count, text[index] == UInt8(ascii: ",") else { break }
      index = skipSpaces(text, index + 1)
      while index < text.count, ByteSet.word.contains(text[index]) { index += 1 }
      guard index < text.count, text[index] == UInt8(ascii: "=") else { break }
      index += 1
    }
    return last
  }

  // MARK: - Colours

  /// The position after the sequence by which a terminal changes its colours (ECMA-48 §8.3.117), as
  /// it is or with the escape of JSON; nil where none begins.
  static func endOfColour(_ text: Span<UInt8>, at start: Int) -> Int? {
    var index = start
    if text[start] == 0x1B {
      index += 1
    } else {
      guard text.holds(lowercased: escapeOfColour, at: start, to: text.count) else { return nil }
      index += escapeOfColour.count
    }
    guard index < text.count, text[index] == UInt8(ascii: "[") else { return nil }
    index += 1
    let limit = min(text.count, index + longestColour)
    while index < limit, text[index].isASCIIDigit || text[index] == UInt8(ascii: ";") { index += 1 }
    return index < limit && text[index].isASCIILetter ? index + 1 : nil
  }

  private static let escapeOfColour = Array("\\u001b".utf8)
  private static let longestColour = 24

  /// A name and its value with colours around one or both, as a terminal shows them.
  func coloured(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    var (index, hasColour, hasSign) = (name.upperBound, false, false)
    while index < text.count {
      if let end = Self.endOfColour(text, at: index) {
        index = end
        hasColour = true
      } else if text[index] == 0x20 {
        index += 1
      } else if !hasSign, ":=".utf8.contains(text[index]) {
        index += 1
        hasSign = true
      } else {
        break
      }
    }
    guard findsShapes, hasColour, hasSign, !meaning(text, of: name, &scan).isEmpty else {
      return nil
    }
    let level = Self.backslashes(text, from: index)
    if index + level < text.count, ByteSet.quotes.contains(text[index + level]) {
      index += level + 1
    }
    var end = index
    while end < text.count, text[end] > 0x20, !Self.endsColoured.contains(text[end]) { end += 1 }
    guard SuspiciousValue.isSecret(text, name, text, index..<end) else { return nil }
    scan.add(index..<end, name.map { text[$0] }, in: text)
    return end
  }

  private static let endsColoured = ByteSet("\"'`\\")

  // MARK: - Other scripts

  /// `пароль: value`, `密码：value`: a name without a letter of ASCII before a colon or an equals
  /// sign that stands at a position.
  ///
  /// - Returns: The position after the value; nil if the name means no password.
  func valueInOtherScript(_ text: Span<UInt8>, sign: Int, _ scan: inout Scan) -> Int? {
    guard findsShapes, scan.kind == .data, sign > 2 else { return nil }
    let last = text[sign - 1] == 0x20 ? sign - 1 : sign
    var start = last
    while start > 0, last - start < Self.longestInOtherScript,
      text[start - 1] >= 0x80 || ByteSet.word.contains(text[start - 1])
    {
      start -= 1
    }
    let name = start..<last
    guard PasswordNames.meaning(text, in: name) != nil else { return nil }
    var value = sign + (text[sign] < 0x80 ? 1 : Self.wideColon.utf8CodeUnitCount)
    value = Self.skipSpaces(text, value)
    let isQuoted = value < text.count && ByteSet.quotes.contains(text[value])
    if isQuoted { value += 1 }
    var end = value
    while end < text.count, text[end] > 0x20, !Self.endsInOtherScript.contains(text[end]) {
      end += 1
    }
    guard TokenLikeness.isSecretLike(text, in: value..<end),
      PasswordNames.isSecret(text, name, text, value..<end),
      !Self.isVariableOfShell(text, value..<end)
    else { return nil }
    scan.add(value..<end, name.map { text[$0] }, in: text)
    return end
  }

  static let wideColon: StaticString = "："
  private static let longestInOtherScript = 64
  private static let endsInOtherScript = ByteSet("\"'`\\,;<>(){}[]")
}
