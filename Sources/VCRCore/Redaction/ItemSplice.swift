/// Changes the text of an item so that it says what its redacted interaction does, and nothing else
/// changes.
struct ItemSplice {
  /// Thrown when the text does not say what the interaction does, part by part.
  private struct NotAligned: Error {}

  private let item: PlacedItem
  private let source: [UInt8]
  private let sideFolder: String
  private var changes: [Replacements.Item] = []
  private var files: [SideFile] = []

  /// The places of the file to replace, in ascending order; nil when the item must be written anew.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - source: The text of the file.
  ///   - old: What the item says.
  ///   - new: What it is to say.
  ///   - sideFolder: The name of the folder for files beside the cassette.
  ///   - files: Where new files beside the cassette are added.
  /// - Returns: The changes.
  static func changes(
    of item: PlacedItem, in source: [UInt8], from old: Interaction, to new: Interaction,
    sideFolder: String, files: inout [SideFile]
  ) -> [Replacements.Item]? {
    var splice = ItemSplice(item: item, source: source, sideFolder: sideFolder)
    do throws(NotAligned) {
      try splice.interaction(from: old, to: new)
    } catch {
      return nil
    }
    let sorted = splice.changes.sorted { $0.range.lowerBound < $1.range.lowerBound }
    for (left, right) in zip(sorted, sorted.dropFirst())
    where left.range.upperBound > right.range.lowerBound {
      return nil
    }
    files += splice.files
    return sorted
  }

  private init(item: PlacedItem, source: [UInt8], sideFolder: String) {
    self.item = item
    self.source = source
    self.sideFolder = sideFolder
  }

  private var tree: YAMLTree { item.tree }

  private mutating func interaction(from old: Interaction, to new: Interaction)
    throws(NotAligned)
  {
    let root = item.node
    if old.request != new.request {
      guard let node = tree.value("request", in: root) else { throw NotAligned() }
      try text("url", in: node, from: old.request.url, to: new.request.url)
      try headers("headers", in: node, from: old.request.headers, to: new.request.headers)
      try headers("trailers", in: node, from: old.request.trailers, to: new.request.trailers)
      try body(in: node, old.request.headers, from: old.request.body, to: new.request.body)
    }
    switch (old.outcome, new.outcome) {
    case (.response(let old), .response(let new)) where old != new:
      guard let node = tree.value("response", in: root) else { throw NotAligned() }
      try text("status", in: node, from: Self.statusLine(old), to: Self.statusLine(new))
      try headers("headers", in: node, from: old.headers, to: new.headers)
      try headers("trailers", in: node, from: old.trailers, to: new.trailers)
      try body(in: node, old.headers, from: old.body, to: new.body)
    case (.failure(let old), .failure(let new)) where old != new:
      guard let node = tree.value("error", in: root) else { throw NotAligned() }
      try text("message", in: node, from: old.message, to: new.message)
    default: break
    }
  }

  private static func statusLine(_ response: Interaction.Response) -> String {
    let code = response.status.map(String.init) ?? ""
    return response.reason.map { code + " " + $0 } ?? code
  }

  private mutating func text(
    _ key: String, in mapping: Int, from old: String, to new: String
  ) throws(NotAligned) {
    guard old != new else { return }
    guard let node = tree.value(key, in: mapping) else { throw NotAligned() }
    try scalar(node, from: Array(old.utf8), to: Array(new.utf8))
  }

  private mutating func scalar(_ node: Int, from old: [UInt8], to new: [UInt8])
    throws(NotAligned)
  {
    guard old != new else { return }
    guard tree.isScalar(node), tree.content(node) == old[...] else { throw NotAligned() }
    let splice = ScalarSplice(item, node, in: source)
    changes += splice.changes(for: TextDifference.edits(from: old, to: new))
  }

  private mutating func headers(
    _ key: String, in mapping: Int, from old: HeaderFields, to new: HeaderFields
  ) throws(NotAligned) {
    guard old != new else { return }
    guard let node = tree.value(key, in: mapping), tree.nodes[node].kind == .mapping,
      old.fields.count == new.fields.count
    else { throw NotAligned() }
    var index = 0
    for name in tree.children(node) {
      let value = tree.value(ofKey: name)
      let isList = tree.nodes[value].kind == .sequence
      for element in isList ? Array(tree.children(value)) : [value] {
        guard index < old.fields.count, old.fields[index].name == new.fields[index].name else {
          throw NotAligned()
        }
        let node = tree.isScalar(element) ? element : tree.value("latin1", in: element)
        guard let node else { throw NotAligned() }
        try scalar(
          node, from: Array(old.fields[index].value.utf8), to: Array(new.fields[index].value.utf8))
        index += 1
      }
    }
  }

  private mutating func body(
    in mapping: Int, _ headers: HeaderFields, from old: Body, to new: Body
  ) throws(NotAligned) {
    guard old.bytes != new.bytes else { return }
    guard let node = tree.value("body", in: mapping) else { throw NotAligned() }
    let splice = BodySplice(
      item: item, source: source, node: node, contentType: headers["content-type"],
      sideFolder: sideFolder)
    guard let changes = splice.changes(from: old.bytes, to: new.bytes, files: &files) else {
      throw NotAligned()
    }
    self.changes += changes
  }
}
