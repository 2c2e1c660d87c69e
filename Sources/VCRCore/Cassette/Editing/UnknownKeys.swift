/// The keys of an item that this version does not know, which a rewriting keeps: a later version,
/// or a person, wrote them.
struct UnknownKeys {
  /// The tree of the item as it was.
  let tree: YAMLTree

  /// A text with the unknown keys, each at the end of the mapping that corresponds to its own.
  ///
  /// The elements of a list, such as the parts of a body, correspond in order; when their number
  /// has changed, the keys in them cannot be placed.
  ///
  /// - Parameters:
  ///   - node: The mapping before the rewriting.
  ///   - kind: The kind of mapping.
  ///   - target: The tree of the text, and the corresponding mapping in it.
  ///   - text: The text.
  ///   - includesOwn: False to add only the unknown keys of mappings further below.
  /// - Returns: The text.
  func added(
    from node: Int, _ kind: CassetteNode, to target: PositionedItem, in text: [UInt8],
    includesOwn: Bool = true
  ) -> [UInt8] {
    // Sorting is stable, so that additions at one place keep their order.
    additions(from: node, kind, to: target, in: text, includesOwn: includesOwn).inOrder
      .applied(to: text)
  }

  private func additions(
    from node: Int, _ kind: CassetteNode, to target: PositionedItem, in text: [UInt8],
    includesOwn: Bool = true
  ) -> [Replacements.Item] {
    guard tree.nodes[node].kind == .mapping, target.tree.nodes[target.node].kind == .mapping else {
      return []
    }
    var additions: [Replacements.Item] = []
    for key in tree.children(node) {
      let name = tree.string(key)
      guard let below = kind.below(name), let other = target.value(name) else { continue }
      let value = tree.value(ofKey: key)
      if tree.nodes[value].kind == .sequence {
        let (olds, news) = (
          Array(tree.children(value)),
          target.tree.nodes[other].kind == .sequence ? Array(target.tree.children(other)) : []
        )
        guard olds.count == news.count else { continue }
        for (old, new) in zip(olds, news) {
          additions += self.additions(from: old, below, to: target.at(new), in: text)
        }
      } else {
        additions += self.additions(from: value, below, to: target.at(other), in: text)
      }
    }
    // A mapping may end where its last inner mapping does; the keys of the inner one come first.
    if includesOwn { additions += own(of: node, kind, to: target, in: text) }
    return additions
  }

  private func own(
    of mapping: Int, _ kind: CassetteNode, to target: PositionedItem, in text: [UInt8]
  ) -> [Replacements.Item] {
    guard tree.children(mapping).contains(where: { !kind.knows(tree.string($0)) }),
      let block = YAMLEditor(target, in: text).block(target.node)
    else { return [] }
    var bytes: [UInt8] = []
    YAMLTreeWriter(tree: tree).pairs(
      of: mapping, indent: block.indentation, except: { kind.knows(tree.string($0)) }, to: &bytes)
    // The time of the recording is the last line of an item of a journal.
    let last = kind == .item ? block.lines(of: ItemKey.recordedAt)?.lowerBound : nil
    guard let place = last ?? block.end else { return [] }
    return [Replacements.Item(range: place..<place, bytes: bytes)]
  }
}

extension PositionedItem {
  /// The value under a key of the node, whatever its name.
  fileprivate func value(_ name: String) -> Int? {
    tree.children(node).first { tree.content($0).elementsEqual(name.utf8) }
      .map { tree.value(ofKey: $0) }
  }

  /// Another node of the same tree.
  fileprivate func at(_ node: Int) -> PositionedItem {
    PositionedItem(tree: tree, node: node, offset: offset)
  }
}
