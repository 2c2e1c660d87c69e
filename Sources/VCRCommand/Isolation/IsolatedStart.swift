#if CommandLineTool
  import VCRProxy
  import VCRUpstream

  /// Starts COMMAND on the highest rung of isolation that the machine and the settings allow.
  struct IsolatedStart {
    let executable: Executable
    /// The argument list, the command's name included.
    let arguments: [[UInt8]]
    let environment: ProcessEnvironment
    /// How the process stood when `vcr` was started.
    let caller: CallerState
    let settings: IsolationSettings
    /// True when the run records.
    let records: Bool
    /// Learns how servers of COMMAND's are reached.
    let inside: InnerLoopback

    /// Starts COMMAND.
    ///
    /// - Parameters:
    ///   - server: The proxy, which is to serve COMMAND.
    ///   - folder: The folder of the run.
    /// - Returns: COMMAND, its rung, and what to do once it has ended.
    /// - Throws: `CommandFailure` with status 71 when a rung is required that cannot be had, with 126
    ///   when COMMAND cannot be started.
    func run(
      server: ProxyServer, folder: RunFolder
    ) async throws -> (ChildProcess, IsolationRung, () -> Void) {
      guard settings.setting != .off else { return try startFreely(because: nil) }
      do {
        return try await startIsolated(server, folder)
      } catch let failure as IsolationFailure {
        guard settings.setting == .auto else { throw Self.refusal(failure) }
        return try startFreely(because: failure.reason)
      }
    }

    #if os(Linux)
      private func startIsolated(
        _ server: ProxyServer, _ folder: RunFolder
      ) async throws -> (ChildProcess, IsolationRung, () -> Void) {
        let isolation = try await Isolation(
          PreparedProcess.Command(
            executable: executable, arguments: arguments, environment: environment,
            caller: caller),
          server: server,
          bundle: try folder.writeSystemBundle(authority: server.authorityCertificatePEM),
          settings, records: records, inside: inside)
        do {
          return (try isolation.start(), .namespaces, { isolation.end() })
        } catch {
          isolation.end()
          throw error
        }
      }
    #else
      private func startIsolated(
        _ server: ProxyServer, _ folder: RunFolder
      ) async throws -> (ChildProcess, IsolationRung, () -> Void) {
        throw Isolation.failure()
      }
    #endif

    private func startFreely(
      because reason: String?
    ) throws -> (ChildProcess, IsolationRung, () -> Void) {
      let child = try ChildProcess(
        executable: executable, arguments: arguments, environment: environment, caller: caller)
      return (child, .variables(because: reason), {})
    }

    /// Why COMMAND is not run at all.
    private static func refusal(_ failure: IsolationFailure) -> CommandFailure {
      CommandFailure(
        .systemFault,
        "--isolate require: COMMAND was not run, because it cannot be kept from going round vcr "
          + "here: \(failure.reason)"
          + (failure.remedy.map { "\nto allow it: \($0)" } ?? "")
          + "\nvcr doctor says more; --isolate auto runs it with what there is")
    }
  }
#endif
