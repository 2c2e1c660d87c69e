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
    /// True when a replay around this run watches COMMAND, too.
    let isWithinReplay: Bool
    /// Learns how servers of COMMAND's are reached.
    let inside: InnerLoopback

    /// Called with what is refused although it might be meant well.
    let onProblem: @Sendable (String) -> Void

    /// Starts COMMAND.
    ///
    /// - Parameters:
    ///   - server: The proxy, which is to serve COMMAND.
    ///   - folder: The folder of the run.
    /// - Returns: COMMAND, its rung, and what to do once it has ended.
    /// - Throws: `CommandFailure` with status 71 when a rung is required that cannot be had, with
    ///   126 when COMMAND cannot be started.
    func run(
      server: ProxyServer, folder: RunFolder
    ) async throws -> (ChildProcess, IsolationRung, () -> Void) {
      guard settings.setting != .off else {
        openIfNamed(folder)
        return try startFreely(because: nil)
      }
      var failures: [IsolationFailure] = []
      #if os(Linux)
        let bundle = try folder.writeSystemBundle(authority: server.authorityCertificatePEM)
        do {
          return try await startInNamespaces(server, bundle, folder)
        } catch let failure as IsolationFailure {
          failures.append(failure)
        }
        do {
          return try await startFiltered(
            server, folder, bundle: bundle?.path ?? folder.authorityPath, because: failures)
        } catch let failure as IsolationFailure {
          failures.append(failure)
        }
      #else
        if let failure = Isolation.failure() { failures.append(failure) }
      #endif
      guard settings.setting == .auto else { throw Self.refusal(failures) }
      openIfNamed(folder)
      #if os(Linux)
        if !records {
          do {
            return try startWithPorts(server, because: Self.reason(failures))
          } catch let failure as IsolationFailure {
            failures.append(failure)
          }
        }
      #endif
      return try startFreely(because: Self.reason(failures))
    }

    #if os(Linux)
      private var command: PreparedProcess.Command {
        var caller = caller
        if !records { caller.descriptors.numbers.subtract(leadingOut) }
        return PreparedProcess.Command(
          executable: executable, arguments: arguments, environment: environment, caller: caller)
      }

      /// The caller's sockets that COMMAND does not get in a replay; standard streams are none.
      private var leadingOut: [Int32] { caller.descriptors.leadingOut.filter { $0 > 2 } }

      /// Why a namespace does not hold what COMMAND gets of the caller's sockets; nil when it does.
      private var unheldSockets: String? {
        guard !records else { return nil }
        let numbers = caller.descriptors.reconnectable.filter { !leadingOut.contains($0) }
        guard let first = numbers.first else { return nil }
        return numbers.count == 1
          ? "descriptor \(first) is a socket of this machine's network, which can be connected elsewhere"
          : "descriptors \(numbers.map(String.init).joined(separator: ", ")) are sockets of this "
            + "machine's network, which can be connected elsewhere"
      }

      private func tellOfSockets() {
        guard !records, !leadingOut.isEmpty else { return }
        onProblem(
          "COMMAND does not get \(leadingOut.count == 1 ? "descriptor" : "descriptors") "
            + leadingOut.map(String.init).joined(separator: ", ")
            + ": a socket, or a ring of io_uring, that vcr was started with leads out of a replay")
      }

      private func startInNamespaces(
        _ server: ProxyServer, _ bundle: RunFolder.SystemBundle?, _ folder: RunFolder
      ) async throws -> (ChildProcess, IsolationRung, () -> Void) {
        let isolation = try await Isolation(
          command, server: server, bundle: bundle, folder: folder, settings, records: records,
          isWithinReplay: isWithinReplay, inside: inside)
        if !isolation.hasCopy { openIfNamed(folder) }
        do {
          tellOfSockets()
          let rung = IsolationRung.namespaces(without: isolation.missing ?? unheldSockets)
          return (try isolation.start(), rung, { isolation.end() })
        } catch {
          isolation.end()
          throw error
        }
      }

      private func startFiltered(
        _ server: ProxyServer, _ folder: RunFolder, bundle: String,
        because failures: [IsolationFailure]
      ) async throws -> (ChildProcess, IsolationRung, () -> Void) {
        let reason = Self.reason(failures)
        // What keeps it out lets it mount nothing, which it can where there are namespaces.
        let isolation = try await SeccompIsolation(
          command, server: server, folder: folder, bundle: bundle, settings, records: records,
          keepsOut: failures.contains(where: \.refusesNamespaces), onProblem: onProblem)
        do {
          tellOfSockets()
          return (try isolation.start(), .seccomp(because: reason), { isolation.end() })
        } catch {
          isolation.end()
          throw error
        }
      }

      private func startWithPorts(
        _ server: ProxyServer, because reason: String
      ) throws -> (ChildProcess, IsolationRung, () -> Void) {
        let process = try LandlockIsolation.prepare(
          command, proxyPort: UInt16(server.port), settings)
        tellOfSockets()
        return (try process.start(), .landlock(because: reason), {})
      }
    #endif

    /// Opens the folder of the run where nobody says when COMMAND becomes another user.
    private func openIfNamed(_ folder: RunFolder) {
      folder.openForAll(
        ifNamedBy: arguments.map { String(decoding: $0, as: UTF8.self) },
        searchPath: environment.values["PATH"])
    }

    private func startFreely(
      because reason: String?
    ) throws -> (ChildProcess, IsolationRung, () -> Void) {
      let child = try ChildProcess(
        executable: executable, arguments: arguments, environment: environment, caller: caller)
      return (child, .variables(because: reason), {})
    }

    private static func reason(_ failures: [IsolationFailure]) -> String {
      failures.map(\.reason).joined(separator: "; ")
    }

    /// Why COMMAND is not run at all.
    private static func refusal(_ failures: [IsolationFailure]) -> CommandFailure {
      CommandFailure(
        .systemFault,
        "--isolate require: COMMAND was not run, because it cannot be kept from going round vcr "
          + "here: \(reason(failures))"
          + failures.compactMap(\.remedy).map { "\nto allow it: \($0)" }.joined()
          + "\nvcr doctor says more; --isolate auto runs it with what there is")
    }
  }
#endif
