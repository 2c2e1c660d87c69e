/// Texts that a text holds in Base64: the state of a login, the data of a queue's message, the
/// credentials of a registry, the content of a file.
///
/// The placeholder goes into the decoded text, which is encoded again, so that whoever decodes a
/// replayed value still finds such a text there.
package struct EncodedText {
  /// The rules.
  let redaction: Redaction

  /// Creates a search by the rules of a redaction.
  package init(redaction: Redaction) { self.redaction = redaction }

  /// The letters with which an object or a list begins (a bracket, and a quote, a brace, a space or
  /// a line end), and a file of gzip.
  package static let marks: [StaticString] = Credentials.webTokenMarks + ["W3s", "WyJ", "H4sI"]

  /// The first letters of the marks.
  private static let firsts = ByteSet("eWH")

  /// True if no value with a secret begins at a position at which a mark stands.
  package func isClean(_ text: Span<UInt8>, at start: Int) -> Bool {
    // Beyond the longest value nothing is looked at: one text may have many marks.
    let limit = min(text.count, start + Self.longest + 1)
    var end = start
    while end < limit, Base64Text.isLetter(text[end]) { end += 1 }
    return find(in: text.extracting(start..<end)).isEmpty
  }

  /// True if no secret is in the texts that a line holds in Base64.
  package func isClean(_ text: Span<UInt8>, line: Range<Int>) -> Bool {
    var index = line.lowerBound
    while let run = Base64Text.run(
      text, from: index, before: line.upperBound, atLeast: Self.shortest)
    {
      index = run.upperBound
      guard Self.start(text, of: run) != nil else { continue }
      // Such a line may go on in the next one.
      guard run.count < Self.shortestLine, find(in: text.extracting(run)).isEmpty else {
        return false
      }
    }
    return true
  }

  /// The least letters of a value that is looked at: they are enough for a name and a value.
  private static let shortest = 20
  private static let longest = 256 << 10

  /// Programs break Base64 after 60 to 76 characters (RFC 2045 §6.8).
  private static let shortestLine = 60

  /// The values in Base64 that have secrets in them, each with the value without.
  func find(in text: Span<UInt8>) -> Replacements {
    var found = Replacements()
    var index = 0
    while let run = Base64Text.run(text, from: index, atLeast: Self.shortest) {
      index = run.upperBound
      guard let start = Self.start(text, of: run) else { continue }
      let lines = Self.lines(text, start..<run.upperBound)
      let padding = Self.padding(text, from: lines.end)
      index = padding.upperBound
      guard (Self.shortest...Self.longest).contains(lines.end - start),
        let rest = withoutSecrets(text, lines)
      else { continue }
      found.add(start..<padding.upperBound, encoded(rest, text, lines, padding), in: text)
    }
    return found
  }

  /// Where a value begins of which all letters are in a row: at JSON, wherever it begins, and at
  /// any other text that is the whole row.
  private static func start(_ text: Span<UInt8>, of run: Range<Int>) -> Int? {
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

  private static let characters: ByteSet = {
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

  // MARK: - Content

  /// The decoded text without its secrets; nil for what is no text, and where it has none.
  private func withoutSecrets(_ text: Span<UInt8>, _ lines: Lines) -> [UInt8]? {
    var letters: [UInt8] = []
    for line in lines.letters { letters.append(text, line) }
    guard let bytes = Base64Text.decode(letters.view, in: letters.indices) else { return nil }
    guard let packed = Self.gzip(bytes) else { return withoutSecrets(bytes) }
    return withoutSecrets(packed.content).map(packed.wrapper.encode)
  }

  /// The file of gzip that bytes are as a whole.
  private static func gzip(_ bytes: [UInt8]) -> CompressedData? {
    guard bytes.starts(with: [0x1F, 0x8B]) else { return nil }
    // A text may have many such files, each of which becomes much larger.
    var budget = min(longestContent, 32 * bytes.count)
    return CompressedData.next(in: bytes.view, from: 0, &budget).flatMap {
      $0.range == bytes.indices && !$0.isCutOff ? $0 : nil
    }
  }

  private static let longestContent = 1 << 20

  /// The text without its secrets; nil for what is no text, and where it has none.
  private func withoutSecrets(_ bytes: [UInt8]) -> [UInt8]? {
    guard String(validating: bytes, as: UTF8.self) != nil,
      bytes.allSatisfy({ $0 >= 0x80 || Self.characters.contains($0) })
    else { return nil }
    let first = bytes.first { $0 > 0x20 }
    let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    var body = Body(bytes)
    BodySecrets(redaction: redaction, type: isJSON ? Self.json : nil).find(in: &body) {
      found, body in
      body = found.applied(to: body)
    }
    return body.bytes == bytes ? nil : body.bytes
  }

  private static let json = MediaType("application/json")

  /// The text in the alphabet, with the padding and in lines as the value had them.
  private func encoded(
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
