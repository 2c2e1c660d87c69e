/// The text that replaces a secret in a cassette: `{{NAME}}`.
///
/// If the secret was encoded in a response, the placeholder names the encoding, so that a replay
/// can restore the same bytes: `{{percent:{{NAME}}}}`, or `{{base64:ada%3A{{NAME}}}}` with the
/// bytes that share groups of four letters with the secret, percent-encoded.
package enum Placeholder {
  /// The name of a placeholder: letters and digits in upper case, `_` for every other byte.
  package static func name(_ name: some Sequence<UInt8>, prefix: StaticString = "") -> [UInt8] {
    var folded = [UInt8]("\(prefix)".utf8)
    for byte in name {
      let isPlain = byte.isASCIIAlphanumeric
      folded.append(isPlain ? byte.asciiUppercased : UInt8(ascii: "_"))
    }
    return folded.isEmpty ? unnamed : folded
  }

  /// The name for what has none.
  private static let unnamed = [UInt8]("VALUE".utf8)

  /// The placeholder of a name.
  static func bytes(_ name: some Sequence<UInt8>, prefix: StaticString = "") -> [UInt8] {
    open + self.name(name, prefix: prefix) + close
  }

  /// The placeholder as a form carries it, its braces percent-encoded.
  static func formEncoded(_ name: some Sequence<UInt8>) -> [UInt8] {
    formOpen + self.name(name) + formClose
  }

  /// A placeholder that names the encoding of its content.
  static func encoded(_ encoding: String, _ content: [UInt8]) -> [UInt8] {
    open + Array("\(encoding):".utf8) + content + close
  }

  /// The bytes before a name.
  package static let open = [UInt8]("{{".utf8)
  /// The bytes after a name.
  package static let close = [UInt8]("}}".utf8)
  /// The bytes before a name in a form.
  package static let formOpen = [UInt8]("%7B%7B".utf8)
  /// The bytes after a name in a form.
  package static let formClose = [UInt8]("%7D%7D".utf8)

  /// How many placeholders may be nested.
  private static let maximumDepth = 8

  /// The most bytes that may stand in a placeholder besides others: those that were encoded
  /// together with a secret, percent-encoded.
  ///
  /// A body in a file is restored in excerpts, none of which is shorter.
  static let longestContent = 48 << 10

  /// A placeholder, and the text around it where it is in Base64.
  package static func decoded(_ text: [UInt8]) -> [UInt8] { inBase64(text[...]) ?? text }

  /// The text with a placeholder of which these are the letters in Base64; nil for any other.
  static func inBase64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let letters = Array(text)
    guard letters.count >= 16, letters.allSatisfy({ Base64Text.isLetter($0) || $0 == 0x3D }),
      let bytes = Base64Text.decode(letters.view, in: letters.indices),
      bytes.contains(Array("{{".utf8), in: bytes.indices)
    else { return nil }
    return bytes
  }

  /// The position after a placeholder that begins at a position, or nil.
  @inline(__always)
  package static func end(_ text: Span<UInt8>, at start: Int) -> Int? {
    switch text[start] {
    case UInt8(ascii: "{"): endOfBraced(text, at: start, depth: 0)
    case UInt8(ascii: "%"): nameInForm(text, at: start).map { $0.upperBound + formClose.count }
    default: nil
    }
  }

  /// The name of a plain placeholder that begins at a position, or nil.
  package static func name(_ text: Span<UInt8>, at start: Int) -> Range<Int>? {
    guard isPair(text, start, UInt8(ascii: "{")) else { return nil }
    let end = endOfName(text, start + 2)
    guard end > start + 2, isPair(text, end, UInt8(ascii: "}")) else { return nil }
    return start + 2..<end
  }

  /// The name of a placeholder in a form that begins at a position, or nil.
  package static func nameInForm(_ text: Span<UInt8>, at start: Int) -> Range<Int>? {
    let name = start + formOpen.count
    guard name < text.count, text.equals("%7B%7B", in: start..<name) else { return nil }
    let end = endOfName(text, name)
    guard end > name, end + formClose.count <= text.count,
      text.equals("%7D%7D", in: end..<end + formClose.count)
    else { return nil }
    return name..<end
  }

  /// True when a text consists of placeholders only.
  package static func isAll(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      guard let end = end(text, at: index), end <= range.upperBound else { return false }
      index = end
    }
    return !range.isEmpty
  }

  /// True for user information that is a placeholder, or whose password is one.
  static func isUserinfo(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
    if isAll(text, in: range) { return true }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":"), in: range) else { return false }
    return isAll(text, in: colon + 1..<range.upperBound)
  }

  /// The names of all plain placeholders in a text, also of those within others.
  package static func all(in text: Span<UInt8>) -> [[UInt8]] {
    var names: [[UInt8]] = []
    forEach(in: text) { names.append($0.map { text[$0] }) }
    return names
  }

  /// How many plain placeholders a text has.
  static func count(in text: Span<UInt8>) -> Int {
    var count = 0
    forEach(in: text) { _ in count += 1 }
    return count
  }

  private static func forEach(in text: Span<UInt8>, _ body: (Range<Int>) -> Void) {
    var index = 0
    while let brace = text.firstIndex(of: UInt8(ascii: "{"), in: index..<text.count) {
      index = brace + 1
      guard let name = name(text, at: brace) else { continue }
      body(name)
      index = name.upperBound
    }
  }

  private static func endOfBraced(_ text: Span<UInt8>, at start: Int, depth: Int) -> Int? {
    if let name = name(text, at: start) { return name.upperBound + 2 }
    guard depth < maximumDepth, isPair(text, start, UInt8(ascii: "{")),
      let content = contentOfEncoded(text, at: start)
    else { return nil }
    var index = content
    var holdsOne = false
    while index < text.count {
      if isPair(text, index, UInt8(ascii: "}")) { return holdsOne ? index + 2 : nil }
      if text[index] == UInt8(ascii: "{") {
        guard let end = endOfBraced(text, at: index, depth: depth + 1) else { return nil }
        index = end
        holdsOne = true
      } else {
        guard index - content < longestContent, isOutside(text[index]) else { return nil }
        index += 1
      }
    }
    return nil
  }

  /// Where the content of a placeholder with an encoding begins; nil for any other text.
  package static func contentOfEncoded(_ text: Span<UInt8>, at start: Int) -> Int? {
    guard isPair(text, start, UInt8(ascii: "{")) else { return nil }
    var index = start + 2
    while index < text.count, index < start + 34,
      text[index].isASCIILowercase || text[index].isASCIIDigit
        || text[index] == UInt8(ascii: "-")
    {
      index += 1
    }
    guard index > start + 2, index < text.count, text[index] == UInt8(ascii: ":") else {
      return nil
    }
    return index + 1
  }

  /// True for a byte that may accompany a placeholder within another one.
  private static func isOutside(_ byte: UInt8) -> Bool {
    ByteSet.unreserved.contains(byte) || byte == UInt8(ascii: "%")
  }

  private static func endOfName(_ text: Span<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < text.count,
      text[index].isASCIIUppercase || text[index].isASCIIDigit
        || text[index] == UInt8(ascii: "_")
    {
      index += 1
    }
    return index
  }

  private static func isPair(_ text: Span<UInt8>, _ index: Int, _ byte: UInt8) -> Bool {
    index + 1 < text.count && text[index] == byte && text[index + 1] == byte
  }
}
