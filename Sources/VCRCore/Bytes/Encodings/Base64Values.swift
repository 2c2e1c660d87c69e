internal import CBytes

/// Texts that a text holds in Base64 or in hexadecimal digits, each in one value: a row of letters,
/// which may be broken into lines of one length.
///
/// In a query the two letters that are no letters elsewhere may be percent-encoded.
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
      if isOne(text, run) { return true }
      index = run.upperBound
    }
    return hasTriplets(text)
  }

  /// True when a value may stand in a text some of whose letters are percent-encoded.
  package static func hasTriplets(_ text: Span<UInt8>) -> Bool {
    rowWithTriplets(text, from: 0) != nil
  }

  /// True when letters in a row may have a value among them.
  package static func isOne(_ text: Span<UInt8>, _ run: Range<Int>) -> Bool {
    start(text, of: run) != nil || hexadecimal(text, in: run) != nil
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
  ///   - change: Gets the text that a value encodes, without the compression of gzip, and returns
  ///     what it is to encode; nil for the same.
  /// - Returns: The values, with their padding, and the letters in place of each.
  static func changes(
    in text: Span<UInt8>, _ change: (_ bytes: [UInt8]) -> [UInt8]?
  ) -> Replacements {
    func changed(_ bytes: [UInt8]) -> [UInt8]? {
      guard bytes.starts(with: [0x1F, 0x8B]) else { return change(bytes) }
      return gzip(bytes).flatMap { packed in change(packed.content).map(packed.wrapper.encode) }
    }
    var found = Replacements()
    var rows: [Range<Int>] = []
    while let row = rowWithTriplets(text, from: rows.last?.upperBound ?? 0) {
      rows.append(row)
      let (letters, origins) = withoutTriplets(text, row)
      for item in plainChanges(in: letters.view, changed).items {
        var encoded: [UInt8] = []
        encoded.appendPercentEncoded(item.bytes, keeping: .unreserved)
        found.add(
          origins[item.range.lowerBound]..<origins[item.range.upperBound], encoded, in: text)
      }
    }
    let plain = plainChanges(in: text, outside: rows, changed)
    return found.isEmpty ? plain : found.merged(with: plain)
  }

  /// The file of gzip that bytes are as a whole.
  private static func gzip(_ bytes: [UInt8]) -> CompressedData? {
    // A text may have many such files, each of which becomes much larger.
    var budget = min(longestContent, 32 * bytes.count)
    return CompressedData.next(in: bytes.view, from: 0, &budget).flatMap {
      $0.range == bytes.indices && !$0.isCutOff ? $0 : nil
    }
  }

  private static let longestContent = 1 << 20

  /// Finds the values that change and have no triplets.
  private static func plainChanges(
    in text: Span<UInt8>, outside rows: [Range<Int>] = [],
    _ change: (_ bytes: [UInt8]) -> [UInt8]?
  ) -> Replacements {
    var found = Replacements()
    var index = 0
    var others = rows[...]
    while let run = Base64Text.run(text, from: index, atLeast: shortest) {
      index = run.upperBound
      others = others.drop { $0.upperBound <= run.lowerBound }
      if let row = others.first, row.overlaps(run) { continue }
      if let digits = hexadecimal(text, in: run) {
        index = digits.upperBound
        if let bytes = [UInt8](hexadecimal: digits.map { text[$0] }), let new = change(bytes) {
          let isUpper = digits.contains { text[$0] >= 0x41 && text[$0] <= 0x46 }
          found.add(digits, new.hexadecimal(isUpper: isUpper), in: text)
        }
        continue
      }
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
    bytes.starts(with: [0x1F, 0x8B])
      || bytes.allSatisfy(isOfText) && String(validating: bytes, as: UTF8.self) != nil
  }

  /// True for a byte that a text in a value may have, also one of a character beyond ASCII.
  private static func isOfText(_ byte: UInt8) -> Bool {
    byte >= 0x80 || characters.contains(byte)
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

  /// The position after the letters of an escape, which are no part of a value.
  private static func afterEscape(_ text: Span<UInt8>, _ run: Range<Int>) -> Int {
    var start = run.lowerBound
    while start < run.upperBound, start > 0, text[start - 1] == UInt8(ascii: "\\") {
      start += text[start] == UInt8(ascii: "u") ? 5 : 1
    }
    return start
  }

  /// Where a value begins of which all letters are in a row: at JSON, wherever it begins, and at
  /// any other text that is the whole row or a segment of a path.
  package static func start(_ text: Span<UInt8>, of run: Range<Int>) -> Int? {
    let start = afterEscape(text, run)
    if start + shortest <= run.upperBound, isText(text, from: start) { return start }
    let end = max(run.lowerBound, run.upperBound - shortest + 1)
    var index = nextStart(text, run, from: run.lowerBound, before: end)
    while index < end {
      let isAfterSlash = index > run.lowerBound && text[index - 1] == UInt8(ascii: "/")
      if isAfterSlash, isText(text, from: index) { return index }
      if firsts.contains(text[index]),
        index == run.lowerBound || isAfterSlash || text.hasEscape(endingAt: index),
        marks.contains(where: { text.equals($0, at: index) })
      {
        return index
      }
      index = nextStart(text, run, from: index + 1, before: end)
    }
    return nil
  }

  /// The next position of a row at which a mark may stand, or that is behind a slash; the end when
  /// there is none.
  private static func nextStart(
    _ text: Span<UInt8>, _ run: Range<Int>, from start: Int, before end: Int
  ) -> Int {
    precondition(run.lowerBound >= 0 && end <= text.count)
    return unsafe text.withUnsafeBufferPointer { bytes in
      unsafe vcr_next_start(bytes.baseAddress, run.lowerBound, start, end, firsts.members)
    }
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

  // MARK: - Hexadecimal digits

  /// The first digits in a row that encode a text: all letters of it, or of a segment of a path,
  /// after the `0x` and `\x` with which programs and databases write them.
  private static func hexadecimal(_ text: Span<UInt8>, in run: Range<Int>) -> Range<Int>? {
    var start = afterEscape(text, run)
    while start < run.upperBound {
      let end = text.firstIndex(of: UInt8(ascii: "/"), in: start..<run.upperBound) ?? run.upperBound
      let first = text.equals("0x", at: start) ? start + 2 : start
      if (shortestDigits...longest).contains(end - first), (end - first) % 2 == 0,
        areDigits(text, first..<first + 2 * beginning, { characters.contains($0) }),
        areDigits(text, first..<end, isOfText)
      {
        return first..<end
      }
      start = end + 1
    }
    return nil
  }

  /// Fewer digits have no room for a name and a value; a digest is as long, but encodes no text.
  private static let shortestDigits = 32
  /// How many bytes show for nearly all digests that they are none.
  private static let beginning = 6

  /// True when each two digits encode a byte that is expected.
  private static func areDigits(
    _ text: Span<UInt8>, _ range: Range<Int>, _ isExpected: (UInt8) -> Bool
  ) -> Bool {
    stride(from: range.lowerBound, to: range.upperBound, by: 2).allSatisfy { index in
      text.hexadecimalByte(at: index).map(isExpected) ?? false
    }
  }

  // MARK: - Triplets

  /// The end of a letter, of padding, or of the triplet of one at a position; nil for anything
  /// else.
  static func endOfPart(_ text: Span<UInt8>, at index: Int) -> Int? {
    guard index < text.count else { return nil }
    if Base64Text.isLetter(text[index]) || text[index] == UInt8(ascii: "=") { return index + 1 }
    switch text.percentDecoded(at: index, before: text.count) {
    case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return index + 3
    default: return nil
    }
  }

  /// The next row of letters of which one is a triplet.
  private static func rowWithTriplets(_ text: Span<UInt8>, from start: Int) -> Range<Int>? {
    var index = start
    while let percent = text.firstIndex(of: UInt8(ascii: "%"), in: index..<text.count) {
      index = percent
      defer { index = max(index, percent + 1) }
      guard let byte = text.percentDecoded(at: percent, before: text.count),
        Base64Text.isLetter(byte), !ByteSet.unreserved.contains(byte)
      else { continue }
      var first = percent
      while first > start, Base64Text.isLetter(text[first - 1]), !text.hasEscape(endingAt: first) {
        first -= 1
      }
      while let end = endOfPart(text, at: index) { index = end }
      if index - first >= shortest { return first..<index }
    }
    return nil
  }

  /// The letters of a row, and where each begins, followed by the end of the row.
  private static func withoutTriplets(
    _ text: Span<UInt8>, _ row: Range<Int>
  ) -> (letters: [UInt8], origins: [Int]) {
    var (letters, origins): ([UInt8], [Int]) = ([], [])
    var index = row.lowerBound
    while index < row.upperBound {
      origins.append(index)
      if let byte = text.percentDecoded(at: index, before: row.upperBound) {
        letters.append(byte)
        index += 3
      } else {
        letters.append(text[index])
        index += 1
      }
    }
    return (letters, origins + [row.upperBound])
  }

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
