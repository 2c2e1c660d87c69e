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
          vcr record -- curl -s https://api.example.com/users/42
          vcr record --scopes -- pytest

        COMMAND runs on Linux in a network of its own (vcr doctor says more), and everywhere with the \
        variables of vcr env, which lead its clients here. When it fails, the finished cassette stays as \
        it was, and vcr recover takes up what was recorded. With CI=true and no --mode, nothing is \
        created or changed.

        What no option says is taken from the environment (VCR_MODE for --mode, and so on), then from \
        .vcr.yaml. vcr record --help-hidden lists all options, vcr --help the exit statuses.
        """
    )

    @Option(
      help: ArgumentHelp(
        "The service that clients of --listen mean, such as https://api.example.com.",
        valueName: "url", visibility: .hidden))
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
