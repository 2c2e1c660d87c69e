#if CommandLineTool
  import VCRCore
  import VCRLocks
  import VCRProxy

  /// Prints the events of the proxy as they happen.
  final class RunEvents: Sendable {
    private let console: Console
    private let untrusting = Mutex<[String: Bool]>([:])
    private let refused = Mutex(Refusals())
    private let problems = Mutex(Set<String>())
    private let misses = Mutex(Set<String>())
    private let seen = Mutex(Set<String>())
    private let isolation = Mutex<IsolationRung?>(nil)
    /// The words of COMMAND as they are to be typed; nil when there was none.
    private let command: String?
    /// The words of COMMAND.
    private let words: [String]

    /// How many hosts were asked.
    var hostCount: Int { seen.withLock { $0.count } }

    /// How COMMAND is kept from going round `vcr`; nil before it is started.
    var rung: IsolationRung? {
      get { isolation.withLock { $0 } }
      set { isolation.withLock { $0 = newValue } }
    }

    /// True when each exchange is to be reported.
    var wantsExchanges: Bool {
      console.level == .verbose || console.isTerminal && console.level != .quiet
    }

    /// Prints an exchange, and counts its host.
    func receive(_ exchange: ProxyExchange) {
      seen.withLock { _ = $0.insert(RequestEquivalence.host(of: exchange.url)) }
      console.detail(
        "\(exchange.action) \(exchange.method) \(exchange.url)"
          + (exchange.outcome.isEmpty ? "" : " \(exchange.outcome)"))
    }

    /// The requests that could neither be recorded nor replayed.
    var refusals: Refusals { refused.withLock { $0 } }

    /// True when a client gave up because it does not trust the certificates of the run.
    var isDistrusted: Bool { untrusting.withLock { $0.values.contains(true) } }

    /// Creates a listener.
    ///
    /// - Parameters:
    ///   - console: The console for the events.
    ///   - command: The words of COMMAND as they are to be typed; nil when there was none.
    ///   - words: The words of COMMAND, of which none is printed.
    init(console: Console, command: String?, words: [String]) {
      self.console = console
      self.command = command
      self.words = words
    }

    /// Prints what is worth knowing about a service, once.
    func note(_ text: String) {
      tell(text, once: problems) { console.note($0) }
    }

    /// Prints an event; a host that is not trusted is named once, and so is a problem, a reason of
    /// refusals, and a report of an unmatched request.
    func receive(_ event: ProxyEvent) {
      switch event {
      case .unmatched(let request):
        // A client that tries again has the same report, which the end counts.
        tell(request.description(running: command), once: misses) { console.report($0) }
      case .problem(let text):
        tell(text, once: problems) { console.error($0) }
      case .refused(let text):
        guard refused.withLock({ $0.add(text) }) else { return }
        console.error("a request was refused: \(text)")
      case .untrusted(let distrust): receive(distrust)
      }
    }

    /// Prints a text unless it was printed before, or too many others were: what a client sends may
    /// be part of one.
    private func tell(
      _ text: String, once printed: borrowing Mutex<Set<String>>, _ print: (String) -> Void
    ) {
      let count = printed.withLock { printed -> Int? in
        guard printed.count < Misses.limit, printed.insert(text).inserted else { return nil }
        return printed.count
      }
      guard let count else { return }
      print(text)
      if count == Misses.limit {
        console.note("\(count) such reports were printed; from here on they are counted alone")
      }
    }

    private func receive(_ distrust: Distrust) {
      let host = distrust.host
      let isNew = untrusting.withLock { untrusting in
        defer { untrusting[host] = distrust.isCertain || untrusting[host] == true }
        return untrusting[host] == nil
      }
      guard isNew else { return }
      let what =
        distrust.isCertain
        ? "a client does not trust the certificates of this run"
        : "a client opened a connection and sent no request; it seems not to trust the certificates of "
          + "this run"
      let advice = KnownClient.advice(
        agent: distrust.agent, words: words, host: host, isByChoice: rung?.isByChoice == true)
      console.error("\(host): \(what); \(advice)", isQuoting: false)
    }
  }
#endif
