#if CommandLineTool
  import ArgumentParser

  /// `vcr record`: runs COMMAND with its traffic going through a recording proxy.
  struct RecordCommand: ProcessRunning {
    static let configuration = CommandConfiguration(
      commandName: "record",
      abstract: "Run COMMAND and write its HTTP(S) traffic to a cassette.",
      usage: "vcr record [options] -- <command> ...",
      discussion: """
        COMMAND runs with the variables that lead its clients through a proxy on loopback and make \
        them trust its certificates (vcr env lists them). When COMMAND fails or is interrupted, the \
        finished cassette stays as it was and vcr recover takes up what was recorded.

        With CI=true and no mode given, no cassette is created or changed.

        \(ExitStatus.help)
        """
    )

    @OptionGroup var options: SharedOptions
    @OptionGroup var arguments: CommandArguments

    var command: [String] { arguments.words }

    func settings(environment: [String: String]) throws -> Settings {
      try Settings(
        verb: .record, options: options, command: command, environment: environment)
    }
  }
#endif
