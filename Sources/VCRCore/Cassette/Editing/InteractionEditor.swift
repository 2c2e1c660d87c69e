/// Changes the text of an item to that of another interaction, a redacted or a newly recorded one,
/// and nothing else: comments, keys this version does not know and the layout of unchanged parts
/// stay.
struct InteractionEditor {
  /// Thrown when the parts of the text do not correspond to those of the interaction.
  private typealias NotAligned = YAMLEditor.NotOnOwnLines

  private let root: Int
  let sideFolder: String
  private let rewritesBodies: Bool
  var editor: YAMLEditor
  var files: [SideFile] = []

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
    var attempt = InteractionEditor(
      root: item.node, sideFolder: sideFolder, rewritesBodies: rewritesBodies,
      editor: YAMLEditor(item, in: source))
    guard (try? attempt.interaction(from: old, to: new)) != nil, let result = attempt.editor.result
    else { return nil }
    files += attempt.files
    return result
  }

  private init(root: Int, sideFolder: String, rewritesBodies: Bool, editor: YAMLEditor) {
    (self.root, self.sideFolder) = (root, sideFolder)
    (self.rewritesBodies, self.editor) = (rewritesBodies, editor)
  }

  var tree: YAMLTree { editor.tree }

  private mutating func interaction(from old: Interaction, to new: Interaction)
    throws(NotAligned)
  {
    guard old.rule == new.rule else { throw NotAligned() }
    if old.request != new.request {
      guard let node = tree.value(ItemKey.request, in: root) else { throw NotAligned() }
      try request(in: node, from: old.request, to: new.request)
    }
    switch (old.outcome, new.outcome) {
    case (.response(let old), .response(let response)) where old != response:
      guard let node = tree.value(ItemKey.response, in: root) else { throw NotAligned() }
      let kept = CassetteWriter.keptTransferFields(of: response, toMethod: new.request.method)
      let implied = CassetteWriter.impliedFields(
        of: response, toMethod: new.request.method, keeping: kept)
      try self.response(in: node, from: old, to: response, keeping: kept, with: implied)
      try messages(from: old.messages, to: response.messages)
    case (.response, .failure), (.failure, .response): throw NotAligned()
    default: break
    }
    try failure(in: root, from: old.outcome.failure, to: new.outcome.failure)
    let writer = CassetteWriter(sideFolder: sideFolder)
    if old.seconds != new.seconds {
      try editor.setPair(ItemKey.seconds, in: root, to: writer.lines(seconds: new.seconds))
    }
    if old.recordedAt != new.recordedAt {
      try editor.setPair(ItemKey.recordedAt, in: root, to: writer.lines(recordedAt: new.recordedAt))
    }
  }

  /// Changes the content of messages in its place; messages that come or go are written again with
  /// the item, which keeps its unknown keys.
  private mutating func messages(
    from old: [Interaction.WebSocketMessage], to new: [Interaction.WebSocketMessage]
  ) throws(NotAligned) {
    guard old != new else { return }
    guard let list = tree.value(ItemKey.messages, in: root), old.count == new.count,
      tree.nodes[list].kind == .sequence
    else { throw NotAligned() }
    for (node, (old, new)) in zip(tree.children(list), zip(old, new)) where old != new {
      guard old.sender == new.sender, old.after == new.after, old.isBinary == new.isBinary,
        old.isClose == new.isClose
      else { throw NotAligned() }
      if let before = old.closeWords {
        try text(MessageKey.close, in: node, from: before, to: new.closeWords)
        continue
      }
      guard let value = tree.value(old.sender.key, in: node), let before = old.body?.bytes,
        let after = new.body?.bytes
      else { throw NotAligned() }
      if tree.isScalar(value) {
        editor.replace(value, with: after)
      } else if !content(of: value, nil, from: before, to: after) {
        throw NotAligned()
      }
    }
  }

  private mutating func failure(
    in root: Int, from old: Interaction.Failure?, to new: Interaction.Failure?
  ) throws(NotAligned) {
    guard old != new else { return }
    guard let old, let new, !old.isLeft, !new.isLeft else {
      // The end of another kind stands under another key.
      let lines = CassetteWriter(sideFolder: sideFolder).lines(failure: new)
      let key = new.map { $0.isLeft ? ItemKey.left : .error }
      for other in [ItemKey.error, .left] where other != key {
        try editor.setPair(other, in: root, to: [])
      }
      if let key { try editor.setPair(key, in: root, to: lines) }
      return
    }
    guard let node = tree.value(ItemKey.error, in: root) else { throw NotAligned() }
    try text(ErrorKey.code, in: node, from: old.code, to: new.code)
    try text(ErrorKey.domain, in: node, from: old.domain, to: new.domain)
    try text(ErrorKey.number, in: node, from: String(old.number), to: String(new.number))
    try text(ErrorKey.message, in: node, from: old.message, to: new.message)
    try text(ErrorKey.reset, in: node, from: old.reset?.description, to: new.reset?.description)
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
    in node: Int, from old: Interaction.Response, to new: Interaction.Response,
    keeping kept: TransferFields.Kinds, with implied: [FieldOrder.Implied]
  ) throws(NotAligned) {
    typealias Key = ResponseKey
    try interim(in: node, from: old.interim, to: new.interim)
    try text(Key.status, in: node, from: Self.statusLine(old), to: Self.statusLine(new))
    try text(Key.http, in: node, from: old.http, to: new.http)
    try text(Key.mediaType, in: node, from: old.mediaType, to: new.mediaType)
    try text(Key.textEncoding, in: node, from: old.textEncoding, to: new.textEncoding)
    try text(
      Key.awaits, in: node, from: old.awaits.map(String.init), to: new.awaits.map(String.init))
    try headers(
      Key.headers, order: .headerOrder, in: node, from: old.headers, to: new.headers,
      keeping: kept, with: implied, at: new.fieldOrder)
    func length(_ response: Interaction.Response) -> String? {
      response.hasUnknownLength ? InteractionReader.unknownLength : nil
    }
    try text(Key.length, in: node, from: length(old), to: length(new))
    try body(Key.body, in: node, (old.headers, new.headers), from: old.body, to: new.body)
    try headers(
      Key.trailers, order: .trailerOrder, in: node, from: old.trailers, to: new.trailers)
  }

  /// Changes the fields of interim responses in their places; where one comes or goes, the list is
  /// written again with the item, which keeps its unknown keys.
  private mutating func interim(
    in node: Int, from old: [Interaction.Interim], to new: [Interaction.Interim]
  ) throws(NotAligned) {
    guard old != new else { return }
    guard let list = tree.value(ResponseKey.interim, in: node), old.count == new.count,
      tree.nodes[list].kind == .sequence
    else { throw NotAligned() }
    for (node, (old, new)) in zip(tree.children(list), zip(old, new)) where old != new {
      guard old.status == new.status, old.reason == new.reason else { throw NotAligned() }
      try headers(
        InterimKey.headers, order: .headerOrder, in: node, from: old.headers, to: new.headers)
    }
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
      return editor.replace(node, with: Array(new.utf8))
    }
    var line: [UInt8] = []
    if let new {
      line = key.lineStart
      YAMLScalar.append(new.utf8, to: &line)
      line.append(UInt8(ascii: "\n"))
    }
    try editor.setPair(key, in: mapping, to: line)
  }

  // MARK: - Header sections

  private mutating func headers<Key: CassetteKeys>(
    _ key: Key, order: Key? = nil, in mapping: Int, from old: HeaderFields, to new: HeaderFields,
    keeping kept: TransferFields.Kinds = [], with implied: [FieldOrder.Implied] = [],
    at places: FieldOrder? = nil
  ) throws(NotAligned) {
    guard old != new else { return }
    var (old, new) = (old, new)
    if let order {
      (old, new) = try inSection(key, order, in: mapping, from: old, to: new, keeping: kept) {
        FieldOrder.words(of: $0, in: $1, with: implied, at: places)
      }
    }
    guard old != new, !values(key, in: mapping, from: old, to: new) else { return }
    let groups = CassetteWriter.groups(
      of: CassetteWriter.written(new, keeping: kept, besides: old))
    let writer = CassetteWriter(sideFolder: sideFolder)
    if let node = tree.value(key, in: mapping), !groups.isEmpty,
      fieldLines(node, old, groups.map { ($0[0].name, $0, writer.lines(of: $0)) })
    {
      return
    }
    var lines: [UInt8] = groups.isEmpty ? [] : key.lineStart.dropLast() + [UInt8(ascii: "\n")]
    // The fields of an interim response, which is an element of a list, stand further to the right.
    for group in groups {
      lines += LineIndentation.moved(
        writer.lines(of: group)[...], by: Key.column - ResponseKey.column)
    }
    try editor.setPair(key, in: mapping, to: lines)
  }

  /// The fields as the section has them, whose order on the wire stands beside it.
  ///
  /// The order that stands there stays where it fits to the new fields, and changes otherwise.
  private mutating func inSection<Key: CassetteKeys>(
    _ key: Key, _ order: Key, in mapping: Int, from old: HeaderFields, to new: HeaderFields,
    keeping kept: TransferFields.Kinds,
    _ newWords: (_ fields: [HeaderField], _ groups: [[HeaderField]]) -> String?
  ) throws(NotAligned) -> (old: HeaderFields, new: HeaderFields) {
    let words = tree.value(order, in: mapping).map { tree.string($0) }
    let names = tree.value(key, in: mapping).map { tree.fieldNames(in: $0) } ?? []
    let places = FieldOrder(words ?? "").places(of: names)
    func inSection(_ fields: HeaderFields) -> HeaderFields? {
      guard words != nil else { return fields }
      guard places.count == fields.fields.count else { return nil }
      var section = fields
      for (field, place) in zip(fields.fields, places) { section.fields[place] = field }
      return section
    }
    guard let section = inSection(old) else { throw NotAligned() }
    if old.fields.map(\.name) == new.fields.map(\.name), let new = inSection(new) {
      return (section, new)
    }
    let fields = CassetteWriter.written(new, keeping: kept, besides: old)
    let groups = CassetteWriter.groups(of: fields)
    try text(order, in: mapping, from: words, to: newWords(fields, groups))
    return (section, HeaderFields(Array(groups.joined())))
  }

  /// Changes the values of fields in their places.
  ///
  /// - Returns: False when the fields are not the same as before.
  private mutating func values(
    _ key: some CassetteKeys, in mapping: Int, from old: HeaderFields, to new: HeaderFields
  ) -> Bool {
    guard let node = tree.value(key, in: mapping), let values = fieldValues(node),
      values.count == old.fields.count, new.fields.count == old.fields.count
    else { return false }
    let fields = zip(values, zip(old.fields, new.fields))
    let isSame = fields.allSatisfy { value, field in
      let (before, after) = field
      return before.name == after.name && before.isLatin1 == after.isLatin1
        && tree.content(value).elementsEqual(before.value.utf8)
    }
    guard isSame else { return false }
    for (value, field) in fields { editor.replace(value, with: Array(field.1.value.utf8)) }
    return true
  }

  /// The values of a section's fields; nil when one is not a text.
  func fieldValues(_ section: Int) -> [Int]? {
    guard tree.nodes[section].kind == .mapping else { return nil }
    let values = tree.children(section).flatMap { key in
      let value = tree.value(ofKey: key)
      let name = tree.string(key)
      return (tree.nodes[value].kind == .sequence ? Array(tree.children(value)) : [value]).map {
        tree.fieldValue($0, of: name)?.value ?? $0
      }
    }
    return values.allSatisfy(tree.isScalar) ? values : nil
  }

  /// Changes a section name by name.
  ///
  /// - Parameters:
  ///   - node: The section.
  ///   - old: The current fields.
  ///   - groups: The new fields by name, with the writer's lines for them.
  /// - Returns: False when the section must be rewritten.
  private mutating func fieldLines(
    _ node: Int, _ old: HeaderFields,
    _ groups: [(name: String, fields: [HeaderField], lines: [UInt8])]
  ) -> Bool {
    var attempt = editor
    guard let block = editor.block(node) else { return false }
    func lines(_ group: (name: String, fields: [HeaderField], lines: [UInt8])) -> [UInt8] {
      block.indented(group.lines, from: 6)
    }
    let positions = Dictionary(
      groups.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    var known = old.fields[...]
    var rest = groups[...]
    var place = block.start
    for key in tree.children(node) {
      guard let range = block.lines(ofKey: key) else { return false }
      let name = tree.string(key)
      let value = tree.value(ofKey: key)
      let count = tree.nodes[value].kind == .sequence ? Array(tree.children(value)).count : 1
      let fields = known.prefix(count)
      known = known.dropFirst(count)
      guard let position = positions[name] else {
        attempt.replace(lines: range, with: [])
        continue
      }
      // The name was before one that is matched already, so it has moved.
      guard position >= rest.startIndex else { return false }
      for group in rest[..<position] { attempt.replace(lines: place..<place, with: lines(group)) }
      let group = groups[position]
      if Array(fields) != group.fields { attempt.replace(lines: range, with: lines(group)) }
      place = range.upperBound
      rest = rest[(position + 1)...]
    }
    for group in rest { attempt.replace(lines: place..<place, with: lines(group)) }
    editor = attempt
    return true
  }

  // MARK: - Bodies

  private mutating func body<Key: CassetteKeys>(
    _ key: Key, in mapping: Int, _ headers: (old: HeaderFields, new: HeaderFields),
    from old: Body, to new: Body
  ) throws(NotAligned) {
    guard old != new else { return }
    let node = tree.value(key, in: mapping)
    if !rewritesBodies, let node, old.encoding == new.encoding, old.encoded == new.encoded,
      !old.hasSameBytes(as: new), !new.isEmpty
    {
      var attempt = self
      let type = headers.old["content-type"]
      if attempt.content(of: node, type, from: old.bytes, to: new.bytes) {
        self = attempt
        return
      }
    }
    // The places where a stream was cut may depend on its content.
    guard
      !old.hasSameBytes(as: new) || rewritesBodies || old.encoding != new.encoding
        || old.encoded != new.encoded
    else { return }
    var lines: [UInt8] = []
    BodyWriter(
      contentType: headers.new["content-type"], indent: 4, sideFolder: sideFolder,
      coding: headers.new["content-encoding"]
    ).append(new, to: &lines, files: &files)
    if let node {
      if try form(node, withUnknownKeys(of: node, lines, includesOwn: false)) { return }
      lines = withUnknownKeys(of: node, lines, includesOwn: true)
    }
    try editor.setPair(key, in: mapping, to: lines)
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
    guard let block = editor.block(node) else { return false }
    let known = tree.children(node).filter { tree.key($0, as: BodyKey.self) != nil }
    let hasOthers = tree.children(node).contains { tree.key($0, as: BodyKey.self) == nil }
    guard !lines.isEmpty || hasOthers, let first = known.first else { return false }
    let start = lines.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // Keys alone are no body.
    let form = lines.isEmpty ? (BodyKey.text.lineStart + Array("''\n".utf8))[...] : lines[start...]
    for key in known {
      guard let range = block.lines(ofKey: key) else { throw NotAligned() }
      editor.replace(lines: range, with: key == first ? block.indented(form, from: 6) : [])
    }
    return true
  }
}
