package import VCRCore

/// The wording that all renderers of a diff share.
package enum DiffWords {
  /// The name of a difference: `status`, `header Cache-Control`, `$.items[3].price`.
  static func label(_ difference: MessageDifference) -> String {
    let place = PrintableText.line(difference.place)
    let label: String
    switch difference.part {
    case .method, .version, .encoding: label = difference.part.rawValue
    case .status: label = place.isEmpty ? "status" : place
    case .error where place.isEmpty:
      // A response that broke off in one of the two has a response in both.
      label = difference.kind == .changed ? "outcome" : "error"
    case .error: label = "error \(place)"
    case .url: label = place.isEmpty ? "url" : "url \(place)"
    case .header, .trailer, .rule: label = "\(difference.part.rawValue) \(place)"
    case .time: label = place.isEmpty ? "time" : place
    case .value: label = place
    case .text, .binary: label = place.isEmpty ? "body" : "body \(place)"
    case .other: label = "text"
    }
    return difference.side == .request ? "request " + label : label
  }

  /// The difference in one line; empty when only the hunks show it.
  static func value(_ difference: MessageDifference) -> String {
    let old = difference.old.map(PrintableText.line)
    let new = difference.new.map(PrintableText.line)
    var words: String
    switch (difference.kind, old, new) {
    case (.added, _, let new): words = "added" + (new.map { " " + $0 } ?? "")
    case (.removed, let old, _): words = "removed" + (old.map { " " + $0 } ?? "")
    case (.moved, let old?, let new?): words = "moved \(old) → \(new)"
    case (.moved, _, _): words = "in another order"
    // The hunks show more than a line of each.
    case (.changed, _?, _?) where !difference.hunks.isEmpty: words = ""
    case (.changed, let old?, let new?): words = "\(old) → \(new)"
    case (.changed, let old, let new): words = new ?? old ?? ""
    }
    if difference.count > 1 { words += " (\(difference.count) places)" }
    if let reason = difference.volatility { words += " (volatile: \(reason.rawValue))" }
    return words
  }

  /// The numbers of changed, added, removed and moved interactions; `no change` when there are
  /// none.
  ///
  /// - Parameters:
  ///   - diffs: The diffs whose changes are counted.
  ///   - word: The text after each number.
  /// - Returns: The text.
  static func counts(_ diffs: [CassetteDiff], adding word: String = "") -> String {
    let kinds = diffs.flatMap { $0.changes.map(\.kind) }
    let order: [InteractionChange.Kind] = [.changed, .added, .removed, .moved]
    let words = order.compactMap { kind -> String? in
      let count = kinds.count { $0 == kind }
      return count == 0 ? nil : "\(count)\(word) \(kind.rawValue)"
    }
    if words.isEmpty, diffs.contains(where: { !$0.digests.isEmpty }) {
      return "other digests of values"
    }
    return words.isEmpty ? "no change" : words.joined(separator: ", ")
  }

  /// A cassette's name, or both names if they differ.
  static func name(_ diff: CassetteDiff) -> String {
    let (old, new) = (PrintableText.line(diff.oldName), PrintableText.line(diff.newName))
    if diff.oldCount == nil { return new + " (new cassette)" }
    if diff.newCount == nil { return old + " (cassette is gone)" }
    return old.hasSameUTF8(as: new) ? new : "\(old) → \(new)"
  }

  /// The sign of a change, as in a diff.
  static func mark(_ kind: InteractionChange.Kind) -> String {
    switch kind {
    case .added: "+"
    case .removed: "-"
    case .changed: "~"
    case .moved: ">"
    }
  }

  /// The number of an interaction: `#3`, or `#3 → #5` when it changed.
  static func numbers(_ change: InteractionChange) -> String {
    switch (change.oldNumber, change.newNumber) {
    case (let old?, let new?): old == new ? "#\(new)" : "#\(old) → #\(new)"
    case (let old?, nil): "#\(old)"
    case (nil, let new?): "#\(new)"
    case (nil, nil): ""
    }
  }

  /// The method and URL in one line.
  static func request(_ change: InteractionChange) -> String {
    change.request.map(request) ?? ""
  }

  /// The method and URL of a request in one line.
  package static func request(_ request: Interaction.Request) -> String {
    PrintableText.line(
      GRPCCall(request).map { call in
        // A call is a POST (gRPC over HTTP/2, "Requests"); another method is a fault to be seen.
        (request.method == "POST" ? "gRPC " : "gRPC \(request.method) ") + call.words
      } ?? "\(request.method) \(request.url)")
  }

  /// The outcome: `200 OK`, or `200 OK → 404 Not Found`.
  static func outcome(_ change: InteractionChange) -> String {
    guard let old = change.old, let new = change.new else {
      return (change.new ?? change.old).map(outcome) ?? ""
    }
    let after = outcome(new)
    if haveSameStatus(old, new) { return after }
    let before = outcome(old)
    return before.hasSameUTF8(as: after) ? after : "\(before) → \(after)"
  }

  /// True for two responses of which the words are the same, as nearly always.
  private static func haveSameStatus(_ old: Interaction, _ new: Interaction) -> Bool {
    guard case .response(let before) = old.outcome, case .response(let after) = new.outcome,
      before.status == after.status, before.reason.hasSameUTF8(as: after.reason),
      before.failure == nil, after.failure == nil
    else { return false }
    return GRPCCall(new) == nil && GRPCCall(old) == nil
  }

  private static func outcome(_ interaction: Interaction) -> String {
    if let name = GRPCCall(interaction)?.statusName { return name }
    return PrintableText.line(interaction.outcome.inWords)
  }

  /// The note below a change on volatile differences that are not shown.
  static func hidden(_ change: InteractionChange) -> String? {
    guard change.hiddenCount > 0 else { return nil }
    return change.hiddenCount == 1
      ? "1 volatile difference is not shown"
      : "\(change.hiddenCount) volatile differences are not shown"
  }

  /// The note on pairs that are not shown at all.
  static func volatileOnly(_ diffs: [CassetteDiff]) -> String? {
    let count = diffs.reduce(0) { $0 + $1.volatileOnly }
    guard count > 0 else { return nil }
    return count == 1
      ? "1 interaction differs in volatile parts alone"
      : "\(count) interactions differ in volatile parts alone"
  }

  /// The note on cassettes of which only the text changed.
  static func rewritten(_ diffs: [CassetteDiff]) -> String? {
    let count = diffs.count(where: \.isRewritten)
    guard count > 0 else { return nil }
    return (count == 1 ? "1 cassette differs" : "\(count) cassettes differ")
      + " in the text alone: comments, layout, or keys that mean nothing here"
  }

  /// The note on interactions of which not all changes are shown.
  static func shortened(_ diffs: [CassetteDiff]) -> String? {
    let isShortened = diffs.contains { diff in
      diff.changes.contains { $0.differences.contains(where: \.isShortened) }
    }
    return isShortened ? DiffLimits.words : nil
  }

  /// Returns the changes outside the interactions, one line each.
  static func remarks(
    _ diffs: [CassetteDiff], _ lines: (CassetteDiff) -> [String]
  ) -> [String] {
    diffs.flatMap { diff in
      lines(diff).map { diffs.count == 1 ? $0 : "\(name(diff)): \($0)" }
    }
  }

  /// The header of a hunk: `@@ -1,4 +1,5 @@`.
  static func heading(_ hunk: TextHunk) -> String {
    var (old, new) = (0, 0)
    for line in hunk.lines {
      switch line {
      case .same:
        old += 1
        new += 1
      case .removed: old += 1
      case .added: new += 1
      }
    }
    return "@@ -\(hunk.oldStart),\(old) +\(hunk.newStart),\(new) @@"
  }
}
