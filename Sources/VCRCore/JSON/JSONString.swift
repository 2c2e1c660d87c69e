/// The strings of JSON (RFC 8259 §7).
package enum JSONString {
  /// A tab and the characters that end a line, which a string has to escape.
  package static let lineSpacing = ByteSet("\t\n\r")

  /// Moves an index from the opening quote of a string past the closing one.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - index: The index.
  ///   - allowsLineSpacing: True to take line ends and tabs that are not escaped.
  /// - Returns: Whether it has an escape; nil when it is not well-formed, UTF-8 included.
  static func skip(
    _ text: Span<UInt8>, _ index: inout Int, allowsLineSpacing: Bool = false
  ) -> Bool? {
    var hasEscapes = false
    index += 1
    while index < text.count {
      if index + 8 <= text.count {
        let plain = ByteWord(text, at: index).plainInJSONString
        index += plain
        if plain == 8 { continue }
      }
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return hasEscapes
      case UInt8(ascii: "\\"):
        hasEscapes = true
        guard skipEscape(text, &index) else { return nil }
      case 0..<0x20:
        guard allowsLineSpacing, lineSpacing.contains(byte) else { return nil }
        index += 1
      case 0x20..<0x80:
        index += 1
      default:
        guard let length = lengthOfUTF8(text, at: index) else { return nil }
        index += length
      }
    }
    return nil
  }

  /// Appends the content of a well-formed string, its escapes resolved.
  ///
  /// A lone surrogate, which RFC 8259 §8.2 lets a text escape, becomes the three bytes that UTF-8
  /// would use if it allowed surrogates; no raw text can contain them, so it equals nothing else.
  package static func appendUnescaped(
    _ text: Span<UInt8>, _ range: Range<Int>, to output: inout [UInt8]
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = text[index]
      guard byte == UInt8(ascii: "\\") else {
        output.append(byte)
        index += 1
        continue
      }
      let letter = text[index + 1]
      index += 2
      switch letter {
      case UInt8(ascii: "b"): output.append(0x08)
      case UInt8(ascii: "f"): output.append(0x0C)
      case UInt8(ascii: "n"): output.append(0x0A)
      case UInt8(ascii: "r"): output.append(0x0D)
      case UInt8(ascii: "t"): output.append(0x09)
      case UInt8(ascii: "u"):
        var value = codeUnit(text, at: index)
        index += 4
        if value & 0xFC00 == 0xD800, index + 6 <= range.upperBound,
          text[index] == UInt8(ascii: "\\"), text[index + 1] == UInt8(ascii: "u")
        {
          let low = codeUnit(text, at: index + 2)
          if low & 0xFC00 == 0xDC00 {
            value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)
            index += 6
          }
        }
        appendUTF8(value, to: &output)
      default: output.append(letter)
      }
    }
  }

  private static func skipEscape(_ text: Span<UInt8>, _ index: inout Int) -> Bool {
    guard index + 1 < text.count else { return false }
    switch text[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index += 2
      return true
    case UInt8(ascii: "u"):
      guard index + 6 <= text.count else { return false }
      for position in index + 2..<index + 6 where text[position].hexValue == nil { return false }
      index += 6
      return true
    default:
      return false
    }
  }

  private static func codeUnit(_ text: Span<UInt8>, at index: Int) -> UInt32 {
    var value: UInt32 = 0
    for position in index..<index + 4 { value = value << 4 | UInt32(text[position].hexValue ?? 0) }
    return value
  }

  private static func appendUTF8(_ value: UInt32, to output: inout [UInt8]) {
    func continuation(_ shift: UInt32) -> UInt8 { UInt8(0x80 | (value >> shift) & 0x3F) }
    switch value {
    case 0..<0x80:
      output.append(UInt8(value))
    case 0x80..<0x800:
      output.append(UInt8(0xC0 | value >> 6))
      output.append(continuation(0))
    case 0x800..<0x10000:
      output.append(UInt8(0xE0 | value >> 12))
      output.append(continuation(6))
      output.append(continuation(0))
    default:
      output.append(UInt8(0xF0 | value >> 18))
      output.append(continuation(12))
      output.append(continuation(6))
      output.append(continuation(0))
    }
  }

  /// The length of the well-formed UTF-8 sequence at a position (Unicode 16 table 3-7), or nil.
  private static func lengthOfUTF8(_ text: Span<UInt8>, at index: Int) -> Int? {
    func isContinuation(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      index + offset < text.count && range.contains(text[index + offset])
    }
    switch text[index] {
    case 0xC2...0xDF:
      return isContinuation(1) ? 2 : nil
    case 0xE0:
      return isContinuation(1, 0xA0...0xBF) && isContinuation(2) ? 3 : nil
    case 0xED:
      return isContinuation(1, 0x80...0x9F) && isContinuation(2) ? 3 : nil
    case 0xE1...0xEF:
      return isContinuation(1) && isContinuation(2) ? 3 : nil
    case 0xF0:
      return isContinuation(1, 0x90...0xBF) && isContinuation(2) && isContinuation(3) ? 4 : nil
    case 0xF1...0xF3:
      return isContinuation(1) && isContinuation(2) && isContinuation(3) ? 4 : nil
    case 0xF4:
      return isContinuation(1, 0x80...0x8F) && isContinuation(2) && isContinuation(3) ? 4 : nil
    default:
      return nil
    }
  }
}
