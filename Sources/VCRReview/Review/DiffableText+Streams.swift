import VCRCore

extension DiffableText {
  /// Appends the pieces of a stream: each event with its fields, without the times.
  ///
  /// Events that do not count are left out, as are the values at volatile places.
  mutating func appendChunks(_ tree: YAMLTree, _ list: Int, in body: Int) {
    guard tree.nodes[list].kind == .sequence else { return }
    var number = 0
    for chunk in tree.children(list) where tree.nodes[chunk].kind == .mapping {
      if let piece = tree.value(ChunkKey.text, in: chunk) {
        lines(masked(tree.content(piece)))
      } else if let piece = tree.value(ChunkKey.message, in: chunk) {
        line(Self.escaped(String(decoding: masked(tree.content(piece)), as: UTF8.self)))
      } else if let piece = tree.value(ChunkKey.base64, in: chunk) {
        line(Self.binary(tree.content(piece)))
      } else {
        appendFields(tree, chunk, &number)
      }
    }
  }

  private mutating func appendFields(_ tree: YAMLTree, _ chunk: Int, _ number: inout Int) {
    let fields = tree.children(chunk).compactMap { key -> (key: ChunkKey, text: [UInt8])? in
      guard let name = tree.key(key, as: ChunkKey.self), name != .after, name != .awaits else {
        return nil
      }
      return (name, Self.text(tree, tree.value(ofKey: key)))
    }
    let isEvent = fields.first?.key.field != nil
    guard !isEvent || fields.contains(where: { $0.key != .comment }) else { return }
    number += 1
    let kind = fields.last { $0.key == .event }.map { String(decoding: $0.text, as: UTF8.self) }
    let paths = volatility.jsonPaths.filter { path in
      path.scope?.holds(isEvent ? .event : .line, number: number, kind: kind) ?? true
    }
    if paths.contains(where: { $0.scope?.target == .whole }) { return }
    for (key, text) in fields {
      let isNamed = paths.contains { path in
        key.field.map { path.scope?.target == .field($0) } ?? false
      }
      let shown = isNamed ? Array("…".utf8)[...] : masked(text[...], at: paths)
      guard let field = key.field else {
        lines(shown)
        continue
      }
      for line in shown.split(separator: 0x0A, omittingEmptySubsequences: false) {
        self.line("\(field.rawValue): \(String(decoding: line, as: UTF8.self))")
      }
    }
  }

  /// The text of a field; what stands on several lines is put together.
  private static func text(_ tree: YAMLTree, _ node: Int) -> [UInt8] {
    guard !tree.isScalar(node) else { return Array(tree.content(node)) }
    for name in StreamTextKey.allCases {
      guard let value = tree.value(name, in: node), tree.isScalar(value), let form = name.jsonForm
      else { continue }
      return form.bytes(of: tree.content(value))
    }
    guard let list = tree.value(StreamTextKey.lines, in: node) else { return [] }
    return tree.children(list).flatMap { tree.isScalar($0) ? Array(tree.content($0)) : [] }
  }

  /// A JSON text with `…` at the paths that the project declared volatile.
  func masked(_ content: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let paths = messagePaths ?? volatility.jsonPaths
    let bytes = Array(content)
    if let bodyType, bodyType.isForm || bodyType.isMultipart {
      return FieldPlaces(paths, in: bytes, bodyType).replaced(in: bytes, by: Array("…".utf8))[...]
    }
    if paths.contains(where: { $0.pattern != nil }), case .text = BodyReading(bytes, bodyType) {
      return TextPlaces(paths, in: bytes).replaced(in: bytes, by: Array("…".utf8))[...]
    }
    return masked(content, at: paths.filter { $0.scope == nil })
  }

  /// The text of a part with `…` at the places that are named within it.
  func masked(_ content: ArraySlice<UInt8>, inPart paths: [JSONPath]) -> ArraySlice<UInt8> {
    let bytes = Array(content)
    guard JSONText(bytes) == nil else {
      return masked(content, at: paths.filter { $0.pattern == nil })
    }
    return TextPlaces(paths, in: bytes).replaced(in: bytes, by: Array("…".utf8))[...]
  }

  func masked(
    _ content: ArraySlice<UInt8>, at paths: [JSONPath]
  ) -> ArraySlice<UInt8> {
    guard !paths.isEmpty, let json = JSONText(Array(content)) else { return content }
    var ranges: [Range<Int>] = []
    let paths = paths.filter { $0.scope.map { $0.target == .json } ?? true }
    for string in StringJSON.selected(by: paths, in: json) {
      ranges += string.values.map(string.json.range)
    }
    for path in paths {
      for node in path.select(in: json, from: 0) {
        ranges.append(Int(json.nodes[node].start)..<Int(json.nodes[node].end))
      }
    }
    var masked: [UInt8] = []
    var end = 0
    // What begins at the same place and is longer holds the other.
    let sorted = ranges.sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
    for range in sorted where range.lowerBound >= end {
      masked += json.bytes[end..<range.lowerBound]
      masked += "…".utf8
      end = range.upperBound
    }
    return (masked + json.bytes[end...])[...]
  }
}
