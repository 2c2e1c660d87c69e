/// Names in percent-encoded text within a text: a URL in a query, JSON or GraphQL in a form.
extension TextSecrets {
  /// `%22name%22%3A%22value%22` and `name%3A%20%22value%22`, from the position after the quote that
  /// ends the name, or after the name.
  private func percentEncodedMember(
    _ text: Span<UInt8>, _ name: Range<Int>, from start: Int, _ scan: inout Scan
  ) -> Int? {
    let isPlain = plainNames.contains(text, in: name)
    guard isPlain || (findsShapes && mayMeanSecret(text, name)) else { return nil }
    var index = start
    if index < text.count, text[index] == UInt8(ascii: ":") {
      index += 1
    } else {
      guard index < text.count,
        text.percentDecoded(at: index, before: text.count) == UInt8(ascii: ":")
      else { return nil }
      index += 3
    }
    while index < text.count {
      if text[index] == UInt8(ascii: "+") {
        index += 1
      } else if text.percentDecoded(at: index, before: text.count) == UInt8(ascii: " ") {
        index += 3
      } else {
        break
      }
    }
    guard index < text.count,
      text.percentDecoded(at: index, before: text.count) == UInt8(ascii: "\"")
    else { return nil }
    let value = index + 3
    var end = value
    while end < text.count, !text[end].endsURL, text[end] != UInt8(ascii: "&"),
      text.percentDecoded(at: end, before: text.count) != UInt8(ascii: "\"")
    {
      // An escaped quote is part of the value.
      let isEscape = text.percentDecoded(at: end, before: text.count) == UInt8(ascii: "\\")
      end += isEscape ? 6 : 1
    }
    end = min(end, text.count)
    guard isPlain || isSuspiciousInQuery(text, name, value..<end) else { return nil }
    scan.add(value..<end, name.map { text[$0] }, in: text)
    return end
  }

  /// `name%3Dvalue`: an assignment in a URL within another.
  func percentEncoded(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    switch text.percentDecoded(at: name.upperBound, before: text.count) {
    case UInt8(ascii: "="): break
    case UInt8(ascii: "\""):
      return percentEncodedMember(text, name, from: name.upperBound + 3, &scan)
    case UInt8(ascii: ":"): return percentEncodedMember(text, name, from: name.upperBound, &scan)
    default: return nil
    }
    let isPlain = queryNames.contains(text, in: name)
    guard isPlain || (findsShapes && mayMeanSecret(text, name)) else { return nil }
    let start = name.upperBound + 3
    var end = start
    while end < text.count, !text[end].endsURL, text[end] != UInt8(ascii: "&"),
      text[end] != UInt8(ascii: "#")
    {
      let decoded = text.percentDecoded(at: end, before: text.count)
      if decoded == UInt8(ascii: "&") || decoded == UInt8(ascii: "#") { break }
      // A URL has no space; what has one is prose or code.
      if decoded == UInt8(ascii: " ") || decoded == UInt8(ascii: "(") { return nil }
      end += 1
    }
    if PasswordNames.meaning(text, in: name) != nil,
      let word = (start..<end).first(where: { !text[$0].isASCIILetter }),
      PasswordNames.isWord(text, start..<word)
    {
      return nil
    }
    guard isPlain || isSuspiciousInQuery(text, name, start..<end) else { return nil }
    scan.add(start..<end, name.map { text[$0] }, in: text)
    return end
  }
}
