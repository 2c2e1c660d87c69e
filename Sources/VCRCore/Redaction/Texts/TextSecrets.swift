/// Finds secrets in a text of any format: tokens by their shape, and values by the name before
/// them, as in logs, headers, query strings, settings, XML and HTML.
///
/// The text is read word by word in one pass. No search reads the same bytes twice, so that a
/// hostile text takes no more time than any other.
package struct TextSecrets {
  /// The names of query items, form fields and multipart parts whose value is a secret.
  var queryNames: SecretNames {
    didSet { memos = MemoPool { NameMemo() } }
  }
  /// The names that mean a secret wherever they occur.
  let plainNames: SecretNames
  /// True to search for token shapes, credentials and user information.
  let findsShapes: Bool
  /// The meanings of names by these rules.
  private var memos = MemoPool { NameMemo<NameMeaning>() }

  /// Creates a search.
  init(queryNames: SecretNames, plainNames: SecretNames, findsShapes: Bool) {
    self.queryNames = queryNames
    self.plainNames = plainNames
    self.findsShapes = findsShapes
  }

  /// The secrets of a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isForm: True for `application/x-www-form-urlencoded`, where braces are percent-encoded.
  ///   - kind: The kind of the text, which decides what may follow a name.
  /// - Returns: The places of the secrets.
  package func find(
    in text: Span<UInt8>, isForm: Bool = false, kind: TextKind = .data
  ) -> Replacements {
    guard findsShapes || !queryNames.isEmpty else { return Replacements() }
    return find(in: text, Scan(isForm: isForm, kind: kind), looksForNames: kind != .binary)
  }

  /// The tokens of a text with a known shape.
  func findShapes(in text: Span<UInt8>) -> Replacements {
    guard findsShapes else { return Replacements() }
    return find(in: text, Scan(isForm: false, kind: .code), looksForNames: false)
  }

  func find(in text: Span<UInt8>, _ start: Scan, looksForNames: Bool) -> Replacements {
    var scan = start
    defer { memos.handBack(&scan.names) }
    var index = 0
    // A local copy is read without a call.
    let (word, programs) = (ByteSet.word, Self.programLengths)
    let findsCommands = findsShapes && looksForNames && scan.kind == .data
    while index < text.count {
      if index >= scan.argument.lowerBound {
        index = scan.takeArgument(in: text, at: index)
        continue
      }
      if !looksForNames {
        index = Scan.endOfHarmless(text, from: index)
        guard index < text.count else { break }
      }
      let byte = text[index]
      guard word.contains(byte) else {
        if byte == UInt8(ascii: "%") { scan.hasPercentEncoded = true }
        // Spaces, quotation marks and commas, which are most of the rest, come before the colon.
        if byte >= UInt8(ascii: ":"), looksForNames, Self.mayFollowOtherScript(text, at: index),
          let end = valueInOtherScript(text, sign: index, &scan)
        {
          index = end
          continue
        }
        index = Placeholder.end(text, at: index) ?? text.endOfEscape(at: index)
        continue
      }
      let start = index
      index = word.end(in: text, from: index + 1)
      if findsCommands, scan.argument.isEmpty,
        Self.mayBeProgram(text, start..<index, programs),
        let argument = Self.passwordOfProgram(text, start..<index)
      {
        scan.argument = argument
      }
      if findsShapes, let end = scan.shape(text, in: start..<index) {
        index = max(index, end)
      } else if byte == UInt8(ascii: "-"), looksForNames,
        let end = commandOption(text, start..<index, &scan)
      {
        index = max(index, end)
      } else if looksForNames, index < text.count,
        let end = value(text, after: start..<index, &scan)
      {
        index = max(index, end)
      } else if looksForNames, index - start >= Self.shortestSpoken,
        let end = spoken(text, start..<index, &scan)
      {
        index = max(index, end)
      } else if findsCommands, byte.isASCIIDigit, Self.mayPrecedeName(text, start..<index) {
        addCode(text, before: start..<index, &scan)
      }
    }
    guard scan.decodesPercent else { return scan.found }
    let encoded = inPercentEncoded(text, scan, looksForNames: looksForNames && scan.kind == .data)
    return scan.found.merged(with: encoded)
  }

  /// True for a sign after a letter of another script, which may be the end of a name.
  @inline(__always)
  private static func mayFollowOtherScript(_ text: Span<UInt8>, at index: Int) -> Bool {
    switch text[index] {
    case UInt8(ascii: ":"), UInt8(ascii: "="):
      index > 1 && (text[index - 1] >= 0x80 || text[index - 1] == 0x20 && text[index - 2] >= 0x80)
    case 0xEF: text.equals(wideColon, at: index)
    default: false
    }
  }

  /// The state of a search: the finds so far, and what need not be searched again.
  struct Scan {
    let isForm: Bool
    let kind: TextKind
    /// In how many layers of percent-encoding the text was.
    let depth: Int
    var found = Replacements()
    /// True after the start of a percent-encoded private key.
    var hasEncodedKey = false
    /// True if what is percent-encoded is looked at too: code has a percent sign as an operator,
    /// and is not decoded without need.
    var decodesPercent: Bool { hasPercentEncoded && (kind == .data || hasEncodedKey) && depth < 2 }
    /// No web token begins before this position: the run of letters that was examined ends here.
    var webTokenLimit = 0
    /// The meanings of the names that were looked up, once one was.
    var names: NameMemo<NameMeaning>?
    /// The name that was looked up last, which most rules ask for again.
    var lastName = (place: 0..<0, meaning: NameMeaning())
    /// A copy is read without a call.
    let endsSpecial = Self.endsSpecial
    /// Between the first position and the second no equals sign stands.
    private var noEqualsSign = 0..<0
    /// True after a character that is percent-encoded.
    var hasPercentEncoded = false
    /// No word that ends in here has a value that a sentence states.
    var noPurpose = 0..<0
    /// The password ahead, after the name of a program that takes it as an argument.
    var argument = Int.max..<Int.max

    /// Replaces the argument, unless something else was found that reaches into it.
    ///
    /// - Returns: Where the search goes on.
    mutating func takeArgument(in text: Span<UInt8>, at index: Int) -> Int {
      let argument = argument
      self.argument = Int.max..<Int.max
      guard index == argument.lowerBound else { return index }
      add(argument, Array("PASSWORD".utf8), in: text)
      return argument.upperBound
    }

    init(isForm: Bool, kind: TextKind, depth: Int = 0) {
      self.isForm = isForm
      self.kind = kind
      self.depth = depth
    }

    /// True if an equals sign follows within so many bytes.
    ///
    /// Most words of prose and JSON are followed by none, and are not read on for that.
    mutating func hasEqualsSign(_ text: Span<UInt8>, after index: Int, within count: Int) -> Bool {
      if index < noEqualsSign.lowerBound || index > noEqualsSign.upperBound {
        let sign = text.firstIndex(of: UInt8(ascii: "="), in: index..<text.count)
        noEqualsSign = index..<(sign ?? text.count + count)
      }
      return noEqualsSign.upperBound - index <= count
    }

    /// Replaces a range by a placeholder.
    mutating func add(_ range: Range<Int>, _ name: [UInt8], in text: Span<UInt8>) {
      guard !range.isEmpty, !Placeholder.isAll(text, in: range) else { return }
      found.add(
        range, isForm ? Placeholder.formEncoded(name) : Placeholder.bytes(name), in: text)
    }
  }

  // MARK: - Names

  /// The meaning of a name to the rules, whatever its value is; nothing for most.
  struct NameMeaning: OptionSet, Sendable {
    let rawValue: UInt8
    /// Its value is a secret in a query or a form.
    static let query = NameMeaning(rawValue: 1)
    /// Its value is a secret wherever the name occurs.
    static let plain = NameMeaning(rawValue: 2)
    /// The name of a password.
    static let password = NameMeaning(rawValue: 4)
    /// Its value is a secret if it looks like one.
    static let doubtful = NameMeaning(rawValue: 8)
  }

  /// Returns the meaning of the name in a range of a text, looked up once for each name that texts
  /// repeat.
  func meaning(_ text: Span<UInt8>, of name: Range<Int>, _ scan: inout Scan) -> NameMeaning {
    if scan.lastName.place == name { return scan.lastName.meaning }
    if scan.names == nil { scan.names = memos.take() }
    if let known = scan.names?.meaning(text, of: name) {
      scan.lastName = (name, known)
      return known
    }
    var meaning: NameMeaning = []
    if queryNames.contains(text, in: name) { meaning.insert(.query) }
    if plainNames.contains(text, in: name) { meaning.insert(.plain) }
    if findsShapes {
      if PasswordNames.meaning(text, in: name) != nil {
        meaning.formUnion([.password, .doubtful])
      } else if mayMeanSecret(text, name) {
        meaning.insert(.doubtful)
      }
    }
    scan.names?.note(meaning, text, of: name)
    scan.lastName = (name, meaning)
    return meaning
  }

  /// True for `name://`, in which JSON may escape the slashes.
  func isURL(_ text: Span<UInt8>, scheme name: Range<Int>) -> Bool {
    text.equals("://", at: name.upperBound) || text.equals(":\\/\\/", at: name.upperBound)
  }

  /// True after `?`, `&`, `#` or `;`, which also ends the escape `&amp;`.
  func isInQuery(_ text: Span<UInt8>, before index: Int) -> Bool {
    guard index > 0 else { return false }
    switch text[index - 1] {
    case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: ";"): return true
    default: return false
    }
  }

  func queryValue(
    _ text: Span<UInt8>, _ name: Range<Int>, from start: Int, _ scan: inout Scan
  ) -> Int? {
    let meaning = meaning(text, of: name, &scan)
    let isPlain = meaning.contains(.query)
    guard isPlain || meaning.contains(.doubtful) else { return nil }
    var end = start
    // A path parameter (RFC 3986 §3.3) ends with its segment. `&amp;` does not begin one.
    let before = name.lowerBound - 1
    let isAfterSemicolon =
      text[before] == UInt8(ascii: ";")
      && !(before >= 4 && text.equals("&amp", in: before - 4..<before))
    let isParameter = isAfterSemicolon && !Self.isInSettings(text, name)
    while end < text.count {
      if let next = Self.endOfLetter(text, at: end) {
        end = next
        continue
      }
      guard !text[end].endsURL, text[end] != UInt8(ascii: "&"),
        text[end] != UInt8(ascii: "#"), text[end] != UInt8(ascii: ";"),
        !(isParameter && (text[end] == UInt8(ascii: "?") || text[end] == UInt8(ascii: "/")))
      else { break }
      end += 1
    }
    // The value of a setting may stand in quotes.
    guard end > start || !isAfterSemicolon else { return nil }
    if isAfterSemicolon { end = Self.endOfSetting(text, name, from: end) ?? end }
    // The next value of a row begins behind a comma.
    if !isPlain, let comma = text.firstIndex(of: UInt8(ascii: ","), in: start..<end) { end = comma }
    guard isPlain || isSuspiciousInQuery(text, name, start..<end) else { return nil }
    // A template has the name of what comes there: `?token=[token]`, `?api_key=YOUR_API_KEY`.
    guard end == start || text[start] != UInt8(ascii: "[") || text[end - 1] != UInt8(ascii: "]"),
      scan.isForm || !Self.isNameInCapitals(text, start..<end),
      scan.isForm || isAfterSemicolon
        || !Self.isTemplate(text, start..<end) && !Self.isCutTemplate(text, start..<end)
          && !HarmlessValues.isInPlace(text, start..<end)
    else { return nil }
    guard scan.kind == .data || Self.isLiteralURL(text, start..<end) else { return nil }
    if findsShapes, HarmlessValues.isInPlaceOfPair(text, name, text, start..<end) { return nil }
    scan.add(start..<end, name.map { text[$0] }, in: text)
    return end
  }

  /// True for a name that means a secret if its value looks like one.
  func mayMeanSecret(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    SuspiciousValue.mayMeanSecret(text, name)
  }

  func isSuspiciousInQuery(
    _ text: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>
  ) -> Bool {
    findsShapes && SuspiciousValue.isSecret(text, name, text, value, isInQuery: true)
  }

  /// `name=value` and `name: value`, with or without quotes, and with an optional scheme before it.
  ///
  /// If the name has quotes, `quoted` is where the first of them stands.
  func assigned(
    _ text: Span<UInt8>, _ name: Range<Int>, from start: Int, quoted: Int? = nil,
    _ scan: inout Scan
  ) -> Int? {
    let meaning = meaning(text, of: name, &scan)
    let isPassword = meaning.contains(.password)
    let isPlain = isPassword || meaning.contains(.plain)
    guard isPlain || meaning.contains(.doubtful) else { return nil }
    var value = Self.startOfValue(text, from: start)
    guard value < text.count, !Self.isEmptyValue(text, name, before: value) else { return nil }
    let block = Self.block(text, from: value)
    if let content = Self.bracketedLiteral(text, from: value) {
      return literal(text, name, content, isPlain: isPlain, &scan)
    }
    let prefix = value
    value = block ?? Self.startOfPrefixed(text, value)
    let level = Self.backslashes(text, from: value)
    guard value + level < text.count else { return nil }
    let quote = text[value + level]
    let isQuoted = ByteSet.quotes.contains(quote)
    var lines: Int?
    if isQuoted {
      if isOpen(quote, level, text, before: quoted ?? name.lowerBound) { return nil }
      lines = Self.startOfLines(text, quote: value, level)
      value = lines ?? value + level + 1
    }
    guard isPlain else { return suspicious(text, name, from: value, &scan) }
    if !isQuoted, isPassword, let end = Self.endOfEntry(text, name, value: value) {
      scan.add(value..<end, name.map { text[$0] }, in: text)
      return end
    }
    let credential =
      isPassword
      ? Credentials.startAfterKnownScheme(text, from: value) : Credentials.start(text, from: value)
    var end: Int
    if isQuoted, let closed = Self.endOfQuoted(text, from: credential, quote, level) {
      end = isPassword ? Self.endOfDoubled(text, closed: closed, from: credential, level) : closed
      if lines != nil { end = Self.endOfLines(text, credential..<end, level) }
    } else if block != nil {
      end = Self.endOfLine(text, from: credential)
    } else {
      end = endOfBare(text, from: credential, quote: isQuoted ? quote : nil)
      if isPassword, !isQuoted { end = Self.endOfPlainLine(text, name, credential..<end) ?? end }
    }
    if !isQuoted, !isPassword, let last = Self.endOfParameters(text, credential..<end) {
      scan.add(value..<last, name.map { text[$0] }, in: text)
      return last
    }
    if value > prefix, isQuoted, Self.isInterpolated(text, prefix, credential..<end) { return nil }
    let starts = block == nil ? [credential, value] : []
    if Self.isNoLiteral(text, name, credential..<end, starts, isQuoted) { return nil }
    let mayGoOn = !isQuoted && (!isPassword || Self.mayHoldSpace(text, name, credential..<end))
    if mayGoOn, let last = Self.endOfSetting(text, name, from: end) {
      end = last
    } else if !isSecret(text, name, credential..<end, isQuoted: isQuoted) {
      return nil
    }
    scan.add(value..<end, name.map { text[$0] }, in: text)
    return end
  }

  /// True for what is a variable, or a label or a function call, which have no quotes.
  ///
  /// The first word of a label may have been taken for a scheme, so there are several starts.
  private static func isNoLiteral(
    _ text: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>, _ starts: [Int], _ isQuoted: Bool
  ) -> Bool {
    if isVariableOfShell(text, value) { return true }
    if let first = starts.last, first < value.lowerBound,
      isState(text, first..<value.lowerBound - 1)
        || isBeforePair(text, first..<value.lowerBound - 1, value)
    {
      return true
    }
    guard !isQuoted else { return false }
    if starts.contains(where: { isLineOfLabel(text, name, $0, value.upperBound) }) { return true }
    if value.upperBound < text.count, text[value.upperBound] == UInt8(ascii: "(") { return true }
    return isExpression(text, name, value)
  }

  /// Where a value ends that no quotes enclose, or of which the closing one is missing.
  private func endOfBare(_ text: Span<UInt8>, from start: Int, quote: UInt8?) -> Int {
    var end = start
    while end < text.count {
      let isEnd =
        if let quote { text[end] == quote || text[end] <= 0x20 } else { endsValue(text, end) }
      if isEnd { break }
      end = Self.endOfLetter(text, at: end) ?? end + 1
    }
    return end
  }

  /// Replaces a value that looks like a token after a name that may mean one.
  private func suspicious(
    _ text: Span<UInt8>, _ name: Range<Int>, from start: Int, _ scan: inout Scan
  ) -> Int? {
    if let end = endOfFieldOption(text, name, from: start) {
      scan.add(start..<end, name.map { text[$0] }, in: text)
      return end
    }
    if let end = endOfWallet(text, name, from: start) {
      scan.add(start..<end, name.map { text[$0] }, in: text)
      return end
    }
    // Longer values have a known shape or are no tokens.
    let limit = min(text.count, start + 512)
    var end = start
    while end < limit, Credentials.token68.contains(text[end]) { end += 1 }
    guard end < limit || end == text.count else { return nil }
    if end < limit, text[end] == UInt8(ascii: ":") || text[end] == UInt8(ascii: "|") {
      // `identifier:secret`, `42|secret`
      var last = end + 1
      while last < limit, Credentials.token68.contains(text[last]) { last += 1 }
      if SuspiciousValue.isSecret(text, name, text, start..<last) { end = last }
    }
    guard !Self.isCalled(text, start..<end),
      SuspiciousValue.isSecret(text, name, text, start..<end)
    else { return nil }
    scan.add(start..<end, name.map { text[$0] }, in: text)
    return end
  }

  /// The position after an escaped letter of another script (`\u00e9`), as many languages write
  /// JSON; nil for anything else.
  static func endOfLetter(_ text: Span<UInt8>, at start: Int) -> Int? {
    guard text[start] == UInt8(ascii: "\\"), text.equals("\\u", at: start), start + 6 <= text.count,
      (start + 2..<start + 6).allSatisfy({ text[$0].hexValue != nil }),
      !text.equals("00", at: start + 2) || (text[start + 4].hexValue ?? 0) >= 8
    else { return nil }
    return start + 6
  }

  private func endsValue(_ text: Span<UInt8>, _ index: Int) -> Bool {
    switch text[index] {
    case UInt8(ascii: "\\"): return Self.endOfLetter(text, at: index) == nil
    case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "`"), UInt8(ascii: "&"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["),
      UInt8(ascii: "{"), UInt8(ascii: "}"):
      return true
    default: return false
    }
  }
}

extension Span<UInt8> {
  /// The position after a JSON escape or a percent-encoded triplet that begins at a position; the
  /// next position for any other byte.
  fileprivate func endOfEscape(at index: Int) -> Int {
    switch self[index] {
    case UInt8(ascii: "%"):
      return percentDecoded(at: index, before: count) == nil ? index + 1 : index + 3
    case UInt8(ascii: "\\") where index + 1 < count:
      switch self[index + 1] {
      case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): return index + 2
      case UInt8(ascii: "u"):
        return TextSecrets.endOfColour(self, at: index) ?? Swift.min(index + 6, count)
      default: return index + 1
      }
    case 0x1B: return TextSecrets.endOfColour(self, at: index) ?? index + 1
    default: return index + 1
    }
  }
}
