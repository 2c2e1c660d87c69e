/// Literals of programs that do not begin with a quotation mark.
extension TextSecrets {
  /// Where the quote stands that begins a literal with something before it: the letters of a kind
  /// (`N'…'`, `b"…"`, `rb'…'`), a sign (`@"…"`, `$"…"`), or what the value is wrapped in
  /// (`Some("…")`, `SecretStr('…')`), or the backslashes before that quote; the position itself for
  /// others.
  static func startOfPrefixed(_ text: Span<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < text.count, index - start < longestPrefix, prefixes.contains(text[index]) {
      index += 1
    }
    let quote = index + backslashes(text, from: index)
    if index > start, quote < text.count,
      text[quote].isQuotationMark
    {
      return index
    }
    index = start
    while index < text.count, index - start < longestWrapper,
      ByteSet.word.contains(text[index]) || text[index] == UInt8(ascii: ":")
    {
      index += 1
    }
    guard index > start, index + 1 < text.count, text[index] == UInt8(ascii: "("),
      case let inner = index + 1 + backslashes(text, from: index + 1), inner < text.count,
      ByteSet.quotes.contains(text[inner]), wrappers.contains(text, in: start..<index)
    else { return start }
    return index + 1
  }

  private static let prefixes = ByteSet("NEbBrRuUfFL@$")
  private static let longestPrefix = 2

  /// The types and cases that hold a value; other calls look one up.
  private static let wrappers = SecretNames([
    "Some", "Just", "Ok", "Right", "Option", "Optional", "Optional.of", "Secret", "SecretStr",
    "SecretString", "SecretBytes", "SecretValue", "Sensitive", "Redacted", "Password", "Token",
    "String", "str", "bytes", "Bytes", "Text", "Value", "StringValue", "NSString", "Buffer.from",
    "Secret.new", "SecretString.new", "String.from", "plainText", "SecureString", "String::from",
    "SecretString::from", "SecretString::new", "Secret::new",
  ])
  private static let longestWrapper = 24

  /// True for a literal with letters before it into which a program puts something.
  static func isInterpolated(_ text: Span<UInt8>, _ prefix: Int, _ content: Range<Int>) -> Bool {
    text.firstIndex(of: UInt8(ascii: "{"), in: content) != nil
      && (prefix..<content.lowerBound).contains {
        text[$0] | 0x20 == UInt8(ascii: "f") || text[$0] == UInt8(ascii: "$")
      }
  }

  /// The text of a literal in brackets: `q{…}` of Perl, `%q(…)` of Ruby, `[[…]]` of Lua; nil for
  /// anything else.
  static func bracketedLiteral(_ text: Span<UInt8>, from start: Int) -> Range<Int>? {
    for (open, close) in brackets where text.equals(open, at: start) {
      let first = start + open.utf8CodeUnitCount
      let limit = min(text.count, first + longestQuoted)
      var end = first
      while end < limit, text[end] > 0x20, !endsBracketed.contains(text[end]) { end += 1 }
      guard end > first, text.equals(close, at: end) else { return nil }
      return first..<end
    }
    return nil
  }

  private static let brackets: [(open: StaticString, close: StaticString)] = [
    ("q{", "}"), ("qq{", "}"), ("q(", ")"), ("qq(", ")"), ("%q(", ")"), ("%Q(", ")"), ("%q{", "}"),
    ("%Q{", "}"), ("[[", "]]"), ("[=[", "]=]"),
    ("[==[", "]==]"),
  ]
  private static let endsBracketed = ByteSet("\"'`{}()[]")

  /// Replaces the text of a literal, if it is a secret.
  func literal(
    _ text: Span<UInt8>, _ name: Range<Int>, _ content: Range<Int>, isPlain: Bool,
    _ scan: inout Scan
  ) -> Int? {
    guard
      isPlain
        ? isSecret(text, name, content, isQuoted: true)
        : SuspiciousValue.isSecret(text, name, text, content)
    else { return nil }
    scan.add(content, name.map { text[$0] }, in: text)
    return content.upperBound
  }

