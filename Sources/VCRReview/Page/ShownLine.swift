import VCRCore

/// A line of a message as HTML, folded where it is too long to read.
///
/// The length of folded text is shown, and folded text is called unchanged only if it is.
enum ShownLine {
  /// The largest number of characters of a line that are shown.
  private static let limit = 2_000

  /// The number of characters that are shown before and after a change in a long line.
  private static let context = 100

  /// The beginning of a line without a counterpart.
  ///
  /// - Parameter text: The line.
  /// - Returns: The HTML.
  static func whole(_ text: String) -> String {
    guard text.utf8.count > limit else { return text.asMarkedHTML }
    return "\(text.prefix(limit))".asHTML + folded("… \(text.utf8.count) bytes in all")
  }

  /// Two lines, with the difference between their common beginning and end marked.
  ///
  /// - Parameters:
  ///   - old: The old line.
  ///   - new: The new line.
  /// - Returns: The HTML of both. In a long line only the change and the text around it are shown.
  static func changed(_ old: String, _ new: String) -> (String, String) {
    let (left, right) = (Array(old), Array(new))
    // Different scalars of one character are a difference, although `==` treats them as equal.
    func isSame(_ one: Character, _ other: Character) -> Bool {
      one == other && one.utf8.elementsEqual(other.utf8)
    }
    var start = 0
    while start < left.count, start < right.count, isSame(left[start], right[start]) { start += 1 }
    var end = 0
    while end < left.count - start, end < right.count - start,
      isSame(left[left.count - 1 - end], right[right.count - 1 - end])
    {
      end += 1
    }
    let isLong = max(old.utf8.count, new.utf8.count) > LinePieces.limit
    func html(_ text: [Character], _ tag: String) -> String {
      let middle = text[start..<text.count - end]
      let marked = middle.isEmpty ? "" : "<mark>\(cut(middle))</mark>"
      return "<\(tag)>\(beginning(text[..<start], isLong))\(marked)"
        + "\(ending(text[(text.count - end)...], isLong))</\(tag)>"
    }
    return (html(left, "del"), html(right, "ins"))
  }

  private static func beginning(_ text: ArraySlice<Character>, _ isLong: Bool) -> String {
    guard isLong, text.count > 2 * context else { return String(text).asHTML }
    return folded("\(text.count - context) characters that are the same …")
      + String(text.suffix(context)).asHTML
  }

  private static func ending(_ text: ArraySlice<Character>, _ isLong: Bool) -> String {
    guard isLong, text.count > 2 * context else { return String(text).asHTML }
    return String(text.prefix(context)).asHTML
      + folded("… \(text.count - context) characters that are the same")
  }

  /// The beginning and the end of a long change.
  private static func cut(_ text: ArraySlice<Character>) -> String {
    guard text.count > limit else { return String(text).asHTML }
    let rest = text.count - limit / 2 - context
    return String(text.prefix(limit / 2)).asHTML
      + folded("… \(rest) characters more between the first and the last that differ …")
      + String(text.suffix(context)).asHTML
  }

  private static func folded(_ words: String) -> String {
    " <span class=\"times\">\(words)</span> "
  }
}
