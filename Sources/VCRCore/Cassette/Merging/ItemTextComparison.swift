/// Compares the texts of two items without decoding them.
///
/// What is the same is passed over at the speed of memory; where two lines differ, those of `seconds`,
/// `recorded_at`, `after` and of volatile headers are passed over where the writer puts them. Where all
/// else is the same, both items say the same: where the lines stand that are passed over, no text of a
/// body can stand. Where there is another difference, nothing is said: the items may still be the same
/// in other words.
package struct ItemTextComparison {
  private let volatility: Volatility
  /// The field names that were asked for, and whether each is volatile.
  private var names: [(name: [UInt8], isVolatile: Bool)] = []

  private static let secondsKey = ItemKey.seconds.lineStart
  private static let recordedKey = ItemKey.recordedAt.lineStart
  private static let afterKey = Array("      - \(ChunkKey.after.rawValue): ".utf8)
  /// Both messages have these at the same places.
  private static let fieldKeys = [ResponseKey.headers, .trailers].map { $0.lineStart.dropLast() }
    .map(Array.init)
  private static let bodyKey = Array(ResponseKey.body.lineStart.dropLast())
  private static let chunksKey = Array(BodyKey.chunks.lineStart.dropLast())
  private static let dash = UInt8(ascii: "-")

  /// Creates it for a list of what is volatile, of which the headers count here.
  package init(_ volatility: Volatility) { self.volatility = volatility }

  /// A walk along the texts of two items that are the same so far.
  private struct Walk {
    /// Where the next line of each begins.
    var left: Int
    var right: Int
    /// Where each text ends.
    let leftEnd: Int
    let rightEnd: Int
    /// Up to where in the left text it is known what the lines belong to.
    private var known: Int
    /// True below `headers:` and `trailers:`.
    private(set) var isInFields = false
    /// True below `chunks:` of a body.
    var isInChunks: Bool { isInBody && isBelowChunks }
    private var isInBody = false
    private var isBelowChunks = false

    init(_ left: Range<Int>, _ right: Range<Int>) {
      (self.left, leftEnd) = (left.lowerBound, left.upperBound)
      (self.right, rightEnd) = (right.lowerBound, right.upperBound)
      known = left.lowerBound
    }

    /// Finds out what the next lines belong to, from the lines above that were not looked at yet.
    ///
    /// It is the same on both sides: the lines above are, but for some that were passed over and
    /// that nothing belongs to.
    mutating func lookBack(_ bytes: [UInt8]) {
      var line = left
      var isDecided = false
      var chunks: Bool?
      while line > known, !isDecided {
        let lineEnd = line - 1
        line = bytes.startOfLine(lineEnd, from: known)
        switch ItemTextComparison.indentation(bytes, line..<lineEnd) {
        case 2, 4:
          isDecided = true
          isInFields = ItemTextComparison.fieldKeys.contains {
            ItemTextComparison.isLine(bytes, line..<lineEnd, $0)
          }
          isInBody = ItemTextComparison.isLine(bytes, line..<lineEnd, ItemTextComparison.bodyKey)
          chunks = chunks ?? false
        case 6 where chunks == nil && bytes[line + 6] != ItemTextComparison.dash:
          chunks = ItemTextComparison.isLine(bytes, line..<lineEnd, ItemTextComparison.chunksKey)
        default: break
        }
      }
      isBelowChunks = chunks ?? isBelowChunks
      known = left
    }

    /// Forgets what the lines belong to, after a key of the item itself on either side.
    mutating func leaveMessage() { (isInFields, isInBody, isBelowChunks) = (false, false, false) }
  }

  /// Whether a line may differ.
  private enum Kind: Int, Comparable {
    /// It may not.
    case stable
    /// A volatile key of the item itself.
    case key
    /// A volatile part of a message.
    case part

    static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  /// True when both texts are the same apart from volatile lines.
  ///
  /// - Parameters:
  ///   - old: The bytes of a file.
  ///   - oldRange: The place of an item in it.
  ///   - new: The bytes of another file.
  ///   - newRange: The place of an item in that.
  /// - Returns: False also where that cannot be told from the lines.
  package mutating func areSame(
    _ old: [UInt8], _ oldRange: Range<Int>, _ new: [UInt8], _ newRange: Range<Int>
  ) -> Bool {
    var walk = Walk(oldRange, newRange)
    while true {
      let same = old.sameCount(walk.left..<walk.leftEnd, new, walk.right..<walk.rightEnd)
      let lines = old.startOfLine(walk.left + same, from: walk.left) - walk.left
      walk.left += lines
      walk.right += lines
      if walk.left >= walk.leftEnd, walk.right >= walk.rightEnd { return true }
      let left = walk.left..<old.firstNewline(from: walk.left, to: walk.leftEnd)
      let right = walk.right..<new.firstNewline(from: walk.right, to: walk.rightEnd)
      walk.lookBack(old)
      let (one, other) = (kind(old, left, walk), kind(new, right, walk))
      // What belongs to a message is passed over before a key that ends it on the other side.
      let kind = max(one, other)
      guard kind != .stable || (walk.isInFields && hasSameParts(old, left, new, right)) else {
        return false
      }
      if one == kind { walk.left = min(left.upperBound + 1, walk.leftEnd) }
      if other == kind { walk.right = min(right.upperBound + 1, walk.rightEnd) }
      if kind == .key { walk.leaveMessage() }
    }
  }

  /// True for two lines of one field that differ in volatile parts of its value alone, such as the
  /// expiry of a cookie.
  private func hasSameParts(
    _ old: [UInt8], _ left: Range<Int>, _ new: [UInt8], _ right: Range<Int>
  ) -> Bool {
    guard let one = Self.field(old, left), let other = Self.field(new, right),
      one.name == other.name
    else { return false }
    return volatility.stableValue(ofHeader: one.name, one.value)
      .hasSameUTF8(as: volatility.stableValue(ofHeader: other.name, other.value))
  }

  /// The field on a line, with its value as it is written there.
  private static func field(
    _ bytes: [UInt8], _ line: Range<Int>
  ) -> (name: String, value: String)? {
    guard indentation(bytes, line) == 6, let colon = endOfName(bytes, line) else { return nil }
    var value = bytes[colon + 2..<line.upperBound]
    // The quotes are on both lines or on neither, as the first one is compared with the rest.
    if value.count > 1, let quote = value.first, quote == value.last, quote == 0x22 || quote == 0x27
    {
      value = value.dropLast()
    }
    return (
      String(decoding: bytes[line.lowerBound + 6..<colon], as: UTF8.self),
      String(decoding: value, as: UTF8.self)
    )
  }

  /// Where the colon stands after the name of a field whose value is on the line.
  private static func endOfName(_ bytes: [UInt8], _ line: Range<Int>) -> Int? {
    var colon = line.lowerBound + 6
    while colon < line.upperBound, bytes[colon] != UInt8(ascii: ":") { colon += 1 }
    guard colon + 2 < line.upperBound, bytes[colon + 1] == 0x20 else { return nil }
    return colon
  }

  /// Whether a line may differ, with its value on the line.
  private mutating func kind(_ bytes: [UInt8], _ line: Range<Int>, _ walk: Walk) -> Kind {
    switch Self.indentation(bytes, line) {
    case 2:
      let isVolatile =
        bytes.holds(Self.secondsKey, at: line.lowerBound, to: line.upperBound)
        || bytes.holds(Self.recordedKey, at: line.lowerBound, to: line.upperBound)
      return isVolatile ? .key : .stable
    case 6 where bytes[line.lowerBound + 6] == Self.dash:
      let isVolatile =
        walk.isInChunks && bytes.holds(Self.afterKey, at: line.lowerBound, to: line.upperBound)
      return isVolatile ? .part : .stable
    case 6:
      guard walk.isInFields, let colon = Self.endOfName(bytes, line),
        isVolatileName(bytes, line.lowerBound + 6..<colon)
      else { return .stable }
      return .part
    default: return .stable
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
