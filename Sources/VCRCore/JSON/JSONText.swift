/// The structure of a JSON text (RFC 8259) as places in its bytes.
///
/// Nothing is decoded or copied, so numbers keep their digits and a value can be replaced without
/// touching the rest.
///
/// The reader is strict: UTF-8 only, no byte order mark, no comments, no trailing commas. It takes
/// time and memory in proportion to the text, and no stack.
package struct JSONText: Sendable {
  /// The kind of a value.
  package enum Kind: UInt8, Sendable {
    case null, `true`, `false`, number, string, array, object
  }

  /// One value.
  ///
  /// The values of a text are in the order in which they begin, each directly followed by the
  /// values that it contains.
  package struct Node: Sendable {
    /// The kind of the value.
    package var kind: Kind
    /// True when the value is a string with an escape in it.
    package var hasEscapes: Bool
    /// True when the value's name has an escape in it.
    var nameHasEscapes: Bool
    /// The start of the value.
    package var start: UInt32
    /// The end of the value.
    package var end: UInt32
    /// The start of the name of an object's member, quotes included; `nameEnd` for other values.
    var nameStart: UInt32
    /// The end of the name of an object's member, quotes included.
    var nameEnd: UInt32
    /// The index of the node after everything that this value contains.
    package var next: UInt32
  }

  /// The text.
  package let bytes: [UInt8]

  /// The values; the first is the whole text.
  package let nodes: [Node]

  /// The deepest nesting of values.
  package static let depthLimit = 512

  /// Reads a text; nil when it is not JSON, is nested too deep, or is longer than 4 GiB.
  package init?(_ bytes: [UInt8]) {
    var reader = JSONReader()
    guard let nodes = reader.read(bytes.view) else { return nil }
    self.bytes = bytes
    self.nodes = nodes
  }

  /// Reads an object or an array; nil for anything else.
  package init?(structure bytes: some Collection<UInt8>) {
    guard let start = bytes.first(where: { $0 > 0x20 }),
      start == UInt8(ascii: "{") || start == UInt8(ascii: "["), let text = JSONText(Array(bytes))
    else { return nil }
    self = text
  }

  /// Reads a text, or the beginning of one, as far as it goes; a string that is cut off has no
  /// closing quote.
  ///
  /// - Returns: Nil when it is not JSON up to its end, is nested too deep, or is longer than 4 GiB.
  init?(perhapsCutOff bytes: [UInt8]) {
    var reader = JSONReader(mayBeCutOff: true)
    guard let nodes = reader.read(bytes.view) else { return nil }
    self.bytes = bytes
    self.nodes = nodes
  }

  /// Takes a text that has been read already.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - nodes: The nodes that a `JSONReader` found in it.
  package init(_ bytes: [UInt8], nodes: [Node]) {
    self.bytes = bytes
    self.nodes = nodes
  }

  /// The indices of the values directly in an array or an object, in their order.
  package func children(of index: Int) -> [Int] {
    var children: [Int] = []
    var child = index + 1
    let end = Int(nodes[index].next)
    while child < end {
      children.append(child)
      child = Int(nodes[child].next)
    }
    return children
  }

  /// The range of a value in the text.
  package func range(of index: Int) -> Range<Int> {
    Int(nodes[index].start)..<Int(nodes[index].end)
  }

  /// The bytes of a value as they are in the text.
  package func text(of index: Int) -> ArraySlice<UInt8> { bytes[range(of: index)] }

  /// The name of an object's member, unescaped; empty for other values.
  package func name(of index: Int) -> [UInt8] {
    if let plain = plainName(of: index) { return Array(bytes[plain]) }
    let node = nodes[index]
    guard node.nameHasEscapes else { return [] }
    var name: [UInt8] = []
    JSONString.appendUnescaped(
      bytes.view, Int(node.nameStart) + 1..<Int(node.nameEnd) - 1, to: &name)
    return name
  }

  /// Gives the name of an object's member to a closure, without a copy where it has no escapes.
  package func withName<Result>(
    of index: Int, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    guard let inner = plainName(of: index) else {
      let name = name(of: index)
      return body(name.view)
    }
    return body(bytes.view.extracting(inner))
  }

  /// Where a name without escapes stands, without its quotes.
  private func plainName(of index: Int) -> Range<Int>? {
    let node = nodes[index]
    guard node.nameStart < node.nameEnd, !node.nameHasEscapes else { return nil }
    return Int(node.nameStart) + 1..<Int(node.nameEnd) - 1
  }

  /// True when a member has the name of a member of another text.
  package func hasName(_ index: Int, of other: JSONText, at otherIndex: Int) -> Bool {
    guard let own = plainName(of: index), let their = other.plainName(of: otherIndex) else {
      return name(of: index) == other.name(of: otherIndex)
    }
    return bytes[own] == other.bytes[their]
  }

  /// True when the name of a member comes before that of another, byte by byte.
  func namePrecedes(_ left: Int, _ right: Int) -> Bool {
    guard let first = plainName(of: left), let second = plainName(of: right) else {
      return name(of: left).lexicographicallyPrecedes(name(of: right))
    }
    return bytes[first].lexicographicallyPrecedes(bytes[second])
  }

  /// True when the member's name is the one given.
  func hasName(_ index: Int, _ name: [UInt8]) -> Bool {
    guard let own = plainName(of: index) else {
      return nodes[index].nameHasEscapes && self.name(of: index) == name
    }
    return bytes[own] == name[...]
  }
}
