import VCRCore

extension DiffMarkdown {
  /// The largest number of moved interactions of a cassette that get a line; the others are
  /// counted.
  static let moveLimit = 5

  /// A number of lines that exceeds a comment however short they are.
  private static let lineLimit = 1_000

  /// A number of lines with details that exceeds a comment.
  private static let detailLimit = 400

  /// The most changes whose details come before the lines of others.
  private static let earlyLimit = 100

  /// The largest size in bytes of the line about omissions in a section.
  private static let restSize = 120

  /// The part of a comment about one cassette.
  struct Section {
    private let diff: CassetteDiff
    /// The changes, of which equal ones are one.
    private let changes: [FoldedChange]
    private let heading: String
    private var isShown = false
    /// The lines of changes, by the positions of the changes.
    private var lines: [Int: String] = [:]
    /// The details of the changes for which there is space.
    private var details: [Int: String] = [:]

    init(_ diff: CassetteDiff) {
      self.diff = diff
      changes = FoldedChange.folded(diff)
      heading = DiffMarkdown.heading(diff)
    }

    /// True unless all changes are moves.
    private var hasMoreThanMoves: Bool {
      diff.changes.isEmpty || diff.changes.contains { !$0.isMove }
    }

    private var headingSize: Int { heading.utf8.count + (diff.changes.count > 1 ? restSize : 0) }

    /// The positions of the changes that may have a line.
    private func candidates(moved: Bool) -> [Int] {
      Array(
        changes.indices.lazy.filter { changes[$0].change.isMove == moved }
          .prefix(moved ? moveLimit : lineLimit))
    }

    /// The number of interactions without a line, except for moved ones that are only counted.
    var restCount: Int {
      guard isShown else { return max(1, diff.changes.count) }
      return changes.indices.filter { lines[$0] == nil && !changes[$0].change.isMove }
        .reduce(0) { $0 + changes[$1].otherCount + 1 }
    }

    /// The number of interactions that have a line, but no space for their details.
    var briefCount: Int {
      lines.keys.count { details[$0] == nil && DiffMarkdown.hasDetail(changes[$0].change) }
    }

    /// The text of the section; empty when there is no space for it.
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
      rest.changes = changes.indices.filter { lines[$0] == nil }.flatMap {
        [changes[$0].change] + changes[$0].others
      }
      if diff.changes.count > 1, !rest.changes.isEmpty {
        text += "- … and \(DiffWords.counts([rest], adding: " more"))\n"
      }
      return text
    }

    /// Divides the space among the sections: headings first, then for each cassette its changes,
    /// then its moves, then details.
    static func fill(_ sections: inout [Section], room: Int) {
      var headings = SpaceShares(room / 2)
      let order =
        sections.indices.filter { sections[$0].hasMoreThanMoves }
        + sections.indices.filter { !sections[$0].hasMoreThanMoves }
      for index in order { sections[index].isShown = headings.take(sections[index].headingSize) }
      var shares = SpaceShares(room - room / 2 + headings.room)
      let first = shares.room / (2 * max(1, sections.count))
      let pieces = sections.map { $0.pieces(below: shares.room, first: first) }
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

    /// A line, or the details of a line.
    private struct Piece {
      var index: Int
      var isDetail: Bool
      var text: String
      var size: Int
    }

    /// The pieces of the section, the most important first; empty without a heading.
    ///
    /// - Parameters:
    ///   - limit: The largest size of a piece.
    ///   - first: The room for the details of the first changes, which come before all other lines.
    /// - Returns: The pieces.
    private func pieces(below limit: Int, first: Int) -> [Piece] {
      guard isShown else { return [] }
      let changed = candidates(moved: false)
      let lines = (changed + candidates(moved: true)).map { index in
        let line = DiffMarkdown.summary(changes[index])
        return Piece(
          index: index, isDetail: false, text: line, size: DiffMarkdown.item(line).utf8.count)
      }
      let details = lines.prefix(min(changed.count, detailLimit)).compactMap { line -> Piece? in
        let text = DiffMarkdown.detail(changes[line.index].change, diff.limits, diff.schema)
        let size = DiffMarkdown.item(line.text, detail: text).utf8.count - line.size
        return text.isEmpty || size > limit
          ? nil : Piece(index: line.index, isDetail: true, text: text, size: size)
      }
      var early: [Piece] = []
      var room = first
      for detail in details.prefix(DiffMarkdown.earlyLimit) {
        guard detail.size <= room else { break }
        room -= detail.size
        early.append(detail)
      }
      let known = Set(early.map(\.index))
      let head = lines.prefix { known.contains($0.index) || $0.index < (early.last?.index ?? 0) }
      return head + early + lines.dropFirst(head.count) + details.dropFirst(early.count)
    }
  }

  private static func item(_ summary: String) -> String { "- \(summary)\n" }

  private static func item(_ summary: String, detail: String) -> String {
    "<details><summary>\(summary)</summary>\n\n\(detail)\n</details>\n\n"
  }
}

extension InteractionChange {
  /// True when only the position changed.
  fileprivate var isMove: Bool { kind == .moved }
}
