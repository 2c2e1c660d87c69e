#if CommandLineTool
  import VCRCore

  /// What a run comes to: the exit status, and the closing words.
  struct RunConclusion {
    let settings: Settings
    let summary: Deck.Summary
    /// Why requests were refused that could neither be recorded nor replayed.
    let refusals: [String]
    let end: ChildProcess.End
    /// COMMAND's name, as it was typed; nil when there was none.
    let command: String?

    /// The status to exit with: COMMAND's own, unless it succeeded and something of ours did not.
    var status: Int32 {
      guard end == .exited(0) else { return end.status }
      if summary.unreadable > 0 { return ExitStatus.unreadableCassette.rawValue }
      if refusedCount > 0 { return ExitStatus.unmatchedRequest.rawValue }
      if (isServedNothing && command != nil) || isMissingSome {
        return ExitStatus.unusedInteractions.rawValue
      }
      return 0
    }

    /// How many requests got neither a recorded answer nor one of the service.
    private var refusedCount: Int { summary.unmatched.count + refusals.count }

    /// True when the cassette has interactions, COMMAND should have got some, and got none.
    private var isServedNothing: Bool {
      summary.available > 0 && summary.replayed == 0 && summary.recorded == 0
    }

    private var isMissingSome: Bool {
      settings.requiresAll && settings.mode != .all && !summary.unused.isEmpty
    }

    /// Prints what the run did, and why it failed when it did.
    ///
    /// - Parameter console: Where to print.
    func print(to console: Console) {
      for notice in summary.notices { console.note(notice) }
      if let journal = summary.journal {
        let what = Quantity.of(summary.recorded, "interaction")
        console.report(
          "\(command ?? "the run") \(endInWords): \(settings.cassette) stays as it was; \(what) recorded in "
            + "\(journal), to keep them: vcr recover \(settings.cassette.shellWord)")
      } else {
        console.note(closingLine)
      }
      guard end == .exited(0), refusedCount == 0, summary.unreadable == 0 else { return }
      if isServedNothing && command != nil {
        console.error(
          "nothing was served from \(settings.cassette), which has "
            + "\(Quantity.of(summary.available, "interaction")): no request reached the proxy. "
            + "vcr env lists the clients that do; Go and Ruby never proxy localhost (--map gives a "
            + "loopback server a name)")
      } else if isMissingSome {
        let numbers = summary.unused.prefix(12).map { "#\($0)" }.joined(separator: ", ")
        console.error(
          "\(settings.cassette): \(summary.unused.count) of "
            + "\(Quantity.of(summary.available, "interaction")) unused: \(numbers)"
            + (summary.unused.count > 12 ? ", …" : ""))
      }
    }

    /// Writes the outcome for machines, where that was asked for.
    ///
    /// - Parameters:
    ///   - deck: The deck, closed.
    ///   - console: Where it is said that it could not be written.
    /// - Returns: The status to exit with.
    func writeReport(of deck: Deck, to console: Console) -> Int32 {
      guard !settings.reports.isEmpty else { return status }
      var report: RunReport
      do {
        report = try deck.report(summary)
      } catch {
        console.error("--report: the report cannot be made: \(error)")
        return status == 0 ? ExitStatus.unwritableCassette.rawValue : status
      }
      report.notices += refusals.map { "a request was refused: \($0)" }
      report.command = RunReport.Command(
        name: command.map { settings.reportRedaction.redacting(text: $0) }, status: end.status,
        ownStatus: status)
      let isWritten = settings.reports.write(report, to: console)
      return isWritten || status != 0 ? status : ExitStatus.unwritableCassette.rawValue
    }

    private var endInWords: String {
      switch end {
      case .exited(let status): "failed with status \(status)"
      case .signalled(let signal): "was ended by signal \(signal)"
      }
    }

    /// What was recorded, replayed, passed through, and where it is.
    private var closingLine: String {
      var parts = [String]()
      if summary.recorded > 0 {
        let redacted =
          summary.redacted > 0 ? " (\(Quantity.of(summary.redacted, "value")) redacted)" : ""
        parts.append("recorded \(summary.recorded)" + redacted)
      }
      if summary.replayed > 0 {
        parts.append(
          settings.isRepeating
            ? "replayed \(summary.replayed)"
            : "replayed \(summary.replayed) of \(summary.available)")
      }
      if summary.passedThrough > 0 { parts.append("passed through \(summary.passedThrough)") }
      if !summary.unmatched.isEmpty || (!parts.isEmpty && refusedCount > 0) {
        parts.append("refused \(refusedCount)")
      }
      guard !parts.isEmpty else {
        if let reason = refusals.last {
          let verb = summary.available > 0 ? "replayed" : "recorded"
          return "nothing was \(verb), \(Quantity.of(refusals.count, "request")) refused: \(reason)"
        }
        return summary.available > 0
          ? "nothing was replayed: \(settings.cassette)"
          : "nothing was recorded: no request reached the proxy (vcr env lists the clients that do)"
      }
      return parts.joined(separator: ", ") + ": " + settings.cassette
    }
  }
#endif
