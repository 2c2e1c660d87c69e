import VCRCore

/// Collects the changes between two texts in hunks, pair by pair of their equal lines.
struct HunkBuilder {
  /// The number of lines around a change.
  private static let context = 3

  /// The hunks that are complete.
  private(set) var hunks: [TextHunk] = []
  /// True when more differs than the hunks show; the last of them says how much.
  private(set) var isCut = false

  private let left: [ArraySlice<UInt8>]
  private let right: [ArraySlice<UInt8>]
  /// The largest number of changed lines that are shown.
  private let limit: Int
  private var shownCount = 0
  /// The first lines that were not looked at.
  private var place = (old: 0, new: 0)
  /// The first lines of the hunk that is begun.
  private var start = (old: 0, new: 0)
  /// The lines of the hunk that is begun.
  private var lines: [TextHunk.Line] = []
  /// The lines that are not shown since there are too many: the first of them, and how many there
  /// are.
  private var rest: (start: (old: Int, new: Int), gone: Int, come: Int)?

  /// Begins with two texts.
  ///
  /// - Parameters:
  ///   - left: The lines of the old text.
  ///   - right: The lines of the new text.
  ///   - limit: The largest number of changed lines that are shown.
  init(_ left: [ArraySlice<UInt8>], _ right: [ArraySlice<UInt8>], limit: Int) {
    (self.left, self.right, self.limit) = (left, right, limit)
  }

  /// Adds what stands before two equal lines, and these.
  ///
  /// - Parameter pair: The lines; those after the last of each text at the end.
  mutating func add(_ pair: SequenceAlignment.Pair) {
    if pair.old > place.old || pair.new > place.new {
      guard shownCount < limit else { return skip(to: pair) }
      change(to: pair)
    }
    guard pair.old < left.count, pair.new < right.count else { return }
    place = (pair.old + 1, pair.new + 1)
    guard !lines.isEmpty, rest == nil else { return }
    lines.append(.same(Self.shown(left[pair.old], from: 0)))
    if lines.suffix(2 * Self.context + 1).allSatisfy(Self.isSame), lines.count > 2 * Self.context {
      lines.removeLast(Self.context + 1)
      close()
    }
  }

  /// Completes the last hunk, and says how much is not shown.
  mutating func finish() {
    // The remaining lines at the end are context, perhaps too many.
    let same = lines.reversed().prefix(while: Self.isSame).count
    if same > Self.context { lines.removeLast(same - Self.context) }
    close()
    guard let rest else { return }
    isCut = true
    for (count, line) in [
      (rest.gone, TextHunk.Line.removed), (rest.come, TextHunk.Line.added),
    ] where count > 0 {
      lines.append(line("… \(count) more lines between here and the last change"))
    }
    start = rest.start
    close()
  }

  private mutating func close() {
    guard !lines.isEmpty else { return }
    hunks.append(TextHunk(oldStart: start.old + 1, newStart: start.new + 1, lines: lines))
    lines = []
  }

  /// Counts a change that is not shown.
  private mutating func skip(to pair: SequenceAlignment.Pair) {
    let known = rest ?? (place, 0, 0)
    rest = (known.start, known.gone + pair.old - place.old, known.come + pair.new - place.new)
    place = (pair.old + 1, pair.new + 1)
  }

  /// Adds the lines that were removed and added before a pair.
  private mutating func change(to pair: SequenceAlignment.Pair) {
    if lines.isEmpty {
      let before = min(Self.context, place.old, place.new)
      start = (place.old - before, place.new - before)
      lines += left[start.old..<place.old].map { .same(Self.shown($0, from: 0)) }
    }
    let (gone, come) = (left[place.old..<pair.old], right[place.new..<pair.new])
    let room = limit - shownCount
    let offsets = zip(gone, come).map { Self.firstDifference($0, $1) }
    var (removed, added) = (
      Self.shown(gone.prefix(room), from: offsets), Self.shown(come.prefix(room), from: offsets)
    )
    for index in 0..<min(removed.count, added.count) {
      let distinct = ShownValues.distinct(removed[index], added[index])
      (removed[index], added[index]) = (distinct.0 ?? "", distinct.1 ?? "")
    }
    lines += removed.map(TextHunk.Line.removed) + added.map(TextHunk.Line.added)
    shownCount += gone.count + come.count
    isCut = isCut || max(gone.count, come.count) > room
    if gone.count > room { lines.append(.removed("… \(gone.count - room) more lines")) }
    if come.count > room { lines.append(.added("… \(come.count - room) more lines")) }
  }

  private static func isSame(_ line: TextHunk.Line) -> Bool {
    if case .same = line { true } else { false }
  }

  private static func firstDifference(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int
  {
    max(left.count, right.count) <= LineDiff.width ? 0 : zip(left, right).prefix { $0 == $1 }.count
  }

  /// Lines as text, each cut around the place of its difference, if that is known.
  private static func shown(_ lines: ArraySlice<ArraySlice<UInt8>>, from offsets: [Int]) -> [String]
  {
    lines.enumerated().map { shown($1, from: $0 < offsets.count ? offsets[$0] : 0) }
  }

  /// A line as text without control characters, cut to a readable width around a place.
  private static func shown(_ line: ArraySlice<UInt8>, from offset: Int) -> String {
    var start = line.startIndex + max(0, offset - 40)
    if offset <= LineDiff.width / 2 { start = line.startIndex }
    while start > line.startIndex, start < line.endIndex, line[start] & 0xC0 == 0x80 { start -= 1 }
    let text = String(decoding: line[start...].prefix(LineDiff.width * 4), as: UTF8.self)
    let cut = text.prefix(LineDiff.width)
    let isCut = cut.endIndex < text.endIndex || line.endIndex - start > LineDiff.width * 4
    return (start > line.startIndex ? "…" : "") + PrintableText.unmistakable(String(cut))
      + (isCut ? "…" : "")
  }
}
