/// Names in code, where anything may follow a name. Only a string literal that is the whole value
/// is replaced, because any other change could break the code.
extension TextSecrets {
  /// Replaces the value of a name in code or HTML, if it is a secret.
  ///
  /// - Returns: The position after the value; nil if nothing was replaced.
  func valueInCode(_ text: Span<UInt8>, after name: Range<Int>, _ scan: inout Scan) -> Int? {
    if text[name.upperBound] == UInt8(ascii: ":"), isURL(text, scheme: name) {
      return findsShapes ? userinfo(text, scheme: name, &scan) : nil
    }
    if scan.kind == .markup, let end = valueInMarkup(text, after: name, &scan) { return end }
    if text[name.upperBound] == UInt8(ascii: "="), isInQuery(text, before: name.lowerBound),
      let end = queryInLiteral(text, name, &scan)
    {
      return end
    }
    if let end = literal(text, name, &scan) ?? argument(text, ofCall: name, &scan)
      ?? argumentOfSignIn(text, name, &scan)
    {
      return end
    }
    guard text[name.upperBound] == UInt8(ascii: " "), findsShapes else { return nil }
    return credentials(text, scheme: name, &scan)
  }

  /// `?name=value` within a string that is a URL.
  private func queryInLiteral(
    _ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan
  ) -> Int? {
    let start = name.upperBound + 1
    var end = start
    while end < text.count, Self.urlCharacters.contains(text[end]) { end += 1 }
    guard end - start >= Self.shortestInQuery, end < text.count,
      Self.endsInQuery.contains(text[end]), TokenLikeness.isTokenLike(text, in: start..<end)
    else { return nil }
    return queryValue(text, name, from: start, &scan)
  }

  private static let shortestInQuery = 16
  private static let endsInQuery = ByteSet("\"'`&#\\")

  private func valueInMarkup(
    _ text: Span<UInt8>, after name: Range<Int>, _ scan: inout Scan
  ) -> Int? {
    switch text[name.upperBound] {
    case UInt8(ascii: "=") where isInQuery(text, before: name.lowerBound):
      queryValue(text, name, from: name.upperBound + 1, &scan)
    case UInt8(ascii: "="):
      valueInComment(text, name, &scan) ?? dataAttribute(text, name, &scan)
    case UInt8(ascii: "%"): percentEncoded(text, name, &scan)
    case UInt8(ascii: "&"):
      referencedMember(text, name, &scan) ?? highlighted(text, name, &scan)
    case UInt8(ascii: ">"): element(text, name, &scan) ?? unquotedAttribute(text, name, &scan)
    case UInt8(ascii: "<"):
      sibling(text, name, &scan) ?? tagged(text, name, &scan) ?? highlighted(text, name, &scan)
    case UInt8(ascii: ":"): tagged(text, name, &scan) ?? valueInComment(text, name, &scan)
    case UInt8(ascii: " "):
      elementWithAttributes(text, name, &scan) ?? unquotedAttribute(text, name, &scan)
        ?? tagged(text, name, &scan)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      attribute(text, name, &scan) ?? nestedAttribute(text, name, &scan)
        ?? highlighted(text, name, &scan)
    case UInt8(ascii: "]"): nestedAttribute(text, name, &scan)
    case 0x09, 0x0A, 0x0D: elementWithAttributes(text, name, &scan)
    default: nil
    }
  }

  /// `name = "value"`, `name: 'value'`, `"name": "value"` and `("name", "value")`, where a program
  /// generated the value.
  ///
  /// A closing quote is easily mistaken for an opening one. Code between two strings begins with an
  /// operator, a bracket or white space. A value therefore has to begin with a letter or a digit
  /// and must not contain characters that are frequent in code between strings.
  func literal(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard let (index, isArgument) = Self.quoteOfLiteral(text, name) else { return nil }
    let quote = text[index]
    // `"\"value\""`: a literal within a literal, as a build passes one on.
    let isNested = isArgument && text.equals("\\\"", at: index + 1)
    let start = index + (isNested ? 3 : 1)
    // Longer tokens have a known shape.
    let limit = min(text.count, start + 1024)
    var end = start
    let meaning = findsShapes && !isArgument ? meaning(text, of: name, &scan) : []
    if isArgument,
      let end = salt(text, name, quote: index, &scan) ?? words(text, name, quote: index, &scan)
    {
      return end
    }
    let characters =
      meaning.contains(.password)
      ? Self.passwordCharacters
      : meaning.contains(.plain)
        ? Self.keyCharacters
        : isArgument && scan.kind == .data ? Self.argumentCharacters : Self.literalCharacters
    var hasEscape = false
    while end < limit {
      if characters.contains(text[end]) || text[end] >= 0x80 {
        end += 1
      } else if meaning.contains(.password), let next = Self.endOfLetter(text, at: end) {
        end = next
        hasEscape = true
      } else {
        break
      }
    }
    guard end < limit, end > start, text[end] == quote || isNested && text[end] == 0x5C,
      text[start].isASCIIAlphanumeric || text[start] >= 0x80 || isArgument
        || end - start >= Self.shortestWithSign && (text[start] == 0x2D || text[start] == 0x5F)
        || Self.isKeyWithSign(text, start..<end),
      !isArgument || !Self.areConstants(text, name, start..<end),
      !isArgument || !Self.isMember(text, from: name.lowerBound - 1, to: end),
      !hasEscape || !Self.isLabel(text, name, escaped: start..<end),
      isSecretLiteral(text, name, start..<end)
        || isSecretLiteral(text, Self.lastPart(text, of: name), start..<end)
    else { return nil }
    scan.add(start..<end, name.map { text[$0] }, in: text)
    return end
  }

