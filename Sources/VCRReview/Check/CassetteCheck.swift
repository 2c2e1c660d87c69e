package import VCRCore

/// Checks cassettes for faults of their format, for secrets, and against the project's
/// requirements.
///
/// A check changes no file. Recordings of other tools are checked for secrets, too. The check
/// remembers across files which rules were needed; it must not be used concurrently.
package final class CassetteCheck {
  private let redaction: Redaction
  private var screen: CheckScreen?
  private let decoding: @Sendable (inout Interaction) -> Void
  private let inflating: ForeignCassette.Inflating?
  private var rules: RuleUse

  /// The project's requirements.
  let project: Project

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - redaction: The rules whose secrets must not occur.
  ///   - isStandard: True when the rules are the built-in ones, so that a file that evidently holds
  ///     none of their secrets need not be decoded.
  ///   - project: The project's requirements.
  ///   - rules: The rules of the project's file, each of which some cassette should need.
  ///   - decoding: Decodes content codings that were not undone while an interaction was recorded.
  ///   - inflating: Decompresses bodies that another tool stored compressed; nil if that is not
  ///     supported.
  package init(
    _ redaction: Redaction, isStandard: Bool, project: Project = Project(),
    rules: [ProjectFile.Rule] = [],
    decoding: @escaping @Sendable (inout Interaction) -> Void = { _ in },
    inflating: ForeignCassette.Inflating? = nil
  ) {
    self.inflating = inflating
    self.redaction = redaction
    self.project = project
    self.rules = RuleUse(rules)
    self.decoding = decoding
    screen = isStandard ? CheckScreen() : nil
  }

  /// The findings of a file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - content: The file's content.
  ///   - isNamed: True when the user named the file, so that it should be a recording of some tool.
  /// - Returns: The findings in the order of the file; nil for a file that is not a cassette, was
  ///   not named and is not expected to be one.
  package func findings(path: String, content: Span<UInt8>, isNamed: Bool)
    -> [CheckFinding]?
  {
    let isClean = isClean(content)
    if isClean, isSettled { return [] }
    var bytes: [UInt8] = []
    bytes.append(content, content.indices)
    return findings(path: path, bytes: bytes, isClean: isClean, isNamed: isNamed)
  }

  /// The findings of a file that a reader has read.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - reader: The reader with the file's content, which is moved out of it if the file must be
  ///     parsed.
  ///   - isNamed: True when the user named the file.
  /// - Returns: As the other method does.
  package func findings(path: String, reader: inout FileReader, isNamed: Bool) -> [CheckFinding]? {
    let isClean = reader.withContent(isClean)
    if isClean, isSettled { return [] }
    return findings(path: path, bytes: reader.takeContent(), isClean: isClean, isNamed: isNamed)
  }

  private func isClean(_ content: Span<UInt8>) -> Bool {
    screen?.isClean(content) == true && !Self.mayBeCoded(content)
  }

  /// True when a header field may say that a body is still in a content coding: what it holds does
  /// not show in the text.
  private static func mayBeCoded(_ content: Span<UInt8>) -> Bool {
    var start = 0
    while let hyphen = content.firstIndex(of: UInt8(ascii: "-"), in: start..<content.count) {
      start = hyphen + 1
      if hyphen >= 6, content.equals("ontent", at: hyphen - 6),
        content.equals("ncoding:", at: hyphen + 2)
      {
        return true
      }
    }
    return false
  }

  /// An interaction without the content codings that were not undone while it was recorded.
  private func withoutCodings(_ interaction: Interaction) -> Interaction {
    var isCoded = interaction.request.headers["content-encoding"] != nil
    if case .response(let response) = interaction.outcome {
      isCoded = isCoded || response.headers["content-encoding"] != nil
    }
    guard isCoded else { return interaction }
    var decoded = interaction
    decoding(&decoded)
    return decoded
  }

  /// True when only faults and secrets are looked for.
  private var isSettled: Bool { project.isEmpty && rules.isSettled }

  private func findings(
    path: String, bytes: [UInt8], isClean: Bool, isNamed: Bool
  ) -> [CheckFinding]? {
    if path.hasSuffix(RecordingSuffix.journal) {
      if isClean { return [] }
      let leftover = JournalLeftover(bytes)
      let complete = Array(bytes[..<leftover.completeLength])
      // A recovery would ignore an incomplete item at the end, but its text is in the file.
      let torn = unread(
        path, UnreadText(raw: bytes[leftover.completeLength...], firstLine: complete.lines + 1),
        Redactor(redaction))
      return (leftover.items.isEmpty ? [] : cassette(path, complete, isFinished: false)) + torn
    }
    // What is not known to be a recording by its place or name shows it by its content, if at all.
    let isKnown = isNamed || FolderListing.isChecked(path)
    guard isKnown || ForeignCassette.mayHoldExchanges(bytes) else { return nil }
    if isClean || CassetteRecognition.isCassette(bytes) {
      return cassette(path, bytes, isClean: isClean)
    }
    let mustBeCassette = isNamed || CassetteLocationCheck.holds(path)
    let mayHoldForeign = mustBeCassette || CassetteLocationCheck.mayHoldForeign(path)
    guard
      mayHoldForeign
        || CassetteLocationCheck.mayShowForeign(path) && ForeignCassette.mayHoldExchanges(bytes)
    else { return nil }
    guard let recording = try? ForeignCassette(path: path, content: bytes, inflating: inflating)
    else {
      return mustBeCassette || ForeignCassette.isNamedInside(bytes) ? cassette(path, bytes) : nil
    }
    // What describes a service is no recording of it, nor is what holds none and does not say so.
    let isOne = !recording.interactions.isEmpty || ForeignCassette.isNamedInside(bytes)
    guard mayHoldForeign || isOne && !recording.isDescription else { return nil }
    return foreign(path, recording, bytes)
  }

  /// The findings of the project's file, once all cassettes have been checked.
  ///
  /// - Parameter path: The file's path.
  /// - Returns: A finding for each rule that no cassette needs.
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
    let redactor = Redactor(redaction)
    let file: CassetteFile
    do {
      file = try CassetteFile(path: path, content: bytes) {
        try SideFiles.load($0, besideCassette: path)
      }
    } catch {
      let fault =
        error as? CassetteError
        ?? CassetteError(path: path, line: 0, column: 0, reason: "\(error)")
      // A file that cannot be read as a cassette may still hold secrets in its text.
      return [Self.fault(fault, item: nil)] + unread(path, bytes, redactor)
    }
    var findings = isClean ? [] : faultsAndSecrets(file, bytes, redactor)
    if isFinished {
      if !rules.isSettled { rules.look(at: file) }
      findings += projectFindings(file, redactor)
    }
    return findings.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
  }

  private func faultsAndSecrets(
    _ file: CassetteFile, _ bytes: [UInt8], _ redactor: Redactor
  ) -> [CheckFinding] {
    var findings: [CheckFinding] = []
    var faulty: Set<Int> = []
    let leaks = SecretCheck.leaks(ofInteractions: file.count, redactor: redactor) { index in
      guard !faulty.contains(index) else { return nil }
      do {
        return withoutCodings(try file.interaction(at: index))
      } catch {
        faulty.insert(index)
        let fault =
          error as? CassetteError
          ?? CassetteError(path: file.path, line: 0, column: 0, reason: "\(error)")
        findings.append(Self.fault(fault, item: index + 1))
        return nil
      }
    }
    // The items of a file that is parsed as a whole are placed at once, as each call parses it.
    var whole: [PositionedItem]?
    func placed(_ index: Int) -> PositionedItem? {
      guard file.range(ofItem: index) == nil else { return try? file.placedItems([index]).first }
      let items = whole ?? (try? file.placedItems(Array(0..<file.count))) ?? []
      whole = items
      return index < items.count ? items[index] : nil
    }
    for (index, leaks) in leaks.enumerated() where !leaks.isEmpty {
      let firstLine = file.firstLine(ofItem: index)
      // An item is parsed again only for a value that its text does not have at one place alone.
      var lines: LeakLines?
      for leak in leaks {
        var line = file.range(ofItem: index).flatMap {
          LeakLines.line(of: leak, in: bytes, $0, firstLine: firstLine)
        }
        if line == nil {
          lines = lines ?? placed(index).map { LeakLines(item: $0, firstLine: firstLine) }
          line = lines?.line(of: leak) ?? firstLine
        }
        findings.append(Self.secret(leak, file.path, item: index + 1, line: line))
      }
    }
    UnreadText.forEach(of: file, faulty: faulty) {
      findings += unread(file.path, $0, redactor)
    }
    return findings
  }

  /// The secrets in text that belongs to no message, without those that are listed already.
  private func unread(
    _ path: String, _ text: UnreadText, _ redactor: Redactor, known: Set<[UInt8]> = []
  ) -> [CheckFinding] {
    guard !text.isEmpty else { return [] }
    return SecretCheck.leaks(in: text, redactor: redactor).compactMap { leak in
      guard !Self.isListed(leak.value, known), case .unread(let line, let item) = leak.part
      else { return nil }
      return Self.secret(leak, path, item: item, line: line)
    }
  }

  /// True for a secret that is listed, or a part or the surroundings of one.
  private static func isListed(_ value: [UInt8], _ known: Set<[UInt8]>) -> Bool {
    guard !known.isEmpty else { return false }
    let own = withoutSpelling(value)
    return known.contains(own)
      || known.contains { other in
        min(own.count, other.count) >= 8
          && (other.contains(own, in: other.indices) || own.contains(other, in: own.indices))
      }
  }

  /// The secrets in the text of a whole file.
  private func unread(
    _ path: String, _ bytes: [UInt8], _ redactor: Redactor, known: Set<[UInt8]> = []
  ) -> [CheckFinding] {
    var line = 1
    let bytes = readable(bytes)
    return UnreadText.parts(of: bytes).flatMap { part in
      defer { line += bytes[part].count { $0 == UInt8(ascii: "\n") } }
      return unread(
        path, UnreadText(raw: bytes[part], firstLine: line), redactor, known: known)
    }
  }

  /// The text of a file that is compressed, or in another encoding than UTF-8.
  private func readable(_ bytes: [UInt8]) -> [UInt8] {
    if let inflating, let packing = Packing(bytes),
      let packed = try? PackedRecording(bytes, packing, inflating: inflating)
    {
      return readable(packed.text)
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]),
      let text = try? ForeignCassette.utf8(ofUTF16: bytes)
    {
      return text
    }
    return TextRuns.masked(bytes)
  }

  private func foreign(
    _ path: String, _ recording: ForeignCassette, _ bytes: [UInt8]
  ) -> [CheckFinding] {
    let redactor = Redactor(redaction)
    var decoded = recording
    decoded.changeInteractions(decoding)
    let interactions = decoded.interactions
    let leaks = SecretCheck.leaks(ofInteractions: interactions.count, redactor: redactor) {
      interactions[$0]
    }
    var known: Set<[UInt8]> = []
    var findings: [CheckFinding] = []
    for (index, leaks) in leaks.enumerated() {
      for leak in leaks {
        known.insert(Self.withoutSpelling(leak.value))
        findings.append(Self.secret(leak, path, item: index + 1, line: nil))
      }
    }
    findings += Self.losses(of: recording, path, redactor)
    // Members that no interaction has, and comments, are in the text alone.
    return findings + unread(path, bytes, redactor, known: known)
  }

  /// A finding about the interactions that cannot be read, and one about those that are read in
  /// part.
  private static func losses(
    of recording: ForeignCassette, _ path: String, _ redactor: Redactor
  ) -> [CheckFinding] {
    let unread = recording.losses.filter { $0.kind == .interaction }
    let partial = recording.losses.filter { $0.kind != .interaction }
    let count = recording.interactions.count + unread.count
    func finding(_ words: String, _ losses: [ForeignLoss]) -> CheckFinding? {
      guard let first = losses.first else { return nil }
      return CheckFinding(
        kind: .format, path: path, place: "",
        message: "\(words) (\(redactor.redacting(text: first.description))"
          + (losses.count == 1 ? "" : ", and others")
          + "); of the text of what is not read only what "
          + "is evident was looked at")
    }
    let parts = Set(partial.compactMap(\.interaction)).count
    let subject =
      parts == 0 ? "the file" : "\(Quantity.of(parts, "interaction")) of \(count)"
    return [
      finding("\(Quantity.of(unread.count, "interaction")) of \(count) cannot be read", unread),
      finding("\(subject) \(parts > 1 ? "are" : "is") read in part", partial),
    ].compactMap { $0 }
  }

  /// The letters and digits of a secret, which are the same in every spelling of it: with a scheme
  /// or quotes, percent-encoded or escaped.
  private static func withoutSpelling(_ value: [UInt8]) -> [UInt8] {
    let credential = Credentials.afterScheme(value.view, in: value.indices)
    var text = Array(value[credential])
    if let decoded = DecodedText(text.view, .percent) { text = decoded.bytes }
    let letters = text.filter { $0.isASCIIAlphanumeric }
    return letters.count < 4 ? text : letters
  }

  private static func fault(_ error: CassetteError, item: Int?) -> CheckFinding {
    CheckFinding(
      kind: .format, path: error.path, line: error.line == 0 ? nil : error.line,
      column: error.line == 0 ? nil : error.column, item: item, place: "", message: error.reason)
  }

  private static func secret(_ leak: SecretCheck.Leak, _ path: String, item: Int?, line: Int?)
    -> CheckFinding
  {
    CheckFinding(
      kind: leak.kind, severity: leak.kind == .dummy ? .warning : .error, path: path, line: line,
      column: nil, item: item, place: leak.place, message: leak.message,
      secret: withoutSpelling(leak.value).seededHash)
  }
}

extension [UInt8] {
  /// The number of line ends in a text.
  fileprivate var lines: Int { count { $0 == UInt8(ascii: "\n") } }
}
