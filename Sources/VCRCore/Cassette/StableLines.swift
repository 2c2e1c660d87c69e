/// Compares the texts of two items without decoding them.
///
/// What is the same is passed over at the speed of memory; where two lines differ, those of `seconds`,
/// `recorded_at`, `after` and of volatile headers are passed over where the writer puts them. Where all
/// else is the same, both items say the same: where the lines stand that are passed over, no text of a
/// body can stand. Where there is another difference, nothing is said: the items may still be the same
/// in other words.
struct StableLines {
  private let volatility: Volatility
  /// The field names that were asked for, and whether each is volatile.
  private var names: [(name: [UInt8], isVolatile: Bool)] = []

  private static let secondsKey = Array("  seconds: ".utf8)
  private static let recordedKey = Array("  recorded_at: ".utf8)
  private static let afterKey = Array("      - after: ".utf8)
  private static let fieldKeys = [Array("    headers:".utf8), Array("    trailers:".utf8)]
  private static let bodyKey = Array("    body:".utf8)
  private static let chunksKey = Array("      chunks:".utf8)
  private static let dash = UInt8(ascii: "-")

  /// Creates it for a list of what is volatile, of which the headers count here.
  init(_ volatility: Volatility) { self.volatility = volatility }

  /// A walk along the text of an item.
  private struct Walk {
    /// Where the line begins.
    var start: Int
    /// Where the text ends.
    let end: Int
    /// Up to where it is known what the lines belong to.
    private var known: Int
    /// True below `headers:` and `trailers:`.
    private(set) var isInFields = false
    /// True below `chunks:` of a body.
    var isInChunks: Bool { isInBody && isBelowChunks }
    private var isInBody = false
    private var isBelowChunks = false

    init(_ range: Range<Int>) {
      (start, known, end) = (range.lowerBound, range.lowerBound, range.upperBound)
    }

    var isAtEnd: Bool { start >= end }

    /// Finds out what the line belongs to, from the lines above it that were not looked at yet.
    mutating func lookBack(_ bytes: [UInt8]) {
      var line = start
      var isDecided = false
      var chunks: Bool?
      while line > known, !isDecided {
        let lineEnd = line - 1
        line = bytes.startOfLine(lineEnd, from: known)
        switch StableLines.indentation(bytes, line..<lineEnd) {
        case 2, 4:
          isDecided = true
          isInFields = StableLines.fieldKeys.contains {
            StableLines.isLine(bytes, line..<lineEnd, $0)
          }
          isInBody = StableLines.isLine(bytes, line..<lineEnd, StableLines.bodyKey)
          chunks = chunks ?? false
        case 6 where chunks == nil && bytes[line + 6] != StableLines.dash:
          chunks = StableLines.isLine(bytes, line..<lineEnd, StableLines.chunksKey)
        default: break
        }
      }
      isBelowChunks = chunks ?? isBelowChunks
      known = start
    }
  }

  /// True when both texts are the same apart from volatile lines.
  ///
  /// - Parameters:
  ///   - old: The bytes of a file.
  ///   - oldRange: The place of an item in it.
  ///   - new: The bytes of another file.
  ///   - newRange: The place of an item in that.
  /// - Returns: False also where that cannot be told from the lines.
  mutating func areSame(
    _ old: [UInt8], _ oldRange: Range<Int>, _ new: [UInt8], _ newRange: Range<Int>
  ) -> Bool {
    var left = Walk(oldRange)
    var right = Walk(newRange)
    while true {
      let same = old.sameCount(left.start..<left.end, new, right.start..<right.end)
      let lines = old.startOfLine(left.start + same, from: left.start) - left.start
      left.start += lines
      right.start += lines
      if left.isAtEnd, right.isAtEnd { return true }
      let isLeftSkipped = skip(old, &left)
      guard skip(new, &right) || isLeftSkipped || skipParts(old, &left, new, &right) else {
        return false
      }
    }
  }

  /// Goes to the next line from one that may differ.
  ///
  /// - Returns: False when the line may not.
  private mutating func skip(_ bytes: [UInt8], _ walk: inout Walk) -> Bool {
    guard !walk.isAtEnd else { return false }
    let line = walk.start..<bytes.firstNewline(from: walk.start, to: walk.end)
    guard isVolatile(bytes, line, &walk) else { return false }
    walk.start = min(line.upperBound + 1, walk.end)
    return true
  }

