/// Checks cassettes for faults of their format, for secrets and for what their project wants to know.
///
/// A check reads and changes nothing. Recordings of other tools are checked for secrets, too. It
/// learns from file to file which rules are met, and is used from one place at a time.
package final class CassetteCheck {
  private let redaction: Redaction
  private var screen: CheckScreen?
  private let decoding: @Sendable (Interaction) -> Interaction
  private var rules: RuleUse

  /// What the project wants to know.
  let project: Project

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - redaction: The rules whose secrets must not be there.
  ///   - isStandard: True when the rules are the built-in ones, so that what evidently holds none of
  ///     their secrets need not be decoded.
  ///   - project: What the project wants to know.
  ///   - rules: The rules of the project's file that are to be met in some cassette.
  ///   - decoding: Undoes the content codings of what another tool recorded.
  package init(
    _ redaction: Redaction, isStandard: Bool, project: Project = Project(),
    rules: [ProjectFile.Rule] = [],
    decoding: @escaping @Sendable (Interaction) -> Interaction = { $0 }
  ) {
    self.redaction = redaction
    self.project = project
    self.rules = RuleUse(rules)
    self.decoding = decoding
    screen = isStandard ? CheckScreen() : nil
  }

  /// What is to be said of a file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - content: The file's content.
  ///   - isNamed: True when somebody named it, so that it should be a recording of some tool.
  /// - Returns: The findings in the order of the file; nil for a file that is no cassette, was not
  ///   named and is not expected to be one.
  package func findings(path: String, content: Span<UInt8>, isNamed: Bool)
    -> [CheckFinding]?
  {
    let isClean = screen?.isClean(content) == true
    if isClean, project.isEmpty, rules.isSettled { return [] }
    var bytes: [UInt8] = []
    bytes.append(content, content.indices)
    if path.hasSuffix(Journal.path(besideCassette: "")) {
      // What was torn off is nothing a recovery would take up.
      let leftover = JournalLeftover(bytes)
      return leftover.items.isEmpty || isClean
        ? [] : cassette(path, Array(bytes[..<leftover.completeLength]), isFinished: false)
    }
    if isClean || CassetteRecognition.isCassette(bytes) {
      return cassette(path, bytes, isClean: isClean)
    }
    guard isNamed || CassettePlace.holds(path) else { return nil }
    guard let recording = try? ForeignCassette(path: path, content: bytes) else {
      return cassette(path, bytes)
    }
    return isNamed ? foreign(path, recording) : nil
  }

  /// What is to be said of the project's file, once all cassettes have been checked.
  ///
  /// - Parameter path: The file's path.
  /// - Returns: The rules that no cassette has anything for.
  package func ruleFindings(path: String) -> [CheckFinding] {
    rules.unmet.map { rule in
      CheckFinding(
        kind: .rule, severity: .warning, path: path, line: rule.word.line, column: rule.word.column,
        place: "\(rule.setting.rawValue) \(rule.word.text)",
        message: "matches nothing in the cassettes that were checked")
    }
  }

  private func cassette(
    _ path: String, _ bytes: [UInt8], isClean: Bool = false, isFinished: Bool = true
  ) -> [CheckFinding] {
    do {
      let file = try CassetteFile(path: path, content: bytes)
      let redactor = Redactor(redaction)
      var findings = isClean ? [] : try faultsAndSecrets(file, redactor)
      if isFinished {
        if !rules.isSettled { rules.look(at: file) }
        findings += projectFindings(file, redactor)
      }
      return findings.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
    } catch let error as CassetteError {
      return [Self.fault(error, item: nil)]
    } catch {
      return [
        Self.fault(CassetteError(path: path, line: 0, column: 0, reason: "\(error)"), item: nil)
      ]
    }
  }

  private func faultsAndSecrets(
    _ file: CassetteFile, _ redactor: Redactor
  ) throws -> [CheckFinding] {
    var findings: [CheckFinding] = []
    var readable: [Int] = []
    for index in 0..<file.count {
      do {
        redactor.learn(from: try file.interaction(at: index))
        readable.append(index)
      } catch let error as CassetteError {
        findings.append(Self.fault(error, item: index + 1))
      }
    }
    for index in readable {
      let leaks = SecretCheck.leaks(in: try file.interaction(at: index), redactor: redactor)
      guard !leaks.isEmpty, let item = try file.placedItems([index]).first else { continue }
      let lines = LeakLines(item: item, firstLine: file.firstLine(ofItem: index))
      for leak in leaks {
        findings.append(
          Self.secret(leak, file.path, item: index + 1, line: lines.line(of: leak)))
      }
    }
    return findings
  }

  private func foreign(_ path: String, _ recording: ForeignCassette) -> [CheckFinding] {
    let redactor = Redactor(redaction)
    let interactions = recording.interactions.map(decoding)
    for interaction in interactions { redactor.learn(from: interaction) }
    return interactions.enumerated().flatMap { index, interaction in
      SecretCheck.leaks(in: interaction, redactor: redactor).map {
        Self.secret($0, path, item: index + 1, line: nil)
      }
    }
  }

  private static func fault(_ error: CassetteError, item: Int?) -> CheckFinding {
    CheckFinding(
      kind: .format, path: error.path, line: error.line == 0 ? nil : error.line,
      column: error.line == 0 ? nil : error.column, item: item, place: "", message: error.reason)
  }

  private static func secret(_ leak: SecretCheck.Leak, _ path: String, item: Int, line: Int?)
    -> CheckFinding
  {
    CheckFinding(
      kind: .secret, path: path, line: line, column: nil, item: item, place: leak.place,
      message: leak.message)
  }
}

