import VCRCore

/// A YAML text that ends in a long list, in pieces that are parsed at the same time.
///
/// Each piece has some elements of the list, and is parsed behind the lines before the list. It is a
/// text of its own then, so what a piece could not tell alone shows: an alias of another piece, or a
/// quoted text or a flow collection that goes on in the next one, is a fault there. Such a text is
/// not divided.
struct ForeignYAMLPieces: Sendable {
  /// A piece as a value.
  struct Piece: Sendable {
    /// The value of the lines before the list, with these elements of it.
    let root: ForeignValue
    /// The elements.
    let elements: [ForeignValue]
    /// What the values take.
    let size: ForeignYAML.Size
  }

  /// About as many bytes as a piece has: few enough that all cores have something to do to the end, and
  /// that the values of a piece take little memory.
  static let usualSize = 512 << 10

  /// The most bytes before the list, which each piece is parsed behind.
  private static let longestHead = 4 << 10

  private let text: [UInt8]
  private let head: Range<Int>
  private let headLines: Int
  private let pieces: [Range<Int>]

  /// The number of pieces.
  var count: Int { pieces.count }

  /// The size of the text in bytes.
  var byteCount: Int { text.count }

  /// The number of the line before each piece.
  private let lineOffsets: [Int]

  /// The part of the text that a piece is, of 1.
  func share(of piece: Int) -> Double { Double(pieces[piece].count) / Double(text.count) }

  /// Divides a text; nil for a short one, and for one that does not look as if it ended in a long list.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - pieceSize: The fewest bytes of a piece but the last.
  init?(_ text: [UInt8], pieceSize: Int = Self.usualSize) {
    guard text.count > 2 * pieceSize, let start = Self.firstElement(text),
      // A document may end only with the text.
      text.firstRange(of: Array("\n---".utf8), from: start) == nil,
      text.firstRange(of: Array("\n...".utf8), from: start) == nil
    else { return nil }
    let indent = text[..<start].reversed().prefix { $0 == UInt8(ascii: " ") }.count
    let mark =
      [UInt8(ascii: "\n")] + Array(repeating: UInt8(ascii: " "), count: indent) + [0x2D, 0x20]
    head = 0..<(start - indent)
    headLines = text[head].count { $0 == UInt8(ascii: "\n") }
    var pieces: [Range<Int>] = []
    var offsets = [headLines]
    var lower = head.upperBound
    while text.count - lower > pieceSize,
      let next = text.firstRange(of: mark, from: lower + pieceSize)
    {
      pieces.append(lower..<next.lowerBound + 1)
      lower = next.lowerBound + 1
      offsets.append(
        (offsets.last ?? 0) + text[pieces[pieces.count - 1]].count { $0 == UInt8(ascii: "\n") })
    }
    pieces.append(lower..<text.count)
    guard pieces.count > 1 else { return nil }
    (self.text, self.pieces, lineOffsets) = (text, pieces, offsets)
  }

  /// The position of the dash of the first line that begins with one; nil for none near the start.
  private static func firstElement(_ text: [UInt8]) -> Int? {
    var line = 0
    while line < min(text.count, longestHead) {
      let dash = text[line...].firstIndex { $0 != UInt8(ascii: " ") } ?? text.count
      if dash + 1 < text.count, text[dash] == UInt8(ascii: "-"), text[dash + 1] == 0x20 {
        return dash
      }
      line = text.firstNewline(from: dash, to: text.count) + 1
    }
    return nil
  }

  /// Parses a piece.
  ///
  /// - Parameter index: Its number, counted from 0.
  /// - Returns: Its value; nil when it is not what it seemed to be, so that the text cannot be parsed in
  ///   pieces.
  func piece(_ index: Int) -> Piece? {
    let piece = pieces[index]
    var bytes: [UInt8] = []
    bytes.reserveCapacity(head.count + piece.count)
    bytes += text[head]
    bytes += text[piece]
    let isLast = index == count - 1
    guard
      let parsed = try? ForeignYAML(bytes, lineOffset: lineOffsets[index] - headLines),
      parsed.nextDocument == nil,
      // YAML knows other line ends, too.
      isLast || parsed.lineEnds == headLines + lineOffsets[index + 1] - lineOffsets[index],
      let list = Self.list(of: parsed.value, isLast: isLast, at: lineOffsets[index] + 1)
    else { return nil }
    return Piece(root: parsed.value, elements: list.elements, size: parsed.size)
  }

  /// The list that begins in a line; nil when there is none, or something comes after it.
  private static func list(
    of root: ForeignValue, isLast: Bool, at line: Int
  ) -> ForeignValue? {
    let list: ForeignValue?
    switch root.content {
    case .list: list = root
    case .map(let members) where isLast: list = members.first { $0.value.line >= line }?.value
    case .map(let members): list = members.last?.value
    default: list = nil
    }
    guard let list, list.line == line, list.elements.first?.line == line, !root.isObject,
      !list.isObject
    else { return nil }
    return list
  }

  /// True when the lines before the list are the same in two pieces, and nothing but the list comes
  /// after them in the first one.
  static func agree(_ first: Piece, _ other: Piece) -> Bool {
    switch (first.root.content, other.root.content) {
    case (.list, .list): true
    case (.map(let first), .map(let other)):
      other.count >= first.count && zip(first, other).allSatisfy { $0.name == $1.name }
    default: false
    }
  }

  /// The value of a text that has the elements of two pieces alone.
  static func joined(_ first: Piece, _ last: Piece) -> ForeignValue {
    let list = ForeignValue(.list(first.elements + last.elements), line: first.elements[0].line)
    guard case .map(let members) = first.root.content, let name = members.last?.name,
      case .map(let others) = last.root.content
    else { return list }
    return ForeignValue(
      .map(
        members.dropLast() + [ForeignValue.Member(name: name, value: list)]
          + others.dropFirst(members.count)),
      line: first.root.line)
  }
}
