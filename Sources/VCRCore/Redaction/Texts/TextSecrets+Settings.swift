/// Passwords that contain a character that ends other values: a space in connection strings, a
/// slash in the URLs of databases.
extension TextSecrets {
  /// The most bytes that are searched for the end of a setting.
  private static let longestSetting = 256

  /// Where the value of a setting ends in a list of settings (`Server=a;Password=b c;`).
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The setting's name.
  ///   - end: Where the value ends in other texts.
  /// - Returns: Where it ends; nil if it is not in such a list, or if it ends at `end`.
  static func endOfSetting(_ text: Span<UInt8>, _ name: Range<Int>, from end: Int) -> Int? {
    guard end < text.count, name.upperBound < end, text[name.upperBound] == UInt8(ascii: "=") else {
      return nil
    }
    if let closed = endOfBraces(text, name) { return closed }
    switch text[end] {
    case UInt8(ascii: " "):
      return isBehindSetting(text, name)
        ? endOfSetting(text, from: end) : endOfFirstSetting(text, from: end)
    // In a form the next name would follow.
    case UInt8(ascii: "&"), UInt8(ascii: "#"):
      return isInSettings(text, name, orForm: false) && !isSetting(text, at: end + 1)
        ? endOfSetting(text, from: end) : nil
    default: return nil
    }
  }

  /// The semicolon at which a setting ends, or the end of the text; nil if it is too long.
  private static func endOfSetting(_ text: Span<UInt8>, from start: Int) -> Int? {
    let limit = min(text.count, start + longestSetting)
    let end =
      (start..<limit).first { index in
        text[index] == UInt8(ascii: ";") || text[index] != UInt8(ascii: " ") && text[index].endsURL
      } ?? limit
    return end < limit || limit == text.count ? end : nil
  }

  /// As ``endOfSetting(_:from:)`` where another setting follows.
  private static func endOfFirstSetting(_ text: Span<UInt8>, from start: Int) -> Int? {
    guard let end = endOfSetting(text, from: start), end < text.count,
      text[end] == UInt8(ascii: ";"), isSetting(text, at: end + 1)
    else { return nil }
    return end
  }

  private static func isBehindSetting(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    var before = name.lowerBound
    while before > 0, text[before - 1] == UInt8(ascii: " ") { before -= 1 }
    return before > 0 && text[before - 1] == UInt8(ascii: ";")
  }

  /// Where a value in braces ends, in which a closing brace is doubled and all else may stand
  /// (connection strings of ODBC, [MS-ODBCSTR] §2.1.2); nil for any other.
  private static func endOfBraces(_ text: Span<UInt8>, _ name: Range<Int>) -> Int? {
    let start = name.upperBound + 1
    guard start + 1 < text.count, text[start] == UInt8(ascii: "{"),
      text[start + 1] != UInt8(ascii: "{"), isBehindSetting(text, name) || isInSettings(text, name)
    else { return nil }
    let limit = min(text.count, start + longestSetting)
    var index = start + 1
    while index < limit, text[index] >= 0x20 {
      guard text[index] == UInt8(ascii: "}") else {
        index += 1
        continue
      }
      guard index + 1 < limit, text[index + 1] == UInt8(ascii: "}") else { return index + 1 }
      index += 2
    }
    return nil
  }

  /// True for a name in a list of settings, which begins with a name and not with a URL other than
  /// one of JDBC.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The name.
  ///   - mayBeForm: False if no setting before it may contain an ampersand.
  /// - Returns: Whether it is.
  static func isInSettings(
    _ text: Span<UInt8>, _ name: Range<Int>, orForm mayBeForm: Bool = true
  ) -> Bool {
    var start = name.lowerBound
    let floor = max(0, start - longestSetting)
    while start > floor, !text[start - 1].endsURL {
      guard mayBeForm || text[start - 1] != UInt8(ascii: "&") else { return false }
      start -= 1
    }
    if text.equals("jdbc:", at: start) { return true }
    let before = start..<name.lowerBound
    let first = before.first { !ByteSet.word.contains(text[$0]) } ?? start
    if first > start, text[first] == UInt8(ascii: "=") { return true }
    // The value of a setting before it may contain a space. A URL contains a slash.
    return !before.contains { text[$0] == UInt8(ascii: "/") }
      && before.dropLast().contains {
        text[$0] == UInt8(ascii: ";") && isSetting(text, at: $0 + 1)
      }
  }

  /// True if words and an equals sign follow.
  static func isSetting(_ text: Span<UInt8>, at start: Int) -> Bool {
    let limit = min(text.count, start + 64)
    var index = start
    while index < limit, ByteSet.word.contains(text[index]) || text[index] == UInt8(ascii: " ") {
      index += 1
    }
    return index > start && index < limit && text[index] == UInt8(ascii: "=")
  }

