/// A parsed YAML text as a flat tree: its nodes in the order of the text, their scalars in one
/// array.
///
/// Two arrays for a whole item keep the number of allocations independent of its size.
package struct YAMLTree: Equatable {
  /// The kind of a node and, for a scalar, its style.
  package enum Kind: UInt8 {
    case plain, singleQuoted, doubleQuoted, literal, folded, sequence, mapping
  }

  /// One scalar, sequence or mapping.
  package struct Node: Equatable {
    /// The kind of the node.
    package var kind: Kind
    /// The line in which the node begins, counted from 0.
    package var line: Int32
    /// The column in which the node begins, counted from 0 in characters.
    package var column: Int32
    /// The index of the first node after this one and all nodes within it.
    package var end: Int32
    /// The range of a scalar's content within `text`; empty for the others.
    package var content: Range<Int>
  }

  /// The nodes, each before the nodes within it; in a mapping keys and values alternate.
  package var nodes: [Node] = []

  /// The contents of all scalars.
  package internal(set) var text: [UInt8] = []

  /// Creates a tree without nodes.
  init() {}

  /// Creates a tree of nodes whose contents stand in a text.
  init(_ nodes: [Node], text: [UInt8]) {
    self.nodes = nodes
    self.text = text
  }

  /// The place of a node in the text that was parsed.
  package struct Place: Equatable {
    /// The bytes of a scalar, from its tag, quote or indicator to its end; empty for the others.
    ///
    /// A literal or folded block ends where the line after it begins.
    package var range: Range<Int>
    /// True within a flow collection, and for one.
    package var isFlow: Bool
  }

  /// The place of each node; empty unless the parser recorded them.
  package var places: [Place] = []

  /// The tag of each scalar that has one, such as `float` for `!!float 5`.
  var tags: [Int: String] = [:]

  /// The index of the root.
  package static let root = 0

  /// The content of a scalar.
  package func content(_ node: Int) -> ArraySlice<UInt8> { text[nodes[node].content] }

  /// The content of a scalar as a string.
  package func string(_ node: Int) -> String {
    String(decoding: text[nodes[node].content], as: UTF8.self)
  }

  /// True for a node that is neither sequence nor mapping.
  package func isScalar(_ node: Int) -> Bool { nodes[node].kind.rawValue < Kind.sequence.rawValue }

  /// True for null; `!!str null` is a text.
  func isNothing(_ node: Int) -> Bool {
    nodes[node].kind == .plain && YAMLScalar.isNull(content(node)) && tags[node] != "str"
  }

  /// The nodes of a sequence, or the keys of a mapping.
  package func children(_ node: Int) -> Children {
    Children(
      nodes: nodes, position: node + 1, end: Int(nodes[node].end),
      isMapping: nodes[node].kind == .mapping
    )
  }

  /// The value that belongs to a key.
  package func value(ofKey key: Int) -> Int { Int(nodes[key].end) }

  /// A fault at the place of a node.
  func fault(at node: Int, _ reason: String) -> YAMLFault {
    YAMLFault(line: Int(nodes[node].line), column: Int(nodes[node].column), reason: reason)
  }

  /// Iterates over the elements of a sequence or the keys of a mapping.
  package struct Children: Sequence, IteratorProtocol {
    let nodes: [Node]
    /// The index of what comes next.
    var position: Int
    let end: Int
    let isMapping: Bool

    /// The index of the next element or key.
    package mutating func next() -> Int? {
      guard position < end else { return nil }
      let current = position
      position = Int(nodes[current].end)
      if isMapping { position = Int(nodes[position].end) }
      return current
    }
  }
}
