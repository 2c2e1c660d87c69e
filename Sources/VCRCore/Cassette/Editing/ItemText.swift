/// The text of an item that was changed.
package struct ItemText {
  /// The text, from its `- ` to its final newline, with the comments that follow it.
  var bytes: ArraySlice<UInt8>
  /// True when comments of the old text are lost.
  var lostComments = false
}

extension CassetteFile {
  /// The text of an item after a change, in which unchanged content keeps its text.
  ///
  /// An item in the writer's own form is written again, which gives the same lines for the same
  /// content. In any other item the changed values and lines are replaced in their places, so that
  /// comments, unknown keys and layout stay; where that is impossible, the item is written again
  /// with its unknown keys. Every text is read back before it is returned.
  ///
  /// - Parameters:
  ///   - index: The item's position.
  ///   - old: The current interaction.
  ///   - new: The new interaction.
  ///   - files: Receives the side files to which the text refers.
  /// - Returns: The text.
  /// - Throws: `CassetteError` when the item cannot be parsed, or no text has the new content.
  package func text(
    at index: Int, from old: Interaction, to new: Interaction, files: inout [SideFile]
  ) throws -> ItemText {
    let (text, comments) = Self.withoutComments(text(at: index))
    let folder = SideFiles(path: path).folderName
    let prologue = CassetteWriter.prologue
    var unused: [SideFile] = []
    let isOwn = CassetteWriter(sideFolder: folder).item(old, files: &unused)[...] == text
    var item: PositionedItem?
    if !isOwn {
      let alone = try CassetteFile(path: path, content: prologue + text, sideFile: sideFile)
      item = alone.count == 1 ? try alone.placedItems([0]).first : nil
      for rewritesBodies in [false, true] {
        var added: [SideFile] = []
        guard let item,
          let changes = InteractionEditor.changes(
            of: item, in: alone.bytes, from: old, to: new, sideFolder: folder,
            rewritesBodies: rewritesBodies, files: &added)
        else { break }
        let content = changes.applied(to: alone.bytes)[prologue.count...]
        if interaction(in: content, files: added) == new {
          files += added
          return ItemText(
            bytes: (content + comments)[...],
            lostComments: Self.hasComment(text, missingIn: content))
        }
      }
    }
    let written = try writing(new, at: index, over: item, sideFolder: folder, files: &files)
    return ItemText(
      bytes: (written + comments)[...],
      lostComments: !isOwn && Self.hasComment(text, missingIn: written[...]))
  }

  /// The text of an item that is written again as a whole, with the keys of the old one that this
  /// version does not know.
  ///
  /// - Parameters:
  ///   - new: The new interaction.
  ///   - index: The position of the old item, for the message.
  ///   - item: The old item; nil when nothing of it is kept.
  ///   - sideFolder: The name of the folder for side files.
  ///   - files: Receives the side files to which the text refers.
  /// - Returns: The text.
  /// - Throws: `CassetteError` when the text, read back, has another content.
  func writing(
    _ new: Interaction, at index: Int, over item: PositionedItem?, sideFolder: String,
    files: inout [SideFile]
  ) throws(CassetteError) -> [UInt8] {
    var added: [SideFile] = []
    let written = CassetteWriter(sideFolder: sideFolder).item(new, files: &added)
    for text in [item?.withUnknownKeys(written), written] {
      guard let text, let read = interaction(in: text[...], files: added),
        CassetteWriter.isWritten(new, as: read)
      else { continue }
      files += added
      return text
    }
    throw unwritable(index)
  }

  /// The error of an item for which no text has the intended content.
  func unwritable(_ index: Int) -> CassetteError {
    CassetteError(
      path: path, line: position(ofItem: index), column: 1,
      reason: "this interaction cannot be written so that it reads as what it is to say, which is "
        + "a defect of vcr; the cassette stays as it is; to go on, remove the interaction from the "
        + "file and record it again; a recording that was under way is kept beside it, to take it "
        + "up: vcr recover \(path.typedPath)")
  }

  /// The content of an item's text.
  ///
  /// - Parameters:
  ///   - text: The text, from its `- ` to its final newline.
  ///   - files: Side files that are not on the disk yet.
  /// - Returns: The interaction; nil when it cannot be read.
  func interaction(in text: ArraySlice<UInt8>, files: [SideFile] = []) -> Interaction? {
    guard let file = try? rewritten(CassetteWriter.prologue + text, files), file.count == 1 else {
      return nil
    }
    return try? file.interaction(at: 0)
  }

