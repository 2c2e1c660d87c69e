/// Finds the places where placeholders came into a text.
package enum TextDifference {
  /// The number of bytes after a placeholder that are searched for in the old text.
  private static let anchorLength = 24

  /// The places of the old text that differ, with their new bytes.
  ///
  /// A redaction replaces secrets by placeholders and leaves everything else, so after each
  /// placeholder the old text continues like the new one. Where it does not, the rest is one
  /// difference. The time is linear in both.
  package static func edits(from old: [UInt8], to new: [UInt8]) -> [Replacements.Item] {
    var edits: [Replacements.Item] = []
    var (from, to) = (0, 0)
    while true {
      while from < old.count, to < new.count, old[from] == new[to] {
        from += 1
        to += 1
      }
      if from == old.count, to == new.count { return edits }
      if let number = number(old, from, new, to) {
        edits.append(number.edit)
        (from, to) = (number.edit.range.upperBound, number.end)
        continue
      }
      if let value = encoded(old, from, new, to) {
        edits.append(value.edit)
        (from, to) = (value.edit.range.upperBound, value.end)
        continue
      }
      // The texts may agree in the first brace of a placeholder. Before a whole one it is a byte of
      // the text, as the length of a field may be.
      while to == new.count || Placeholder.end(new.view, at: to) == nil, to > 0, from > 0,
        new[to - 1] == UInt8(ascii: "{"),
        edits.last.map({ $0.range.upperBound < from }) ?? true
      {
        from -= 1
        to -= 1
      }
      guard let next = resumption(old, from, new, to) else {
        edits.append(rest(old, from, new, to))
        return edits
      }
      edits.append(Replacements.Item(range: from..<next.old, bytes: Array(new[to..<next.new])))
      (from, to) = next
    }
  }

  /// The number of JSON that became a zero around a difference, and where the new text goes on.
  private static func number(
    _ old: [UInt8], _ from: Int, _ new: [UInt8], _ to: Int
  ) -> (edit: Replacements.Item, end: Int)? {
    // The texts may agree in the first digits.
    var (start, newStart) = (from, to)
    while start > 0, newStart > 0, isNumeric(new[newStart - 1]) {
      start -= 1
      newStart -= 1
    }
    let end = old[start...].firstIndex { !isNumeric($0) } ?? old.count
    let newEnd = new[newStart...].firstIndex { !isNumeric($0) } ?? new.count
    guard start < end, newStart > 0, ":[, ".utf8.contains(new[newStart - 1]),
      redactedNumbers.contains(new[newStart..<newEnd])
    else { return nil }
    return (Replacements.Item(range: start..<end, bytes: Array(new[newStart..<newEnd])), newEnd)
  }

  /// The value in Base64 around a difference that has a placeholder in it, and where the new text
  /// goes on.
  private static func encoded(
    _ old: [UInt8], _ from: Int, _ new: [UInt8], _ to: Int
  ) -> (edit: Replacements.Item, end: Int)? {
    guard Base64Values.endOfPart(new.view, at: to) != nil else { return nil }
    func steps(back index: Int) -> Int {
      let isTriplet = index >= 3 && new[index - 3] == UInt8(ascii: "%")
      if isTriplet { return Base64Values.endOfPart(new.view, at: index - 3) == index ? 3 : 0 }
      return index > 0 && Base64Text.isLetter(new[index - 1]) ? 1 : 0
    }
    var (start, newStart) = (from, to)
    // The texts may agree in the beginning of a triplet.
    while from - start < 2, start > 0, newStart > 0, new[max(0, to - 2)..<to].contains(0x25),
      new[newStart] != UInt8(ascii: "%")
    {
      (start, newStart) = (start - 1, newStart - 1)
    }
    while case let count = steps(back: newStart), count > 0, start >= count,
      old[start - count..<start] == new[newStart - count..<newStart]
    {
      (start, newStart) = (start - count, newStart - count)
    }
    var (end, newEnd) = (start, newStart)
    while let next = Base64Values.endOfPart(old.view, at: end) { end = next }
    while let next = Base64Values.endOfPart(new.view, at: newEnd) { newEnd = next }
    guard EncodedPlaceholders.areOne(new[newStart..<newEnd]) else { return nil }
    return (Replacements.Item(range: start..<end, bytes: Array(new[newStart..<newEnd])), newEnd)
  }

  /// The texts that a redaction leaves of a number.
  private static let redactedNumbers: [ArraySlice<UInt8>] = ["0", "0.0"].map { Array($0.utf8)[...] }

  /// True for the characters of numbers (RFC 8259 §6).
  private static func isNumeric(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || "+-.eE".utf8.contains(byte)
  }

  /// The position at which both texts continue after the placeholder at this point of the new one.
  private static func resumption(_ old: [UInt8], _ from: Int, _ new: [UInt8], _ to: Int)
    -> (old: Int, new: Int)?
  {
    guard var end = endOfPlaceholder(new, from: to) else { return nil }
    // A number became a string.
    let quote = UInt8(ascii: "\"")
    if new[to] == quote, end < new.count, new[end] == quote { end += 1 }
    if end == new.count { return (old.count, end) }
    let anchor = anchor(new, from: end)
    guard let first = anchor.first else { return nil }
    var index = from
    while index + anchor.count <= old.count {
      if old[index] == first, old[index..<index + anchor.count] == anchor { return (index, end) }
      index += 1
    }
    return nil
  }

  /// The text after a placeholder, up to the next one and the quote that may belong to the next
  /// one.
  private static func anchor(_ text: [UInt8], from start: Int) -> ArraySlice<UInt8> {
    let limit = min(start + anchorLength, text.count)
    var end = start
    while end < limit {
      let isOpen =
        text[end] == UInt8(ascii: "{") && end + 1 < text.count && text[end + 1] == text[end]
      if isOpen || text[end...].starts(with: "%7B%7B".utf8) { break }
      // A number may have become a zero.
      if text[end] == UInt8(ascii: "0"), end > start + 1, text[end - 1] == UInt8(ascii: ":") {
        break
      }
      end += 1
    }
    if end < limit, end > start + 1, text[end - 1] == UInt8(ascii: "\"") { end -= 1 }
    return text[start..<end]
  }

  /// The position after the placeholder that begins or continues here, and those within it; braces
  /// are plain or percent-encoded.
  private static func endOfPlaceholder(_ text: [UInt8], from start: Int) -> Int? {
    var index = start
    var depth = 0
    while index + 1 < text.count {
      let length = pair(text, index, UInt8(ascii: "{"), "%7B%7B")
      if length > 0 {
        depth += 1
        index += length
        continue
      }
      let closing = pair(text, index, UInt8(ascii: "}"), "%7D%7D")
      if closing > 0 {
        depth -= 1
        index += closing
        if depth <= 0 { return index }
        continue
      }
      index += 1
    }
    return nil
  }

  /// The length of two braces at a position, or 0.
  private static func pair(_ text: [UInt8], _ index: Int, _ brace: UInt8, _ encoded: String)
    -> Int
  {
    if text[index] == brace, text[index + 1] == brace { return 2 }
    return text[index] == UInt8(ascii: "%") && text[index...].starts(with: encoded.utf8)
      ? encoded.utf8.count : 0
  }

  /// All of the rest, except for the common end of both texts.
  private static func rest(_ old: [UInt8], _ from: Int, _ new: [UInt8], _ to: Int)
    -> Replacements.Item
  {
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > from, newEnd > to, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    return Replacements.Item(range: from..<oldEnd, bytes: Array(new[to..<newEnd]))
  }
}

extension [Replacements.Item] {
  /// The items by their places; insertions at a place come before replacements that begin there.
  var inOrder: [Replacements.Item] {
    sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
  }

  /// The items for a text that begins elsewhere.
  func moved(by distance: Int) -> [Replacements.Item] {
    map { item in
      Replacements.Item(
        range: item.range.lowerBound + distance..<item.range.upperBound + distance,
        bytes: item.bytes)
    }
  }

  /// A text with these places, which are in ascending order, replaced.
  package func applied(to text: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count + count * 16)
    var copied = 0
    for item in self {
      output.append(contentsOf: text[copied..<item.range.lowerBound])
      output.append(contentsOf: item.bytes)
      copied = item.range.upperBound
    }
    output.append(contentsOf: text[copied...])
    return output
  }
}