/// Finds the lines in which the leaks of an item stand.
struct LeakLines {
  /// The item.
  let item: PlacedItem
  /// The line in which the text that was parsed begins, counted from 1.
  let firstLine: Int

  private var tree: YAMLTree { item.tree }

  /// The line of a leak, counted from 1; that of the item when it stands nowhere as it is.
  func line(of leak: SecretCheck.Leak) -> Int {
    let root = item.node
    switch leak.part {
    case .url: return line(RequestKey.url, in: tree.value(ItemKey.request, in: root), leak)
    case .reason: return line(ResponseKey.status, in: tree.value(ItemKey.response, in: root), leak)
    case .message: return line(ErrorKey.message, in: tree.value(ItemKey.error, in: root), leak)
    case .body(let isResponse):
      return line(ResponseKey.body, in: message(isResponse), leak)
    case .headers(let isResponse, let isTrailer, let index):
      let key: ResponseKey = isTrailer ? .trailers : .headers
      let section = message(isResponse).flatMap { tree.value(key, in: $0) }
      let values = section.map(values) ?? []
      return index < values.count ? line(values[index], leak) : line(root)
    }
  }

  /// Request or response, whose keys for sections and body are the same.
  private func message(_ isResponse: Bool) -> Int? {
    tree.value(isResponse ? ItemKey.response : .request, in: item.node)
  }

  private func values(of section: Int) -> [Int] {
    tree.children(section).flatMap { key in
      let value = tree.value(ofKey: key)
      return tree.nodes[value].kind == .sequence ? Array(tree.children(value)) : [value]
    }
  }

  private func line(_ node: Int) -> Int { Int(tree.nodes[node].line) + firstLine }

  private func line(_ key: some CassetteKeys, in mapping: Int?, _ leak: SecretCheck.Leak) -> Int {
    guard let mapping, let value = tree.value(key, in: mapping) else { return line(item.node) }
    return line(value, leak)
  }

  /// The line within a node where the value stands as it is, else the node's.
  private func line(_ node: Int, _ leak: SecretCheck.Leak) -> Int {
    for scalar in node..<Int(tree.nodes[node].end) where tree.isScalar(scalar) {
      let content = Array(tree.content(scalar))
      guard let offset = Self.offset(of: leak.value, in: content) else { continue }
      guard tree.nodes[scalar].kind == .literal else { return line(scalar) }
      return line(scalar) + 1 + content[..<offset].count { $0 == UInt8(ascii: "\n") }
    }
    return line(node)
  }

  private static func offset(of value: [UInt8], in text: [UInt8]) -> Int? {
    // A beginning of that length tells values apart, and keeps the search linear.
    let wanted = value.prefix(32)
    guard let first = wanted.first, wanted.count <= text.count else { return nil }
    return (0...(text.count - wanted.count)).first { index in
      text[index] == first && text[index..<index + wanted.count] == wanted
    }
  }
}

extension CassetteFile {
  /// The line, counted from 1, in which the text begins that a placed item was parsed from.
  fileprivate func firstLine(ofItem index: Int) -> Int {
    range(ofItem: index) == nil ? 1 : position(ofItem: index)
  }
}
