/// The white space of a JSON text, and the ways to show the text indented and to undo that.
///
/// Tokens are never changed: numbers, escapes and the order of members stay as they were sent.
package struct JSONLayout: Equatable {
  /// The places of white space outside the strings of a JSON text.
  package enum Spacing {
    /// Nowhere.
    case compact
    /// One space after every comma and every colon, and nowhere else.
    case spaced
    /// Somewhere else.
    case odd
  }

  /// The places of the white space; a final newline is not counted.
  package var spacing: Spacing

  /// True when exactly one line feed follows the value.
  var hasFinalNewline: Bool

  /// The width in columns up to which values are put on one line.
  static let width = 100

  /// The deepest nesting of objects and arrays that can be shown indented.
  static let maximumDepth = 60

  /// Appends a JSON text that the scanner classified as compact or spaced, one member per line.
  ///
  /// An array of numbers is on one line where it fits, and fills its lines where it does not: an
  /// embedding has hundreds, and each alone says nothing.
  package static func appendIndented(_ json: [UInt8], indent: Int, to out: inout [UInt8]) {
    let newLines = startOfLine(indent + 2 * maximumDepth + 2)
    // Pieces of views are appended without a reference to count.
    let (newLine, text) = (newLines.view, json.view)
    var depth = indent
    var index = 0
    // The bytes between here and `index` are copied in one piece.
    var start = 0
    let count = json.count
    out.append(newLine, 1..<depth + 1)
    // Where the current line begins in `out`.
    var line = out.count - depth
    while index < count {
      let byte = json[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): index = endOfString(text, from: index - 1, to: count)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if json[index] == byte + 2 {
          index += 1
        } else if byte == UInt8(ascii: "["), let end = endOfNumbers(json, from: index) {
          out.append(text, start..<index)
          appendNumbers(json[index..<end], column: out.count - line, indent: depth, to: &out)
          // The bracket, and what follows it on its line.
          start = end
          index = end + 1
        } else {
          depth += 2
          out.append(text, start..<index)
          line = out.count + 1
          out.append(newLine, 0..<depth + 1)
          start = index
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 2
        out.append(text, start..<index - 1)
        out.append(newLine, 0..<depth + 1)
        start = index - 1
      case UInt8(ascii: ","):
        out.append(text, start..<index)
        line = out.count + 1
        out.append(newLine, 0..<depth + 1)
        if index < count, json[index] == UInt8(ascii: " ") { index += 1 }
        start = index
      case UInt8(ascii: ":"):
        if index < count, json[index] == UInt8(ascii: " ") {
          index += 1
        } else {
          out.append(text, start..<index)
          out.append(UInt8(ascii: " "))
          start = index
        }
      default: break
      }
    }
    // The final newline, where there is one, is also the last one of the block.
    out.append(text, start..<count)
    if json.last != UInt8(ascii: "\n") { out.append(UInt8(ascii: "\n")) }
  }

  /// The start of a line: a line feed and as many spaces.
  private static func startOfLine(_ spaces: Int) -> [UInt8] {
    [UInt8(ascii: "\n")] + [UInt8](repeating: UInt8(ascii: " "), count: spaces)
  }

  /// The place of the bracket that closes an array of numbers; nil where something else stands in
  /// it.
  private static func endOfNumbers(_ json: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < json.count {
      switch json[index] {
      // The bytes of numbers (RFC 8259 §6), and what stands between two.
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: ","),
        UInt8(ascii: " "):
        index += 1
      case UInt8(ascii: "]"): return index
      default: return nil
      }
    }
    return nil
  }

  /// Appends what stands between the brackets of an array of numbers.
  ///
  /// - Parameters:
  ///   - numbers: The numbers, with a comma or a comma and a space between two.
  ///   - column: The column of the first.
  ///   - indent: The column of the line of the array.
  ///   - out: The text.
  private static func appendNumbers(
    _ numbers: ArraySlice<UInt8>, column: Int, indent: Int, to out: inout [UInt8]
  ) {
    func newLine(_ column: Int) {
      out.append(UInt8(ascii: "\n"))
      out.appendSpaces(column)
    }
    let numbers = numbers.split(separator: UInt8(ascii: ","))
      .map { $0.first == UInt8(ascii: " ") ? $0.dropFirst() : $0 }
    let count = numbers.reduce(0) { $0 + $1.count + 2 }
    // The closing bracket and a comma take the place of the last comma and space.
    let isOnOneLine = column + count <= width
    var end = isOnOneLine ? column : width
    for (index, number) in numbers.enumerated() {
      if !isOnOneLine, end + number.count + 2 > width {
        newLine(indent + 2)
        end = indent + 2
      } else if index > 0 {
        out.append(UInt8(ascii: " "))
        end += 1
      }
      out.append(contentsOf: number)
      if index < numbers.count - 1 { out.append(UInt8(ascii: ",")) }
      end += number.count + 1
    }
    if !isOnOneLine { newLine(indent) }
  }

  /// The original bytes of an indented text.
  ///
  /// - Parameters:
  ///   - text: JSON with any white space; a final line feed is kept.
  ///   - isSpaced: True to put one space after every comma and colon.
  /// - Returns: The text without its white space outside strings.
  package static func restore(_ text: ArraySlice<UInt8>, isSpaced: Bool) -> [UInt8] {
    // A space may follow each comma and colon; nothing else adds a byte.
    let capacity = isSpaced ? text.count * 2 + 1 : text.count + 1
    return unsafe text.withUnsafeBytes { input in
      unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, written in
        guard let start = input.baseAddress, let target = output.baseAddress else { return }
        var index = 0
        var length = 0
        let count = input.count
        while index < count {
          let byte = unsafe input[index]
          index += 1
          if byte <= 0x20, isWhiteSpace(byte) {
            var indent = 8
            while indent == 8, index + 8 <= count {
              unsafe indent = ByteWord(start + index).prefix(of: 0x20)
              index += indent
            }
            continue
          }
          unsafe output[length] = byte
          length += 1
          if byte == UInt8(ascii: "\"") {
            var isOpen = true
            while isOpen, index < count {
              if index + 8 <= count {
                // The bytes written behind the end of the string are overwritten by those that
                // follow.
                let word = unsafe ByteWord(start + index)
                unsafe word.store(target + length)
                let plain = word.firstIndex(of: UInt8(ascii: "\""), or: UInt8(ascii: "\\"))
                index += plain
                length += plain
                if plain == 8 { continue }
              }
              let character = unsafe input[index]
              unsafe output[length] = character
              index += 1
              length += 1
              if character == UInt8(ascii: "\"") {
                isOpen = false
              } else if character == UInt8(ascii: "\\"), index < count {
                unsafe output[length] = input[index]
                index += 1
                length += 1
              }
            }
          } else if isSpaced, byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") {
            unsafe output[length] = UInt8(ascii: " ")
            length += 1
          }
        }
        if let last = unsafe input.last, last == UInt8(ascii: "\n") {
          unsafe output[length] = last
          length += 1
        }
        written = length
      }
    }
  }

  /// The index after the closing quote of the string that begins at an index.
  static func endOfString(_ text: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var index = start + 1
    while index < end {
      if index + 8 <= end {
        let plain = ByteWord(text, at: index)
          .firstIndex(of: UInt8(ascii: "\""), or: UInt8(ascii: "\\"))
        index += plain
        if plain == 8 { continue }
      }
      let byte = text[index]
      if byte == UInt8(ascii: "\"") { return index + 1 }
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return end
  }

  /// True for JSON's insignificant white space (RFC 8259 §2).
  @inline(__always)
  package static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
