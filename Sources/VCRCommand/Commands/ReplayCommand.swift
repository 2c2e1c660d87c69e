#if CommandLineTool
  import ArgumentParser

  /// `vcr replay`: runs COMMAND against the cassette alone.
  struct ReplayCommand: ProcessRunning {
    static let configuration = CommandConfiguration(
      commandName: "replay",
      abstract:
        "Run COMMAND against a cassette; on Linux nothing that it does reaches the network.",
      usage: """
        vcr replay [options] -- <command> ...
        vcr replay [options] --listen <host:port> [-- <command> ...]
        """,
      discussion: """
          vcr replay -- curl -s https://api.example.com/users/42
          vcr replay --require-all --report vcr.xml -- npm test

        A request that is not in the cassette gets status 501 and a report of what came closest; vcr \
        then exits with 80. The closing line says whether the run was isolated: that COMMAND had no way \
        to the network but the cassette (vcr doctor says what this machine allows).

        What no option says is taken from the environment (VCR_MATCH for --match, and so on), then from \
        .vcr.yaml; the mode comes from --mode alone, and with CI set nothing is ever recorded. \
        vcr replay --help-hidden lists all options, vcr --help the exit statuses.
        """
    )

    @OptionGroup var options: SharedOptions
    @OptionGroup var arguments: CommandArguments

    var command: [String] { arguments.words }

    func settings(from sources: SettingSources) throws -> Settings {
      try Settings(
        verb: .replay, options: options, command: command, sources: sources)
    }
  }
#endif
