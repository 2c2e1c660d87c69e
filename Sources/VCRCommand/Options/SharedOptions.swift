#if CommandLineTool
  import ArgumentParser
  import VCRCore
  import VCRProxy

  /// The options that `record` and `replay` have in common, as they stand on the command line.
  struct SharedOptions: ParsableArguments {
    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        "The cassette. A name without .yaml means Cassettes/NAME.yaml; without the option, the "
          + "name of COMMAND is taken.",
        valueName: "file"),
      completion: .file(extensions: ["yaml", "yml"]))
    var cassette: String?

    @Option(
      help: ArgumentHelp(
        "none, once, new-episodes, all or offline (record: once, replay: none).",
        valueName: "mode"),
      completion: .list(RecordMode.allCases.map(\.rawValue)))
    var mode: String?

    @Option(
      help: ArgumentHelp(
        "When two requests are the same: method,url (the default), or any of method scheme host "
          + "port path query headers(NAME…) body json(ignoring PATH…) form.",
        valueName: "list"))
    var match: String?

    @OptionGroup var upstream: UpstreamOptions

    @Option(
      help: ArgumentHelp(
        "A host that reaches the network and is never recorded (also *.example.com). May be "
          + "repeated.",
        valueName: "host"))
    var passthrough: [String] = []

    @OptionGroup var redaction: RedactionOptions

    @Flag(
      name: .customLong("no-redaction"),
      help: ArgumentHelp(
        "Redact nothing: a recording holds every secret (vcr redact mends it), and a replay takes "
          + "the cassette as it was recorded. No variable and no .vcr.yaml does this."))
    var redactsNothing = false

    @OptionGroup var volatility: VolatilityOptions

    @Option(
      help: ArgumentHelp(
        "Serve clients that cannot use a proxy: they talk to this address as if it were the "
          + "service. Without COMMAND, until interrupted.",
        valueName: "host:port"))
    var listen: String?

    @Flag(name: .customLong("repeat"), help: "Serve an interaction again that has been used up.")
    var isRepeating = false

    @Flag(help: "Fail with 81 when an interaction of the cassette is left unused.")
    var requireAll = false

    @Option(
      help: ArgumentHelp(
        "Timing of what is replayed: none (the default), recorded, or a factor such as 0.5.",
        valueName: "timing"))
    var latency: String?

    @Option(
      help: ArgumentHelp(
        "How old a recording may be before it has expired, such as 30d (m, h, d or w).",
        valueName: "age"))
    var expires: String?

    @Option(
      help: ArgumentHelp(
        "What the replay of an expired cassette comes to: warn (the default), or fail with 83.",
        valueName: "warn|fail"))
    var onExpired: String?

    @Option(
      help: ArgumentHelp(
        "Write the outcome for machines: .json, .xml (JUnit) or .md; .jsonl (and a folder) is added "
          + "to, one line a run, for vcr check --runs. May be repeated.",
        valueName: "file"),
      completion: .file(extensions: ["json", "jsonl", "xml", "md"]))
    var report: [String] = []

    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Say what is done and with which settings.")
    var verbose = false

    @Flag(help: "No colour, whatever the terminal can do (NO_COLOR does the same).")
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
