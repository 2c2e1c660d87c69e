#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif
internal import CBytes

/// Parses an item in the form that `CassetteWriter` writes, many times faster than libyaml.
///
/// It supports a subset: block mappings and sequences, one-line scalars, literal blocks. Anything
/// else is left to libyaml. Within the subset the result is exactly libyaml's tree, places
/// included; a test compares the two on mutated cassettes.
package enum CanonicalItemParser {
  private static let newline = UInt8(ascii: "\n")

  /// The tree of an item, as a sequence of one; nil when the item is not in the subset.
  package static func parse(_ bytes: [UInt8], _ range: Range<Int>) -> YAMLTree? {
    let item = bytes[range]
    guard item.last == newline, hasOnlyPlainCharacters(item) else { return nil }
    var found = unsafe vcr_item()
    defer { unsafe free(found.nodes) }
    var isUsual = false
    let text = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { text, count in
      unsafe item.withUnsafeBufferPointer { item in
        unsafe isUsual =
          vcr_parse_item(item.baseAddress, item.count, text.baseAddress, text.count, &found) != 0
      }
      unsafe count = found.text_count
    }
    return isUsual ? unsafe YAMLTree(nodes(of: found), text: text) : nil
  }

  private static func nodes(of item: vcr_item) -> [YAMLTree.Node] {
    unsafe [YAMLTree.Node](unsafeUninitializedCapacity: item.count) { nodes, count in
      guard let first = nodes.baseAddress, let found = unsafe item.nodes else { return }
      while unsafe count < item.count {
        let node = unsafe found[count]
        unsafe (first + count).initialize(
          to: YAMLTree.Node(
            kind: YAMLTree.Kind(rawValue: node.kind) ?? .plain, line: node.line,
            column: node.column, end: node.end,
            content: Range(uncheckedBounds: (Int(node.content_start), Int(node.content_end)))))
        count += 1
      }
    }
  }

  /// True when every character is literal: no control character but tab and line feed, no YAML 1.1
  /// line break but the line feed, valid UTF-8.
  private static func hasOnlyPlainCharacters(_ item: ArraySlice<UInt8>) -> Bool {
    if item.isPlainASCII { return true }
    var safety = TextSafety()
    for byte in item where byte != newline && byte != 0x09 {
      if safety.needsEscape(byte) { return false }
    }
    return String(validating: item, as: UTF8.self) != nil
  }
}
