/// A set of bytes.
struct TextPatternSet: Sendable, Hashable {
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  init() {}

  init(_ ranges: ClosedRange<UInt8>...) {
    for range in ranges { insert(range) }
  }

  mutating func insert(_ range: ClosedRange<UInt8>) {
    for byte in range {
      let bit = UInt64(1) << UInt64(byte & 63)
      switch byte >> 6 {
      case 0: words.0 |= bit
      case 1: words.1 |= bit
      case 2: words.2 |= bit
      default: words.3 |= bit
      }
    }
  }

  func contains(_ byte: UInt8) -> Bool {
    let word =
      switch byte >> 6 {
      case 0: words.0
      case 1: words.1
      case 2: words.2
      default: words.3
      }
    return word >> UInt64(byte & 63) & 1 == 1
  }

  mutating func formUnion(_ other: TextPatternSet) {
    words.0 |= other.words.0
    words.1 |= other.words.1
    words.2 |= other.words.2
    words.3 |= other.words.3
  }

  /// The ASCII bytes that are no members.
  var asciiComplement: TextPatternSet {
    var set = TextPatternSet()
    (set.words.0, set.words.1) = (~words.0, ~words.1)
    return set
  }

  /// With the other case of each ASCII letter.
  var inBothCases: TextPatternSet {
    var set = self
    for letter in UInt8(ascii: "a")...UInt8(ascii: "z") {
      if contains(letter) { set.insert((letter - 32)...(letter - 32)) }
      if contains(letter - 32) { set.insert(letter...letter) }
    }
    return set
  }

  static func == (left: TextPatternSet, right: TextPatternSet) -> Bool { left.words == right.words }

  func hash(into hasher: inout Hasher) {
    for word in [words.0, words.1, words.2, words.3] { hasher.combine(word) }
  }

  static let digits = TextPatternSet(0x30...0x39)
  static let word = TextPatternSet(0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A)
  static let space = TextPatternSet(0x09...0x0D, 0x20...0x20)
}
