import VCRCore

/// Looks for words in the lines of a cassette that might have to do with a secret.
struct ScreenWords {
  let anchors: SecretAnchors
  let names: SecretNames

  /// True once something that is not ASCII was met.
  private(set) var hasOddText = false

  private var part = ScreenLayout.Part.structure
  private var line = 0..<0
  /// The end of the last word that was looked at as a name.
  private var judged = 0
  /// True in the values of a cookie field that has several.
  private var isCookieList = false
  /// True when the cookies come from a server, with attributes.
  private var hasAttributes = false

  /// Creates a search.
  init(anchors: SecretAnchors, names: SecretNames) {
    self.anchors = anchors
    self.names = names
  }

  /// Begins a line.
  mutating func begin(_ part: ScreenLayout.Part, line: Range<Int>) {
    self.part = part
    self.line = line
    if part != .headerValue { isCookieList = false }
  }

  /// True when no word of the line has to do with a secret.
  mutating func areClean(_ text: Span<UInt8>, _ tables: UnsafeBufferPointer<UInt64>) -> Bool {
    if isCookieList {
      guard areCookiesRedacted(text, in: line.lowerBound + 2..<line.upperBound) else {
        return false
      }
    }
    // No word begins in the last three bytes of a file.
    let end = min(line.upperBound, text.count - 3)
    var index = line.lowerBound
    while index < end {
      let bits =
        unsafe tables[Int(text[unchecked: index])]
        & tables[256 + Int(text[unchecked: index + 1])]
        & tables[512 + Int(text[unchecked: index + 2])]
        & tables[768 + Int(text[unchecked: index + 3])]
      if bits != 0, !isClean(text, at: index, bits) { return false }
      index += 1
    }
    while index < line.upperBound {
      guard text[index] >= 0x20, text[index] < 0x7F else { return false }
      index += 1
    }
    return true
  }

  /// True when what begins at a position is no secret.
  private mutating func isClean(_ text: Span<UInt8>, at index: Int, _ bits: UInt64) -> Bool {
    if bits & SecretAnchors.oddBit != 0 {
      guard text[index] >= 0x80 else { return false }
      hasOddText = true
    }
    let (meaning, isNamed) = anchors.meaning(text, at: index, groups: bits)
    guard meaning.map({ isClean(text, at: index, $0) }) ?? true else { return false }
    return !isNamed || isName(text, at: index)
  }

  private func isClean(
    _ text: Span<UInt8>, at index: Int, _ meaning: SecretAnchors.Meaning
  ) -> Bool {
    switch meaning {
    case .secret: return false
    case .token: return isInWord(text, index) || TokenShape.find(in: text, at: index) == nil
    case .webToken: return dots(text, index) < 2
    case .botToken: return index == line.lowerBound || !text[index - 1].isASCIIDigit
    case .authority: return !hasUserinfo(text, from: index)
    case .escape:
      // A letter or digit that is written as an escape could be part of any word.
      let digit = index + 4 < line.upperBound ? text[index + 4] : 0
      return !(0x33...0x37).contains(digit) || isHarmlessEscape(text, index + 4)
    case .name: return true
    }
  }

  /// True for `\u003c`, `\u003d` and `\u003e`, which some write in JSON for the sake of HTML.
  private func isHarmlessEscape(_ text: Span<UInt8>, _ index: Int) -> Bool {
    guard text[index] == 0x33, index + 1 < line.upperBound else { return false }
    let last = text[index + 1].asciiLowercased
    return last == UInt8(ascii: "c") || last == UInt8(ascii: "e")
  }

  private func isInWord(_ text: Span<UInt8>, _ index: Int) -> Bool {
    guard index > line.lowerBound else { return false }
    let before = text[index - 1]
    return before.isASCIILetter || before.isASCIIDigit
  }

  /// How many dots a word has from a position on, two at most.
  private func dots(_ text: Span<UInt8>, _ start: Int) -> Int {
    guard !isInWord(text, start) else { return 0 }
    var index = start
    var dots = 0
    while index < line.upperBound, ByteSet.word.contains(text[index]) {
      if text[index] == UInt8(ascii: ".") { dots += 1 }
      if dots == 2 { return dots }
      index += 1
    }
    return dots
  }

