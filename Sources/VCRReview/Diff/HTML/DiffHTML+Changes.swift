import VCRCore

extension DiffHTML {
  /// Appends the section of a cassette.
  ///
  /// - Parameters:
  ///   - diff: The changes of the cassette.
  ///   - number: Its number on the page, counted from 1.
  ///   - page: The page so far.
  ///   - room: What the page holds so far.
  static func append(
    _ diff: CassetteDiff, number: Int, to page: inout String, room: inout Room
  ) {
    page += "<section class=\"cassette\" aria-label=\"\(name(of: diff).asAttribute)\">\n"
    page += "<h2>\(name(of: diff).asHTML)\(state(of: diff))</h2>\n"
    for (index, folded) in FoldedChange.folded(diff.changes).enumerated() {
      append(folded, id: id(number, index + 1), of: diff, to: &page, &room)
    }
    for line in diff.unread { page += "<p class=\"note\">\(line.asHTML)</p>\n" }
    page += "</section>\n"
  }

  private static func state(of diff: CassetteDiff) -> String {
    if diff.oldCount == nil { return " <span class=\"state\">new cassette</span>" }
    if diff.newCount == nil { return " <span class=\"state\">cassette is gone</span>" }
    return ""
  }

  private static func append(
    _ folded: FoldedChange, id: String, of diff: CassetteDiff, to page: inout String,
    _ room: inout Room
  ) {
    let change = folded.change
    // Pictures have room of their own: they take none from the texts that follow.
    let isWhole = page.utf8.count - room.pictures < sizeLimit
    if !isWhole { room.cut += 1 }
    let kind = change.kind.rawValue
    // Reviewers mainly look for changes; added and removed interactions are initially one line.
    let isOpen = change.kind == .changed
    let count = folded.others.isEmpty ? "" : " data-count=\"\(folded.others.count + 1)\""
    page += """
      <details class="entry change \(kind)" id="\(id)" data-kind="\(kind)"\(count)\
      \(isOpen ? " open" : "")>
      <summary><span class="mark" aria-hidden="true">\(mark(change.kind))</span>\
      <span class="word">\(kind)\(change.isMoved && change.kind == .changed ? " and moved" : "")\
      </span><span class="number">\(numbers(of: change))</span>\
      <code class="request">\(heading(of: change))</code>\
      <span class="status">\(status(of: change))</span></summary>

      """
    if !change.differences.isEmpty { append(change.differences, to: &page) }
    append(othersOf: folded, to: &page)
    if change.hiddenCount > 0 {
      page += """
        <p class="hint">\(change.hiddenCount) more \
        \(change.hiddenCount == 1 ? "place differs" : "places differ") from run to run.</p>

        """
    }
    if change.kind != .moved {
      append(PicturePair.pairs(change.old, change.new), of: change.kind, to: &page, &room)
      if isWhole { append(messagesOf: change, of: diff, to: &page) }
    }
    page += "</details>\n"
  }

  /// The most interactions with the same change that are listed.
  private static let othersLimit = 5_000

  /// Where else the same change is.
  private static func append(othersOf folded: FoldedChange, to page: inout String) {
    guard let words = folded.words else { return }
    let others = folded.others.prefix(othersLimit).map {
      "<li><span class=\"number\">\(numbers(of: $0))</span> <code>\(heading(of: $0))</code></li>\n"
    }
    page += """
      <details class="others"><summary>\(words.asHTML)</summary>
      <ol>
      \(others.joined())</ol></details>

      """
  }

  private static func numbers(of change: InteractionChange) -> String {
    switch (change.oldNumber, change.newNumber) {
    case (let old?, let new?): old == new ? "#\(new)" : "#\(old) → #\(new)"
    case (let old?, nil): "#\(old)"
    case (nil, let new?): "#\(new)"
    case (nil, nil): ""
    }
  }

  private static func heading(of change: InteractionChange) -> String {
    guard let request = change.request else { return "" }
    return "<b>\(request.method.asHTML)</b> \(request.url.asMarkedHTML)"
  }

  private static func status(of change: InteractionChange) -> String {
    let (old, new) = (change.old.map(status), change.new.map(status))
    guard let old, let new, !old.hasSameUTF8(as: new) else { return (new ?? old ?? "").asHTML }
    return "<del>\(old.asHTML)</del> → <ins>\(new.asHTML)</ins>"
  }

  private static func status(_ interaction: Interaction) -> String {
    interaction.outcome.inWords
  }

  // MARK: - Differences

  private static func append(_ differences: [MessageDifference], to page: inout String) {
    page += """
      <table class="differences"><thead><tr><th scope="col">Where</th><th scope="col">Old</th>\
      <th scope="col">New</th></tr></thead><tbody>

      """
    for difference in differences { append(difference, to: &page) }
    page += "</tbody></table>\n"
  }

