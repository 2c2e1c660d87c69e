extension RunReport {
  /// The report as JUnit XML: a case for the run, for each interaction and for each unmatched
  /// request.
  package var junit: String { JUnitDocument(name: title, cases: junitCases).text }

  private var junitCases: [JUnitDocument.Case] {
    var cases = [JUnitDocument.Case(group: cassette, name: title, outcome: runOutcome)]
    cases += entries.map { entry in
      let name = "#\(entry.number) \(entry.method) \(entry.url)"
      let outcome: JUnitDocument.Outcome =
        entry.isUsed
        ? .passed
        : requiresAll
          ? .failed(kind: "unused", message: "nothing asked for it", text: name)
          : .skipped("nothing asked for it")
      return .init(group: cassette, name: name, outcome: outcome)
    }
    cases += unmatched.map { request in
      .init(
        group: cassette, name: "\(request.method) \(request.url)",
        outcome: .failed(
          kind: "unmatched", message: "no recorded interaction matches", text: request.report))
    }
    if omitted > 0 {
      let words = VerificationError.words(forOmitted: omitted)
      cases.append(
        .init(
          group: cassette, name: words,
          outcome: .failed(
            kind: "unmatched", message: "no recorded interaction matches", text: words)))
    }
    return cases + scopes.flatMap(\.junitCases)
  }

  private var runOutcome: JUnitDocument.Outcome {
    let counts = Self.row(counts, separator: ", ") { "\($0) \($1)" }
    let outcome = failure.map { [$0] } ?? [counts] + (isolation.map { [$0.description] } ?? [])
    let text = (outcome + notices).joined(separator: "\n")
    guard let command, command.ownStatus != 0 else { return .remarked(text) }
    return .failed(kind: "status", message: "status \(command.ownStatus)", text: text)
  }

  /// The report as Markdown, for a summary or a comment.
  package var markdown: String {
    var text = "### \(MarkupText.markdown(title))\n\n"
    let columns =
      [("mode", mode.rawValue), ("policy", policy.joined(separator: ", "))]
      + counts.map { ($0.0, "\($0.1)") }
      + (command.map { [("status", "\($0.ownStatus)")] } ?? [])
      + (isolation.map { [("isolation", $0.description)] } ?? [])
    text += "| " + columns.map(\.0).joined(separator: " | ") + " |\n"
    text += "|" + columns.map { _ in "---|" }.joined() + "\n"
    text += "| " + columns.map { MarkupText.markdown($0.1) }.joined(separator: " | ") + " |\n"
    if let failure { text += "\n" + MarkupText.fenced(failure, "text") }
    for notice in notices { text += "\n- \(MarkupText.markdown(notice))" }
    if !notices.isEmpty { text += "\n" }
    for request in unmatched {
      text += "\n" + MarkupText.fenced(request.report, "text")
    }
    if omitted > 0 { text += "\n" + VerificationError.words(forOmitted: omitted) + "\n" }
    if !unused.isEmpty { text += listOfUnused }
    return text + tableOfScopes
  }

  /// The scopes in one table, then the requests in them that nothing matched.
  private var tableOfScopes: String {
    guard !scopes.isEmpty else { return "" }
    var text = "\n| test | replayed | recorded | refused | unused |\n|---|---|---|---|---|\n"
    for scope in scopes.prefix(500) {
      let counts = [
        scope.replayed, scope.recorded, scope.unmatchedCount, scope.unused.count,
      ]
      text +=
        "| \(MarkupText.markdown(scope.scope ?? scope.cassette)) | "
        + counts.map(String.init).joined(separator: " | ") + " |\n"
    }
    if scopes.count > 500 { text += "\n… and \(scopes.count - 500) more\n" }
    let shown = scopes.lazy.flatMap(\.unmatched).prefix(50)
    for request in shown { text += "\n" + MarkupText.fenced(request.report, "text") }
    let others = scopes.reduce(0) { $0 + $1.unmatchedCount } - shown.count
    if others > 0 { text += "\n" + VerificationError.words(forOmitted: others) + "\n" }
    return text
  }

  private var listOfUnused: String {
    var text = "\n<details><summary>\(unused.count) of \(entries.count) unused</summary>\n\n"
    for entry in unused.prefix(500) {
      // Within code, Markdown does not turn a number into a reference to an issue.
      text +=
        "- <code>#\(entry.number) \(MarkupText.markdown("\(entry.method) \(entry.url)"))</code>\n"
    }
    if unused.count > 500 { text += "- … and \(unused.count - 500) more\n" }
    return text + "\n</details>\n"
  }

  private var title: String {
    if let scope { return "\(cassette) (\(scope))" }
    guard let command else { return cassette }
    return "\(cassette) (\(command.name ?? "no command"))"
  }

  private var counts: [(String, Int)] {
    [
      ("replayed", replayed), ("recorded", recorded), ("passed through", passedThrough),
      ("refused", unmatchedCount), ("unused", unused.count), ("failed", failed),
      ("broken off", brokenOff), ("left", left), ("dropped", dropped),
    ]
  }

  private static func row(
    _ counts: [(String, Int)], separator: String, _ words: (String, Int) -> String
  ) -> String {
    counts.map { words($0.0, $0.1) }.joined(separator: separator)
  }
}
