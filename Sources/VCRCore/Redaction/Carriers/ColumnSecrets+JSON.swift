/// Tables in JSON: `{"columns": ["id", "password"], "rows": [[1, "…"]]}`, as databases return them,
/// and `[["id", "password"], [1, "…"]]`, as spreadsheets do.
extension ColumnSecrets {
  /// The values that stand under the name of a secret.
  func tables(in bytes: [UInt8]) -> Replacements {
    guard Self.mayHoldTable(bytes.view), let text = JSONText(bytes) else { return Replacements() }
    var parents: [Int] = []
    var values: [Int: [UInt8]] = [:]
    // Each list of columns costs a pass over its table.
    var lists: [Int: Int] = [:]
    for list in text.nodes.indices where text.nodes[list].kind == .array {
      guard let names = names(text, ofColumns: list) else { continue }
      if parents.isEmpty { parents = Self.parents(text) }
      guard let table = Self.table(text, of: list, parents),
        lists[table, default: 0] < Self.mostLists
      else { continue }
      lists[table, default: 0] += 1
      for row in table + 1..<Int(text.nodes[table].next)
      where row != list && text.nodes[row].kind == .array && text.nodes[parents[row]].kind == .array
      {
        let cells = text.children(of: row)
        guard cells.count == names.count else { continue }
        for (cell, name) in zip(cells, names) where text.nodes[cell].kind == .string {
          let content = text.range(of: cell).dropFirst().dropLast()
          if let name, isSecret(text.bytes.view, name, content) { values[cell] = name }
        }
      }
    }
    var found = Replacements()
    for (cell, name) in values.sorted(by: { $0.key < $1.key }) {
      found.add(
        text.range(of: cell).dropFirst().dropLast(), Placeholder.bytes(name), in: text.bytes.view)
    }
    return found
  }

  private static let mostLists = 4

  /// True for JSON in which a list begins with a list.
  private static func mayHoldTable(_ text: Span<UInt8>) -> Bool {
    let first = text.endOfSpace(from: 0)
    let bracket = UInt8(ascii: "[")
    guard first < text.count, text[first] == UInt8(ascii: "{") || text[first] == bracket else {
      return false
    }
    var index = first
    while let open = text.firstIndex(of: bracket, in: index..<text.count) {
      index = text.endOfSpace(from: open + 1)
      if index < text.count, text[index] == bracket { return true }
    }
    return false
  }

  /// The columns of a list of names, or of objects with one each; nil where none means a secret.
  private func names(_ text: JSONText, ofColumns list: Int) -> [[UInt8]?]? {
    var columns: [Range<Int>] = []
    for item in text.children(of: list) {
      var name = item
      if text.nodes[item].kind == .object {
        guard
          let member = text.children(of: item).first(where: {
            Self.namesOfNames.contains(text.name(of: $0))
          })
        else { return nil }
        name = member
      }
      guard text.nodes[name].kind == .string else { return nil }
      let column = text.range(of: name).dropFirst().dropLast()
      guard Self.isNameOfColumn(text.bytes.view, column) else { return nil }
      columns.append(column)
    }
    return columns.isEmpty ? nil : names(text.bytes.view, columns)
  }

  /// False for a value, which stands beside a name in a list of pairs.
  private static func isNameOfColumn(_ text: Span<UInt8>, _ column: Range<Int>) -> Bool {
    column.count { text[$0].isASCIIDigit } < fewestDigitsOfValue
      && column.allSatisfy {
        text[$0] >= 0x80 || text[$0] == 0x20 || ByteSet.word.contains(text[$0])
          || signsOfColumns.contains(text[$0])
      } && !TokenLikeness.isTokenLike(text, in: column)
  }

  private static let fewestDigitsOfValue = 3
  private static let signsOfColumns = ByteSet("()/#%&[]'\"\\:?*$")

  /// The members of a column that have its name.
  private static let namesOfNames = Set(
    ["name", "Name", "column_name", "columnName", "field", "label"].map { Array($0.utf8) })

  private static func parents(_ text: JSONText) -> [Int] {
    var parents = Array(repeating: 0, count: text.nodes.count)
    for parent in text.nodes.indices
    where text.nodes[parent].kind == .array || text.nodes[parent].kind == .object {
      for child in text.children(of: parent) { parents[child] = parent }
    }
    return parents
  }

  /// The structure whose rows have the columns of a list: the list that begins with it, or the
  /// object with it, perhaps in an object of its own.
  private static func table(_ text: JSONText, of list: Int, _ parents: [Int]) -> Int? {
    guard list > 0 else { return nil }
    let parent = parents[list]
    if text.nodes[parent].kind == .array { return list == parent + 1 ? parent : nil }
    let outer = parents[parent]
    return parent > 0 && text.nodes[outer].kind == .object ? outer : parent
  }
}
