import VCRCore

/// Finds the lines of an item's leaks.
struct LeakLines {
  /// The item.
  let item: PositionedItem
  /// The line in which the parsed text begins, counted from 1.
  let firstLine: Int

  private var tree: YAMLTree { item.tree }

  /// The line of a leak whose value stands at one place of an item's text alone; nil for any other.
  ///
  /// - Parameters:
  ///   - leak: The leak.
  ///   - text: The file.
  ///   - range: The item.
  ///   - firstLine: The line in which the item begins, counted from 1.
  /// - Returns: The line, counted from 1.
  static func line(
    of leak: SecretCheck.Leak, in text: [UInt8], _ range: Range<Int>, firstLine: Int
  ) -> Int? {
    if case .unread(let line, _) = leak.part { return line }
    let value = Array(leak.value.prefix(prefix))
    guard value.count >= shortestUnique, let place = text.firstRange(of: value, in: range),
      text.firstRange(of: value, in: place.lowerBound + 1..<range.upperBound) == nil
    else { return nil }
    return firstLine + text[range.lowerBound..<place.lowerBound].count { $0 == 0x0A }
  }

  /// A prefix of this length distinguishes values.
  private static let prefix = 32

  /// Shorter values may be part of a word.
  private static let shortestUnique = 12

  /// The line of a leak, counted from 1; the item's line when the value does not occur verbatim.
  func line(of leak: SecretCheck.Leak) -> Int {
    let root = item.node
    switch leak.part {
    case .url: return line(RequestKey.url, in: tree.value(ItemKey.request, in: root), leak)
    case .unread(let line, _): return line
    case .reason: return line(ResponseKey.status, in: tree.value(ItemKey.response, in: root), leak)
    case .message: return line(ErrorKey.message, in: tree.value(ItemKey.error, in: root), leak)
    case .body(let isResponse):
      return line(ResponseKey.body, in: message(isResponse), leak)
    case .webSocketMessage(let index):
      let list = tree.value(ItemKey.messages, in: root)
      let messages = list.map { Array(tree.children($0)) } ?? []
      return index < messages.count ? line(messages[index], leak) : line(root)
    case .headers(let isResponse, let isTrailer, let index):
      let (key, order): (ResponseKey, ResponseKey) =
        isTrailer ? (.trailers, .trailerOrder) : (.headers, .headerOrder)
      let parent = message(isResponse)
      let section = parent.flatMap { tree.value(key, in: $0) }
      let words = isResponse ? parent.flatMap { tree.value(order, in: $0) } : nil
      let fields = section.map { values(of: $0, order: words.map { tree.string($0) }) } ?? []
      return index < fields.count ? line(fields[index], leak) : line(root)
    }
  }

  /// The node of the request or response; the keys of sections and body are the same in both.
  private func message(_ isResponse: Bool) -> Int? {
    tree.value(isResponse ? ItemKey.response : .request, in: item.node)
  }

  /// The values of a section in the order of its fields on the wire.
  private func values(of section: Int, order: String?) -> [Int] {
    let values = tree.children(section).flatMap { key in
      let value = tree.value(ofKey: key)
      return tree.nodes[value].kind == .sequence ? Array(tree.children(value)) : [value]
    }
    guard let order else { return values }
    return FieldOrder(order).places(of: tree.fieldNames(in: section)).map { values[$0] }
  }

  private func line(_ node: Int) -> Int { Int(tree.nodes[node].line) + firstLine }

  private func line(_ key: some CassetteKeys, in mapping: Int?, _ leak: SecretCheck.Leak) -> Int {
    guard let mapping, let value = tree.value(key, in: mapping) else { return line(item.node) }
    return line(value, leak)
  }

  /// The line within a node in which the value occurs verbatim, or else the node's line.
  private func line(_ node: Int, _ leak: SecretCheck.Leak) -> Int {
    for scalar in node..<Int(tree.nodes[node].end) where tree.isScalar(scalar) {
      let content = tree.nodes[scalar].content
      // Nothing is copied: a body may be as long as the file.
      let prefix = Array(leak.value.prefix(Self.prefix))
      guard let offset = tree.text.firstRange(of: prefix, in: content)?.lowerBound else { continue }
      guard tree.nodes[scalar].kind == .literal else { return line(scalar) }
      return line(scalar) + 1 + tree.text[content.lowerBound..<offset].count { $0 == 0x0A }
    }
    return line(node)
  }
}

extension CassetteFile {
  /// The line in which the text of a placed item begins, counted from 1.
  func firstLine(ofItem index: Int) -> Int {
    range(ofItem: index) == nil ? 1 : position(ofItem: index)
  }
}
