/// The value of a name by the sign behind the name.
extension TextSecrets {
  /// Replaces the value of a name, if it is a secret.
  ///
  /// - Returns: The position after the value; nil if nothing was replaced.
  func value(_ text: Span<UInt8>, after name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard scan.kind == .data else { return valueInCode(text, after: name, &scan) }
    let name = Self.nameOfCode(text, Self.wholeName(text, Self.withoutOption(text, name)))
    if let end = codes(text, after: name, &scan) { return end }
    switch text[name.upperBound] {
    case UInt8(ascii: "="): return valueBehindEquals(text, name, &scan)
    case UInt8(ascii: ":"): return valueBehindColon(text, name, &scan)
    case UInt8(ascii: "?"), UInt8(ascii: "|"), UInt8(ascii: "+"), UInt8(ascii: "*"):
      return Self.endOfSign(text, at: name.upperBound).flatMap {
        assigned(text, name, from: $0, &scan)
      }
    case UInt8(ascii: " "): return valueBehindSpace(text, name, &scan)
    case UInt8(ascii: "("):
      return passwordOfRole(text, name, &scan) ?? argument(text, ofCall: name, &scan)
        ?? argumentOfSignIn(text, name, &scan)
    case UInt8(ascii: "/"):
      return segment(text, after: name, &scan) ?? passwordOfOracle(text, user: name, &scan)
    case UInt8(ascii: "%"): return percentEncoded(text, name, &scan)
    case UInt8(ascii: "&"): return referencedMember(text, name, &scan)
    case UInt8(ascii: ">"): return element(text, name, &scan)
    case UInt8(ascii: "<"): return sibling(text, name, &scan) ?? tagged(text, name, &scan)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return valueBehindQuote(text, name, &scan)
    case UInt8(ascii: "\\"):
      return attribute(text, name, &scan) ?? escapedName(text, name, &scan)
        ?? userOption(text, name, &scan) ?? listedOption(text, name, &scan)
        ?? counted(text, name, &scan) ?? coloured(text, name, &scan)
    case 0x1B: return coloured(text, name, &scan)
    case UInt8(ascii: "]"): return printed(text, name, &scan) ?? nestedAttribute(text, name, &scan)
    case UInt8(ascii: ","): return pairOfErlang(text, name, &scan)
    case 0x09:
      return elementWithAttributes(text, name, &scan)
        ?? (Self.beginsDirective(text, name.lowerBound) ? directive(text, name, &scan) : nil)
    case 0x0A, 0x0D:
      return elementWithAttributes(text, name, &scan) ?? nextLine(text, name, &scan)
        ?? nextItem(text, name, &scan)
    default: return text[name.upperBound] == UInt8(ascii: "`") ? literal(text, name, &scan) : nil
    }
  }

  /// `name=value`.
  private func valueBehindEquals(
    _ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan
  ) -> Int? {
    if let end = userOption(text, name, &scan) { return end }
    guard !isHarmless(text, name, &scan) else { return nil }
    if isInQuery(text, before: name.lowerBound), !scan.isForm,
      let end = queryValue(text, name, from: name.upperBound + 1, &scan)
    {
      return end
    }
    // Settings may also be separated by `;`.
    guard scan.isForm || name.lowerBound == 0 || text[name.lowerBound - 1] != UInt8(ascii: "&")
    else { return nil }
    return argumentOfSignIn(text, name, &scan)
      ?? assigned(text, name, from: endOfSign(text, name), &scan) ?? coloured(text, name, &scan)
  }

  /// `name: value`, and what else a colon follows.
  private func valueBehindColon(
    _ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan
  ) -> Int? {
    if isURL(text, scheme: name) {
      return findsShapes ? userinfo(text, scheme: name, &scan) : nil
    }
    if let end = passwordOfPostgres(text, port: name, &scan)
      ?? passwordBeforeAddress(text, user: name, &scan)
    {
      return end
    }
    // A time of day (`2026-11-22T10:04`), an address and a ratio, which texts have more than names.
    if text[name.lowerBound].isASCIIDigit, text[name.upperBound - 1].isASCIIDigit,
      name.upperBound + 1 < text.count, text[name.upperBound + 1].isASCIIDigit
    {
      return nil
    }
    // `${NAME:?message}` in a shell.
    guard !text.equals(":?", at: name.upperBound), !isInColonPath(text, name),
      !Self.isResultOfTest(text, name), !isHarmless(text, name, &scan),
      !Self.isOfHarmless(text, name)
    else { return nil }
    return assigned(text, name, from: endOfSign(text, name), &scan)
      ?? typedAssignment(text, name, &scan) ?? indented(text, under: name, &scan)
      ?? member(text, under: name, &scan)
      ?? items(text, of: name, &scan)
      ?? tagged(text, name, &scan) ?? coloured(text, name, &scan)
  }

