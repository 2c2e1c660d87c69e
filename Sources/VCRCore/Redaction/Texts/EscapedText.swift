/// Strings of JSON in which letters and digits are escaped that need not be:
/// `"\u0067\u0068\u0070…"`.
///
/// No other search reads such a string, and few programs write one, so that only these are decoded.
struct EscapedText {
  /// The search for secrets in any text.
  let secrets: TextSecrets

  /// Longer strings are not decoded.
  private static let longest = 1 << 20

  /// The secrets of all such strings.
  func find(in text: Span<UInt8>) -> Replacements { find(in: text, depth: 0) }

  private func find(in text: Span<UInt8>, depth: Int) -> Replacements {
    var found = Replacements()
    var index = 0
    while let escape = text.firstIndex(of: UInt8(ascii: "\\"), in: index..<text.count) {
      index = escape + 1
      guard text.escapedWordCharacter(at: escape) != nil else { continue }
      let content = Self.content(
        text, around: escape, from: found.items.last?.range.upperBound ?? 0)
      index = content.upperBound
      guard content.count <= Self.longest,
        let decoded = DecodedText(text.extracting(content), .json)
      else { continue }
      var inner = secrets.find(in: decoded.bytes.view)
      // JSON within the string may be escaped in the same way.
      if depth == 0 { inner = inner.merged(with: find(in: decoded.bytes.view, depth: 1)) }
      for item in inner.items {
        let place = decoded.original(item.range)
        found.add(
          content.lowerBound + place.lowerBound..<content.lowerBound + place.upperBound, item.bytes,
          in: text)
      }
    }
    return found
  }

  /// Returns the range around a position between two quotes, or between a quote and the end of the
  /// text.
  private static func content(_ text: Span<UInt8>, around index: Int, from floor: Int) -> Range<Int>
  {
    var start = index
    while start > floor, text[start - 1] != UInt8(ascii: "\""), text[start - 1] >= 0x20 {
      start -= 1
    }
    var end = index
    while end < text.count, text[end] != UInt8(ascii: "\""), text[end] >= 0x20 {
      // An escaped quote is part of the string.
      end += text[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return start..<min(end, text.count)
  }
}
