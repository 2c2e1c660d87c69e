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

  /// The groups of options of every verb that records what COMMAND requests, whether the recording
  /// is kept or not.
  ///
  /// They stand in the command itself, and in no group of groups: in a debug build the parser
  /// checks each group five times for each level that it is below the command, which took most of
  /// the time of a test's `vcr replay`.
  protocol TrafficCommand: ParsableCommand {
    /// What has no group of its own.
    var traffic: TrafficOptions { get }
    /// How services are reached.
    var upstreams: UpstreamOptions { get }
    /// The bounds of messages.
    var limits: LimitOptions { get }
    /// How COMMAND is kept from the network.
    var isolation: IsolationOptions { get }
    /// The rules of redaction.
    var redaction: RedactionOptions { get }
    /// Whether they are off.
    var redactionSwitch: RedactionSwitch { get }
    /// What may change from one recording to the next.
    var volatility: VolatilityOptions { get }
  }

  /// The groups of options of the verbs that keep or serve a recording: `record` and `replay`.
  protocol CassetteCommand: TrafficCommand {
    /// What the two have in common beside the groups of every such verb.
    var options: SharedOptions { get }
  }

  /// The options without a group of their own of every verb that records what COMMAND requests.
  struct TrafficOptions: ParsableArguments {
    @Option(SettingTable.match) var match: String?

    @Option(SettingTable.passthrough) var passthrough: [String] = []

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
      help: ArgumentHelp("What to run, after --, with its own arguments.", valueName: "command"),
      completion: .file())
    var words: [String] = []
  }
#endif
