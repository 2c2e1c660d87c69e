/// What stands in a cassette for a secret: `{{NAME}}`.
enum Placeholder {
  /// The placeholder of a name: its letters and digits in upper case, `_` for all else.
  static func bytes(_ name: some Sequence<UInt8>, prefix: StaticString = "") -> [UInt8] {
    var placeholder = [UInt8]("{{\(prefix)".utf8)
    for byte in name {
      let isPlain = byte.isASCIILetter || byte.isASCIIDigit
      placeholder.append(isPlain ? byte.asciiUppercased : UInt8(ascii: "_"))
    }
    placeholder.append(UInt8(ascii: "}"))
    placeholder.append(UInt8(ascii: "}"))
    return placeholder
  }

  /// The placeholder as a form carries it, its braces percent-encoded.
  static func formEncoded(_ name: some Sequence<UInt8>) -> [UInt8] {
    let inner = bytes(name).dropFirst(2).dropLast(2)
    return [UInt8]("%7B%7B".utf8) + inner + [UInt8]("%7D%7D".utf8)
  }

  /// The position after a placeholder that begins at a position, or nil.
  static func end(_ text: Span<UInt8>, at start: Int) -> Int? {
    let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    guard start + 4 < text.count, text[start] == open, text[start + 1] == open else { return nil }
    var index = start + 2
    while index < text.count,
      (text[index] >= 0x41 && text[index] <= 0x5A) || text[index].isASCIIDigit
        || text[index] == UInt8(ascii: "_")
    {
      index += 1
    }
    guard index > start + 2, index + 1 < text.count, text[index] == close, text[index + 1] == close
    else { return nil }
    return index + 2
  }
}
