import VCRCore

/// A diff as Markdown for a comment on a pull request.
///
/// The content of a cassette is put only into `<code>` or fenced blocks, so that no markup, mention
/// or reference in it takes effect. A comment that would exceed GitHub's limit omits details first,
/// then moved interactions, then others, and states so; no cassette takes the space of another.
package enum DiffMarkdown {
  /// The limit of the comment in bytes.
  ///
  /// GitHub allows 65,536 characters; the rest is for the text around it.
  static let sizeLimit = 64_000

  /// The largest size in bytes of the list of problems.
  private static let problemLimit = 16_000

  /// The largest size in bytes of what is said of rules.
  private static let ruleLimit = 16_000

  /// The comment.
  ///
  /// - Parameters:
  ///   - diffs: The cassettes that were compared.
  ///   - problems: The parts that could not be compared or checked.
  ///   - rules: The changes of rules.
  ///   - remarks: Further lines to print.
  /// - Returns: The Markdown, with a line feed at its end.
  package static func text(
    _ diffs: [CassetteDiff], problems: [DiffProblem] = [], rules: [RulesChange] = [],
    remarks: [String] = []
  ) -> String {
    let shown = diffs.filter { !$0.isEmpty }
    var text = "**Cassettes: \(DiffWords.counts(shown))**"
    if !rules.isEmpty { text += "; **the rules changed**" }
    if shown.count > 1 { text += " in \(shown.count) cassettes" }
    if !problems.isEmpty { text += "; **\(DiffProblem.count(problems))**" }
    text += "\n"
    let notes = [
      DiffWords.volatileOnly(diffs), DiffWords.rewritten(diffs), DiffWords.shortened(diffs),
    ]
    for words in notes.compactMap(\.self) {
      text += "\n_\(words)._\n"
    }
    text += list(remarks: DiffWords.remarks(diffs, \.remarks))
    text += list(remarks: remarks) + list(problems) + list(rules)
    var sections = shown.map(Section.init)
    Section.fill(&sections, room: sizeLimit - text.utf8.count - 200)
    text += sections.map(\.text).joined()
    let brief = sections.reduce(0) { $0 + $1.briefCount }
    let left = sections.reduce(0) { $0 + $1.restCount }
    if brief + left > 0 {
      let words = [
        brief > 0 ? "the details of \(Quantity.of(brief, "interaction"))" : nil,
        left > 0 ? Quantity.of(left, brief > 0 ? "other interaction" : "interaction") : nil,
      ]
      text += "\n_Left out to stay below the limit of a comment: "
      text += words.compactMap { $0 }.joined(separator: " and all of ") + "._\n"
    }
    return text
  }

  /// The changes of rules, one setting per line.
  private static func list(_ rules: [RulesChange]) -> String {
    var text = ""
    for (index, change) in rules.enumerated() {
      var part = "\n**Rules** <code>\(MarkupText.markdown(cut(change.heading, 400)))</code>\n\n"
      for setting in change.settings {
        let words = MarkupText.markdown(RulesChange.words(setting, below: 1000))
        part += "- <code>\(MarkupText.markdown(setting.key))</code> <code>\(words)</code>\n"
      }
      guard text.utf8.count + part.utf8.count <= ruleLimit else {
        return text + "\n… and the rules of \(Quantity.of(rules.count - index, "more file"))\n"
      }
      text += part
    }
    return text
  }

  /// Remarks, such as what changed in comments and unknown keys, one per line.
  private static func list(remarks lines: [String]) -> String {
    list(lines, below: ruleLimit) { "<code>\(MarkupText.markdown(cut($0, 400)))</code>" }
  }

  /// The problems, one per line.
  private static func list(_ problems: [DiffProblem]) -> String {
    list(problems, below: problemLimit) { problem in
      let place = MarkupText.markdown(cut(PrintableText.line(problem.place), 300))
      let reason = MarkupText.markdown(cut(PrintableText.line(problem.reason), 400))
      return "not \(problem.kind.verb): <code>\(place)</code>: <code>\(reason)</code>"
    }
  }

  /// A list of as many items as have room.
  private static func list<Item>(
    _ items: [Item], below limit: Int, _ words: (Item) -> String
  ) -> String {
    var text = items.isEmpty ? "" : "\n"
    for (index, item) in items.enumerated() {
      let line = "- \(words(item))\n"
      guard text.utf8.count + line.utf8.count <= limit else {
        return text + "- … and \(items.count - index) more\n"
      }
      text += line
    }
    return text
  }

  /// The name of a cassette with the numbers of its changes.
  static func heading(_ diff: CassetteDiff) -> String {
    let name = MarkupText.markdown(cut(DiffWords.name(diff), 300))
    return "\n#### <code>\(name)</code> \(DiffWords.counts([diff]))\n\n"
  }

  /// One line of HTML, which Markdown allows.
  static func summary(_ folded: FoldedChange) -> String {
    let change = folded.change
    let numbers = MarkupText.markdown(DiffWords.numbers(change))
    var words = "<b>\(change.kind.rawValue)</b> <code>\(numbers)</code> "
    words += "<code>\(MarkupText.markdown(cut(DiffWords.request(change), requestWidth)))</code> "
    words += "<code>\(MarkupText.markdown(cut(DiffWords.outcome(change), outcomeWidth)))</code>"
    if change.isMoved, change.kind == .changed { words += " and moved" }
    if let others = folded.words { words += ", \(MarkupText.markdown(others))" }
    return words
  }

  /// The largest number of characters of a request, and of an outcome, in the line of a change.
  private static let (requestWidth, outcomeWidth) = (200, 80)

  /// The largest number of characters of either in the details.
  private static let detailWidth = 4_000

  /// True when the details say more than the line of a change.
  static func hasDetail(_ change: InteractionChange) -> Bool {
    !change.differences.isEmpty || !uncut(change).isEmpty
  }

  /// Returns the parts that the line of a change cuts off, whole: an interaction that came or went
  /// may differ from another one at the very end of its URL.
  private static func uncut(_ change: InteractionChange) -> [String] {
    [(DiffWords.request(change), requestWidth), (DiffWords.outcome(change), outcomeWidth)]
      .filter { $0.0.count > $0.1 }.map { cut($0.0, detailWidth) }
  }

  /// The differences, or of an added interaction what was recorded, in a fenced block whose fence
  /// occurs nowhere in them.
  static func detail(
    _ change: InteractionChange, _ limits: DiffLimits, _ schema: ProtoSchema?
  ) -> String {
    guard !change.differences.isEmpty else {
      let new = change.kind == .added ? change.new : nil
      return fenced(
        uncut(change)
          + (new.map { MessageLines.beginning(of: $0, limits, schema: schema) } ?? [])
          .map(PrintableText.line), "")
    }
    var lines = uncut(change).map { "# " + $0 }
    for difference in change.differences {
      let label = DiffWords.label(difference)
      let (old, new) = (
        difference.old.map(PrintableText.line), difference.new.map(PrintableText.line)
      )
      var places = difference.count > 1 ? " (\(difference.count) places)" : ""
      if let reason = difference.volatility { places += " (volatile: \(reason.rawValue))" }
      if difference.hunks.isEmpty, difference.kind != .moved, old != nil || new != nil {
        lines.append("@@ \(label)\(places) @@")
        if let old { lines.append("- \(old)") }
        if let new { lines.append("+ \(new)") }
      } else {
        let value = DiffWords.value(difference)
        lines.append("@@ \(label) @@" + (value.isEmpty ? "" : " \(value)"))
      }
      for hunk in difference.hunks {
        lines.append(DiffWords.heading(hunk))
        for line in hunk.lines {
          switch line {
          case .same(let text): lines.append("  " + PrintableText.line(text))
          case .removed(let text): lines.append("- " + PrintableText.line(text))
          case .added(let text): lines.append("+ " + PrintableText.line(text))
          }
        }
      }
    }
    if let words = DiffWords.hidden(change) { lines.append("# " + words) }
    return fenced(lines, "diff")
  }

  private static func fenced(_ lines: [String], _ language: String) -> String {
    guard !lines.isEmpty else { return "" }
    return MarkupText.fenced(lines.joined(separator: "\n"), language)
  }

  private static func cut(_ text: String, _ width: Int) -> String {
    text.count <= width ? text : text.prefix(width) + "…"
  }
}
