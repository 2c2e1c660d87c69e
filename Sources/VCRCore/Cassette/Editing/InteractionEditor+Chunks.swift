/// Changes the content of a stored stream and keeps the form of its pieces.
extension InteractionEditor {
  /// Changes a stream, in whose pieces a secret may begin and end.
  ///
  /// - Parameters:
  ///   - node: The list of pieces.
  ///   - body: The node under `body`.
  ///   - old: The current bytes of the body.
  ///   - new: The new bytes.
  /// - Returns: False when a piece cannot hold what is new in it.
  mutating func chunks(_ node: Int, of body: Int, from old: [UInt8], to new: [UInt8]) -> Bool {
    let reader = BodyReader(tree: tree, headers: [:], sideFile: BodyReader.refusingFiles)
    guard let (bytes, chunks) = try? reader.chunks(node, in: body), bytes == old else {
      return false
    }
    let spelling =
      tree.value(BodyKey.spelling, in: body).flatMap { EventSpelling(words: tree.string($0)) }
      ?? EventSpelling()
    var start = 0
    let contents = chunks.map { chunk in
      defer { start += chunk.length }
      return Array(old[start..<start + chunk.length])
    }
    let edits = TextDifference.edits(from: old, to: new)
    let pieces = zip(Array(tree.children(node)), contents)
    for ((chunk, content), edits) in zip(pieces, Self.distribute(edits, over: contents))
    where !edits.isEmpty {
      guard piece(chunk, spelling, from: content, by: edits) else { return false }
    }
    return true
  }

  private mutating func piece(
    _ chunk: Int, _ spelling: EventSpelling, from old: [UInt8], by edits: [Replacements.Item]
  ) -> Bool {
    let new = edits.applied(to: old)
    if let text = tree.value(ChunkKey.text, in: chunk) {
      editor.replace(text, edits)
      return true
    }
    if let text = tree.value(ChunkKey.base64, in: chunk) { return base64(text, to: new) }
    for key in [ChunkKey.line, .record] {
      guard let node = tree.value(key, in: chunk) else { continue }
      guard let old = spelling.content(ofLine: old[...]),
        let new = spelling.content(ofLine: new[...]), old.isRecord == new.isRecord
      else { return false }
      return value(node, from: Array(old.content), to: Array(new.content))
    }
    guard let old = spelling.fields(of: old[...]), let new = spelling.fields(of: new[...]),
      old.elementsEqual(new, by: { $0.field == $1.field })
    else { return false }
    return zip(old, new).allSatisfy { old, new in
      guard old.value != new.value else { return true }
      return tree.value(ChunkKey(old.field), in: chunk)
        .map { value($0, from: old.value, to: new.value) } ?? false
    }
  }

  /// A text of an event or a line, which may stand on several lines.
  private mutating func value(_ node: Int, from old: [UInt8], to new: [UInt8]) -> Bool {
    if tree.isScalar(node) {
      editor.replace(node, with: new)
      return true
    }
    for name in StreamTextKey.allCases {
      guard let text = tree.value(name, in: node), let form = name.jsonForm else { continue }
      return json(text, form, from: old, to: new)
    }
    guard let list = tree.value(StreamTextKey.lines, in: node) else { return false }
    return pieces(Array(tree.children(list)), to: new)
  }
}
