/// Names and values with something else than a sign between: the word of a command, a call, a
/// brace, the border of a table, a slash.
extension TextSecrets {
  /// False for a word of prose, as nearly every word before a space is: another word follows, and
  /// the word itself begins no rule.
  func mayPrecedeValue(_ text: Span<UInt8>, _ word: Range<Int>, _ scan: inout Scan) -> Bool {
    let next = word.upperBound + 1
    let first = text[word.lowerBound]
    guard next < text.count, text[next].isASCIILetter, !Self.firstsBeforeWords.contains(first)
    else {
      return true
    }
    let before = word.lowerBound > 0 ? text[word.lowerBound - 1] : 0x20
    // An element of markup, and a variable of a shell.
    return before == UInt8(ascii: "<") || before == UInt8(ascii: ":")
      || first < 0x60 && first >= 0x41 && word.count > 1 && text[word.lowerBound + 1] < 0x60
      || scan.hasEqualsSign(text, after: word.upperBound, within: Self.longestDeclaration)
  }

  /// The letters of options, schemes and `password`, after which a value may stand without a sign.
  private static let firstsBeforeWords = ByteSet("-bBpP")

  /// The name in `-Dname=value`, as programs in Java have it; the name itself for any other.
  static func withoutOption(_ text: Span<UInt8>, _ name: Range<Int>) -> Range<Int> {
    name.count > 3 && text[name.lowerBound] == UInt8(ascii: "-")
      && text[name.lowerBound + 1] == UInt8(ascii: "D")
      ? name.lowerBound + 2..<name.upperBound : name
  }

  // MARK: - What stands before a value

  /// Where a value begins after a sign: after spaces, a tag or an anchor of YAML (`!!str`,
  /// `&name`), and the end of an emphasised name (`**name:** value`).
  static func startOfValue(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = skipSpaces(text, start)
    guard index < text.count, signsBeforeValues.contains(text[index]) else { return index }
    if text.equals("** ", at: index) { return skipSpaces(text, index + 3) }
    // In properties of Java a value goes on after a backslash at the end of its line.
    if text[index] == UInt8(ascii: "\\") {
      let end = index + (text.equals("\\\r", at: index) ? 2 : 1)
      return end < text.count && text[end] == 0x0A ? skipSpaces(text, end + 1) : index
    }
    guard text[index] == UInt8(ascii: "&") || text.equals("!!", at: index) else { return index }
    let mark = index
    index += text[index] == UInt8(ascii: "!") ? 2 : 1
    while index < text.count, ByteSet.word.contains(text[index]) { index += 1 }
    guard index < text.count, text[index] == 0x20 else { return mark }
    return skipSpaces(text, index)
  }

  private static let signsBeforeValues = ByteSet("*&!\\")

  /// Where the text of a literal of several lines begins (`"""`, a line end, the text); nil for
  /// others.
  static func startOfLines(_ text: Span<UInt8>, quote: Int, _ level: Int) -> Int? {
    guard level > 0 else {
      guard text.equals("\"\"\"", at: quote) || text.equals("'''", at: quote) else { return nil }
      var start = quote + 3
      if start < text.count, text[start] == 0x0D { start += 1 }
      if start < text.count, text[start] == 0x0A { start = skipSpaces(text, start + 1) }
      return start
    }
    // `\"\"\"`, as JSON has a literal of GraphQL, and the escape of a line end.
    var start = quote
    for _ in 0..<3 {
      guard backslashes(text, from: start) == level, start + level < text.count,
        text[start + level] == UInt8(ascii: "\"")
      else { return nil }
      start += level + 1
    }
    return level == 1 && text.equals("\\n", at: start) ? skipSpaces(text, start + 2) : start
  }

