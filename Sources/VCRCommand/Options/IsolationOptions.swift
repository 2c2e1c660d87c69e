#if CommandLineTool
  import ArgumentParser
  import VCRCore
  import VCRUpstream

  /// The options that keep COMMAND from going round `vcr`, as they stand on the command line.
  struct IsolationOptions: ParsableArguments {
    @Option(
      SettingTable.isolate, completion: .list(IsolationSetting.allCases.map(\.rawValue)))
    var isolate: String?

    @Flag(SettingTable.noHostPorts) var hidesHostPorts = false

    @Option(SettingTable.allow) var allow: [String] = []

    /// The isolation of a run.
    ///
    /// - Parameter sources: The sources of options that were not given.
    /// - Returns: The settings.
    /// - Throws: `CommandFailure` with status 64.
    func settings(_ sources: SettingSources) throws -> IsolationSettings {
      let allowed = try sources.values(SettingTable.allow, allow).map { Upstream.Address($0) }
      return IsolationSettings(
        setting: try sources.value(SettingTable.isolate, isolate) ?? .auto,
        relaysHostPorts: try !sources.isOn(SettingTable.noHostPorts, hidesHostPorts),
        // COMMAND finds a name in the machine's table, too, and connects to the address.
        allowed: Set(allowed + allowed.flatMap { HostsFile.addresses(of: $0) }))
    }
  }

  /// How COMMAND is to be kept from going round `vcr`.
  struct IsolationSettings: Sendable {
    /// Which rungs are tried, and whether one is required.
    var setting: IsolationSetting
    /// True when services on this machine's loopback stay reachable.
    var relaysHostPorts: Bool
    /// Services that are reached directly.
    var allowed: Set<Upstream.Address>

    /// The ports of those.
    var allowedPorts: Set<UInt16> { Set(allowed.compactMap { UInt16(exactly: $0.port) }) }

    /// The ports of those that are on this machine's loopback.
    var allowedOwnPorts: Set<UInt16> {
      Set(allowed.filter(\.isLoopback).compactMap { UInt16(exactly: $0.port) })
    }
  }
#endif
