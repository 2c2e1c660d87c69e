/// The members of JSON whose name is that of a secret, wherever JSON stands.
extension BodySecrets {
  /// The strings and numbers of named members, at any depth.
  ///
  /// The search looks for a string followed by a colon, in one pass and without parsing the
  /// structure. It therefore finds members in JSON Lines, in event streams, within other texts, in
  /// a text that was cut off, and in JSON within a JSON string, where quotes are escaped. A string
  /// that is a value is never followed by a colon. Each byte is read once for each level of quotes.
  func members(_ text: Span<UInt8>) -> Replacements {
    var found = Replacements()
    guard let names = redaction.memberNames else { return found }
    var entry = JSONEntry()
    var meanings = Optional(Self.memos.take())
    defer { Self.memos.handBack(&meanings) }
    var index = 0
    while let (open, level, string, start) = Self.nextMember(text, from: &index) {
      // Most members are numbers, objects and the like under harmless names.
      let hasEscapes = string.hasEscapes && level == 0
      let known = hasEscapes ? nil : meanings?.meaning(text, of: string.content)
      let mayBeText = Self.mayBeginText(text[start])
      let object = Self.startOfObject(text, from: start)
      let isObject = object != nil
      let isNumber = PasswordNames.mayBeginNumber(text, at: start)
      if known == nil, !hasEscapes, !mayBeText, !isObject, !isNumber,
        !names.contains(text, in: string.content)
      {
        continue
      }
      let meaning =
        known ?? MemberName(Self.name(text, string.content, hasEscapes: hasEscapes), names)
      if known == nil, !hasEscapes { meanings?.note(meaning, text, of: string.content) }
      if let object, meaning.isSecret || meaning.mayMeanSecret {
        entry.take(nameOf: object, string.content)
      }
      if !hasEscapes, meaning.isHarmless || !mayBeText && !isNumber && !meaning.isSecret {
        continue
      }
      var end: Int?
      if meaning.isSecret
        || meaning.mayMeanSecret
          && !JSONEntry.isKeyOfEntry(text, string.content, member: open, value: start)
      {
        let name = Self.name(text, string.content, hasEscapes: hasEscapes)
        end = Self.add(
          text, valueAt: start, level, name, ifSuspicious: !meaning.isSecret, to: &found)
      }
      if end == nil, meaning.role == .value,
        let value = Self.entry(text, .value, valueAt: start, level),
        JSONEntry.isHandedOut(text, value.content)
      {
        let name = Self.name(text, string.content, hasEscapes: hasEscapes)
        end = Self.add(text, valueAt: start, level, name, ifSuspicious: false, to: &found)
      }
      if end == nil, let role = meaning.role,
        let value = Self.entry(text, role, valueAt: start, level)
      {
        // The path to what a service found wrong may be called so.
        let isPath = role == .pointer && text[start] == UInt8(ascii: "[")
        entry.take(isPath ? .location : role, value.content, at: open, in: text)
        if addPair(of: entry, text, level, to: &found) { end = value.end }
      }
      index = end ?? index
    }
    return found
  }

  private typealias QuotedString = (content: Range<Int>, end: Int, hasEscapes: Bool)

  /// The next string that a colon follows: where it opens, how many backslashes stand before its
  /// quotes, the string, and where the value begins; nil when nothing comes after it.
  private static func nextMember(
    _ text: Span<UInt8>, from index: inout Int
  ) -> (open: Int, level: Int, string: QuotedString, value: Int)? {
    while let open = text.firstIndex(of: UInt8(ascii: "\""), in: index..<text.count) {
      // Every quote is tried as an opening quote, so that a single quotation mark in a text that is
      // not JSON does not swap strings and gaps in everything after it.
      index = open + 1
      let level = backslashes(text, before: open)
      guard mayBeginName(text, open - level, level), let string = string(text, open, level) else {
        continue
      }
      let colon = skipWhiteSpace(text, string.end)
      guard colon < text.count, text[colon] == UInt8(ascii: ":") else { continue }
      index = string.end
      let start = skipWhiteSpace(text, colon + 1)
      return start < text.count ? (open, level, string, start) : nil
    }
    return nil
  }

