/// Writes a tree in the cassette's own layout: block style, two columns a level.
///
/// When a file is rewritten, this writes the parts that people wrote in another layout, so that
/// keys this version does not know are kept.
package struct YAMLTreeWriter {
  let tree: YAMLTree

  /// Creates a writer for the nodes of a tree.
  package init(tree: YAMLTree) { self.tree = tree }

  /// The text of a node as an item of `interactions`, from its `- ` to its final newline.
  package func item(_ node: Int) -> [UInt8] {
    var out: [UInt8] = []
    element(node, indent: 0, to: &out)
    return out
  }

  /// Appends a mapping's keys and values, each line at the indentation.
  ///
  /// - Parameters:
  ///   - mapping: The mapping.
  ///   - indent: The column of the keys.
  ///   - isExcepted: True for the node of a key that is left out with its value.
  ///   - out: The text.
  package func pairs(
    of mapping: Int, indent: Int, except isExcepted: (Int) -> Bool = { _ in false },
    to out: inout [UInt8]
  ) {
    for key in tree.children(mapping) where !isExcepted(key) {
      out.appendSpaces(indent)
      let name = tree.content(key)
      // A key without `? ` may not be longer than 1,024 characters (YAML 1.2 §8.2.2).
      if name.count > 500 {
        out.append(contentsOf: "? ".utf8)
        scalar(key, to: &out)
        out.append(UInt8(ascii: "\n"))
        out.appendSpaces(indent)
      } else {
        scalar(key, to: &out)
      }
      out.append(UInt8(ascii: ":"))
      value(tree.value(ofKey: key), indent: indent, to: &out)
    }
  }

  /// Appends the value of a key, which follows its colon.
  private func value(_ node: Int, indent: Int, to out: inout [UInt8]) {
    switch tree.nodes[node].kind {
    case .mapping, .sequence:
      if Int(tree.nodes[node].end) == node + 1 {
        let isMapping = tree.nodes[node].kind == .mapping
        out.append(contentsOf: isMapping ? " {}\n".utf8 : " []\n".utf8)
      } else if tree.nodes[node].kind == .mapping {
        out.append(UInt8(ascii: "\n"))
        pairs(of: node, indent: indent + 2, to: &out)
      } else {
        out.append(UInt8(ascii: "\n"))
        for child in tree.children(node) { element(child, indent: indent, to: &out) }
      }
    default:
      let content = tree.content(node)
      if LiteralBlock.canHold(content), content.contains(UInt8(ascii: "\n")) {
        out.append(UInt8(ascii: " "))
        tag(node, to: &out)
        LiteralBlock.append(content, indent: indent, to: &out)
        return
      }
      if tree.nodes[node].kind != .plain || !content.isEmpty || tree.tags[node] != nil {
        out.append(UInt8(ascii: " "))
      }
      scalar(node, to: &out)
      out.append(UInt8(ascii: "\n"))
    }
  }

  /// Appends an element of a sequence whose dash is at the indentation.
  private func element(_ node: Int, indent: Int, to out: inout [UInt8]) {
    let start = out.count
    switch tree.nodes[node].kind {
    case .mapping where tree.nodes[node].end > Int32(node + 1):
      pairs(of: node, indent: indent + 2, to: &out)
      out[start + indent] = UInt8(ascii: "-")
    case .sequence where tree.nodes[node].end > Int32(node + 1):
      for child in tree.children(node) { element(child, indent: indent + 2, to: &out) }
      out[start + indent] = UInt8(ascii: "-")
    default:
      out.appendSpaces(indent)
      out.append(contentsOf: "- ".utf8)
      if tree.isScalar(node) {
        scalar(node, to: &out)
      } else {
        out.append(contentsOf: tree.nodes[node].kind == .mapping ? "{}".utf8 : "[]".utf8)
      }
      out.append(UInt8(ascii: "\n"))
    }
  }

  /// Appends the tag of a scalar that has one, and a space.
  private func tag(_ node: Int, to out: inout [UInt8]) {
    if let tag = tree.tags[node] { out.append(contentsOf: "!!\(tag) ".utf8) }
  }

  /// Appends a scalar on one line; a plain scalar stays plain, so that a number stays a number and
  /// `~` stays null.
  private func scalar(_ node: Int, to out: inout [UInt8]) {
    tag(node, to: &out)
    let content = tree.content(node)
    if tree.nodes[node].kind == .plain, Self.mayBePlain(content) {
      out.append(contentsOf: content)
    } else {
      YAMLScalar.append(content, to: &out)
    }
  }

  /// True if what was a plain scalar may be one on a line of its own, too.
  ///
  /// In a flow collection a plain scalar may end with a colon, or be what ends a document at the
  /// start of a line (YAML 1.2 §9.1.2).
  private static func mayBePlain(_ content: ArraySlice<UInt8>) -> Bool {
    YAMLScalar.style(of: content) != .doubleQuoted && content.last != UInt8(ascii: ":")
      && !YAMLScalar.hasSeparator(content)
      && !["---", "..."].contains { content.elementsEqual($0.utf8) }
  }
}

extension YAMLScalar {
  /// True when the text contains something that would end a plain scalar.
  static func hasSeparator(_ text: some Collection<UInt8>) -> Bool {
    var previous: UInt8 = 0
    for byte in text {
      if byte == UInt8(ascii: " ") && previous == UInt8(ascii: ":") { return true }
      if byte == UInt8(ascii: "#") && previous == UInt8(ascii: " ") { return true }
      previous = byte
    }
    return false
  }
}
