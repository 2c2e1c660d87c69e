/// Names and values in code that a page shows, each word of it within tags that colour it.
extension TextSecrets {
  /// `<span>"name"</span><span>:</span> <span>"value"</span>`, with the quotes in the tags, as
  /// references, or none.
  func highlighted(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    var index = name.upperBound + Self.quote(text, at: name.upperBound)
    // Nearly every other word of a page is followed by something else.
    guard text.equals("</", at: index), findsShapes, !meaning(text, of: name, &scan).isEmpty else {
      return nil
    }
    var (tags, hasSign) = (0, false)
    while tags <= Self.mostTagsOfWords {
      index = text.endOfSpace(from: index)
      guard index < text.count else { return nil }
      if text[index] == UInt8(ascii: "<") {
        guard let end = Self.endOfTagOfText(text, at: index) else { return nil }
        index = end
        tags += 1
      } else if !hasSign, Self.signsOfCode.contains(text[index]) {
        index += 1
        hasSign = true
      } else {
        break
      }
    }
    guard hasSign, tags > 1 else { return nil }
    let start = index + Self.quote(text, at: index)
    let limit = min(text.count, start + Self.longestHighlighted)
    var end = start
    while end < limit, text[end] > 0x20, text[end] != UInt8(ascii: "<"),
      Self.quote(text, at: end) == 0
    {
      end += 1
    }
    guard end < limit, end > start, SuspiciousValue.isSecret(text, name, text, start..<end) else {
      return nil
    }
    scan.add(start..<end, name.map { text[$0] }, in: text)
    return end
  }

  /// How many bytes a quotation mark or its reference has at a position; 0 where none stands.
  private static func quote(_ text: Span<UInt8>, at index: Int) -> Int {
    guard index < text.count else { return 0 }
    if text[index].isQuotationMark { return 1 }
    return reference(text, at: index).map { $0 - index } ?? 0
  }

  private static let signsOfCode = ByteSet(":=")
  private static let mostTagsOfWords = 8
  private static let longestHighlighted = 1024
}
