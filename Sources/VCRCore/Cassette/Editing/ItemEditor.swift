/// Changes the text of an item to that of another interaction, a redacted or a newly recorded one,
/// and nothing else: comments, keys this version does not know and the layout of unchanged parts
/// stay.
struct ItemEditor {
  /// Thrown when the parts of the text do not correspond to those of the interaction.
  private struct NotAligned: Error {}

  private let item: PositionedItem
  private let source: [UInt8]
  private let sideFolder: String
  private let rewritesBodies: Bool
  private var changes: [Replacements.Item] = []
  private var files: [SideFile] = []

  /// The places of the file to replace, in ascending order; nil when the item must be rewritten.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - source: The text of the file.
  ///   - old: The current interaction of the item.
  ///   - new: The new interaction.
  ///   - sideFolder: The name of the folder for side files.
  ///   - rewritesBodies: True to give changed bodies the writer's form, whatever their old form.
  ///   - files: Receives new side files.
  /// - Returns: The changes.
  static func changes(
    of item: PositionedItem, in source: [UInt8], from old: Interaction, to new: Interaction,
    sideFolder: String, rewritesBodies: Bool = false, files: inout [SideFile]
  ) -> [Replacements.Item]? {
    var editor = ItemEditor(
      item: item, source: source, sideFolder: sideFolder, rewritesBodies: rewritesBodies)
    do throws(NotAligned) {
      try editor.interaction(from: old, to: new)
    } catch {
      return nil
    }
    // Insertions at a position come before replacements that begin there.
    let sorted = editor.changes.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    for (left, right) in zip(sorted, sorted.dropFirst())
    where left.range.upperBound > right.range.lowerBound {
      return nil
    }
    files += editor.files
    return sorted
  }

  private init(item: PositionedItem, source: [UInt8], sideFolder: String, rewritesBodies: Bool) {
    self.item = item
    self.source = source
    self.sideFolder = sideFolder
    self.rewritesBodies = rewritesBodies
  }

  private var tree: YAMLTree { item.tree }

  private mutating func interaction(from old: Interaction, to new: Interaction)
    throws(NotAligned)
  {
    guard old.rule == new.rule else { throw NotAligned() }
    let root = item.node
    if old.request != new.request {
      guard let node = tree.value(ItemKey.request, in: root) else { throw NotAligned() }
      try request(in: node, from: old.request, to: new.request)
    }
    switch (old.outcome, new.outcome) {
    case (.response(let old), .response(let response)) where old != response:
      guard let node = tree.value(ItemKey.response, in: root) else { throw NotAligned() }
      let keepsLength = CassetteWriter.keepsLength(response, toMethod: new.request.method)
      try self.response(in: node, from: old, to: response, keepsLength: keepsLength)
    case (.failure(let old), .failure(let failure)) where old != failure:
      guard let node = tree.value(ItemKey.error, in: root) else { throw NotAligned() }
      try text(ErrorKey.code, in: node, from: old.code, to: failure.code)
      try text(ErrorKey.domain, in: node, from: old.domain, to: failure.domain)
      try text(ErrorKey.number, in: node, from: String(old.number), to: String(failure.number))
      try text(ErrorKey.message, in: node, from: old.message, to: failure.message)
    case (.response, .failure), (.failure, .response): throw NotAligned()
    default: break
    }
    let writer = CassetteWriter(sideFolder: sideFolder)
    if old.seconds != new.seconds {
      try pair(ItemKey.seconds, in: root, writer.lines(seconds: new.seconds))
    }
    if old.recordedAt != new.recordedAt {
      try pair(ItemKey.recordedAt, in: root, writer.lines(recordedAt: new.recordedAt))
    }
  }

  private mutating func request(
    in node: Int, from old: Interaction.Request, to new: Interaction.Request
  ) throws(NotAligned) {
    typealias Key = RequestKey
    try text(Key.method, in: node, from: old.method, to: new.method)
    try text(Key.url, in: node, from: old.url, to: new.url)
    try text(Key.http, in: node, from: old.http, to: new.http)
    try headers(Key.headers, in: node, from: old.headers, to: new.headers)
    try body(Key.body, in: node, (old.headers, new.headers), from: old.body, to: new.body)
    try headers(Key.trailers, in: node, from: old.trailers, to: new.trailers)
  }

  private mutating func response(
    in node: Int, from old: Interaction.Response, to new: Interaction.Response, keepsLength: Bool
  ) throws(NotAligned) {
    typealias Key = ResponseKey
    try text(Key.status, in: node, from: Self.statusLine(old), to: Self.statusLine(new))
    try text(Key.http, in: node, from: old.http, to: new.http)
    try text(Key.mediaType, in: node, from: old.mediaType, to: new.mediaType)
    try text(Key.textEncoding, in: node, from: old.textEncoding, to: new.textEncoding)
    try headers(
      Key.headers, in: node, from: old.headers, to: new.headers, keepsLength: keepsLength)
    try body(Key.body, in: node, (old.headers, new.headers), from: old.body, to: new.body)
    try headers(Key.trailers, in: node, from: old.trailers, to: new.trailers)
  }

