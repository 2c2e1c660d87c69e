#if CommandLineTool
  import ArgumentParser

  /// `vcr replay`: runs COMMAND against the cassette alone.
  struct ReplayCommand: ProcessRunning, CassetteCommand {
    static let configuration = CommandConfiguration(
      commandName: "replay",
      abstract:
        "Run COMMAND against a cassette, and on Linux without a network.",
      usage: """
        vcr replay [options] -- <command> ...
        vcr replay [options] --listen <host:port> [-- <command> ...]
        """,
      discussion: """
          vcr replay -- curl -s https://api.example.com/users/42
          vcr replay --require-all --report vcr.xml -- npm test

        A request that is not in the cassette gets status 501 and a report of what came closest; vcr then exits \
        with 80. The closing line says whether COMMAND was isolated: whether it had no other way (vcr doctor).

        What no option says, the environment does (VCR_MATCH for --match), then .vcr.yaml; the mode comes from \
        --mode alone. vcr replay --help-hidden lists all options, vcr --help the exit statuses.
        """
    )

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
      try Settings(
        verb: .replay, options: self, command: command, sources: sources)
    }
  }
#endif
