/// Strictly decides whether bytes are one JSON value (RFC 8259), and how it is spaced.
///
/// It has the tokens of `JSONReader`, but a loop of its own: the layout depends on the white space
/// between the tokens, of which the reader keeps nothing, and every body that is written is scanned
/// without a list of its values being made. `JSONFormTests` holds both to the same texts.
package struct JSONScanner {
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0
  /// One bit per level, set for an object.
  private var kinds: UInt64 = 0
  private var mayBeCompact = true
  private var mayBeSpaced = true
  /// True where the text ended for the scanner at a value that is nested too deeply for a layout.
  private var isTooDeep = false

  /// The layout of a text of valid UTF-8.
  ///
  /// - Returns: Nil for text that is not JSON or is nested too deeply to be shown indented.
  package static func layout(of bytes: [UInt8]) -> JSONLayout? {
    guard let first = bytes.first, first != UInt8(ascii: "<") else { return nil }
    var scanner = JSONScanner(bytes: bytes)
    return scanner.run()
  }

  /// True for one JSON value of any layout, nested as deeply as `JSONText` reads it.
  ///
  /// A text that is none is read once, as far as it goes.
  package static func isJSON(_ bytes: [UInt8]) -> Bool {
    var scanner = JSONScanner(bytes: bytes)
    return scanner.run() != nil || (scanner.isTooDeep && JSONText(bytes) != nil)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func run() -> JSONLayout? {
    skipWhiteSpace()
    guard value() else { return nil }
    while depth > 0 {
      skipWhiteSpace()
      guard let byte = peek else { return nil }
      let isObject = kinds & 1 == 1
      if byte == UInt8(ascii: ",") {
        index += 1
        separator()
        guard isObject ? member() : value() else { return nil }
      } else if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        index += 1
        depth -= 1
        kinds >>= 1
      } else {
        return nil
      }
    }
    let end = index
    while let byte = peek, JSONLayout.isWhiteSpace(byte) { index += 1 }
    guard index == bytes.count else { return nil }
    let hasFinalNewline = index == end + 1 && bytes[end] == UInt8(ascii: "\n")
    if index > end && !hasFinalNewline {
      mayBeCompact = false
      mayBeSpaced = false
    }
    return JSONLayout(
      spacing: mayBeCompact ? .compact : mayBeSpaced ? .spaced : .odd,
      hasFinalNewline: hasFinalNewline)
  }

  @inline(__always)
  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Skips white space at a place where neither layout has any.
  @inline(__always)
  private mutating func skipWhiteSpace() {
    while let byte = peek, JSONLayout.isWhiteSpace(byte) {
      index += 1
      mayBeCompact = false
      mayBeSpaced = false
    }
  }

  /// Skips the white space after a comma or colon.
  @inline(__always)
  private mutating func separator() {
    guard let byte = peek, JSONLayout.isWhiteSpace(byte) else {
      mayBeSpaced = false
      return
    }
    mayBeCompact = false
    if byte != UInt8(ascii: " ") { mayBeSpaced = false }
    index += 1
    skipWhiteSpace()
  }

  /// Reads a value, or an array or object up to its second element.
  private mutating func value() -> Bool {
    while true {
      guard let byte = peek else { return false }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth < JSONLayout.maximumDepth else {
          isTooDeep = true
          return false
        }
        index += 1
        let inside = index
        while let next = peek, JSONLayout.isWhiteSpace(next) { index += 1 }
        if index > inside {
          mayBeCompact = false
          mayBeSpaced = false
        }
        if peek == byte + 2 {
          index += 1
          return true
        }
        depth += 1
        kinds = kinds << 1 | (byte == UInt8(ascii: "{") ? 1 : 0)
        if byte == UInt8(ascii: "{") {
          guard key() else { return false }
        }
      case UInt8(ascii: "\""): return string()
      case UInt8(ascii: "t"): return word("true")
      case UInt8(ascii: "f"): return word("false")
      case UInt8(ascii: "n"): return word("null")
      default: return number()
      }
    }
  }

  private mutating func member() -> Bool { key() && value() }

  private mutating func key() -> Bool {
    guard peek == UInt8(ascii: "\""), string() else { return false }
    skipWhiteSpace()
    guard peek == UInt8(ascii: ":") else { return false }
    index += 1
    separator()
    return true
  }

  private mutating func string() -> Bool { skip { JSONString.skip($0, &$1) != nil } }

  private mutating func number() -> Bool { skip { JSONNumber.skip($0, &$1) } }

  private mutating func word(_ word: StaticString) -> Bool { skip { $0.skip(word, &$1) } }

  @inline(__always)
  private mutating func skip(_ token: (Span<UInt8>, inout Int) -> Bool) -> Bool {
    var end = index
    defer { index = end }
    return token(bytes.view, &end)
  }
}
