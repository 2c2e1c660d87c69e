#if CommandLineTool
  import ArgumentParser
  import VCRCore
  import VCRReview

  /// `vcr check`: finds problems of cassettes, for CI.
  struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Report faults, secrets, and what is out of date or out of use in cassettes.",
      usage: "vcr check [options] [<path> ...]",
      discussion: """
          vcr check
          vcr check --ci --output findings.xml

        A folder is searched for cassettes, journals, and recordings of other tools; without PATH it is every \
        folder Cassettes of the project. A finding shows four characters of a secret at most.

        format, secret   a fault of the file, or a secret in it                 fails
        expired          older than expires: says          fails with on_expired: fail
        dummy            a password that looks made up                          warns
        orphaned, unused a cassette or interaction that no run asked for        warns
        rule             a word of .vcr.yaml that matches nothing               warns

        --ci fails on the last two as well. vcr check --help-hidden lists all options, vcr --help the exit \
        statuses.
        """
    )

    @Argument(
      help: ArgumentHelp(
        "Cassettes, folders with cassettes, or - for standard input.", valueName: "path"),
      completion: .file())
    var paths: [String] = []

    @Flag(help: "Let orphaned, unused and rule fail, too: for continuous integration.")
    var ci = false

    @Flag(help: "Name the commits that brought secrets.")
    var history = false

    @Flag(help: "Look for secrets in what git commit would take.")
    var staged = false

    @Option(
      help: ArgumentHelp(
        "What runs wrote with --report (.jsonl, .json, a folder). May be repeated.",
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
        valueName: "kinds", visibility: .hidden))
    var failOn: [String] = []

    @Option(
      help: ArgumentHelp(
        "Kinds of findings that only warn, or all: those that --fail-on does not name.",
        valueName: "kinds", visibility: .hidden))
    var warn: [String] = []

    @Option(
      help: """
        How they are written; github are annotations.
        """)
    var format: CheckFormat?

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        "Write them to a file, in --format or by its suffix, and lines for a reader to standard output.",
        valueName: "file"),
      completion: .file())
    var output: String?

    @OptionGroup var redaction: RedactionOptions

    func validate() throws {
      guard history || staged else { return }
      if history && staged {
        throw ValidationError("--history and --staged exclude each other")
      }
      if ci || !runs.isEmpty || expires != nil || onExpired != nil {
        throw ValidationError(
          "--history and --staged look for secrets alone: --ci, --runs, --expires and --on-expired "
            + "belong to a check of files")
      }
    }

    func run() throws {
      let environment = ProcessEnvironment.current().values
      let console = Console(level: .normal, allowsColor: true, environment: environment)
      let sources = try SettingSources.here(environment)
      if history || staged { return try lookThroughGit(sources, environment, console) }
      let paths = self.paths.isEmpty ? try ProjectCassettes.paths(sources) : self.paths
      var problems: [String] = []
      let options = try checkOptions(sources, console, &problems)
      let isOnGitHub = ci && environment["GITHUB_ACTIONS"] == "true"
      let printed =
        (Output(self.output).isStandard ? format : nil) ?? (isOnGitHub ? .github : .text)
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
      for path in paths { run.check(StandardStream.source(path)) }
      run.finish()
      var report = run.report
      report.problems = problems + report.problems
      if printed == .json || printed == .junit {
        try Output.standard.write(report.text(printed, environment: environment))
      }
      do throws(CommandFailure) {
        try writeFile(report, environment)
      } catch {
        unwritten = unwritten ?? error
      }
      end(report, console)
      if let unwritten { throw unwritten }
      Self.exit(for: report)
    }

    /// Looks for secrets in commits or in what is staged.
    private func lookThroughGit(
      _ sources: SettingSources, _ environment: [String: String], _ console: Console
    ) throws {
      var problems: [String] = []
      let run = CheckRun(
        try checkOptions(sources, console, &problems), environment: environment, print: { _ in })
      do {
        var check = try HistoryCheck(run, environment: .current())
        if history, check.isShallow {
          console.note(
            "this clone has the latest commits only; for the others: git fetch --unshallow")
        }
        try check.check(paths, isStaged: staged)
        let report = check.report
        let printed = (Output(output).isStandard ? format : nil) ?? .text
        try Output.standard.write(report.text(printed, environment: environment))
        try writeFile(report, environment)
        end(report, console)
        if let advice = HistoryCheck.advice(report.findings, isStaged: staged) {
          console.note(advice)
        }
        Self.exit(for: report)
      } catch let failure as GitFailure {
        console.error(failure.description)
        ExitStatus.end(2)
      }
    }

    /// Writes the file that `--output` names, if any.
    private func writeFile(
      _ report: CheckReport, _ environment: [String: String]
    ) throws(CommandFailure) {
      let output = Output(self.output)
      guard !output.isStandard else { return }
      let form = format ?? self.output.flatMap(CheckFormat.init(suffixOf:)) ?? .text
      try output.write(report.text(form, environment: environment))
    }

    private func end(_ report: CheckReport, _ console: Console) {
      for problem in report.problems { console.error(PrintableText.line(problem)) }
      console.note(report.summary)
    }

    private static func exit(for report: CheckReport) {
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
