import VCRCore

/// Searches the lines of a cassette for words that might belong to a secret, and ignores what the
/// rules would leave unchanged: names without meaning to them, and placeholders.
struct ScreenWords: Sendable {
  /// True once a byte that is not ASCII occurred.
  private(set) var hasOddText = false

  private var meanings = NameMeanings()
  /// A copy is read without a call.
  private let marks = SecretMarks.standard
  private let texts = EncodedText(redaction: .standard)
  private var part = ScreenLayout.Part.structure
  private var line = 0..<0
  /// The ends of the last word, of the last longer name and of the last string (as the name of a
  /// column) that were judged, and of the last placeholder, in which words are no names.
  private var (wordEnd, segmentEnd, stringEnd, placeholderEnd) = (0, 0, 0, 0)
  /// For the values of a cookie field with several values: true when the server set them.
  private var cookieList: Bool?
  /// True while the line holds cookies.
  private var hasCookies = false

  /// Prepares for a file.
  mutating func reset() {
    hasOddText = false
    (wordEnd, segmentEnd, stringEnd, placeholderEnd) = (0, 0, 0, 0)
    cookieList = nil
  }

  /// Prepares for a line.
  mutating func begin(_ part: ScreenLayout.Part, line: Range<Int>) {
    self.part = part
    self.line = line
    if part != .headerValue { cookieList = nil }
    hasCookies = cookieList != nil
  }

  /// True when no word of the line can belong to a secret.
  ///
  /// The marks are passed along, as each use of stored ones would retain all their arrays.
  mutating func areClean(
    _ text: Span<UInt8>, _ tables: UnsafeBufferPointer<UInt64>, _ marks: SecretMarks
  ) -> Bool {
    if let cookieList {
      let value = line.lowerBound + 2..<line.upperBound
      guard areCookiesClean(text, in: value, isResponse: cookieList) else { return false }
    }
    guard texts.isClean(text, line: line) else { return false }
    // No mark begins in the last three bytes of a file.
    let end = min(line.upperBound, text.count - 3)
    var index = line.lowerBound
    while index < end {
      let first = unsafe text[unchecked: index]
      let second = unsafe text[unchecked: index + 1]
      let third = unsafe text[unchecked: index + 2]
      let bits =
        unsafe tables[Int(first)] & tables[256 + Int(second)] & tables[512 + Int(third)]
        & tables[768 + Int(text[unchecked: index + 3])]
      if bits != 0,
        unsafe bits & SecretMarks.oddBit != 0
          || SecretMarks.mayBegin(tables, first, second, third),
        !isClean(text, at: index, bits, marks)
      {
        return false
      }
      index += 1
    }
    while index < line.upperBound {
      guard text[index] >= 0x20, text[index] < 0x7F else { return false }
      index += 1
    }
    return true
  }

  /// True when the mark at a position begins no secret.
  private mutating func isClean(
    _ text: Span<UInt8>, at index: Int, _ bits: UInt64, _ marks: SecretMarks
  ) -> Bool {
    if bits & SecretMarks.oddBit != 0 {
      guard text[index] >= 0x80 else { return false }
      hasOddText = true
    }
    guard index >= placeholderEnd else { return true }
    return marks.forEach(text, at: index, before: line.upperBound) {
      switch $0 {
      case .name: return isCleanName(text, at: index)
      // The preceding byte is ignored, since it may end an escape.
      case .shape: return TokenShape.find(in: text, at: index, followsEscape: true) == nil
      case .careful: return false
      case .webToken:
        return dots(text, index) < 2
          && texts.isClean(text, at: index)
      case .botToken: return index == line.lowerBound || !text[index - 1].isASCIIDigit
      case .userinfo: return !isInAuthority(text, index)
      case .option:
        return !TextSecrets.isInCurl(text, index + 1)
          && TextSecrets.passwordOfCommand(text, at: index + 1) == nil
      case .program: return isCleanProgram(text, at: index)
      case .accountNumber: return TextSecrets.discordToken(text, at: index) == nil
      case .percent: return isCleanEncoded(text, at: index)
      case .slash: return isCleanMark(text, at: index)
      case .escape: return Self.isCleanEscape(text, at: index, before: line.upperBound)
      case .reference: return Self.isCleanReference(text, at: index, before: line.upperBound)
      case .placeholder:
        if let end = Placeholder.end(text, at: index), end <= line.upperBound {
          placeholderEnd = end
        }
        return true
      }
    }
  }

