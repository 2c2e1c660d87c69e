#if CommandLineTool
  import VCRCore
  import VCRLocks
  import VCRProxy

  /// The cassettes of a run's scopes, and what became of them.
  final class RunScopes: ScopeKeeper {
    /// The outcome of a scope.
    struct Outcome: Sendable {
      let name: ScopeName
      let end: ScopeEnd
      let summary: Deck.Summary
      /// The outcome for machines; nil when there is no outcome to report.
      var report: RunReport?
      /// The failure that kept the cassette from being opened or written.
      var failure: CommandFailure?
    }

    /// The folder of the cassettes.
    let folder: String
    private let options: Deck.Options
    private let writesReports: Bool
    private let console: Console
    /// The words of COMMAND as they are to be typed; nil when they are not to be printed.
    private let command: String?
    private let list = Mutex<[Outcome]>([])

    /// Creates it.
    ///
    /// - Parameters:
    ///   - settings: The settings of the run.
    ///   - options: The options of the deck of the run.
    ///   - console: Where what is wrong with a test is printed.
    ///   - command: The words of COMMAND as they are to be typed; nil when they are not to be
    ///     printed.
    init(_ settings: Settings, _ options: Deck.Options, console: Console, command: String?) {
      folder = settings.scopeFolder
      self.options = options
      self.console = console
      self.command = command
      writesReports = settings.isReporting
      // The run's own cassette has its name before any scope has.
      CassetteNames.note(settings.cassette, of: "")
    }

    /// The outcome of each scope, in the order of the names.
    var outcomes: [Outcome] {
      list.withLock { $0 }.sorted { $0.name.description < $1.name.description }
    }

    func open(_ name: ScopeName) throws -> Deck {
      let path = path(of: name)
      do {
        return try Deck(cassette: path, options: options)
      } catch {
        let outcome = Outcome(
          name: name, end: .abandoned, summary: Deck.Summary(cassette: path),
          failure: CommandFailure(error))
        list.withLock { $0.append(outcome) }
        throw error
      }
    }

    /// The path of the cassette of a scope that begins.
    ///
    /// A second test of one name has a cassette of its own, unless it is the first once more: after
    /// a failure, or where a replay has none for the second.
    private func path(of name: ScopeName) -> String {
      let earlier = list.withLock { list in
        list.filter { $0.name == name && $0.end == .passed }.count
      }
      let path = name.path(in: folder, occurrence: earlier + 1)
      guard earlier > 0, options.mode == .none, !FileSystem.exists(path) else { return path }
      return name.path(in: folder)
    }

    func close(_ deck: Deck, of name: ScopeName, _ end: ScopeEnd) -> ScopeVerdict {
      var faults: [String] = []
      if end == .passed {
        do {
          try deck.verify()
        } catch {
          faults.append("\(error)")
        }
      }
      var outcome: Outcome
      do {
        let keeps = end == .passed && faults.isEmpty
        let summary = try deck.close(keeping: keeps, interrupted: end == .abandoned)
        outcome = Outcome(name: name, end: end, summary: summary)
        if summary.unreadable > 0 {
          faults.append("\(deck.path): \(summary.unreadable) of what is recorded cannot be read")
        }
        if writesReports {
          outcome.report = try deck.report(summary)
          outcome.report?.scope = name.description
        }
      } catch {
        outcome = Outcome(
          name: name, end: end, summary: Deck.Summary(cassette: deck.path),
          failure: CommandFailure(error))
        faults.append("\(error)")
      }
      let finished = outcome
      list.withLock { $0.append(finished) }
      print(outcome)
      return ScopeVerdict(
        isFailure: !faults.isEmpty,
        text: (faults + outcome.summary.notices).joined(separator: "\n\n"))
    }

    /// Prints what the reports of single requests do not say.
    private func print(_ outcome: Outcome) {
      let (name, summary) = (outcome.name, outcome.summary)
      func typed(_ text: String) -> String {
        "\(name): " + Deck.Advice.message(text, running: command)
      }
      if let failure = outcome.failure { return console.error(typed("\(failure)")) }
      for notice in summary.notices { console.note(typed(notice)) }
      var parts: [String] = []
      if !summary.misses.isEmpty {
        parts.append(
          Quantity.of(summary.misses.count, "request") + " not in \(summary.cassette)")
      }
      if !summary.unused.isEmpty, outcome.end == .passed {
        let numbers = summary.unused.prefix(12).map { "#\($0)" }.joined(separator: ", ")
        parts.append(
          "\(summary.unused.count) of \(Quantity.of(summary.available, "interaction")) of "
            + "\(summary.cassette) unused: \(numbers)" + (summary.unused.count > 12 ? ", …" : ""))
      }
      if summary.journal != nil {
        parts.append(
          "its recording is not kept, as "
            + (outcome.end == .abandoned ? "it did not end" : "the test failed"))
      }
      if !parts.isEmpty { return console.note("\(name): " + parts.joined(separator: "; ")) }
      console.detail(
        "\(name): recorded \(summary.recorded), replayed \(summary.replayed): \(summary.cassette)")
    }
  }

  extension [RunScopes.Outcome] {
    /// The status for a cassette that could not be opened or written; nil when all could.
    var failure: ExitStatus? { lazy.compactMap { $0.failure?.status }.first }

    /// How many tests there were, where their cassettes are, and of how many nothing is kept.
    ///
    /// - Parameter folder: The folder of the cassettes.
    /// - Returns: The words.
    func description(in folder: String) -> String {
      let discarded = filter { $0.summary.journal != nil }.count
      return "\(Quantity.of(count, "test")) in \(folder)/"
        + (discarded > 0 ? ", nothing kept of \(discarded) that failed" : "")
    }
  }

  extension Deck.Summary {
    /// The counts of this summary and of those of scopes.
    ///
    /// - Parameter scopes: The outcomes of the scopes.
    /// - Returns: The sums; with scopes no interaction of this cassette is missing.
    func adding(_ scopes: [RunScopes.Outcome]) -> Deck.Summary {
      var sum = adding(scopes.map(\.summary))
      // Requests outside of tests may be left out where some of the tests are run, and come again
      // where several workers run them.
      if !scopes.isEmpty {
        sum.available += replayed - available
        sum.unused = []
      }
      return sum
    }

    /// The counts of this summary and of others.
    ///
    /// - Parameter others: The others.
    /// - Returns: The sums; the numbers of unused interactions are those of this cassette alone.
    func adding(_ others: [Deck.Summary]) -> Deck.Summary {
      var sum = self
      for other in others {
        sum.replayed += other.replayed
        sum.recorded += other.recorded
        sum.failed += other.failed
        sum.brokenOff += other.brokenOff
        sum.left += other.left
        sum.redacted += other.redacted
        sum.leftOutFields += other.leftOutFields
        sum.passedThrough += other.passedThrough
        sum.unreadable += other.unreadable
        sum.misses.add(other.misses)
        sum.available += other.available
      }
      return sum
    }
  }
#endif
