import VCRCore

/// Finds the places in which two texts differ that are no JSON, such as two copies of a page, and
/// patterns that name them.
struct TextNoise {
  /// A place that a pattern names.
  struct Place: Equatable {
    /// The pattern as a setting takes it: `text(/at ([\d.:-]+) in/)`.
    var name: String
    /// The value in the first text.
    var old: String
    /// The value in the second one.
    var new: String
    /// Other values of the place, in either text.
    var others: [String] = []
    /// The unit of time behind the value, with the space before it; empty for none.
    var unit = ""
    /// The nature of its values, by their look.
    var nature: NoisePlace.Nature { .init(old + unit, new + unit) }
  }

  /// The places in their order, each pattern once.
  private(set) var places: [Place] = []

  /// True when the texts are the same but for these places.
  private(set) var isComplete = false

  /// The longest text that is searched.
  private static let limit = 1 << 20
  /// The most bytes of a line that stand before a value, and after it.
  private static let room = (before: 48, after: 16)
  /// The bytes that no value has, as they delimit it.
  private static let delimiters = ByteSet("<>\"'\n\r\t")
  /// The bytes within a value that are no letters or digits, but at its end.
  private static let joints = ByteSet("_.:+%-")
  /// The bytes that have a meaning in a pattern.
  private static let meaning = ByteSet("\\.[](){}*+?|^$/")
  /// The words that may stand beside the time of a day.
  static let dateWords = Set(
    (HTTPDate.weekdays + HTTPDate.months).map { $0.lowercased() } + ["am", "pm", "gmt", "utc"])

  /// A part of a text: a run of letters, digits and joints, or any other byte.
  private typealias Token = Range<Int>

  /// Compares two texts.
  ///
  /// - Parameters:
  ///   - old: The first text.
  ///   - new: The second one.
  ///   - recorded: The second one before values of the first were put into it: what differs from
  ///     this will be another one again, so that no pattern may have it beside a value.
  init(_ old: [UInt8], _ new: [UInt8], recorded: [UInt8]) {
    guard max(old.count, new.count) <= Self.limit, JSONText(old) == nil,
      String(validating: old, as: UTF8.self) != nil, String(validating: new, as: UTF8.self) != nil
    else { return }
    places =
      TableNoise(String(decoding: old, as: UTF8.self), String(decoding: new, as: UTF8.self)).places
    if !places.isEmpty {
      check(old, new)
      if isComplete { return }
      places = []
    }
    let (left, right) = (Self.tokens(old), Self.tokens(new))
    let pairs = SequenceAlignment.matches(
      left.map { Array(old[$0]).seededHash }, right.map { Array(new[$0]).seededHash })
    var gaps: [(old: Range<Int>, new: Range<Int>)] = []
    var (from, to) = (0, 0)
    for pair in pairs + [.init(old: left.count, new: right.count)] {
      if pair.old > from || pair.new > to { gaps.append((from..<pair.old, to..<pair.new)) }
      (from, to) = (pair.old + 1, pair.new + 1)
    }
    let unsteady = recorded == new ? [] : Self.unsteady(old, left, in: recorded)
    let texts = (old: Text(bytes: old, tokens: left), new: Text(bytes: new, tokens: right))
    gaps = Self.joined(gaps, of: texts)
    for index in gaps.indices where !gaps[index].old.isEmpty && !gaps[index].new.isEmpty {
      var start = index > 0 ? gaps[index - 1].old.upperBound : 0
      var end = index + 1 < gaps.count ? gaps[index + 1].old.lowerBound : left.count
      let gap = gaps[index].old
      if let last = (start..<gap.lowerBound).last(where: unsteady.contains) { start = last + 1 }
      if let next = (gap.upperBound..<end).first(where: unsteady.contains) { end = next }
      add(gaps[index], of: texts, between: start..<end)
    }
    check(old, new)
  }

  /// The tokens of a text that another one has not in their place.
  private static func unsteady(_ text: [UInt8], _ tokens: [Token], in other: [UInt8]) -> Set<Int> {
    let steady = SequenceAlignment.matches(
      tokens.map { Array(text[$0]).seededHash },
      Self.tokens(other).map { Array(other[$0]).seededHash })
    return Set(tokens.indices).subtracting(steady.map(\.old))
  }

  /// A text by its tokens.
  private struct Text {
    var bytes: [UInt8]
    var tokens: [Token]

    func range(_ part: Range<Int>) -> Range<Int> {
      tokens[part.lowerBound].lowerBound..<tokens[part.upperBound - 1].upperBound
    }

    func word(_ token: Int) -> String {
      String(decoding: bytes[tokens[token]], as: UTF8.self).lowercased()
    }

    /// True for tokens that are a date and a time of the day.
    func isMoment(_ part: Range<Int>) -> Bool {
      let words = part.map(word)
      let hasDay = words.contains { word in
        dateWords.contains(String(word.prefix(3)))
          || word.utf8.count >= 8 && word.contains("-") && isPartOfDate(word)
      }
      return hasDay && words.contains { $0.contains(":") }
        && words.allSatisfy { [" ", ","].contains($0) || isPartOfDate($0) }
    }
  }

