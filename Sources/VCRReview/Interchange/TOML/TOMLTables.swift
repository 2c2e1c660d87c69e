import VCRCore

/// The tables of a TOML document while they are filled, and the rules about what may be added to
/// which.
///
/// A later line adds to any table that is not complete, so tables are kept in one list and refer to
/// each other by position.
struct TOMLTables {
  /// The content behind a name.
  private enum Content {
    /// A complete value.
    case value(ForeignValue)
    /// A table, with the positions of its members in the order of their first mention.
    case table([(name: [UInt8], node: Int)])
    /// The positions of the tables of an array that headers fill.
    case tables([Int])
  }

  private struct Node {
    var content: Content
    var line: Int
    /// True when a header has named it, so that none may again, nor may a dotted name add to it.
    var isNamed = false
    /// The section in which a dotted name made it or added to it, which alone may add more in this
    /// way; nil for none.
    var section: Int?
  }

  private struct Place: Hashable {
    var table: Int
    var name: [UInt8]
  }

  /// The table of the whole document.
  static let root = 0

  /// The number of tables, and of arrays of them.
  private(set) var tableCount = 0

  private var nodes = [Node(content: .table([]), line: 1)]
  private var places: [Place: Int] = [:]

  /// Begins a table of its own, such as an inline one.
  ///
  /// - Parameter line: The line it begins in.
  /// - Returns: Its position.
  mutating func begin(line: Int) -> Int {
    nodes.append(Node(content: .table([]), line: line))
    tableCount += 1
    return nodes.count - 1
  }

  /// The table that a header names.
  ///
  /// - Parameters:
  ///   - path: The names.
  ///   - isElement: True for `[[…]]`, which adds a table to an array.
  ///   - line: The line of the header.
  /// - Returns: The table's position; nil when the document has forbidden it.
  mutating func open(_ path: [[UInt8]], isElement: Bool, line: Int) -> Int? {
    var table = Self.root
    for name in path.dropLast() {
      guard let next = descend(to: name, in: table, line: line) else { return nil }
      table = next
    }
    guard let name = path.last else { return nil }
    let known = places[Place(table: table, name: name)]
    guard isElement else {
      let node = known ?? add(name, to: table, Node(content: .table([]), line: line))
      guard case .table = nodes[node].content, !nodes[node].isNamed, nodes[node].section == nil
      else { return nil }
      nodes[node].isNamed = true
      return node
    }
    let array = known ?? add(name, to: table, Node(content: .tables([]), line: line))
    guard case .tables(var elements) = nodes[array].content else { return nil }
    nodes[array].content = .tables([])
    let element = begin(line: line)
    elements.append(element)
    nodes[array].content = .tables(elements)
    nodes[array].isNamed = true
    return element
  }

  /// Adds a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: Its name, or its names when they are dotted.
  ///   - table: The table of the section.
  ///   - section: The number of the section.
  ///   - line: The line of the name.
  /// - Returns: False when the document has forbidden it.
  mutating func set(
    _ value: ForeignValue, at path: [[UInt8]], in table: Int, section: Int, line: Int
  ) -> Bool {
    var table = table
    for name in path.dropLast() {
      let node =
        places[Place(table: table, name: name)]
        ?? add(name, to: table, Node(content: .table([]), line: line))
      guard case .table = nodes[node].content, !nodes[node].isNamed,
        nodes[node].section == nil || nodes[node].section == section
      else { return false }
      nodes[node].section = section
      table = node
    }
    guard let name = path.last, places[Place(table: table, name: name)] == nil else { return false }
    _ = add(name, to: table, Node(content: .value(value), line: line))
    return true
  }

  /// The value of a table with all that is in it.
  ///
  /// - Parameter node: Its position.
  /// - Returns: The value.
  func value(of node: Int) -> ForeignValue {
    let line = nodes[node].line
    switch nodes[node].content {
    case .value(let value): return value
    case .tables(let elements): return ForeignValue(.list(elements.map(value)), line: line)
    case .table(let members):
      return ForeignValue(
        .map(
          members.map {
            .init(name: String(decoding: $0.name, as: UTF8.self), value: value(of: $0.node))
          }), line: line)
    }
  }

  /// The table behind a name on the way to another; of an array the last one.
  private mutating func descend(to name: [UInt8], in table: Int, line: Int) -> Int? {
    let node =
      places[Place(table: table, name: name)]
      ?? add(name, to: table, Node(content: .table([]), line: line))
    switch nodes[node].content {
    case .value: return nil
    case .table: return node
    case .tables(let elements): return elements.last
    }
  }

  private mutating func add(_ name: [UInt8], to table: Int, _ node: Node) -> Int {
    nodes.append(node)
    if case .value = node.content {} else { tableCount += 1 }
    places[Place(table: table, name: name)] = nodes.count - 1
    guard case .table(var members) = nodes[table].content else { return nodes.count - 1 }
    // Taken out while it grows, so that it is not copied.
    nodes[table].content = .table([])
    members.append((name, nodes.count - 1))
    nodes[table].content = .table(members)
    return nodes.count - 1
  }
}
