/// Passwords that are made of letters alone, as people choose them, in text that is not code.
extension TextSecrets {
  /// The fewest characters of a password in a setting.
  private static let shortestPassword = 4

  /// True for a value that is a secret after its name.
  ///
  /// In prose a word after the name of a password is a part of a sentence, so there the value has
  /// to look generated. In a setting (`DB_PASSWORD=tiger`, `password: tiger` as a whole line,
  /// `"tiger"` in quotes) every value is a password that is not a word about passwords.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The range of the name, which means a secret.
  ///   - value: The range of the value, without quotes.
  ///   - isQuoted: True for a value that begins after a quote.
  /// - Returns: False for words, types and variables.
  func isSecret(
    _ text: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>, isQuoted: Bool
  ) -> Bool {
    let meaning = PasswordNames.meaning(text, in: name)
    guard !Self.isOther(text, name, value, meaning),
      !Self.isReference(text, value, meaning, isQuoted: isQuoted)
    else { return false }
    let isSecretLike = TokenLikeness.isSecretLike(text, in: value)
    guard findsShapes, !value.isEmpty, let meaning else {
      return (isSecretLike || findsShapes && TokenLikeness.isTokenLike(text, in: value))
        && !TokenLikeness.isPath(text, in: value)
    }
    var word = value
    while !word.isEmpty, Self.endsSentence(text[word.upperBound - 1]) {
      word = word.lowerBound..<word.upperBound - 1
    }
    guard !word.isEmpty, !PasswordNames.isWord(text, word), !Self.isVariable(text, value),
      !PasswordNames.isFolder(text, name, text, value)
    else { return false }
    if isSecretLike || TokenLikeness.isTokenLike(text, in: value) { return true }
    let isLine = meaning != .likely && text.firstIndex(of: 0x20, in: value) != nil
    if isQuoted || isLine,
      TokenLikeness.isChosenWords(text, in: value)
        || PasswordNames.isPassphrase(text, value, of: meaning)
    {
      return true
    }
    return
      (meaning == .password && value.count >= Self.shortestPassword
      || meaning == .account && PasswordNames.isWordOfAccount(text, value))
      && !PasswordNames.isLabel(text, value)
      && Self.isSetting(text, name, value, isQuoted: isQuoted)
  }