  /// Adds the value of an entry whose name is the value of another member.
  ///
  /// - Returns: False for a value that stays, or was found before.
  private func addPair(
    of entry: JSONEntry, _ text: Span<UInt8>, _ level: Int, to found: inout Replacements
  ) -> Bool {
    guard let pair = entry.pair,
      pair.value.lowerBound >= found.items.last?.range.upperBound ?? 0
    else { return false }
    let texts = redaction.textSecrets
    let isNamed =
      entry.isStored && !Self.isObject(text, pair.value)
      || !entry.isLabel && texts.plainNames.contains(text, in: pair.name)
      || texts.queryNames.contains(text, in: pair.name)
        && TokenLikeness.isTokenLike(text, in: pair.value)
    return Self.add(
      text, valueAt: pair.value.lowerBound - 1 - level, level, pair.name.map { text[$0] },
      ifSuspicious: !isNamed, to: &found) != nil
  }

  /// Where the object begins that is a value, alone or as the first one of a list; nil for any
  /// other value.
  private static func startOfObject(_ text: Span<UInt8>, from start: Int) -> Int? {
    guard text[start] == UInt8(ascii: "[") else {
      return text[start] == UInt8(ascii: "{") ? start : nil
    }
    let first = skipWhiteSpace(text, start + 1)
    return first < text.count && text[first] == UInt8(ascii: "{") ? first : nil
  }

  /// The string that a member of an entry has as its value, the last one of a list of words.
  private static func entry(
    _ text: Span<UInt8>, _ role: JSONEntry.Role, valueAt start: Int, _ level: Int
  ) -> QuotedString? {
    func string(from index: Int) -> QuotedString? {
      let open = skipWhiteSpace(text, index) + level
      return open < text.count && text[open] == UInt8(ascii: "\"")
        ? Self.string(text, open, level) : nil
    }
    let isList = text[start] == UInt8(ascii: "[")
    guard role == .location || role == .pointer && isList else { return string(from: start) }
    guard text[start] == UInt8(ascii: "["), var last = string(from: start + 1) else { return nil }
    var next = skipWhiteSpace(text, last.end)
    while next < text.count, text[next] == UInt8(ascii: ","), let word = string(from: next + 1) {
      last = word
      next = skipWhiteSpace(text, word.end)
    }
    return last
  }

  /// The meanings of names by the standard rules, which alone search for members.
  private static let memos = MemoPool { NameMemo<MemberName>() }

  /// The meaning of the name of a member.
  private struct MemberName: Sendable {
    /// True for a name of the rules.
    let isSecret: Bool
    /// True for a name whose value may be a secret, as the value shows.
    let mayMeanSecret: Bool
    let role: JSONEntry.Role?

    var isHarmless: Bool { !isSecret && !mayMeanSecret && role == nil }

    init(_ name: [UInt8], _ names: SecretNames) {
      isSecret = names.contains(name.view, in: name.indices)
      mayMeanSecret = SuspiciousValue.mayMeanSecret(name.view, name.indices)
      role = JSONEntry.Role(name)
    }
  }

  /// Replaces the value that begins at a position.
  ///
  /// If `ifSuspicious` is true, only a value that looks like a secret is replaced.
  ///
  /// - Returns: The position after the value, or nil if the value stays.
  private static func add(
    _ text: Span<UInt8>, valueAt start: Int, _ level: Int, _ name: [UInt8], ifSuspicious: Bool,
    to found: inout Replacements
  ) -> Int? {
    let quote = start + level
    if start < text.count, text[start] == UInt8(ascii: "[") {
      return addAll(text, from: start + 1, level, name, ifSuspicious: ifSuspicious, to: &found)
    }
    if quote < text.count, text[quote] == UInt8(ascii: "\""),
      backslashes(text, before: quote) == level
    {
      guard let value = string(text, quote, level) else {
        let rest = quote + 1..<text.count
        guard
          !ifSuspicious
            || rest.count <= longestCutOff
              && SuspiciousValue.isSecret(name.view, name.indices, text, rest)
        else { return nil }
        // The text was cut off in the middle of the secret.
        found.add(start..<text.count, quoted(name, level), in: text)
        return text.count
      }
      if ifSuspicious, !isSuspicious(name, text, value.content, level, value.hasEscapes) {
        return nil
      }
      let credential = Credentials.afterScheme(text, in: value.content)
      if !ifSuspicious,
        isHarmless(name, text, value.content, level, value.hasEscapes)
          || isDocument(name, text, value.content)
      {
        return nil
      }
      if !ifSuspicious,
        HarmlessValues.isOutcome(name.view, name.indices, text, value.content)
      {
        return nil
      }
      // `"private_key": "/etc/ssl/key.pem"`
      if !ifSuspicious, TokenLikeness.isPath(text, in: value.content),
        PasswordNames.meaning(name.view, in: name.indices) == nil
      {
        return nil
      }
      if !value.content.isEmpty, !Placeholder.isAll(text, in: credential) {
        found.add(quote..<value.content.upperBound + 1 + level, quoted(name, level), in: text)
      }
      return value.end
    }
    var end = start
    guard JSONNumber.skip(text, &end), !HarmlessValues.mayBeOutcome(name.view, name.indices),
      !ifSuspicious || PasswordNames.isNumber(name, text, start..<end)
        || CodeNames.isNumber(name, text, start..<end)
    else { return nil }
    found.add(start..<end, number(text, start..<end), in: text)
    return end
  }

