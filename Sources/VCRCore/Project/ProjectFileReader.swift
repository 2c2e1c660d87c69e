/// Makes typed settings of the tree of a `.vcr.yaml`.
struct ProjectFileReader {
  /// What can be set: the long options by their names.
  enum Key: String, CaseIterable {
    case cassette
    case mode
    case match
    case upstreamCA = "upstream_ca"
    case passthrough
    case map
    case redact
    case redactJSON = "redact_json"
    case secrets
    case volatile
    case expires
    case onExpired = "on_expired"
    case report
    case repeats = "repeat"
    case requireAll = "require_all"
    case latency
    case quiet
    case verbose

    /// The key of that name, `-` and `_` alike; nil when there is none.
    init?(named name: String) {
      let name = name.replacing("-", with: "_")
      self.init(rawValue: name == "secret" ? "secrets" : name)
    }
  }

  let tree: YAMLTree

  /// Reads all settings.
  ///
  /// - Throws: `YAMLFault` for the first that means nothing.
  func read(into file: inout ProjectFile) throws(YAMLFault) {
    guard !tree.nodes.isEmpty, !isNothing(YAMLTree.root) else { return }
    guard tree.nodes[YAMLTree.root].kind == .mapping else {
      throw tree.fault(
        at: YAMLTree.root, "this is to be settings, such as “redact: X-Customer”; \(Self.keys)")
    }
    var seen: Set<Key> = []
    for node in tree.children(YAMLTree.root) {
      let name = tree.string(node)
      guard let key = Key(named: name) else { throw unknown(name, at: node) }
      guard seen.insert(key).inserted else {
        throw tree.fault(at: node, "“\(key.rawValue)” is there already, by another spelling")
      }
      try read(key, tree.value(ofKey: node), into: &file)
      try note(key, tree.value(ofKey: node), in: &file)
    }
  }

  private func read(
    _ key: Key, _ node: Int, into file: inout ProjectFile
  ) throws(YAMLFault) {
    switch key {
    case .cassette: file.cassette = try text(key, node)
    case .mode:
      let word = try text(key, node)
      file.mode = try meaning(node) { () throws(SettingError) in try RecordMode(named: word) }
    case .match: file.equivalence = try equivalence(node)
    case .upstreamCA: file.upstreamRoots = try list(key, node).map { file.resolved($0.text) }
    case .passthrough: file.passthroughHosts = try words(key, node).map(\.text)
    case .map: file.addressMap = try words(key, node)
    case .redact: file.redactionRules.names = try words(key, node).map(\.text)
    case .redactJSON: file.redactionRules.paths = try paths(node)
    case .secrets: file.redactionRules.secrets = try secrets(node)
    case .volatile: file.volatility = try volatility(node)
    case .report:
      let word = file.resolved(try text(key, node))
      file.report = try meaning(node) { () throws(SettingError) in try ReportFile(named: word) }
    case .expires:
      let word = try text(key, node)
      file.expiry = try meaning(node) { () throws(SettingError) in try Expiry(named: word) }
    case .onExpired:
      let word = try text(key, node)
      file.expiryPolicy = try meaning(node) { () throws(SettingError) in
        try ExpiryPolicy(named: word)
      }
    case .repeats: file.isRepeating = try flag(key, node)
    case .requireAll: file.requiresAll = try flag(key, node)
    case .latency:
      let word = try text(key, node)
      file.latency = try meaning(node) { () throws(SettingError) in try ReplayLatency(named: word) }
    case .quiet: file.isQuiet = try flag(key, node)
    case .verbose: file.isVerbose = try flag(key, node)
    }
  }

  /// Keeps the words that name something in cassettes, with their places.
  private func note(_ key: Key, _ node: Int, in file: inout ProjectFile) throws(YAMLFault) {
    guard let setting = ProjectFile.Rule.Setting(rawValue: key.rawValue) else { return }
    for whole in try list(key, node) {
      let isPath = setting == .redactJSON || (setting == .volatile && whole.text.hasPrefix("$"))
      for text in isPath ? [whole.text] : whole.text.commaSeparatedWords {
        let word = ProjectFile.Word(text: text, line: whole.line, column: whole.column)
        file.rules.append(ProjectFile.Rule(setting: setting, word: word))
      }
    }
  }

  private static let keys =
    "the settings are \(Key.allCases.map(\.rawValue).joined(separator: ", "))"

  private func unknown(_ name: String, at node: Int) -> YAMLFault {
    if ["redaction", "no_redaction"].contains(name.replacing("-", with: "_")) {
      return tree.fault(
        at: node,
        "“\(name)” is no setting: redaction is switched off on the command line alone, for one run "
          + "(--no-redaction)")
    }
    if let hint = NearestWord.of(
      name.replacing("-", with: "_"), in: Key.allCases.map(\.rawValue))
    {
      return tree.fault(at: node, "“\(name)” is no setting; the nearest is “\(hint)”; \(Self.keys)")
    }
    return tree.fault(at: node, "“\(name)” is no setting; \(Self.keys)")
  }