  /// The schemes whose URLs may have an `@` outside of the authority.
  private static let webSchemes = SecretNames(["http", "https", "ws", "wss", "git", "ssh", "file"])

  /// The `@` after the password in the URL of a database, if the password contains an unencoded
  /// slash.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - scheme: The URL's scheme.
  ///   - end: Where the authority ends by the grammar (RFC 3986 §3.2).
  /// - Returns: The position of the `@`; nil if only a path follows.
  static func lastAt(_ text: Span<UInt8>, scheme: Range<Int>, from end: Int) -> Int? {
    guard end < text.count, text[end] == UInt8(ascii: "/"),
      !webSchemes.contains(text, in: scheme)
    else { return nil }
    var index = end
    var at: Int?
    while index < text.count, index - end < longestSetting, !text[index].endsURL,
      text[index] != UInt8(ascii: "?"), text[index] != UInt8(ascii: ",")
    {
      if text[index] == UInt8(ascii: "@") { at = index }
      index += 1
    }
    return at
  }

  // MARK: - Generated passwords

  /// Where a generated password ends with signs that end other values, in a line that is nothing
  /// but its name and it (`DB_PASSWORD=x9(Qz,2m7`, `password: x9[Qz;2m7`); nil for others.
  ///
  /// Code has words before its brackets and closes them, and a list has names behind its commas.
  static func endOfGenerated(
    _ text: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>
  ) -> Int? {
    let sign = text[name.upperBound]
    let isVariable =
      sign == UInt8(ascii: "=")
      && name.allSatisfy { ByteSet.word.contains(text[$0]) && !text[$0].isASCIILowercase }
    guard isVariable || sign == UInt8(ascii: ":"),
      signsOfGenerated.contains(text[value.upperBound])
    else { return nil }
    var end = endOfLineInString(text, from: value.upperBound)
    let line = value.lowerBound..<end
    while end > value.upperBound, endsOfCode.contains(text[end - 1]) || text[end - 1] <= 0x20 {
      end -= 1
    }
    let whole = value.lowerBound..<end
    guard end > value.upperBound, (8...128).contains(whole.count),
      whole.allSatisfy({ text[$0] > 0x20 && text[$0] < 0x7F && !othersInCode.contains(text[$0]) }),
      whole.contains(where: { text[$0].isASCIIDigit }),
      whole.contains(where: { text[$0].isASCIILetter }),
      !openingBrackets.contains(text[end - 1]), !isCall(text, value, in: line),
      !hasName(text, in: whole)
    else { return nil }
    return end
  }

  private static let signsOfGenerated = ByteSet(",;()[]{}<>")
  private static let endsOfCode = ByteSet(",;)]}>")
  /// The characters that passwords of programs have not, and escapes, templates and literals have.
  private static let othersInCode = ByteSet("\\\"'`")

  /// True where brackets are closed that stand behind what may be a name, and for templates and
  /// tags.
  private static func isCall(
    _ text: Span<UInt8>, _ word: Range<Int>, in line: Range<Int>
  ) -> Bool {
    if let opening = openings.first(where: { $0.open == text[word.upperBound] }), word.count > 2,
      word.allSatisfy({ ByteSet.word.contains(text[$0]) }),
      !TokenLikeness.isTokenLike(text, in: word),
      text.firstIndex(of: opening.close, in: word.upperBound..<line.upperBound) != nil
    {
      return true
    }
    return line.contains { index in marksOfCode.contains { text.equals($0, at: index) } }
  }

  private static let openings: [(open: UInt8, close: UInt8)] = [
    (UInt8(ascii: "("), UInt8(ascii: ")")), (UInt8(ascii: "["), UInt8(ascii: "]")),
    (UInt8(ascii: "{"), UInt8(ascii: "}")), (UInt8(ascii: "<"), UInt8(ascii: ">")),
  ]
  private static let openingBrackets = ByteSet("([{<")

  private static let marksOfCode: [StaticString] = [
    "->", "=>", "::", "${", "$(", "#{", "{{", "<%", "</", "/>", "()", "[]", "{}",
  ]

  /// True for a list of which an entry behind the first has a name of its own.
  private static func hasName(_ text: Span<UInt8>, in whole: Range<Int>) -> Bool {
    whole.contains { index in
      guard text[index] == UInt8(ascii: ",") || text[index] == UInt8(ascii: ";") else {
        return false
      }
      let word = (index + 1..<whole.upperBound).prefix { ByteSet.word.contains(text[$0]) }
      return word.count > 1 && word.endIndex < whole.upperBound
        && (text[word.endIndex] == UInt8(ascii: "=") || text[word.endIndex] == UInt8(ascii: ":"))
    }
  }
}
