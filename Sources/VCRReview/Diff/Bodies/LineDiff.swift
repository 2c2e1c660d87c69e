import VCRCore

/// The changes of a text, as hunks with three lines around each change.
struct LineDiff {
  /// The largest number of lines in all hunks.
  private static let limit = 400

  /// The largest number of characters of a line.
  static let width = 200

  /// The hunks.
  let hunks: [TextHunk]

  /// True when more differs than the hunks show; the last of them says how much.
  let isCut: Bool

  /// Compares two texts.
  ///
  /// A long line is compared in pieces.
  init(_ old: [UInt8], _ new: [UInt8], _ limits: DiffLimits) {
    let pieces = (
      LinePieces.lines(of: old, above: Self.width), LinePieces.lines(of: new, above: Self.width)
    )
    let pairs = SequenceAlignment.matches(pieces.0.map(Self.number), pieces.1.map(Self.number))
    var (left, right) = (pieces.0.map(\.text), pieces.1.map(\.text))
    if Self.hasReturns(pieces.0), Self.hasReturns(pieces.1),
      left.last?.last == Self.carriageReturn, right.last?.last == Self.carriageReturn
    {
      // Where all lines of both end so, there is nothing to be seen in it.
      left = zip(left, pieces.0).map { $1.isContinued ? $0 : $0.dropLast() }
      right = zip(right, pieces.1).map { $1.isContinued ? $0 : $0.dropLast() }
    }
    var builder = HunkBuilder(left, right, limit: limits.most(Self.limit))
    for pair in pairs + [SequenceAlignment.Pair(old: left.count, new: right.count)] {
      builder.add(pair)
    }
    builder.finish()
    hunks = builder.hunks
    isCut = builder.isCut
  }

  private static let carriageReturn = UInt8(ascii: "\r")

  /// True when each line ends in CR.
  private static func hasReturns(_ pieces: [LinePieces.Piece]) -> Bool {
    pieces.allSatisfy { $0.isContinued || $0.text.last == Self.carriageReturn }
  }

  private static func number(_ line: LinePieces.Piece) -> Int {
    var hasher = Hasher()
    unsafe line.text.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    hasher.combine(line.isContinued)
    return hasher.finalize()
  }
}
