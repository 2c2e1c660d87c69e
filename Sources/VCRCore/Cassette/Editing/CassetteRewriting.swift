/// A cassette with some of its interactions changed, each in its place.
struct CassetteRewriting {
  private let file: CassetteFile
  private var changes: [Replacements.Item] = []
  /// The intended content of changed interactions, kept only when the file is checked as a whole.
  private var expected: [Int: Interaction] = [:]
  /// The trees of all items, when they are not separate ranges of lines.
  private var placed: [PositionedItem]?
  /// True when a change could not be made in its place.
  private var isAligned = true
  private var outcome = CassetteRedactor.Outcome()
  private let sideFolder: String
  /// True when the file was converted to the cassette's own layout because a change could not be
  /// made in its place.
  private(set) var isReformatted = false
  /// The new side files.
  private var files: [SideFile] = []

  /// Creates the rewriting of a file.
  init(file: CassetteFile) {
    self.file = file
    sideFolder = SideFiles(path: file.path).folderName
  }

  /// Changes an interaction.
  ///
  /// - Throws: `CassetteError` when the item cannot be read.
  mutating func change(_ index: Int, from old: Interaction, to new: Interaction) throws {
    guard old != new else { return }
    outcome.interactions += 1
    guard let range = file.range(ofItem: index) else {
      if placed == nil { placed = try file.placedItems(Array(0..<file.count)) }
      expected[index] = new
      let item = placed?[index]
      let changes = item.flatMap {
        InteractionEditor.changes(
          of: $0, in: file.bytes, from: old, to: new, sideFolder: sideFolder, files: &files)
      }
      isAligned = isAligned && changes != nil
      outcome.values += changes?.count ?? 1
      self.changes += changes ?? []
      return
    }
    guard let item = try file.placedItems([index]).first else { return }
    let changes = InteractionEditor.changes(
      of: item, in: file.bytes, from: old, to: new, sideFolder: sideFolder, files: &files)
    if let changes, hasIntendedContent(changes, in: range, new) {
      self.changes += changes
      outcome.values += changes.count
    } else {
      let text = try file.writing(new, at: index, over: item, sideFolder: sideFolder, files: &files)
      self.changes.append(Replacements.Item(range: range, bytes: text))
      outcome.values += 1
    }
  }

  /// The file's new content.
  ///
  /// - Throws: `CassetteError` when an item cannot be read, before or after the changes.
  mutating func result() throws -> CassetteRedactor.Result {
    guard outcome.interactions > 0 else {
      return .init(content: file.bytes, outcome: outcome, isChanged: false)
    }
    if isAligned {
      let content = changes.inOrder.applied(to: file.bytes)
      if hasIntendedContent(content) { return result(content) }
    }
    isReformatted = true
    var content = file.prologueForRewriting
    for index in 0..<file.count {
      if let new = expected[index], let item = placed?[index] {
        content += try file.writing(
          new, at: index, over: item, sideFolder: sideFolder, files: &files)
      } else {
        content += file.text(at: index)
      }
    }
    try check(content)
    return result(content)
  }

  /// Checks that a file in another layout has the intended interactions.
  private func check(_ content: [UInt8]) throws {
    let laidOut = try file.rewritten(content, files)
    for index in 0..<file.count {
      let wanted =
        try expected[index]
        ?? file.readingUnlessSideFileMissing(at: index) {
          reader throws(YAMLFault) in try reader.interaction()
        }
      guard let wanted else { continue }
      guard laidOut.count == file.count,
        CassetteWriter.isWritten(wanted, as: try laidOut.interaction(at: index))
      else { throw file.unwritable(index) }
    }
  }

  private func result(_ content: [UInt8]) -> CassetteRedactor.Result {
    .init(content: content, outcome: outcome, isChanged: true, files: files)
  }

  /// True when an item with these changes has the intended content.
  private func hasIntendedContent(
    _ changes: [Replacements.Item], in range: Range<Int>, _ expected: Interaction
  ) -> Bool {
    let text = changes.moved(by: -range.lowerBound).applied(to: Array(file.bytes[range]))
    return file.interaction(in: text[...], files: files)?.withoutPieces == expected.withoutPieces
  }

  private func hasIntendedContent(_ content: [UInt8]) -> Bool {
    guard !expected.isEmpty else { return true }
    guard let changed = try? file.rewritten(content, files), changed.count == file.count else {
      return false
    }
    return expected.allSatisfy { index, interaction in
      (try? changed.interaction(at: index))?.withoutPieces == interaction.withoutPieces
    }
  }
}