  /// Where the text of a literal of several lines ends, without the escape of its last line end.
  static func endOfLines(_ text: Span<UInt8>, _ content: Range<Int>, _ level: Int) -> Int {
    var end = content.upperBound
    while end > content.lowerBound, text[end - 1] == 0x20 { end -= 1 }
    let escape = end - 2
    return level == 1 && escape > content.lowerBound && text.equals("\\n", at: escape)
      ? escape : content.upperBound
  }

  // MARK: - Commands and calls

  /// The words of shells, of Docker, of C and of web servers after which a name and its value
  /// follow.
  private static let commands: [StaticString] = [
    "setenv", "ENV", "SetEnv", "define", "proxy_set_header", "add_header", "more_set_headers",
    "fastcgi_param", "set-header", "add-header", "header_up", "header_down",
  ]

  /// `setenv NAME value`, `ENV NAME value`, `#define NAME "value"`, `set -gx NAME value`, and
  /// `:name "value"` and `name "value"` as in settings without a sign.
  func argument(
    _ text: Span<UInt8>, ofCommand name: Range<Int>, _ scan: inout Scan
  ) -> Int? {
    guard findsShapes else { return nil }
    let value = Self.skipSpaces(text, name.upperBound)
    guard value < text.count else { return nil }
    let level = Self.backslashes(text, from: value)
    let quote = value + level
    if quote < text.count, text[quote] == UInt8(ascii: "\"") || text[quote] == UInt8(ascii: "'") {
      let start = quote + 1
      guard !meaning(text, of: name, &scan).isEmpty,
        let end = Self.endOfQuoted(text, from: start, text[quote], level), end - start > 5,
        isSecretLiteral(text, name, start..<end)
          || text[max(0, name.lowerBound - 1)] == UInt8(ascii: ":")
            && SuspiciousValue.isSecret(text, name, text, start..<end)
      else { return nil }
      scan.add(start..<end, name.map { text[$0] }, in: text)
      return end
    }
    guard text[name.lowerBound] < 0x60, text[value] != UInt8(ascii: "$"),
      Self.isAfterCommand(text, name.lowerBound),
      !Self.isMacro(text, name.lowerBound), !meaning(text, of: name, &scan).isEmpty
    else { return nil }
    return assigned(text, name, from: value, &scan)
  }

  private static let longestCommand = 20

  /// True after `#define`, where a secret has quotes and all else is the name of another macro.
  private static func isMacro(_ text: Span<UInt8>, _ position: Int) -> Bool {
    var end = position
    while end > 0, text[end - 1] == 0x20 { end -= 1 }
    return end > 6 && text.equals("#define", at: end - 7)
  }

  /// True after the word of a command, or after `set` and options that export a variable.
  package static func isAfterCommand(_ text: Span<UInt8>, _ position: Int) -> Bool {
    var end = position
    func previous() -> Range<Int>? {
      guard end > 0, text[end - 1] == 0x20 else { return nil }
      while end > 0, text[end - 1] == 0x20 { end -= 1 }
      var start = end
      while start > 0, end - start < longestCommand, ByteSet.word.contains(text[start - 1]) {
        start -= 1
      }
      defer { end = start }
      return start < end ? start..<end : nil
    }
    guard let word = previous() else { return false }
    if commands.contains(where: { $0.utf8CodeUnitCount == word.count && text.equals($0, in: word) })
    {
      return true
    }
    guard text[word.lowerBound] == UInt8(ascii: "-"), word.contains(where: { text[$0] == 0x78 }),
      let command = previous()
    else { return false }
    return text.equals("set", in: command)
  }

