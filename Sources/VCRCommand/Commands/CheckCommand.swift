#if CommandLineTool
  import ArgumentParser
  import VCRCore

  /// `vcr check`: for CI, what is wrong with cassettes.
  struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Report format errors and secrets in cassettes.",
      discussion: """
        A folder is searched for cassettes and for journals (NAME.yaml.recording); other files in \
        it are left alone. Recordings of other tools are checked for secrets when they are named.

        A secret is what today's redaction rules would replace, unless it is evidently a dummy, \
        and what looks random in a place that is named like a credential. None is printed: a \
        finding shows four characters at most. vcr redact replaces what the rules name.

        EXIT STATUS:
          0     nothing was found
          1     something was found; one line each on standard output
          2     a file or folder cannot be read
          64    the command line is wrong
        """
    )

    @Argument(
      help: ArgumentHelp("Cassettes, and folders with cassettes.", valueName: "path"),
      completion: .file())
    var paths: [String]

    @OptionGroup var redaction: RedactionOptions

    func run() throws {
      let environment = ProcessEnvironment.current().values
      let console = Console(level: .normal, allowsColor: true, environment: environment)
      let sources = try SettingSources.here(environment)
      // A secret whose value is not known here is not looked for.
      let rules = try sources.redactionRules(redaction)
      let check = CassetteCheck(
        rules.added(to: .standard) { environment[$0] }, isStandard: rules.isEmpty,
        decoding: { ConvertCommand.decoded($0) })
      var run = CheckRun(check: check)
      for path in paths { run.check(path) }
      for problem in run.problems { console.error(problem) }
      console.note(run.summary)
      if !run.problems.isEmpty { ExitStatus.end(2) }
      if run.findings > 0 { ExitStatus.end(1) }
    }
  }
#endif
