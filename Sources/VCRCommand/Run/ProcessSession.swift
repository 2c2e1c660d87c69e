#if CommandLineTool
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// One run of COMMAND behind the proxy, from the look-up of the command to the exit status.
  struct ProcessSession: Sendable {
    let settings: Settings
    /// The words of COMMAND.
    let arguments: [String]
    let environment: ProcessEnvironment
    let console: Console
    let relay: SignalRelay
    /// The state of the process when `vcr` was started.
    let caller: CallerState

    /// Runs COMMAND.
    ///
    /// - Returns: The status to exit with.
    func run() async -> Int32 {
      do {
        return try await runOrThrow()
      } catch {
        console.clearProgress()
        // A cassette that nobody named is derived from COMMAND, which is there and is no cassette.
        let failure =
          settings.typedCassette.map { CommandFailure(error, named: $0) } ?? CommandFailure(error)
        console.error(Deck.Advice.message(failure.description, running: commandLine))
        writeReport(of: failure.description, status: failure.status.rawValue)
        return failure.status.rawValue
      }
    }

    /// Writes the requested reports of a run that failed to start.
    private func writeReport(of failure: String, status: Int32) {
      guard settings.isReporting else { return }
      let report = RunReport(
        cassette: settings.cassette, options: settings.runDeckOptions, failure: failure,
        command: RunReport.Command(
          name: arguments.first, status: nil, ownStatus: status))
      settings.addSummary(report, to: console)
      settings.reports.write(report, to: console)
    }

    private func runOrThrow() async throws -> Int32 {
      let values = environment.values
      let executable = try arguments.first.map {
        try Executable(command: $0, searchPath: values["PATH"])
      }
      let network = try NetworkPolicy(settings: settings, environment: values)
      network.way.tell(console)
      func refused(_ options: Deck.Options) -> Deck.Options {
        var options = options
        if network.isRecordingRefused { (options.mode, options.refusal) = (.none, .ci) }
        return options
      }
      let deckOptions = refused(settings.deckOptions)
      if let wait = settings.service.wait, !settings.service.isCommand, network.isOpen {
        let upstream = try settings.makeUpstream(by: network.way)
        guard try await respondsBeforeCommand(wait, through: upstream) else {
          return ExitStatus.afterSignal(relay.received ?? 0)
        }
      }
      let folder = FileSystem.folder(of: settings.cassette)
      let isFolderNew = settings.typedCassette != nil && !FileSystem.exists(folder)
      let deck = try Deck(
        cassette: settings.cassette, options: refused(settings.runDeckOptions))
      let scopes =
        settings.hasScopes
        ? RunScopes(settings, deckOptions, console: console, command: commandLine) : nil
      if settings.redactsNothing, network.records || settings.verb == .record {
        console.warning(
          RedactionSwitch.warning(remedy: "vcr redact \(settings.cassette.shellWord)"))
      }
      var outgoing: Deck?
      let events = RunEvents(console: console, command: commandLine, words: arguments)
      let outcome: Outcome
      do {
        outgoing = try settings.service.outgoing.map {
          try Deck(cassette: $0, options: deckOptions)
        }
        outcome = try await serve(
          executable, deck: deck, outgoing: outgoing, scopes: scopes, events: events,
          network: network, inherited: values)
      } catch {
        // Only the first failure is reported; the journals are kept.
        for deck in [deck, outgoing] { _ = try? deck?.close(keeping: false, interrupted: true) }
        throw error
      }
      return try conclude(
        outcome, deck: deck, outgoing: outgoing, scopes: scopes, events: events,
        newFolder: isFolderNew ? folder : nil)
    }

    /// Closes the decks of a run that has ended, and says what came of it.
    ///
    /// - Parameters:
    ///   - outcome: How COMMAND ended.
    ///   - deck: The deck of the cassette.
    ///   - outgoing: The deck of what a service asks of others; nil for none.
    ///   - scopes: What COMMAND opened; nil where it has none.
    ///   - events: What the proxy reported.
    ///   - newFolder: The folder of the cassette that was not there before the run.
    /// - Returns: The exit status.
    /// - Throws: As `Deck.close`.
    private func conclude(
      _ outcome: Outcome, deck: Deck, outgoing: Deck?, scopes: RunScopes?, events: RunEvents,
      newFolder: String?
    ) throws -> Int32 {
      guard var end = outcome.end else {
        for deck in [deck, outgoing] { try deck?.close(keeping: false, interrupted: true) }
        return ExitStatus.afterSignal(outcome.signal ?? 0)
      }
      // A service does not end by itself.
      if settings.service.isCommand, outcome.signal != nil || end.wasAskedFor { end = .exited(0) }
      func close(_ deck: Deck) throws -> Deck.Summary {
        try deck.close(
          keeping: end == .exited(0), interrupted: outcome.signal != nil || end.isSignal)
      }
      // The second is closed even when the first cannot be written.
      let outgoingEnd = outgoing.map { deck in Result { try close(deck) } }
      let summary = try close(deck)
      let outgoingSummary = try outgoingEnd?.get()
      console.clearProgress()
      if let newFolder, newFolder != "Cassettes", FileSystem.exists(newFolder) {
        console.note("made the folder \(newFolder) for the cassette")
      }
      let conclusion = RunConclusion(
        settings: settings, runSummary: summary, outgoing: outgoingSummary,
        scopes: scopes?.outcomes ?? [],
        refusals: events.refusals,
        isDistrusted: events.isDistrusted, progress: outcome.progress,
        rung: outcome.rung, captured: outcome.captured, end: end,
        command: arguments.first, commandLine: commandLine)
      conclusion.print(to: console)
      return conclusion.writeReport(of: deck, to: console)
    }

    /// How COMMAND ended; nil, with the signal, when a signal arrived before it was started.
    private struct Outcome {
      var end: ChildProcess.End?
      var signal: Int32?
      var progress: ProxyProgress
      /// How COMMAND was kept from going round `vcr`; nil when there was none.
      var rung: IsolationRung?
      /// The traffic of COMMAND beside HTTP.
      var captured = CapturedTraffic()
    }

    /// COMMAND as it is to be typed; nil when it holds a secret, or is too long to be read.
    private var commandLine: String? {
      let line = arguments.map(\.shellWord).joined(separator: " ")
      guard !line.isEmpty, line.utf8.count <= 400,
        settings.reportRedaction.redacting(text: line) == line
      else { return nil }
      return line
    }

    /// Runs COMMAND while the proxy serves it.
    private func serve(
      _ executable: Executable?, deck: Deck, outgoing: Deck?, scopes: RunScopes?,
      events: RunEvents, network: NetworkPolicy, inherited: [String: String]
    ) async throws -> Outcome {
      LargeBlocks.returnWhenFree()
      let inside = InnerLoopback()
      let gate = try settings.makeServiceGate()
      let upstream =
        network.isOpen
        ? try settings.makeUpstream(by: network.way, inside: inside, gate: gate) {
          events.note($0)
        } : nil
      var options = ProxyOptions()
      options.onEvent = { events.receive($0) }
      if events.wantsExchanges { options.onExchange = { events.receive($0) } }
      options.limits = settings.limits
      options.outgoing = outgoing
      options.scopes = scopes
      options.scopePath = "/vcr-scope/\(UInt64.random(in: .min ... .max))"
      if let listen = settings.listen {
        options.host = listen.host
        options.port = listen.port
        options.reverseOrigin = try settings.reverseOrigin ?? RecordedOrigin.origin(of: deck.path)
        options.alsoForwards = executable != nil
      }
      options.clientele = .run
      let server = try await start(deck: deck, upstream: upstream, options: options)
      let (host, origin) = (options.host, options.reverseOrigin)
      @Sendable func announce() { announceListener(server, at: host, for: origin, upstream) }
      if gate == nil || upstream == nil { announce() }
      let progress = ProgressLine(server: server, console: console, events: events)
      if executable == nil { CodePages.release() }
      do {
        var outcome =
          if let executable {
            try await runChild(
              executable, server: server, network: network, inside: inside,
              scopePath: options.scopePath, events: events, inherited: inherited
            ) {
              guard let gate, let wait = settings.service.wait else { return }
              let asking = try settings.makeUpstream(by: network.way, inside: inside)
              try await open(gate, wait, through: asking) { announce() }
            }
          } else {
            // Without COMMAND, an interruption is the normal end of a run.
            await Outcome(
              end: .exited(0), signal: relay.nextSignal(), progress: server.progress)
          }
        progress.cancel()
        await server.stop()
        outcome.progress = server.progress
        outcome.captured = server.capturedTraffic
        return outcome
      } catch {
        progress.cancel()
        await server.stop(gracePeriod: .zero)
        throw error
      }
    }

    private func start(
      deck: Deck, upstream: Upstream?, options: ProxyOptions
    ) async throws -> ProxyServer {
      do {
        return try await ProxyServer.start(deck: deck, upstream: upstream, options: options)
      } catch let error as ProxyOptionError {
        throw CommandFailure(.usage, "--upstream: \(error)")
      } catch  where settings.listen != nil {
        throw CommandFailure(
          .usage, "--listen \(options.host):\(options.port): cannot be listened on: \(error)")
      }
    }

    private func runChild(
      _ executable: Executable, server: ProxyServer, network: NetworkPolicy,
      inside: InnerLoopback, scopePath: String, events: RunEvents, inherited: [String: String],
      onStart: @escaping @Sendable () async throws -> Void
    ) async throws -> Outcome {
      let words = rawArguments.map { String(decoding: $0, as: UTF8.self) }
      let folder = try RunFolder(
        authority: server.authorityCertificatePEM, environment: inherited, command: words)
      defer { folder.remove() }
      for problem in folder.unreadRoots { console.warning(problem) }
      // Other services on this machine stay proxied: the port distinguishes the listener from them.
      let direct = settings.listen == nil ? [] : [proxyHost, "localhost"]
      let clients = ClientEnvironment(
        proxyHost: proxyHost, proxyPort: String(server.port), credential: server.credential,
        folder: folder.path, direct: direct.map { "\($0):\(server.port)" })
      var variables = clients.values(inherited: inherited, command: words)
      variables.merge(
        OuterRun.variables(
          proxyURL: clients.proxyURL, authority: clients.authorityFile, isOpen: network.isOpen)
      ) { $1 }
      // Without scopes, the tests of COMMAND have none of an outer run either.
      variables["VCR_SCOPE_URL"] = settings.hasScopes ? clients.address + scopePath : ""
      if settings.reports.contains(where: { $0.format != .lines }) {
        // It holds the outcome of this run alone.
        variables[SettingTable.report.row.variable] = ""
      }
      if let file = settings.projectFile { console.detail("settings of \(file)") }
      console.detail(
        "\(settings.cassette), mode \(settings.mode.rawValue), policy \(settings.policyWords); "
          + "the proxy is \(clients.address), its files are in \(folder.path)")
      if let signal = relay.received {
        return Outcome(end: nil, signal: signal, progress: server.progress)
      }
      try await server.serve(markedBy: folder.path + "/")
      ChildProcess.adoptOrphans()
      let start = IsolatedStart(
        executable: executable, arguments: rawArguments,
        environment: environment.setting(variables), caller: caller,
        settings: settings.isolation, records: network.records,
        isWithinReplay: network.isWithinReplay, inside: inside,
        onProblem: { [console] in console.warning($0) })
      let (child, rung, finish) = try await start.run(server: server, folder: folder)
      defer { finish() }
      switch rung {
      case .variables(because: .some), .landlock: console.note("isolation: \(rung.description)")
      default: console.detail("isolation: \(rung.description)")
      }
      events.rung = rung
      relay.begin(child)
      CodePages.release()
      let starting = Task { try await onStart() }
      let end = await child.end { [relay] in relay.end() }
      console.beginLine()
      starting.cancel()
      try await starting.value
      return Outcome(end: end, signal: relay.received, progress: server.progress, rung: rung)
    }

    /// The address under which COMMAND reaches the proxy.
    private var proxyHost: String {
      switch settings.listen?.host {
      case nil, "0.0.0.0": "127.0.0.1"
      case "::": "[::1]"
      case let host? where host.contains(":"): "[\(host)]"
      case let host?: host
      }
    }

    /// The words of COMMAND as the original bytes, which need not be UTF-8.
    private var rawArguments: [[UInt8]] {
      let all = RawArguments.all()
      let own = all.suffix(arguments.count)
      let isSame = zip(own, arguments).allSatisfy { String(decoding: $0, as: UTF8.self) == $1 }
      return isSame && own.count == arguments.count
        ? Array(own) : arguments.map { Array($0.utf8) }
    }
  }
#endif