  /// `config.setPassword("value")` and `builder.password("value")`.
  func argument(_ text: Span<UInt8>, ofCall name: Range<Int>, _ scan: inout Scan) -> Int? {
    let quote = name.upperBound + 1
    guard findsShapes, text[name.upperBound] == UInt8(ascii: "("), quote < text.count,
      ByteSet.quotes.contains(text[quote])
    else { return nil }
    var own = name
    while let dot = text.firstIndex(of: UInt8(ascii: "."), in: own) {
      own = dot + 1..<name.upperBound
    }
    let isSetter =
      own.count > 5
      && (text.equals("set", at: own.lowerBound)
        && text[own.lowerBound + 3] < 0x60
        || text.equals("with", at: own.lowerBound)
          && text[own.lowerBound + 4] < 0x60)
    guard isSetter || own.lowerBound > name.lowerBound else { return nil }
    if isSetter {
      own = own.lowerBound + (text[own.lowerBound] == UInt8(ascii: "s") ? 3 : 4)..<own.upperBound
    }
    guard !meaning(text, of: own, &scan).isEmpty,
      let end = Self.endOfQuoted(text, from: quote + 1, text[quote], 0), end + 1 < text.count,
      text[end + 1] == UInt8(ascii: ")"),
      Self.isLiteral(text, quote + 1..<end)
        || TokenLikeness.isChosenWords(text, in: quote + 1..<end)
        || meaning(text, of: own, &scan).contains(.password)
          && Self.isLiteralPassword(text, quote + 1..<end),
      isSecretLiteral(text, own, quote + 1..<end)
    else { return nil }
    scan.add(quote + 1..<end, own.map { text[$0] }, in: text)
    return end
  }

  // MARK: - Structures

  /// `NAME { value: "…" }` and `variable "NAME" { default = "…" }`, from the end of the name.
  func described(
    _ text: Span<UInt8>, _ name: Range<Int>, from end: Int, _ scan: inout Scan
  ) -> Int? {
    let brace = Self.skipSpaces(text, end)
    guard findsShapes, brace < text.count, text[brace] == UInt8(ascii: "{"),
      !meaning(text, of: name, &scan).isEmpty
    else { return nil }
    let limit = min(text.count, brace + Self.longestDescription)
    var index = brace + 1
    while index < limit, text[index] != UInt8(ascii: "}") {
      guard ByteSet.word.contains(text[index]) else {
        index += 1
        continue
      }
      let key = index
      while index < limit, ByteSet.word.contains(text[index]) { index += 1 }
      guard text.equals("value", in: key..<index) || text.equals("default", in: key..<index),
        let sign = Self.endOfSign(text, at: Self.skipSpaces(text, index))
      else { continue }
      let quote = Self.skipSpaces(text, sign)
      guard quote < limit, ByteSet.quotes.contains(text[quote]),
        let end = Self.endOfQuoted(text, from: quote + 1, text[quote], 0),
        SuspiciousValue.isSecret(text, name, text, quote + 1..<end)
      else { return nil }
      scan.add(quote + 1..<end, name.map { text[$0] }, in: text)
      return end
    }
    // `string Name { get; set; } = "…"`
    guard index < limit, text[index] == UInt8(ascii: "}"),
      let quote = Self.openingQuote(text, after: index + 1)
    else { return nil }
    return assigned(text, name, from: quote, &scan)
  }

  private static let longestDescription = 512

  /// `| NAME | value |`: two cells of a table in Markdown, and `NAME | value` on a line of its own,
  /// as the terminal of a database prints a record.
  func cell(_ text: Span<UInt8>, after name: Range<Int>, _ scan: inout Scan) -> Int? {
    let border = Self.skipSpaces(text, name.upperBound)
    guard findsShapes, border < text.count, text[border] == UInt8(ascii: "|"),
      !meaning(text, of: name, &scan).isEmpty
    else { return nil }
    let name = Self.phrase(text, endingWith: name)
    guard !meaning(text, of: name, &scan).isEmpty else { return nil }
    var before = name.lowerBound
    while before > 0, text[before - 1] == 0x20 { before -= 1 }
    let isLine = Self.startsLine(text, before)
    guard isLine || text[before - 1] == UInt8(ascii: "|") else { return nil }
    var start = Self.skipSpaces(text, border + 1)
    let isCode = start < text.count && text[start] == UInt8(ascii: "`")
    if isCode { start += 1 }
    var end = start
    while end < text.count, text[end] >= 0x20, !isLine || text[end] > 0x20,
      text[end] != UInt8(ascii: "|"), text[end] != UInt8(ascii: "`")
    {
      end += 1
    }
    let last = Self.skipSpaces(text, isCode ? end + 1 : end)
    while end > start, text[end - 1] == 0x20 { end -= 1 }
    // As a rule a cell of several words says something about the name.
    guard isLine ? Self.endsLine(text, last) : text.equals("|", at: last),
      TokenLikeness.isSecretLike(text, in: start..<end)
        || TokenLikeness.isUnrelatedWords(text, in: start..<end),
      // The head of a table names two columns.
      !HarmlessValues.isNameOfSecret(text, start..<end),
      SuspiciousValue.isSecret(text, name, text, start..<end)
    else { return nil }
    scan.add(start..<end, name.map { text[$0] }, in: text)
    return end
  }

