#if CommandLineTool
  import ArgumentParser

  /// `vcr record`: runs COMMAND with its traffic going through a recording proxy.
  struct RecordCommand: ProcessRunning, CassetteCommand {
    static let configuration = CommandConfiguration(
      commandName: "record",
      abstract: "Run COMMAND and write its HTTP(S) traffic to a cassette.",
      usage: """
        vcr record [options] -- <command> ...
        vcr record [options] --upstream <url> --listen <host:port> [-- <command>]
        """,
      discussion: """
          vcr record -- curl -s https://api.example.com/users/42
          vcr record --scopes -- pytest

        COMMAND has a network of its own on Linux (vcr doctor), and everywhere the variables of vcr env. When \
        it fails, the cassette stays as it was (vcr recover). With CI=true and no --mode, nothing is recorded.

        What no option says, the environment does (VCR_MODE for --mode), then .vcr.yaml. vcr record \
        --help-hidden lists all options, vcr --help the exit statuses.
        """
    )

    @Option(
      help: ArgumentHelp(
        "The service that clients of --listen mean, such as https://api.example.com.",
        valueName: "url", visibility: .hidden))
    var upstream: String?

    @Flag(
      name: .customLong("service"),
      help: ArgumentHelp(
        "COMMAND is the service of --upstream itself: clients of --listen wait until it answers, and "
          + "the end of the run, by Ctrl-C or SIGTERM, keeps what was recorded.",
        visibility: .hidden))
    var isService = false

    @Option(
      help: ArgumentHelp(
        "The cassette for what COMMAND asks other services for, where COMMAND is or starts the "
          + "service of --upstream.",
        valueName: "file", visibility: .hidden),
      completion: .file(extensions: ["yaml", "yml"]))
    var outgoing: String?

    @OptionGroup var waiting: ServiceWaitOptions

    @OptionGroup var options: SharedOptions
    @OptionGroup var traffic: TrafficOptions
    @OptionGroup var upstreams: UpstreamOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var isolation: IsolationOptions
    @OptionGroup var redaction: RedactionOptions
    @OptionGroup var redactionSwitch: RedactionSwitch
    @OptionGroup var volatility: VolatilityOptions
    @OptionGroup var arguments: CommandArguments

    var command: [String] { arguments.words }

    func settings(from sources: SettingSources) throws -> Settings {
      guard (upstream == nil) == (options.listen == nil) else {
        throw CommandFailure(
          .usage, "--upstream URL and --listen HOST:PORT belong together: say both or none")
      }
      return try Settings(
        verb: .record, options: self, origin: upstream, service: service(), command: command,
        sources: sources)
    }

    private func service() throws(CommandFailure) -> OwnService {
      var service = OwnService(isCommand: isService, wait: try waiting.wait())
      if let outgoing { service.outgoing = try CassettePath.path(ofRunNamed: outgoing) }
      for (option, isGiven) in [("--service", isService), ("--outgoing", outgoing != nil)]
      where isGiven {
        guard upstream != nil, !command.isEmpty else {
          throw CommandFailure(
            .usage,
            "\(option) is about COMMAND as the service of --upstream URL, for clients of --listen "
              + "HOST:PORT: say all of them")
        }
        guard !options.hasScopes else {
          throw CommandFailure(.usage, "\(option) and --scopes do not go together")
        }
      }
      if isService, service.wait == nil, let upstream {
        service.wait = try ServiceWait(url: upstream, seconds: waiting.waitTime)
      }
      return service
    }
  }
#endif
