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
#endif
