import VCRCore

/// The changes of a text, as hunks with three lines around each change.
struct LineDiff {
  /// The number of lines around a change.
  private static let context = 3

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
    var lines: [TextHunk.Line] = []
    var hunks: [TextHunk] = []
    var (from, to) = (0, 0)
    var start = (0, 0)
    var shown = 0
    let limit = limits.most(Self.limit)
    var isCut = false
    /// The lines that are not shown since there are too many: the first of them, and how many there
    /// are.
    var rest: (start: (Int, Int), gone: Int, come: Int)?
    func take(_ line: ArraySlice<UInt8>) -> String { Self.shown(line, from: 0) }
    func close() {
      guard !lines.isEmpty else { return }
      hunks.append(TextHunk(oldStart: start.0 + 1, newStart: start.1 + 1, lines: lines))
      lines = []
    }
    for pair in pairs + [SequenceAlignment.Pair(old: left.count, new: right.count)] {
      if pair.old > from || pair.new > to {
        guard shown < limit else {
          let known = rest ?? ((from, to), 0, 0)
          rest = (known.start, known.gone + pair.old - from, known.come + pair.new - to)
          (from, to) = (pair.old + 1, pair.new + 1)
          continue
        }
        if lines.isEmpty {
          let before = min(Self.context, from, to)
          start = (from - before, to - before)
          lines += left[(from - before)..<from].map { TextHunk.Line.same(take($0)) }
        }
        let (gone, come) = (left[from..<pair.old], right[to..<pair.new])
        let room = limit - shown
        let offsets = zip(gone, come).map { Self.firstDifference($0, $1) }
        var (removed, added) = (
          Self.shown(gone.prefix(room), from: offsets), Self.shown(come.prefix(room), from: offsets)
        )
        for index in 0..<min(removed.count, added.count) {
          let distinct = ShownValues.distinct(removed[index], added[index])
          (removed[index], added[index]) = (distinct.0 ?? "", distinct.1 ?? "")
        }
        lines += removed.map(TextHunk.Line.removed) + added.map(TextHunk.Line.added)
        shown += gone.count + come.count
        isCut = isCut || max(gone.count, come.count) > room
        if gone.count > room { lines.append(.removed("… \(gone.count - room) more lines")) }
        if come.count > room { lines.append(.added("… \(come.count - room) more lines")) }
      }
      guard pair.old < left.count, pair.new < right.count else { break }
      (from, to) = (pair.old + 1, pair.new + 1)
      guard !lines.isEmpty, rest == nil else { continue }
      lines.append(.same(take(left[pair.old])))
      if lines.suffix(2 * Self.context + 1).allSatisfy(Self.isSame),
        lines.count > 2 * Self.context
      {
        lines.removeLast(Self.context + 1)
        close()
      }
    }
    // The remaining lines at the end are context, perhaps too many.
    let same = lines.reversed().prefix(while: Self.isSame).count
    if same > Self.context { lines.removeLast(same - Self.context) }
    close()
    if let rest {
      isCut = true
      for (count, line) in [
        (rest.gone, TextHunk.Line.removed), (rest.come, TextHunk.Line.added),
      ] where count > 0 {
        lines.append(line("… \(count) more lines between here and the last change"))
      }
      start = rest.start
      close()
    }
    self.hunks = hunks
    self.isCut = isCut
  }

  private static let carriageReturn = UInt8(ascii: "\r")

  /// True when each line ends in CR.
  private static func hasReturns(_ pieces: [LinePieces.Piece]) -> Bool {
    pieces.allSatisfy { $0.isContinued || $0.text.last == Self.carriageReturn }
  }

  private static func isSame(_ line: TextHunk.Line) -> Bool {
    if case .same = line { true } else { false }
  }

  private static func firstDifference(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int
  {
    max(left.count, right.count) <= width ? 0 : zip(left, right).prefix { $0 == $1 }.count
  }

  /// Lines as text, each cut around the place of its difference, if that is known.
  private static func shown(_ lines: ArraySlice<ArraySlice<UInt8>>, from offsets: [Int]) -> [String]
  {
    lines.enumerated().map { shown($1, from: $0 < offsets.count ? offsets[$0] : 0) }
  }

  /// A line as text without control characters, cut to a readable width around a place.
  private static func shown(_ line: ArraySlice<UInt8>, from offset: Int) -> String {
    var start = line.startIndex + max(0, offset - 40)
    if offset <= width / 2 { start = line.startIndex }
    while start > line.startIndex, start < line.endIndex, line[start] & 0xC0 == 0x80 { start -= 1 }
    let text = String(decoding: line[start...].prefix(width * 4), as: UTF8.self)
    let cut = text.prefix(width)
    let isCut = cut.endIndex < text.endIndex || line.endIndex - start > width * 4
    return (start > line.startIndex ? "…" : "") + PrintableText.unmistakable(String(cut))
      + (isCut ? "…" : "")
  }

  private static func number(_ line: LinePieces.Piece) -> Int {
    var hasher = Hasher()
    unsafe line.text.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    hasher.combine(line.isContinued)
    return hasher.finalize()
  }
}
