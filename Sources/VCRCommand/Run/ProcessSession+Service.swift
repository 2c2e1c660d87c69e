#if CommandLineTool
  import VCRCore
  import VCRProxy
  import VCRUpstream

  extension ProcessSession {
    /// Waits for the service that COMMAND is, and then lets its clients through.
    ///
    /// A service that does not respond in time is ended, and with it the run.
    ///
    /// - Parameters:
    ///   - gate: The gate that holds the clients back.
    ///   - wait: The wait for the service.
    ///   - upstream: How the service is asked.
    ///   - onOpen: Called when it responds.
    /// - Throws: `CommandFailure` with status 71 when the time is up.
    func open(
      _ gate: ServiceGate, _ wait: ServiceWait, through upstream: Upstream, onOpen: () -> Void
    ) async throws {
      defer { gate.open() }
      do {
        if try await responds(wait, through: upstream) { onOpen() }
      } catch {
        relay.endChild()
        throw error
      }
    }

    /// Waits for a service.
    ///
    /// - Parameters:
    ///   - wait: The wait for the service.
    ///   - upstream: How the service is asked.
    /// - Returns: False when the run ends before the service responds.
    /// - Throws: `CommandFailure` with status 71 when the time is up.
    func responds(_ wait: ServiceWait, through upstream: Upstream) async throws -> Bool {
      console.detail("waiting for \(wait.url)")
      return try await wait(through: upstream) { [relay] in
        Task.isCancelled || relay.received != nil
      }
    }

    /// Waits for a service before COMMAND is started.
    ///
    /// - Parameters:
    ///   - wait: The wait for the service.
    ///   - upstream: How the service is asked.
    /// - Returns: False when the run ends before the service responds.
    /// - Throws: `CommandFailure` with status 71 when the time is up.
    func respondsBeforeCommand(
      _ wait: ServiceWait, through upstream: Upstream
    ) async throws -> Bool {
      do {
        return try await responds(wait, through: upstream)
      } catch var failure as CommandFailure {
        // A COMMAND that starts the service would be waited for in vain.
        if !arguments.isEmpty {
          failure.description += "; COMMAND is started after that, unless --service says that it "
          failure.description += "is the service"
        }
        throw failure
      }
    }

    /// Says where clients of the reverse form find the service.
    func announceListener(
      _ server: ProxyServer, at host: String, for origin: String?, _ upstream: Upstream?
    ) {
      guard let origin else { return }
      // An address of IPv6 is in brackets (RFC 3986 §3.2.2).
      let literal = host.contains(":") ? "[\(host)]" : host
      console.note("listening on http://\(literal):\(server.port) for \(origin)")
      guard server.isOpenToOtherMachines else { return }
      console.warning(
        "other machines can reach port \(server.port): whoever does is answered from "
          + settings.cassette
          + (upstream == nil ? "" : ", and asks \(origin) through this machine"))
    }
  }
#endif