  /// The text under `status`; nil for a response with neither code nor reason.
  private static func statusLine(_ response: Interaction.Response) -> String? {
    let code = response.status.map(String.init)
    return response.reason.map { (code ?? "") + " " + $0 } ?? code
  }

  // MARK: - Values

  /// Changes the text under a key, which may be added or removed.
  private mutating func text(
    _ key: some CassetteKeys, in mapping: Int, from old: String?, to new: String?
  ) throws(NotAligned) {
    guard old != new else { return }
    if let old, let new, let node = tree.value(key, in: mapping), tree.isScalar(node),
      tree.content(node).elementsEqual(old.utf8)
    {
      return scalar(node, from: Array(old.utf8), to: Array(new.utf8))
    }
    var line: [UInt8] = []
    if let new {
      line = key.lineStart
      YAMLScalar.append(new.utf8, to: &line)
      line.append(UInt8(ascii: "\n"))
    }
    try pair(key, in: mapping, line)
  }

  private mutating func scalar(_ node: Int, from old: [UInt8], to new: [UInt8]) {
    guard old != new else { return }
    let editor = ScalarEditor(item, node, in: source)
    changes += editor.changes(for: TextDifference.edits(from: old, to: new))
  }

  // MARK: - Lines

  /// Rewrites, inserts or removes a pair.
  ///
  /// - Parameters:
  ///   - key: The pair's key.
  ///   - mapping: The mapping that contains it.
  ///   - lines: The lines in the writer's form; none to remove the pair.
  /// - Throws: `NotAligned` when the mapping is not on lines of its own.
  private mutating func pair<Key: CassetteKeys>(
    _ key: Key, in mapping: Int, _ lines: [UInt8]
  ) throws(NotAligned) {
    guard let block = MappingEditor(item, mapping, in: source) else { throw NotAligned() }
    let bytes = lines.isEmpty ? [] : block.indented(lines, from: Key.column)
    if block.value(key) != nil {
      guard let range = block.lines(of: key) else { throw NotAligned() }
      changes.append(Replacements.Item(range: range, bytes: bytes))
    } else if !lines.isEmpty {
      guard let place = block.place(of: key) else { throw NotAligned() }
      changes.append(Replacements.Item(range: place..<place, bytes: bytes))
    }
  }

  // MARK: - Header sections

  private mutating func headers(
    _ key: some CassetteKeys, in mapping: Int, from old: HeaderFields, to new: HeaderFields,
    keepsLength: Bool = false
  ) throws(NotAligned) {
    guard old != new, !values(key, in: mapping, from: old, to: new) else { return }
    let groups = CassetteWriter.groups(of: new, keepsLength: keepsLength, besides: old)
    let writer = CassetteWriter(sideFolder: sideFolder)
    if let node = tree.value(key, in: mapping), !groups.isEmpty,
      let changes = fieldLines(node, old, groups.map { ($0[0].name, $0, writer.lines(of: $0)) })
    {
      self.changes += changes
      return
    }
    var lines: [UInt8] = groups.isEmpty ? [] : key.lineStart.dropLast() + [UInt8(ascii: "\n")]
    for group in groups { lines += writer.lines(of: group) }
    try pair(key, in: mapping, lines)
  }

  /// Changes the values of fields in their places.
  ///
  /// - Returns: False when the fields are not the same as before.
  private mutating func values(
    _ key: some CassetteKeys, in mapping: Int, from old: HeaderFields, to new: HeaderFields
  ) -> Bool {
    guard let node = tree.value(key, in: mapping), tree.nodes[node].kind == .mapping,
      old.fields.count == new.fields.count
    else { return false }
    var scalars: [(node: Int, old: [UInt8], new: [UInt8])] = []
    for name in tree.children(node) {
      let value = tree.value(ofKey: name)
      let isList = tree.nodes[value].kind == .sequence
      for element in isList ? Array(tree.children(value)) : [value] {
        guard scalars.count < old.fields.count else { return false }
        let (before, after) = (old.fields[scalars.count], new.fields[scalars.count])
        let node = tree.isScalar(element) ? element : tree.value(FieldValueKey.latin1, in: element)
        guard let node, tree.isScalar(node), before.name == after.name,
          before.isLatin1 == after.isLatin1,
          tree.content(node).elementsEqual(before.value.utf8)
        else { return false }
        scalars.append((node, Array(before.value.utf8), Array(after.value.utf8)))
      }
    }
    guard scalars.count == old.fields.count else { return false }
    for change in scalars { scalar(change.node, from: change.old, to: change.new) }
    return true
  }