  /// Goes to the next lines from two of one field that differ in volatile parts of its value alone,
  /// such as the expiry of a cookie.
  ///
  /// - Returns: False when they are none.
  private func skipParts(
    _ old: [UInt8], _ left: inout Walk, _ new: [UInt8], _ right: inout Walk
  ) -> Bool {
    guard !left.isAtEnd, !right.isAtEnd,
      let one = Self.field(old, &left), let other = Self.field(new, &right),
      one.name == other.name,
      volatility.stableValue(ofHeader: one.name, one.value)
        .hasSameUTF8(as: volatility.stableValue(ofHeader: other.name, other.value))
    else { return false }
    left.start = min(one.end + 1, left.end)
    right.start = min(other.end + 1, right.end)
    return true
  }

  /// The field on a line, its value as it is written there, and where the line ends.
  private static func field(
    _ bytes: [UInt8], _ walk: inout Walk
  ) -> (name: String, value: String, end: Int)? {
    let line = walk.start..<bytes.firstNewline(from: walk.start, to: walk.end)
    guard indentation(bytes, line) == 6, let colon = endOfName(bytes, line) else { return nil }
    walk.lookBack(bytes)
    guard walk.isInFields else { return nil }
    var value = bytes[colon + 2..<line.upperBound]
    // The quotes are on both lines or on neither, as the first one is compared with the rest.
    if value.count > 1, let quote = value.first, quote == value.last, quote == 0x22 || quote == 0x27
    {
      value = value.dropLast()
    }
    return (
      String(decoding: bytes[line.lowerBound + 6..<colon], as: UTF8.self),
      String(decoding: value, as: UTF8.self), line.upperBound
    )
  }

  /// Where the colon stands after the name of a field whose value is on the line.
  private static func endOfName(_ bytes: [UInt8], _ line: Range<Int>) -> Int? {
    var colon = line.lowerBound + 6
    while colon < line.upperBound, bytes[colon] != UInt8(ascii: ":") { colon += 1 }
    guard colon + 2 < line.upperBound, bytes[colon + 1] == 0x20 else { return nil }
    return colon
  }

  /// True for a line that may differ, with its value on the line.
  private mutating func isVolatile(
    _ bytes: [UInt8], _ line: Range<Int>, _ walk: inout Walk
  ) -> Bool {
    switch Self.indentation(bytes, line) {
    case 2:
      return bytes.holds(Self.secondsKey, at: line.lowerBound, to: line.upperBound)
        || bytes.holds(Self.recordedKey, at: line.lowerBound, to: line.upperBound)
    case 6 where bytes[line.lowerBound + 6] == Self.dash:
      guard bytes.holds(Self.afterKey, at: line.lowerBound, to: line.upperBound) else {
        return false
      }
      walk.lookBack(bytes)
      return walk.isInChunks
    case 6:
      guard let colon = Self.endOfName(bytes, line) else { return false }
      walk.lookBack(bytes)
      return walk.isInFields && isVolatileName(bytes, line.lowerBound + 6..<colon)
    default: return false
    }
  }

  private mutating func isVolatileName(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    for known in names
    where known.name.count == range.count
      && bytes.holds(known.name, at: range.lowerBound, to: range.upperBound)
    {
      return known.isVolatile
    }
    let name = String(decoding: bytes[range], as: UTF8.self)
    let isVolatile = volatility.reason(ofHeader: name) != nil
    if names.count < 64 { names.append((Array(bytes[range]), isVolatile)) }
    return isVolatile
  }

  /// How many blanks a line begins with, up to 7; 0 for one of blanks alone.
  private static func indentation(_ bytes: [UInt8], _ line: Range<Int>) -> Int {
    var index = line.lowerBound
    while index < line.upperBound, index < line.lowerBound + 7, bytes[index] == 0x20 { index += 1 }
    return index == line.upperBound ? 0 : index - line.lowerBound
  }

  private static func isLine(_ bytes: [UInt8], _ line: Range<Int>, _ text: [UInt8]) -> Bool {
    line.count == text.count && bytes.holds(text, at: line.lowerBound, to: line.upperBound)
  }
}

extension [UInt8] {
  /// Where the line begins that a position is in, not before a limit.
  fileprivate func startOfLine(_ index: Int, from limit: Int) -> Int {
    var start = index
    while start > limit, self[start - 1] != 0x0A { start -= 1 }
    return start
  }
}
