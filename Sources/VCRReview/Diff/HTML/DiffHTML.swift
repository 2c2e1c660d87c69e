import VCRCore

/// A diff as one self-contained HTML page, for a build's artefacts or to send to somebody.
///
/// Without scripts the page shows everything; with scripts it can be filtered, searched and read
/// with the keyboard. It loads nothing, and the content of a cassette is only text in it, never
/// markup.
package enum DiffHTML {
  /// The size in bytes above which messages are no longer shown side by side, only their
  /// differences.
  static let sizeLimit = 16 << 20

  /// The most bytes of HTML that all pictures of a page have together.
  static let pictureLimit = 16 << 20

  /// The room that a page has used so far.
  struct Room {
    /// The number of changes whose messages are omitted.
    var cut = 0
    /// The bytes of HTML of its pictures.
    var pictures = 0
  }

  /// The page.
  ///
  /// - Parameters:
  ///   - diffs: The cassettes that were compared; those without changes are not shown.
  ///   - problems: The parts that could not be compared or checked.
  ///   - rules: The changes of rules.
  ///   - remarks: Further lines to print.
  /// - Returns: A whole document.
  package static func page(
    _ diffs: [CassetteDiff], problems: [DiffProblem] = [], rules: [RulesChange] = [],
    remarks: [String] = []
  ) -> String {
    let shown = diffs.filter { !$0.isEmpty }
    var changes = DeferredList()
    var room = Room()
    let folded = shown.map(FoldedChange.folded)
    for (index, diff) in shown.enumerated() {
      append(diff, folded[index], number: index + 1, to: &changes, room: &room)
    }
    let columns = shown.isEmpty ? "" : " class=\"columns\""
    return HTMLPage(
      title: title(shown, problems, rules), style: style, script: script, bar: controls(shown),
      content: """
        <div\(columns)>
        \(shown.isEmpty ? "" : contents(shown, folded))
        <main id="main" tabindex="-1">
        \(list(problems))\(list(rules))\(notes(diffs, problems, remarks, cut: room.cut))\(changes.html())\(HTMLPage.nothing)
        </main>
        </div>
        """,
      keys: [
        ("<kbd>u</kbd>", "one column or two"),
        ("<kbd>1</kbd> … <kbd>4</kbd>", "show or hide added, removed, changed, moved"),
      ], hasPictures: room.pictures > 0
    ).document
  }

  private static func title(
    _ diffs: [CassetteDiff], _ problems: [DiffProblem], _ rules: [RulesChange]
  ) -> String {
    guard let first = diffs.first else {
      if !problems.isEmpty { return DiffProblem.count(problems) }
      return rules.isEmpty ? "No change" : "Changes in the rules alone"
    }
    let name = first.newCount == nil ? first.oldName : first.newName
    return diffs.count == 1
      ? "Changes in \(PrintableText.line(name))" : "Changes in \(diffs.count) cassettes"
  }

  // MARK: - Above the changes

  private static func controls(_ diffs: [CassetteDiff]) -> String {
    func count(_ kind: InteractionChange.Kind? = nil) -> Int {
      diffs.reduce(0) { sum, diff in
        // By their places, so that no change is copied to be counted.
        sum
          + diff.changes.indices.count { index in
            kind.map { $0 == diff.changes[index].kind } ?? true
          }
      }
    }
    let kinds = InteractionChange.Kind.allCases.enumerated().map { index, kind in
      let count = count(kind)
      return """
        <button type="button" class="kind \(kind.rawValue)" data-kind="\(kind.rawValue)" \
        aria-pressed="true" title="Show or hide (\(index + 1))"\(count == 0 ? " disabled" : "")>\
        <span class="mark" aria-hidden="true">\(mark(kind))</span> \(count) \(kind.rawValue)</button>
        """
    }.joined(separator: "\n")
    return HTMLPage.controls(
      filters: kinds,
      views: """
        <button type="button" id="layout" aria-pressed="false" title="One column or two (u)">\
        One column</button>

        """,
      count: Quantity.of(count(), "change"))
  }

  private static func contents(_ diffs: [CassetteDiff], _ folded: [[FoldedChange]]) -> String {
    var list = DeferredList()
    for (index, diff) in diffs.enumerated() {
      list.begin(
        .init(
          start: "<p class=\"file\">\(name(of: diff).asHTML)</p>\n<ol>\n", again: "<ol>\n",
          end: "</ol>\n"))
      for (change, folded) in folded[index].enumerated() {
        let request = folded.request.map { "\($0.method) \(shortURL($0.url))" }
        let more = folded.otherCount == 0 ? "" : " <small>×\(folded.otherCount + 1)</small>"
        list.append(height: 21) { list in
          list += """
            <li><a href=#\(id(index + 1, change + 1)) class=\(folded.kind.rawValue)>\
            \((request ?? "").asHTML)\(more)</a>

            """
        }
      }
      list.end()
    }
    return "<nav aria-label=\"Changes\">\n\(list.html())</nav>"
  }

  /// The problems, without which the page would look complete.
  private static func list(_ problems: [DiffProblem]) -> String {
    guard !problems.isEmpty else { return "" }
    let items = problems.map {
      "<li><code>\($0.place.asHTML)</code>: \($0.reason.asHTML)</li>\n"
    }
    return """
      <section class="problems" aria-label="Not compared">
      <h2>\(DiffProblem.count(problems))</h2>
      <ul>
      \(items.joined())</ul>
      </section>

      """
  }

  /// The changes of rules, which decide what counts as a change below.
  private static func list(_ rules: [RulesChange]) -> String {
    rules.map { change in
      let items = change.settings.map {
        "<li><code>\($0.key.asHTML)</code> \(RulesChange.words($0).asHTML)</li>\n"
      }
      return """
        <section class="problems" aria-label="Rules">
        <h2>\(change.heading.asHTML)</h2>
        <ul>
        \(items.joined())</ul>
        </section>

        """
    }.joined()
  }

  private static func notes(
    _ diffs: [CassetteDiff], _ problems: [DiffProblem], _ remarks: [String], cut: Int
  ) -> String {
    var notes = remarks
    if diffs.allSatisfy(\.isEmpty), problems.isEmpty || !diffs.isEmpty {
      notes.append(
        problems.isEmpty
          ? "The cassettes are the same."
          : "The other \(problems[0].kind.noun)s are the same.")
    }
    let volatile = diffs.reduce(0) { $0 + $1.volatileOnly }
    if volatile > 0 {
      notes.append(
        "\(volatile) more differ only in what changes from run to run (dates, ids, counters).")
    }
    if let words = DiffWords.rewritten(diffs) { notes.append("\(words).") }
    notes += DiffWords.remarks(diffs.filter(\.isEmpty), \.remarks)
    if cut > 0 {
      notes.append(
        "\(cut) are shown without their messages side by side, to keep the page's size.")
    }
    return notes.map { "<p class=\"note\">\($0.asHTML)</p>\n" }.joined()
  }

  // MARK: - Words

  /// The sign of a kind, for readers who cannot rely on colour.
  static func mark(_ kind: InteractionChange.Kind) -> String {
    switch kind {
    case .added: "+"
    case .removed: "−"
    case .changed: "~"
    case .moved: "↕"
    }
  }

  /// The anchor of a change; both numbers count from 1.
  static func id(_ cassette: Int, _ change: Int) -> String { "c\(cassette)-\(change)" }

  /// A cassette's name, or both when it has two.
  static func name(of diff: CassetteDiff) -> String {
    if diff.oldCount == nil { return diff.newName }
    if diff.newCount == nil { return diff.oldName }
    return diff.oldName.hasSameUTF8(as: diff.newName)
      ? diff.newName : "\(diff.oldName) → \(diff.newName)"
  }

  /// A URL without its scheme and host.
  private static func shortURL(_ url: String) -> String {
    url.withUTF8Span { text in
      let ranges = URLRanges(text)
      let short = String(decoding: url.utf8.dropFirst(ranges.path.lowerBound), as: UTF8.self)
      return short.isEmpty ? url : short
    }
  }
}