  /// True for a number, a time of the day, and the name of a day or a month.
  private static func isPartOfDate(_ word: String) -> Bool {
    word.utf8.contains(where: \.isASCIIDigit)
      && word.utf8.allSatisfy { $0.isASCIIDigit || joints.contains($0) }
      || dateWords.contains(String(word.prefix(3)))
  }

  /// The most parts of a date and time that differ, as in `Mon, 23 Nov 2026 18:00:01`.
  private static let mostParts = 5

  /// The gaps, of which those that are parts of one date and time are one, with what is the same
  /// between them.
  private static func joined(
    _ gaps: [(old: Range<Int>, new: Range<Int>)], of texts: (old: Text, new: Text)
  ) -> [(old: Range<Int>, new: Range<Int>)] {
    var joined: [(old: Range<Int>, new: Range<Int>)] = []
    var index = 0
    while index < gaps.count {
      let wholes = (index..<min(gaps.count, index + mostParts)).map { last in
        (
          last: last, old: gaps[index].old.lowerBound..<gaps[last].old.upperBound,
          new: gaps[index].new.lowerBound..<gaps[last].new.upperBound
        )
      }
      let whole = wholes.last {
        texts.old.isMoment($0.old) && texts.new.isMoment($0.new)
      }
      joined.append(whole.map { ($0.old, $0.new) } ?? gaps[index])
      index = (whole?.last ?? index) + 1
    }
    return joined
  }

  private static func tokens(_ text: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    var start = 0
    func isInner(_ index: Int) -> Bool {
      isWord(text[index])
        || joints.contains(text[index]) && index + 1 < text.count && isWord(text[index + 1])
    }
    /// The comma of a log's time, `18:05:09,251`, and the thousandths behind it.
    func isFraction(from start: Int, at index: Int) -> Bool {
      text[index] == UInt8(ascii: ",") && text[start..<index].contains(UInt8(ascii: ":"))
        && index + 3 < text.count && text[index - 1].isASCIIDigit
        && text[index + 1...index + 3].allSatisfy(\.isASCIIDigit)
        && index + 4 < text.count && " ]".utf8.contains(text[index + 4])
    }
    while start < text.count {
      var end = start + 1
      if isWord(text[start]) {
        while end < text.count, isInner(end) || isFraction(from: start, at: end) { end += 1 }
      }
      tokens.append(start..<end)
      start = end
    }
    return tokens
  }

