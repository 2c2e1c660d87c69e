#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Changes the text of a stored body and keeps its form.
struct BodyEditor {
  /// The item the body belongs to.
  let item: PositionedItem
  /// The text of the file.
  let source: [UInt8]
  /// The node under `body`, or that of a part.
  let node: Int
  /// The value of the `Content-Type` of the message or part, which names a boundary.
  let contentType: String?
  /// The name of the folder for side files.
  let sideFolder: String

  private var tree: YAMLTree { item.tree }

  /// The changes to the file that turn the body's bytes into others; nil when the form cannot hold
  /// them.
  ///
  /// - Parameters:
  ///   - old: The current bytes of the body.
  ///   - new: The new bytes.
  ///   - files: Receives new side files.
  /// - Returns: The changes.
  func changes(from old: [UInt8], to new: [UInt8], files: inout [SideFile])
    -> [Replacements.Item]?
  {
    for key in tree.children(node) {
      let value = tree.value(ofKey: key)
      switch tree.key(key, as: BodyKey.self) {
      case .json: return json(value, isSpaced: false, from: old, to: new)
      case .jsonSpaced: return json(value, isSpaced: true, from: old, to: new)
      case .form: return form(value, to: new)
      case .text: return pieces([value], to: new)
      case .lines: return pieces(Array(tree.children(value)), to: new)
      case .base64: return base64(value, to: new)
      case .chunks: return chunks(value, from: old, to: new)
      case .multipart: return parts(value, from: old, to: new, files: &files)
      case .file: return file(value, to: new, files: &files)
      case .encoding, .charset, .boundary, .preamble, .epilogue, nil: continue
      }
    }
    return nil
  }

  private func scalar(_ node: Int) -> ScalarEditor { ScalarEditor(item, node, in: source) }

  /// A JSON text is shown with white space that the body does not have.
  private func json(_ node: Int, isSpaced: Bool, from old: [UInt8], to new: [UInt8])
    -> [Replacements.Item]?
  {
    let scalar = scalar(node)
    guard let map = Self.places(of: old, in: scalar.content, isSpaced: isSpaced) else {
      return nil
    }
    let edits = TextDifference.edits(from: old, to: new).map { edit in
      let start = edit.range.lowerBound < map.count ? map[edit.range.lowerBound] : nil
      let lower = start ?? scalar.content.count
      let upper = edit.range.isEmpty ? lower : map[edit.range.upperBound - 1] + 1
      return Replacements.Item(range: lower..<max(lower, upper), bytes: edit.bytes)
    }
    return scalar.changes(for: edits)
  }

  /// The offset of each byte of a JSON body in the text that shows it.
  private static func places(of body: [UInt8], in text: [UInt8], isSpaced: Bool) -> [Int]? {
    var places: [Int] = []
    places.reserveCapacity(body.count)
    var index = 0
    while index < text.count {
      let byte = text[index]
      if JSONLayout.isWhiteSpace(byte) {
        index += 1
        continue
      }
      let end =
        byte == UInt8(ascii: "\"")
        ? JSONLayout.endOfString(text, from: index, to: text.count) : index + 1
      places.append(contentsOf: index..<end)
      // The space that the body has after these tokens maps to the token's last byte.
      if isSpaced, byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") { places.append(index) }
      index = end
    }
    if text.last == UInt8(ascii: "\n") { places.append(text.count - 1) }
    return places.count == body.count ? places : nil
  }

  private func form(_ node: Int, to new: [UInt8]) -> [Replacements.Item]? {
    guard let pairs = FormEncoding.pairs(new) else { return nil }
    var changes: [Replacements.Item] = []
    var index = 0
    let mappings = tree.nodes[node].kind == .mapping ? [node] : Array(tree.children(node))
    for mapping in mappings {
      for key in tree.children(mapping) {
        guard index < pairs.count else { return nil }
        for (node, text) in [
          (key, pairs[index].name), (tree.value(ofKey: key), pairs[index].value),
        ] {
          let scalar = scalar(node)
          changes += scalar.changes(for: TextDifference.edits(from: scalar.content, to: text))
        }
        index += 1
      }
    }
    return index == pairs.count ? changes : nil
  }

  /// Text in one piece or several, in UTF-8 or in the charset that another key names.
  private func pieces(_ nodes: [Int], to new: [UInt8]) -> [Replacements.Item]? {
    var text = new
    if let name = tree.value(BodyKey.charset, in: node),
      let charset = Charset(name: tree.string(name))
    {
      guard let decoded = charset.decode(new) else { return nil }
      text = decoded
    }
    let scalars = nodes.map(scalar)
    let old = scalars.flatMap(\.content)
    return Self.distribute(TextDifference.edits(from: old, to: text), over: scalars.map(\.content))
      .enumerated().flatMap { scalars[$0.offset].changes(for: $0.element) }
  }

