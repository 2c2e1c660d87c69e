import VCRCore

/// The changes in the text of a cassette that belongs to no message: comments, and keys that this
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
  ///   - limits: How much of a change is shown.
  /// - Returns: The lines; none when nothing changed.
  static func lines(
    _ old: (file: CassetteFile, items: some Sequence<Int>),
    _ new: (file: CassetteFile, items: some Sequence<Int>), _ redactor: Redactor,
    _ limits: DiffLimits
  ) -> [String] {
    let gone = UnreadPieces(old.file, items: old.items).all
    let come = UnreadPieces(new.file, items: new.items).all
    let (removed, added) = (only(gone, come), only(come, gone))
    let lines =
      words(removed, "removed", beside: added, redactor)
      + words(added, "added", beside: removed, redactor)
    let limit = limits.most(limit)
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

  private static func commonStart(_ text: [UInt8], _ other: [UInt8]) -> Int {
    text.commonPrefixLength(text.indices, other, other.indices)
  }

  private static func words(
    _ pieces: [UnreadPieces.Placed], _ verb: String, beside others: [UnreadPieces.Placed],
    _ redactor: Redactor
  ) -> [String] {
    /// The key of pieces that stand in the same place and are cut to the same beginning.
    struct Start: Hashable {
      var name: [UInt8]?
      var line: String
      init(_ piece: UnreadPieces.Piece) { (name, line) = (piece.name, Excerpt.line(piece.text)) }
    }
    var alike: [Start: [UnreadPieces.Placed]] = [:]
    for other in others { alike[Start(other.piece), default: []].append(other) }
    // Of a secret that is cut, nothing shows that it is one.
    func redacted(_ piece: UnreadPieces.Piece) -> [UInt8] {
      Array(redactor.redacting(text: String(decoding: piece.text, as: UTF8.self)).utf8)
    }
    return pieces.map { placed in
      let text = redacted(placed.piece)
      let place = placed.number == 0 ? "at the top" : "of #\(placed.number)"
      let partners = alike[Start(placed.piece)] ?? []
      let partner = partners.first { $0.number == placed.number } ?? partners.first
      let words =
        partner.map { Excerpt.around(Self.commonStart(text, redacted($0.piece)), of: text) }
        ?? Excerpt.line(text)
      return PrintableText.line(
        redactor.redacting(text: "\(placed.piece.label) \(place) \(verb): \(words)"))
    }
  }
}
