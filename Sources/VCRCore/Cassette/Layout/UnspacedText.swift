/// Places at which text in Chinese or Japanese may be cut, which is written without spaces.
///
/// Lines are broken between characters, but not before a closing mark nor behind an opening one
/// (UAX #14, classes ID, CL and OP).
enum UnspacedText {
  /// The unit that ends with a character.
  enum End {
    /// A character after which a line may be broken.
    case character
    /// A sentence.
    case sentence
  }

  /// The ends of sentences: `。`, `！`, `？` and their other forms.
  private static let sentenceEnds: Set<UInt32> = [0x3002, 0xFF01, 0xFF0E, 0xFF1F, 0xFF61]

  /// Marks with which no line begins, besides ends of sentences.
  private static let closing: Set<UInt32> = [
    0x2019, 0x201D, 0x2026, 0x3001, 0x3005, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015,
    0x3017, 0x3019, 0x301B, 0x3099, 0x309A, 0x309D, 0x309E, 0x30FB, 0x30FC, 0x30FD, 0x30FE,
    0xFF09, 0xFF0C, 0xFF1A, 0xFF1B, 0xFF3D, 0xFF5D, 0xFF60, 0xFF63, 0xFF64,
  ]

  /// Marks with which no line ends.
  private static let opening: Set<UInt32> = [
    0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301A, 0xFF08, 0xFF3B,
    0xFF5B, 0xFF5F, 0xFF62,
  ]

  /// Returns the unit that ends with the byte at a position; nil where nothing does.
  ///
  /// - Parameters:
  ///   - index: The position of the last byte of a character.
  ///   - text: A text of valid UTF-8.
  /// - Returns: The end; nil within a character, and where no line may be broken.
  static func end(at index: Int, of text: [UInt8]) -> End? {
    guard index + 1 < text.count, text[index + 1] & 0xC0 != 0x80, text[index + 1] > 0x20,
      !isLineEnd(at: index + 1, of: text),
      let character = character(endingAt: index, of: text)
    else { return nil }
    return end(
      behind: character, before: self.character(startingAt: index + 1, of: text),
      previous: self.character(endingAt: index - 3, of: text))
  }

  /// The same for a character that a string of JSON has as an escape (`\u3002`).
  ///
  /// - Parameters:
  ///   - index: The position of the last digit of an escape; of any other byte nothing ends.
  ///   - text: The text between the quotes.
  /// - Returns: The end; nil within a character, and where no line may be broken.
  static func end(atEscape index: Int, of text: [UInt8]) -> End? {
    guard index + 1 < text.count, text[index + 1] > 0x20, !isLineEnd(at: index + 1, of: text),
      let character = escaped(endingAt: index, of: text)
    else { return nil }
    let next =
      escaped(endingAt: index + escapeLength, of: text)
      ?? self.character(startingAt: index + 1, of: text)
    return end(
      behind: character, before: next, previous: escaped(endingAt: index - escapeLength, of: text))
  }

  /// True for a line end that a string of JSON has as an escape, which stays with its line.
  private static func isLineEnd(at index: Int, of text: [UInt8]) -> Bool {
    text[index] == UInt8(ascii: "\\") && index + 1 < text.count
      && [UInt8(ascii: "n"), UInt8(ascii: "r")].contains(text[index + 1])
  }

  /// The bytes of `\u3002`.
  private static let escapeLength = 6

  /// The character whose escape ends with the byte at a position, as UTF-16 has it.
  private static func escaped(endingAt index: Int, of text: [UInt8]) -> UInt32? {
    let start = index + 1 - escapeLength
    guard start >= 0, index < text.count, text[start] == UInt8(ascii: "\\"),
      text[start + 1] == UInt8(ascii: "u"),
      text[..<start].reversed().prefix(while: { $0 == UInt8(ascii: "\\") }).count.isMultiple(of: 2)
    else { return nil }
    var value: UInt32 = 0
    for digit in text[(start + 2)...index] {
      guard let digit = digit.hexValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private static func end(behind character: UInt32, before next: UInt32, previous: UInt32?) -> End?
  {
    guard isUnspaced(character), !opening.contains(character) else { return nil }
    guard !sentenceEnds.contains(next), !closing.contains(next), !isVariation(next) else {
      return nil
    }
    if sentenceEnds.contains(character) { return .sentence }
    // A quotation ends with its mark.
    let isQuoted =
      [0x300D, 0x300F, 0xFF09].contains(character)
      && previous.map(sentenceEnds.contains) == true
    return isQuoted ? .sentence : .character
  }

  /// True for the characters of scripts without spaces, and their punctuation.
  private static func isUnspaced(_ character: UInt32) -> Bool {
    switch character {
    case 0x3000...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  /// True for a selector, which belongs to the character before it.
  private static func isVariation(_ character: UInt32) -> Bool {
    (0xFE00...0xFE0F).contains(character) || (0xE0100...0xE01EF).contains(character)
  }

  private static func character(endingAt index: Int, of text: [UInt8]) -> UInt32? {
    for count in [3, 4] {
      let start = index + 1 - count
      guard start >= 0, text[start] >= 0xE0, (text[start] < 0xF0) == (count == 3) else { continue }
      return character(startingAt: start, of: text)
    }
    return nil
  }

  private static func character(startingAt index: Int, of text: [UInt8]) -> UInt32 {
    let byte = text[index]
    let count = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    guard count > 1, index + count <= text.count else { return UInt32(byte) }
    return text[(index + 1)..<(index + count)].reduce(UInt32(byte) & (0x7F >> UInt32(count))) {
      $0 << 6 | UInt32($1 & 0x3F)
    }
  }
}
