/// Compares the texts of two items without decoding them.
///
/// Equal lines are compared at the speed of memory. Differing lines of `seconds`, `recorded_at`,
/// `after` and of volatile headers are skipped where the writer puts them; in an item of whole
/// lines no text of a body can be at these places. When all other lines are equal, both items have
/// equal content. When another line differs, nothing is certain: the items may still have equal
/// content in another spelling.
package struct ItemTextComparison {
  private let volatility: Volatility
  /// The field names that occurred, and whether each is volatile.
  private var names: [(name: [UInt8], isVolatile: Bool)] = []

  private static let secondsKey = ItemKey.seconds.lineStart
  private static let recordedKey = ItemKey.recordedAt.lineStart
  /// The first key of a message of a WebSocket; no other list stands in this column but `match`.
  private static let messageKey = Array("  - \(MessageKey.after.rawValue): ".utf8)
  private static let afterKey = Array("      - \(ChunkKey.after.rawValue): ".utf8)
  /// Requests and responses have these keys in the same column.
  private static let fieldKeys = [ResponseKey.headers, .trailers].map { $0.lineStart.dropLast() }
    .map(Array.init)
  private static let bodyKey = Array(ResponseKey.body.lineStart.dropLast())
  private static let chunksKey = Array(BodyKey.chunks.lineStart.dropLast())
  private static let dash = UInt8(ascii: "-")

  /// Creates a comparison that skips the volatile headers of a list.
  package init(_ volatility: Volatility) { self.volatility = volatility }

  /// A walk along the texts of two items that are the same so far.
  private struct Walk {
    /// The start of the next line of each text.
    var left: Int
    var right: Int
    /// The end of each text.
    let leftEnd: Int
    let rightEnd: Int
    /// The position in the left text up to which the context of the lines is known.
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

    /// Finds the context of the next lines from the lines above that were not examined yet.
    ///
    /// The context is the same on both sides: the lines above are equal, except for skipped ones,
    /// which give no context.
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

    /// Forgets the context after a key of the item itself on either side.
    mutating func leaveMessage() { (isInFields, isInBody, isBelowChunks) = (false, false, false) }
  }

  /// Whether a line may differ.
  private enum Kind: Int, Comparable {
    /// The line must be the same.
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
  ///   - oldRange: The range of an item in it.
  ///   - new: The bytes of another file.
  ///   - newRange: The range of an item in that file.
  /// - Returns: False also when the lines alone do not decide it.
  package mutating func areSame(
    _ old: [UInt8], _ oldRange: Range<Int>, _ new: [UInt8], _ newRange: Range<Int>
  ) -> Bool {
    var walk = Walk(oldRange, newRange)
    var hasSkipped = false
    // True as long as the skipped lines of both sides stand at the same places.
    var isAlike = true
    while true {
      let same = old.commonPrefixLength(walk.left..<walk.leftEnd, new, walk.right..<walk.rightEnd)
      let lines = old.startOfLine(walk.left + same, from: walk.left) - walk.left
      walk.left += lines
      walk.right += lines
      if walk.left >= walk.leftEnd, walk.right >= walk.rightEnd {
        // Where lines of one kind were skipped in pairs, the others mean the same on both sides.
        return !hasSkipped
          || ItemLayout.hasWholeLines(old, oldRange)
            && (isAlike || ItemLayout.hasWholeLines(new, newRange))
      }
      let left = walk.left..<old.firstNewline(from: walk.left, to: walk.leftEnd)
      let right = walk.right..<new.firstNewline(from: walk.right, to: walk.rightEnd)
      walk.lookBack(old)
      let (one, other) = (kind(old, left, walk), kind(new, right, walk))
      // The lines of a message are skipped before a key that ends it on the other side.
      let kind = max(one, other)
      guard kind != .stable || (walk.isInFields && hasSameParts(old, left, new, right)) else {
        return false
      }
      hasSkipped = true
      isAlike =
        isAlike && one == other && ItemLayout.isWhole(new, line: right)
        && Self.indentation(old, left) == Self.indentation(new, right)
        && ItemLayout.isElement(old, left) == ItemLayout.isElement(new, right)
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
    // Both lines are quoted or neither is, as the opening quote takes part in the comparison.
    if value.count > 1, let quote = value.first, quote == value.last, quote == 0x22 || quote == 0x27
    {
      value = value.dropLast()
    }
    return (
      String(decoding: bytes[line.lowerBound + 6..<colon], as: UTF8.self),
      String(decoding: value, as: UTF8.self)
    )
  }

  /// The position of the colon after the name of a field whose value is on the line.
  private static func endOfName(_ bytes: [UInt8], _ line: Range<Int>) -> Int? {
    var colon = line.lowerBound + 6
    while colon < line.upperBound, bytes[colon] != UInt8(ascii: ":") { colon += 1 }
    guard colon + 2 < line.upperBound, bytes[colon + 1] == 0x20 else { return nil }
    return colon
  }

  /// Whether a line may differ, with its value on the line.
  private mutating func kind(_ bytes: [UInt8], _ line: Range<Int>, _ walk: Walk) -> Kind {
    switch Self.indentation(bytes, line) {
    case 2 where bytes[line.lowerBound + 2] == Self.dash:
      return hasSeconds(bytes, line, Self.messageKey) ? .part : .stable
    case 2:
      if bytes.holds(Self.recordedKey, at: line.lowerBound, to: line.upperBound) {
        let value = bytes[line.lowerBound + Self.recordedKey.count..<line.upperBound]
        return Timestamp.date(value) != nil ? .key : .stable
      }
      return hasSeconds(bytes, line, Self.secondsKey) ? .key : .stable
    case 6 where bytes[line.lowerBound + 6] == Self.dash:
      return walk.isInChunks && hasSeconds(bytes, line, Self.afterKey) ? .part : .stable
    case 6:
      guard walk.isInFields, let colon = Self.endOfName(bytes, line),
        isVolatileName(bytes, line.lowerBound + 6..<colon)
      else { return .stable }
      return .part
    default: return .stable
    }
  }

  /// True for a line of a key with seconds as the writer writes them; anything else may be a fault,
  /// which only decoding finds.
  private func hasSeconds(_ bytes: [UInt8], _ line: Range<Int>, _ key: [UInt8]) -> Bool {
    guard bytes.holds(key, at: line.lowerBound, to: line.upperBound) else { return false }
    let value = bytes[line.lowerBound + key.count..<line.upperBound]
    let points = value.count { $0 == UInt8(ascii: ".") }
    return points < min(2, value.count)
      && value.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
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

  /// The number of spaces at the start of a line, up to 7; 0 for a blank line.
  private static func indentation(_ bytes: [UInt8], _ line: Range<Int>) -> Int {
    var index = line.lowerBound
    while index < line.upperBound, index < line.lowerBound + 7, bytes[index] == 0x20 { index += 1 }
    return index == line.upperBound ? 0 : index - line.lowerBound
  }

  private static func isLine(_ bytes: [UInt8], _ line: Range<Int>, _ text: [UInt8]) -> Bool {
    line.count == text.count && bytes.holds(text, at: line.lowerBound, to: line.upperBound)
  }
}
