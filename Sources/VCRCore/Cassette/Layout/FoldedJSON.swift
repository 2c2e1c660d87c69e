/// Long strings of an indented text, in several pieces.
///
/// A piece is a string of its own, on a line of its own. Strings that follow each other without a
/// comma are one: no JSON has that (RFC 8259 §2), and readers know it from C and Python.
package enum FoldedJSON {
  /// The length in bytes from which a string with escaped line ends is folded.
  private static let foldedLength = 100

  /// Folds the long strings of a text that is indented, one value per line.
  ///
  /// - Parameters:
  ///   - text: A text that ends with the JSON.
  ///   - first: The offset of the JSON's first line.
  /// - Returns: The folded JSON; nil where no string is long, or none has a place to be cut.
  package static func folding(_ text: [UInt8], from first: Int = 0) -> [UInt8]? {
    var out: [UInt8] = []
    // The bytes between here and the current line are copied in one piece.
    var copied = first
    var start = first
    while start < text.count {
      let end = text.firstNewline(from: start, to: text.count)
      defer { start = end + 1 }
      guard end - start > foldedLength, let value = longString(text, start..<end) else { continue }
      let indent = text[start..<end].prefix { $0 == UInt8(ascii: " ") }.count
      let content = Array(text[value.lowerBound + 1..<value.upperBound - 1])
      let pieces = LongLineSplitter(contentOfString: content, column: indent + 2).ends
      guard pieces.count > 1 else { continue }
      out += text[copied..<value.lowerBound]
      copied = value.upperBound
      // Behind its name, or as an element of an array.
      let isMember = value.lowerBound > start + indent
      if isMember { out.removeLast() }
      var cut = 0
      for piece in pieces {
        if isMember || cut > 0 {
          out.append(UInt8(ascii: "\n"))
          out.appendSpaces(indent + 2)
        }
        out.append(UInt8(ascii: "\""))
        out += content[cut..<piece]
        out.append(UInt8(ascii: "\""))
        cut = piece
      }
    }
    guard copied > first else { return nil }
    out += text[copied...]
    return out
  }

  /// The range of the string that is the value on a line, with its quotes, where it is to be
  /// folded.
  private static func longString(_ text: [UInt8], _ line: Range<Int>) -> Range<Int>? {
    let quote = UInt8(ascii: "\"")
    guard var start = text[line].firstIndex(where: { $0 != UInt8(ascii: " ") }) else { return nil }
    var end = JSONLayout.endOfString(text.view, from: start, to: line.upperBound)
    guard text[start] == quote else { return nil }
    if end + 2 < line.upperBound, text[end] == UInt8(ascii: ":") {
      // A name, a colon and a space.
      start = end + 2
      guard text[start] == quote else { return nil }
      end = JSONLayout.endOfString(text.view, from: start, to: line.upperBound)
    }
    guard end - start > foldedLength, text[end - 1] == quote else { return nil }
    let isTooWide = end - line.lowerBound > LongLineSplitter.width
    return isTooWide || hasLineEnd(text[start..<end]) ? start..<end : nil
  }

  /// True for a string with an escaped line feed that something follows.
  private static func hasLineEnd(_ string: ArraySlice<UInt8>) -> Bool {
    var index = string.startIndex
    while index < string.endIndex - 3 {
      let isEscape = string[index] == UInt8(ascii: "\\")
      if isEscape, string[index + 1] == UInt8(ascii: "n") { return true }
      index += isEscape ? 2 : 1
    }
    return false
  }

  /// Joins the pieces of folded strings.
  ///
  /// - Parameter text: JSON with any white space, in which strings may follow each other.
  /// - Returns: The text with each string in one piece, on the line of its name.
  package static func joining(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let text = Array(text)
    let quote = UInt8(ascii: "\"")
    var out: [UInt8] = []
    out.reserveCapacity(text.count)
    // The bytes between here and the current string are copied in one piece.
    var copied = 0
    var start = text.first(quote, from: 0, to: text.count)
    while start < text.count {
      var end = JSONLayout.endOfString(text.view, from: start, to: text.count)
      var next = text.firstVisible(from: end)
      if next < text.count, text[next] == quote {
        let colon = text.lastVisible(before: start)
        if colon > copied, text[colon - 1] == UInt8(ascii: ":") {
          out += text[copied..<colon]
          out.append(UInt8(ascii: " "))
          copied = start
        }
        while next < text.count, text[next] == quote {
          // Neither the closing quote nor the opening one of the next piece is a part of the
          // string.
          out += text[copied..<end - 1]
          copied = next + 1
          end = JSONLayout.endOfString(text.view, from: next, to: text.count)
          next = text.firstVisible(from: end)
        }
      }
      start = text.first(quote, from: end, to: text.count)
    }
    out += text[copied...]
    return out
  }
}

extension [UInt8] {
  /// The place of the first byte from an index on that is no white space of JSON.
  fileprivate func firstVisible(from start: Int) -> Int {
    var index = start
    while index < count, JSONLayout.isWhiteSpace(self[index]) { index += 1 }
    return index
  }

  /// The place after the last byte before an index that is no white space of JSON.
  fileprivate func lastVisible(before end: Int) -> Int {
    var index = end
    while index > 0, JSONLayout.isWhiteSpace(self[index - 1]) { index -= 1 }
    return index
  }
}