  /// True for what stands in the place of a value: the mark of a template (`{name}`, `[token]`,
  /// `#{password}`), what a shell puts in (`$(cat file)`), a number in hexadecimal, the address of
  /// a page, and the word in capitals that a list of options has for each value.
  private static func isOther(
    _ text: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>,
    _ meaning: PasswordNames.Meaning?
  ) -> Bool {
    guard let first = value.first, let last = value.last else { return false }
    if HarmlessValues.contains(text, value, meaning)
      || HarmlessValues.isReference(text, value, isEncoded: true)
      || meaning != .password && HarmlessValues.isDate(text, value)
      || meaning == .likely && PasswordNames.isStored(text, name, text, value)
      || HarmlessValues.isOutcome(text, name, text, value)
    {
      return true
    }
    // The point of a sentence about a template is no part of it.
    if text[last] == UInt8(ascii: "."), HarmlessValues.isInPlace(text, value.dropLast()) {
      return true
    }
    if text.firstIndex(of: UInt8(ascii: "\\"), in: value) != nil,
      let plain = withoutEscapes(text, value),
      HarmlessValues.contains(plain.view, plain.indices, meaning)
    {
      return true
    }
    switch text[first] {
    case UInt8(ascii: "{"): return text[last] == UInt8(ascii: "}")
    case UInt8(ascii: "["): return text[last] == UInt8(ascii: "]")
    case UInt8(ascii: "#"): return text.equals("#{", at: first) && first + 2 < value.upperBound
    case UInt8(ascii: "$"): return text.equals("$(", at: first) || text.equals("$$(", at: first)
    case UInt8(ascii: "0"):
      return text.equals("0x", at: first) && value.count <= 10
        && value.dropFirst(2).allSatisfy { text[$0].hexValue != nil }
    case UInt8(ascii: "h"):
      return meaning == nil
        && (text.equals("https://", at: first) || text.equals("http://", at: first))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"):
      let isOption =
        text[name.lowerBound] == UInt8(ascii: "-")
        || name.lowerBound > 0 && text[name.lowerBound - 1] == UInt8(ascii: "-")
      return isOption
        && value.allSatisfy {
          (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(text[$0])
            || text[$0] == UInt8(ascii: "_") || text[$0] == UInt8(ascii: "-")
        }
    default: return false
    }
  }

  /// Where a line ends that is a name, a colon and a password with characters that end other
  /// values, as YAML has it without quotes (`password: a&b\c`); nil for others.
  static func endOfPlainLine(
    _ text: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>
  ) -> Int? {
    let end = value.upperBound
    guard !value.isEmpty, end + 1 < text.count, beginsLine(text, name.lowerBound) else {
      return nil
    }
    if text[end] == 0x20 {
      var last = endOfLineInString(text, from: end)
      // A string of JSON ends with its line.
      if last > end, text[last - 1] == UInt8(ascii: "\"") { last -= 1 }
      let whole = value.lowerBound..<last
      return TokenLikeness.isChosenWords(text, in: whole)
        || text[name.upperBound] == UInt8(ascii: "=")
          && PasswordNames.meaning(text, in: name).map {
            PasswordNames.isPassphrase(text, whole, of: $0)
          } == true
        || TokenLikeness.isPassphrase(text, in: whole, words: 2) && isBesideUser(text, name, last)
        ? last : nil
    }
    if let last = endOfGenerated(text, name, value) { return last }
    // `password=a&user=b` is a form, whose names rarely begin with a capital or a digit.
    let isInForm =
      text[name.upperBound] != UInt8(ascii: ":")
      && (text[end] != UInt8(ascii: "&") || text[end + 1] >= 0x60 || text[end + 1] <= 0x20)
    guard !isInForm,
      text[end] == UInt8(ascii: "&")
        || text[end] == UInt8(ascii: "\\") && !escapes.contains(text[end + 1])
    else { return nil }
    let last = endOfLine(text, from: end)
    return (end..<last).contains { text[$0] <= 0x20 || text[$0] == UInt8(ascii: "\"") } ? nil : last
  }

  /// Where a literal ends in which a quote is doubled, as YAML and SQL have it: the first quote
  /// that is not.
  static func endOfDoubled(
    _ text: Span<UInt8>, closed: Int, from start: Int, _ level: Int
  ) -> Int {
    var end = closed
    while level == 0, end > start, end + 1 < text.count, text[end] == UInt8(ascii: "'"),
      text[end + 1] == text[end], let next = endOfQuoted(text, from: end + 2, text[end], 0)
    {
      end = next
    }
    return end
  }

  /// Where the value of a variable ends that is a string of a list as a whole, whatever it contains
  /// (`["DB_PASSWORD=a&b c"]`, as containers have their environment, and `["--password=a b"]`); nil
  /// for others.
  static func endOfEntry(_ text: Span<UInt8>, _ name: Range<Int>, value: Int) -> Int? {
    guard value == name.upperBound + 1, text[name.upperBound] == UInt8(ascii: "="),
      name.allSatisfy({ HarmlessValues.charactersOfVariables.contains(text[$0]) })
        || text.equals("--", at: name.lowerBound)
        || PasswordNames.meaning(text, in: name) == .password
    else { return nil }
    var open = name.lowerBound - 1
    guard open > 0, text[open] == UInt8(ascii: "\"") else { return nil }
    let quote = open
    while open > 0, text[open - 1] == UInt8(ascii: "\\") { open -= 1 }
    let level = quote - open
    while open > 0, text[open - 1] <= 0x20 { open -= 1 }
    guard open > 0, text[open - 1] == UInt8(ascii: "[") || text[open - 1] == UInt8(ascii: ","),
      let end = endOfQuoted(text, from: value, text[quote], level), end > value,
      PasswordNames.isSecret(text, name, text, value..<end),
      !PasswordNames.isWord(text, value..<end), !isVariable(text, value..<end),
      !isOther(text, name, value..<end, PasswordNames.meaning(text, in: name))
    else { return nil }
    return end
  }

  /// The characters after a backslash with which JSON escapes something.
  private static let escapes = ByteSet("nrt\"'\\")

  /// True for the start of a password that may go on after a space, as in a connection string.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The range of the name, which means a password.
  ///   - start: The range of the value up to the space.
  /// - Returns: False for a word about passwords, and for a word after a name that need not mean
  ///   one.
  static func mayHoldSpace(
    _ text: Span<UInt8>, _ name: Range<Int>, _ start: Range<Int>
  ) -> Bool {
    guard start.allSatisfy({ text[$0].isASCIILetter || text[$0] == UInt8(ascii: "-") }) else {
      return true
    }
    return start.count >= shortestPassword && !PasswordNames.isWord(text, start)
      && PasswordNames.meaning(text, in: name) == .password
  }

  /// True for a variable of PHP or Perl, or a member of one: `$this->secret`, `$row['password']`,
  /// and `$other` where the name is a variable as well; and for a tag of YAML (``isTag(_:_:_:)``).
  static func isExpression(
    _ text: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>
  ) -> Bool {
    guard !value.isEmpty else { return false }
    if text[value.lowerBound] == UInt8(ascii: "@") {
      // A variable of an object in Ruby.
      return PasswordNames.meaning(text, in: value.dropFirst()) != nil
        && value.dropFirst().allSatisfy { text[$0].isASCIILetter || text[$0] == UInt8(ascii: "_") }
    }
    guard text[value.lowerBound] == UInt8(ascii: "$") else {
      return isScopedName(text, value) || isGenericType(text, value) || isTag(text, name, value)
        || isNameInCode(text, name, value)
    }
    var end = value.lowerBound + 1
    while end < text.count,
      text[end].isASCIIAlphanumeric || text[end] == UInt8(ascii: "_")
    {
      end += 1
    }
    guard end > value.lowerBound + 1 else { return false }
    let isMember =
      end + 1 < text.count
      && (text[end] == UInt8(ascii: "[") || text.equals("->", in: end..<end + 2)
        || text.equals("::", in: end..<end + 2))
    guard !isMember, end == value.upperBound, name.lowerBound > 0 else { return isMember }
    let before = text[name.lowerBound - 1]
    return before == UInt8(ascii: "$") || before == UInt8(ascii: ">")
  }

  /// True for a tag of YAML, with what it stands for after it: `password: !secret wifi_password`.
  private static func isTag(_ text: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>) -> Bool {
    guard value.count > 2, text[value.lowerBound] == UInt8(ascii: "!"),
      text[name.upperBound] == UInt8(ascii: ":"), value.upperBound < text.count,
      text[value.upperBound] == 0x20
    else { return false }
    return value.dropFirst().allSatisfy {
      text[$0].isASCIILetter || "_-.:/".utf8.contains(text[$0])
    }
  }

  /// True for a type that has another one in brackets, as Python has it (`Optional[str]`), and for
  /// what a program looks up (`process.env["TOKEN"]`).
  private static func isGenericType(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    value.upperBound + 1 < text.count && text[value.upperBound] == UInt8(ascii: "[")
      && (text[value.upperBound + 1].isASCIILetter
        || ByteSet.quotes.contains(text[value.upperBound + 1]))
      && value.allSatisfy { text[$0].isASCIILetter || "._".utf8.contains(text[$0]) }
  }

  /// True for a name within another one, as Ruby and C++ have it: `Module::Class.new`.
  private static func isScopedName(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":"), in: value),
      colon > value.lowerBound, text.equals("::", at: colon)
    else { return false }
    return value.allSatisfy {
      text[$0].isASCIILetter || text[$0] == UInt8(ascii: ":") || text[$0] == UInt8(ascii: "_")
        || text[$0] == UInt8(ascii: ".")
    }
  }

  /// True for the end of a sentence, and of a type that must have a value (`String!`).
  private static func endsSentence(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "?")
      || byte == UInt8(ascii: "!")
  }

  /// True for what says where a value is and is none: a member of something that code and settings
  /// have (`var.db_password`, `settings.SECRET_KEY`), the name of a secret (`YOUR_API_KEY`,
  /// `my-secret`), and the version of a package after a second equals sign.
  private static func isReference(
    _ text: Span<UInt8>, _ value: Range<Int>, _ meaning: PasswordNames.Meaning?, isQuoted: Bool
  ) -> Bool {
    guard let first = value.first else { return false }
    if meaning != .password, HarmlessValues.isNameOfSecret(text, value) { return true }
    if meaning == .field, PasswordNames.isNameOfField(text, value) { return true }
    guard !isQuoted else { return false }
    // Of names in a row the next one is no value: `{ api_key: secret: }`.
    if meaning == nil, text[value.upperBound - 1] == UInt8(ascii: ":"),
      value.dropLast().allSatisfy({ ByteSet.word.contains(text[$0]) })
    {
      return true
    }
    if text[first] == UInt8(ascii: "=") {
      let digit = first + 1
      return digit < value.upperBound && text[digit].isASCIIDigit
        && (digit..<value.upperBound).allSatisfy { charactersOfVersions.contains(text[$0]) }
    }
    return isMember(text, value)
  }

  /// True for the name of a secret in capitals, as documentation has it in place of one.
  static func isNameInCapitals(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    value.allSatisfy { text[$0] < 0x60 } && HarmlessValues.isNameOfSecret(text, value)
  }

  /// True for a line that is a name and what a user interface says about it, as files of
  /// translations have it without quotes (`new_password=Neues Passwort`).
  static func isLineOfLabel(
    _ text: Span<UInt8>, _ name: Range<Int>, _ start: Int, _ end: Int
  ) -> Bool {
    guard end < text.count, text[end] == 0x20, beginsLine(text, name.lowerBound) else {
      return false
    }
    let limit = min(text.count, start + longestLine)
    var last = end
    while last < limit, text[last] >= 0x20, !endsLabel.contains(text[last]) { last += 1 }
    return HarmlessValues.isLabel(text, start..<last, PasswordNames.meaning(text, in: name))
  }

  private static let longestLine = 512
  private static let endsLabel = ByteSet("\"\\<")

  /// A value without the escapes of other scripts, as properties of Java and JSON have them; nil
  /// where others are.
  private static func withoutEscapes(_ text: Span<UInt8>, _ value: Range<Int>) -> [UInt8]? {
    guard value.count <= longestLine else { return nil }
    let quoted = [UInt8(ascii: "\"")] + value.map { text[$0] } + [UInt8(ascii: "\"")]
    var end = 0
    guard JSONString.skip(quoted.view, &end) != nil, end == quoted.count else { return nil }
    var plain: [UInt8] = []
    JSONString.appendUnescaped(quoted.view, 1..<end - 1, to: &plain)
    return plain
  }

  private static let charactersOfVersions = ByteSet(.alphanumeric, ".*+-")

  /// True for names with dots between that begin with one that code and settings begin with, or of
  /// which one means a secret.
  private static func isMember(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard value.count <= longestMemberName,
      let dot = text.firstIndex(of: UInt8(ascii: "."), in: value), dot > value.lowerBound,
      value.allSatisfy({ charactersOfMembers.contains(text[$0]) })
    else { return false }
    if beginningsOfMembers.contains(text, in: value.lowerBound..<dot) { return true }
    var start = value.lowerBound
    while start < value.upperBound {
      let end =
        text.firstIndex(of: UInt8(ascii: "."), in: start..<value.upperBound)
        ?? value.upperBound
      guard end > start, !text[start].isASCIIDigit else { return false }
      if (start..<end).allSatisfy({ !text[$0].isASCIIDigit }),
        CredentialNames.isCredential(text, in: start..<end)
      {
        return true
      }
      start = end + 1
    }
    return false
  }

  private static let longestMemberName = 128
  /// `?` and `!` stand before the dot where a member may be missing.
  private static let charactersOfMembers = ByteSet(.alphanumeric, "._?!")
  private static let beginningsOfMembers = SecretNames([
    "var", "local", "module", "data", "self", "this", "process", "env", "config", "settings", "os",
    "app", "request", "req", "ctx", "context", "args", "params", "props", "state", "options",
    "opts", "cfg", "conf", "secrets", "vars", "inputs", "github", "each", "path", "response",
    "res", "result", "user", "session",
  ])

  /// True for a variable as shells have them, whose names have no small letter: `$TOKEN`,
  /// `${TOKEN}`.
  static func isVariableOfShell(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    HarmlessValues.isVariableOfShell(text, value)
  }

  /// True for the name of a variable of a shell or of code: `$DB_PASSWORD`, `userPassword`,
  /// `settings.database`.
  private static func isVariable(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    if text[value.lowerBound] == UInt8(ascii: "$") {
      let name = value.dropFirst()
      return isVariableOfShell(text, value)
        || PasswordNames.meaning(text, in: name) != nil
          && name.allSatisfy { text[$0].isASCIILetter || text[$0] == UInt8(ascii: "_") }
    }
    var (hasHump, hasDot) = (false, false)
    for index in value {
      let byte = text[index]
      guard byte.isASCIILetter || byte == UInt8(ascii: ".") else { return false }
      if byte == UInt8(ascii: ".") { hasDot = true }
      if NameWords.isHump(text, index, value) { hasHump = true }
    }
    // `correct.horse` may be a password, but code has such names more often.
    return hasDot || (hasHump && PasswordNames.meaning(text, in: value) != nil)
  }

  /// True for a name and a value that are a setting and not part of a sentence or of code.
  private static func isSetting(
    _ text: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>, isQuoted: Bool
  ) -> Bool {
    let end = value.upperBound
    if text[name.upperBound] == 0x20, name.lowerBound > 0,
      text[name.lowerBound - 1] == UInt8(ascii: "-"), !isQuoted
    {
      return isArgument(text, value)
    }
    if isQuoted {
      return end < text.count
        && (text[end] == text[value.lowerBound - 1] || text[end] == UInt8(ascii: "\\"))
    }
    if text[name.upperBound] == UInt8(ascii: "="), value.lowerBound == name.upperBound + 1 {
      guard end < text.count else { return true }
      switch text[end] {
      case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: ";"), UInt8(ascii: "\\"), UInt8(ascii: "\""),
        UInt8(ascii: "'"):
        return true
      // A form, whose type does not say so.
      case UInt8(ascii: "&"): return isSetting(text, at: end + 1)
      // Redis separates settings by a comma alone, calls by a comma and a space.
      case UInt8(ascii: ","): return end + 1 < text.count && text[end + 1] > 0x20
      default: return false
      }
    }
    return beginsLine(text, name.lowerBound) && endsLine(text, end)
  }

  /// True for the word of a test that passed, after which its name stands:
  /// `--- PASS: TestLogin/second_try (0.00s)`, `PASS: tests/login.sh`.
  static func isResultOfTest(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    guard text.equals("PASS", in: name), text.equals(": ", at: name.upperBound) else {
      return false
    }
    let start = name.upperBound + 2
    if text.equals("--- ", at: max(0, name.lowerBound - 4)) || text.equals("Test", at: start) {
      return true
    }
    var end = start
    while end < text.count, ByteSet.word.contains(text[end]) { end += 1 }
    return end > start && end < text.count && text[end] == UInt8(ascii: "/")
  }

  /// True for letters after an option that are its argument and not the next word of a sentence:
  /// the command ends there, or goes on as commands do.
  private static func isArgument(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard value.count >= shortestArgument, !wordsAfterOptions.contains(text, in: value) else {
      return false
    }
    var index = value.upperBound
    if index < text.count, text[index] == 0x20 { index += 1 }
    guard index < text.count else { return true }
    switch text[index] {
    case 0x0A, 0x0D, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): return true
    case UInt8(ascii: "-"), UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: ";"),
      UInt8(ascii: ">"):
      return index > value.upperBound
    default: return false
    }
  }

  private static let shortestArgument = 6

  /// The words of documentation about an option right after its name.
  private static let wordsAfterOptions = SecretNames([
    "option", "options", "switch", "parameter", "parameters", "argument", "arguments", "command",
    "variable", "directly", "explicitly", "instead", "together", "twice", "first", "before",
    "after", "again", "manually", "interactively", "support", "authentication", "credentials",
    "secret", "prompts", "prompting", "without", "should", "cannot", "requires", "string",
  ])

  /// True if only indentation, the marks of lists and comments, and `export` come before a position
  /// on its line, or if the line is a comment.
  private static func beginsLine(_ text: Span<UInt8>, _ position: Int) -> Bool {
    var index = position
    let exported = "export ".utf8.count
    if index >= exported, text.equals("export ", in: index - exported..<index) { index -= exported }
    while index > 0, marks.contains(text[index - 1]) { index -= 1 }
    guard !startsLine(text, index) else { return true }
    let floor = max(0, index - longestComment)
    while index > floor, !startsLine(text, index) { index -= 1 }
    guard startsLine(text, index) else { return false }
    while index < position, text[index].isSpaceOrTab { index += 1 }
    return text[index] == UInt8(ascii: "#") || text[index] == UInt8(ascii: ";")
      || (index + 1 < position && text.equals("//", in: index..<index + 2))
  }

  /// Longer lines are not examined further back.
  private static let longestComment = 128

  /// True at the start of a line, also of one in a JSON string, or of such a string.
  static func startsLine(_ text: Span<UInt8>, _ index: Int) -> Bool {
    guard index > 0, text[index - 1] != 0x0A, text[index - 1] != 0x0D else { return true }
    if text[index - 1] == UInt8(ascii: "\"") { return true }
    return index > 1 && text[index - 1] == UInt8(ascii: "n")
      && text[index - 2] == UInt8(ascii: "\\")
  }

  private static let marks = ByteSet(" \t-#/;*>")

  /// True if only white space or a comment comes after a position on its line.
  static func endsLine(_ text: Span<UInt8>, _ position: Int) -> Bool {
    var index = position
    while index < text.count, text[index].isSpaceOrTab { index += 1 }
    guard index < text.count, text[index] != 0x0A, text[index] != 0x0D else { return true }
    switch text[index] {
    case UInt8(ascii: "#"): return index > position
    case UInt8(ascii: "\""): return true
    case UInt8(ascii: "\\"):
      return index + 1 < text.count
        && (text[index + 1] == UInt8(ascii: "n") || text[index + 1] == UInt8(ascii: "r"))
    default: return false
    }
  }
}
