import VCRCore

/// Reads a document of TOML 1.0.0 (https://toml.io/en/v1.0.0), in time and memory that its size
/// bounds.
///
/// A text that the specification calls invalid is a fault, as is an integer of more than 64 bits.
/// Line ends within a text become line feeds, which the specification allows.
struct TOMLReader {
  private let bytes: [UInt8]
  private let maximumCount: Int
  private var index = 0
  private var count = 0
  private var tables = TOMLTables()

  /// The number of tables that were begun, which tells apart those that dotted names made.
  private var sections = 0

  /// The line at the place up to where lines are counted; each byte once.
  private var line = 1
  private var counted = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    maximumCount = YAMLBounds.maximumCount(forBytes: bytes.count)
  }

  /// The value of the document.
  mutating func read() throws(YAMLFault) -> ForeignValue {
    try checkEncoding()
    var table = TOMLTables.root
    var section = 0
    var depth = 0
    while true {
      try skipLines()
      guard let first = peek else { return tables.value(of: TOMLTables.root) }
      if first == UInt8(ascii: "[") {
        (table, depth) = try header()
        sections += 1
        section = sections
      } else {
        try pair(in: table, section: section, depth: depth)
      }
      try endLine()
    }
  }

  private mutating func checkEncoding() throws(YAMLFault) {
    guard String(validating: bytes, as: UTF8.self) == nil else { return }
    for line in bytes.split(separator: UInt8(ascii: "\n"))
    where String(validating: line, as: UTF8.self) == nil {
      index = line.startIndex
      throw fault("a line that is not UTF-8")
    }
  }

  // MARK: - Lines

  /// `[name]` or `[[name]]`.
  private mutating func header() throws(YAMLFault) -> (table: Int, depth: Int) {
    index += 1
    let isElement = peek == UInt8(ascii: "[")
    if isElement { index += 1 }
    skipSpaces()
    let line = currentLine()
    let path = try names(depth: 0)
    guard let table = tables.open(path, isElement: isElement, line: line) else {
      throw fault("this table is defined already, or by another kind of value")
    }
    for _ in 0..<(isElement ? 2 : 1) {
      guard peek == UInt8(ascii: "]") else { throw fault("a header of a table ends in “]”") }
      index += 1
    }
    return (table, path.count)
  }

  /// `name = value`.
  private mutating func pair(in table: Int, section: Int, depth: Int) throws(YAMLFault) {
    let line = currentLine()
    let path = try names(depth: depth)
    guard peek == UInt8(ascii: "=") else { throw fault("a name is followed by “=”") }
    index += 1
    skipSpaces()
    let value = try value(depth: depth + path.count)
    guard tables.set(value, at: path, in: table, section: section, line: line) else {
      throw fault("this name has a value already, or another table does")
    }
  }

  /// One name, or several with points between them, and the space behind.
  private mutating func names(depth: Int) throws(YAMLFault) -> [[UInt8]] {
    var path: [[UInt8]] = []
    while true {
      try checkDepth(depth + path.count)
      try addValue()
      path.append(try name())
      skipSpaces()
      guard peek == UInt8(ascii: ".") else { return path }
      index += 1
      skipSpaces()
    }
  }

  private mutating func name() throws(YAMLFault) -> [UInt8] {
    if peek == UInt8(ascii: "\"") { return try text() }
    if peek == UInt8(ascii: "'") { return try literal() }
    let start = index
    while let byte = peek, Self.isBare(byte) { index += 1 }
    guard index > start else { throw fault("no name, where TOML has one") }
    return Array(bytes[start..<index])
  }

  /// True for a character of a name without quotes.
  static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  // MARK: - Values

  private mutating func value(depth: Int) throws(YAMLFault) -> ForeignValue {
    try addValue()
    let line = currentLine()
    switch peek {
    case UInt8(ascii: "\""):
      let text = try begins("\"\"\"") ? longText() : text()
      return ForeignValue(.scalar(text), line: line, isText: true)
    case UInt8(ascii: "'"):
      let text = try begins("'''") ? longLiteral() : literal()
      return ForeignValue(.scalar(text), line: line, isText: true)
    case UInt8(ascii: "["): return try array(depth: depth + 1, line: line)
    case UInt8(ascii: "{"): return try inlineTable(depth: depth + 1, line: line)
    default: return try plain(line: line)
    }
  }

  /// A number, a boolean, a date or a time.
  private mutating func plain(line: Int) throws(YAMLFault) -> ForeignValue {
    let start = index
    var end = endOfWord(from: start)
    // A space may stand between a date and a time.
    if end - start == 10, bytes[start + 4] == UInt8(ascii: "-"), end + 1 < bytes.count,
      bytes[end] == UInt8(ascii: " "), bytes[end + 1].isASCIIDigit
    {
      end = endOfWord(from: end + 1)
    }
    guard end > start, let text = TOMLScalar.text(of: bytes[start..<end]) else {
      throw fault("no value of TOML: no text in quotes, number, boolean, date, array or table")
    }
    index = end
    return ForeignValue(.scalar(text), line: line)
  }

  private func endOfWord(from start: Int) -> Int {
    var end = start
    while end < bytes.count, Self.isBare(bytes[end]) || "+.:".utf8.contains(bytes[end]) { end += 1 }
    return end
  }

  private mutating func array(depth: Int, line: Int) throws(YAMLFault) -> ForeignValue {
    try checkDepth(depth)
    index += 1
    var elements: [ForeignValue] = []
    while true {
      try skipLines()
      if peek == UInt8(ascii: "]") { break }
      elements.append(try value(depth: depth))
      try skipLines()
      if peek == UInt8(ascii: "]") { break }
      guard peek == UInt8(ascii: ",") else { throw fault("an array goes on with “,” or “]”") }
      index += 1
    }
    index += 1
    return ForeignValue(.list(elements), line: line)
  }

  private mutating func inlineTable(depth: Int, line: Int) throws(YAMLFault) -> ForeignValue {
    try checkDepth(depth)
    index += 1
    skipSpaces()
    let table = tables.begin(line: line)
    sections += 1
    let section = sections
    if peek != UInt8(ascii: "}") {
      while true {
        try pair(in: table, section: section, depth: depth)
        skipSpaces()
        if peek == UInt8(ascii: "}") { break }
        guard peek == UInt8(ascii: ",") else {
          throw fault("a table in braces goes on with “,” or “}”, in the same line")
        }
        index += 1
        skipSpaces()
      }
    }
    index += 1
    return tables.value(of: table)
  }

  // MARK: - Texts

  /// A text in double quotes.
  private mutating func text() throws(YAMLFault) -> [UInt8] {
    index += 1
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return text
      case UInt8(ascii: "\\"): try escape(into: &text)
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): throw fault("a text in quotes ends in its line")
      default: try character(into: &text)
      }
    }
    throw fault("the document ends within a text")
  }

  /// A text in single quotes.
  private mutating func literal() throws(YAMLFault) -> [UInt8] {
    index += 1
    var text: [UInt8] = []
    while let byte = peek {
      if byte == UInt8(ascii: "'") {
        index += 1
        return text
      }
      if byte == UInt8(ascii: "\n") { throw fault("a text in quotes ends in its line") }
      try character(into: &text)
    }
    throw fault("the document ends within a text")
  }

  /// A text in three double quotes.
  private mutating func longText() throws(YAMLFault) -> [UInt8] {
    index += 3
    skipLineEnd()
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\"") where begins("\"\"\""):
        endLong(byte, &text)
        return text
      case UInt8(ascii: "\\"):
        var end = index + 1
        while end < bytes.count, bytes[end].isSpaceOrTab { end += 1 }
        guard lineEnd(at: end) > 0 else {
          try escape(into: &text)
          continue
        }
        index = end
        while true {
          skipSpaces()
          if !skipLineEnd() { break }
        }
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): try newline(into: &text)
      default: try character(into: &text)
      }
    }
    throw fault("the document ends within a text")
  }

  /// A text in three single quotes.
  private mutating func longLiteral() throws(YAMLFault) -> [UInt8] {
    index += 3
    skipLineEnd()
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "'") where begins("'''"):
        endLong(byte, &text)
        return text
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): try newline(into: &text)
      default: try character(into: &text)
      }
    }
    throw fault("the document ends within a text")
  }

  /// Reads three quotes, and up to two before them that belong to the text.
  private mutating func endLong(_ quote: UInt8, _ text: inout [UInt8]) {
    let quotes = bytes[index...].prefix(5).prefix { $0 == quote }.count
    for _ in 3..<quotes { text.append(quote) }
    index += quotes
  }

  private mutating func newline(into text: inout [UInt8]) throws(YAMLFault) {
    guard skipLineEnd() else { throw fault("a carriage return without a line feed") }
    text.append(UInt8(ascii: "\n"))
  }

  private mutating func character(into text: inout [UInt8]) throws(YAMLFault) {
    guard let byte = peek, byte >= 0x20 && byte != 0x7F || byte == 0x09 else {
      throw fault("a control character, which TOML has as an escape alone")
    }
    text.append(byte)
    index += 1
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A,
    UInt8(ascii: "f"): 0x0C, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "\""): 0x22,
    UInt8(ascii: "\\"): 0x5C,
  ]

  private mutating func escape(into text: inout [UInt8]) throws(YAMLFault) {
    let letter = index + 1 < bytes.count ? bytes[index + 1] : 0
    if let byte = Self.escapes[letter] {
      text.append(byte)
      index += 2
      return
    }
    let length = letter == UInt8(ascii: "u") ? 4 : letter == UInt8(ascii: "U") ? 8 : 0
    let digits = bytes[min(index + 2, bytes.count)...].prefix(length)
    guard length > 0, digits.count == length, digits.allSatisfy({ $0.hexValue != nil }),
      let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(number), let encoded = UTF8.encode(scalar)
    else { throw fault("no escape of TOML") }
    text.append(contentsOf: encoded)
    index += 2 + length
  }

  // MARK: - Places

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func begins(_ word: String) -> Bool {
    bytes[index...].starts(with: word.utf8)
  }

  private mutating func skipSpaces() {
    while let byte = peek, byte.isSpaceOrTab { index += 1 }
  }

  /// The number of bytes of the line end at a place; 0 for none.
  private func lineEnd(at place: Int) -> Int {
    guard place < bytes.count else { return 0 }
    if bytes[place] == UInt8(ascii: "\n") { return 1 }
    let isPair =
      bytes[place] == UInt8(ascii: "\r") && place + 1 < bytes.count
      && bytes[place + 1] == UInt8(ascii: "\n")
    return isPair ? 2 : 0
  }

  @discardableResult private mutating func skipLineEnd() -> Bool {
    let length = lineEnd(at: index)
    index += length
    return length > 0
  }

  /// Skips white space and comments.
  private mutating func skipLines() throws(YAMLFault) {
    repeat {
      skipSpaces()
      try skipComment()
    } while skipLineEnd()
  }

  private mutating func skipComment() throws(YAMLFault) {
    guard peek == UInt8(ascii: "#") else { return }
    while let byte = peek, lineEnd(at: index) == 0 {
      guard byte >= 0x20 && byte != 0x7F || byte == 0x09 else {
        throw fault("a control character in a comment")
      }
      index += 1
    }
  }

  /// Skips the rest of a line, in which only a comment may stand.
  private mutating func endLine() throws(YAMLFault) {
    skipSpaces()
    try skipComment()
    guard peek == nil || skipLineEnd() else {
      throw fault("something behind the value or the header, where the line is to end")
    }
  }

  private mutating func currentLine() -> Int {
    while counted < index {
      if bytes[counted] == UInt8(ascii: "\n") { line += 1 }
      counted += 1
    }
    return line
  }

  // MARK: - Bounds and faults

  private mutating func addValue() throws(YAMLFault) {
    count += 1
    try checkCount()
  }

  /// Checks how much there is to keep: a table takes the memory of some values.
  private mutating func checkCount() throws(YAMLFault) {
    guard count + 3 * tables.tableCount <= maximumCount else {
      throw fault("more than \(maximumCount) values, which no recording of its size has")
    }
  }

  private mutating func checkDepth(_ depth: Int) throws(YAMLFault) {
    guard depth < YAMLBounds.maximumDepth else {
      throw fault("nested deeper than \(YAMLBounds.maximumDepth) levels")
    }
  }

  private mutating func fault(_ reason: String) -> YAMLFault {
    let line = currentLine()
    let start = bytes[..<index].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let column = bytes[start..<index].count { $0 & 0xC0 != 0x80 }
    return YAMLFault(line: line - 1, column: column, reason: "no TOML: " + reason)
  }
}
