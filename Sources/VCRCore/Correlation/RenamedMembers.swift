/// Members of objects in JSON that are named by ids, which are others in another version of a text.
package enum RenamedMembers {
  /// The changes by which such members have their old names.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - old: The other version.
  ///   - olds: Gives the values that a value is known to replace.
  /// - Returns: The changes in ascending order; none in an object in which two members would then
  ///   have one name.
  package static func changes(
    of json: JSONText, like old: JSONText, _ olds: (String) -> [String]
  ) -> [Replacements.Item] {
    var items: [Replacements.Item] = []
    var pairs = [(0, 0)]
    while let (node, other) = pairs.popLast() {
      guard json.nodes[node].kind == old.nodes[other].kind else { continue }
      let (children, others) = (json.children(of: node), old.children(of: other))
      guard json.nodes[node].kind == .object else {
        pairs += zip(children, others)
        continue
      }
      let places = Dictionary(others.map { (name(of: $0, in: old), $0) }) { first, _ in first }
      let names = children.map { name(of: $0, in: json) }
      let replaced = names.map { name in olds(name).last { places[$0] != nil } ?? name }
      let areApart = Set(replaced).count == names.count
      for (index, child) in children.enumerated() {
        let name = areApart ? replaced[index] : names[index]
        if let place = places[name] { pairs.append((child, place)) }
        guard name != names[index] else { continue }
        let (start, end) = (json.nodes[child].nameStart, json.nodes[child].nameEnd)
        items.append(
          Replacements.Item(
            range: Int(start)..<Int(end), bytes: Array(JSONValue.string(name).text.utf8)))
      }
    }
    return items.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private static func name(of node: Int, in json: JSONText) -> String {
    String(decoding: json.name(of: node), as: UTF8.self)
  }
}
