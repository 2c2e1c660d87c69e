#if CommandLineTool
  import ArgumentParser
  import VCRCore
  import VCRReview

  /// `vcr check`: finds problems of cassettes, for CI.
  struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Report faults, secrets, and what is out of date or out of use in cassettes.",
      discussion: """
        A folder is searched for cassettes and for journals (NAME.yaml.recording); other files in \
        it are left alone, but YAML in a folder Cassettes has to be a recording. Recordings of other \
        tools are checked for secrets when they are named or lie in a folder Cassettes. Without PATH \
        it is every folder Cassettes of the project, VCR_CASSETTE_DIR, and the cassette that \
        .vcr.yaml names.

        KINDS OF FINDINGS:
          format    the file is no cassette, or has a fault, or holds interactions \
        of another tool that cannot be read                                              fails
          secret    today's redaction rules would replace it, or it looks like a token   fails
          dummy     a password that is short or looks made up; nobody but its owner \
        knows whether it opens something                                                 warns
          expired   interactions are older than expires: says        fails with on_expired: fail
          orphaned  no run opened the cassette (--runs), or no cassette refers to the \
        file in a folder NAME.yaml.files                                                 warns
          unused    no run asked for the interaction (--runs)                            warns
          rule      a word of redact, redact_json, secrets or volatile in .vcr.yaml \
        matches nothing in the cassettes (when all of the project are checked)           warns

        What counts is the .vcr.yaml nearest to each cassette, and the one of this folder for rules \
        of redaction. No secret is printed: a finding shows four characters at most. All of a file \
        is looked at, comments and unknown keys too, and a file that cannot be read as a text. vcr \
        redact replaces what the rules name.

        --ci is for continuous integration: it judges the rules of every .vcr.yaml it meets, takes \
        the run records that VCR_REPORT (or report: in .vcr.yaml) names, fails on orphaned, unused and \
        rule as well, and prints annotations where GITHUB_ACTIONS is set. Nothing reaches the network.

        EXIT STATUS:
          0     nothing was found that fails
          1     something was found; one line each on standard output
          2     a file or folder cannot be read
          64    the command line is wrong
          74    the output cannot be written
        """
    )

    @Argument(
      help: ArgumentHelp("Cassettes, and folders with cassettes.", valueName: "path"),
      completion: .file())
    var paths: [String] = []

    @Flag(help: "Everything that can be judged, and all of it fails: for continuous integration.")
    var ci = false

    @Option(
      help: ArgumentHelp(
        "What runs wrote with VCR_REPORT or --report (.jsonl, .json), or a folder of that. May be "
          + "repeated.",
        valueName: "file"),
      completion: .file(extensions: ["json", "jsonl"]))
    var runs: [String] = []

    @Option(
      SettingTable.expires,
      help: "How old a recording may be, such as 30d (m, h, d or w), in place of .vcr.yaml.")
    var expires: String?

    @Option(
      SettingTable.onExpired,
      help: "What an expired recording is: warn or fail, in place of .vcr.yaml.")
    var onExpired: String?

    @Option(
      help: ArgumentHelp(
        "Kinds of findings that fail, or all: those that --warn does not name.",
        valueName: "kinds"))
    var failOn: [String] = []

    @Option(
      help: ArgumentHelp(
        "Kinds of findings that only warn, or all: those that --fail-on does not name.",
        valueName: "kinds"))
    var warn: [String] = []

    @Option(
      help: """
        text, json (one object with findings: kind, severity, path, line, column, interaction, \
        place, message), junit (XML), or github (annotations).
        """)
    var format: CheckFormat?

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        "Write the findings to a file, in --format or by its suffix (.json, .xml), and lines for a "
          + "reader to standard output; - is standard output itself.",
        valueName: "file"),
      completion: .file())
    var output: String?

    @OptionGroup var redaction: RedactionOptions

    func run() throws {
      let environment = ProcessEnvironment.current().values
      let console = Console(level: .normal, allowsColor: true, environment: environment)
      let sources = try SettingSources.here(environment)
      let paths = self.paths.isEmpty ? try ProjectCassettes.paths(sources) : self.paths
      var problems: [String] = []
      let options = try checkOptions(sources, console, &problems)
      let isOnGitHub = ci && environment["GITHUB_ACTIONS"] == "true"
      let output = Output(self.output)
      let printed = (output.isStandard ? format : nil) ?? (isOnGitHub ? .github : .text)
      var unwritten: CommandFailure?
      var run = CheckRun(options, environment: environment) { findings in
        guard unwritten == nil, printed == .text || printed == .github else { return }
        let part = CheckReport(findings: findings)
        do throws(CommandFailure) {
          try Output.standard.write(part.text(printed, environment: environment))
        } catch {
          unwritten = error
        }
      }
      for path in paths { run.check(path) }
      run.finish()
      var report = run.report
      report.problems = problems + report.problems
      if printed == .json || printed == .junit {
        try Output.standard.write(report.text(printed, environment: environment))
      }
      if !output.isStandard {
        let form = format ?? self.output.flatMap(CheckFormat.init(suffixOf:)) ?? .text
        do throws(CommandFailure) {
          try output.write(report.text(form, environment: environment))
        } catch {
          unwritten = unwritten ?? error
        }
      }
      for problem in report.problems { console.error(PrintableText.line(problem)) }
      console.note(report.summary)
      if let unwritten { throw unwritten }
      if !report.problems.isEmpty { ExitStatus.end(2) }
      if report.errors > 0 { ExitStatus.end(1) }
    }

    private func checkOptions(
      _ sources: SettingSources, _ console: Console, _ problems: inout [String]
    ) throws -> CheckRun.Options {
      let severities: CheckSeverities
      do {
        severities = try CheckSeverities(
          isStrict: ci, failing: failOn.flatMap(\.commaSeparatedWords),
          warning: warn.flatMap(\.commaSeparatedWords))
      } catch {
        throw CommandFailure(.usage, "\(error)")
      }
      var options = CheckRun.Options(severities: severities)
      // The project's file of the current folder also applies to cassettes elsewhere.
      options.rules = try sources.redactionRules(redaction)
      options.rulesFile = sources.file?.path
      // Where neither option nor variable is given, the file nearest to each cassette counts.
      options.expiry = try sources.typed(SettingTable.expires, expires)
      options.expiryPolicy =
        try sources.typed(SettingTable.onExpired, onExpired)
      options.wholeFolders = ci || paths.isEmpty ? nil : paths.map(AbsolutePath.of)
      options.runs = records(sources, console, &problems)
      return options
    }

    /// The content of the named run records; a record that cannot be read is a problem.
    private func records(
      _ sources: SettingSources, _ console: Console, _ problems: inout [String]
    ) -> RunRecords? {
      var names = runs
      if ci, names.isEmpty {
        if let file = try? sources.value(SettingTable.report, nil), file.format == .lines {
          names = [file.name]
        } else {
          console.note(
            "no run records (--runs FILE, or VCR_REPORT=FILE.jsonl in the tests' run, too): what runs "
              + "use is not judged")
        }
      }
      guard !names.isEmpty else { return nil }
      var records = RunRecords()
      for name in names {
        do {
          try records.read(name)
        } catch {
          problems.append("\(error)")
        }
      }
      if records.torn > 0, records.count > 0 {
        console.note("\(Quantity.of(records.torn, "line")) of the run records cannot be read")
      }
      return records.count > 0 ? records : nil
    }
  }
#endif
