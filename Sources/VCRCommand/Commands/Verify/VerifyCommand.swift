#if CommandLineTool
  import ArgumentParser
  import Dispatch
  import VCRCore
  import VCRReview

  /// `vcr verify`: sends the recorded requests again and reports how the responses have drifted.
  struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify",
      abstract:
        "Send the recorded requests again and report how the service's responses have drifted.",
      usage: "vcr verify [options] <cassette> ... [--against <url>] [-- <command> ...]",
      discussion: """
          vcr verify users
          vcr verify users --against http://127.0.0.1:8080 --unsafe -- ./server --port 8080

        COMMAND is started as the service. Only requests that change nothing are sent (GET, HEAD, OPTIONS, \
        TRACE), unless --unsafe. What a response hands out is carried over to later requests, and what is \
        volatile does not count. 429 and 5xx are asked again, and are no drift. vcr verify --help-hidden lists \
        all options, vcr --help the exit statuses.
        """
    )

    @Argument(
      help: """
        Cassettes, folders of them, or - for standard input; a name without .yaml means \
        Cassettes/NAME.yaml.
        """,
      completion: .file(extensions: ["yaml", "yml"]))
    var cassettes: [String]

    @Option(
      help: ArgumentHelp(
        "Where the requests go instead (for one of several origins: ORIGIN=URL). May be repeated.",
        valueName: "url"))
    var against: [String] = []

    @Option(
      help: ArgumentHelp(
        "An origin beside those of --against that gets the values of secrets.",
        valueName: "origin"))
    var sendSecrets: [String] = []

    @Flag(help: "Send requests that may change something, too.")
    var unsafe = false

    @Flag(help: "Write what drifted to the cassette.")
    var update = false

    @Flag(
      help: """
        Take 429 and 5xx for any response, and with --update write errors and sign-in pages, too.
        """)
    var acceptErrors = false

    @Option(
      help: ArgumentHelp(
        "How often a request is sent again when the service says 429 or 503.", valueName: "n",
        visibility: .hidden))
    var retries = 2

    @Option(
      help: ArgumentHelp(
        "How long to wait before each request, in seconds.", valueName: "seconds",
        visibility: .hidden))
    var delay = 0.0

    @Option(
      help: ArgumentHelp("text, markdown, json or html.", valueName: "format"))
    var format = DiffFormat.text

    @Flag(
      name: .customLong("all"),
      help: ArgumentHelp("Show all places and all lines of a drift.", visibility: .hidden))
    var showsAll = false

    @Option(
      help: ArgumentHelp(
        "How long one response may take, in seconds.", valueName: "seconds", visibility: .hidden))
    var timeout = 30.0

    @Option(
      help: ArgumentHelp(
        "How many safe requests may be under way at a time; those that carry what a response hands "
          + "out wait for it.",
        valueName: "n", visibility: .hidden))
    var jobs = 1

    @Option(
      SettingTable.match,
      help: "When requests are the same (see vcr record --help).")
    var match: String?

    @OptionGroup var waiting: ServiceWaitOptions
    @OptionGroup var upstream: UpstreamOptions
    @OptionGroup var redaction: RedactionOptions
    @OptionGroup var volatility: VolatilityOptions
    @OptionGroup var proto: ProtoOptions

    @Flag(SettingTable.quiet, help: "Say nothing but what drifted and errors.")
    var quiet = false

    @Flag(SettingTable.verbose, help: "Say of every interaction what came of it.")
    var verbose = false

    @Flag(help: "No colour, whatever the terminal can do (NO_COLOR does the same).")
    var noColor = false

    /// The words of COMMAND, which the parser takes for cassettes.
    var words: [String] { RawArguments.command.map { String(decoding: $0, as: UTF8.self) } }

    func validate() throws {
      guard cassettes.count > words.count else {
        throw ValidationError("name a cassette before the two dashes: vcr verify users -- ./server")
      }
      guard timeout > 0, timeout < 1e6 else {
        throw ValidationError("--timeout takes seconds, such as 30 or 0.5")
      }
      guard (0...100).contains(retries) else {
        throw ValidationError("--retries takes a number from 0 to 100")
      }
      guard delay >= 0, delay <= 3600 else {
        throw ValidationError("--delay takes seconds up to 3600, such as 0.5")
      }
      guard (1...1000).contains(jobs) else {
        throw ValidationError("--jobs takes a number from 1 to 1000")
      }
    }

    func run() throws {
      let environment = ProcessEnvironment.current()
      let caller = CallerState()
      let run = try VerifyRun(self, environment: environment.values)
      let verify: @Sendable () async -> Int32 = { await run.run() }
      guard let service = try VerifiedService(self, environment, caller, run.console) else {
        Task.detached { ExitStatus.end(await verify()) }
        dispatchMain()
      }
      Task.detached { ExitStatus.end(await service.run(verify)) }
      service.relay.receiveForever()
    }
  }
#endif
