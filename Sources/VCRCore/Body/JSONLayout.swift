/// How a JSON text is spaced, and the ways to show it indented and to undo that.
///
/// Tokens are never touched: numbers, escapes and the order of keys stay as they were sent.
struct JSONLayout: Equatable {
  /// Where a JSON text has white space outside its strings.
  enum Spacing {
    /// Nowhere.
    case compact
    /// One blank after every comma and every colon, and nowhere else.
    case spaced
    /// Somewhere else.
    case odd
  }

  /// Where the white space is; a final newline is not counted.
  var spacing: Spacing

  /// True when exactly one line feed follows the value.
  var hasFinalNewline: Bool

  /// How deep objects and arrays may nest for the text to be shown indented.
  static let maximumDepth = 60

  /// Appends a JSON text that the scanner called compact or spaced, one member a line.
  static func appendIndented(_ json: [UInt8], indent: Int, to out: inout [UInt8]) {
    var depth = indent
    var index = 0
    let count = json.count
    out.appendBlanks(depth)
    while index < count {
      let byte = json[index]
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\n"):
        index += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        out.append(byte)
        index += 1
        if json[index] == byte + 2 {
          out.append(byte + 2)
          index += 1
        } else {
          depth += 2
          out.append(UInt8(ascii: "\n"))
          out.appendBlanks(depth)
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 2
        out.append(UInt8(ascii: "\n"))
        out.appendBlanks(depth)
        out.append(byte)
        index += 1
      case UInt8(ascii: ","):
        out.append(contentsOf: ",\n".utf8)
        out.appendBlanks(depth)
        index += 1
      case UInt8(ascii: ":"):
        out.append(contentsOf: ": ".utf8)
        index += 1
      case UInt8(ascii: "\""):
        let end = endOfString(json, from: index, to: count)
        out.append(contentsOf: json[index..<end])
        index = end
      default:
        let start = index
        index += 1
        while index < count, isPartOfWord(json[index]) { index += 1 }
        out.append(contentsOf: json[start..<index])
      }
    }
    out.append(UInt8(ascii: "\n"))
  }

  /// The bytes that an indented text stands for.
  ///
  /// - Parameters:
  ///   - text: JSON with any white space; a final line feed is kept.
  ///   - isSpaced: True to put one blank after every comma and colon.
  /// - Returns: The text without its white space outside strings.
  static func restore(_ text: ArraySlice<UInt8>, isSpaced: Bool) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(text.count)
    var index = text.startIndex
    let end = text.endIndex
    while index < end {
      // A run ends before white space and, when blanks are put back, after a comma or colon.
      let start = index
      var separated = false
      while index < end, !separated {
        let byte = text[index]
        if byte == UInt8(ascii: "\"") {
          index = endOfString(text, from: index, to: end)
          continue
        }
        if byte <= 0x20, isWhiteSpace(byte) { break }
        separated = isSpaced && (byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":"))
        index += 1
      }
      out.append(contentsOf: text[start..<index])
      if separated { out.append(UInt8(ascii: " ")) }
      while index < end, isWhiteSpace(text[index]) { index += 1 }
    }
    if text.last == UInt8(ascii: "\n") { out.append(UInt8(ascii: "\n")) }
    return out
  }

  /// The index after the closing quote of the string that begins at an index.
  @inline(__always)
  static func endOfString<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, from start: Int, to end: Int
  ) -> Int where Bytes.Index == Int {
    var index = start + 1
    while index < end {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") { return index + 1 }
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return end
  }

  /// True for JSON's insignificant white space (RFC 8259 §2).
  @inline(__always)
  static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"), 0x20, 0x0A:
      false
    default: true
    }
  }
}
