import VCRCore
private import VCRLocks

/// A YAML text that ends in a long list, in pieces that are parsed at the same time.
///
/// Each piece has some elements of the list, and is parsed behind the lines before the list. It is
/// a text of its own then, so what one piece alone would not show is found: an alias of another
/// piece, or a quoted text or a flow collection that goes on in the next one, is a fault there.
/// Such a text is not divided.
struct ForeignYAMLPieces: Sendable {
  /// A piece as a value.
  struct Piece: Sendable {
    /// The value of the lines before the list, with these elements of it.
    let root: ForeignValue
    /// The elements.
    let elements: [ForeignValue]
    /// The size of the values.
    let size: ForeignYAML.Size
  }

  /// About as many bytes as a piece has: few enough that all cores have something to do to the end,
  /// and that the values of a piece take little memory.
  static let usualSize = 512 << 10

  /// The most bytes before the list, which each piece is parsed behind.
  private static let longestHead = 4 << 10

  /// Where a text is divided.
  struct Division {
    fileprivate let head: Range<Int>
    fileprivate let headLines: Int
    fileprivate let pieces: [Range<Int>]
    /// The number of the line before each piece.
    fileprivate let lineOffsets: [Int]

    /// Divides a text; nil for a short one, and for one that does not look as if it ended in a long
    /// list.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - pieceSize: The fewest bytes of a piece but the last.
    init?(_ text: [UInt8], pieceSize: Int = usualSize) {
      guard text.count > 2 * pieceSize, let start = firstElement(text) else { return nil }
      let indent = text[..<start].reversed().prefix { $0 == UInt8(ascii: " ") }.count
      let mark =
        [UInt8(ascii: "\n")] + Array(repeating: UInt8(ascii: " "), count: indent) + [0x2D, 0x20]
      head = 0..<(start - indent)
      headLines = text[head].count { $0 == UInt8(ascii: "\n") }
      var pieces: [Range<Int>] = []
      var lower = head.upperBound
      while text.count - lower > pieceSize,
        let next = text.firstRange(of: mark, from: lower + pieceSize)
      {
        pieces.append(lower..<next.lowerBound + 1)
        lower = next.lowerBound + 1
      }
      pieces.append(lower..<text.count)
      guard pieces.count > 1 else { return nil }
      var offsets = [headLines]
      for lines in pieces.indices.concurrentMap(
        blockSize: 1, { [pieces] in Self.lines(of: text, in: pieces[$0]) })
      {
        guard let lines else { return nil }
        offsets.append((offsets.last ?? 0) + lines)
      }
      (self.pieces, lineOffsets) = (pieces, offsets)
    }

    /// The number of line ends of a piece; nil for one in which a document ends, as that may be
    /// only with the text.
    ///
    /// A piece begins with an element of the list, so no mark of a document goes across its ends.
    private static func lines(of text: [UInt8], in piece: Range<Int>) -> Int? {
      guard text.firstRange(of: Array("\n---".utf8), in: piece) == nil,
        text.firstRange(of: Array("\n...".utf8), in: piece) == nil
      else { return nil }
      var (count, end) = (0, text.firstNewline(from: piece.lowerBound, to: piece.upperBound))
      while end < piece.upperBound {
        count += 1
        end = text.firstNewline(from: end + 1, to: piece.upperBound)
      }
      return count
    }
  }

  /// The texts of the pieces, each behind the lines before the list, which can be let go when they
  /// were parsed.
  private final class Texts: Sendable {
    private let texts: Mutex<[[UInt8]?]>

    init(_ texts: [[UInt8]]) { self.texts = Mutex(texts) }

    /// The text of a piece; nil when it was let go.
    subscript(index: Int) -> [UInt8]? { texts.withLock { $0[index] } }

    func letGo(_ index: Int) { texts.withLock { $0[index] = nil } }
  }

  private let texts: Texts
  private let head: [UInt8]
  private let division: Division

  /// The number of pieces.
  var count: Int { division.pieces.count }

  /// The size of the text in bytes.
  let byteCount: Int

  /// True for a text that does not end in a line feed.
  let isCutInLine: Bool

  /// The part of the text that a piece is, of 1.
  func share(of piece: Int) -> Double {
    Double(division.pieces[piece].count) / Double(byteCount)
  }

  /// The text; nil when some of it was let go.
  var text: [UInt8]? {
    var text = head
    text.reserveCapacity(byteCount)
    for index in 0..<count {
      guard let piece = texts[index] else { return nil }
      text += piece[head.count...]
    }
    return text
  }

  /// Takes the pieces of a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - division: Where it is divided.
  init(_ text: consuming [UInt8], _ division: Division) {
    self.division = division
    byteCount = text.count
    isCutInLine = text.last != UInt8(ascii: "\n")
    let head = Array(text[division.head])
    self.head = head
    let whole = consume text
    texts = Texts(
      division.pieces.indices.concurrentMap(blockSize: 1) { head + whole[division.pieces[$0]] })
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
  /// - Parameters:
  ///   - index: Its number, counted from 0.
  ///   - isLetGo: True when its text is not needed any more.
  /// - Returns: Its value; nil when it is not what it seemed to be, so that the text cannot be
  ///   parsed in pieces.
  func piece(_ index: Int, lettingGo isLetGo: Bool = false) -> Piece? {
    guard let parsed = parse(index) else { return nil }
    if isLetGo { texts.letGo(index) }
    let (isLast, offsets) = (index == count - 1, division.lineOffsets)
    guard parsed.nextDocument == nil,
      // YAML knows other line ends, too.
      isLast || parsed.lineEnds == division.headLines + offsets[index + 1] - offsets[index],
      let list = Self.list(of: parsed.value, isLast: isLast, at: offsets[index] + 1)
    else { return nil }
    return Piece(root: parsed.value, elements: list.elements, size: parsed.size)
  }

  private func parse(_ index: Int) -> ForeignYAML? {
    guard let text = texts[index] else { return nil }
    return try? ForeignYAML(
      text, lineOffset: division.lineOffsets[index] - division.headLines)
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
