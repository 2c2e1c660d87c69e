#if CommandLineTool
  import VCRCore
  import VCRReview
  import VCRUpstream

  /// One run of `vcr verify`, from the settings to the exit status.
  struct VerifyRun: Sendable {
    private let cassettes: [String]
    private let options: Verification.Options
    private let comparison: InteractionComparison
    private let upstream: Upstream
    private let timeout: Double
    private let jobs: Int
    private let retries: Int
    private let delay: Double
    /// Where messages go.
    let console: Console
    private let printer: VerifyPrinter

    /// Reads the settings of a run.
    ///
    /// - Parameters:
    ///   - command: The command line.
    ///   - environment: The environment of `vcr` itself.
    /// - Throws: `CommandFailure` with status 64 or 82, `ProjectFileError`.
    init(_ command: VerifyCommand, environment: [String: String]) throws {
      let sources = try SettingSources.here(environment)
      let way = try WayOut(environment: environment)
      guard way.outer?.isOpen != false else {
        throw CommandFailure(
          .noCassette,
          "vcr verify reaches the network, but it is inside a vcr replay, which must not")
      }
      let rules = try sources.redactionRules(command.redaction)
      var options = Verification.Options()
      options.redaction = rules.added(to: .standard) { environment[$0] }
      options.volatility = try sources.volatility(command.volatility)
      options.equivalence = try sources.value(SettingTable.match, command.match) ?? .standard
      options.sendsUnsafe = command.unsafe
      if !command.against.isEmpty {
        do {
          options.origins = try OriginMap(command.against)
        } catch {
          throw CommandFailure(.usage, "--against: \(error)")
        }
      }
      do {
        options.trust = try SecretTrust(command.sendSecrets)
      } catch {
        throw CommandFailure(.usage, "--send-secrets: \(error)")
      }
      options.isUpdating = command.update
      options.acceptsErrors = command.acceptErrors
      if command.update { _ = try sources.redaction(command.redaction) }
      self.options = options
      let schema = try command.proto.schema()
      comparison = InteractionComparison(
        volatility: options.volatility, equivalence: options.equivalence,
        schema: schema, limits: command.showsAll ? .none : .usual)
      upstream = try Self.upstream(command, sources, way)
      cassettes = command.cassettes.dropLast(command.words.count)
      if command.update,
        let name = cassettes.first(where: {
          !FileDestination(CassettePath.path(ofInputNamed: $0)).isFile
        })
      {
        throw CommandFailure(.usage, "--update writes to a file, and \(name) is none")
      }
      timeout = command.timeout
      jobs = command.jobs
      retries = command.acceptErrors ? 0 : command.retries
      delay = command.delay
      console = Console(
        level: command.quiet ? .quiet : command.verbose ? .verbose : .normal,
        allowsColor: !command.noColor, environment: environment)
      way.tell(console)
      printer = VerifyPrinter(
        format: command.format, isVerbose: command.verbose,
        limits: command.showsAll ? .none : .usual, schema: schema,
        output: StandardOutput(environment: environment, allowsColor: !command.noColor),
        against: command.against.isEmpty
          ? "the live service" : command.against.joined(separator: ", "))
    }

    /// How the service is reached.
    ///
    /// - Throws: `CommandFailure` with status 64.
    static func upstream(
      _ command: VerifyCommand, _ sources: SettingSources, _ way: WayOut
    ) throws -> Upstream {
      var options = Upstream.Options()
      options.additionalRoots = try sources.values(
        SettingTable.upstreamRoots, command.upstream.roots)
      try sources.upstreamTLS(command.upstream).apply(to: &options)
      options.go(way)
      options.addressMap = try sources.addressMap(command.upstream.map)
      do {
        return try Upstream(options: options)
      } catch {
        throw CommandFailure(upstream: error)
      }
    }

    /// Verifies all cassettes and prints the results.
    ///
    /// - Returns: The status to exit with.
    func run() async -> Int32 {
      var reports: [VerificationReport] = []
      var problems: [DiffProblem] = []
      var failure: CommandFailure?
      let found = expanded(cassettes)
      if found.isEmpty {
        let folders = cassettes.joined(separator: ", ")
        console.error("\(PrintableText.line(folders)): there is no cassette in it")
      }
      for cassette in found {
        do {
          let report = try await verify(cassette)
          reports.append(report)
          if printer.isImmediate { try Output.standard.write(printer.text([report])) }
          console.note(VerifyPrinter.summary(of: report))
        } catch {
          console.clearProgress()
          let problem = Self.failure(error, cassette: cassette)
          console.error(problem.description)
          problems.append(DiffProblem(path: cassette, error: error, redaction: .standard))
          failure = failure ?? problem
        }
      }
      if !printer.isImmediate {
        do throws(CommandFailure) {
          try Output.standard.write(printer.text(reports, problems: problems))
        } catch {
          console.error(error.description)
          failure = failure ?? error
        }
      }
      return failure?.status.rawValue ?? Self.status(of: reports)
    }

    /// The paths of the cassettes; a folder is replaced by the cassettes in it.
    private func expanded(_ names: [String]) -> [String] {
      names.flatMap { name in
        guard let found = try? FolderListing.cassettes(in: name) else {
          return [CassettePath.path(ofInputNamed: name)]
        }
        return found.filter { !$0.hasSuffix(RecordingSuffix.journal) }
      }
    }

    private static func failure(_ error: any Error, cassette: String) -> CommandFailure {
      guard let fault = error as? OriginMap.Fault else {
        return CommandFailure(error, named: cassette)
      }
      return CommandFailure(.usage, "\(cassette): \(fault)")
    }

    private static func status(of reports: [VerificationReport]) -> Int32 {
      if reports.contains(where: { $0.count("drifted") > 0 }) { return 1 }
      let isNothing = reports.allSatisfy { $0.count("same") == 0 }
      return isNothing || reports.contains { $0.count("unchecked") > 0 } ? 2 : 0
    }

    // MARK: - One cassette

    private func verify(_ cassette: String) async throws -> VerificationReport {
      var sequence = VerificationSequence(
        verification: try Verification(cassette: cassette, options: options),
        comparison: comparison)
      for notice in sequence.verification.notices { console.note(notice) }
      let clients = upstream.makeClientPool()
      defer { clients.close() }
      try await withThrowingTaskGroup(of: LiveExchange.self) { group in
        let count = sequence.verification.count
        for index in 0..<count {
          console.progress("verifying \(cassette): \(index + 1) of \(count)")
          // An unsafe request is sent alone, since it may change something at the service.
          let isAlone = try !sequence.verification.isSafe(index)
          let sources = jobs > 1 ? try sequence.verification.sources(of: index) : []
          while sequence.running.count >= jobs || (isAlone && !sequence.running.isEmpty)
            || !sequence.running.isDisjoint(with: sources)
          {
            try await sequence.takeExchange(from: &group)
          }
          switch try sequence.verification.step(index) {
          case .done(let result): sequence.results[index] = result
          case .send(let request):
            sequence.running.insert(index)
            let recorded = try sequence.verification.recordedStatus(index)
            if delay > 0 { try await Task.sleep(for: .seconds(delay)) }
            group.addTask {
              let outcome = try await outcome(of: request, recorded: recorded, on: clients)
              return LiveExchange(
                index: index, live: Interaction(request: request, outcome: outcome))
            }
            if isAlone { try await sequence.takeExchange(from: &group) }
          }
        }
        while !sequence.running.isEmpty { try await sequence.takeExchange(from: &group) }
      }
      console.clearProgress()
      let updated = options.isUpdating ? try sequence.verification.update() : nil
      return VerificationReport(
        cassette: cassette,
        interactions: sequence.results.sorted { $0.key < $1.key }.map(\.value), updated: updated)
    }

    /// Sends a request, and repeats it while the service reports that it is too busy.
    private func outcome(
      of request: Interaction.Request, recorded: Int?, on clients: Upstream.ClientPool
    ) async throws -> Interaction.Outcome {
      var attempt = 1
      while true {
        let outcome = await clients.outcome(of: request, within: timeout)
        guard attempt <= retries,
          let wait = ServiceTrouble.wait(
            toRepeat: request, after: outcome, recorded: recorded, attempt: attempt)
        else { return outcome }
        console.detail("the service is too busy; the next try follows in \(wait) seconds")
        try await Task.sleep(for: .seconds(wait))
        attempt += 1
      }
    }

    /// A request that was sent, with its outcome.
    private struct LiveExchange: Sendable {
      var index: Int
      var live: Interaction
    }

    /// The verification of one cassette in progress.
    private struct VerificationSequence {
      var verification: Verification
      let comparison: InteractionComparison
      var running: Set<Int> = []
      var results: [Int: VerifiedInteraction] = [:]

      mutating func takeExchange(
        from group: inout ThrowingTaskGroup<LiveExchange, any Error>
      ) async throws {
        guard let exchange = try await group.next() else { return }
        running.remove(exchange.index)
        results[exchange.index] = try verification.finish(exchange.index, exchange.live) {
          comparison.change(from: $0, to: $1)
        }
      }
    }
  }
#endif
