/// Makes typed settings of the tree of a `.vcr.yaml`.
struct ProjectFileReader {
  let tree: YAMLTree

  /// Reads all settings.
  ///
  /// - Throws: `YAMLFault` for the first that means nothing.
  func read(into file: inout ProjectFile) throws(YAMLFault) {
    guard !tree.nodes.isEmpty, !tree.isNothing(YAMLTree.root) else { return }
    guard tree.nodes[YAMLTree.root].kind == .mapping else {
      throw tree.fault(
        at: YAMLTree.root, "this is to be settings, such as “redact: X-Customer”; \(Self.keys)")
    }
    for node in tree.children(YAMLTree.root) {
      let name = tree.string(node)
      guard let row = SettingTable.rows.first(where: { $0.isNamed(name) }) else {
        throw unknown(name, at: node)
      }
      guard file.values[row.key] == nil else {
        throw tree.fault(at: node, "“\(row.key)” is there already, by another spelling")
      }
      try read(row, tree.value(ofKey: node), into: &file)
    }
  }

  private func read(
    _ row: SettingRow, _ node: Int, into file: inout ProjectFile
  ) throws(YAMLFault) {
    if case .flag = row.form {
      let isOn = try flag(row, node)
      file.values[row.key] = [isOn]
      file.words[row.key] = ["\(isOn)"]
      return
    }
    let words = try words(row, node)
    var values: [any Sendable] = []
    for word in words {
      do {
        values.append(try row.read(row.isPath ? file.resolved(word.text) : word.text))
      } catch {
        // An error that does not repeat the word begins with a verb.
        let subject = (error as? SettingError).map { $0.word == nil } == true ? row.key + " " : ""
        throw YAMLFault(
          line: word.line - 1, column: word.column - 1, reason: "\(subject)\(error)")
      }
    }
    file.values[row.key] = values
    file.words[row.key] = words.map(\.text)
    if let setting = ProjectFile.Rule.Setting(rawValue: row.key) {
      file.rules += words.map { ProjectFile.Rule(setting: setting, word: $0) }
    }
  }

  private static let keys =
    "the settings are \(SettingTable.rows.map(\.key).joined(separator: ", "))"

  private func unknown(_ name: String, at node: Int) -> YAMLFault {
    let key = SettingRow.underscored(name)
    if SettingTable.redactionNames.contains(key) {
      return tree.fault(at: node, "“\(name)” is no setting: \(SettingTable.redactionWords)")
    }
    if let hint = NearestWord.of(key, in: SettingTable.rows.map(\.key)) {
      return tree.fault(at: node, "“\(name)” is no setting; the nearest is “\(hint)”; \(Self.keys)")
    }
    return tree.fault(at: node, "“\(name)” is no setting; \(Self.keys)")
  }

  // MARK: - Words

  private func words(_ row: SettingRow, _ node: Int) throws(YAMLFault) -> [ProjectFile.Word] {
    switch row.form {
    case .flag, .word: [try word(row, node)]
    case .parts:
      // A flow list splits “headers(A, B)” at its comma, so the parts are put together again.
      [word(try list(row, node).map(\.text).joined(separator: ","), at: node)]
    case .list: try list(row, node)
    case .words(let separated):
      try list(row, node).flatMap { whole in
        separated(whole.text).map {
          ProjectFile.Word(text: $0, line: whole.line, column: whole.column)
        }
      }
    }
  }

  private func word(_ row: SettingRow, _ node: Int) throws(YAMLFault) -> ProjectFile.Word {
    guard tree.isScalar(node), !tree.isNothing(node), !tree.content(node).isEmpty else {
      throw tree.fault(at: node, "\(row.key) takes one word")
    }
    return word(tree.string(node), at: node)
  }

  private func flag(_ row: SettingRow, _ node: Int) throws(YAMLFault) -> Bool {
    let word = tree.isScalar(node) ? tree.string(node).lowercased() : ""
    if SettingTable.onWords.contains(word) { return true }
    guard SettingTable.offWords.contains(word) else {
      throw tree.fault(at: node, "\(row.key) is true or false")
    }
    return false
  }

  /// One value, or a list of them; nothing is an empty list.
  private func list(_ row: SettingRow, _ node: Int) throws(YAMLFault) -> [ProjectFile.Word] {
    if tree.isNothing(node) { return [] }
    let elements = tree.nodes[node].kind == .sequence ? Array(tree.children(node)) : [node]
    var words: [ProjectFile.Word] = []
    for element in elements {
      guard tree.isScalar(element), !tree.isNothing(element), !tree.content(element).isEmpty else {
        throw tree.fault(at: element, "\(row.key) takes a word or a list of words")
      }
      words.append(word(tree.string(element), at: element))
    }
    return words
  }

  private func word(_ text: String, at node: Int) -> ProjectFile.Word {
    ProjectFile.Word(
      text: text, line: Int(tree.nodes[node].line) + 1, column: Int(tree.nodes[node].column) + 1)
  }
}
