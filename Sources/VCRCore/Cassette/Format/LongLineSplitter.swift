/// The places at which a text is cut into the strings of the form `lines`.
///
/// It is cut after every line end, and a line that is too long for a reader is cut by its
/// structure: tags, statements, members, and only then between words. Whether a place is a cut
/// depends only on the text near it, so that a change in one place touches one line of the
/// cassette.
struct LongLineSplitter {
  /// The widest line of a cassette, in columns, where the text has a place to cut.
  static let width = 200

  /// The offsets at which the strings end; the last one is the end of the text.
  private(set) var ends: [Int] = []

  /// True when a line was too long and has been cut.
  private(set) var hasLongLine = false

  private let text: [UInt8]
  private let levels: [Level]
  private let levelsOfByte: [UInt16]
  /// The number of columns available for a string.
  private let room: Int

  /// The kinds of places after which a text is cut; each is tried for pieces that are still too
  /// long.
  private enum Level: UInt8 {
    /// A comma or an opening bracket outside the strings of JSON.
    case json
    /// The end of a tag.
    case tag
    /// The end of a statement or block.
    case statement
    /// A separator within statements, lists and tables.
    case separator
    /// A space after about every eighth word.
    case eighthWord
    /// A space after about every fourth word.
    case fourthWord
    /// A space after about every second word.
    case secondWord
    /// A space after any word.
    case word
    /// Punctuation within words.
    case punctuation

    /// The bit that represents the level in a set of levels.
    var bit: UInt16 { 1 << UInt16(rawValue) }

    /// The bits of a word's hash that are clear where a cut is made after it.
    ///
    /// Cuts are chosen by the word, not counted, so that an additional word moves only adjacent
    /// cuts.
    var wordMask: UInt32 {
      switch self {
      case .eighthWord: 7
      case .fourthWord: 3
      case .secondWord: 1
      default: 0
      }
    }
  }

  /// The levels at which a cut can be made after each byte.
  private static let levelsOfByte: [UInt16] = {
    var table = [UInt16](repeating: 0, count: 256)
    func mark(_ bytes: String, _ levels: Level...) {
      for byte in bytes.utf8 { for level in levels { table[Int(byte)] |= level.bit } }
    }
    mark(",{[", .json)
    mark(">", .tag)
    mark(";}>n", .statement)
    mark(",{&|\t", .separator)
    mark(" ", .eighthWord, .fourthWord, .secondWord, .word)
    mark("/.=:?)]~-_+", .punctuation)
    return table
  }()

  /// Finds the cuts of a text of valid UTF-8.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isJSON: True when it is JSON, which is not cut within its strings.
  ///   - column: The column of the strings' dashes.
  init(_ text: [UInt8], isJSON: Bool, column: Int) {
    self.text = text
    levelsOfByte = Self.levelsOfByte
    let isMarkup = text.first { $0 > 0x20 } == UInt8(ascii: "<")
    levels =
      isJSON
      ? [.json]
      : (isMarkup ? [.tag] : []) + [
        .statement, .separator, .eighthWord, .fourthWord, .secondWord, .word, .punctuation,
      ]
    // A dash, a space and two quotes.
    room = Self.width - column - 4
    var start = 0
    while start < text.count {
      let end = endOfLine(from: start)
      if (isJSON || isMarkup) && start == 0 && end == text.count && text.count > 120 {
        // A single line of markup or JSON is cut even if it fits, as changes are easier to see
        // then.
        let count = ends.count
        cut(start..<end, level: 0, isForced: true)
        hasLongLine = hasLongLine || ends.count > count + 1
      } else if end - start > room - 40 {
        let count = ends.count
        cut(start..<end, level: 0, isForced: false)
        hasLongLine = hasLongLine || ends.count > count + 1
      } else {
        ends.append(end)
      }
      start = end
    }
  }

  /// The place after a line feed, or after a carriage return without one.
  private func endOfLine(from start: Int) -> Int {
    let end = text.firstNewline(from: start, to: text.count)
    // Nearly all carriage returns are before a line feed.
    let carriage = text.first(UInt8(ascii: "\r"), from: start, to: end)
    if carriage < end, carriage + 1 < end || end == text.count { return carriage + 1 }
    return min(end + 1, text.count)
  }

  /// The width of a piece in quotes, and the levels at which it has a byte that can end a piece.
  private func measure(_ range: Range<Int>) -> (columns: Int, levels: UInt16) {
    var columns = range.count
    var levels: UInt16 = 0
    for index in range {
      let byte = text[index]
      levels |= levelsOfByte[Int(byte)]
      guard byte < 0x20 || byte > 0x7E || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      else { continue }
      switch byte {
      case 0x80..<0xC0: columns -= 1
      case 0xC0...: break
      case 0x09, 0x0A, 0x0D, UInt8(ascii: "\""), UInt8(ascii: "\\"): columns += 1
      default: columns += 3
      }
    }
    return (columns, levels)
  }

  private mutating func cut(_ range: Range<Int>, level: Int, isForced: Bool) {
    let (columns, found) = measure(range)
    // A level without a place to cut leaves the piece to the next level.
    let next = levels[level...].firstIndex { found & $0.bit != 0 } ?? levels.count
    guard next < levels.count, columns > room || (isForced && next == level) else {
      ends.append(range.upperBound)
      return
    }
    let level = levels[next]
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if level == .json, text[index] == UInt8(ascii: "\"") {
        index = JSONLayout.endOfString(text, from: index, to: range.upperBound)
        continue
      }
      index += 1
      // The line end stays with its line.
      guard levelsOfByte[Int(text[index - 1])] & level.bit != 0, index < range.upperBound,
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
    case .json, .tag, .separator, .punctuation: return true
    case .statement:
      // A line feed that is written as an escape also ends a line.
      if text[index] == UInt8(ascii: "n") {
        return index > 0 && text[index - 1] == UInt8(ascii: "\\")
      }
      // Adjacent closing characters stay together.
      return next != UInt8(ascii: ";") && next != UInt8(ascii: "}") && next != UInt8(ascii: ")")
        && next != UInt8(ascii: "]") && next != UInt8(ascii: ",")
    case .eighthWord, .fourthWord, .secondWord, .word:
      guard next != UInt8(ascii: " ") else { return false }
      return level == .word || hash(ofWordBefore: index) & level.wordMask == 0
    }
  }

  /// A hash of the word that ends before a space.
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