  /// Where the quote of a literal after a name stands, and whether a comma is between the two.
  private static func quoteOfLiteral(
    _ text: Span<UInt8>, _ name: Range<Int>
  ) -> (index: Int, isArgument: Bool)? {
    var index = name.upperBound
    let before = name.lowerBound > 0 ? text[name.lowerBound - 1] : 0x20
    if ByteSet.quotes.contains(text[index]) {
      guard before == text[index] else { return nil }
      index += 1
      index = signAfterSubscript(text, from: index) ?? index
    } else if ByteSet.quotes.contains(before) {
      return nil
    }
    guard index < text.count else { return nil }
    if index > name.upperBound, text[index] == UInt8(ascii: ",") {
      guard hasArgument(text, after: index) else { return nil }
      index = skipSpaces(text, index + 1)
      // Of two options in a list the second one is no value of the first.
      let dash = UInt8(ascii: "-")
      guard text[name.lowerBound] != dash || !text.equals("-", at: index + 1) else { return nil }
      return (index, true)
    }
    guard let opening = openingQuote(text, after: index),
      // The name of a member in JSON.
      !ByteSet.quotes.contains(before)
        || !JSONEntry.isKeyOfEntry(text, name, member: name.lowerBound, value: opening)
    else { return nil }
    return (opening, false)
  }

  /// True for a label of which letters are escaped: `"password": "Contrase\u00f1a"`.
  private static func isLabel(
    _ text: Span<UInt8>, _ name: Range<Int>, escaped value: Range<Int>
  ) -> Bool {
    var letters: [UInt8] = []
    JSONString.appendUnescaped(text, value, to: &letters)
    return HarmlessValues.isLabel(
      letters.view, letters.indices, PasswordNames.meaning(text, in: name))
  }

  /// True for a key in Base64 that begins with one of its two signs.
  private static func isKeyWithSign(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    value.count >= 24 && value.count % 4 == 0
      && (text[value.lowerBound] == UInt8(ascii: "/")
        || text[value.lowerBound] == UInt8(ascii: "+"))
      && value.allSatisfy { Base64Text.isLetter(text[$0]) || text[$0] == UInt8(ascii: "=") }
      && Entropy.looksRandom(value.map { text[$0] }[...])
  }