  /// True for a letter or a digit; what is no ASCII is a letter.
  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || ByteSet.alphanumeric.contains(byte)
  }

  /// Adds what differs between two tokens that are the same.
  private mutating func add(
    _ gap: (old: Range<Int>, new: Range<Int>), of texts: (old: Text, new: Text),
    between room: Range<Int>
  ) {
    let (left, right) = Self.widened(gap, in: texts.old, between: room)
    let part = gap.old.lowerBound - left..<gap.old.upperBound + right
    let other = gap.new.lowerBound - left..<gap.new.upperBound + right
    let (range, otherRange) = (texts.old.range(part), texts.new.range(other))
    let (value, newValue) = (texts.old.bytes[range], texts.new.bytes[otherRange])
    guard !value.contains(where: Self.delimiters.contains),
      !newValue.contains(where: Self.delimiters.contains)
    else { return }
    let start =
      room.lowerBound < part.lowerBound
      ? texts.old.tokens[room.lowerBound].lowerBound : range.lowerBound
    let end =
      room.upperBound > part.upperBound
      ? texts.old.tokens[room.upperBound - 1].upperBound : range.upperBound
    let before = Self.before(texts.old.bytes[start..<range.lowerBound])
    let after = Self.after(texts.old.bytes[range.upperBound..<end])
    // A pattern without words around it would find everything.
    guard before.contains(where: Self.isWord) || after.contains(where: Self.isWord) else { return }
    let kind = Self.kind(value, newValue)
    // With nothing after it, as much as there is belongs to the value.
    let repetition = after.isEmpty ? "+" : "+?"
    let source = Self.escaped(before) + "(\(kind)\(repetition))" + Self.escaped(after)
    let name = "\(TextPattern.opening)\(source)/)"
    guard (try? JSONPath(parsing: name)) != nil, !places.contains(where: { $0.name == name }) else {
      return
    }
    places.append(
      Place(
        name: name, old: String(decoding: value, as: UTF8.self),
        new: String(decoding: newValue, as: UTF8.self), unit: Self.unit(after)))
  }

  /// The unit of time with which a text begins, behind a space; empty for none.
  private static func unit(_ text: ArraySlice<UInt8>) -> String {
    guard text.first == 0x20 else { return "" }
    let word = String(decoding: text.dropFirst().prefix(while: isWord), as: UTF8.self)
    return NoisePlace.Nature.unitWords.contains(word) ? " " + word : ""
  }

  /// By how many tokens a time of the day is the end or the beginning of a date and time.
  private static func widened(
    _ gap: (old: Range<Int>, new: Range<Int>), in text: Text, between room: Range<Int>
  ) -> (left: Int, right: Int) {
    let isTime = text.bytes[text.range(gap.old)].contains(UInt8(ascii: ":"))
    guard isTime else { return (0, 0) }
    var (start, end) = (gap.old.lowerBound, gap.old.upperBound)
    func isPart(_ token: Int) -> Bool { isPartOfDate(text.word(token)) }
    // A comma without a space divides the columns of a table.
    func isSpace(_ token: Int) -> Bool { text.word(token) == " " }
    while start - 1 > room.lowerBound, isSpace(start - 1) {
      let next = [" ", ","].contains(text.word(start - 2)) ? start - 3 : start - 2
      guard next >= room.lowerBound, isPart(next) else { break }
      start = next
    }
    while end + 1 < room.upperBound, isSpace(end), isPart(end + 1) { end += 2 }
    return (gap.old.lowerBound - start, end - gap.old.upperBound)
  }

  /// Returns the text on the line before a value, from a tag or a word on.
  private static func before(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let line = text[(text.lastIndex { $0 < 0x20 }.map { $0 + 1 } ?? text.startIndex)...]
    var short = line.suffix(room.before)
    if let tag = short.lastIndex(of: UInt8(ascii: "<")),
      short[tag...].contains(UInt8(ascii: "=")) || short[tag...].contains(UInt8(ascii: " "))
    {
      short = short[tag...]
    } else if short.count < line.count {
      // No word is cut.
      short = short.drop { isWord($0) }
    }
    return short.drop { $0 == 0x20 }
  }

  /// Returns the text on the line after a value, up to the end of a word or a tag.
  private static func after(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let line = text[..<(text.firstIndex { $0 < 0x20 } ?? text.endIndex)]
    var short = line.prefix(room.after)
    if short.count < line.count, let last = short.last, isWord(last) {
      while let last = short.last, isWord(last) { short.removeLast() }
    }
    return short
  }

  /// The text as a pattern, in which a placeholder stands for the secrets of all users: those of
  /// another one have a number behind the name.
  private static func escaped(_ text: ArraySlice<UInt8>) -> String {
    let text = Array(text)
    var escaped: [UInt8] = []
    var index = 0
    while index < text.count {
      if let name = Placeholder.name(text.view, at: index) {
        let digits = text[name].reversed().prefix(while: \.isASCIIDigit).count
        let stem = text[name].dropLast(digits)
        let isNumbered = digits > 0 && stem.last == UInt8(ascii: "_")
        escaped += Array(#"\{\{"#.utf8) + (isNumbered ? stem.dropLast() : text[name])
        escaped += Array(#"[_\d]*\}\}"#.utf8)
        index = name.upperBound + 2
        continue
      }
      if meaning.contains(text[index]) { escaped.append(UInt8(ascii: "\\")) }
      escaped.append(text[index])
      index += 1
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// Returns the character class of which both values consist, and such as will come.
  private static func kind(_ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>) -> String {
    let all = old + new
    if all.allSatisfy(\.isASCIIDigit) { return "\\d" }
    if all.allSatisfy({ $0.isASCIIDigit || joints.contains($0) }) { return "[\\d_.:+%-]" }
    if [old, new].allSatisfy(mayBeBase64), all.contains(where: \.isASCIIDigit) {
      return "[A-Za-z0-9+\\/=_-]"
    }
    if all.allSatisfy({ isWord($0) || joints.contains($0) }) { return "[^\\s<>\"'&\\/=]" }
    return "[^<>\"'\\n]"
  }

  /// True for what may be Base64, of which the next value may have signs that this one has not.
  private static func mayBeBase64(_ value: ArraySlice<UInt8>) -> Bool {
    value.count >= shortestBase64 && value.count.isMultiple(of: 4)
      && value.allSatisfy { Base64Text.isLetter($0) || $0 == UInt8(ascii: "=") }
      && value.contains(where: \.isASCIILowercase)
      && value.contains(where: \.isASCIIUppercase)
  }

  /// The length in bytes of the shortest value that is taken for Base64.
  private static let shortestBase64 = 12

  /// Leaves out the patterns that find much more than what differs, and looks whether the rest is
  /// the same.
  private mutating func check(_ old: [UInt8], _ new: [UInt8]) {
    places.removeAll { place in
      guard let path = try? JSONPath(parsing: place.name) else { return true }
      let values = (Self.values(path, old), Self.values(path, new))
      let differing = zip(values.0, values.1).count { $0 != $1 }
      return values.0.count != values.1.count || differing * 2 < values.0.count || differing == 0
    }
    let paths = places.compactMap { try? JSONPath(parsing: $0.name) }
    guard !paths.isEmpty else { return }
    isComplete =
      TextPlaces(paths, in: old).replaced(in: old, by: [UInt8(ascii: "*")])
      == TextPlaces(paths, in: new).replaced(in: new, by: [UInt8(ascii: "*")])
  }

  private static func values(_ path: JSONPath, _ text: [UInt8]) -> [ArraySlice<UInt8>] {
    TextPlaces([path], in: text).places.map { text[$0.range] }
  }
}