  /// The items of a list in YAML under a name: `tokens:`, a line end, and lines that begin with a
  /// dash.
  func items(_ text: Span<UInt8>, of name: Range<Int>, _ scan: inout Scan) -> Int? {
    var index = name.upperBound + 1
    guard findsShapes, index < text.count, text[index] <= 0x0D else { return nil }
    var last: Int?
    for _ in 0..<Self.mostItems {
      index = text.endOfSpace(from: index)
      guard text.equals("- ", at: index) else { break }
      var start = Self.skipSpaces(text, index + 2)
      var end = Self.endOfLine(text, from: start)
      if end > start + 1, ByteSet.quotes.contains(text[start]), text[end - 1] == text[start] {
        start += 1
        end -= 1
      }
      index = end
      guard SuspiciousValue.isSecret(text, name, text, start..<end),
        TokenLikeness.isSecretLike(text, in: start..<end)
      else { continue }
      scan.add(start..<end, name.map { text[$0] }, in: text)
      last = end
    }
    return last
  }

  private static let mostItems = 64

  // MARK: - Places without a name

  /// The ports of servers whose passwords stand in `.pgpass`.
  private static let portsOfPostgres: [StaticString] = ["5432", "5433", "5434", "6432"]

  /// How a line of `.pgpass` goes on after its host.
  package static let postgresMarks = portsOfPostgres.map { ":\($0):" }

  /// The password in a line of `.pgpass`: `host:port:database:user:password`.
  func passwordOfPostgres(_ text: Span<UInt8>, port: Range<Int>, _ scan: inout Scan) -> Int? {
    guard findsShapes, port.count == 4, port.lowerBound > 1,
      text[port.lowerBound - 1] == UInt8(ascii: ":"),
      Self.portsOfPostgres.contains(where: { text.equals($0, in: port) })
    else { return nil }
    var start = port.upperBound
    for _ in 0..<2 {
      guard
        let colon = (start + 1..<min(text.count, start + 65)).first(where: {
          !ByteSet.word.contains(text[$0]) && text[$0] != UInt8(ascii: "*")
        }), text[colon] == UInt8(ascii: ":")
      else { return nil }
      start = colon
    }
    start += 1
    var end = start
    while end < text.count, text[end] > 0x20, text[end] != UInt8(ascii: "\""),
      text[end] != UInt8(ascii: "\\") || end + 1 < text.count && text[end + 1] == UInt8(ascii: ":")
    {
      end += 1
    }
    guard end - start >= 3, Placeholder.end(text, at: start) == nil else { return nil }
    scan.add(start..<end, Array("PASSWORD".utf8), in: text)
    return end
  }

  /// The texts that follow the password in the names of data sources of Go:
  /// `user:password@tcp(host)/name`.
  package static let addressMarks: [StaticString] = ["@tcp(", "@unix("]