  private static func append(_ difference: MessageDifference, to page: inout String) {
    let places = difference.count > 1 ? " <span class=\"times\">\(difference.count)×</span>" : ""
    let reason = difference.volatility.map { " <span class=\"times\">\($0.rawValue)</span>" } ?? ""
    let place = "<code>\(DiffWords.label(difference).asHTML)</code>\(places)\(reason)"
    page += "<tr class=\"\(difference.kind.rawValue)\"><th scope=\"row\">\(place)</th>"
    if difference.hunks.isEmpty {
      page += "<td class=\"old\">\(value(difference.old, "del"))</td>"
      page += "<td class=\"new\">\(value(difference.new, "ins"))</td>"
    } else {
      page += "<td colspan=\"2\" class=\"hint\">\(hunkWords(difference.hunks))</td>"
    }
    page += "</tr>\n"
  }

  private static func value(_ text: String?, _ tag: String) -> String {
    text.map { "<\(tag)><code>\($0.asMarkedHTML)</code></\(tag)>" }
      ?? "<span class=\"nothing\">not there</span>"
  }

  private static func hunkWords(_ hunks: [TextHunk]) -> String {
    var (added, removed) = (0, 0)
    for line in hunks.flatMap(\.lines) {
      switch line {
      case .added: added += 1
      case .removed: removed += 1
      case .same: break
      }
    }
    return "\(Quantity.of(added, "line")) added, \(removed) removed"
  }

  // MARK: - Messages

  private static func append(
    messagesOf change: InteractionChange, of diff: CassetteDiff, to page: inout String
  ) {
    let hidden = change.differences.contains { $0.volatility != nil } ? nil : diff.volatility
    var after = change.new
    // Volatile values in a body would look like a change of the service.
    if let hidden, let old = change.old { after = after.map { hidden.carrying(old, into: $0) } }
    let old = change.old.map { MessageLines($0, leavingOut: hidden).lines } ?? []
    let new = after.map { MessageLines($0, leavingOut: hidden).lines } ?? []
    let label = change.kind == .changed ? "Old and new message" : "The message"
    page += "<table class=\"lines\" role=\"table\" aria-label=\"\(label)\">\n"
    var room = rowLimit
    for run in change.kind == .changed ? SideBySide(old, new).runs : [(false, rows(old, new))] {
      if run.isFolded {
        page += """
          <tbody class="unfold" hidden><tr role="row"><td role="cell" class="fold">\
          <button type="button">\(run.rows.count) lines that are the same</button></td></tr></tbody>

          """
      }
      page += run.isFolded ? "<tbody class=\"folded\">\n" : "<tbody>\n"
      let isShort = run.rows.count <= (run.isFolded ? 2 * foldedEnds : room)
      let head = isShort ? run.rows.count : run.isFolded ? foldedEnds : room
      let tail = isShort || !run.isFolded ? 0 : foldedEnds
      for row in run.rows.prefix(head) { append(row, to: &page) }
      if !isShort {
        let rest = run.rows.count - head - tail
        let what =
          change.kind != .changed
          ? "" : run.isFolded ? " that are the same" : " with differences or near one"
        page += """
          <tr role="row"><td role="cell" class="fold">… \(rest) more lines\(what), left out to keep \
          the page small</td></tr>

          """
      }
      for row in run.rows.suffix(tail) { append(row, to: &page) }
      page += "</tbody>\n"
      if !run.isFolded { room -= head }
    }
    page += "</table>\n"
  }

  /// The largest number of rows with changes or near them that are shown for a message.
  private static let rowLimit = 2_000

  /// The number of rows at the beginning and at the end of a long section without changes.
  private static let foldedEnds = 200

  /// The lines of a message that only one state has.
  private static func rows(_ old: [String], _ new: [String]) -> ArraySlice<SideBySide.Row> {
    SideBySide(old, new).rows[...]
  }

  private static func append(_ row: SideBySide.Row, to page: inout String) {
    switch row {
    case .same(let text, let old, let new):
      let html = ShownLine.whole(text)
      page += "<tr role=\"row\" class=\"same\">" + cells("old", old, html) + cells("new", new, html)
    case .removed(let text, let old):
      page += "<tr role=\"row\" class=\"removed\">"
      page += cells("old", old, "<del>\(ShownLine.whole(text))</del>")
      page += cells("new", nil, "")
    case .added(let text, let new):
      page += "<tr role=\"row\" class=\"added\">" + cells("old", nil, "")
      page += cells("new", new, "<ins>\(ShownLine.whole(text))</ins>")
    case .changed(let before, let old, let after, let new):
      let distinct = Values.distinct(before, after)
      let (left, right) = ShownLine.changed(distinct.0 ?? before, distinct.1 ?? after)
      page += "<tr role=\"row\" class=\"changed\">" + cells("old", old, left)
      page += cells("new", new, right)
    }
    page += "</tr>\n"
  }

  private static func cells(_ side: String, _ number: Int?, _ html: String) -> String {
    "<td role=\"cell\" class=\"no \(side)\">\(number.map(String.init) ?? "")</td>"
      + "<td role=\"cell\" class=\"text \(side)\">\(html)</td>"
  }
}
