/// Changes places of a YAML text, by the nodes of its tree; everything else keeps its bytes, and so
/// do comments, unknown keys, and the style of what changes.
///
/// A caller says what is replaced, and takes the changes of all calls together in the end. An
/// editor is a value: an attempt that fails is dropped with its copy.
package struct YAMLEditor {
  /// Thrown when a pair is not on lines of its own.
  struct NotOnOwnLines: Error {}

  /// The tree, with the places of its nodes.
  let tree: YAMLTree
  /// The text of the file.
  let source: [UInt8]
  /// The offset in the file of the text that was parsed.
  private let offset: Int
  private var changes: [Replacements.Item] = []

  /// Creates an editor of an item.
  ///
  /// - Parameters:
  ///   - item: The item, or another mapping.
  ///   - source: The text of the file.
  package init(_ item: PositionedItem, in source: [UInt8]) {
    tree = item.tree
    offset = item.offset
    self.source = source
  }

  /// The places of the file to replace, in ascending order; nil when two changes overlap.
  package var result: [Replacements.Item]? {
    // Insertions at a position come before replacements that begin there.
    let sorted = changes.inOrder
    let isDisjoint = zip(sorted, sorted.dropFirst()).allSatisfy {
      $0.range.upperBound <= $1.range.lowerBound
    }
    return isDisjoint ? sorted : nil
  }

  /// The place of a scalar in the file, with its tag and quotes.
  func range(of node: Int) -> Range<Int> {
    let range = tree.places[node].range
    return range.lowerBound + offset..<range.upperBound + offset
  }

  // MARK: - Scalars

  /// Changes the content of a scalar to another, of which as much as possible keeps its bytes.
  mutating func replace(_ node: Int, with new: [UInt8]) {
    replace(node, TextDifference.edits(from: Array(tree.content(node)), to: new))
  }

  /// Replaces places in the content of a scalar, which are in ascending order.
  mutating func replace(_ node: Int, _ edits: [Replacements.Item]) {
    guard !edits.isEmpty else { return }
    changes += Scalar(node, of: self).changes(for: edits)
  }

  /// Replaces a scalar by another text, whatever its style.
  package mutating func replace(_ node: Int, withText text: [UInt8]) {
    changes.append(Replacements.Item(range: range(of: node), bytes: text))
  }

  // MARK: - Lines

  /// The lines of a mapping; nil when it is not on lines of its own.
  func block(_ mapping: Int) -> Block? { Block(mapping, of: self) }

  /// Replaces lines, or inserts them where the range is empty.
  mutating func replace(lines: Range<Int>, with bytes: [UInt8]) {
    changes.append(Replacements.Item(range: lines, bytes: bytes))
  }

  /// Rewrites, inserts or removes a pair.
  ///
  /// - Parameters:
  ///   - key: The pair's key.
  ///   - mapping: The mapping that contains it.
  ///   - lines: The lines in the writer's form; none to remove the pair.
  /// - Throws: `NotOnOwnLines` when the mapping is not on lines of its own.
  mutating func setPair<Key: CassetteKeys>(
    _ key: Key, in mapping: Int, to lines: [UInt8]
  ) throws(NotOnOwnLines) {
    guard let block = Block(mapping, of: self) else { throw NotOnOwnLines() }
    let isPresent = tree.value(key, in: mapping) != nil
    guard isPresent || !lines.isEmpty else { return }
    guard let range = isPresent ? block.lines(of: key) : block.place(of: key).map({ $0..<$0 })
    else { throw NotOnOwnLines() }
    replace(lines: range, with: lines.isEmpty ? [] : block.indented(lines, from: Key.column))
  }
}