  /// True unless the word is a program that gets a password.
  private func isCleanProgram(_ text: Span<UInt8>, at index: Int) -> Bool {
    guard index == line.lowerBound || !marks.isWord(text[index - 1]) else {
      // An escape may precede it.
      return index < 2 || text[index - 2] != UInt8(ascii: "\\")
    }
    var end = index
    while end < line.upperBound, marks.isWord(text[end]) { end += 1 }
    return TextSecrets.passwordOfProgram(text, index..<end) == nil
  }

  /// The number of dots in a word from a position on, at most two.
  private func dots(_ text: Span<UInt8>, _ start: Int) -> Int {
    var index = start
    var dots = 0
    while index < line.upperBound, marks.isWord(text[index]) {
      if text[index] == UInt8(ascii: ".") { dots += 1 }
      if dots == 2 { return dots }
      index += 1
    }
    return dots
  }

  /// True when the slashes of a URL precede an `@`, plain, escaped or percent-encoded.
  private func isInAuthority(_ text: Span<UInt8>, _ at: Int) -> Bool {
    var index = at
    let floor = max(line.lowerBound, at - 4096)
    // In a text that is a URL as a whole, no byte ends the URL.
    while index > floor,
      part != .body || !text[index - 1].endsURL || text[index - 1] == UInt8(ascii: "\\")
    {
      index -= 1
      let slashes = min(2, at - index)
      if slashes == 2, text.equals("//", in: index..<index + 2) { return true }
      // JSON may escape a slash. A single percent-encoded slash suffices.
      if text[index] == UInt8(ascii: "\\"), text[index + 1] == UInt8(ascii: "/") { return true }
      if text.percentDecoded(at: index, before: at) == UInt8(ascii: "/") { return true }
    }
    return floor > line.lowerBound && index == floor
  }

  // MARK: - Escaped characters

  private mutating func isCleanEncoded(_ text: Span<UInt8>, at index: Int) -> Bool {
    guard let byte = text.percentDecoded(at: index, before: line.upperBound) else { return true }
    if byte == UInt8(ascii: "@") { return !isInAuthority(text, index) }
    // The rules look at text that is encoded twice after decoding it twice.
    guard byte != UInt8(ascii: "%") else { return false }
    // The number of an account may be followed by a token.
    if byte == UInt8(ascii: ":") || byte == UInt8(ascii: "|"), index > line.lowerBound,
      text[index - 1].isASCIIDigit
    {
      return false
    }
    // No writer encodes what a name is made of, and the rules look at it decoded.
    guard !marks.isWord(byte), isCleanMark(text, at: index) else { return false }
    return SecretMarks.isOutsideNames(byte) || isCleanName(text, at: index)
  }

  /// True when no token begins before a position at which one of its characters is escaped.
  private func isCleanMark(_ text: Span<UInt8>, at index: Int) -> Bool {
    var start = index
    while start > line.lowerBound, marks.isWord(text[start - 1]) {
      start -= 1
      guard TokenShape.find(in: text, at: start, followsEscape: true) == nil else {
        return false
      }
    }
    return true
  }

  // MARK: - Names

  /// True when the names around a position do not mean a secret, or have no value.
  private mutating func isCleanName(_ text: Span<UInt8>, at index: Int) -> Bool {
    if index >= wordEnd {
      let word = text.run(around: index, in: line) { marks.isWord($0) }
      wordEnd = max(word.upperBound, index + 1)
      // With letters of other scripts it may be another name.
      let name = text.run(around: index, in: line) { marks.isWord($0) || $0 >= 0x80 }
      guard name == word || meanings.meaning(text, name).isEmpty else { return false }
      let isHeader = part == .header && word.lowerBound == line.lowerBound
      guard isHeader ? isCleanHeader(text, word) : isCleanWord(text, word) else { return false }
    }
    if index >= segmentEnd {
      let segment = text.run(around: index, in: line) { marks.isSegment($0) }
      segmentEnd = max(segment.upperBound, index + 1)
      // A name that is a whole string was judged as a word.
      let isWord = segment.upperBound == wordEnd && isString(text, segment)
      guard isWord || isCleanSegment(text, segment) else { return false }
    }
    guard part == .body, index >= stringEnd else { return true }
    let string = text.run(around: index, in: line) { $0 != UInt8(ascii: "\"") }
    stringEnd = string.upperBound
    return !isListed(text, string) || meanings.meaning(text, string).isEmpty
  }

