import VCRCore

extension DiffMarkdown {
  /// How many moved interactions of a cassette have a line; the others are counted.
  static let moveLimit = 5

  /// So many lines are longer than a comment, however short each is.
  private static let lineLimit = 1_000

  /// So many lines with details are longer than a comment.
  private static let detailLimit = 400

  /// What a line for what is left out of a section takes at most.
  private static let restSize = 120

  /// The part of a comment that is about one cassette.
  struct Section {
    private let diff: CassetteDiff
    private let heading: String
    private var isShown = false
    /// The lines of changes, by their positions.
    private var lines: [Int: String] = [:]
    /// The details of those that have a place for them.
    private var details: [Int: String] = [:]

    init(_ diff: CassetteDiff) {
      self.diff = diff
      heading = DiffMarkdown.heading(diff)
    }

    /// True when there is more to tell than moves.
    private var isTelling: Bool { diff.changes.isEmpty || diff.changes.contains { !$0.isMove } }

    private var headingSize: Int { heading.utf8.count + (diff.changes.count > 1 ? restSize : 0) }

    /// The positions of the changes that may have a line.
    private func candidates(moved: Bool) -> [Int] {
      Array(
        diff.changes.indices.lazy.filter { diff.changes[$0].isMove == moved }
          .prefix(moved ? moveLimit : lineLimit))
    }

    /// How many interactions have no line, the moved ones left out that are only counted.
    var restCount: Int {
      guard isShown else { return max(1, diff.changes.count) }
      let rest = diff.changes.indices.filter { lines[$0] == nil && !diff.changes[$0].isMove }
      return rest.count
    }

    /// How many interactions have a line, but no place for their details.
    var briefCount: Int {
      lines.keys.count { details[$0] == nil && !diff.changes[$0].differences.isEmpty }
    }

    /// The section; empty when there is no place for it.
    var text: String {
      guard isShown else { return "" }
      var text = heading
      for (index, line) in lines.sorted(by: { $0.key < $1.key }) {
        guard let detail = details[index] else {
          text += DiffMarkdown.item(line)
          continue
        }
        text += DiffMarkdown.item(line, detail: detail)
      }
      var rest = diff
      rest.changes = diff.changes.indices.filter { lines[$0] == nil }.map { diff.changes[$0] }
      if diff.changes.count > 1, !rest.changes.isEmpty {
        text += "- … and \(DiffWords.counts([rest], adding: " more"))\n"
      }
      return text
    }

    /// Gives the sections their places, so that each gets its part of the room: headings first, and of
    /// each cassette what changed, then what moved, then details.
    static func fill(_ sections: inout [Section], room: Int) {
      var headings = SpaceShares(room / 2)
      let order =
        sections.indices.filter { sections[$0].isTelling }
        + sections.indices.filter { !sections[$0].isTelling }
      for index in order { sections[index].isShown = headings.take(sections[index].headingSize) }
      var shares = SpaceShares(room - room / 2 + headings.room)
      let pieces = sections.map { $0.pieces(below: shares.room) }
      let chosen = shares.choose(pieces.map { $0.map(\.size) })
      for (section, places) in chosen.enumerated() {
        for piece in places.map({ pieces[section][$0] }) {
          if piece.isDetail {
            sections[section].details[piece.index] = piece.text
          } else {
            sections[section].lines[piece.index] = piece.text
          }
        }
      }
    }

    /// A line, or the details of one.
    private struct Piece {
      var index: Int
      var isDetail: Bool
      var text: String
      var size: Int
    }

    /// What there is to tell, the most telling first; empty without a heading.
    private func pieces(below limit: Int) -> [Piece] {
      guard isShown else { return [] }
      let changed = candidates(moved: false)
      let lines = (changed + candidates(moved: true)).map { index in
        let line = DiffMarkdown.summary(diff.changes[index])
        return Piece(
          index: index, isDetail: false, text: line, size: DiffMarkdown.item(line).utf8.count)
      }
      let details = lines.prefix(min(changed.count, detailLimit)).compactMap { line -> Piece? in
        let text = DiffMarkdown.detail(diff.changes[line.index])
        let size = DiffMarkdown.item(line.text, detail: text).utf8.count - line.size
        return text.isEmpty || size > limit
          ? nil : Piece(index: line.index, isDetail: true, text: text, size: size)
      }
      return lines + details
    }
  }

  private static func item(_ summary: String) -> String { "- \(summary)\n" }

  private static func item(_ summary: String, detail: String) -> String {
    "<details><summary>\(summary)</summary>\n\n\(detail)\n</details>\n\n"
  }
}

extension InteractionChange {
  /// True when nothing but the place in the order is another.
  fileprivate var isMove: Bool { kind == .moved }
}
