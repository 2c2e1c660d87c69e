#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// Distinguishes random values from meaningful ones.
package enum Entropy {
  /// The share of the entropy of a random text of the same length and alphabet that a value needs.
  private static let share = 0.88

  /// The number of bytes that are examined; a longer value is judged by its beginning.
  private static let longest = 512

  /// True for a value that looks like the output of a random number generator.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - minimum: The least length.
  /// - Returns: False for words, numbers, dates, identifiers (RFC 9562), paths, URLs and Base64 of
  ///   readable content.
  package static func looksRandom(_ value: ArraySlice<UInt8>, minimum: Int = 20) -> Bool {
    guard value.count >= minimum, !isUUID(value) else { return false }
    let text = value.prefix(longest)
    var counts = [Int](repeating: 0, count: 256)
    var (lower, upper, digits, others) = (0, 0, 0, 0)
    var isHexadecimal = true
    for byte in text {
      counts[Int(byte)] += 1
      switch byte {
      case 0x30...0x39: digits += 1
      case 0x41...0x5A: upper += 1
      case 0x61...0x7A: lower += 1
      case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "_"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "%"):
        others += 1
      default: return false
      }
      if byte.hexValue == nil { isHexadecimal = false }
    }
    guard lower + upper > 0, digits > 0 || (lower > 0 && upper > 0) else { return false }
    // A random value has few separators.
    guard others * 5 <= text.count, others == 0 || !isMadeOfWords(text) else { return false }
    let alphabet =
      isHexadecimal
      ? 16 : (lower > 0 ? 26 : 0) + (upper > 0 ? 26 : 0) + (digits > 0 ? 10 : 0)
    guard changes(in: text) * 100 >= (text.count - 1) * (upper == 0 ? 22 : 28) else {
      return false
    }
    var entropy = 0.0
    for count in counts where count > 0 {
      let part = Double(count) / Double(text.count)
      entropy -= part * log2(part)
    }
    guard entropy >= share * expected(alphabet: alphabet, length: text.count) else { return false }
    return !isReadableBase64(text)
  }

  /// True when a large part of a text consists of words between separators, as in a path or a
  /// label.
  private static func isMadeOfWords(_ text: ArraySlice<UInt8>) -> Bool {
    var letters = 0
    for word in text.split(whereSeparator: { !$0.isASCIIAlphanumeric })
    where word.count >= 4 {
      // In lower case except for the first letter, or all in capitals.
      let rest = word.dropFirst()
      let isSmall = rest.allSatisfy { $0.isASCIILowercase }
      let isLarge = word.allSatisfy { $0.isASCIIUppercase }
      if isLarge || (isSmall && word.first?.isASCIILetter == true) { letters += word.count }
    }
    return letters * 10 >= text.count * 3
  }

  /// The number of neighbours of different classes: lower case, upper case, digit, other.
  ///
  /// Words and numbers change class seldom, however they are joined; random text changes all the
  /// time. A capital before small letters begins a word and is not a change of its own.
  private static func changes(in text: ArraySlice<UInt8>) -> Int {
    var changes = 0
    var previous = -1
    for byte in text {
      let kind = byte.isASCIIDigit ? 0 : !byte.isASCIILetter ? 1 : byte < 0x60 ? 2 : 3
      if previous >= 0, kind != previous, !(previous == 2 && kind == 3) { changes += 1 }
      previous = kind
    }
    return changes
  }

  /// The average entropy per character, in bits, of a random text of that length.
  ///
  /// A short text cannot reach the entropy of its alphabet: the number of occurrences of each
  /// character follows a binomial distribution, over which the sum is taken.
  package static func expected(alphabet: Int, length: Int) -> Double {
    let chance = 1 / Double(alphabet)
    var probability = pow(1 - chance, Double(length))
    var sum = 0.0
    for count in 0...length {
      if count > 0 {
        let part = Double(count) / Double(length)
        sum -= probability * part * log2(part)
      }
      probability *= Double(length - count) / Double(count + 1) * chance / (1 - chance)
      if count > length / alphabet + 1, probability < 1e-12 { break }
    }
    return sum * Double(alphabet)
  }

  /// Five groups of hexadecimal digits (RFC 9562 §4).
  package static func isUUID(_ value: ArraySlice<UInt8>) -> Bool {
    guard value.count == 36 else { return false }
    for (offset, byte) in value.enumerated() {
      let isDash = [8, 13, 18, 23].contains(offset)
      guard isDash ? byte == UInt8(ascii: "-") : byte.hexValue != nil else { return false }
    }
    return true
  }

  /// True for Base64, in either alphabet, of text or of an image, a PDF document or an archive.
  package static func isReadableBase64(_ text: ArraySlice<UInt8>) -> Bool {
    let letters = text.filter { $0 != UInt8(ascii: "=") }
    // A single letter in the last group encodes no byte.
    let whole = 0..<letters.count - (letters.count % 4 == 1 ? 1 : 0)
    guard let bytes = Base64Text.decode(letters.view, in: whole) else { return false }
    let signatures: [[UInt8]] = [
      [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), Array("RIFF".utf8),
      Array("%PDF".utf8), [0x50, 0x4B, 3, 4],
    ]
    if signatures.contains(where: { bytes.starts(with: $0) }) { return true }
    let printable = bytes.count { ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x0A || $0 == 0x09 }
    return printable * 10 >= bytes.count * 9
  }
}
