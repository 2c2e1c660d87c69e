#if CommandLineTool
  import ArgumentParser
  import Dispatch
  import VCRCore

  /// `vcr verify`: sends the recorded requests again and reports how the responses have drifted.
  struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify",
      abstract:
        "Send the recorded requests again and report how the service's answers have drifted.",
      usage: "vcr verify [options] <cassette> ... [--against <url>]",
      discussion: """
        Only requests that change nothing are sent (GET, HEAD, OPTIONS, TRACE); with --unsafe all are. \
        They go out in the cassette's order, to the host they were recorded from or to --against:

          vcr record --upstream http://127.0.0.1:8080 --listen 127.0.0.1:9000 -- ./smoke-test.sh
          vcr verify smoke-test --against http://127.0.0.1:8080 --unsafe

        What an answer hands out and later requests carry (ids, tokens, cookies, entity tags) is \
        carried over: the later request has what the live answer had in that place. Secrets that \
        --secret or .vcr.yaml name are put back from the environment; the live answers are redacted \
        before they are compared, and what is volatile does not count.

        A cassette says which hosts get its requests, and it may be a stranger's. So the values of \
        secrets go only to the hosts of --against and --send-secrets, and what an answer hands out \
        besides only back to the host that handed it out; a request that would need more is not sent \
        and counts as not checked.

        A service that says it is too busy (429, or 503) is asked again after the time that it names, \
        up to a minute. What it says then, and any 5xx, is no drift, and --update writes no error in \
        the place of a good response; with --accept-errors an error is a response like any other.

        EXIT STATUS:
          0     every answer that was asked for is the same; what was skipped on purpose (unsafe \
        methods, and what depends on them) does not matter
          1     at least one has drifted, whatever else went wrong (with --update, too)
          2     none has drifted, but one could not be checked (trouble of the network or of the \
        service, a secret without value), or there was nothing to check
          64    the command line is wrong
          65    a cassette or .vcr.yaml cannot be read
          74    the output could not be written, or --update could not write a cassette, which is as \
        it was
          82    there is no such cassette, or this runs inside a vcr replay
        """
    )

    @Argument(
      help: """
        The cassettes, and folders with cassettes; a name without .yaml means Cassettes/NAME.yaml.
        """,
      completion: .file(extensions: ["yaml", "yml"]))
    var cassettes: [String]

    @Option(
      help: ArgumentHelp(
        "Where the requests go instead: scheme, host, port and a path to put before theirs. For a "
          + "cassette of several origins: ORIGIN=URL. May be repeated.",
        valueName: "url"))
    var against: [String] = []

    @Option(
      help: ArgumentHelp(
        "An origin that gets the values of secrets when the cassette sends requests there, such as "
          + "https://api.example.com; those of --against get them anyway. May be repeated.",
        valueName: "origin"))
    var sendSecrets: [String] = []

    @Flag(help: "Send requests with methods that may change something at the service, too.")
    var unsafe = false

    @Flag(help: "Write what drifted to the cassette; all else in it stays as it is.")
    var update = false

    @Flag(
      help: """
        Take 429 and 5xx for responses like any other, and with --update write errors in the place of \
        what was good.
        """)
    var acceptErrors = false

    @Option(
      help: ArgumentHelp(
        "How often a request is sent again when the service says 429 or 503.", valueName: "n"))
    var retries = 2

    @Option(
      help: ArgumentHelp("How long to wait before each request, in seconds.", valueName: "seconds"))
    var delay = 0.0

    @Option(
      help: ArgumentHelp("text, markdown, json or html.", valueName: "format"))
    var format = DiffFormat.text

    @Option(
      help: ArgumentHelp("How long one answer may take, in seconds.", valueName: "seconds"))
    var timeout = 30.0

    @Option(
      help: ArgumentHelp(
        "How many safe requests may be under way at a time; those that carry what an answer hands "
          + "out wait for it.",
        valueName: "n"))
    var jobs = 1

    @Option(
      SettingTable.match,
      help: "When two requests are the same, for --update: method,url, or other parts.")
    var match: String?

    @OptionGroup var upstream: UpstreamOptions
    @OptionGroup var redaction: RedactionOptions
    @OptionGroup var volatility: VolatilityOptions

    @Flag(SettingTable.quiet, help: "Say nothing but what drifted and errors.")
    var quiet = false

    @Flag(SettingTable.verbose, help: "Say of every interaction what came of it.")
    var verbose = false

    @Flag(help: "No colour, whatever the terminal can do (NO_COLOR does the same).")
    var noColor = false

    func validate() throws {
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
      let environment = ProcessEnvironment.current().values
      let run = try VerifyRun(self, environment: environment)
      Task.detached { ExitStatus.end(await run.run()) }
      dispatchMain()
    }
  }
#endif
