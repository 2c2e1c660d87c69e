#if CommandLineTool
  import ArgumentParser

  /// `vcr record`: runs COMMAND with its traffic going through a recording proxy.
  struct RecordCommand: ProcessRunning {
    static let configuration = CommandConfiguration(
      commandName: "record",
      abstract: "Run COMMAND and write its HTTP(S) traffic to a cassette.",
      usage: """
        vcr record [options] -- <command> ...
        vcr record [options] --upstream <url> --listen <host:port> [-- <command> ...]
        """,
      discussion: """
        COMMAND runs with the variables that lead its clients through a proxy on loopback and make \
        them trust its certificates (vcr env lists them). When COMMAND fails or is interrupted, the \
        finished cassette stays as it was and vcr recover takes up what was recorded.

        On Linux COMMAND has a network of its own, so that clients which read no variable are recorded, \
        too; vcr doctor says whether this machine allows it, and --isolate what is to be done.

        WebSockets are recorded message by message; any other upgrade passes through unrecorded.

        With CI=true and no mode given, no cassette is created or changed.

        What no option says is taken from the environment (VCR_MODE for --mode, and so on), then from \
        .vcr.yaml in this folder or the nearest one above. Rules of redaction and what \
        is volatile add up.

        Recorded again (--mode all), a service that has not changed leaves its cassette as it was to \
        the byte: what differs in dates, request ids, counters and the like alone keeps its text. \
        --volatile, VCR_VOLATILE and volatile in .vcr.yaml name more.

        \(ExitStatus.help)
        """
    )

    @Option(
      help: ArgumentHelp(
        "The service that clients of --listen mean, such as https://api.example.com.",
        valueName: "url"))
    var upstream: String?

    @OptionGroup var options: SharedOptions
    @OptionGroup var arguments: CommandArguments

    var command: [String] { arguments.words }

    func settings(from sources: SettingSources) throws -> Settings {
      guard (upstream == nil) == (options.listen == nil) else {
        throw CommandFailure(
          .usage, "--upstream URL and --listen HOST:PORT belong together: say both or none")
      }
      return try Settings(
        verb: .record, options: options, origin: upstream, command: command, sources: sources)
    }
  }
#endif
