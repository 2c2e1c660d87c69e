/// Texts that a text holds in Base64, each in one value: a row of letters, which may be broken into
/// lines of one length.
package enum Base64Values {
  /// The letters with which an object begins: a brace, and a quote, a space or a line end.
  package static let marksOfObjects: [StaticString] = ["eyJ", "eyA", "ewo", "ew0", "ewk"]

  /// The letters with which an object or a list begins (a bracket, and a quote, a brace, a space or
  /// a line end), and a file of gzip.
  package static let marks: [StaticString] = marksOfObjects + ["W3s", "WyJ", "H4sI"]

  /// The first letters of the marks.
  private static let firsts = ByteSet("eWH")

  /// The least letters of a value that is looked at: they are enough for a name and a value.
  package static let shortest = 20
  /// The most letters of such a value.
  package static let longest = 256 << 10

  /// Programs break Base64 after 60 to 76 characters (RFC 2045 §6.8).
  package static let shortestLine = 60

  /// True when a value may stand in a text, as its first letters show.
  package static func mayStand(in text: Span<UInt8>) -> Bool {
    var index = 0
    while let run = Base64Text.run(text, from: index, atLeast: shortest) {
      if start(text, of: run) != nil { return true }
      index = run.upperBound
    }
    return false
  }

  /// Returns what the first value in a text encodes; nil when none is in it.
  static func first(in text: Span<UInt8>) -> [UInt8]? {
    var first: [UInt8]?
    _ = changes(in: text) { bytes in
      first = first ?? bytes
      return nil
    }
    return first
  }

  /// Finds the values that change.
  ///
  /// - Parameters:
  ///   - text: The text around them.
  ///   - change: Gets the text or the file of gzip that a value encodes and returns what it is to
  ///     encode; nil for the same.
  /// - Returns: The values, with their padding, and the letters in place of each.
  static func changes(
    in text: Span<UInt8>, _ change: (_ bytes: [UInt8]) -> [UInt8]?
  ) -> Replacements {
    var found = Replacements()
    var index = 0
    while let run = Base64Text.run(text, from: index, atLeast: shortest) {
      index = run.upperBound
      guard let start = start(text, of: run) else { continue }
      let lines = lines(text, start..<run.upperBound)
      let padding = padding(text, from: lines.end)
      index = padding.upperBound
      guard let (value, bytes) = meant(lines, text) else { continue }
      if let new = change(bytes) {
        let rest = value.end == padding.lowerBound ? padding : value.end..<value.end
        found.add(start..<rest.upperBound, encoded(new, text, value, rest), in: text)
      }
      // Another one may stand behind the slash.
      if value.end < padding.lowerBound { index = value.end }
    }
    return found
  }

  /// The value that letters begin with, and what it encodes; nil where that is nothing.
  ///
  /// A slash may be a letter, or end a segment of a path. Where JSON ends before it, it does.
  private static func meant(_ lines: Lines, _ text: Span<UInt8>) -> (Lines, [UInt8])? {
    let segments = segments(of: lines, text)
    var first: (Lines, [UInt8])?
    for value in [lines] + segments
    where (shortest...longest).contains(value.end - lines.letters[0].lowerBound) {
      guard let bytes = value.bytes(in: text), mayBeMeant(bytes) else { continue }
      if segments.isEmpty || isOneDocument(bytes) { return (value, bytes) }
      first = first ?? (value, bytes)
    }
    return first
  }

  /// True for an object or a list of JSON with nothing behind it.
  private static func isOneDocument(_ bytes: [UInt8]) -> Bool {
    guard let end = bytes.view.endOfBrackets(in: bytes.indices) else { return false }
    return bytes[end...].allSatisfy { $0 <= 0x20 }
  }

  /// True for a text and for a file of gzip.
  private static func mayBeMeant(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x1F, 0x8B]) || String(validating: bytes, as: UTF8.self) != nil
  }

  /// The beginnings of a value up to a slash, which may be a letter or end a segment of a path, the
  /// longest first.
  private static func segments(of lines: Lines, _ text: Span<UInt8>) -> [Lines] {
    guard lines.letters.count == 1, let row = lines.letters.first else { return [] }
    var segments: [Lines] = []
    for index in row.reversed()
    where text[index] == UInt8(ascii: "/") && segments.count < mostSegments {
      segments.append(Lines(letters: [row.lowerBound..<index]))
    }
    return segments
  }

  private static let mostSegments = 8

  /// Where a value begins of which all letters are in a row: at JSON, wherever it begins, and at
  /// any other text that is the whole row.
  package static func start(_ text: Span<UInt8>, of run: Range<Int>) -> Int? {
    var start = run.lowerBound
    // The letters of an escape before it are no part of it.
    while start < run.upperBound, start > 0, text[start - 1] == UInt8(ascii: "\\") {
      start += text[start] == UInt8(ascii: "u") ? 5 : 1
    }
    if start + shortest <= run.upperBound, isText(text, from: start) { return start }
    for index in run.dropLast(shortest - 1) where firsts.contains(text[index]) {
      let isFirst =
        index == run.lowerBound || text[index - 1] == UInt8(ascii: "/")
        || text.hasEscape(endingAt: index)
      if isFirst, marks.contains(where: { text.equals($0, at: index) }) { return index }
    }
    return nil
  }

  /// True if the first letters encode characters that a text may have.
  private static func isText(_ text: Span<UInt8>, from start: Int) -> Bool {
    // A local copy is read without a call.
    let characters = characters
    return Base64Text.mayEncode(text, in: start..<start + examined) { characters.contains($0) }
  }

  /// As many letters of random bytes encode a text once in eight thousand times.
  private static let examined = 12

  /// The characters that a text in a value may have.
  package static let characters: ByteSet = {
    var set = ByteSet("\n\r\t")
    for byte in UInt8(0x20)..<0x7F { set.insert(byte) }
    return set
  }()

  // MARK: - Lines

  /// A value that may be broken into lines of one length.
  private struct Lines {
    /// The letters of each line.
    var letters: [Range<Int>]
    /// The bytes between two lines; empty for one line.
    var separator = 0..<0

    var end: Int { letters[letters.count - 1].upperBound }

    /// The bytes that they encode; nil for letters that encode none.
    func bytes(in text: Span<UInt8>) -> [UInt8]? {
      var all: [UInt8] = []
      for line in letters { all.append(text, line) }
      return Base64Text.decode(all.view, in: all.indices)
    }
  }

  private static func lines(_ text: Span<UInt8>, _ first: Range<Int>) -> Lines {
    var lines = Lines(letters: [first])
    guard first.count >= shortestLine, first.count % 4 == 0 else { return lines }
    while let last = lines.letters.last, last.count == first.count,
      lines.end - first.lowerBound < longest
    {
      let separator = separator(text, from: last.upperBound)
      guard !separator.isEmpty, lines.separator.isEmpty || lines.separator.count == separator.count
      else { break }
      var end = separator.upperBound
      while end < text.count, end - separator.upperBound <= first.count,
        Base64Text.isLetter(text[end])
      {
        end += 1
      }
      guard end > separator.upperBound, end - separator.upperBound <= first.count else { break }
      lines.separator = separator
      lines.letters.append(separator.upperBound..<end)
    }
    return lines
  }

  /// A line end, also one that JSON escapes, and the indentation after it.
  private static func separator(_ text: Span<UInt8>, from start: Int) -> Range<Int> {
    var end = start
    for escape: StaticString in ["\\r", "\\n"] where text.equals(escape, at: end) { end += 2 }
    return start..<text.endOfSpace(from: end)
  }

  /// The padding that begins at a position; in a query it is percent-encoded.
  private static func padding(_ text: Span<UInt8>, from start: Int) -> Range<Int> {
    var end = start
    while end < text.count, text[end] == UInt8(ascii: "=") { end += 1 }
    while end < text.count, text.percentDecoded(at: end, before: text.count) == UInt8(ascii: "=") {
      end += 3
    }
    return start..<end
  }

  /// The text in the alphabet, with the padding and in lines as the value had them.
  private static func encoded(
    _ rest: [UInt8], _ text: Span<UInt8>, _ lines: Lines, _ padding: Range<Int>
  ) -> [UInt8] {
    let count = lines.letters.reduce(0) { $0 + $1.count }
    let isURLSafe =
      lines.letters.contains { line in
        line.contains { text[$0] == UInt8(ascii: "-") || text[$0] == UInt8(ascii: "_") }
      } || padding.isEmpty && count % 4 != 0
    let whole = Base64Text.encode(rest, isURLSafe: isURLSafe)
    let value = Array(whole.prefix { $0 != UInt8(ascii: "=") })
    var encoded: [UInt8] = []
    let width = lines.letters.count > 1 ? lines.letters[0].count : value.count
    var start = 0
    while start < value.count {
      if start > 0 { encoded.append(text, lines.separator) }
      encoded += value[start..<min(value.count, start + width)]
      start += width
    }
    if padding.isEmpty, count % 4 != 0 { return encoded }
    let isPercent = !padding.isEmpty && text[padding.lowerBound] != UInt8(ascii: "=")
    let sign = isPercent ? "%3D" : "="
    return encoded + String(repeating: sign, count: whole.count - value.count).utf8
  }
}