  /// The password in `user:password@tcp(host:port)/name`.
  func passwordBeforeAddress(
    _ text: Span<UInt8>, user: Range<Int>, _ scan: inout Scan
  ) -> Int? {
    let start = user.upperBound + 1
    guard findsShapes, start < text.count, text[start] > 0x20, !ByteSet.quotes.contains(text[start])
    else { return nil }
    var end = start
    let limit = min(text.count, start + 80)
    while end < limit, text[end] > 0x20, !ByteSet.quotes.contains(text[end]) {
      if text[end] == UInt8(ascii: "@"),
        Self.addressMarks.contains(where: { text.equals($0, at: end) })
      {
        guard Self.mayBePassword(text, start..<end) else { return nil }
        scan.add(start..<end, Array("PASSWORD".utf8), in: text)
        return end
      }
      end += 1
    }
    return nil
  }

  /// The texts before the user and the password in URLs of Oracle.
  package static let oracleMarks: [StaticString] = ["jdbc:oracle:thin:", "jdbc:oracle:oci:"]

  /// The password in `jdbc:oracle:thin:user/password@//host`.
  func passwordOfOracle(_ text: Span<UInt8>, user: Range<Int>, _ scan: inout Scan) -> Int? {
    guard findsShapes,
      Self.oracleMarks.contains(where: {
        let start = user.lowerBound - $0.utf8CodeUnitCount
        return start >= 0 && text.equals($0, in: start..<user.lowerBound)
      })
    else { return nil }
    let start = user.upperBound + 1
    var end = start
    var at: Int?
    while end < text.count, end - start < 128, !text[end].endsURL {
      let goesOn =
        end + 1 < text.count
        && (text[end + 1] == UInt8(ascii: "/") || text[end + 1].isASCIILetter
          || text[end + 1].isASCIIDigit || text[end + 1] == UInt8(ascii: "("))
      if text[end] == UInt8(ascii: "@"), goesOn { at = end }
      end += 1
    }
    guard let at, Self.mayBePassword(text, start..<at) else { return nil }
    scan.add(start..<at, Array("PASSWORD".utf8), in: text)
    return at
  }

  /// The words of a path after which a segment gives access once.
  package static let onceNames = SecretNames([
    "reset-password", "password-reset", "magic-link", "invite", "invitation", "verify-email",
    "email-verification", "confirm-email", "activate", "unsubscribe", "one-time-login", "magic",
    "magic-login",
    "reset", "confirm", "verify",
  ])

  /// True for a word of a path after which a segment may give access.
  ///
  /// After a plural the identifier of one of them follows: `/tokens/42`.
  package static func mayPrecedeSecret(_ text: Span<UInt8>, _ word: Range<Int>) -> Bool {
    onceNames.contains(text, in: word)
      || !word.isEmpty && text[word.upperBound - 1] | 0x20 != UInt8(ascii: "s")
        && CredentialNames.strength(text, in: word) == .strong
  }

  /// The segment of a path after a word that says that it gives access: `/reset-password/…`,
  /// `/token/…`.
  ///
  /// A service has identifiers of tokens in such places as well, so that a UUID or a number is
  /// none.
  func segment(_ text: Span<UInt8>, after word: Range<Int>, _ scan: inout Scan) -> Int? {
    guard findsShapes, word.lowerBound > 0, text[word.lowerBound - 1] == UInt8(ascii: "/"),
      word.count >= 5
    else { return nil }
    let start = word.upperBound + 1
    var end = start
    while end < text.count, ByteSet.unreserved.contains(text[end]) { end += 1 }
    // Most segments are shorter, and the meaning of the word need not be known.
    guard end - start >= 20,
      end == text.count || text[end].endsURL || Self.endsSegment.contains(text[end]),
      Self.mayPrecedeSecret(text, word), !SuspiciousValue.isFileName(text, start..<end),
      Entropy.looksRandom((start..<end).map { text[$0] }[...])
    else { return nil }
    scan.add(start..<end, word.map { text[$0] }, in: text)
    return end
  }

  private static let endsSegment = ByteSet("/?#&,;)")
}
