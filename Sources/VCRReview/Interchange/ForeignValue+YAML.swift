private import Clibyaml
import VCRCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ForeignValue {
  /// How deep values may nest, and how many there may be: aliases can make both explode.
  private static let maximumDepth = 100
  private static let maximumCount = 5_000_000

  /// Reads one YAML document with its anchors and tags.
  ///
  /// - Throws: `YAMLFault` for what is no YAML, or explodes.
  init(yaml bytes: [UInt8]) throws(YAMLFault) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { unsafe parser.deallocate() }
    precondition(unsafe yaml_parser_initialize(parser) == 1, "out of memory")
    defer { unsafe yaml_parser_delete(parser) }
    let read = unsafe bytes.withUnsafeBufferPointer { input -> Result<ForeignValue, YAMLFault> in
      unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
      var document = unsafe yaml_document_t()
      guard unsafe yaml_parser_load(parser, &document) == 1 else {
        // libyaml returns a pointer to a static string.
        let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
        let mark = unsafe parser.pointee.problem_mark
        return .failure(
          YAMLFault(
            line: Int(mark.line), column: Int(mark.column), reason: problem ?? "not YAML"))
      }
      defer { unsafe yaml_document_delete(&document) }
      guard unsafe yaml_document_get_root_node(&document) != nil else { return .success(.nothing) }
      var count = 0
      return unsafe Self.value(1, in: &document, depth: 0, count: &count).map { .success($0) }
        ?? .failure(YAMLFault(line: 0, column: 0, reason: "too large or nested too deep"))
    }
    self = try read.get()
  }

  /// The value of a node; nil beyond the limits.
  private static func value(
    _ index: Int32, in document: inout yaml_document_t, depth: Int, count: inout Int
  ) -> ForeignValue? {
    count += 1
    guard depth < maximumDepth, count < maximumCount,
      let node = unsafe yaml_document_get_node(&document, index)
    else { return nil }
    switch unsafe node.pointee.type {
    case YAML_SCALAR_NODE:
      return unsafe scalar(node.pointee)
    case YAML_SEQUENCE_NODE:
      var elements: [ForeignValue] = []
      let items = unsafe node.pointee.data.sequence.items
      let number = unsafe items.start.distance(to: items.top)
      for offset in 0..<number {
        let index = unsafe items.start[offset]
        guard
          let element = unsafe value(index, in: &document, depth: depth + 1, count: &count)
        else { return nil }
        elements.append(element)
      }
      return .list(elements)
    case YAML_MAPPING_NODE:
      var members: [(name: String, value: ForeignValue)] = []
      let pairs = unsafe node.pointee.data.mapping.pairs
      let number = unsafe pairs.start.distance(to: pairs.top)
      for offset in 0..<number {
        let pair = unsafe pairs.start[offset]
        guard let name = unsafe value(pair.key, in: &document, depth: depth + 1, count: &count),
          let member = unsafe value(pair.value, in: &document, depth: depth + 1, count: &count)
        else { return nil }
        // Ruby writes symbols, for keys as well.
        members.append((String((name.text ?? "").trimmingPrefix(":")), member))
      }
      return .map(members)
    default: return .nothing
    }
  }

  private static func scalar(_ node: yaml_node_t) -> ForeignValue {
    let scalar = unsafe node.data.scalar
    let bytes = unsafe Array(UnsafeBufferPointer(start: scalar.value, count: scalar.length))
    let tag = unsafe node.tag.map { unsafe String(cString: $0) } ?? ""
    if tag == "tag:yaml.org,2002:binary" || tag == "!binary" {
      let text = String(decoding: bytes, as: UTF8.self)
      let decoded = Data(base64Encoded: text, options: .ignoreUnknownCharacters)
      return .scalar(decoded.map { Array($0) } ?? bytes)
    }
    let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
    if isPlain, ["", "~", "null", "Null", "NULL"].contains(where: { bytes.elementsEqual($0.utf8) })
    {
      return .nothing
    }
    return .scalar(bytes)
  }
}