  /// `name value`, of a sentence, a command or a table.
  private func valueBehindSpace(
    _ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan
  ) -> Int? {
    if let end = stated(text, name, &scan) ?? argumentOfSignIn(text, name, &scan) { return end }
    if text.equals(" is <", at: name.upperBound), let end = tagged(text, name, &scan) {
      return end
    }
    if Self.beginsDirective(text, name.lowerBound), let end = directive(text, name, &scan) {
      return end
    }
    guard mayPrecedeValue(text, name, &scan) else { return nil }
    if let end = elementWithAttributes(text, name, &scan) { return end }
    if let end = identified(text, by: name, &scan) ?? passwordOfRole(text, name, &scan) {
      return end
    }
    if let end = change(text, name, &scan) ?? spacedAssignment(text, name, &scan)
      ?? arrow(text, name, &scan)
    {
      return end
    }
    if let end = option(text, name, &scan) ?? userOption(text, name, &scan)
      ?? netrcPassword(text, name, &scan) ?? argument(text, ofCommand: name, &scan)
      ?? cell(text, after: name, &scan) ?? described(text, name, from: name.upperBound, &scan)
    {
      return end
    }
    return findsShapes ? credentials(text, scheme: name, &scan) : nil
  }

  /// `"name": "value"`, and what else stands in quotes.
  private func valueBehindQuote(
    _ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan
  ) -> Int? {
    // The last word of a longer string is no name.
    guard name.lowerBound > 0, text[name.lowerBound - 1] == text[name.upperBound],
      !Self.isBeforeColon(text, name.upperBound) || !isHarmless(text, name, &scan)
    else { return nestedAttribute(text, name, &scan) }
    return attribute(text, name, &scan) ?? quotedName(text, name, &scan)
      ?? userOption(text, name, &scan) ?? listedOption(text, name, &scan)
      ?? counted(text, name, &scan) ?? literal(text, name, &scan) ?? nextLine(text, name, &scan)
      ?? described(text, name, from: name.upperBound + 1, &scan)
  }

  /// True for a name that means nothing, whatever its value is.
  private func isHarmless(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Bool {
    meaning(text, of: name, &scan).isEmpty
  }

  /// True for a quote after which a colon stands, as after the name of a member.
  private static func isBeforeColon(_ text: Span<UInt8>, _ quote: Int) -> Bool {
    quote + 1 < text.count && text[quote + 1] == UInt8(ascii: ":")
  }

  /// True for the second part of a name of which the first one has another meaning, as annotations
  /// of Kubernetes have it (`checksum/secret: …`), and for the end of a path before another path
  /// (`-v /etc/passwd:/etc/passwd:ro`).
  private static func isOfHarmless(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    guard name.lowerBound > 1, text[name.lowerBound - 1] == UInt8(ascii: "/") else { return false }
    if text.equals(":/", at: name.upperBound) { return true }
    var start = name.lowerBound - 1
    while start > 0, ByteSet.word.contains(text[start - 1]) { start -= 1 }
    return CredentialWords.meaning(text, start..<name.lowerBound - 1) == .harmless
  }

  private func endOfSign(_ text: Span<UInt8>, _ name: Range<Int>) -> Int {
    Self.endOfSign(text, at: name.upperBound) ?? name.upperBound + 1
  }

  /// True for a word within `arn:aws:secretsmanager:…:secret:name` and similar names of resources.
  private func isInColonPath(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    guard name.lowerBound > 1, text[name.lowerBound - 1] == UInt8(ascii: ":"),
      name.upperBound + 1 < text.count
    else { return false }
    let (before, after) = (text[name.lowerBound - 2], text[name.upperBound + 1])
    return before > 0x20 && before != UInt8(ascii: "\"") && after > 0x20
      && after != UInt8(ascii: "\"")
  }
}