  private static let longestCutOff = 4096

  /// True for a string that is a secret by its name and its form, once its escapes are read.
  private static func isSuspicious(
    _ name: [UInt8], _ text: Span<UInt8>, _ content: Range<Int>, _ level: Int, _ hasEscapes: Bool
  ) -> Bool {
    guard hasEscapes, content.count <= longestCutOff else {
      return SuspiciousValue.isSecret(name.view, name.indices, text, content)
    }
    let value = unescaped(text, content, level)
    return SuspiciousValue.isSecret(name.view, name.indices, value.view, value.indices)
  }

  /// True for a string that is no secret although its name means one.
  private static func isHarmless(
    _ name: [UInt8], _ text: Span<UInt8>, _ content: Range<Int>, _ level: Int, _ hasEscapes: Bool
  ) -> Bool {
    guard content.count <= longestLabel else { return false }
    if HarmlessValues.isName(text, content, of: name) { return true }
    func isHarmless(_ text: Span<UInt8>, _ content: Range<Int>) -> Bool {
      HarmlessValues.contains(
        text, Credentials.afterScheme(text, in: content, known: true),
        PasswordNames.meaning(name.view, in: name.indices)
          ?? (namesOfDocuments.contains(name.view, in: name.indices) ? .password : nil))
    }
    guard hasEscapes else { return isHarmless(text, content) }
    let value = unescaped(text, content, level)
    return isHarmless(value.view, value.indices)
  }

  /// True for JSON that is a secret which a service keeps for others: what in it is a secret is
  /// found by its own name.
  private static func isDocument(
    _ name: [UInt8], _ text: Span<UInt8>, _ content: Range<Int>
  ) -> Bool {
    namesOfDocuments.contains(name.view, in: name.indices) && isObject(text, content)
  }

  /// True for a JSON object as a string.
  private static func isObject(_ text: Span<UInt8>, _ content: Range<Int>) -> Bool {
    content.count > 4 && text[content.lowerBound] == UInt8(ascii: "{")
      && text[content.upperBound - 1] == UInt8(ascii: "}")
      && text.firstIndex(of: UInt8(ascii: ":"), in: content) != nil
  }

  private static let namesOfDocuments = SecretNames(["SecretString"])

  private static let longestLabel = 1024

  /// The text of a string with escapes.
  private static func unescaped(
    _ text: Span<UInt8>, _ content: Range<Int>, _ level: Int
  ) -> [UInt8] {
    let value = Self.name(text, content, hasEscapes: true)
    // JSON within a string has its escapes escaped.
    return level > 0 ? Self.name(value.view, value.indices, hasEscapes: true) : value
  }

  /// Replaces the strings of an array, as the values of a header field in JSON.
  private static func addAll(
    _ text: Span<UInt8>, from start: Int, _ level: Int, _ name: [UInt8], ifSuspicious: Bool,
    to found: inout Replacements
  ) -> Int? {
    var end: Int?
    var index = skipWhiteSpace(text, start)
    // A list under the name of a password mostly says what is wrong with it.
    let mayBeWords = CredentialNames.isPassword(name.view, in: name.indices)
    while index + level < text.count, text[index + level] == UInt8(ascii: "\""),
      let value = string(text, index + level, level)
    {
      if !mayBeWords || !isWords(text, value.content),
        let added = add(
          text, valueAt: index, level, name, ifSuspicious: ifSuspicious, to: &found)
      {
        end = added
      }
      index = skipWhiteSpace(text, value.end)
      guard index < text.count, text[index] == UInt8(ascii: ",") else { break }
      index = skipWhiteSpace(text, index + 1)
    }
    return end
  }

