#if CommandLineTool
  import VCRCore
  import VCRProxy

  /// Whether a replay is proven to have reached nothing but the cassette.
  struct Verdict: Equatable {
    /// Why it is not proven; nil when it is.
    let reason: String?

    /// The verdict in reports.
    var word: String { reason == nil ? "isolated" : "not proven" }

    /// The verdict with its reason.
    var description: String { reason.map { "\(word): \($0)" } ?? word }

    /// Judges a run.
    ///
    /// - Parameters:
    ///   - rung: How COMMAND was kept from going round `vcr`; nil when there was no COMMAND.
    ///   - summary: The counts of the deck.
    ///   - missed: The requests that got no recorded response.
    ///   - passedThrough: The requests and tunnels that reached their service.
    ///   - captured: What COMMAND did beside HTTP.
    init(
      rung: IsolationRung?, summary: Deck.Summary, missed: Int, passedThrough: Int,
      captured: CapturedTraffic
    ) {
      let passed = passedThrough + captured.passed.values.reduce(0, +)
      let relayed = captured.relayed.values.reduce(0, +)
      reason =
        if let rung {
          rung.weakness
            ?? Self.reason(summary: summary, missed: missed, passed: passed, relayed: relayed)
        } else {
          "there was no COMMAND to isolate"
        }
    }

    /// Why a run in which everything came to `vcr` is not proven; nil when it is.
    private static func reason(
      summary: Deck.Summary, missed: Int, passed: Int, relayed: Int
    ) -> String? {
      if missed > 0 { return "\(Quantity.of(missed, "request")) without a recorded response" }
      if summary.recorded > 0 { return "\(summary.recorded) recorded" }
      if passed > 0 { return "\(passed) passed through" }
      if relayed > 0 {
        return "\(Quantity.of(relayed, "connection")) to services of this machine "
          + "(--no-host-ports shuts them out)"
      }
      return summary.replayed == 0 ? "nothing was served" : nil
    }
  }
#endif