  /// True for two neighbours in a list of names: of constants (`'KEYPASSWD', 'KRB4LEVEL'`), with
  /// one beginning (`nid_challengePassword`, `nid_emailAddress`), of words that dashes join, or of
  /// which one ends in the other (`"APIKeys", "AsyncAPIKeys"`).
  private static func areConstants(
    _ text: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>
  ) -> Bool {
    if areRelated(text, name, value) { return true }
    return value.count < shortestWithSign
      && [name, value].allSatisfy { range in
        range.allSatisfy {
          (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(text[$0]) || text[$0].isASCIIDigit
            || text[$0] == UInt8(ascii: "_")
        }
      }
  }

  /// True for the value of one member and the name of the next one:
  /// `"type": "password", "autocomplete": "off"`.
  private static func isMember(
    _ text: Span<UInt8>, from open: Int, to close: Int
  ) -> Bool {
    let next = text.endOfSpace(from: close + 1)
    if next < text.count, ":=".utf8.contains(text[next]) { return true }
    var before = open
    while before > 0, text[before - 1] <= 0x20 { before -= 1 }
    return before > 0 && ":=>".utf8.contains(text[before - 1])
  }

  private static func areRelated(
    _ text: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>
  ) -> Bool {
    guard value.allSatisfy({ ByteSet.word.contains(text[$0]) }) else { return false }
    let common = zip(name, value).prefix { text[$0] == text[$1] }.count
    if common >= 4, text[name.lowerBound + common - 1] == UInt8(ascii: "_") { return true }
    let isKebab = [name, value].allSatisfy { range in
      range.contains { text[$0] == UInt8(ascii: "-") }
        && range.allSatisfy { text[$0] == UInt8(ascii: "-") || text[$0] >= 0x61 }
    }
    return isKebab
      || value.count > name.count && value.count <= name.count + longestPart
        && zip(name, value.suffix(name.count)).allSatisfy { text[$0] == text[$1] }
  }

  private static let longestPart = 12

  /// Code between two strings that begins with a sign is not as long.
  private static let shortestWithSign = 20

  /// The part of a name after its last dot: `process.env.TOKEN`.
  private static func lastPart(_ text: Span<UInt8>, of name: Range<Int>) -> Range<Int> {
    let dot = name.last { text[$0] == UInt8(ascii: ".") }
    return (dot.map { $0 + 1 } ?? name.lowerBound)..<name.upperBound
  }

  /// True for the text of a literal that is a secret under a name.
  func isSecretLiteral(_ text: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>) -> Bool {
    (TokenLikeness.isTokenLike(text, in: value) || isPasswordOfPerson(text, name, value))
      && !HarmlessValues.isInPlace(text, value)
      && !HarmlessValues.isOutcome(text, name, text, value) && isSecretInCode(text, name, value)
  }

  /// True for a password that a person may have chosen, under a name that means one: letters and a
  /// digit, or more letters than most words have, and no word about passwords.
  private func isPasswordOfPerson(
    _ text: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>
  ) -> Bool {
    guard findsShapes, let meaning = PasswordNames.meaning(text, in: name),
      !PasswordNames.isWord(text, value), !HarmlessValues.isLabel(text, value, meaning)
    else { return false }
    if value.contains(where: { text[$0].isASCIIDigit }) {
      let isWord =
        TokenLikeness.isSecretLike(text, in: value)
        && (meaning == .password || value.count >= Self.shortestOfPerson)
      guard isWord || TokenLikeness.isChosenWords(text, in: value) else { return false }
    } else if PasswordNames.isPassphrase(text, value, of: meaning) {
      return true
    } else {
      guard meaning == .password, value.count >= Self.shortestOfLetters,
        value.allSatisfy({ text[$0] > 0x60 && text[$0].isASCIILetter || text[$0] == 0x2D }),
        !PasswordNames.isWord(text, value), CredentialNames.strength(text, in: value) == nil
      else { return false }
    }
    return !value.contains {
      text[$0] | 0x20 == UInt8(ascii: "p")
        && text.holds(lowercased: Self.pass, at: $0, to: value.upperBound)
    }
  }

  private static let pass = Array("pass".utf8)
  private static let shortestOfPerson = 8
  private static let shortestOfLetters = 9

  /// True for a value that a program generated and that is a secret under its name.
  private func isSecretInCode(
    _ text: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>
  ) -> Bool {
    let isNamed =
      plainNames.contains(text, in: name)
      || (findsShapes && PasswordNames.meaning(text, in: name) != nil)
    if isNamed { return true }
    // A script may hold settings in Base64, without which it does something else.
    return findsShapes && mayMeanSecret(text, name) && !SuspiciousValue.isOfCode(text, name)
      && !Entropy.isReadableBase64(value.map { text[$0] }[...])
      && SuspiciousValue.isSecret(text, name, text, value)
  }

  /// True if a string follows a comma that is not as short as labels and other names are.
  package static func hasArgument(_ text: Span<UInt8>, after comma: Int) -> Bool {
    let quote = skipSpaces(text, comma + 1)
    guard quote < text.count, ByteSet.quotes.contains(text[quote]) else { return false }
    if let end = endOfQuoted(text, from: quote + 1, text[quote], 0),
      end - quote > shortestSalt
        || TokenLikeness.isUnrelatedWords(text, in: quote + 1..<end, words: 3)
    {
      return true
    }
    let isNested = text.equals("\\\"", at: quote + 1)
    let start = quote + (isNested ? 3 : 1)
    let limit = min(text.count, start + shortestArgument)
    var end = start
    while end < limit, argumentCharacters.contains(text[end]) || text[end] >= 0x80 { end += 1 }
    if end == limit { return end == start + shortestArgument && end < text.count }
    // A password may be as short, and then has a digit.
    return text[end] == (isNested ? 0x5C : text[quote]) && end - start >= shortestPasswordInCode
      && (start..<end).contains { text[$0].isASCIIDigit }
  }

  private static let shortestArgument = 12
  private static let shortestPasswordInCode = 6

  static let literalCharacters = ByteSet(.unreserved, "+/=%!@#^*:$")

  /// The characters that a literal may have besides, if it is assigned to the name of a password.
  private static let passwordCharacters = ByteSet(literalCharacters, "?&,;()|<> ")

  /// The characters that a literal may have besides, if it is assigned to the name of a key, as
  /// frameworks generate them.
  private static let keyCharacters = ByteSet(literalCharacters, "?&()_|<>,;")

  /// `define('AUTH_KEY', 'value')`, with all characters that WordPress generates.
  private func salt(
    _ text: Span<UInt8>, _ name: Range<Int>, quote: Int, _ scan: inout Scan
  ) -> Int? {
    let open = name.lowerBound - 1
    var before = open
    while before > 0, text[before - 1] == 0x20 { before -= 1 }
    guard findsShapes, before >= Self.define.count,
      text.holds(lowercased: Self.define, at: before - Self.define.count, to: before),
      !meaning(text, of: name, &scan).isEmpty,
      let end = Self.endOfQuoted(text, from: quote + 1, text[quote], 0),
      !Self.areConstants(text, name, quote + 1..<end),
      end - quote > Self.shortestSalt || PasswordNames.meaning(text, in: name) == .password,
      isSecret(text, name, quote + 1..<end, isQuoted: true)
        || end - quote > Self.shortestSalt
          && (quote + 1..<end).contains(where: { text[$0].isASCIIDigit })
    else { return nil }
    scan.add(quote + 1..<end, name.map { text[$0] }, in: text)
    return end
  }

  /// `setProperty("password", "value")` where the value is words that a person chose.
  private func words(
    _ text: Span<UInt8>, _ name: Range<Int>, quote: Int, _ scan: inout Scan
  ) -> Int? {
    guard findsShapes, let end = Self.endOfQuoted(text, from: quote + 1, text[quote], 0),
      TokenLikeness.isUnrelatedWords(text, in: quote + 1..<end, words: 3),
      !Self.isMember(text, from: name.lowerBound - 1, to: end),
      PasswordNames.isSecret(text, Self.lastPart(text, of: name), text, quote + 1..<end)
    else { return nil }
    scan.add(quote + 1..<end, name.map { text[$0] }, in: text)
    return end
  }

  private static let define = Array("define(".utf8)
  private static let shortestSalt = 32

  /// The characters that a literal may have besides, if it follows the name of a password and a
  /// comma.
  private static let argumentCharacters = ByteSet(literalCharacters, "?&")

  /// True for a text that is a literal, without code that builds it.
  static func isLiteral(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    range.allSatisfy { literalCharacters.contains(text[$0]) }
  }

  /// True for a text that may be a password in a literal, with letters of any script.
  static func isLiteralPassword(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    range.allSatisfy {
      text[$0] >= 0x80 || text[$0] > 0x20 && passwordCharacters.contains(text[$0])
        || text[$0] == UInt8(ascii: "'")
    }
  }

  /// True for a part of a URL that is a literal, without code that builds it.
  static func isLiteralURL(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    range.allSatisfy { urlCharacters.contains(text[$0]) }
  }

  private static let urlCharacters = ByteSet(.unreserved, "+/=%!:")

  /// True for the beginning of a template with a space in it, at which the URL ends:
  /// `?token={{ .Values.token }}`.
  static func isCutTemplate(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard value.upperBound < text.count, text[value.upperBound] == 0x20 else { return false }
    return beginningsOfTemplates.contains {
      $0.utf8CodeUnitCount == value.count && text.equals($0, in: value)
    }
  }

  private static let beginningsOfTemplates: [StaticString] = ["{{", "${{", "<%=", "!Ref", "!Sub"]

  /// True for what stands in a URL in the place of a value: the name of a variable (`${token}`,
  /// `$token`, `{token}` as in RFC 6570, `:token`), the mark of a format (`%s`), and a mask.
  static func isTemplate(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard let first = value.first, let last = value.last else { return false }
    let rest = value.dropFirst()
    let isName = !rest.isEmpty && rest.allSatisfy { text[$0].isASCIILetter || text[$0] == 0x5F }
    switch text[first] {
    case UInt8(ascii: "{"): return text[last] == UInt8(ascii: "}")
    case UInt8(ascii: "$"): return isName || text.equals("${", at: first)
    case UInt8(ascii: ":"), UInt8(ascii: "@"): return isName
    case UInt8(ascii: "%"): return isName && rest.count == 1 || text.equals("%(", at: first)
    case UInt8(ascii: "*"), UInt8(ascii: "."), UInt8(ascii: "x"), UInt8(ascii: "X"):
      return value.allSatisfy { text[$0] == text[first] }
    default: return false
    }
  }
}