  /// True for a value that has spaces or no digit, unless a person chose its words.
  private static func isWords(_ text: Span<UInt8>, _ content: Range<Int>) -> Bool {
    (content.contains { text[$0] == UInt8(ascii: " ") }
      || !content.contains { text[$0].isASCIIDigit })
      && !TokenLikeness.isPlacedWords(text, in: content)
  }

  /// The replacement of a number: zero, because a typed decoder does not accept a string instead.
  static func number(_ text: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    let isWhole = range.allSatisfy { text[$0].isASCIIDigit || text[$0] == UInt8(ascii: "-") }
    return Array((isWhole ? "0" : "0.0").utf8)
  }

  /// A placeholder in the quotes of a level.
  ///
  /// The backslashes before the opening quote are not part of it, as they are not replaced.
  static func quoted(_ name: [UInt8], _ level: Int = 0) -> [UInt8] {
    let escapes = Array(repeating: UInt8(ascii: "\\"), count: level)
    return [UInt8(ascii: "\"")] + Placeholder.bytes(name) + escapes + [UInt8(ascii: "\"")]
  }

  private static func name(_ text: Span<UInt8>, _ range: Range<Int>, hasEscapes: Bool) -> [UInt8] {
    var name: [UInt8] = []
    if hasEscapes {
      var quoted: [UInt8] = [UInt8(ascii: "\"")]
      quoted.append(text, range)
      quoted.append(UInt8(ascii: "\""))
      var end = 0
      // Escapes that JSON does not define stay as they are.
      if JSONString.skip(quoted.view, &end) != nil, end == quoted.count {
        JSONString.appendUnescaped(quoted.view, 1..<end - 1, to: &name)
        return name
      }
    }
    name.append(text, range)
    return name
  }

  /// The most backslashes before a quote that are read as nesting of JSON within JSON strings.
  private static let maximumLevel = 7

  /// The number of backslashes before a quote: 0 in JSON, 1 in JSON within a JSON string, then 3
  /// and 7.
  private static func backslashes(_ text: Span<UInt8>, before quote: Int) -> Int {
    var count = 0
    while count <= maximumLevel, quote > count, text[quote - count - 1] == UInt8(ascii: "\\") {
      count += 1
    }
    return count
  }

  /// Reads a string that begins with a quote of a level.
  ///
  /// - Returns: The range of the content, the position after the string, and whether the content
  ///   has escapes; nil if the string does not end.
  private static func string(
    _ text: Span<UInt8>, _ open: Int, _ level: Int
  ) -> QuotedString? {
    var index = open + 1
    var run = 0
    var hasEscapes = false
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "\"") {
        // The closing quote has the backslashes of its level. Backslashes of the content come
        // before them in multiples of twice the level plus two.
        if (run + 1) % (2 * (level + 1)) == level + 1 {
          return (open + 1..<index - level, index + 1, hasEscapes)
        }
        // A quote with fewer backslashes ends the enclosing string.
        if run < level { return nil }
        hasEscapes = true
      }
      if byte == UInt8(ascii: "\\") {
        run += 1
        if run > level { hasEscapes = true }
      } else {
        run = 0
      }
      index += 1
    }
    return nil
  }

  /// True if the name of a member may begin at a quote: after `{`, `,` or white space, or at the
  /// start of a JSON string that holds JSON.
  ///
  /// Other quotes end a string or stand within a text.
  private static func mayBeginName(_ text: Span<UInt8>, _ start: Int, _ level: Int) -> Bool {
    guard start > 0 else { return true }
    switch text[start - 1] {
    case 0...0x20, UInt8(ascii: "{"), UInt8(ascii: ","): return true
    // An escaped line end or tab.
    case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "r"):
      return level > 0 && start > 1 && text[start - 2] == UInt8(ascii: "\\")
    case UInt8(ascii: "\""): return level > 0
    default: return false
    }
  }

  /// True for the first byte of a string, also of one in a JSON string, and of an array.
  private static func mayBeginText(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "[")
  }

  private static func skipWhiteSpace(_ text: Span<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < text.count,
      text[index] == 0x20 || text[index] == 0x09 || text[index] == 0x0A || text[index] == 0x0D
    {
      index += 1
    }
    return index
  }
}
