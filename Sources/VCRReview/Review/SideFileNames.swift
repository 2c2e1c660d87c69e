import VCRCore

/// Replaces each body in a side file by a text with the file's name.
///
/// In a diff of two revisions only the cassettes are available, not their side files. Side files
/// are named by their content, so different content has a different name.
enum SideFileNames {
  /// The content of a cassette without references to side files.
  ///
  /// - Parameters:
  ///   - content: The file's content.
  ///   - path: The cassette's path, for messages.
  /// - Returns: The content with `text:` in place of `file:`; unchanged when there are no side
  ///   files.
  /// - Throws: `CassetteError` when an item cannot be read.
  static func replacing(in content: [UInt8], path: String) throws -> [UInt8] {
    guard String(decoding: content, as: UTF8.self).contains("file:") else { return content }
    // No body is decoded here, so the side files need not be read.
    let file = try CassetteFile(path: path, content: content) { _ in [] }
    var indices: [Int] = []
    for index in 0..<file.count {
      let (tree, node) = try file.node(ofItem: index)
      if !references(tree, node).isEmpty { indices.append(index) }
    }
    var changes: [Replacements.Item] = []
    for item in try file.placedItems(indices) {
      var editor = YAMLEditor(item, in: file.bytes)
      for key in references(item.tree, item.node) {
        let value = item.tree.value(ofKey: key)
        var words: [UInt8] = []
        YAMLScalar.append("(in the file \(item.tree.string(value)))".utf8, to: &words)
        editor.replace(key, withText: Array(BodyKey.text.rawValue.utf8))
        editor.replace(value, withText: words)
      }
      changes += editor.result ?? []
    }
    return changes.isEmpty ? content : changes.applied(to: file.bytes)
  }

  /// The keys `file` of an item's bodies and of their parts.
  private static func references(_ tree: YAMLTree, _ item: Int) -> [Int] {
    [ItemKey.request, .response].flatMap { message -> [Int] in
      guard let message = tree.value(message, in: item),
        let body = tree.value(ResponseKey.body, in: message)
      else { return [] }
      let parts = tree.value(BodyKey.multipart, in: body).map { Array(tree.children($0)) } ?? []
      return ([body] + parts).compactMap { holder in
        guard tree.nodes[holder].kind == .mapping else { return nil }
        return tree.children(holder).first { key in
          tree.key(key) == BodyKey.file && tree.isScalar(tree.value(ofKey: key))
        }
      }
    }
  }
}
