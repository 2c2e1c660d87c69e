#if CommandLineTool
  import VCRCore
  import VCRUpstream

  /// The service that `vcr verify` asks: waited for, and started and ended where COMMAND is it.
  struct VerifiedService: Sendable {
    /// Passes signals on to COMMAND.
    let relay: SignalRelay
    private let executable: Executable?
    private let arguments: [[UInt8]]
    private let environment: ProcessEnvironment
    private let caller: CallerState
    /// The wait for the service; nil to ask at once.
    private let wait: ServiceWait?
    private let upstream: Upstream
    private let console: Console

    /// Reads what the command line says of the service; nil when it says nothing.
    ///
    /// - Parameters:
    ///   - command: The command line.
    ///   - environment: The environment of `vcr` itself, which COMMAND has too.
    ///   - caller: How the process stood when `vcr` was started.
    ///   - console: Where messages go.
    /// - Throws: `CommandFailure` with status 64, 126 or 127, `ProjectFileError`.
    init?(
      _ command: VerifyCommand, _ environment: ProcessEnvironment, _ caller: CallerState,
      _ console: Console
    ) throws {
      let words = command.words
      var wait = try command.waiting.wait()
      guard !words.isEmpty || wait != nil else { return nil }
      if !words.isEmpty, wait == nil {
        guard command.against.count == 1, let url = command.against.first, !url.contains("=") else {
          throw CommandFailure(
            .usage,
            "COMMAND is started as the service, so that it must be said where it listens: --against "
              + "URL, or --wait-for URL")
        }
        wait = try ServiceWait(url: url, seconds: command.waiting.waitTime)
      }
      let sources = try SettingSources.here(environment.values)
      executable = try words.first.map {
        try Executable(command: $0, searchPath: environment.values["PATH"])
      }
      arguments = RawArguments.command
      upstream = try VerifyRun.upstream(
        command, sources, WayOut(environment: environment.values))
      self.environment = environment
      self.caller = caller
      self.console = console
      self.wait = wait
      relay = try SignalRelay {
        console.note(
          "COMMAND does not end \(SignalRelay.endingTime) s after SIGTERM, and is killed"
        )
      } onOverdue: {
        console.error("ended by signal \($0)")
      }
    }

    /// Starts the service, waits until it responds, and ends it after the work.
    ///
    /// - Parameter work: The work that is done while it runs; its result is the status to exit
    ///   with.
    /// - Returns: The status to exit with: that of the work; 71 when the service did not respond in
    ///   time; 2 when COMMAND ended before all was checked.
    func run(_ work: @escaping @Sendable () async -> Int32) async -> Int32 {
      do {
        guard let executable else { return try await waiting(work) }
        let child = try ChildProcess(
          executable: executable, arguments: arguments, environment: environment, caller: caller,
          outputsToErrors: true)
        relay.begin(child)
        let working = Task {
          let result: Result<Int32, any Error>
          do { result = .success(try await waiting(work)) } catch { result = .failure(error) }
          // It may have ended by itself: the relay knows.
          relay.endChild()
          return result
        }
        let end = await child.end { relay.end() }
        let isEarly = !end.wasAskedFor && relay.received == nil
        if isEarly { working.cancel() }
        let status = try await working.value.get()
        if let signal = relay.received { return ExitStatus.afterSignal(signal) }
        if status == 0 || status == 1 || !isEarly { return status }
        console.error(
          "COMMAND, the service, ended with status \(end.status) before all was checked"
        )
        return status
      } catch {
        let failure = CommandFailure(error)
        console.error(failure.description)
        return failure.status.rawValue
      }
    }

    private func waiting(_ work: () async -> Int32) async throws -> Int32 {
      if let wait {
        console.detail("waiting for \(wait.url)")
        let isThere = try await wait(through: upstream) {
          Task.isCancelled || relay.received != nil
        }
        guard isThere else { return relay.received.map(ExitStatus.afterSignal) ?? 2 }
      }
      return await work()
    }
  }
#endif
