/// Names in percent-encoded text within a text: a URL in a query, JSON or GraphQL in a form.
extension TextSecrets {
  /// The secrets of what is percent-encoded in a text, each part of it decoded and searched as a
  /// text of its own: a query or a form may hold a document, a URL with a password, lines of
  /// settings.
  ///
  /// No byte is decoded twice: the parts are disjoint.
  func inPercentEncoded(
    _ text: Span<UInt8>, _ scan: Scan, looksForNames: Bool
  ) -> Replacements {
    var found = Replacements()
    var start = 0
    while let percent = text.firstIndex(of: UInt8(ascii: "%"), in: start..<text.count) {
      let part = Self.part(text, around: percent, from: start)
      start = part.upperBound
      guard part.count >= Self.shortestPart else { continue }
      let encoded = text.extracting(part)
      guard let decoded = DecodedText(encoded, .form) ?? DecodedText(encoded, .percent) else {
        continue
      }
      let inner = Scan(isForm: scan.isForm, kind: scan.kind, depth: scan.depth + 1)
      for item in find(in: decoded.bytes.view, inner, looksForNames: looksForNames).items {
        let place = decoded.original(item.range)
        let range = part.lowerBound + place.lowerBound..<part.lowerBound + place.upperBound
        found.add(range, item.bytes, in: text)
      }
    }
    return found
  }

  /// The fewest bytes in which decoding reveals anything: a name, a sign and a value of one byte
  /// each, of which one is a triplet.
  private static let shortestPart = 5

  /// Returns the range around a position between characters that a URL or a form has between its
  /// parts.
  private static func part(_ text: Span<UInt8>, around index: Int, from floor: Int) -> Range<Int> {
    func ends(_ byte: UInt8) -> Bool {
      byte.endsURL || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "?")
        || byte == UInt8(ascii: "#")
    }
    var (start, end) = (index, index + 1)
    while start > floor, !ends(text[start - 1]) { start -= 1 }
    while end < text.count, !ends(text[end]) { end += 1 }
    return start..<end
  }

  /// `%22name%22%3A%22value%22` and `name%3A%20%22value%22`, from the position after the quote that
  /// ends the name, or after the name.
  private func percentEncodedMember(
    _ text: Span<UInt8>, _ name: Range<Int>, from start: Int, _ scan: inout Scan
  ) -> Int? {
    let meaning = meaning(text, of: name, &scan)
    let isPlain = meaning.contains(.plain)
    guard isPlain || meaning.contains(.doubtful) else { return nil }
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
    let meaning = meaning(text, of: name, &scan)
    let isPlain = meaning.contains(.query)
    guard isPlain || meaning.contains(.doubtful) else { return nil }
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
