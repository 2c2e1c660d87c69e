#if CommandLineTool
  import ArgumentParser
  import Dispatch

  /// `vcr noise`: records twice and names what differs although nothing has changed.
  struct NoiseCommand: TrafficCommand {
    static let configuration = CommandConfiguration(
      commandName: "noise",
      abstract: "Run COMMAND twice, and name what differs although the service has not changed.",
      usage: "vcr noise [options] -- <command> ...",
      discussion: """
          vcr noise --write -- ./smoke-test.sh

        Both runs are recorded with the options of vcr record, into files that are gone afterwards. The result \
        can be pasted into .vcr.yaml: places, each with how often it differed and an example of both values; \
        doubtful ones are comments. What later requests carry is never proposed. What COMMAND prints goes to standard \
        error. vcr noise --help-hidden lists all options, vcr --help the exit statuses.
        """
    )

    /// The words of a command line without the options that vcr record does not take.
    static func withoutOwnOptions(_ words: some Sequence<[UInt8]>) -> [[UInt8]] {
      var (rest, isValue) = ([[UInt8]](), false)
      for word in words {
        let isOwn = isValue || word.starts(with: "--proto=".utf8)
        isValue = !isValue && word == Array("--proto".utf8)
        if !isOwn, !isValue, word != Array("--write".utf8) { rest.append(word) }
      }
      return rest
    }

    @Flag(
      name: .customLong("write"), help: "Add the places that are certain or likely to .vcr.yaml.")
    var writes = false

    @OptionGroup var traffic: TrafficOptions
    @OptionGroup var upstreams: UpstreamOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var isolation: IsolationOptions
    @OptionGroup var redaction: RedactionOptions
    @OptionGroup var redactionSwitch: RedactionSwitch
    @OptionGroup var volatility: VolatilityOptions
    @OptionGroup var proto: ProtoOptions
    @OptionGroup var arguments: CommandArguments

    func validate() throws {
      guard !arguments.words.isEmpty else {
        throw ValidationError("there is no COMMAND to run; put it after two dashes")
      }
    }

    func run() throws {
      let environment = ProcessEnvironment.current()
      let run = try NoiseRun(self, environment: environment)
      Task.detached { ExitStatus.end(await run.run()) }
      dispatchMain()
    }
  }
#endif
