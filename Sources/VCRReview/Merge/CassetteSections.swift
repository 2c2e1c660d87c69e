import VCRCore

/// The text of a cassette, split into its heading, its items and its ending.
///
/// Unlike `CassetteFile` this keeps every byte, comments included: the concatenated parts are the
/// file. A comment directly above an item belongs to that item.
struct CassetteSections {
  /// The text before the first item.
  let heading: ArraySlice<UInt8>
  /// The items, each from its comment or dash to the next item.
  let items: [ArraySlice<UInt8>]
  /// The text after the last item: comments, another key, the end of the document.
  let ending: ArraySlice<UInt8>
  /// The column of the items' dashes, counted from 0.
  let indent: Int

  /// Finds the items of a cassette; nil for a layout in which items share lines.
  ///
  /// - Parameter text: The file's content; empty for a file that does not exist.
  init?(_ text: [UInt8]) {
    guard let start = text.isEmpty ? 0 : CassetteFile.endOfKeyLine(text) else { return nil }
    var starts: [Int] = []
    var indent: Int?
    // The start of the comment lines directly above the current line.
    var comment: Int?
    var line = start
    var end = text.count
    while line < text.count {
      let next = min(text.firstNewline(from: line, to: text.count) + 1, text.count)
      var first = line
      while first < next, text[first] == UInt8(ascii: " ") { first += 1 }
      let column = first - line
      if first == next || text[first] == UInt8(ascii: "\n") {
        comment = nil
      } else if text[first] == UInt8(ascii: "#"), column <= indent ?? column {
        comment = comment ?? line
      } else if column == indent ?? column, Self.isDash(text, at: first, next) {
        indent = column
        starts.append(comment ?? line)
        comment = nil
      } else if let indent, column > indent {
        comment = nil
      } else {
        guard !starts.isEmpty, column == 0 else { return nil }
        end = comment ?? line
        break
      }
      line = next
    }
    if line == text.count, !starts.isEmpty, let comment { end = comment }
    self.indent = indent ?? 0
    heading = text[..<(starts.first ?? end)]
    ending = text[end...]
    items = starts.indices.map { index in
      text[starts[index]..<(index + 1 < starts.count ? starts[index + 1] : end)]
    }
  }

  private static func isDash(_ text: [UInt8], at index: Int, _ end: Int) -> Bool {
    guard text[index] == UInt8(ascii: "-") else { return false }
    return index + 1 >= end || text[index + 1] == UInt8(ascii: " ")
      || text[index + 1] == UInt8(ascii: "\n")
  }
}