  // MARK: - Values

  /// True for a value that was left out, or written as YAML's null.
  private func isNothing(_ node: Int) -> Bool {
    tree.isNothing(node)
      || (tree.nodes[node].kind == .plain && ["~", "null"].contains(tree.string(node)))
  }

  private func text(_ key: Key, _ node: Int) throws(YAMLFault) -> String {
    guard tree.isScalar(node), !isNothing(node), !tree.content(node).isEmpty else {
      throw tree.fault(at: node, "\(key.rawValue) takes one word")
    }
    return tree.string(node)
  }

  private func flag(_ key: Key, _ node: Int) throws(YAMLFault) -> Bool {
    switch tree.isScalar(node) ? tree.string(node).lowercased() : "" {
    case "true", "yes", "on": return true
    case "false", "no", "off": return false
    default: throw tree.fault(at: node, "\(key.rawValue) is true or false")
    }
  }

  /// One value, or a list of them; nothing is an empty list.
  private func list(_ key: Key, _ node: Int) throws(YAMLFault) -> [ProjectFile.Word] {
    if isNothing(node) { return [] }
    let elements = tree.nodes[node].kind == .sequence ? Array(tree.children(node)) : [node]
    var words: [ProjectFile.Word] = []
    for element in elements {
      guard tree.isScalar(element), !isNothing(element), !tree.content(element).isEmpty else {
        throw tree.fault(at: element, "\(key.rawValue) takes a word or a list of words")
      }
      words.append(word(tree.string(element), at: element))
    }
    return words
  }

  /// The same, commas between words allowed, as in the option.
  private func words(_ key: Key, _ node: Int) throws(YAMLFault) -> [ProjectFile.Word] {
    try list(key, node).flatMap { whole in
      whole.text.commaSeparatedWords.map {
        ProjectFile.Word(text: $0, line: whole.line, column: whole.column)
      }
    }
  }

  private func word(_ text: String, at node: Int) -> ProjectFile.Word {
    ProjectFile.Word(
      text: text, line: Int(tree.nodes[node].line) + 1, column: Int(tree.nodes[node].column) + 1)
  }

  private func paths(_ node: Int) throws(YAMLFault) -> [JSONPath] {
    try list(.redactJSON, node).map { word throws(YAMLFault) in try path(word) }
  }

  private func path(_ word: ProjectFile.Word) throws(YAMLFault) -> JSONPath {
    do {
      return try JSONPath(parsing: word.text)
    } catch {
      throw YAMLFault(line: word.line - 1, column: word.column - 1, reason: "\(error)")
    }
  }

  private func volatility(_ node: Int) throws(YAMLFault) -> Volatility {
    var volatility = Volatility.standard
    for word in try list(.volatile, node) {
      do {
        volatility = volatility.adding(try Volatility(words: [word.text]))
      } catch {
        throw YAMLFault(line: word.line - 1, column: word.column - 1, reason: "\(error)")
      }
    }
    return volatility
  }

  private func secrets(_ node: Int) throws(YAMLFault) -> [String] {
    let words = try words(.secrets, node)
    for word in words {
      let isName =
        word.text.utf8.first?.isASCIIDigit == false
        && word.text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x5F }
      guard isName else {
        // The word is not quoted, as it may be the secret itself.
        throw YAMLFault(
          line: word.line - 1, column: word.column - 1,
          reason: "secrets takes the names of environment variables, such as API_TOKEN, and never "
            + "their values")
      }
    }
    return words.map(\.text)
  }

  private func equivalence(_ node: Int) throws(YAMLFault) -> RequestEquivalence {
    // A flow list splits “headers(A, B)” at its comma, so the parts are put together again.
    let words = try list(.match, node).map(\.text).joined(separator: ",")
    do {
      return try RequestEquivalence(parsing: words)
    } catch {
      throw tree.fault(at: node, "\(error)")
    }
  }

  /// What a word means; a word without meaning is a fault at its place.
  private func meaning<Value>(
    _ node: Int, _ read: () throws(SettingError) -> Value
  ) throws(YAMLFault) -> Value {
    do throws(SettingError) {
      return try read()
    } catch {
      throw tree.fault(at: node, "\(error)")
    }
  }
}

extension String {
  /// The words between commas, without blanks around them, as in options that take several.
  package var commaSeparatedWords: [String] {
    split(separator: ",").map { word in
      let end = word.lastIndex { $0 != " " && $0 != "\t" } ?? word.startIndex
      return String(word[...end].drop { $0 == " " || $0 == "\t" })
    }.filter { !$0.isEmpty }
  }
}
