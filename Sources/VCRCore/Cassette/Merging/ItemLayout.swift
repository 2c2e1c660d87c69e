/// Recognises items of which each line says what it is, as the writer lays them out.
///
/// A person may write a value over several lines, and one of these may look like a key. What reads
/// single lines has to know that it does not meet such a one.
enum ItemLayout {
  /// The kind of value behind a key or a dash.
  private enum Value {
    /// Nothing: it follows on the next lines.
    case below
    /// A value that ends with the line.
    case whole
    /// The head of a block scalar, whose text is on the next lines.
    case block
  }

  /// True when each line outside of block scalars has a key, an element, or both, and values end on
  /// their lines.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of a file.
  ///   - range: The range of an item in it.
  /// - Returns: False also for what is rare, such as flow collections and comments behind values.
  static func hasWholeLines(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var line = range.lowerBound
    // The deepest column in which a line may begin, and the column of a block scalar's key.
    var most = Int.max
    var block = Int.max
    while line < range.upperBound {
      let end = bytes.firstNewline(from: line, to: range.upperBound)
      defer { line = end + 1 }
      var index = line
      while index < end, bytes[index] == 0x20 { index += 1 }
      guard index < end, index - line <= block else { continue }
      block = .max
      if bytes[index] == UInt8(ascii: "#") { continue }
      guard index - line <= most else { return false }
      var column = index - line
      var isElement = false
      while index < end, isDash(bytes, index, end) {
        (column, isElement) = (index - line, true)
        index += 1
        while index < end, bytes[index] == 0x20 { index += 1 }
      }
      var value = Value.below
      if index < end {
        let colon = endOfKey(bytes, index..<end)
        guard colon != nil || isElement else { return false }
        if colon != nil { column = index - line }
        guard let found = self.value(bytes, (colon.map { $0 + 1 } ?? index)..<end) else {
          return false
        }
        value = found
      }
      most = value == .below ? .max : column
      if value == .block { block = column }
    }
    return true
  }

  /// True when a line has a key and a value that ends on it.
  static func isWhole(_ bytes: [UInt8], line: Range<Int>) -> Bool {
    var index = line.lowerBound
    while index < line.upperBound, bytes[index] == 0x20 || isDash(bytes, index, line.upperBound) {
      index += 1
    }
    guard index < line.upperBound, let colon = endOfKey(bytes, index..<line.upperBound) else {
      return false
    }
    return value(bytes, colon + 1..<line.upperBound) == .whole
  }

  /// True when a line begins with an element of a list.
  static func isElement(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    let start = bytes[line].firstIndex { $0 != 0x20 } ?? line.upperBound
    return start < line.upperBound && isDash(bytes, start, line.upperBound)
  }

  private static func isDash(_ bytes: [UInt8], _ index: Int, _ end: Int) -> Bool {
    bytes[index] == UInt8(ascii: "-") && (index + 1 == end || bytes[index + 1] == 0x20)
  }

  /// The position of the colon behind the key with which a text begins; nil for one without a key.
  private static func endOfKey(_ bytes: [UInt8], _ text: Range<Int>) -> Int? {
    var index = text.lowerBound
    if bytes[index].isQuotationMark {
      guard let close = endOfQuoted(bytes, text) else { return nil }
      index = close
      guard index < text.upperBound, bytes[index] == UInt8(ascii: ":") else { return nil }
    }
    while index < text.upperBound {
      let colon = bytes.first(UInt8(ascii: ":"), from: index, to: text.upperBound)
      guard colon < text.upperBound else { break }
      if colon + 1 == text.upperBound || bytes[colon + 1] == 0x20 {
        return hasComment(bytes, text.lowerBound..<colon) ? nil : colon
      }
      index = colon + 1
    }
    return nil
  }

  /// Returns the kind of a value; nil for one that may go on below, or is not of the writer's kind.
  private static func value(_ bytes: [UInt8], _ text: Range<Int>) -> Value? {
    var index = text.lowerBound
    while index < text.upperBound, bytes[index] == 0x20 { index += 1 }
    guard index < text.upperBound else { return .below }
    switch bytes[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return endOfQuoted(bytes, index..<text.upperBound) == text.upperBound ? .whole : nil
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      let isHead = bytes[(index + 1)..<text.upperBound].allSatisfy {
        $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+")
      }
      return isHead ? .block : nil
    case let first where indicators.contains(first) || first < 0x20: return nil
    default: return hasComment(bytes, index..<text.upperBound) ? nil : .whole
    }
  }

  /// The characters with which a value of another kind begins.
  private static let indicators = ByteSet("&*!{[?%@`#")

  /// True when a comment begins behind the first byte of a text.
  private static func hasComment(_ bytes: [UInt8], _ text: Range<Int>) -> Bool {
    var index = text.lowerBound
    while index < text.upperBound {
      let mark = bytes.first(UInt8(ascii: "#"), from: index, to: text.upperBound)
      guard mark < text.upperBound else { break }
      if mark > text.lowerBound, bytes[mark - 1] <= 0x20 { return true }
      index = mark + 1
    }
    return false
  }

  /// The position behind the closing quote of a text that begins with a quote; nil for none.
  private static func endOfQuoted(_ bytes: [UInt8], _ text: Range<Int>) -> Int? {
    let quote = bytes[text.lowerBound]
    let isDouble = quote == UInt8(ascii: "\"")
    var index = text.lowerBound + 1
    while index < text.upperBound {
      if isDouble, bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if bytes[index] != quote {
        index += 1
      } else if !isDouble, index + 1 < text.upperBound, bytes[index + 1] == quote {
        index += 2
      } else {
        return index + 1
      }
    }
    return nil
  }
}
