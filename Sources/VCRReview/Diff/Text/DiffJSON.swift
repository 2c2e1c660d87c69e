import VCRCore

/// A diff as one JSON document for scripts.
///
/// ```
/// {"cassettes": [{"old": NAME, "new": NAME, "old_count": N | null, "new_count": N | null,
///    "volatile_only": N, "changes": [CHANGE, …], "unread": [TEXT, …]}, …], "problems": [PROBLEM, …], "rules": [RULES, …]}
/// CHANGE: {"kind": "added" | "removed" | "changed" | "moved", "old_number": N | null,
///    "new_number": N | null, "moved": BOOL, "method": TEXT, "url": TEXT, "old_outcome": TEXT |
///    null, "new_outcome": TEXT | null, "hidden": N, "differences": [DIFFERENCE, …]} DIFFERENCE:
///    {"side": "request" | "response" | "exchange", "part": "method" | "url" | "version" | "status"
///    | "error" | "header" | "trailer" | "value" | "text" | "binary" | "encoding" | "time" |
///    "rule", "kind": "added" | "removed" | "changed" | "moved", "place": TEXT, "old": TEXT | null,
///    "new": TEXT | null, "count": N, "volatile": REASON | null, "hunks": [HUNK, …]} HUNK:
///    {"old_start": N, "new_start": N, "lines": [" same", "-removed", "+added", …]} PROBLEM:
///    {"path": NAME, "line": N | null, "column": N | null, "reason": TEXT} RULES: {"path": NAME,
///    "judged_by": "old" | "new" | null, "settings": [{"setting": KEY, "removed": [TEXT, …],
///    "added": [TEXT, …]}, …]}
/// ```
///
/// Problems are the cassettes that could not be compared, rules how the `.vcr.yaml` of both states
/// differ, and `unread` what changed in comments and keys that are not known. For a state that does
/// not exist, the name is empty and the count null. Values are cut to a line.
package enum DiffJSON {
  /// The document with a line feed at its end.
  package static func text(
    _ diffs: [CassetteDiff], problems: [DiffProblem] = [], rules: [RulesChange] = []
  ) -> String {
    let text = JSONValue.object([
      .init(
        "cassettes",
        .array(
          diffs.filter { !$0.isEmpty || $0.volatileOnly > 0 || !$0.remarks.isEmpty }.map(cassette))),
      .init("problems", .array(problems.map(problem))),
      .init("rules", .array(rules.map(self.rules))),
    ]).text
    return PrintableText.json(text) + "\n"
  }

  private static func problem(_ problem: DiffProblem) -> JSONValue {
    .object([
      .init("path", .string(problem.path)), .init("line", number(problem.line)),
      .init("column", number(problem.column)), .init("reason", .string(problem.reason)),
    ])
  }

  private static func rules(_ change: RulesChange) -> JSONValue {
    .object([
      .init("path", .string(change.path)), .init("judged_by", text(change.judge?.side.rawValue)),
      .init(
        "settings",
        .array(
          change.settings.map { setting in
            .object([
              .init("setting", .string(setting.key)),
              .init("removed", .array(setting.removed.map { .string($0) })),
              .init("added", .array(setting.added.map { .string($0) })),
            ])
          })),
    ])
  }

  private static func cassette(_ diff: CassetteDiff) -> JSONValue {
    .object([
      .init("old", .string(diff.oldName)), .init("new", .string(diff.newName)),
      .init("old_count", number(diff.oldCount)), .init("new_count", number(diff.newCount)),
      .init("volatile_only", number(diff.volatileOnly)),
      .init("changes", .array(diff.changes.map(change))),
      .init("value_digests", .array(diff.digests.map { .string($0) })),
      .init("unread", .array(diff.unread.map { .string($0) })),
    ])
  }

  private static func change(_ change: InteractionChange) -> JSONValue {
    .object([
      .init("kind", .string(change.kind.rawValue)),
      .init("old_number", number(change.oldNumber)), .init("new_number", number(change.newNumber)),
      .init("moved", .bool(change.isMoved)),
      .init("method", text(change.request?.method)), .init("url", text(change.request?.url)),
      .init("old_outcome", outcome(change.old)), .init("new_outcome", outcome(change.new)),
      .init("hidden", number(change.hiddenCount)),
      .init("differences", .array(change.differences.map(difference))),
    ])
  }

  private static func difference(_ difference: MessageDifference) -> JSONValue {
    .object([
      .init("side", .string(difference.side.rawValue)),
      .init("part", .string(difference.part.rawValue)),
      .init("kind", .string(difference.kind.rawValue)), .init("place", .string(difference.place)),
      .init("old", text(difference.old)), .init("new", text(difference.new)),
      .init("count", number(difference.count)),
      .init("volatile", text(difference.volatility?.rawValue)),
      .init("hunks", .array(difference.hunks.map(hunk))),
    ])
  }

  private static func hunk(_ hunk: TextHunk) -> JSONValue {
    .object([
      .init("old_start", number(hunk.oldStart)), .init("new_start", number(hunk.newStart)),
      .init(
        "lines",
        .array(
          hunk.lines.map { line -> JSONValue in
            switch line {
            case .same(let text): .string(" " + text)
            case .removed(let text): .string("-" + text)
            case .added(let text): .string("+" + text)
            }
          })),
    ])
  }

  private static func outcome(_ interaction: Interaction?) -> JSONValue {
    switch interaction?.outcome.byFinalResponse {
    case .response(let response)?: text(response.status.map(String.init))
    case .failure(let failure)?: .string(failure.code)
    case nil: .null
    }
  }

  private static func number(_ number: Int?) -> JSONValue {
    number.map { .number(String($0)) } ?? .null
  }

  private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
