/// A diff as Markdown for a comment on a pull request.
///
/// What a cassette holds stands in `<code>` or in fenced blocks alone, so that no markup, mention or
/// reference in it comes to life. A comment that would be over GitHub's limit loses details first
/// and then interactions, and says so.
package enum DiffMarkdown {
  /// GitHub takes 65,536 characters; bytes are counted here, with room for what stands around it.
  static let sizeLimit = 64_000

  /// The comment.
  package static func text(_ diffs: [CassetteDiff]) -> String {
    let shown = diffs.filter { !$0.isEmpty }
    var text = "**Cassettes: \(DiffWords.counts(shown))**"
    if shown.count > 1 { text += " in \(shown.count) cassettes" }
    text += "\n"
    if let words = DiffWords.volatileOnly(diffs) { text += "\n_\(words)._\n" }
    // Every summary has its place before any detail.
    var room = sizeLimit - text.utf8.count - 400
    var parts: [(heading: String, changes: [(summary: String, detail: String)])] = []
    var left = 0
    for diff in shown {
      let heading = heading(diff)
      guard heading.utf8.count <= room else {
        left += max(1, diff.changes.count)
        continue
      }
      room -= heading.utf8.count
      var changes: [(summary: String, detail: String)] = []
      for change in diff.changes {
        let summary = summary(change)
        guard summary.utf8.count + 32 <= room else {
          left += 1
          continue
        }
        room -= summary.utf8.count + 32
        changes.append((summary, detail(change)))
      }
      parts.append((heading, changes))
    }
    var withoutDetails = 0
    for part in parts {
      text += part.heading
      for change in part.changes {
        guard !change.detail.isEmpty, change.detail.utf8.count <= room else {
          if !change.detail.isEmpty { withoutDetails += 1 }
          text += "- \(change.summary)\n"
          continue
        }
        room -= change.detail.utf8.count
        text += "<details><summary>\(change.summary)</summary>\n\n\(change.detail)\n</details>\n\n"
      }
    }
    if withoutDetails + left > 0 {
      text += "\n_Left out to stay below the limit of a comment: "
      let words = [
        withoutDetails > 0 ? "the details of \(withoutDetails) interactions" : nil,
        left > 0 ? "\(left) interactions" : nil,
      ]
      text += words.compactMap { $0 }.joined(separator: ", ") + "._\n"
    }
    return text
  }

  private static func heading(_ diff: CassetteDiff) -> String {
    "\n#### <code>\(html(cut(DiffWords.name(diff), 300)))</code> \(DiffWords.counts([diff]))\n\n"
  }

  /// One line of HTML, which Markdown takes as it is.
  private static func summary(_ change: InteractionChange) -> String {
    var words = "<b>\(change.kind.rawValue)</b> <code>\(html(DiffWords.numbers(change)))</code> "
    words += "<code>\(html(cut(DiffWords.request(change), 200)))</code> "
    words += "<code>\(html(cut(DiffWords.outcome(change), 80)))</code>"
    if change.isMoved, change.kind == .changed { words += " and moved" }
    return words
  }

  /// The differences in a fenced block that nothing in it can close.
  private static func detail(_ change: InteractionChange) -> String {
    guard !change.differences.isEmpty else { return "" }
    var lines: [String] = []
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
        lines.append("@@ \(label) @@ \(DiffWords.value(difference))")
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
    let fence = String(repeating: "`", count: max(3, longestRun(in: lines) + 1))
    return "\(fence)diff\n\(lines.joined(separator: "\n"))\n\(fence)\n"
  }

  private static func longestRun(in lines: [String]) -> Int {
    var longest = 0
    for line in lines {
      var run = 0
      for byte in line.utf8 {
        run = byte == UInt8(ascii: "`") ? run + 1 : 0
        longest = max(longest, run)
      }
    }
    return longest
  }

  private static func cut(_ text: String, _ width: Int) -> String {
    text.count <= width ? text : text.prefix(width) + "…"
  }

  /// Text within an element, its characters that Markdown or HTML would act upon as references.
  private static func html(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&", "<", ">", "\"", "'", "`", "*", "_", "[", "]", "\\", "@", "#", "~", "|", "!", ":":
        out += "&#\(scalar.value);"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