  /// True within a string, so that the next quote ends it: `"Password:" + text + "…"`.
  func isOpen(
    _ quote: UInt8, _ level: Int, _ text: Span<UInt8>, before index: Int
  ) -> Bool {
    precondition(index <= text.count)
    var count = 0
    var place = index
    // Longer lines are not examined further back.
    let floor = max(0, index - 256)
    while place > floor {
      let byte = unsafe text[unchecked: place - 1]
      if byte == 0x0A { break }
      // A line within a string of JSON.
      if level > 0, byte == UInt8(ascii: "n"), place > 1, text[place - 2] == UInt8(ascii: "\\"),
        place < 3 || text[place - 3] != UInt8(ascii: "\\")
      {
        break
      }
      place -= 1
      guard byte == quote else { continue }
      if level > 0 {
        var run = 0
        while run < place, text[place - run - 1] == UInt8(ascii: "\\") { run += 1 }
        guard run == level else { continue }
      }
      // An apostrophe within a word is not a quote.
      let isInWord =
        place > 0 && text[place - 1].isASCIILetter && text[place + 1].isASCIILetter
      if quote != UInt8(ascii: "'") || !isInWord { count += 1 }
    }
    return count % 2 == 1
  }

  /// The value of a name in YAML that stands alone on the next line, farther to the right.
  func indented(_ text: Span<UInt8>, under name: Range<Int>, _ scan: inout Scan) -> Int? {
    let line = name.upperBound + 1
    guard findsShapes, line < text.count, text[line] == 0x0A || text[line] == 0x0D else {
      return nil
    }
    let start = text.endOfSpace(from: line)
    let end = Self.endOfLine(text, from: start)
    let column = Self.column(text, start)
    guard end > start, text[end - 1] != UInt8(ascii: ":"),
      Self.column(text, name.lowerBound) < column, column < .max,
      !(start..<end).contains(where: { text[$0] <= 0x20 || Self.endsBracketed.contains(text[$0]) })
    else { return nil }
    return literal(
      text, name, start..<end, isPlain: meaning(text, of: name, &scan).contains(.plain), &scan)
  }

  /// The value of a name in YAML that lines below describe, one of which has it: `password:`,
  /// `type: string` and `example: value`, as in OpenAPI.
  func member(_ text: Span<UInt8>, under name: Range<Int>, _ scan: inout Scan) -> Int? {
    var line = name.upperBound + 1
    let column = Self.column(text, name.lowerBound)
    guard findsShapes, line < text.count, text[line] == 0x0A || text[line] == 0x0D, column < .max
    else { return nil }
    let meaning = meaning(text, of: name, &scan)
    guard !meaning.isEmpty else { return nil }
    for _ in 0..<Self.mostLines {
      let start = text.endOfSpace(from: line)
      guard start < text.count, Self.column(text, start) > column,
        Self.column(text, start) < .max
      else { return nil }
      line = Self.endOfLine(text, from: start)
      let key = (start..<line).prefix { ByteSet.word.contains(text[$0]) }
      guard text.equals(": ", at: key.endIndex),
        case .value? = JSONEntry.Role(key.map { text[$0] })
      else { continue }
      // The end of a line leaves out the space of a member without a value.
      guard key.endIndex + 2 < line else { return nil }
      var value = Self.skipSpaces(text, key.endIndex + 2)..<line
      if value.count > 2, ByteSet.quotes.contains(text[value.lowerBound]),
        text[line - 1] == text[value.lowerBound]
      {
        value = value.lowerBound + 1..<line - 1
      }
      return literal(text, name, value, isPlain: meaning.contains(.plain), &scan)
    }
    return nil
  }

  /// How many spaces stand before a position in its line; the greatest number where something else
  /// does.
  private static func column(_ text: Span<UInt8>, _ start: Int) -> Int {
    var first = start
    while first > 0, text[first - 1] == 0x20 { first -= 1 }
    return first == 0 || text[first - 1] == 0x0A ? start - first : .max
  }

  private static let mostLines = 12

