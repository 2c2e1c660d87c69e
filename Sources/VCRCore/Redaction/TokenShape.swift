/// The format of a token by which it is recognised anywhere.
///
/// Providers give their tokens a prefix so that scanners find them. Each shape has a prefix that is
/// not a word, and a length, so that other texts do not match by chance.
package struct TokenShape: Sendable {
  /// The characters that may follow the prefix.
  enum Alphabet: Sendable {
    /// Letters and digits.
    case alphanumeric
    /// Letters, digits, `-` and `_`.
    case urlSafe
    /// Letters, digits, `-`, `_` and `.`.
    case dotted
    /// Letters, digits, `+`, `/` and `=`.
    case base64
    /// Letters, digits, `+`, `/`, `=`, `-` and `_`.
    case anyBase64
    /// Letters, digits and `$`.
    case dollar
    /// Digits and lower-case letters to `f`.
    case hex
    /// Capitals and digits.
    case capitals

    fileprivate var bytes: ByteSet {
      switch self {
      case .alphanumeric: ByteSet.alphanumeric
      case .urlSafe: Self.urlSafeBytes
      case .dotted: ByteSet.word
      case .base64: Self.base64Bytes
      case .anyBase64: Self.anyBase64Bytes
      case .dollar: Self.dollarBytes
      case .hex: Self.hexBytes
      case .capitals: Self.capitalBytes
      }
    }

    private static let urlSafeBytes = ByteSet(.alphanumeric, "-_")
    private static let base64Bytes = ByteSet(.alphanumeric, "+/=")
    private static let anyBase64Bytes = ByteSet(.alphanumeric, "+/=-_")
    private static let dollarBytes = ByteSet(.alphanumeric, "$")
    private static let hexBytes = ByteSet("0123456789abcdef")
    private static let capitalBytes = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
  }

  /// How the token begins.
  package let prefix: [UInt8]
  /// The characters after the prefix.
  let alphabet: Alphabet
  /// The least number of bytes after the prefix.
  let minimum: Int
  /// The greatest number of bytes after the prefix.
  let maximum: Int
  /// The name of its placeholder.
  let name: String

  init(
    _ prefix: String, _ alphabet: Alphabet, _ length: ClosedRange<Int>, _ name: String
  ) {
    self.prefix = Array(prefix.utf8)
    self.alphabet = alphabet
    minimum = length.lowerBound
    maximum = length.upperBound
    self.name = name
  }

  /// The shortest token of all shapes.
  package static let shortest = 16

  /// The end and the shape of a token that begins at a position; nil if none does.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - start: A position with no letter or digit before it.
  /// - Returns: The position after the token, and the shape.
  package static func find(in text: Span<UInt8>, at start: Int) -> (end: Int, shape: TokenShape)? {
    guard start + shortest <= text.count else { return nil }
    for index in byFirst[Int(text[start])] {
      let shape = all[index]
      if let end = shape.end(in: text, at: start) { return (end, shape) }
    }
    return nil
  }

  /// True when a token may begin with the two bytes at a position.
  @inline(__always)
  static func mayBegin(_ text: Span<UInt8>, at index: Int) -> Bool {
    guard index + 1 < text.count else { return false }
    let pair = Int(text[index]) << 8 | Int(text[index + 1])
    return pairs[pair >> 6] >> UInt64(pair & 63) & 1 == 1
  }

  private func end(in text: Span<UInt8>, at start: Int) -> Int? {
    var index = start
    for byte in prefix {
      guard index < text.count, text[index] == byte else { return nil }
      index += 1
    }
    let bytes = alphabet.bytes
    let limit = min(text.count, index + maximum + 1)
    let tail = index
    var (digits, capitals, others) = (0, 0, 0)
    while index < limit, bytes.contains(text[index]) {
      if text[index].isASCIIDigit {
        digits += 1
      } else if text[index] >= 0x41 && text[index] <= 0x5A {
        capitals += 1
      } else {
        others += 1
      }
      index += 1
    }
    // A dot that ends a sentence is not part of the token.
    while index > tail, text[index - 1] == UInt8(ascii: ".") { index -= 1 }
    let count = index - tail
    // A sequence of words is not a token. Words have few upper-case letters.
    let isMixed =
      digits > 0
      ? capitals + others > 0 : count >= 30 && capitals * 4 >= count && others * 4 >= count
    guard count >= minimum, count <= maximum, isMixed else { return nil }
    if index < text.count, text[index].isASCIILetter || text[index].isASCIIDigit { return nil }
    return index
  }

  /// One bit for each pair of bytes that a prefix begins with.
  private static let pairs: [UInt64] = {
    var bits = [UInt64](repeating: 0, count: 1 << 10)
    for shape in all {
      let pair = Int(shape.prefix[0]) << 8 | Int(shape.prefix[1])
      bits[pair >> 6] |= 1 << UInt64(pair & 63)
    }
    return bits
  }()

  private static let byFirst: [[Int]] = {
    var table = [[Int]](repeating: [], count: 256)
    for (index, shape) in all.enumerated() { table[Int(shape.prefix[0])].append(index) }
    return table
  }()
}
