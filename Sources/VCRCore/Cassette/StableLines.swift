#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// Compares the texts of two items line by line, without decoding them.
///
/// It passes over the lines of `seconds`, `recorded_at`, `after` and of volatile headers where the
/// writer puts them. Where it finds all other lines the same, both items say the same: one of the two
/// texts is the writer's own, and a line of another layout is not among its lines. Where it finds a
/// difference, nothing is said: the items may still be the same in other words.
struct StableLines {
  private let bytes: [UInt8]
  private let end: Int
  private let volatility: Volatility
  private var isInFields = false
  private var isInChunks = false
  /// Where the line begins.
  private var start: Int
  /// Where its line feed stands, or the text ends.
  private var lineEnd: Int

  /// True when both texts are the same apart from volatile lines.
  ///
  /// - Parameters:
  ///   - old: The bytes of a file and the place of an item in it.
  ///   - new: The same of an item that the writer wrote.
  ///   - volatility: Which headers are volatile.
  /// - Returns: False also where that cannot be told from the lines.
  static func areSame(
    _ old: (bytes: [UInt8], range: Range<Int>), _ new: (bytes: [UInt8], range: Range<Int>),
    _ volatility: Volatility
  ) -> Bool {
    var left = StableLines(old.bytes, old.range, volatility)
    var right = StableLines(new.bytes, new.range, volatility)
    while !left.isAtEnd, !right.isAtEnd {
      if left.isSameLine(as: right) {
        left.advance()
        right.advance()
      } else if left.isVolatile {
        left.advance()
      } else if right.isVolatile {
        right.advance()
      } else {
        return false
      }
    }
    while !left.isAtEnd, left.isVolatile { left.advance() }
    while !right.isAtEnd, right.isVolatile { right.advance() }
    return left.isAtEnd && right.isAtEnd
  }

  private init(_ bytes: [UInt8], _ range: Range<Int>, _ volatility: Volatility) {
    self.bytes = bytes
    self.volatility = volatility
    end = range.upperBound
    start = range.lowerBound
    lineEnd = bytes.firstNewline(from: start, to: end)
  }

  private var isAtEnd: Bool { start >= end }

  private func isSameLine(as other: StableLines) -> Bool {
    let count = lineEnd - start
    guard count == other.lineEnd - other.start else { return false }
    return unsafe bytes.withUnsafeBytes { left in
      unsafe other.bytes.withUnsafeBytes { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return true }
        return unsafe memcmp(left + start, right + other.start, count) == 0
      }
    }
  }

  /// Goes to the next line, past the keys that say what the lines below them are.
  private mutating func advance() {
    switch indentation {
    case 2, 4:
      isInChunks = false
      isInFields =
        isLine("    headers:") || isLine("    trailers:")
    case 6 where start + 6 < lineEnd && bytes[start + 6] != UInt8(ascii: "-"):
      isInChunks = isLine("      chunks:")
    default: break
    }
    start = lineEnd + 1
    if start < end { lineEnd = bytes.firstNewline(from: start, to: end) }
  }

  /// How many blanks the line begins with, up to 7.
  private var indentation: Int {
    var count = 0
    while count < 7, start + count < lineEnd, bytes[start + count] == 0x20 { count += 1 }
    return count
  }

  private func isLine(_ text: StaticString) -> Bool {
    lineEnd - start == text.utf8CodeUnitCount && begins(with: text)
  }

  private func begins(with text: StaticString) -> Bool {
    guard lineEnd - start >= text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { text in
      for offset in 0..<text.count {
        guard unsafe bytes[start + offset] == text[offset] else { return false }
      }
      return true
    }
  }

  /// True for a line that may differ, with its value on the line.
  private var isVolatile: Bool {
    switch indentation {
    case 2: return begins(with: "  seconds: ") || begins(with: "  recorded_at: ")
    case 6 where isInChunks: return begins(with: "      - after: ")
    case 6 where isInFields:
      guard let colon = bytes[start..<lineEnd].firstIndex(of: UInt8(ascii: ":")),
        colon + 2 < lineEnd, bytes[colon + 1] == 0x20
      else { return false }
      let name = String(decoding: bytes[start + 6..<colon], as: UTF8.self)
      return volatility.reason(ofHeader: name) != nil
    default: return false
    }
  }
}
