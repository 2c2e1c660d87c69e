#if CommandLineTool
  import VCRCore
  import VCRProxy

  /// The conclusion of a run: the exit status and the summary.
  struct RunConclusion {
    let settings: Settings
    /// The counts of the deck of the run.
    let runSummary: Deck.Summary
    /// The counts of the deck for COMMAND's own calls; nil when there was none.
    let outgoing: Deck.Summary?
    /// The same as a list of one or none.
    private var ofOutgoing: [Deck.Summary] { outgoing.map { [$0] } ?? [] }
    /// The outcomes of the scopes.
    let scopes: [RunScopes.Outcome]
    /// The reasons why requests could neither be recorded nor replayed.
    let refusals: Refusals
    /// True when a client gave up because it does not trust the certificates of the run.
    let isDistrusted: Bool
    /// The counts of the proxy.
    let progress: ProxyProgress
    /// How COMMAND was kept from going round `vcr`; nil when there was none.
    let rung: IsolationRung?
    /// The traffic of COMMAND beside HTTP.
    let captured: CapturedTraffic
    let end: ChildProcess.End
    /// COMMAND's name, as it was typed; nil when there was none.
    let command: String?
    /// The words of COMMAND as they are to be typed; nil when they are not to be printed.
    let commandLine: String?

    /// The status to exit with: COMMAND's own, unless COMMAND succeeded and `vcr` itself failed.
    var status: Int32 {
      guard end == .exited(0) else { return end.status }
      if let failure = scopes.failure { return failure.rawValue }
      if total.unreadable > 0 { return ExitStatus.unreadableCassette.rawValue }
      if unservedCount > 0 { return ExitStatus.unmatchedRequest.rawValue }
      if (isServedNothing && command != nil) || isMissingSome {
        return ExitStatus.unusedInteractions.rawValue
      }
      return 0
    }

    /// The counts of the run and of its scopes.
    private var summary: Deck.Summary { runSummary.adding(scopes) }

    /// The same of the deck for COMMAND's own calls, too.
    private var total: Deck.Summary { summary.adding(ofOutgoing) }

    /// The number of requests that got neither a recorded response nor one of the service.
    private var unservedCount: Int { total.unmatchedCount + refusals.count }

    /// True when the cassette has interactions and COMMAND should have been served some, but was
    /// not.
    private var isServedNothing: Bool {
      total.available > 0 && total.replayed == 0 && total.recorded == 0
    }

    /// The most requests of which it is said how often they were missed.
    private static let mostRepeated = 10

    /// How often each request was missed that was so more than once: its report is printed once.
    private var repeatedMisses: [String] {
      let repeated = total.misses.repeated
      let lines = repeated.prefix(Self.mostRepeated).map { request, times in
        "\(request) was missed \(times) times"
      }
      let others = repeated.count - lines.count
      return others > 0
        ? lines + ["\(Quantity.of(others, "other request")) more than once"] : lines
    }

    private var isMissingSome: Bool {
      guard settings.requiresAll, settings.mode != .all else { return false }
      return !summary.unused.isEmpty || outgoing?.unused.isEmpty == false
        || scopes.contains { $0.end == .passed && !$0.summary.unused.isEmpty }
    }

    /// Prints the summary of the run and, if it failed, the reason.
    ///
    /// - Parameter console: Where to print.
    func print(to console: Console) {
      for notice in summary.notices + (outgoing?.notices ?? []) {
        console.note(Deck.Advice.message(notice, running: commandLine))
      }
      for summary in [runSummary] + ofOutgoing {
        guard let journal = summary.journal else { continue }
        let what = Quantity.of(summary.recorded, "interaction")
        console.report(
          "\(command ?? "the run") \(endInWords): \(summary.cassette) stays as it was; \(what) recorded in "
            + "\(journal), to keep them: vcr recover \(summary.cassette.shellWord)")
      }
      if summary.journal == nil || !scopes.isEmpty {
        console.note(closingLine + (verdict.map { "; \($0.description)" } ?? ""))
      }
      if let outgoingLine, outgoing?.journal == nil { console.note(outgoingLine) }
      for line in refusals.repeatedLines + repeatedMisses + capturedLines { console.note(line) }
      guard end == .exited(0), unservedCount == 0, total.unreadable == 0 else { return }
      if isServedNothing && command != nil {
        console.error(
          "nothing was served from \(place), which has "
            + "\(Quantity.of(summary.available, "interaction")): \(reasonForNothing). \(clientHint)"
        )
      } else if isMissingSome {
        for summary in [summary] + ofOutgoing where !summary.unused.isEmpty {
          let numbers = summary.unused.prefix(12).map { "#\($0)" }.joined(separator: ", ")
          console.error(
            "\(summary.cassette): \(summary.unused.count) of "
              + "\(Quantity.of(summary.available, "interaction")) unused: \(numbers)"
              + (summary.unused.count > 12 ? ", …" : ""))
        }
      }
    }

    /// Writes the outcome for machines, where that was asked for.
    ///
    /// - Parameters:
    ///   - deck: The deck, closed.
    ///   - console: The console for write errors.
    /// - Returns: The status to exit with.
    func writeReport(of deck: Deck, to console: Console) -> Int32 {
      guard settings.isReporting else { return status }
      var report: RunReport
      do {
        report = try deck.report(runSummary)
        report.scopes = scopes.compactMap(\.report)
      } catch {
        console.error("--report: the report cannot be made: \(error)")
        return status == 0 ? ExitStatus.unwritableCassette.rawValue : status
      }
      report.dropped = progress.dropped
      report.notices += refusals.lines
      report.notices += (outgoingLine.map { [$0] } ?? []) + capturedLines
      report.isolation = rung.map { rung in
        RunReport.Isolation(
          rung: rung.name, verdict: verdict?.word, reason: verdict?.reason)
      }
      report.command = RunReport.Command(
        name: command, status: end.status, ownStatus: status)
      settings.addSummary(report, to: console)
      let isWritten = settings.reports.write(report, to: console)
      return isWritten || status != 0 ? status : ExitStatus.unwritableCassette.rawValue
    }

    /// Whether the replay is proven to have reached nothing but the cassette; nil for a recording.
    private var verdict: Verdict? {
      guard settings.verb == .replay else { return nil }
      return Verdict(
        rung: rung, summary: summary, missed: unservedCount,
        passedThrough: summary.passedThrough + progress.tunnels, captured: captured)
    }

    /// The traffic of COMMAND beside HTTP, in lines.
    private var capturedLines: [String] {
      func list(_ counts: [String: Int], _ noun: String) -> String {
        counts.sorted { $0.key < $1.key }.prefix(12)
          .map { "\($0.key), \(Quantity.of($0.value, noun))" }.joined(separator: "; ")
          + (counts.count > 12 ? "; …" : "")
      }
      var lines: [String] = []
      if !captured.turnedAway.isEmpty {
        lines.append(
          "turned away, because COMMAND did not start them: "
            + list(captured.turnedAway, "connection"))
      }
      if captured.gone > 0 {
        lines.append(
          "not served, because it was closed before it was known whose it is: "
            + Quantity.of(captured.gone, "connection"))
      }
      if !captured.refused.isEmpty {
        lines.append(
          "refused, because it is not HTTP: \(list(captured.refused, "attempt"))"
            + " (--allow HOST:PORT lets it through)")
      }
      if !captured.passed.isEmpty {
        lines.append("passed through unrecorded: \(list(captured.passed, "connection"))")
      }
      if !captured.relayed.isEmpty, settings.verb == .replay {
        lines.append("services of this machine: \(list(captured.relayed, "connection"))")
      }
      return lines
    }

    /// The line about COMMAND's own calls; nil when they have no cassette of their own.
    private var outgoingLine: String? {
      guard let outgoing else { return nil }
      var parts: [String] = []
      if outgoing.recorded > 0 { parts.append("recorded \(outgoing.recorded)") }
      if outgoing.replayed > 0 { parts.append(replayed(outgoing)) }
      if outgoing.passedThrough > 0 { parts.append("passed through \(outgoing.passedThrough)") }
      if !outgoing.misses.isEmpty { parts.append("missed \(outgoing.misses.count)") }
      return "outgoing: " + (parts.isEmpty ? ["none"] : parts).joined(separator: ", ")
        + ": \(outgoing.cassette)"
    }

    /// The number of replayed requests, and of how many interactions where each was served once at
    /// most.
    private func replayed(_ summary: Deck.Summary) -> String {
      let used = summary.available - summary.unused.count
      let isRepeated = settings.isRepeating || summary.replayed > used
      return "replayed \(summary.replayed)" + (isRepeated ? "" : " of \(summary.available)")
    }

    private var endInWords: String {
      switch end {
      case .exited(let status): "failed with status \(status)"
      case .signalled(let signal): "was ended by signal \(signal)"
      }
    }

    /// The numbers of requests recorded, replayed, passed through, missed, refused and dropped, and
    /// the cassette's path.
    private var closingLine: String {
      var parts = [String]()
      if summary.recorded > 0 {
        var remarks: [String] = []
        if summary.failed > 0 { remarks.append("\(summary.failed) failed") }
        if summary.brokenOff > 0 { remarks.append("\(summary.brokenOff) broken off") }
        if summary.left > 0 { remarks.append("\(summary.left) left by the client") }
        if summary.redacted > 0 {
          remarks.append("\(Quantity.of(summary.redacted, "value")) redacted")
        }
        if summary.leftOutFields > 0 {
          remarks.append("\(Quantity.of(summary.leftOutFields, "header field")) left out")
        }
        let bracket = remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
        parts.append("recorded \(summary.recorded)" + bracket)
      }
      if summary.replayed > 0 { parts.append(replayed(summary)) }
      let passed = summary.passedThrough + progress.tunnels
      if passed > 0 { parts.append("passed through \(passed)") }
      if !summary.misses.isEmpty { parts.append("missed \(summary.misses.count)") }
      if !refusals.isEmpty, !parts.isEmpty { parts.append("refused \(refusals.count)") }
      if progress.dropped > 0, !parts.isEmpty {
        parts.append("dropped by the client while it was sent \(progress.dropped)")
      }
      guard !parts.isEmpty else {
        let isReplayed =
          settings.mode == .none || summary.available > 0 && settings.mode != .all
        let verb = isReplayed ? "replayed" : "recorded"
        if let reason = refusals.last {
          return "nothing was \(verb), \(Quantity.of(refusals.count, "request")) refused: \(reason)"
        }
        return "nothing was \(verb): \(reasonForNothing)" + hintForNothing
      }
      return parts.joined(separator: ", ") + ": " + place
    }

    /// The clients that the variables of a proxy do not lead to a server on this machine.
    private static let loopbackHint =
      "Go and Ruby never proxy localhost: --map gives a loopback server a name"

    /// Which clients come to `vcr`, where they have to read variables, and what does not.
    private var clientHint: String {
      guard rung?.capturesAll != true else { return Self.loopbackHint }
      let others = ", and without --isolate off the others do as well"
      return "vcr env lists the clients that take part" + (rung?.isByChoice == true ? others : "")
        + "; " + Self.loopbackHint
    }

    /// Where it is.
    private var place: String {
      guard !scopes.isEmpty else { return settings.cassette }
      let hasOwn = runSummary.recorded + runSummary.replayed > 0
      return scopes.description(in: settings.scopeFolder)
        + (hasOwn ? ", the rest in \(settings.cassette)" : "")
    }

    /// The reason why nothing was recorded or replayed, as far as the proxy knows it.
    private var reasonForNothing: String {
      if progress.dropped > 0 {
        return Quantity.of(progress.dropped, "request")
          + " dropped by the client while it was sent"
      }
      if progress.requests > 0 {
        return Quantity.of(progress.requests, "request") + " could not be served"
      }
      if isDistrusted { return "a client does not trust the certificates of this run" }
      if progress.connections > 0 {
        return "no request came on "
          + Quantity.of(progress.connections, "connection") + " to \(entrance)"
      }
      return "no request reached \(entrance)"
    }

    /// Where clients are expected.
    private var entrance: String {
      settings.listen == nil ? "the proxy" : "the address of --listen"
    }

    /// A hint for a user where no client came at all, in brackets.
    private var hintForNothing: String {
      guard progress.connections == 0 else { return "" }
      return settings.listen == nil
        ? " (\(clientHint))"
        : " (clients are to use it in place of the service's own address)"
    }
  }
#endif
