import VCRCore

/// What changed in the text of a cassette that belongs to no message: comments, and keys that this
/// version does not know.
enum UnreadChanges {
  /// The most changes that are shown one by one.
  private static let limit = 50

  /// The changes, one line each.
  ///
  /// - Parameters:
  ///   - old: The old state, and the items of it that have no partner with the same text.
  ///   - new: The same of the new state.
  ///   - redactor: Removes secrets from what is shown.
  /// - Returns: The lines; none when nothing changed.
  static func lines(
    _ old: (file: CassetteFile, items: some Sequence<Int>),
    _ new: (file: CassetteFile, items: some Sequence<Int>), _ redactor: Redactor
  ) -> [String] {
    let gone = UnreadPieces(old.file, items: old.items).all
    let come = UnreadPieces(new.file, items: new.items).all
    let lines =
      words(only(gone, come), "removed", redactor) + words(only(come, gone), "added", redactor)
    guard lines.count > limit else { return lines }
    return lines.prefix(limit) + ["… and \(lines.count - limit) more comments and keys"]
  }

  /// The pieces that others do not have, wherever these stand.
  private static func only(
    _ pieces: [UnreadPieces.Placed], _ others: [UnreadPieces.Placed]
  ) -> [UnreadPieces.Placed] {
    guard !pieces.isEmpty else { return [] }
    var counts: [UnreadPieces.Piece: Int] = [:]
    for other in others { counts[other.piece, default: 0] += 1 }
    return pieces.filter { placed in
      guard let count = counts[placed.piece], count > 0 else { return true }
      counts[placed.piece] = count - 1
      return false
    }
  }

  private static func words(
    _ pieces: [UnreadPieces.Placed], _ verb: String, _ redactor: Redactor
  ) -> [String] {
    pieces.map { placed in
      let place = placed.number == 0 ? "at the top" : "of #\(placed.number)"
      return PrintableText.line(
        redactor.redacting(
          text: "\(placed.piece.label) \(place) \(verb): \(placed.piece.text)"))
    }
  }
}