  /// True when an `@`, plain or encoded, comes before the end of an authority.
  private func hasUserinfo(_ text: Span<UInt8>, from start: Int) -> Bool {
    var index = start + 1
    while index < line.upperBound {
      switch text[index] {
      case UInt8(ascii: "@"): return true
      case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "%"):
        // The slashes that begin it are not its end.
        if index > start + 6 && text[index] != UInt8(ascii: "%") { return false }
        if text[index] == UInt8(ascii: "%"), index + 2 < line.upperBound,
          text[index + 1] == UInt8(ascii: "4"), text[index + 2] == UInt8(ascii: "0")
        {
          return true
        }
      case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"),
        UInt8(ascii: "?"), UInt8(ascii: "#"):
        return false
      default: break
      }
      index += 1
    }
    return false
  }

  // MARK: - Names

  /// True when the word around a position names no secret, or a placeholder follows.
  private mutating func isName(_ text: Span<UInt8>, at index: Int) -> Bool {
    guard index >= judged || judged > line.upperBound || judged < line.lowerBound else {
      return true
    }
    var start = index
    let floor = judged > line.lowerBound && judged <= index ? judged : line.lowerBound
    while start > floor, ByteSet.word.contains(text[start - 1]) { start -= 1 }
    var end = index
    while end < line.upperBound, ByteSet.word.contains(text[end]) { end += 1 }
    judged = end
    let name = start..<end
    if part == .header, start == line.lowerBound { return isCleanHeader(text, name) }
    guard end < line.upperBound else { return true }
    let wide = widened(text, name)
    if wide != name, isOfInterest(text, wide), !isCleanValue(text, of: wide) {
      return false
    }
    return isCleanValue(text, of: name) || !isOfInterest(text, name)
  }

  /// A name with the blanks and brackets that a comparison of names passes over, and what is on
  /// their other side.
  private func widened(_ text: Span<UInt8>, _ name: Range<Int>) -> Range<Int> {
    func isPart(_ byte: UInt8) -> Bool {
      byte == 0x20 || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
        || ByteSet.word.contains(byte)
    }
    var (start, end) = (name.lowerBound, name.upperBound)
    let (floor, ceiling) = (max(line.lowerBound, start - 40), min(line.upperBound, end + 40))
    while start > floor, isPart(text[start - 1]) { start -= 1 }
    while end < ceiling, isPart(text[end]) { end += 1 }
    guard end < line.upperBound, start > line.lowerBound else { return name }
    let isMember = text[end] == UInt8(ascii: "\"") && text[start - 1] == text[end]
    return isMember || text[end] == UInt8(ascii: "=") ? start..<end : name
  }

  /// True when no value follows a name, or one that is a placeholder or nothing.
  private func isCleanValue(_ text: Span<UInt8>, of name: Range<Int>) -> Bool {
    let end = name.upperBound
    switch text[end] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      if name.lowerBound >= line.lowerBound + 2, text[name.lowerBound - 2] == UInt8(ascii: "=") {
        return false
      }
      return isCleanMember(text, from: end + 1)
    case UInt8(ascii: "\\"), UInt8(ascii: "&"), UInt8(ascii: "%"), UInt8(ascii: ">"):
      // Escaped or encoded once more: seldom, and for others to read.
      return false
    case UInt8(ascii: "="), UInt8(ascii: ":"): return isCleanStart(text, end + 1)
    case 0x20:
      guard isScheme(text, name) else { return true }
      var index = end + 1
      while index < line.upperBound, text[index] > 0x20, text[index] != UInt8(ascii: "\"") {
        index += 1
      }
      return index - end <= 8 || isPlaceholder(text, end + 1)
    default: return true
    }
  }

  private func isScheme(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    let first = text[name.lowerBound].asciiLowercased
    return first == UInt8(ascii: "b") && (5...6).contains(name.count)
  }

  /// True when no member's value follows a name's closing quote, or one that is none.
  private func isCleanMember(_ text: Span<UInt8>, from start: Int) -> Bool {
    var index = start
    // Somebody may have put the colon on a line of its own.
    while index < text.count, JSONLayout.isWhiteSpace(text[index]) { index += 1 }
    guard index < text.count, text[index] == UInt8(ascii: ":") else { return true }
    return index < line.upperBound && isCleanStart(text, index + 1, isMember: true)
  }

  /// True when a value begins that is nothing, a placeholder, or a member's array or object.
  private func isCleanStart(_ text: Span<UInt8>, _ start: Int, isMember: Bool = false) -> Bool {
    var index = start
    while index < line.upperBound, text[index] == 0x20 { index += 1 }
    guard index < line.upperBound else { return false }
    let first = text[index]
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      guard index + 1 < line.upperBound else { return false }
      return text[index + 1] == first || isPlaceholder(text, index + 1)
    }
    if isPlaceholder(text, index) { return true }
    if isMember, first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
      return index + 1 == line.upperBound || text[index + 1] != first
    }
    return isWord(text, index, "null") || isWord(text, index, "true")
      || isWord(text, index, "false")
  }

  private func isWord(_ text: Span<UInt8>, _ index: Int, _ word: StaticString) -> Bool {
    let end = index + word.utf8CodeUnitCount
    return end <= line.upperBound && text.equals(word, in: index..<end)
      && (end == line.upperBound || !ByteSet.word.contains(text[end]))
  }

  /// True when a placeholder stands at a position and is all of a value.
  private func isPlaceholder(_ text: Span<UInt8>, _ index: Int) -> Bool {
    guard let end = endOfPlaceholder(text, index), end <= line.upperBound else { return false }
    guard end < line.upperBound else { return true }
    switch text[end] {
    case UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ";"),
      UInt8(ascii: "#"):
      return true
    default: return false
    }
  }

  private func endOfPlaceholder(_ text: Span<UInt8>, _ index: Int) -> Int? {
    guard index + 4 < line.upperBound else { return nil }
    if text[index] == UInt8(ascii: "{") { return Placeholder.end(text, at: index) }
    guard index + 6 < line.upperBound, text.equals("%7B%7B", in: index..<index + 6) else {
      return nil
    }
    var end = index + 6
    while end < line.upperBound, text[end] != UInt8(ascii: "%"), ByteSet.word.contains(text[end]) {
      end += 1
    }
    guard end > index + 6, end + 6 <= line.upperBound, text.equals("%7D%7D", in: end..<end + 6)
    else { return nil }
    return end + 6
  }

  private func isOfInterest(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    if name.count > 80 || names.contains(text, in: name) { return true }
    return isScheme(text, name) || CredentialNames.isTelling(text, in: name)
  }

  // MARK: - Header fields

  private mutating func isCleanHeader(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    let value = min(name.upperBound + 2, line.upperBound)..<line.upperBound
    if isCookie(text, name) {
      isCookieList = value.isEmpty
      hasAttributes = name.count > 7
      return areCookiesRedacted(text, in: value)
    }
    if !value.isEmpty {
      let start = text[value.lowerBound] == UInt8(ascii: "'") ? 1 : 0
      if isPlaceholder(text, value.lowerBound + start) { return true }
    }
    return !isOfInterest(text, name) && !hasTellingEnding(text, name)
  }

  private func hasTellingEnding(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    let folded = name.compactMap { index -> UInt8? in
      let byte = text[index]
      return byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") ? nil : byte.asciiLowercased
    }
    return StandardSecrets.headerEndings.contains { folded.suffix($0.count).elementsEqual($0) }
  }

  private func isCookie(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    let last = text[name.upperBound - 1].asciiLowercased
    return (6...11).contains(name.count) && (last == UInt8(ascii: "e") || last == UInt8(ascii: "2"))
      && CookieNames.all.contains(text, in: name)
  }

  /// True when every cookie's value is a placeholder.
  private func areCookiesRedacted(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      var equals: Int?
      while end < range.upperBound, text[end] != UInt8(ascii: ";") {
        if equals == nil, text[end] == UInt8(ascii: "=") { equals = end }
        end += 1
      }
      var name = start
      while name < end, text[name] == 0x20 || text[name] == UInt8(ascii: "'") { name += 1 }
      let isAttribute =
        hasAttributes && start > range.lowerBound
        && CookieNames.attributes.contains(text, in: name..<(equals ?? end))
      guard name == end || isAttribute || equals.map({ isPlaceholder(text, $0 + 1) }) == true else {
        return false
      }
      start = end + 1
    }
    return true
  }
}

/// The names around cookies.
private enum CookieNames {
  static let all = SecretNames(["Cookie", "Cookie2", "Set-Cookie", "Set-Cookie2"])

  /// The attributes of `Set-Cookie` (RFC 6265 §5.2, and its revision's).
  static let attributes = SecretNames([
    "Expires", "Max-Age", "Domain", "Path", "Secure", "HttpOnly", "SameSite", "Partitioned",
    "Priority", "Version", "Secure'", "HttpOnly'",
  ])
}
