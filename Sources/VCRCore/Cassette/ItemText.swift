extension CassetteFile {
  /// The text of an item that is to say something else: what it says as before keeps its text.
  ///
  /// An item in the writer's own form is written anew, which gives the same lines for what is the
  /// same. In any other the values that changed are replaced where they stand, so that comments, unknown
  /// keys and layout stay; where that cannot be done, the item is written anew and its unknown keys
  /// are kept.
  ///
  /// - Parameters:
  ///   - index: The item's position.
  ///   - old: What it says.
  ///   - new: What it is to say.
  ///   - files: Where the files beside the cassette are added that the text refers to.
  /// - Returns: The text, from its `- ` to its final newline.
  /// - Throws: `CassetteError` when the item cannot be parsed.
  func text(
    at index: Int, from old: Interaction, to new: Interaction, files: inout [SideFile]
  ) throws -> ArraySlice<UInt8> {
    let text = text(at: index)
    let folder = SideFiles(path: path).folderName
    let writer = CassetteWriter(sideFolder: folder)
    var unused: [SideFile] = []
    if writer.item(old, files: &unused)[...] == text {
      return writer.item(new, files: &files)[...]
    }
    let prologue = CassetteWriter.prologue
    let alone = try CassetteFile(path: path, content: prologue + text, sideFile: sideFile)
    guard alone.count == 1, let item = try alone.placedItems([0]).first else {
      return writer.item(new, files: &files)[...]
    }
    var added: [SideFile] = []
    if old.seconds == new.seconds, old.recordedAt == new.recordedAt,
      let changes = ItemSplice.changes(
        of: item, in: alone.bytes, from: old, to: new, sideFolder: folder, files: &added)
    {
      let content = changes.applied(to: alone.bytes)
      let known = sideFile
      let changed = try? CassetteFile(path: path, content: content) { [added] reference in
        try added.last { $0.reference == reference }?.bytes ?? known(reference)
      }
      if let changed, changed.count == 1, (try? changed.interaction(at: 0)) == new {
        files += added
        return content[prologue.count...]
      }
    }
    return item.text(of: new, sideFolder: folder, files: &files)[...]
  }
}

extension PlacedItem {
  private static let knownKeys = [
    "request", "response", "error", "seconds", "recorded_at", "match", "times",
  ]

  /// An interaction in the writer's own form, with the keys of this item that this version does not
  /// know.
  ///
  /// - Parameters:
  ///   - interaction: The interaction.
  ///   - sideFolder: The folder of files beside the cassette.
  ///   - files: Where the files are added that the text refers to.
  /// - Returns: The text.
  func text(
    of interaction: Interaction, sideFolder: String, files: inout [SideFile]
  ) -> [UInt8] {
    let text = CassetteWriter(sideFolder: sideFolder).item(interaction, files: &files)
    var unknown: [UInt8] = []
    YAMLTreeWriter(tree: tree).pairs(of: node, indent: 2, except: Self.knownKeys, to: &unknown)
    guard !unknown.isEmpty else { return text }
    // The last line ends an item of a journal.
    let lastLine = text.dropLast().lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.count
    let end = interaction.recordedAt == nil ? text.count : lastLine
    return text[..<end] + unknown + text[end...]
  }
}
