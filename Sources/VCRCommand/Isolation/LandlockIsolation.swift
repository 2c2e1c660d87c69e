#if CommandLineTool && os(Linux)
  import CIsolation
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import VCRCore

  /// COMMAND's process with TCP connections to some ports alone (landlock(7)), where neither
  /// namespaces nor a filter of system calls can be had.
  ///
  /// It knows ports and no addresses, and nothing but TCP. So it serves a replay, in which a client
  /// that goes round `vcr` fails on the ports that services on a network have, and not a recording,
  /// in which such a client would fail for nothing.
  enum LandlockIsolation {
    /// Prepares COMMAND's process.
    ///
    /// - Parameters:
    ///   - command: The command that the process is to become.
    ///   - proxyPort: The port of the proxy.
    ///   - settings: The settings of the run.
    /// - Returns: The process.
    /// - Throws: `IsolationFailure` when the machine does not allow it.
    static func prepare(
      _ command: PreparedProcess.Command, proxyPort: UInt16, _ settings: IsolationSettings
    ) throws(IsolationFailure) -> PreparedProcess {
      let version = isolation_landlock_version()
      guard version >= 4 else {
        throw IsolationFailure(
          reason: version < 0
            ? "the kernel has no Landlock, or it is switched off"
            : "Landlock knows no ports before its fourth version (Linux 6.7); this is \(version)",
          remedy: version < 0 ? "start the kernel with lsm=landlock" : "a newer kernel")
      }
      var program = IsolationProgram()
      program.allowPorts(ports(proxyPort, settings), IsolationFailure.landlockStep)
      return try PreparedProcess(command, program)
    }

    /// Why this machine does not allow it; nil when it does.
    static func failure() -> IsolationFailure? {
      do {
        let settings = IsolationSettings(setting: .auto, relaysHostPorts: false, allowed: [])
        try prepare(PreparedProcess.Command.trial, proxyPort: 2, settings).abandon()
        return nil
      } catch {
        return error
      }
    }

    /// The ports that services on other machines have: names and HTTP.
    private static let outer: Set<UInt16> = [53, 80, 443]

    private static func ports(_ proxy: UInt16, _ settings: IsolationSettings) -> Set<UInt16> {
      let services = settings.relaysHostPorts ? HostNetwork.listeningPorts.subtracting(outer) : []
      // Where COMMAND's own servers listen.
      let own = Set(HostNetwork.ephemeralPorts)
      return services.union(own).union(settings.allowedPorts).union([proxy])
    }
  }
#endif