  /// Changes a section name by name.
  ///
  /// - Parameters:
  ///   - node: The section.
  ///   - old: The current fields.
  ///   - groups: The new fields by name, with the writer's lines for them.
  /// - Returns: The changes; nil when the section must be rewritten.
  private func fieldLines(
    _ node: Int, _ old: HeaderFields,
    _ groups: [(name: String, fields: [HeaderField], lines: [UInt8])]
  ) -> [Replacements.Item]? {
    guard let block = MappingEditor(item, node, in: source) else { return nil }
    let positions = Dictionary(
      groups.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    let known = Dictionary(grouping: old.fields, by: \.name)
    var changes: [Replacements.Item] = []
    var rest = groups[...]
    var place = block.start
    for key in tree.children(node) {
      guard let range = block.lines(ofKey: key) else { return nil }
      let name = tree.string(key)
      guard let position = positions[name] else {
        changes.append(Replacements.Item(range: range, bytes: []))
        continue
      }
      // The name was before one that is matched already, so it has moved.
      guard position >= rest.startIndex else { return nil }
      for group in rest[..<position] {
        changes.append(
          Replacements.Item(range: place..<place, bytes: block.indented(group.lines, from: 6)))
      }
      let group = groups[position]
      if known[name] != group.fields {
        changes.append(
          Replacements.Item(range: range, bytes: block.indented(group.lines, from: 6)))
      }
      place = range.upperBound
      rest = rest[(position + 1)...]
    }
    for group in rest {
      changes.append(
        Replacements.Item(range: place..<place, bytes: block.indented(group.lines, from: 6)))
    }
    return changes
  }

  // MARK: - Bodies

  private mutating func body<Key: CassetteKeys>(
    _ key: Key, in mapping: Int, _ headers: (old: HeaderFields, new: HeaderFields),
    from old: Body, to new: Body
  ) throws(NotAligned) {
    guard old != new else { return }
    let node = tree.value(key, in: mapping)
    if !rewritesBodies, let node, old.encoding == new.encoding, old.bytes != new.bytes,
      !new.isEmpty
    {
      let editor = BodyEditor(
        item: item, source: source, node: node, contentType: headers.old["content-type"],
        sideFolder: sideFolder)
      if let changes = editor.changes(from: old.bytes, to: new.bytes, files: &files) {
        self.changes += changes
        return
      }
    }
    // The places where a stream was cut may depend on its content.
    guard old.bytes != new.bytes || rewritesBodies || old.encoding != new.encoding else { return }
    var lines: [UInt8] = []
    BodyWriter(contentType: headers.new["content-type"], indent: 4, sideFolder: sideFolder)
      .append(new, to: &lines, files: &files)
    if let node {
      if try form(node, withUnknownKeys(of: node, lines, includesOwn: false)) { return }
      lines = withUnknownKeys(of: node, lines, includesOwn: true)
    }
    try pair(key, in: mapping, lines)
  }

  /// The writer's lines of a body, together with the unknown keys of the existing one.
  ///
  /// - Parameters:
  ///   - node: The node under `body`.
  ///   - lines: The writer's lines, from `body:`; none for an empty body.
  ///   - includesOwn: False when the unknown keys of the body itself stay where they are.
  /// - Returns: The lines.
  private func withUnknownKeys(of node: Int, _ lines: [UInt8], includesOwn: Bool) -> [UInt8] {
    guard !lines.isEmpty, let written = try? YAMLParser.parse(lines, keepsPlaces: true),
      let body = written.children(YAMLTree.root).first(where: { _ in true })
        .map({ written.value(ofKey: $0) })
    else { return lines }
    return UnknownKeys(tree: tree).added(
      from: node, .body, to: PositionedItem(tree: written, node: body, offset: 0), in: lines,
      includesOwn: includesOwn)
  }

  /// Rewrites a body's form when the body has keys or comments of its own.
  ///
  /// - Parameters:
  ///   - node: The node under `body`.
  ///   - lines: The writer's lines, from `body:`; none for an empty body.
  /// - Returns: False when the body is not on lines of its own.
  /// - Throws: `NotAligned` when a part of it is not.
  private mutating func form(_ node: Int, _ lines: [UInt8]) throws(NotAligned) -> Bool {
    guard let block = MappingEditor(item, node, in: source) else { return false }
    let known = tree.children(node).filter { tree.key($0, as: BodyKey.self) != nil }
    let hasOthers = tree.children(node).contains { tree.key($0, as: BodyKey.self) == nil }
    guard !lines.isEmpty || hasOthers, let first = known.first else { return false }
    let start = lines.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // Keys alone are no body.
    let form = lines.isEmpty ? (BodyKey.text.lineStart + Array("''\n".utf8))[...] : lines[start...]
    for key in known {
      guard let range = block.lines(ofKey: key) else { throw NotAligned() }
      let bytes = key == first ? block.indented(form, from: 6) : []
      changes.append(Replacements.Item(range: range, bytes: bytes))
    }
    return true
  }
}
