import VCRCore

/// Puts a text that names the file in the place of each body that is kept in one.
///
/// A diff of two revisions has the cassettes alone, not the files beside them; those are named by
/// their content, so that another content has another name.
enum SideFileNames {
  /// The content of a cassette that needs no files beside it to be read.
  ///
  /// - Parameters:
  ///   - content: The file's content.
  ///   - path: The cassette's path, for messages.
  /// - Returns: The content with `text:` for `file:`; the same where nothing is kept in a file.
  /// - Throws: `CassetteError` when an item cannot be read.
  static func replacing(in content: [UInt8], path: String) throws -> [UInt8] {
    guard String(decoding: content, as: UTF8.self).contains("file:") else { return content }
    // What is read beside it does not matter, since no body is decoded here.
    let file = try CassetteFile(path: path, content: content) { _ in [] }
    var indices: [Int] = []
    for index in 0..<file.count {
      let (tree, node) = try file.node(ofItem: index)
      if !references(tree, node).isEmpty { indices.append(index) }
    }
    var changes: [Replacements.Item] = []
    for item in try file.placedItems(indices) {
      for key in references(item.tree, item.node) {
        let value = item.tree.value(ofKey: key)
        var words: [UInt8] = []
        YAMLScalar.append("(in the file \(item.tree.string(value)))".utf8, to: &words)
        for (node, text) in [(key, Array(BodyKey.text.rawValue.utf8)), (value, words)] {
          let range = item.tree.places[node].range
          changes.append(
            .init(
              range: range.lowerBound + item.offset..<range.upperBound + item.offset, bytes: text))
        }
      }
    }
    return changes.isEmpty ? content : changes.applied(to: content)
  }

  /// The keys `file` of an item's bodies and of the parts of them.
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
