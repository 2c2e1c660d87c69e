/// A set of ASCII bytes whose membership test takes a few instructions.
package struct ByteSet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// Creates a set from the ASCII characters of a text.
  package init(_ characters: StaticString) {
    for byte in "\(characters)".utf8 { insert(byte) }
  }

  /// Creates the union of a set and the ASCII characters of a text.
  package init(_ base: ByteSet, _ characters: StaticString) {
    self.init(characters)
    low |= base.low
    high |= base.high
  }

  /// Adds an ASCII byte.
  package mutating func insert(_ byte: UInt8) {
    if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
  }

  /// Adds the members of another set.
  package mutating func formUnion(_ other: ByteSet) {
    low |= other.low
    high |= other.high
  }

  /// True for a member; false for every byte above 0x7F.
  package func contains(_ byte: UInt8) -> Bool {
    let word = byte < 64 ? low : high
    return byte < 128 && (word >> UInt64(byte & 63)) & 1 == 1
  }

  /// The next members in a row.
  ///
  /// A step of the search is as long as they are at least: where it ends no member, none before it
  /// is in such a row.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - start: Where to begin.
  ///   - limit: Where to end; nil for the end of the text.
  ///   - shortest: The least number of members.
  /// - Returns: The members; nil when there are no more.
  func run(
    in text: Span<UInt8>, from start: Int, before limit: Int? = nil, atLeast shortest: Int
  ) -> Range<Int>? {
    let limit = limit ?? text.count
    var first = start
    while first + shortest <= limit {
      var index = first + shortest
      while index > first, contains(text[index - 1]) { index -= 1 }
      if index > first {
        first = index
        continue
      }
      var end = first + shortest
      while end < limit, contains(text[end]) { end += 1 }
      return first..<end
    }
    return nil
  }

  /// Every byte of ASCII.
  package static let ascii: ByteSet = {
    var set = ByteSet("")
    (set.low, set.high) = (.max, .max)
    return set
  }()

  /// Lower-case letters and digits.
  private static let lowerAndDigits = ByteSet("abcdefghijklmnopqrstuvwxyz0123456789")

  /// Letters and digits.
  package static let alphanumeric = ByteSet(lowerAndDigits, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")

  /// The quotes around a literal or a word.
  package static let quotes = ByteSet("\"'`")

  /// Hexadecimal digits of either case.
  package static let hexadecimal = ByteSet("0123456789ABCDEFabcdef")

  /// The characters that make up names and most tokens.
  package static let word = ByteSet(alphanumeric, "-_.")

  /// The unreserved characters (RFC 3986 §2.3).
  package static let unreserved = ByteSet(word, "~")

  /// The characters of a token (RFC 9110 §5.6.2), as names of header fields and cookies are.
  package static let token = ByteSet(unreserved, "!#$%&'*+^`|")

  /// The characters that a normalised host keeps: lower-case unreserved and sub-delims (§3.2.2).
  package static let host = ByteSet(lowerAndDigits, "-._~!$&'()*+,;=")

  /// The characters that a normalised path keeps: `pchar` and the slash (§3.3).
  package static let path = ByteSet(unreserved, "!$&'()*+,;=:@/")

  /// The characters that a name or value of a normalised query keeps: those that a query allows
  /// (§3.4), without those that separate pairs.
  package static let queryItem = ByteSet(unreserved, "!$'()*,;:@/?")
}

extension UInt8 {
  /// The letter in lower case; any other byte as it is.
  package var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

  /// The letter in upper case; any other byte as it is.
  package var asciiUppercased: UInt8 { self >= 0x61 && self <= 0x7A ? self & 0xDF : self }

  /// True for a byte that ends a URL within a text.
  package var endsURL: Bool {
    switch self {
    case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "`"), UInt8(ascii: "\\"):
      true
    default: false
    }
  }

  /// True for a space or a tab, the white space within a line.
  package var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }

  /// True for `0` to `9`.
  package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }

  /// The value of a hexadecimal digit, or nil.
  package var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
