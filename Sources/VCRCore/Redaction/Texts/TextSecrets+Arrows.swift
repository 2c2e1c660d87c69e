/// Names and values with an arrow between.
extension TextSecrets {
  /// `name -> value` and `name → value`, as programs say what they read or set, and
  /// `name <- "value"`, as R assigns.
  func arrow(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard findsShapes, let start = Self.endOfArrow(text, from: name.upperBound),
      case let value = Self.skipSpaces(text, start), value < text.count,
      !meaning(text, of: name, &scan).isEmpty
    else { return nil }
    let quote = value + Self.backslashes(text, from: value)
    if quote < text.count, ByteSet.quotes.contains(text[quote]) {
      return assigned(text, name, from: value, &scan)
    }
    guard text[start - 2] != UInt8(ascii: "-") || text[start - 3] != UInt8(ascii: "<") else {
      return nil
    }
    var end = value
    while end < text.count, text[end] > 0x20, !Self.endsAfterArrow.contains(text[end]) { end += 1 }
    let own = value..<end
    // In code a parameter stands before an arrow, and in a list of changes another name after it.
    guard end == text.count || text[end] <= 0x20 || "\"\\,;)".utf8.contains(text[end]),
      TokenLikeness.isSecretLike(text, in: own), own.contains(where: { text[$0].isASCIIDigit }),
      own.contains(where: { text[$0].isASCIILetter }),
      TokenLikeness.isTokenLike(text, in: own)
        || !own.contains(where: { text[$0] == UInt8(ascii: ".") || text[$0] == UInt8(ascii: "/") }),
      !CredentialNames.isCredential(text, in: own), SuspiciousValue.isSecret(text, name, text, own)
    else { return nil }
    scan.add(own, name.map { text[$0] }, in: text)
    return end
  }

  private static let endsAfterArrow = ByteSet("\"'`\\,;(){}<>")

  /// The position after an arrow and a space; nil where none stands.
  private static func endOfArrow(_ text: Span<UInt8>, from end: Int) -> Int? {
    let sign = skipSpaces(text, end)
    guard sign > end, sign + 3 < text.count else { return nil }
    if text.equals("-> ", at: sign) || text.equals("<- ", at: sign) { return sign + 3 }
    return text.equals("→ ", at: sign) ? sign + 4 : nil
  }

  /// `name = "value" -> "value"`, as Terraform shows what it would change.
  func change(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    let sign = Self.skipSpaces(text, name.upperBound)
    guard findsShapes, text.equals("= ", at: sign),
      case let first = Self.skipSpaces(text, sign + 2) + Self.backslashes(text, from: sign + 2),
      case let level = first - sign - 2, first < text.count, text[first] == UInt8(ascii: "\""),
      let closed = Self.endOfQuoted(text, from: first + 1, text[first], level),
      text.equals(" -> ", at: closed + level + 1)
    else { return nil }
    let second = closed + level + 5 + level
    guard second < text.count, text[second] == UInt8(ascii: "\""),
      let last = Self.endOfQuoted(text, from: second + 1, text[second], level),
      !meaning(text, of: name, &scan).isEmpty
    else { return nil }
    var end: Int?
    for value in [first + 1..<closed, second + 1..<last]
    where SuspiciousValue.isSecret(text, name, text, value)
      && TokenLikeness.isSecretLike(text, in: value)
    {
      scan.add(value, name.map { text[$0] }, in: text)
      end = value.upperBound
    }
    return end
  }
}
