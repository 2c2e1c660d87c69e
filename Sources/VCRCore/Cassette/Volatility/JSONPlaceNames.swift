/// Names places of a JSON text, so that those of two texts can be matched.
struct JSONPlaceNames {
  /// The steps to a place from the whole text.
  struct Name: Equatable {
    /// The path with elements of arrays named by their position.
    var byPosition = ""
    /// The path with elements of arrays named by their content apart from the named places.
    var byContent = ""
  }

  private let text: JSONText
  private let selected: Set<Int>
  /// The array or object that directly contains each node, or -1.
  private var parents: [Int]
  /// The number of nodes before each node in the same array or object.
  private var positions: [Int]
  private var digests: [Int: Int] = [:]

  /// Indexes the nodes of a text.
  init(_ text: JSONText, selected: Set<Int>) {
    self.text = text
    self.selected = selected
    parents = Array(repeating: -1, count: text.nodes.count)
    positions = Array(repeating: 0, count: text.nodes.count)
    var open: [(node: Int, count: Int)] = []
    for index in text.nodes.indices {
      while let last = open.last, Int(text.nodes[last.node].next) <= index { open.removeLast() }
      if let last = open.last {
        parents[index] = last.node
        positions[index] = last.count
        open[open.count - 1].count += 1
      }
      if Int(text.nodes[index].next) > index + 1 { open.append((index, 0)) }
    }
  }

  /// The name of a node.
  ///
  /// - Parameters:
  ///   - index: The node.
  ///   - prefix: The text before the first step.
  /// - Returns: The name.
  mutating func name(of index: Int, prefix: String) -> Name {
    var steps: [Name] = []
    var node = index
    while parents[node] >= 0 {
      if text.nodes[parents[node]].kind == .object {
        let name = "." + String(decoding: text.name(of: node), as: UTF8.self)
        steps.append(Name(byPosition: name, byContent: name))
      } else {
        steps.append(
          Name(byPosition: "[\(positions[node])]", byContent: "[#\(digest(of: node))]"))
      }
      node = parents[node]
    }
    return steps.reversed().reduce(into: Name(byPosition: prefix, byContent: prefix)) {
      $0.byPosition += $1.byPosition
      $0.byContent += $1.byContent
    }
  }

  /// A digest of an element without the selected parts of it.
  private mutating func digest(of node: Int) -> Int {
    if let known = digests[node] { return known }
    var rest: [UInt8] = []
    var copied = Int(text.nodes[node].start)
    var inner = node
    while inner < Int(text.nodes[node].next) {
      guard selected.contains(inner) else {
        inner += 1
        continue
      }
      let range = text.range(of: inner)
      rest += text.bytes[copied..<range.lowerBound]
      copied = range.upperBound
      inner = Int(text.nodes[inner].next)
    }
    rest += text.bytes[copied..<max(copied, Int(text.nodes[node].end))]
    let digest = rest.seededHash
    digests[node] = digest
    return digest
  }
}