  /// A cassette in the place of this one.
  ///
  /// - Parameters:
  ///   - content: Its text.
  ///   - files: Side files that are not on the disk yet.
  /// - Returns: The cassette.
  /// - Throws: `CassetteError` when it cannot be read.
  func rewritten(_ content: [UInt8], _ files: [SideFile]) throws -> CassetteFile {
    try CassetteFile(path: path, content: content) { [sideFile] reference in
      try files.last { $0.reference == reference }?.body ?? sideFile(reference)
    }
  }

  /// Separates an item's text from the comments and empty lines after it that begin in column 1:
  /// they belong to the next item, or to the end of the file.
  static func withoutComments(
    _ text: ArraySlice<UInt8>
  ) -> (item: ArraySlice<UInt8>, comments: ArraySlice<UInt8>) {
    var start = text.endIndex
    var end = text.endIndex
    while end > text.startIndex {
      let line = text[..<(end - 1)].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
      let lineStart = line ?? text.startIndex
      if text[lineStart] == UInt8(ascii: "#") {
        start = lineStart
      } else if text[lineStart] != UInt8(ascii: "\n") {
        break
      }
      end = lineStart
    }
    return (text[..<start], text[start...])
  }

  /// True when a text has a comment that another one lacks.
  static func hasComment(
    _ text: ArraySlice<UInt8>, missingIn other: ArraySlice<UInt8>
  ) -> Bool {
    let comments = comments(in: Array(text))
    guard !comments.isEmpty else { return false }
    let kept = Self.comments(in: Array(other))
    return comments.contains { kept[$0.key, default: 0] < $0.value }
  }

  /// The comments of a YAML text, each with its number of occurrences.
  private static func comments(in text: [UInt8]) -> [ArraySlice<UInt8>: Int] {
    guard text.contains(UInt8(ascii: "#")),
      let tree = try? YAMLParser.parse(text, keepsPlaces: true)
    else { return [:] }
    return tree.comments(in: text[...]).reduce(into: [:]) { $0[text[$1], default: 0] += 1 }
  }
}

extension PositionedItem {
  /// The writer's text of an item, with the unknown keys of this one.
  func withUnknownKeys(_ text: [UInt8]) -> [UInt8] {
    guard let written = try? YAMLParser.parse(text, keepsPlaces: true), written.nodes.count > 1
    else { return text }
    return UnknownKeys(tree: tree).added(
      from: node, .item, to: PositionedItem(tree: written, node: 1, offset: 0), in: text)
  }
}

extension CassetteWriter {
  /// True when the interaction that was read back is the one that was written.
  ///
  /// Fields that describe the transfer alone are not written, and times are rounded; such
  /// interactions have the same text, and the same bytes as bodies. The places where a stream is
  /// cut may differ when a secret extended over a cut.
  ///
  /// - Parameters:
  ///   - interaction: The interaction that was written.
  ///   - read: The interaction that was read back.
  /// - Returns: Whether they are the same.
  static func isWritten(_ interaction: Interaction, as read: Interaction) -> Bool {
    let (one, other) = (interaction.withoutPieces, read.withoutPieces)
    if one == other { return true }
    return one.hasSameBodies(as: other)
      && CassetteWriter().item(one) == CassetteWriter().item(other)
  }
}

extension Interaction {
  /// The interaction without the places where a stream was cut.
  var withoutPieces: Interaction {
    var interaction = self
    interaction.request.body.chunks = []
    guard case .response(var response) = interaction.outcome else { return interaction }
    response.body.chunks = []
    interaction.outcome = .response(response)
    return interaction
  }

  /// True when both bodies have the same bytes.
  fileprivate func hasSameBodies(as other: Interaction) -> Bool {
    guard request.body.hasSameBytes(as: other.request.body) else { return false }
    return switch (outcome, other.outcome) {
    case (.response(let one), .response(let other)):
      one.body.hasSameBytes(as: other.body)
        && one.messages.map(\.content) == other.messages.map(\.content)
    case (.failure, .failure): true
    default: false
    }
  }
}
