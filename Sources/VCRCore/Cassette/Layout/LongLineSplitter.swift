/// The places at which a text is cut into the strings of the form `lines`, or a string in JSON into
/// those of a folded one.
///
/// It is cut after every line end, and a line that is too long for a reader is cut by its
/// structure: tags, statements, sentences, members, and only then between words. Whether a place is
/// a cut depends only on the text near it, so that a change in one place touches one line of the
/// cassette.
package struct LongLineSplitter {
  /// The widest line of a cassette, in columns, where the text has a place to cut.
  static let width = 200

  /// The width in columns from which a sentence is cut between its words.
  private static let proseWidth = 120

  /// The width in columns of lines of words that are all the same.
  private static let filledWidth = 100

  /// The offsets at which the strings end; the last one is the end of the text.
  package private(set) var ends: [Int] = []

  /// True when a line was too long and has been cut.
  private(set) var hasLongLine = false

  /// True when a line has as many tags as it has room for, and not one.
  private var fillsTags = false

  /// True for what stands in a string of JSON that has characters as escapes of four digits.
  private var hasEscapes = false

  private let text: [UInt8]
  private let levels: [Level]
  private let traits: [Trait]
  /// The number of columns available for a string.
  private let room: Int

  /// The kinds of places after which a text is cut; each is tried for pieces that are still too
  /// long.
  private enum Level: UInt8 {
    /// A comma or an opening bracket outside the strings of JSON.
    case json
    /// The end of a tag.
    case tag
    /// A line feed that is written as an escape.
    case escapedLineEnd
    /// The end of a statement or block.
    case statement
    /// The end of a sentence.
    case sentence
    /// A separator within statements, lists and tables.
    case separator
    /// A space between words.
    case word
    /// Punctuation within words.
    case punctuation

    /// The bit that represents the level in a set of levels.
    var bit: UInt16 { 1 << UInt16(rawValue) }
  }

  /// The facts about a byte: the levels at which a cut can be made after it, and its width in
  /// double quotes.
  private struct Trait {
    /// The levels in the lower byte, the columns in the upper one.
    var value: UInt16

    var levels: UInt16 { value & 0xFF }
    var columns: Int { Int(value >> 8) }
  }

  private static let traits: [Trait] = {
    var table = (0...255).map { byte in
      switch UInt8(byte) {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x09, 0x0A, 0x0D: Trait(value: 2 << 8)
      // Characters of East Asia, and most pictures, are two columns wide (UAX #11).
      case 0xE3...0xED, 0xEF...: Trait(value: 2 << 8)
      case 0x20...0x7E, 0xC0...: Trait(value: 1 << 8)
      case 0x80..<0xC0: Trait(value: 0)
      default: Trait(value: 4 << 8)
      }
    }
    func mark(_ bytes: String, _ levels: Level...) {
      for byte in bytes.utf8 { for level in levels { table[Int(byte)].value |= level.bit } }
    }
    mark(",{[", .json)
    mark(">", .tag)
    mark("n", .escapedLineEnd)
    mark(";}>", .statement)
    mark(",{&|\t", .separator)
    mark(" ", .sentence, .word)
    mark("/.=:?)]~-_+", .punctuation)
    return table
  }()

  /// The levels of a text without a structure that is known.
  private static let textLevels: [Level] = [
    .escapedLineEnd, .statement, .sentence, .separator, .word, .punctuation,
  ]

  /// Finds the cuts of a text of valid UTF-8.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isJSON: True when it is JSON, which is cut within a string only where that is too long.
  ///   - column: The column of the strings' dashes.
  package init(_ text: [UInt8], isJSON: Bool, column: Int) {
    let isMarkup = text.first { $0 > 0x20 } == UInt8(ascii: "<")
    self.init(
      text: text, levels: (isJSON ? [.json] : isMarkup ? [.tag] : []) + Self.textLevels,
      column: column)
    var start = 0
    while start < text.count {
      let end = endOfLine(from: start)
      // A single line of markup or JSON is cut even if it fits, as changes are easier to see then.
      let isForced = (isJSON || isMarkup) && start == 0 && end == text.count && text.count > 120
      cutLine(start..<end, isForced: isForced)
      start = end
    }
  }

  /// Finds the cuts of a string in JSON, which are never within an escape.
  ///
  /// - Parameters:
  ///   - text: The text between the quotes.
  ///   - column: The column of the quotes.
  init(contentOfString text: [UInt8], column: Int) {
    var levels = Self.textLevels
    // Markup on one line is for browsers; a tag a line would take much room beside the other
    // members.
    if text.firstRange(of: Array("</".utf8), from: 0) != nil { levels.insert(.tag, at: 1) }
    self.init(text: text, levels: levels, column: column)
    fillsTags = true
    hasEscapes = text.firstRange(of: Array("\\u".utf8), from: 0) != nil
    // A piece of code or prose with lines of its own is read by its lines.
    cutLine(text.indices, isForced: true)
  }

  private init(text: [UInt8], levels: [Level], column: Int) {
    self.text = text
    self.levels = levels
    traits = Self.traits
    // A dash, a space and two quotes.
    room = Self.width - column - 4
  }

  private mutating func cutLine(_ range: Range<Int>, isForced: Bool) {
    guard isForced || range.count > room - 40 else { return ends.append(range.upperBound) }
    let count = ends.count
    cut(range, level: 0, isForced: isForced)
    hasLongLine = hasLongLine || ends.count > count + 1
  }

  /// The place after a line feed, or after a carriage return without one.
  private func endOfLine(from start: Int) -> Int {
    let end = text.firstNewline(from: start, to: text.count)
    // Nearly all carriage returns are before a line feed.
    let carriage = text.first(UInt8(ascii: "\r"), from: start, to: end)
    if carriage < end, carriage + 1 < end || end == text.count { return carriage + 1 }
    return min(end + 1, text.count)
  }

  /// The width of a piece in quotes, the number of its spaces, and the levels at which it has a
  /// byte that can end a piece.
  private func measure(_ range: Range<Int>) -> (columns: Int, spaces: Int, levels: UInt16) {
    var columns = 0
    var spaces = 0
    var levels: UInt16 = 0
    let text = text.view
    let traits = traits.view
    // A body of one long line is measured in whole.
    for index in range {
      let byte = text[index]
      let trait = unsafe traits[unchecked: Int(byte)]
      levels |= trait.levels
      if byte & 0xC0 == 0x80 || hasEscapes { levels |= levelsOfUnspaced(at: index) }
      columns += trait.columns
      if byte == UInt8(ascii: " ") { spaces += 1 }
    }
    return (columns, spaces, levels)
  }

  /// The levels at which a cut can be made after the byte at a position.
  private func levels(at index: Int) -> UInt16 {
    let byte = text[index]
    if byte & 0xC0 == 0x80 { return levelsOfUnspaced(at: index) }
    return traits[Int(byte)].levels | (hasEscapes ? levelsOfUnspaced(at: index) : 0)
  }

  /// The levels at which a cut can be made after a character of a script without spaces.
  private func levelsOfUnspaced(at index: Int) -> UInt16 {
    switch unspacedEnd(at: index) {
    case .sentence: Level.sentence.bit | Level.word.bit
    case .character: Level.word.bit
    case nil: 0
    }
  }

  private func unspacedEnd(at index: Int) -> UnspacedText.End? {
    if text[index] & 0xC0 == 0x80 { return UnspacedText.end(at: index, of: text) }
    return hasEscapes ? UnspacedText.end(atEscape: index, of: text) : nil
  }

  private mutating func cut(_ range: Range<Int>, level: Int, isForced: Bool) {
    let (columns, spaces, found) = measure(range)
    // A level without a place to cut leaves the piece to the next level.
    let next =
      levels[level...].firstIndex { candidate in
        // In prose a comma is no better place than a space.
        found & candidate.bit != 0 && (candidate != .separator || spaces * 16 < range.count)
      } ?? levels.count
    guard next < levels.count else { return ends.append(range.upperBound) }
    let isFilled = levels[next] == .word || (levels[next] == .tag && fillsTags)
    let limit = level > 0 && isFilled ? min(Self.proseWidth, room) : room
    guard columns > limit || (isForced && next == level) else {
      return ends.append(range.upperBound)
    }
    let level = levels[next]
    if isFilled { return cutBetweenWords(range, level, next: next + 1) }
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if level == .json, text[index] == UInt8(ascii: "\"") {
        index = JSONLayout.endOfString(text.view, from: index, to: range.upperBound)
        continue
      }
      index += 1
      // The line end stays with its line.
      guard levels(at: index - 1) & level.bit != 0, index < range.upperBound,
        isCut(after: index - 1, level), text[index] != UInt8(ascii: "\n"),
        text[index] != UInt8(ascii: "\r")
      else { continue }
      cut(start..<index, level: next + 1, isForced: false)
      start = index
    }
    cut(start..<range.upperBound, level: next + 1, isForced: false)
  }

  /// True when a byte of a level, which is not the last of the text, ends a piece.
  private func isCut(after index: Int, _ level: Level) -> Bool {
    let next = text[index + 1]
    switch level {
    case .json, .tag, .punctuation, .word: return true
    case .separator:
      // The braces of a placeholder stay with its name.
      let brace = UInt8(ascii: "{")
      return text[index] != brace || (next != brace && (index == 0 || text[index - 1] != brace))
    case .escapedLineEnd:
      var start = index
      while start > 0, text[start - 1] == UInt8(ascii: "\\") { start -= 1 }
      return (index - start) % 2 == 1
    case .statement:
      // Adjacent closing characters stay together.
      return next != UInt8(ascii: ";") && next != UInt8(ascii: "}") && next != UInt8(ascii: ")")
        && next != UInt8(ascii: "]") && next != UInt8(ascii: ",")
    case .sentence:
      // An initial or a short exclamation is no line of its own.
      return isSentence(endingBefore: index)
        && !(max(1, index - 24)..<index).contains { isSentence(endingBefore: $0) }
    }
  }

  /// True for the space after a sentence, and for the end of one that has none behind it.
  private func isSentence(endingBefore space: Int) -> Bool {
    if let end = unspacedEnd(at: space) { return end == .sentence }
    guard space > 0, space + 1 < text.count, text[space] == UInt8(ascii: " "),
      text[space + 1] != UInt8(ascii: " "),
      !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(text[space + 1])
    else { return false }
    switch text[space - 1] {
    case UInt8(ascii: "."): return !isAbbreviation(endingWith: space - 1)
    case UInt8(ascii: "!"), UInt8(ascii: "?"): return true
    default: return false
    }
  }

  /// Abbreviations before a name, or within a sentence.
  private static let abbreviations = Set(
    [
      "Mr", "Mrs", "Ms", "Mx", "Dr", "Prof", "St", "Rev", "Hon", "Gen", "Col", "Capt", "Lt", "Sgt",
      "Gov", "Sen", "Rep", "Pres", "Mt", "Ft", "vs", "cf", "approx", "ca", "esp", "resp", "incl",
      "Hr", "Fr", "Frl", "bzw", "vgl", "evtl", "ggf", "bspw", "Mme", "Mlle", "Sra", "Srta", "Ing",
      "Jan", "Feb", "Apr", "Aug", "Sept", "Oct", "Nov", "Dec", "Okt", "Dez",
    ].map { Array($0.utf8) })

  /// Abbreviations before a number.
  private static let abbreviationsOfNumbers = Set(
    [
      "No", "no", "Nr", "Fig", "fig", "Eq", "eq", "Sec", "sec", "Ch", "ch", "Vol", "vol", "p", "pp",
      "Art", "Abs", "Nos", "Figs", "Tab", "Ver", "ver",
    ].map { Array($0.utf8) })

  /// True for the dot of an abbreviation, of an initial, or of the last of several letters with a
  /// dot each (`e.g.`).
  private func isAbbreviation(endingWith dot: Int) -> Bool {
    var start = dot
    while start > 0, dot - start < 12, text[start - 1].isASCIILetter || text[start - 1] == text[dot]
    {
      start -= 1
    }
    // The letter of an escape before it is no part of it.
    if start > 0, start < dot, text[start - 1] == UInt8(ascii: "\\") { start += 1 }
    let word = Array(text[start..<dot])
    if word.count == 1 { return word[0].isASCIILetter && word[0] < 0x60 }
    let parts = word.split(separator: text[dot], omittingEmptySubsequences: false)
    if parts.count > 1 { return parts.allSatisfy { $0.count == 1 || $0.count == 2 } }
    return Self.abbreviations.contains(word)
      || text[dot + 2].isASCIIDigit && Self.abbreviationsOfNumbers.contains(word)
  }

  /// A space after a word, or the end of a tag.
  private struct Gap {
    /// The offset after it.
    let end: Int
    /// The columns from the start of the piece to there.
    let column: Int
    /// The hash of the word before it.
    let hash: UInt32
  }

  /// Cuts a piece after the words, or the tags, whose hashes are the least of all that are near.
  ///
  /// Cuts are chosen by the words, not counted, so that an additional word moves only adjacent
  /// cuts.
  private mutating func cutBetweenWords(_ range: Range<Int>, _ level: Level, next: Int) {
    var gaps: [Gap] = []
    var column = 0
    for index in range {
      column += traits[Int(text[index])].columns
      guard index + 1 < range.upperBound, levels(at: index) & level.bit != 0 else { continue }
      if level == .tag || text[index] != UInt8(ascii: " ") {
        gaps.append(Gap(end: index + 1, column: column, hash: hash(ofWordBefore: index + 1)))
        continue
      }
      switch text[index + 1] {
      // The last of several spaces, and never one before a line end.
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"): continue
      default:
        gaps.append(Gap(end: index + 1, column: column, hash: hash(ofWordBefore: index)))
      }
    }
    var start = range.lowerBound
    var startColumn = 0
    var first = 0
    for place in gaps.indices where Self.isLeast(gaps, place, last: column) {
      fill(start..<gaps[place].end, from: startColumn, gaps[first..<place], next: next)
      (start, startColumn, first) = (gaps[place].end, gaps[place].column, place + 1)
    }
    fill(start..<range.upperBound, from: startColumn, gaps[first...], next: next)
  }

  /// True for the gap with the least hash of those within the half of a line on both sides.
  private static func isLeast(_ gaps: [Gap], _ place: Int, last: Int) -> Bool {
    let reach = 40
    let gap = gaps[place]
    guard gap.column > reach, last - gap.column > reach / 2 else { return false }
    var other = place - 1
    while other >= 0, gap.column - gaps[other].column <= reach {
      if gaps[other].hash <= gap.hash { return false }
      other -= 1
    }
    other = place + 1
    while other < gaps.count, gaps[other].column - gap.column <= reach {
      if gaps[other].hash < gap.hash { return false }
      other += 1
    }
    return true
  }

  /// Ends a piece, after it was cut between words wherever it is still too wide.
  private mutating func fill(
    _ range: Range<Int>, from column: Int, _ gaps: ArraySlice<Gap>, next: Int
  ) {
    var (start, startColumn) = (range.lowerBound, column)
    if measure(range).columns > room {
      for (place, gap) in zip(gaps.indices, gaps) {
        let following = place + 1 < gaps.endIndex ? gaps[place + 1].column : Int.max
        guard following - startColumn > Self.filledWidth else { continue }
        cut(start..<gap.end, level: next, isForced: false)
        (start, startColumn) = (gap.end, gap.column)
      }
    }
    cut(start..<range.upperBound, level: next, isForced: false)
  }

  /// A hash of the word that ends before a place, or of its last characters.
  private func hash(ofWordBefore space: Int) -> UInt32 {
    var hash = FNV1a<UInt32>()
    var index = space - 1
    while index >= 0, index > space - 16, text[index] > 0x20 {
      hash.add(text[index])
      index -= 1
    }
    return hash.value ^ hash.value >> 16
  }
}