  /// Each part in its own form.
  private func parts(
    _ list: Int, from old: [UInt8], to new: [UInt8], files: inout [SideFile]
  ) -> [Replacements.Item]? {
    let named = tree.value(BodyKey.boundary, in: node).map { tree.string($0) }
    guard let boundary = named ?? contentType.flatMap({ MediaType($0).parameter("boundary") }),
      let old = MultipartForm(old, boundary: boundary),
      let new = MultipartForm(new, boundary: boundary),
      old.parts.count == new.parts.count
    else { return nil }
    var changes: [Replacements.Item] = []
    for (key, old, new) in [
      (BodyKey.preamble, old.preamble, new.preamble), (.epilogue, old.epilogue, new.epilogue),
    ] where old != new {
      guard let value = tree.value(key, in: node) else { return nil }
      let scalar = scalar(value)
      changes += scalar.changes(for: TextDifference.edits(from: scalar.content, to: new))
    }
    for (index, part) in tree.children(list).enumerated() {
      guard index < old.parts.count else { return nil }
      let (old, new) = (old.parts[index], new.parts[index])
      guard old.headers.elementsEqual(new.headers, by: { $0.name == $1.name }) else { return nil }
      let values = tree.value(PartKey.headers, in: part).map(headerValues) ?? []
      guard values.count == old.headers.count else { return nil }
      for (value, field) in zip(values, new.headers) {
        let scalar = scalar(value)
        changes += scalar.changes(for: TextDifference.edits(from: scalar.content, to: field.value))
      }
      guard old.content != new.content else { continue }
      let editor = BodyEditor(
        item: item, source: source, node: part, contentType: old.value("Content-Type"),
        sideFolder: sideFolder)
      guard let own = editor.changes(from: old.content, to: new.content, files: &files) else {
        return nil
      }
      changes += own
    }
    return changes
  }

  private func headerValues(_ section: Int) -> [Int] {
    guard tree.nodes[section].kind == .mapping else { return [] }
    return tree.children(section).flatMap { key in
      let value = tree.value(ofKey: key)
      return tree.nodes[value].kind == .sequence ? Array(tree.children(value)) : [value]
    }
  }

  /// A side file of another content has another name.
  private func file(_ node: Int, to new: [UInt8], files: inout [SideFile]) -> [Replacements.Item] {
    let scalar = scalar(node)
    let name = scalar.content.split(separator: UInt8(ascii: "/")).last ?? []
    let suffix = name.lastIndex(of: UInt8(ascii: ".")).map { name[($0 + 1)...] } ?? []
    let file = SideFile(
      reference: SideFiles.reference(
        to: new, in: sideFolder,
        suffix: suffix.isEmpty ? "bin" : String(decoding: suffix, as: UTF8.self)),
      bytes: new)
    files.append(file)
    return scalar.changes(
      for: TextDifference.edits(from: scalar.content, to: Array(file.reference.utf8)))
  }

  private func base64(_ node: Int, to new: [UInt8]) -> [Replacements.Item] {
    let scalar = scalar(node)
    let text = Self.base64(new, as: scalar.content)
    return scalar.changes(for: TextDifference.edits(from: scalar.content, to: text))
  }

  /// Base64 in lines as long as the first line of the old text.
  private static func base64(_ bytes: [UInt8], as layout: [UInt8]) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    let width = layout.firstNewline(from: 0, to: layout.count)
    let digits = [UInt8](Data(bytes).base64EncodedData())
    var output: [UInt8] = []
    var start = 0
    while start < digits.count {
      let end = width > 0 && width < layout.count ? min(start + width, digits.count) : digits.count
      output.append(contentsOf: digits[start..<end])
      if end < digits.count { output.append(newline) }
      start = end
    }
    if layout.last == newline { output.append(newline) }
    return output
  }

  /// A stream, in whose pieces a secret may begin and end.
  private func chunks(_ node: Int, from old: [UInt8], to new: [UInt8]) -> [Replacements.Item]? {
    var nodes: [(node: Int, isBase64: Bool)] = []
    var contents: [[UInt8]] = []
    for chunk in tree.children(node) {
      if let text = tree.value(ChunkKey.text, in: chunk) {
        nodes.append((text, false))
        contents.append(Array(tree.content(text)))
      } else if let text = tree.value(ChunkKey.base64, in: chunk),
        let bytes = Base64Lines.decode(tree.content(text))
      {
        nodes.append((text, true))
        contents.append(bytes)
      } else {
        return nil
      }
    }
    var changes: [Replacements.Item] = []
    let edits = Self.distribute(TextDifference.edits(from: old, to: new), over: contents)
    for (index, edits) in edits.enumerated() where !edits.isEmpty {
      let (node, isBase64) = nodes[index]
      changes +=
        isBase64
        ? base64(node, to: edits.applied(to: contents[index])) : scalar(node).changes(for: edits)
    }
    return changes
  }

  /// Splits changes of a whole into changes of its pieces.
  ///
  /// Added bytes belong to the piece in which the change begins; the other pieces only lose the
  /// rest of the old text.
  private static func distribute(_ edits: [Replacements.Item], over pieces: [[UInt8]])
    -> [[Replacements.Item]]
  {
    var result: [[Replacements.Item]] = []
    var start = 0
    var next = 0
    var hasBegun = false
    for piece in pieces {
      let end = start + piece.count
      var own: [Replacements.Item] = []
      let isLast = result.count == pieces.count - 1
      while next < edits.count, edits[next].range.lowerBound < end || isLast {
        let range = edits[next].range
        own.append(
          Replacements.Item(
            range: max(range.lowerBound, start) - start..<min(range.upperBound, end) - start,
            bytes: hasBegun ? [] : edits[next].bytes))
        hasBegun = range.upperBound > end
        if hasBegun { break }
        next += 1
      }
      result.append(own)
      start = end
    }
    return result
  }
}