  /// `{password, "value"}` and `{password, <<"value">>}`, as Erlang has a name and a value.
  func pairOfErlang(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard findsShapes, name.lowerBound > 0, text[name.lowerBound - 1] == UInt8(ascii: "{") else {
      return nil
    }
    var quote = Self.skipSpaces(text, name.upperBound + 1)
    if text.equals("<<", at: quote) { quote += 2 }
    guard quote < text.count, text[quote] == UInt8(ascii: "\""),
      let end = Self.endOfQuoted(text, from: quote + 1, text[quote], 0), end > quote + 1
    else { return nil }
    let meaning = meaning(text, of: name, &scan)
    guard !meaning.isEmpty else { return nil }
    return literal(text, name, quote + 1..<end, isPlain: meaning.contains(.plain), &scan)
  }

  /// The name with the letters of other scripts before it, if it means a password only with them
  /// (`contraseña`); the name itself for others.
  static func wholeName(_ text: Span<UInt8>, _ name: Range<Int>) -> Range<Int> {
    guard name.lowerBound > 0, text[name.lowerBound - 1] >= 0x80 else {
      return phraseForPassword(text, name)
    }
    var start = name.lowerBound
    while start > 0, name.upperBound - start < longestWrapper,
      text[start - 1] >= 0x80 || ByteSet.word.contains(text[start - 1])
    {
      start -= 1
    }
    let whole = start..<name.upperBound
    return PasswordNames.meaning(text, in: name) == nil
      && PasswordNames.meaning(text, in: whole) != nil ? whole : name
  }

  /// The words for a password that a name ends, where that is more than a word (`mot de passe`);
  /// the name itself for others.
  private static func phraseForPassword(_ text: Span<UInt8>, _ name: Range<Int>) -> Range<Int> {
    guard (5...6).contains(name.count), name.lowerBound > 0, text[name.lowerBound - 1] == 0x20
    else { return name }
    switch text[name.lowerBound] | 0x20 {
    case UInt8(ascii: "p"), UInt8(ascii: "s"), UInt8(ascii: "l"): break
    default: return name
    }
    for phrase in bytesOfPhrases {
      let start = name.upperBound - phrase.count
      if start >= 0, text.holds(lowercased: phrase, at: start, to: name.upperBound) {
        return start..<name.upperBound
      }
    }
    return name
  }

  /// The words for a password that are more than a word.
  package static let phrasesForPasswords = ["mot de passe", "kata sandi", "kata laluan"]
  private static let bytesOfPhrases = phrasesForPasswords.map { Array($0.utf8) }

  /// True for a function or a method with its arguments behind it: `request.getParameter("token")`.
  static func isCalled(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    value.upperBound < text.count && text[value.upperBound] == UInt8(ascii: "(")
      && value.allSatisfy { ByteSet.word.contains(text[$0]) || text[$0] == UInt8(ascii: ".") }
      && (value.isEmpty || value.lowerBound == 0
        || !ByteSet.quotes.contains(text[value.lowerBound - 1]))
  }

  /// True for what a program has behind the name of a secret: the words of a type (`string|null`),
  /// a constant behind another one (`BAD_PASSWORD = ERROR_BASE + 15`), and a function of its own
  /// (`password = _read_line`).
  static func isNameInCode(
    _ text: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>
  ) -> Bool {
    if text.firstIndex(of: UInt8(ascii: "|"), in: value) != nil {
      var start = value.lowerBound
      return (value.lowerBound...value.upperBound).allSatisfy { index in
        guard index == value.upperBound || text[index] == UInt8(ascii: "|") else { return true }
        defer { start = index + 1 }
        return PasswordNames.isWord(text, start..<index)
      }
    }
    let underscore = UInt8(ascii: "_")
    guard text[name.upperBound] == 0x20, text.firstIndex(of: underscore, in: value) != nil else {
      return false
    }
    if text[value.lowerBound] == underscore {
      return value.allSatisfy { text[$0] == underscore || text[$0].isASCIILowercase }
    }
    return [name, value].allSatisfy { range in
      range.allSatisfy { text[$0] == underscore || text[$0].isASCIIUppercase }
    }
  }
}
