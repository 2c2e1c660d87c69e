import VCRCore

/// A diff as text for a terminal, in the colours of git.
package struct DiffText: Sendable {
  private let usesColor: Bool

  /// The largest width of the column of names.
  private static let labelWidth = 32

  /// The most added interactions of which the beginning is shown.
  private static let describedLimit = 100

  /// Creates the renderer.
  ///
  /// - Parameter color: True to colour the text with the sequences of ECMA-48.
  package init(color: Bool) { usesColor = color }

  /// The text of all diffs, below the changes of rules; empty when nothing changed.
  package func text(_ diffs: [CassetteDiff], rules: [RulesChange] = []) -> String {
    var text = self.text(of: rules)
    var described = 0
    for diff in diffs where !diff.isEmpty {
      if !text.isEmpty { text += "\n" }
      text += styled(DiffWords.name(diff), .heading) + ": " + DiffWords.counts([diff]) + "\n"
      text += diff.digests.map { "    \($0)\n" }.joined()
      for folded in FoldedChange.folded(diff) {
        append(folded.change, differences: usesColor ? nil : folded.differences, to: &text)
        if let words = folded.words { text += "    " + styled(words, .faint) + "\n" }
        guard folded.change.kind == .added, described < diff.limits.most(Self.describedLimit),
          let new = folded.change.new
        else { continue }
        described += 1
        for line in MessageLines.beginning(of: new, diff.limits, schema: diff.schema) {
          text += "    \(PrintableText.line(line))\n"
        }
      }
    }
    if !text.isEmpty {
      for note in notes(diffs) { text += styled("(\(note))", .faint) + "\n" }
    }
    return text
  }

  /// Returns the changes in the rules; empty when there are none.
  private func text(of rules: [RulesChange]) -> String {
    var text = ""
    for change in rules {
      text += styled(change.heading, .changed) + "\n"
      let width = change.settings.map(\.key.count).max() ?? 0
      for setting in change.settings {
        let padding = String(repeating: " ", count: width - setting.key.count)
        text += "    \(setting.key)\(padding)  \(RulesChange.words(setting))\n"
      }
    }
    return text
  }

  /// The notes on interactions that differ only in volatile parts, on cassettes of which only the
  /// text changed, and on comments.
  package func notes(_ diffs: [CassetteDiff]) -> [String] {
    [
      DiffWords.volatileOnly(diffs).map { $0 + "; --show-volatile shows how" },
      DiffWords.rewritten(diffs), DiffWords.shortened(diffs),
    ].compactMap(\.self) + DiffWords.remarks(diffs, \.unread)
  }

  /// A line for each cassette, and one for all of them.
  package func summary(_ diffs: [CassetteDiff], rules: [RulesChange] = []) -> String {
    let shown = diffs.filter { !$0.isEmpty }
    let width = shown.map { DiffWords.name($0).count }.max() ?? 0
    var text = self.text(of: rules)
    for diff in shown {
      let name = DiffWords.name(diff)
      let padding = String(repeating: " ", count: width - name.count)
      text += " \(name)\(padding) | \(DiffWords.counts([diff]))\n"
    }
    guard !shown.isEmpty else { return text }
    return text + " \(Quantity.of(shown.count, "cassette")): " + DiffWords.counts(shown) + "\n"
  }

  private func append(
    _ change: InteractionChange, differences: String?, to text: inout String
  ) {
    let heading = [
      DiffWords.mark(change.kind), DiffWords.numbers(change), DiffWords.request(change),
      " " + DiffWords.outcome(change),
    ]
    var line = heading.joined(separator: " ")
    if change.isMoved, change.kind == .changed { line += "  (moved)" }
    text += styled(line, Self.style(change.kind)) + "\n"
    text += differences ?? self.differences(of: change)
    if let words = DiffWords.hidden(change) {
      text += "    " + styled("(\(words))", .faint) + "\n"
    }
  }

  /// The differences of a change, indented.
  package func differences(of change: InteractionChange) -> String {
    var text = ""
    let width = min(
      Self.labelWidth, change.differences.map { DiffWords.label($0).count }.max() ?? 0)
    for difference in change.differences { append(difference, width: width, to: &text) }
    return text
  }

  private func append(_ difference: MessageDifference, width: Int, to text: inout String) {
    let label = DiffWords.label(difference)
    let value = DiffWords.value(difference)
    let padding = String(repeating: " ", count: max(0, width - label.count))
    text += "    " + label
    if !value.isEmpty { text += padding + "  " + coloured(difference, value) }
    text += "\n"
    for hunk in difference.hunks {
      text += "      " + styled(DiffWords.heading(hunk), .hunk) + "\n"
      for line in hunk.lines {
        switch line {
        case .same(let line): text += "       " + PrintableText.line(line) + "\n"
        case .removed(let line):
          text += "      " + styled("-" + PrintableText.line(line), .removed) + "\n"
        case .added(let line):
          text += "      " + styled("+" + PrintableText.line(line), .added) + "\n"
        }
      }
    }
  }

  private func coloured(_ difference: MessageDifference, _ value: String) -> String {
    switch difference.kind {
    case .added: return styled(value, .added)
    case .removed: return styled(value, .removed)
    case .moved: return value
    case .changed:
      guard usesColor, difference.count == 1, difference.volatility == nil,
        let old = difference.old, let new = difference.new
      else { return value }
      return styled(PrintableText.line(old), .removed) + " → "
        + styled(PrintableText.line(new), .added)
    }
  }

  // MARK: - Colour

  private enum Style: String {
    case heading = "1"
    case added = "32"
    case removed = "31"
    case changed = "33"
    case hunk = "36"
    case faint = "2"
  }

  private static func style(_ kind: InteractionChange.Kind) -> Style {
    switch kind {
    case .added: .added
    case .removed: .removed
    case .changed: .changed
    case .moved: .hunk
    }
  }

  private func styled(_ text: String, _ style: Style) -> String {
    usesColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