  /// True for a word between quotes.
  private func isString(_ text: Span<UInt8>, _ word: Range<Int>) -> Bool {
    let quote = UInt8(ascii: "\"")
    guard word.lowerBound > line.lowerBound, word.upperBound < line.upperBound,
      text[word.lowerBound - 1] == quote, text[word.upperBound] == quote
    else { return false }
    return word.allSatisfy { marks.isWord(text[$0]) }
  }

  /// Judges a word as a name before a value in a text.
  private mutating func isCleanWord(_ text: Span<UInt8>, _ word: Range<Int>) -> Bool {
    var start = word.lowerBound
    let end = word.upperBound
    if start > line.lowerBound, text.percentDecoded(at: start - 1, before: end) != nil {
      start += 2
    }
    guard start < end else { return true }
    guard end < line.upperBound else {
      return !isEntryName(text, start) || meanings.meaning(text, start..<end).isEmpty
    }
    let before = start > line.lowerBound ? text[start - 1] : 0
    if !isTag(text, start), let isClean = isClean(text, start..<end, after: before) {
      return isClean
    }
    return before != UInt8(ascii: "\\") && meanings.meaning(text, start..<end).isEmpty
  }

  /// Judges a word by what follows it; nil where its meaning decides.
  private mutating func isClean(
    _ text: Span<UInt8>, _ word: Range<Int>, after before: UInt8
  ) -> Bool? {
    let (start, end) = (word.lowerBound, word.upperBound)
    switch text[end] {
    case UInt8(ascii: "="), UInt8(ascii: ":"):
      if isCleanStart(text, end + 1) { return true }
    case UInt8(ascii: " "):
      var next = end
      while next < line.upperBound, text[next] == 0x20 { next += 1 }
      guard next < line.upperBound else { return true }
      if text[next] == UInt8(ascii: "=") || text[next] == UInt8(ascii: ":") {
        if isCleanStart(text, next + 1) { return true }
      } else if Self.signsBetween.contains(text[next]) || TextSecrets.isAssigned(text, from: end)
        || TextSecrets.isInNetrc(text, start..<end)
        || TextSecrets.isAfterCommand(text, start)
      {
        break
      } else {
        // Whether letters after a backslash belong to an escape depends on the context.
        guard before != UInt8(ascii: "\\") else { return false }
        guard
          meanings.meaning(text, start..<end).contains(.followed)
            || TextSecrets.startOfStated(text, from: end) != nil
        else { return true }
        return findsNothing(text, from: start)
      }
    case UInt8(ascii: "'") where isDoubledQuote(text, end): break
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
      let isAttribute =
        before == text[end] && start >= line.lowerBound + 2
        && text[start - 2] == UInt8(ascii: "=")
      if !isAttribute, !isFollowedByValue(text, end + 1), !isEntryName(text, start - 1),
        !text.equals("</", at: end + 1), TextSecrets.quoteOfNested(text, start..<end) == nil
      {
        return true
      }
    case UInt8(ascii: "("):
      // `config.setPassword("…")`
      guard end + 1 < line.upperBound, ByteSet.quotes.contains(text[end + 1]) else { return true }
      return findsNothing(text, from: start)
    case UInt8(ascii: "/"):
      guard before == UInt8(ascii: "/") else { return true }
      return !TextSecrets.mayPrecedeSecret(text, start..<end) || findsNothing(text, from: start - 1)
    // `<key>NAME</key>`, `<td>Api Key</td>`
    case UInt8(ascii: "\\"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: ">"),
      UInt8(ascii: "+"), UInt8(ascii: "<"):
      break
    case UInt8(ascii: "]")
    where text.equals("] => ", at: end) || TextSecrets.quoteOfNested(text, start..<end) != nil:
      break
    default:
      if !TextSecrets.isAssigned(text, from: end) { return true }
    }
    return nil
  }

  /// True if the rules find nothing in the rest of the line: they themselves decide where
  /// credentials begin and which are none.
  private func findsNothing(_ text: Span<UInt8>, from start: Int) -> Bool {
    Redaction.standard.textSecrets.find(in: text.extracting(start..<line.upperBound)).isEmpty
  }

