/// Where a text is cut into the strings of the form `lines`.
///
/// It is cut after every line end, and a line that is too long for a reader is cut after its
/// structure: tags, statements, members, and only then between words. Whether a place is a cut
/// depends on the text near it alone, so that a change in one place touches one line of the
/// cassette.
struct LineCuts {
  /// The widest line of a cassette, in columns, where the text has something to cut after.
  static let width = 200

  /// The offsets at which the strings end; the last is the text's own end.
  private(set) var ends: [Int] = []

  /// True when a line was too long and has been cut.
  private(set) var hasLongLine = false

  private let text: [UInt8]
  private let levels: [Level]
  /// The columns that a string may take.
  private let room: Int

  /// What a cut is made after; they come in turn, each for what is still too long.
  private enum Level {
    /// A comma or an opening bracket outside the strings of JSON.
    case json
    /// The end of a tag.
    case tag
    /// The end of a statement or block.
    case statement
    /// A separator within statements, lists and tables.
    case separator
    /// A blank after every word of which a hash has these bits clear.
    case words(UInt32)
    /// Punctuation within words.
    case punctuation
  }

  private static let words: [Level] = [.words(7), .words(3), .words(1), .words(0), .punctuation]

  /// Finds the cuts of a text of valid UTF-8.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isJSON: True when it is JSON, which is not cut within its strings.
  ///   - column: The column in which the strings' dashes stand.
  init(_ text: [UInt8], isJSON: Bool, column: Int) {
    self.text = text
    let isMarkup = text.first { $0 > 0x20 } == UInt8(ascii: "<")
    levels =
      isJSON
      ? [.json] : (isMarkup ? [.tag] : []) + [.statement, .separator] + Self.words
    // A dash, a blank and two quotes.
    room = Self.width - column - 4
    var start = 0
    while start < text.count {
      let end = endOfLine(from: start)
      if (isJSON || isMarkup) && start == 0 && end == text.count && text.count > 120 {
        // One line of markup or JSON is cut although it would fit: a change shows better.
        let count = ends.count
        cut(start..<end, level: 0, isForced: true)
        hasLongLine = hasLongLine || ends.count > count + 1
      } else if end - start > room - 40, isTooWide(start..<end) {
        let count = ends.count
        cut(start..<end, level: 0, isForced: false)
        hasLongLine = hasLongLine || ends.count > count + 1
      } else {
        ends.append(end)
      }
      start = end
    }
  }

  /// The place after a line feed, or a carriage return without one.
  private func endOfLine(from start: Int) -> Int {
    let end = text.firstNewline(from: start, to: text.count)
    var index = start
    // Nearly no line holds a carriage return but before its line feed.
    while index < end {
      if text[index] == UInt8(ascii: "\r"), index + 1 < end || end == text.count {
        return index + 1
      }
      index += 1
    }
    return min(end + 1, text.count)
  }

  /// True when a piece is wider in quotes than there is room.
  private func isTooWide(_ range: Range<Int>) -> Bool {
    var columns = 0
    for index in range {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): columns += 2
      case 0..<0x20, 0x7F: columns += byte == 0x0A || byte == 0x0D || byte == 0x09 ? 2 : 4
      case 0x80..<0xC0: break
      default: columns += 1
      }
    }
    return columns > room
  }

  private mutating func cut(_ range: Range<Int>, level: Int, isForced: Bool) {
    guard level < levels.count, isForced || isTooWide(range) else {
      ends.append(range.upperBound)
      return
    }
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if case .json = levels[level], text[index] == UInt8(ascii: "\"") {
        index = JSONLayout.endOfString(text, from: index, to: range.upperBound)
        continue
      }
      index += 1
      // The line end stays with what it ends.
      guard index < range.upperBound, isCut(after: index - 1, levels[level]),
        text[index] != UInt8(ascii: "\n"), text[index] != UInt8(ascii: "\r")
      else { continue }
      cut(start..<index, level: level + 1, isForced: false)
      start = index
    }
    cut(start..<range.upperBound, level: level + 1, isForced: false)
  }

  /// True when a byte that is not the last ends a piece.
  private func isCut(after index: Int, _ level: Level) -> Bool {
    let byte = text[index]
    let next = text[index + 1]
    switch level {
    case .json:
      return byte == UInt8(ascii: ",") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    case .tag: return byte == UInt8(ascii: ">")
    case .statement:
      guard byte == UInt8(ascii: ";") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: ">")
      else {
        // A line feed that is written as an escape ends a line as well.
        return byte == UInt8(ascii: "n") && index > 0 && text[index - 1] == UInt8(ascii: "\\")
      }
      // What closes together stays together.
      return next != UInt8(ascii: ";") && next != UInt8(ascii: "}") && next != UInt8(ascii: ")")
        && next != UInt8(ascii: "]") && next != UInt8(ascii: ",")
    case .separator:
      return byte == UInt8(ascii: ",") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "&")
        || byte == UInt8(ascii: "|") || byte == 0x09
    case .words(let mask):
      guard byte == UInt8(ascii: " "), next != UInt8(ascii: " ") else { return false }
      return mask == 0 || hash(ofWordBefore: index) & mask == 0
    case .punctuation:
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "="), UInt8(ascii: ":"),
        UInt8(ascii: "?"), UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "~"):
        return true
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"): return true
      default: return false
      }
    }
  }

  /// A hash (FNV-1a) of the word that ends before a blank.
  private func hash(ofWordBefore blank: Int) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    var index = blank - 1
    while index >= 0, index > blank - 16, text[index] > 0x20 {
      hash = (hash ^ UInt32(text[index])) &* 16_777_619
      index -= 1
    }
    return hash ^ hash >> 16
  }
}
