/// Walks through the values of a text that have a name: the strings of JSON members, at any depth, or
/// the pairs of a query.
enum NamedValues {
  /// Calls the closure with the places of each name and its string, without their quotes.
  ///
  /// As for redaction the structure is not read, so that JSON lines and event streams are covered.
  static func forEachMember(
    of text: [UInt8], _ body: (_ name: Range<Int>, _ value: Range<Int>) -> Void
  ) {
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: "\"") else {
        index += 1
        continue
      }
      let end = JSONLayout.endOfString(text, from: index, to: text.count)
      let name = index + 1..<max(index + 1, end - 1)
      index = end
      var next = end
      while next < text.count, JSONLayout.isWhiteSpace(text[next]) { next += 1 }
      guard next < text.count, text[next] == UInt8(ascii: ":") else { continue }
      next += 1
      while next < text.count, JSONLayout.isWhiteSpace(text[next]) { next += 1 }
      guard next < text.count, text[next] == UInt8(ascii: "\"") else {
        index = next
        continue
      }
      let valueEnd = JSONLayout.endOfString(text, from: next, to: text.count)
      body(name, next + 1..<max(next + 1, valueEnd - 1))
      index = valueEnd
    }
  }

  /// Calls the closure with the places of each name and value of a range.
  static func forEachPair(
    of text: [UInt8], in range: Range<Int>,
    _ body: (_ name: Range<Int>, _ value: Range<Int>) -> Void
  ) {
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      var equals: Int?
      while end < range.upperBound, text[end] != UInt8(ascii: "&") {
        if equals == nil, text[end] == UInt8(ascii: "=") { equals = end }
        end += 1
      }
      if let equals { body(start..<equals, equals + 1..<end) }
      start = end + 1
    }
  }
}
