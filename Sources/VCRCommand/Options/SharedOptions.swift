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

    @OptionGroup var traffic: TrafficOptions

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

  /// The options of every verb that records what COMMAND requests, whether the recording is kept or
  /// not.
  struct TrafficOptions: ParsableArguments {
    @Option(SettingTable.match) var match: String?

    @OptionGroup var upstream: UpstreamOptions

    @OptionGroup var limits: LimitOptions

    @Option(SettingTable.passthrough) var passthrough: [String] = []

    @OptionGroup var isolation: IsolationOptions

    @OptionGroup var redaction: RedactionOptions

    @OptionGroup var redactionSwitch: RedactionSwitch

    @OptionGroup var volatility: VolatilityOptions

    @Flag(SettingTable.lean) var isLean = false

    @Flag(SettingTable.quiet) var quiet = false

    @Flag(
      help: ArgumentHelp(
        "No colour, whatever the terminal can do (NO_COLOR does the same).", visibility: .hidden))
    var noColor = false
  }

  /// The words after `--`.
  struct CommandArguments: ParsableArguments {
    @Argument(
      parsing: .postTerminator,
      help: ArgumentHelp("What to run, after --, with its own arguments.", valueName: "command"))
    var words: [String] = []
  }
#endif
