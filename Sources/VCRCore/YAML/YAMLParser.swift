#if BUNDLED_YAML
  private import CYaml
#else
  private import Clibyaml
#endif

/// Parses a YAML text with libyaml into a tree, within limits that keep a hostile text harmless.
///
/// Refused with their position are aliases and anchors (a cassette never has them, and without them
/// there is no alias bomb), tags other than those of the core schema, a second document, a repeated
/// key, and anything beyond `YAMLBounds`.
package struct YAMLParser {
  /// The deepest nesting of sequences and mappings.
  static let maximumDepth = YAMLBounds.maximumDepth

  private var tree = YAMLTree()
  private var open: [Int] = []
  private var documents = 0
  private var maximumCount = 0

  /// The text, when the places of nodes are to be recorded.
  private var source: [UInt8]?
  /// A position in characters, as libyaml counts, and the same position in bytes.
  private var known = (character: 0, byte: 0)

  /// Parses a text.
  ///
  /// - Throws: `YAMLFault` with the place counted from the start of the text.
  package static func parse(_ bytes: some Sequence<UInt8>) throws(YAMLFault) -> YAMLTree {
    try parse(Array(bytes))
  }

  /// Parses a text that is already an array.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - keepsPlaces: True to record the place of each node.
  /// - Returns: The tree.
  /// - Throws: `YAMLFault` with the place counted from the start of the text.
  package static func parse(_ bytes: [UInt8], keepsPlaces: Bool = false) throws(YAMLFault)
    -> YAMLTree
  {
    var builder = YAMLParser()
    builder.maximumCount = YAMLBounds.maximumCount(forBytes: bytes.count)
    if keepsPlaces { builder.source = bytes }
    unsafe try YAMLEvents.read(bytes, as: YAML_UTF8_ENCODING) { event throws(YAMLFault) in
      // The text is within bounds now.
      if unsafe event.type == YAML_STREAM_START_EVENT {
        builder.tree.text.reserveCapacity(bytes.count)
      }
      unsafe try builder.add(event)
      return true
    }
    return builder.tree
  }

  private mutating func add(_ event: yaml_event_t) throws(YAMLFault) {
    let mark = unsafe event.start_mark
    switch unsafe event.type {
    case YAML_DOCUMENT_START_EVENT:
      documents += 1
      if documents > 1 {
        throw Self.fault(mark, "a second document; there is to be one in the file")
      }
    case YAML_ALIAS_EVENT:
      throw Self.fault(mark, "an alias (*name); aliases are not allowed here")
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      if let tag = try unsafe Self.tag(scalar.tag, anchor: scalar.anchor, mark) {
        tree.tags[tree.nodes.count] = tag
      }
      let start = tree.text.count
      unsafe tree.text.append(
        contentsOf: UnsafeBufferPointer(start: scalar.value, count: scalar.length))
      try add(Self.kind(unsafe scalar.style), mark, content: start..<tree.text.count)
      if source != nil {
        let start = byteOffset(mark.index)
        let isFlow = open.last.map { tree.places[$0].isFlow } ?? false
        tree.places.append(
          .init(range: start..<byteOffset(unsafe event.end_mark.index), isFlow: isFlow))
      }
    case YAML_SEQUENCE_START_EVENT:
      let sequence = unsafe event.data.sequence_start
      _ = try unsafe Self.tag(sequence.tag, anchor: sequence.anchor, mark)
      try begin(.sequence, mark, isFlow: unsafe sequence.style == YAML_FLOW_SEQUENCE_STYLE)
    case YAML_MAPPING_START_EVENT:
      let mapping = unsafe event.data.mapping_start
      _ = try unsafe Self.tag(mapping.tag, anchor: mapping.anchor, mark)
      try begin(.mapping, mark, isFlow: unsafe mapping.style == YAML_FLOW_MAPPING_STYLE)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      let node = open.removeLast()
      tree.nodes[node].end = Int32(tree.nodes.count)
      if tree.nodes[node].kind == .mapping { try checkKeys(of: node) }
    default: break
    }
  }

  private mutating func begin(
    _ kind: YAMLTree.Kind, _ mark: yaml_mark_t, isFlow: Bool
  ) throws(YAMLFault) {
    guard open.count < Self.maximumDepth else {
      throw Self.fault(mark, "nested deeper than \(Self.maximumDepth) levels")
    }
    open.append(tree.nodes.count)
    try add(kind, mark, content: 0..<0)
    if source != nil {
      let start = byteOffset(mark.index)
      tree.places.append(.init(range: start..<start, isFlow: isFlow))
    }
  }

  /// The offset in bytes of a position in characters, which may not be before the last one
  /// requested.
  private mutating func byteOffset(_ character: Int) -> Int {
    guard let source else { return 0 }
    while known.character < character, known.byte < source.count {
      repeat {
        known.byte += 1
      } while known.byte < source.count
        && source[known.byte] & 0xC0 == 0x80
      known.character += 1
    }
    return known.byte
  }

  private mutating func add(
    _ kind: YAMLTree.Kind, _ mark: yaml_mark_t, content: Range<Int>
  ) throws(YAMLFault) {
    guard tree.nodes.count < maximumCount else {
      throw Self.fault(mark, "more than \(maximumCount) values, which is no cassette")
    }
    tree.nodes.append(
      YAMLTree.Node(
        kind: kind, line: Int32(clamping: mark.line), column: Int32(clamping: mark.column),
        end: Int32(tree.nodes.count + 1), content: content))
  }

  /// Refuses a repeated key, whose meaning differs between YAML tools.
  private func checkKeys(of mapping: Int) throws(YAMLFault) {
    var seen: Set<ArraySlice<UInt8>> = []
    for key in tree.children(mapping) {
      guard tree.isScalar(key) else { throw tree.fault(at: key, "a key must be text") }
      if !seen.insert(tree.content(key)).inserted {
        throw tree.fault(at: key, "the key “\(tree.string(key))” is there already")
      }
    }
  }

  /// The name of a tag of the core schema; nil where there is no tag.
  private static func tag(
    _ tag: UnsafeMutablePointer<yaml_char_t>?, anchor: UnsafeMutablePointer<yaml_char_t>?,
    _ mark: yaml_mark_t
  ) throws(YAMLFault) -> String? {
    if unsafe anchor != nil {
      throw fault(mark, "an anchor (&name); anchors are not allowed here")
    }
    guard let tag = unsafe tag else { return nil }
    let name = unsafe String(cString: tag)
    let known = ["str", "map", "seq", "int", "float", "bool", "null", "timestamp"].first {
      name == "tag:yaml.org,2002:" + $0
    }
    guard let known else {
      throw fault(mark, "the tag \(name); tags are not allowed here")
    }
    return known
  }

  private static func kind(_ style: yaml_scalar_style_t) -> YAMLTree.Kind {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }

  private static func fault(_ mark: yaml_mark_t, _ reason: String) -> YAMLFault {
    YAMLFault(line: Int(mark.line), column: Int(mark.column), reason: reason)
  }
}
