/// The text of an item that was changed.
package struct ItemText {
  /// The text, from its `- ` to its final newline, with the comments that follow it.
  var bytes: ArraySlice<UInt8>
  /// True when comments that stood in it are gone.
  var lostComments = false
}

extension CassetteFile {
  /// The text of an item that is to say something else: what it says as before keeps its text.
  ///
  /// An item in the writer's own form is written anew, which gives the same lines for what is the
  /// same. In any other the values and lines that changed are replaced where they stand, so that
  /// comments, unknown keys and layout stay; where that cannot be done, the item is written anew and
  /// its unknown keys are kept.
  ///
  /// - Parameters:
  ///   - index: The item's position.
  ///   - old: What it says.
  ///   - new: What it is to say.
  ///   - files: Where the files beside the cassette are added that the text refers to.
  /// - Returns: The text.
  /// - Throws: `CassetteError` when the item cannot be parsed.
  package func text(
    at index: Int, from old: Interaction, to new: Interaction, files: inout [SideFile]
  ) throws -> ItemText {
    let (text, comments) = Self.withoutComments(text(at: index))
    let folder = SideFiles(path: path).folderName
    let writer = CassetteWriter(sideFolder: folder)
    var unused: [SideFile] = []
    if writer.item(old, files: &unused)[...] == text {
      return ItemText(bytes: (writer.item(new, files: &files) + comments)[...])
    }
    let prologue = CassetteWriter.prologue
    let alone = try CassetteFile(path: path, content: prologue + text, sideFile: sideFile)
    guard alone.count == 1, let item = try alone.placedItems([0]).first else {
      return ItemText(bytes: (writer.item(new, files: &files) + comments)[...], lostComments: true)
    }
    for writesBodiesAnew in [false, true] {
      var added: [SideFile] = []
      guard
        let changes = ItemSplice.changes(
          of: item, in: alone.bytes, from: old, to: new, sideFolder: folder,
          writesBodiesAnew: writesBodiesAnew, files: &added)
      else { break }
      let content = changes.applied(to: alone.bytes)
      let known = sideFile
      let changed = try? CassetteFile(path: path, content: content) { [added] reference in
        try added.last { $0.reference == reference }?.bytes ?? known(reference)
      }
      if let changed, changed.count == 1, (try? changed.interaction(at: 0)) == new {
        files += added
        return ItemText(bytes: (content[prologue.count...] + comments)[...])
      }
    }
    return ItemText(
      bytes: (item.text(of: new, sideFolder: folder, files: &files) + comments)[...],
      lostComments: Self.mayHoldComment(text))
  }

  /// Parts an item's text from the comments and empty lines after it that begin in column 1: they
  /// belong to what comes next, or to the end of the file.
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

  /// True for a text in which something looks like a comment.
  static func mayHoldComment(_ text: ArraySlice<UInt8>) -> Bool {
    var previous = UInt8(ascii: "\n")
    for byte in text {
      if byte == UInt8(ascii: "#"), previous <= 0x20 { return true }
      previous = byte
    }
    return false
  }
}

extension PlacedItem {
  private static let itemKeys = [
    "request", "response", "error", "seconds", "recorded_at", "match", "times",
  ]
  private static let messageKeys = [
    "method", "url", "status", "http", "media_type", "text_encoding", "headers", "body",
    "trailers", "code", "domain", "number", "message",
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
    guard let written = try? YAMLParser.parse(text, keepsPlaces: true), written.nodes.count > 1
    else { return text }
    let target = PlacedItem(tree: written, node: 1, offset: 0)
    var additions: [Replacements.Item] = []
    for key in ["request", "response", "error"] {
      guard let old = tree.value(key, in: node), let new = written.value(key, in: 1) else {
        continue
      }
      additions += unknown(
        in: old, except: Self.messageKeys, indent: 4, at: new, of: target, text)
      guard let body = tree.value("body", in: old) else { continue }
      if let newBody = written.value("body", in: new) {
        additions += unknown(
          in: body, except: BodyReader.keys, indent: 6, at: newBody, of: target, text)
      }
    }
    var own: [UInt8] = []
    YAMLTreeWriter(tree: tree).pairs(of: node, indent: 2, except: Self.itemKeys, to: &own)
    if !own.isEmpty {
      // The last line ends an item of a journal.
      let lastLine = text.dropLast().lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.count
      let end = interaction.recordedAt == nil ? text.count : lastLine
      additions.append(Replacements.Item(range: end..<end, bytes: own))
    }
    return additions.sorted { $0.range.lowerBound < $1.range.lowerBound }.applied(to: text)
  }

  /// The keys of a mapping that this version does not know, to be put at the end of the same mapping
  /// in another text.
  private func unknown(
    in mapping: Int, except known: [String], indent: Int, at other: Int, of target: PlacedItem,
    _ text: [UInt8]
  ) -> [Replacements.Item] {
    guard tree.nodes[mapping].kind == .mapping else { return [] }
    var bytes: [UInt8] = []
    YAMLTreeWriter(tree: tree).pairs(of: mapping, indent: indent, except: known, to: &bytes)
    guard !bytes.isEmpty, let block = BlockLines(target, other, in: text), let end = block.end
    else { return [] }
    return [Replacements.Item(range: end..<end, bytes: bytes)]
  }
}
