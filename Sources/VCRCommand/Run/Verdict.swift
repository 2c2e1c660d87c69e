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
    ///   - summary: What the deck has counted.
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
        switch rung {
        case nil: "there was no COMMAND to isolate"
        case .variables(nil): "variables alone (--isolate off)"
        case .variables: "variables alone"
        case .namespaces where missed > 0:
          "\(Quantity.of(missed, "request")) without a recorded response"
        case .namespaces where summary.recorded > 0: "\(summary.recorded) recorded"
        case .namespaces where passed > 0: "\(passed) passed through"
        case .namespaces where relayed > 0:
          "\(Quantity.of(relayed, "connection")) to services of this machine (--no-host-ports shuts "
            + "them out)"
        case .namespaces where summary.replayed == 0: "nothing was served"
        case .namespaces: nil
        }
    }
  }
#endif
