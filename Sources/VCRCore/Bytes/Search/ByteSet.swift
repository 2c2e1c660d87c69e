internal import CBytes

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
  // The scanners ask it of every byte, and a call takes longer than the answer.
  @inline(__always)
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
    guard start <= limit else { return nil }
    return unsafe text.extracting(start..<limit).withUnsafeBufferPointer { bytes in
      var first = 0
      let length = unsafe vcr_next_run(bytes.baseAddress, bytes.count, members, shortest, &first)
      return length == 0 ? nil : start + first..<start + first + length
    }
  }

  /// The position after the members in a row that begin at a position.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - start: Where to begin.
  ///   - limit: Where to end; nil for the end of the text.
  /// - Returns: The position; `start` where no member stands there.
  func end(in text: Span<UInt8>, from start: Int, before limit: Int? = nil) -> Int {
    unsafe text.extracting(start..<(limit ?? text.count)).withUnsafeBufferPointer { bytes in
      unsafe start + vcr_run_length(bytes.baseAddress, bytes.count, members)
    }
  }

  /// The position of the first member in a range.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - range: Where to look.
  /// - Returns: The position; nil where no member stands there.
  func first(in text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    unsafe text.extracting(range).withUnsafeBufferPointer { bytes in
      let count = unsafe vcr_first_member(bytes.baseAddress, bytes.count, members)
      return count < bytes.count ? range.lowerBound + count : nil
    }
  }

  /// The position of the last member in a range.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - range: Where to look.
  /// - Returns: The position; nil where no member stands there.
  func last(in text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    unsafe text.extracting(range).withUnsafeBufferPointer { bytes in
      let count = unsafe vcr_end_of_last_member(bytes.baseAddress, bytes.count, members)
      return count > 0 ? range.lowerBound + count - 1 : nil
    }
  }

  /// The set for the loops in C.
  var members: vcr_set { vcr_set(low: low, high: high) }

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