  /// The signs that may stand between a name and a value: the quote of the value, the brace before
  /// what describes the name, the border of a table.
  private static let signsBetween = ByteSet("\"'`{|")

  /// True after the key of an entry's name: `"name": "NAME"` and `name: NAME`, with the value in
  /// another member.
  private func isEntryName(_ text: Span<UInt8>, _ start: Int) -> Bool {
    var end = start
    while end > line.lowerBound, text[end - 1] == 0x20 { end -= 1 }
    guard end > line.lowerBound, text[end - 1] == UInt8(ascii: ":") else { return false }
    end -= 1
    if end > line.lowerBound, text[end - 1] == UInt8(ascii: "\"") { end -= 1 }
    while end > line.lowerBound, text[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    var first = end
    while first > line.lowerBound, marks.isWord(text[first - 1]) { first -= 1 }
    let role = JSONEntry.Role((first..<end).map { text[$0] })
    return role == .name || role == .type
  }

  /// True for a string in a list, which may be the name of a column.
  private func isListed(_ text: Span<UInt8>, _ string: Range<Int>) -> Bool {
    guard string.count <= 80, string.lowerBound > line.lowerBound,
      string.upperBound < line.upperBound
    else { return false }
    var before = string.lowerBound - 1
    while before > 0, text[before - 1] <= 0x20 { before -= 1 }
    let after = text.endOfSpace(from: string.upperBound + 1)
    return before > 0 && after < text.count && "[,".utf8.contains(text[before - 1])
      && "],".utf8.contains(text[after])
  }

  /// True for the name of an XML element, perhaps with a prefix, which may have attributes.
  private func isTag(_ text: Span<UInt8>, _ start: Int) -> Bool {
    guard start > line.lowerBound else { return false }
    var index = start - 1
    if text[index] == UInt8(ascii: ":") {
      while index > line.lowerBound, marks.isWord(text[index - 1]) { index -= 1 }
      guard index > line.lowerBound else { return false }
      index -= 1
    }
    return text[index] == UInt8(ascii: "<")
  }

  /// Judges everything that may be the name of a member or of a pair, or part of one.
  private mutating func isCleanSegment(_ text: Span<UInt8>, _ segment: Range<Int>) -> Bool {
    guard mayBeName(text, upTo: segment.upperBound) else { return true }
    if segment.lowerBound > line.lowerBound,
      text[segment.lowerBound - 1] == UInt8(ascii: "\\")
    {
      return false
    }
    // No name in the rules' tables is this long, unless most of it is separators.
    guard segment.count <= 128 else {
      return segment.count(where: { text[$0].isASCIIAlphanumeric }) > 64
    }
    return meanings.meaning(text, segment).isEmpty
  }

  /// True when the text after a position soon ends a name: a quote and a colon, or an equals sign,
  /// followed by a value.
  private func mayBeName(_ text: Span<UInt8>, upTo end: Int) -> Bool {
    var isPair = true
    // In the text of a body the name may continue in the next line.
    for index in end..<(part == .body ? min(text.count, end + 400) : line.upperBound) {
      switch text[index] {
      case UInt8(ascii: "\""): return isFollowedByValue(text, index + 1)
      case UInt8(ascii: "'")
      where isFollowedByValue(text, index + (isDoubledQuote(text, index) ? 2 : 1)):
        return true
      case UInt8(ascii: "=") where isPair: return !isCleanStart(text, index + 1)
      case UInt8(ascii: "&"), UInt8(ascii: "?"), UInt8(ascii: "#"), 0x0A: isPair = false
      default: break
      }
    }
    return false
  }

  // MARK: - Values

  /// True when a colon and a value follow a closing quote.
  private func isFollowedByValue(_ text: Span<UInt8>, _ start: Int) -> Bool {
    var index = start
    // The colon may be on a line of its own.
    while index < text.count, JSONLayout.isWhiteSpace(text[index]) { index += 1 }
    guard index < text.count else { return false }
    if TextSecrets.startOfCounted(text, after: index) != nil { return true }
    if let sign = TextSecrets.signAfterSubscript(text, from: index) { index = sign }
    // `"name" => "value"`, `("name", "value")`, `["name"] = "value"`,
    // `"name" { default = "value" }`
    if text[index] == UInt8(ascii: "=") { return true }
    if text[index] == UInt8(ascii: "{") { return Placeholder.end(text, at: index) == nil }
    if text[index] == UInt8(ascii: ",") { return TextSecrets.hasArgument(text, after: index) }
    guard text[index] == UInt8(ascii: ":") else { return TextSecrets.isAssigned(text, from: start) }
    return index >= line.upperBound || !isCleanStart(text, index + 1, isMember: true)
  }

  /// True for an empty value, a placeholder, and what a member may have that is no secret.
  private func isCleanStart(_ text: Span<UInt8>, _ start: Int, isMember: Bool = false) -> Bool {
    var index = start
    while index < line.upperBound, text[index] == 0x20 { index += 1 }
    guard index < line.upperBound else { return false }
    let first = text[index]
    if first.isQuotationMark {
      guard index + 1 < line.upperBound else { return false }
      // Three quotes begin a literal of several lines.
      let isEmpty =
        text[index + 1] == first && !isDoubledQuote(text, index)
        && !(index + 2 < text.count && text[index + 2] == first)
      return isEmpty || isPlaceholder(text, index + 1, closedBy: first)
    }
    if isPlaceholder(text, index) { return true }
    let words: [StaticString] = isMember ? ["null", "true", "false"] : []
    return words.contains {
      let end = index + $0.utf8CodeUnitCount
      return end <= line.upperBound && text.equals($0, in: index..<end)
        && (end == line.upperBound || !marks.isWord(text[end]))
    }
  }

  /// True for two quotes that may be one in a scalar between quotes (YAML 1.2 §7.3.2), which the
  /// text of a body as a whole is not.
  private func isDoubledQuote(_ text: Span<UInt8>, _ index: Int) -> Bool {
    part != .body && text[index] == UInt8(ascii: "'") && index + 1 < line.upperBound
      && text[index + 1] == text[index]
  }

  /// True when a placeholder begins at a position and is the whole value in every syntax.
  private func isPlaceholder(_ text: Span<UInt8>, _ index: Int, closedBy quote: UInt8 = 0) -> Bool {
    guard let end = Placeholder.end(text, at: index), end <= line.upperBound else { return false }
    guard end < line.upperBound else { return true }
    let isLast = end + 1 == line.upperBound
    switch text[end] {
    case UInt8(ascii: "&"): return true
    // In a URL the placeholder may be part of a value.
    case UInt8(ascii: ";"): return part == .body || hasCookies
    case UInt8(ascii: "#"): return part == .value
    case UInt8(ascii: "'"): return quote == text[end] || (isLast && part != .body)
    case UInt8(ascii: "\""):
      return quote == text[end]
        || (part == .body && (isLast || [0x2C, 0x5D, 0x7D].contains(text[end + 1])))
    default: return false
    }
  }

  // MARK: - Header fields

  private mutating func isCleanHeader(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    var value = min(name.upperBound + 2, line.upperBound)..<line.upperBound
    let isCookie = HeaderSecrets.cookieNames.contains(text, in: name)
    if isCookie || HeaderSecrets.setCookieNames.contains(text, in: name) {
      hasCookies = true
      guard !value.isEmpty else {
        cookieList = !isCookie
        return true
      }
      return areCookiesClean(text, in: value, isResponse: !isCookie)
    }
    if HeaderSecrets.protocolNames.contains(text, in: name) {
      return text.firstIndex(of: UInt8(ascii: ","), in: value) == nil
    }
    if !value.isEmpty {
      if text[value.lowerBound] == UInt8(ascii: "'") {
        value = value.lowerBound + 1..<value.upperBound - 1
      }
      if Placeholder.isAll(text, in: Credentials.afterScheme(text, in: value)) { return true }
    }
    return meanings.meaning(text, name).isEmpty
      && !HeaderSecrets.isOfSignatures(text.extracting(name))
  }

  /// True when the rule for cookies leaves a value unchanged.
  private func areCookiesClean(
    _ text: Span<UInt8>, in range: Range<Int>, isResponse: Bool
  ) -> Bool {
    var range = range
    if range.count >= 2, text[range.lowerBound] == UInt8(ascii: "'") {
      range = range.lowerBound + 1..<range.upperBound - 1
    }
    return CookieSecrets.find(text.extracting(range), isResponse: isResponse).isEmpty
  }
}
