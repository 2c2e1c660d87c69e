/// The form of a token by which it is known without regard to where it stands.
///
/// Providers give their tokens a prefix so that scanners find them. A shape here has a prefix that
/// is not a word, and a length, so that it is not met by chance.
package struct TokenShape: Sendable {
  /// What may stand after the prefix.
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

    fileprivate var octets: ByteSet {
      switch self {
      case .alphanumeric: ByteSet.alphanumeric
      case .urlSafe: Self.urlSafeOctets
      case .dotted: ByteSet.word
      case .base64: Self.base64Octets
      case .anyBase64: Self.anyBase64Octets
      case .dollar: Self.dollarOctets
      case .hex: Self.hexOctets
      case .capitals: Self.capitalOctets
      }
    }

    private static let urlSafeOctets = ByteSet(.alphanumeric, "-_")
    private static let base64Octets = ByteSet(.alphanumeric, "+/=")
    private static let anyBase64Octets = ByteSet(.alphanumeric, "+/=-_")
    private static let dollarOctets = ByteSet(.alphanumeric, "$")
    private static let hexOctets = ByteSet("0123456789abcdef")
    private static let capitalOctets = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
  }

  /// How the token begins.
  package let prefix: [UInt8]
  /// What follows.
  let alphabet: Alphabet
  /// How many octets follow at least.
  let minimum: Int
  /// How many octets follow at most.
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

  /// The end of a token that begins at a position, and its shape; nil when none does.
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

  /// True when a token may begin with the two octets at a position.
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
    let octets = alphabet.octets
    let limit = min(text.count, index + maximum + 1)
    let tail = index
    var (digits, capitals, others) = (0, 0, 0)
    while index < limit, octets.contains(text[index]) {
      if text[index].isASCIIDigit {
        digits += 1
      } else if text[index] >= 0x41 && text[index] <= 0x5A {
        capitals += 1
      } else {
        others += 1
      }
      index += 1
    }
    // The dot that ends a sentence is none of the token's.
    while index > tail, text[index - 1] == UInt8(ascii: ".") { index -= 1 }
    let count = index - tail
    // Words alone are no token, and one that goes on is another thing. Words have few capitals.
    let isMixed =
      digits > 0
      ? capitals + others > 0 : count >= 30 && capitals * 4 >= count && others * 4 >= count
    guard count >= minimum, count <= maximum, isMixed else { return nil }
    if index < text.count, text[index].isASCIILetter || text[index].isASCIIDigit { return nil }
    return index
  }

  /// One bit for each pair of octets that a prefix begins with.
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
