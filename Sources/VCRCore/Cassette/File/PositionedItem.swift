/// An item with the places of its nodes, so that its text can be changed in place.
package struct PositionedItem {
  /// The tree of the item, or of the whole file.
  package let tree: YAMLTree
  /// The item's node.
  package let node: Int
  /// The offset in the file of the text that was parsed.
  package let offset: Int
}
