/// Reads the text of a JSONPath.
struct JSONPathParser {
  private let written: String
  private let text: [Character]
  private var index = 0

  /// Prepares to read a text, from a character on.
  init(_ path: String, from start: Int = 0) {
    written = path
    text = Array(path)
    index = start
  }

  /// The segments after the `$`, and those after a second one, which begins in strings.
  mutating func parse() throws(JSONPathError) -> (
    segments: [JSONPath.Segment], inStrings: [JSONPath.Segment]?
  ) {
    let segments = try path()
    guard let next = peek else { return (segments, nil) }
    guard text[(index + 1)...].first == "$" else { throw unexpected(next) }
    index += 1
    let inner = try path()
    if peek != nil { throw error("a path goes into JSON in a string once") }
    return (segments, inner)
  }

  /// The segments after a `$`, up to the end or a space.
  private mutating func path() throws(JSONPathError) -> [JSONPath.Segment] {
    guard peek == "$" else { throw error("a path begins with $, for example $.name") }
    index += 1
    var segments: [JSONPath.Segment] = []
    while let next = peek, next != " " {
      switch next {
      case "[":
        segments.append(.init(isDescendant: false, selectors: try brackets()))
      case ".":
        index += 1
        let isDescendant = peek == "."
        if isDescendant { index += 1 }
        if isDescendant, peek == "[" {
          segments.append(.init(isDescendant: true, selectors: try brackets()))
        } else {
          segments.append(.init(isDescendant: isDescendant, selectors: [try shorthand()]))
        }
      default:
        throw unexpected(next)
      }
    }
    return segments
  }

  private var peek: Character? { index < text.count ? text[index] : nil }

  private func error(_ reason: String) -> JSONPathError {
    JSONPathError(path: written, column: index + 1, reason: reason)
  }

  /// The error for a character after a complete segment.
  private func unexpected(_ character: Character) -> JSONPathError {
    if character == "-", let start = text[..<index].lastIndex(of: ".") {
      let name = String(text[(start + 1)...].prefix { $0 != "." && $0 != "[" })
      return error("a name with '-' is written in brackets: ['\(name)']")
    }
    return error("expected .name, ..name, [ ] or the end, found '\(character)'")
  }

  /// `name` or `*` after a dot (RFC 9535 §2.5.1).
  private mutating func shorthand() throws(JSONPathError) -> JSONPath.Selector {
    if peek == "*" {
      index += 1
      return .wildcard
    }
    let start = index
    while let character = peek, Self.isNameCharacter(character, isFirst: index == start) {
      index += 1
    }
    guard index > start else { throw error("expected a name or * after the dot") }
    return .name(Array(String(text[start..<index]).utf8))
  }

  private static func isNameCharacter(_ character: Character, isFirst: Bool) -> Bool {
    guard let ascii = character.asciiValue else { return !character.isWhitespace }
    return ascii.isASCIILetter || ascii == UInt8(ascii: "_") || (!isFirst && ascii.isASCIIDigit)
  }

  /// `[selector, selector…]` (RFC 9535 §2.5.1).
  private mutating func brackets() throws(JSONPathError) -> [JSONPath.Selector] {
    index += 1
    var selectors: [JSONPath.Selector] = []
    while true {
      skipWhiteSpace()
      selectors.append(try selector())
      skipWhiteSpace()
      switch peek {
      case ",":
        index += 1
      case "]":
        index += 1
        return selectors
      default:
        throw error("expected , or ]")
      }
    }
  }

  private mutating func selector() throws(JSONPathError) -> JSONPath.Selector {
    switch peek {
    case "*":
      index += 1
      return .wildcard
    case "'", "\"":
      return .name(try quoted())
    case "?":
      throw error("filters are not supported; name the places, for example $.items[*].id")
    default:
      return try indexOrSlice()
    }
  }

  private mutating func indexOrSlice() throws(JSONPathError) -> JSONPath.Selector {
    let start = try integer()
    skipWhiteSpace()
    guard peek == ":" else {
      guard let start else { throw error("expected a number, a name in quotes, or *") }
      return .index(start)
    }
    index += 1
    skipWhiteSpace()
    let end = try integer()
    skipWhiteSpace()
    guard peek == ":" else { return .slice(start: start, end: end, step: 1) }
    index += 1
    skipWhiteSpace()
    return .slice(start: start, end: end, step: try integer() ?? 1)
  }

  /// An integer of at most 15 digits, within the range that RFC 9535 §2.1 allows.
  private mutating func integer() throws(JSONPathError) -> Int? {
    let start = index
    if peek == "-" { index += 1 }
    let digits = index
    while let character = peek, character.asciiValue?.isASCIIDigit == true { index += 1 }
    guard index > digits else {
      if digits > start { throw error("expected a digit after -") }
      return nil
    }
    guard index - digits <= 15 else {
      index = digits
      throw error("the number is too large")
    }
    return Int(String(text[start..<index]))
  }

  /// Skips white space (RFC 9535 §2.1.1).
  private mutating func skipWhiteSpace() {
    while let character = peek, " \t\n\r\r\n".contains(character) { index += 1 }
  }

  /// A name in quotes; its escapes are those of JSON, and `\'` (RFC 9535 §2.3.1.1).
  private mutating func quoted() throws(JSONPathError) -> [UInt8] {
    let start = index
    let quote = peek
    index += 1
    var json: [UInt8] = [UInt8(ascii: "\"")]
    while let character = peek, character != quote {
      index += 1
      if character == "\\", peek == "'" {
        index += 1
        json.append(UInt8(ascii: "'"))
      } else if character == "\\", let escaped = peek {
        index += 1
        json.append(UInt8(ascii: "\\"))
        json.append(contentsOf: String(escaped).utf8)
      } else if character == "\"" {
        json.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "\"")])
      } else {
        json.append(contentsOf: String(character).utf8)
      }
    }
    guard peek == quote else {
      index = start
      throw error("the quote is not closed")
    }
    index += 1
    json.append(UInt8(ascii: "\""))
    guard let name = JSONText(json), name.nodes[0].kind == .string else {
      index = start
      throw error("the name has an escape that JSON does not know")
    }
    var unescaped: [UInt8] = []
    JSONString.appendUnescaped(json.view, 1..<json.count - 1, to: &unescaped)
    return unescaped
  }
}
