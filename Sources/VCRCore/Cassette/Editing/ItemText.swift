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
  /// An item in the writer's own form is written again, which gives the same lines for what is the
  /// same. In any other the values and lines that changed are replaced where they stand, so that
  /// comments, unknown keys and layout stay; where that cannot be done, the item is written again and
  /// its unknown keys are kept. Every text is read back before it is given.
  ///
  /// - Parameters:
  ///   - index: The item's position.
  ///   - old: What it says.
  ///   - new: What it is to say.
  ///   - files: Where the files beside the cassette are added that the text refers to.
  /// - Returns: The text.
  /// - Throws: `CassetteError` when the item cannot be parsed, or no text says what it is to say.
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
      for writesBodiesAnew in [false, true] {
        var added: [SideFile] = []
        guard let item,
          let changes = ItemEditor.changes(
            of: item, in: alone.bytes, from: old, to: new, sideFolder: folder,
            writesBodiesAnew: writesBodiesAnew, files: &added)
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
  ///   - new: What it is to say.
  ///   - index: The position of the old item, for the message.
  ///   - item: The old item; nil when there is nothing to keep of it.
  ///   - sideFolder: The name of the folder for files beside the cassette.
  ///   - files: Where the files are added that the text refers to.
  /// - Returns: The text.
  /// - Throws: `CassetteError` when the text does not say what it is to say, read back.
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

  /// The error of an item for which no text was found that says what it is to say.
  func unwritable(_ index: Int) -> CassetteError {
    CassetteError(
      path: path, line: position(ofItem: index), column: 1,
      reason: "this interaction cannot be written so that it reads as what it is to say, which is "
        + "a defect of vcr; the cassette stays as it is; to go on, remove the interaction from the "
        + "file and record it again; a recording that was under way is kept beside it, to take it "
        + "up: vcr recover \(path)")
  }

  /// What an item's text says.
  ///
  /// - Parameters:
  ///   - text: The text, from its `- ` to its final newline.
  ///   - files: Files beside the cassette that are not on the disk yet.
  /// - Returns: The interaction; nil when it cannot be read.
  func interaction(in text: ArraySlice<UInt8>, files: [SideFile] = []) -> Interaction? {
    let known = sideFile
    let file = try? CassetteFile(path: path, content: CassetteWriter.prologue + text) { reference in
      try files.last { $0.reference == reference }?.bytes ?? known(reference)
    }
    guard let file, file.count == 1 else { return nil }
    return try? file.interaction(at: 0)
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

  /// True when a text has a comment that another one lacks.
  static func hasComment(
    _ text: ArraySlice<UInt8>, missingIn other: ArraySlice<UInt8>
  ) -> Bool {
    let comments = comments(in: Array(text))
    guard !comments.isEmpty else { return false }
    let kept = Self.comments(in: Array(other))
    return comments.contains { kept[$0.key, default: 0] < $0.value }
  }

  /// The comments of a YAML text, and how often each stands in it.
  private static func comments(in text: [UInt8]) -> [ArraySlice<UInt8>: Int] {
    let sign = UInt8(ascii: "#")
    guard text.contains(sign), let tree = try? YAMLParser.parse(text, keepsPlaces: true) else {
      return [:]
    }
    var comments: [ArraySlice<UInt8>: Int] = [:]
    func look(_ range: Range<Int>) {
      var index = range.lowerBound
      while index < range.upperBound {
        let isComment = text[index] == sign && (index == 0 || text[index - 1] <= 0x20)
        let end = isComment ? text.firstNewline(from: index, to: range.upperBound) : index + 1
        if isComment { comments[text[index..<end], default: 0] += 1 }
        index = end
      }
    }
    // What is between the scalars, and on the line of a block's indicator.
    var end = 0
    for node in tree.nodes.indices where tree.isScalar(node) {
      let place = tree.places[node].range
      guard !place.isEmpty, place.lowerBound >= end else { continue }
      look(end..<place.lowerBound)
      if [.literal, .folded].contains(tree.nodes[node].kind) {
        let line = text.firstNewline(from: place.lowerBound, to: place.upperBound)
        look(place.lowerBound..<line)
      }
      end = place.upperBound
    }
    look(end..<max(end, text.count))
    return comments
  }
}

extension PositionedItem {
  /// The writer's text of an item, with the keys of this one that this version does not know.
  func withUnknownKeys(_ text: [UInt8]) -> [UInt8] {
    guard let written = try? YAMLParser.parse(text, keepsPlaces: true), written.nodes.count > 1
    else { return text }
    return UnknownKeys(tree: tree).added(
      from: node, .item, to: PositionedItem(tree: written, node: 1, offset: 0), in: text)
  }
}

extension CassetteWriter {
  /// True when what was read back is what was written.
  ///
  /// What describes the transfer alone is not written, and times are rounded; both have the same
  /// text, and the same bytes as bodies. Where the pieces of a stream are cut may differ by what was
  /// left of a secret that went across.
  ///
  /// - Parameters:
  ///   - interaction: What was to be written.
  ///   - read: What was read back.
  /// - Returns: Whether they are the same.
  static func isWritten(_ interaction: Interaction, as read: Interaction) -> Bool {
    let (one, other) = (interaction.withoutPieces, read.withoutPieces)
    if one == other { return true }
    return one.bodies == other.bodies
      && CassetteWriter().item(one) == CassetteWriter().item(other)
  }
}

extension Interaction {
  /// The same without the places where a stream was cut.
  var withoutPieces: Interaction {
    var interaction = self
    interaction.request.body.chunks = []
    guard case .response(var response) = interaction.outcome else { return interaction }
    response.body.chunks = []
    interaction.outcome = .response(response)
    return interaction
  }

  /// The bytes of both bodies.
  fileprivate var bodies: [[UInt8]] {
    guard case .response(let response) = outcome else { return [request.body.bytes] }
    return [request.body.bytes, response.body.bytes]
  }
}
