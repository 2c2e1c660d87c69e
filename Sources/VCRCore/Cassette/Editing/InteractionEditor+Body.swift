#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Changes the content of a stored body and keeps its form.
extension InteractionEditor {
  /// Changes a body's bytes into others.
  ///
  /// - Parameters:
  ///   - node: The node under `body`, or that of a part.
  ///   - contentType: The value of the `Content-Type` of the message or part, which names a
  ///     boundary.
  ///   - old: The current bytes of the body.
  ///   - new: The new bytes.
  /// - Returns: False when the form cannot hold them.
  mutating func content(
    of node: Int, _ contentType: String?, from old: [UInt8], to new: [UInt8]
  ) -> Bool {
    for key in tree.children(node) {
      let value = tree.value(ofKey: key)
      let name = tree.key(key, as: BodyKey.self)
      if let form = name?.jsonForm { return json(value, form, from: old, to: new) }
      switch name {
      case .form: return form(value, to: new)
      case .text: return pieces([value], of: node, to: new)
      case .lines: return pieces(Array(tree.children(value)), of: node, to: new)
      case .base64: return base64(value, to: new)
      case .chunks: return chunks(value, of: node, from: old, to: new)
      case .multipart: return parts(of: node, value, contentType, from: old, to: new)
      case .file: return file(value, to: new)
      case .encoding, .encoded, .charset, .boundary, .preamble, .epilogue, .spelling, .json,
        .jsonSpaced, .jsonFolded, .jsonSpacedFolded, nil:
        continue
      }
    }
    return false
  }

  /// A JSON text is shown with white space that the body does not have, and with strings in pieces.
  mutating func json(
    _ node: Int, _ form: JSONForm, from old: [UInt8], to new: [UInt8]
  ) -> Bool {
    let content = Array(tree.content(node))
    guard let map = Self.places(of: old, in: content, isSpaced: form.isSpaced) else { return false }
    let edits = TextDifference.edits(from: old, to: new).map { edit in
      let start = edit.range.lowerBound < map.count ? map[edit.range.lowerBound] : nil
      let lower = start ?? content.count
      let upper = edit.range.isEmpty ? lower : map[edit.range.upperBound - 1] + 1
      return Replacements.Item(range: lower..<max(lower, upper), bytes: edit.bytes)
    }
    editor.replace(node, edits)
    return true
  }

  /// The offset of each byte of a JSON body in the text that shows it.
  private static func places(of body: [UInt8], in text: [UInt8], isSpaced: Bool) -> [Int]? {
    var places: [Int] = []
    places.reserveCapacity(body.count)
    var index = 0
    var isAfterString = false
    while index < text.count {
      let byte = text[index]
      if JSONLayout.isWhiteSpace(byte) {
        index += 1
        continue
      }
      let isString = byte == UInt8(ascii: "\"")
      let end =
        isString ? JSONLayout.endOfString(text.view, from: index, to: text.count) : index + 1
      if isString, isAfterString {
        // The next piece of a folded string: neither of the two quotes is in the body.
        places.removeLast()
        index += 1
      }
      isAfterString = isString
      places.append(contentsOf: index..<end)
      // The space that the body has after these tokens maps to the token's last byte.
      if isSpaced, byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") { places.append(index) }
      index = end
    }
    if text.last == UInt8(ascii: "\n") { places.append(text.count - 1) }
    return places.count == body.count ? places : nil
  }

  private mutating func form(_ node: Int, to new: [UInt8]) -> Bool {
    guard let pairs = FormEncoding.pairs(new) else { return false }
    let mappings = tree.nodes[node].kind == .mapping ? [node] : Array(tree.children(node))
    let keys = mappings.flatMap { Array(tree.children($0)) }
    guard keys.count == pairs.count else { return false }
    for (key, pair) in zip(keys, pairs) {
      editor.replace(key, with: pair.name)
      editor.replace(tree.value(ofKey: key), with: pair.value)
    }
    return true
  }

  /// Text in one piece or several, in UTF-8 or in the charset that another key names.
  private mutating func pieces(_ nodes: [Int], of body: Int, to new: [UInt8]) -> Bool {
    var text = new
    if let name = tree.value(BodyKey.charset, in: body),
      let charset = Charset(name: tree.string(name))
    {
      guard let decoded = charset.decode(new) else { return false }
      text = decoded
    }
    return pieces(nodes, to: text)
  }

  /// A text in several strings.
  mutating func pieces(_ nodes: [Int], to text: [UInt8]) -> Bool {
    let contents = nodes.map { Array(tree.content($0)) }
    let edits = TextDifference.edits(from: Array(contents.joined()), to: text)
    for (node, edits) in zip(nodes, Self.distribute(edits, over: contents)) {
      editor.replace(node, edits)
    }
    return true
  }

  /// Each part in its own form.
  private mutating func parts(
    of node: Int, _ list: Int, _ contentType: String?, from old: [UInt8], to new: [UInt8]
  ) -> Bool {
    let named = tree.value(BodyKey.boundary, in: node).map { tree.string($0) }
    guard let boundary = named ?? contentType.flatMap({ MediaType($0).parameter("boundary") }),
      let old = MultipartForm(old, boundary: boundary),
      let new = MultipartForm(new, boundary: boundary),
      old.parts.count == new.parts.count
    else { return false }
    for (key, old, new) in [
      (BodyKey.preamble, old.preamble, new.preamble), (.epilogue, old.epilogue, new.epilogue),
    ] where old != new {
      guard let value = tree.value(key, in: node) else { return false }
      editor.replace(value, with: new)
    }
    for (index, part) in tree.children(list).enumerated() {
      guard index < old.parts.count else { return false }
      let (old, new) = (old.parts[index], new.parts[index])
      guard old.headers.elementsEqual(new.headers, by: { $0.name == $1.name }) else {
        return false
      }
      let values = tree.value(PartKey.headers, in: part).flatMap(fieldValues) ?? []
      guard values.count == old.headers.count else { return false }
      for (value, field) in zip(values, new.headers) { editor.replace(value, with: field.value) }
      guard
        old.content == new.content
          || content(of: part, old.value("Content-Type"), from: old.content, to: new.content)
      else { return false }
    }
    return true
  }

  /// A side file of another content has another name.
  private mutating func file(_ node: Int, to new: [UInt8]) -> Bool {
    let name = tree.content(node).split(separator: UInt8(ascii: "/")).last ?? []
    let suffix = name.lastIndex(of: UInt8(ascii: ".")).map { name[($0 + 1)...] } ?? []
    let file = SideFile(
      reference: SideFiles.reference(
        to: new, in: sideFolder,
        suffix: suffix.isEmpty ? "bin" : String(decoding: suffix, as: UTF8.self)),
      bytes: new)
    files.append(file)
    editor.replace(node, with: Array(file.reference.utf8))
    return true
  }

  mutating func base64(_ node: Int, to new: [UInt8]) -> Bool {
    editor.replace(node, with: Self.base64(new, as: Array(tree.content(node))))
    return true
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

  /// Splits changes of a whole into changes of its pieces.
  ///
  /// Added bytes belong to the piece in which the change begins; the other pieces only lose the
  /// rest of the old text.
  static func distribute(_ edits: [Replacements.Item], over pieces: [[UInt8]])
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
