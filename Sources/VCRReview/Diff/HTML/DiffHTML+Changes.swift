import VCRCore

extension DiffHTML {
  /// Appends the section of a cassette.
  ///
  /// - Parameters:
  ///   - diff: The changes of the cassette.
  ///   - changes: The same, of which equal ones are one.
  ///   - number: Its number on the page, counted from 1.
  ///   - list: The changes of the page so far.
  ///   - room: The room that the page has used so far.
  static func append(
    _ diff: CassetteDiff, _ changes: [FoldedChange], number: Int, to list: inout DeferredList,
    room: inout Room
  ) {
    list.begin(
      .init(
        start: """
          <section class="cassette" aria-label="\(name(of: diff).asAttribute)">
          <h2>\(name(of: diff).asHTML)\(state(of: diff))</h2>

          """,
        again: "<section class=\"cassette more\">\n", end: "</section>\n"))
    for (index, folded) in changes.enumerated() {
      // Pictures have room of their own: they take none from the texts that follow.
      let isWhole = list.utf8Count - room.pictures < sizeLimit
      if !isWhole { room.cut += 1 }
      list.append(height: folded.kind == .changed ? 270 : 46) { page in
        append(
          folded, id: id(number, index + 1), of: diff, isWhole: isWhole, to: &page, &room)
      }
    }
    list.end(with: diff.remarks.map { "<p class=\"note\">\($0.asHTML)</p>\n" }.joined())
  }

  private static func state(of diff: CassetteDiff) -> String {
    if diff.oldCount == nil { return " <span class=\"state\">new cassette</span>" }
    if diff.newCount == nil { return " <span class=\"state\">cassette is gone</span>" }
    return ""
  }

  private static func append(
    _ folded: FoldedChange, id: String, of diff: CassetteDiff, isWhole: Bool,
    to page: inout String, _ room: inout Room
  ) {
    let change = folded.change
    let kind = change.kind.rawValue
    // Reviewers mainly look for changes; added and removed interactions are initially one line.
    let isOpen = change.kind == .changed
    let count = folded.otherCount == 0 ? "" : " data-count=\(folded.otherCount + 1)"
    page += """
      <details class="entry change \(kind)" id=\(id)\(count)\(isOpen ? " open" : "")>
      <summary><i>\(kind)\(change.isMoved && change.kind == .changed ? " and moved" : "")</i>\
      <small>\(DiffWords.numbers(change))</small><code>\(heading(of: change))</code>\
      <samp>\(status(of: change))</samp></summary>

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
      "<li><small>\(DiffWords.numbers($0))</small> <code>\(heading(of: $0))</code>\n"
    }
    page += """
      <details class="others"><summary>\(words.asHTML)</summary>
      <ol>
      \(others.joined())</ol></details>

      """
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
    page += "<table class=differences>"
    for difference in differences { append(difference, to: &page) }
    page += "</table>\n"
  }

  private static func append(_ difference: MessageDifference, to page: inout String) {
    let places = difference.count > 1 ? " <span class=\"times\">\(difference.count)×</span>" : ""
    let reason = difference.volatility.map { " <span class=\"times\">\($0.rawValue)</span>" } ?? ""
    let place = "<code>\(DiffWords.label(difference).asHTML)</code>\(places)\(reason)"
    page += "<tr><th scope=row>\(place)"
    if difference.isShortened, difference.hunks.isEmpty {
      page += "<td colspan=2 class=hint>\((difference.new ?? "").asHTML)"
    } else if difference.hunks.isEmpty || difference.old != nil || difference.new != nil {
      page += "<td>\(value(difference.old, "del"))<td>\(value(difference.new, "ins"))"
    } else {
      page += "<td colspan=2 class=hint>\(hunkWords(difference.hunks))"
    }
    page += "\n"
  }

  private static func value(_ text: String?, _ tag: String) -> String {
    text.map { "<\(tag)>\($0.asMarkedHTML)</\(tag)>" }
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
    func lines(_ interaction: Interaction) -> [String] {
      MessageLines(interaction, leavingOut: hidden, schema: diff.schema).lines
    }
    let (old, new) = (change.old.map(lines) ?? [], after.map(lines) ?? [])
    page += "<pre class=lines>"
    var room = diff.limits.most(rowLimit)
    for run in change.kind == .changed ? SideBySide(old, new).runs : [(false, rows(old, new))] {
      if run.isFolded { page += "<span class=folded data-count=\(run.rows.count)>" }
      let isShort = run.rows.count <= (run.isFolded ? 2 * foldedEnds : room)
      let head = isShort ? run.rows.count : run.isFolded ? foldedEnds : room
      let tail = isShort || !run.isFolded ? 0 : foldedEnds
      for row in run.rows.prefix(head) { append(row, to: &page) }
      if !isShort {
        let rest = run.rows.dropFirst(head).dropLast(tail)
        let what =
          change.kind != .changed
          ? "" : run.isFolded ? " that are the same" : " with differences or near one"
        page += """
          <i class=gap data-old=\(rest.count(where: \.isOld)) data-new=\(rest.count(where: \.isNew))>\
          … \(rest.count) more lines\(what), left out to keep the page small</i>
          """
      }
      for row in run.rows.suffix(tail) { append(row, to: &page) }
      if run.isFolded { page += "</span>" } else { room -= head }
    }
    page += "</pre>\n"
  }

  /// The largest number of rows with changes or near them that are shown for a message.
  private static let rowLimit = 2_000

  /// The number of rows at the beginning and at the end of a long section without changes.
  private static let foldedEnds = 200

  /// The lines of a message that only one state has.
  private static func rows(_ old: [String], _ new: [String]) -> ArraySlice<SideBySide.Row> {
    SideBySide(old, new).rows[...]
  }

  /// Appends a row in the form that a reader without scripts sees, and the script reads: each line
  /// behind its sign, a line that was replaced before the one that replaces it.
  private static func append(_ row: SideBySide.Row, to page: inout String) {
    switch row {
    case .same(let text, _, _): page += " \(ShownLine.whole(text))\n"
    case .removed(let text, _): page += "-<del>\(ShownLine.whole(text))</del>\n"
    case .added(let text, _): page += "+<ins>\(ShownLine.whole(text))</ins>\n"
    case .changed(let before, _, let after, _):
      let distinct = ShownValues.distinct(before, after)
      let (left, right) = ShownLine.changed(distinct.0 ?? before, distinct.1 ?? after)
      page += "-\(left)\n+\(right)\n"
    }
  }
}

extension SideBySide.Row {
  /// True when the old state has the line.
  fileprivate var isOld: Bool { if case .added = self { false } else { true } }
  /// True when the new state has the line.
  fileprivate var isNew: Bool { if case .removed = self { false } else { true } }
}
