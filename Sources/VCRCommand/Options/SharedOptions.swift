#if CommandLineTool
  import ArgumentParser
  import VCRCore
  import VCRProxy

  /// The options that `record` and `replay` have in common, as they stand on the command line.
  struct SharedOptions: ParsableArguments {
    @Option(SettingTable.cassette, completion: .file(extensions: ["yaml", "yml"]))
    var cassette: String?

    @Option(SettingTable.mode, completion: .list(RecordMode.allCases.map(\.rawValue)))
    var mode: String?

    @Flag(SettingTable.scopes) var hasScopes = false

    @Option(
      help: ArgumentHelp(
        "Serve clients that cannot use a proxy: they talk to this address as if it were the "
          + "service. Without COMMAND, until interrupted.",
        valueName: "host:port", visibility: .hidden))
    var listen: String?

    @Flag(SettingTable.repeats) var isRepeating = false

    @Flag(SettingTable.requireAll) var requireAll = false

    @Option(SettingTable.latency) var latency: String?

    @Option(SettingTable.expires) var expires: String?

    @Option(SettingTable.onExpired) var onExpired: String?

    @Option(SettingTable.report, completion: .file(extensions: ["json", "jsonl", "xml", "md"]))
    var report: [String] = []

    @Flag(SettingTable.verbose) var verbose = false
  }
#endif
