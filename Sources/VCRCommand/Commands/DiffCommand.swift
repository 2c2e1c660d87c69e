#if CommandLineTool
  import ArgumentParser
  import VCRCore
  import VCRReview

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// `vcr diff`: prints the changes, interaction by interaction.
  struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff",
      abstract: "Say what changed between two cassettes, in the terms of HTTP and JSON.",
      usage: """
        vcr diff [options] OLD NEW
        vcr diff [options] [REV | REV..REV] [-- PATH ...]
        """,
      discussion: """
          vcr diff old.yaml new.yaml
          vcr diff main.. -- Cassettes

        OLD and NEW are cassettes, or folders. Without them the cassettes of the work tree, or of revisions, are \
        compared as git diff does; between revisions, the .vcr.yaml of the old one decides.

        What differs from run to run (dates, request ids, what --volatile and .vcr.yaml name) is counted, and \
        not shown. Secrets are redacted in all that is shown. vcr diff --help-hidden lists all options.
        """
    )

    @Argument(
      help: ArgumentHelp(
        "A cassette (- for standard input), a folder, or a revision.", valueName: "old"))
    var old: String?

    @Argument(help: ArgumentHelp("Another of the same kind.", valueName: "new"))
    var new: String?

    @Argument(
      parsing: .postTerminator,
      help: ArgumentHelp("With revisions: what to look at.", valueName: "path"))
    var paths: [String] = []

    @Option(
      help: ArgumentHelp(
        "Whose .vcr.yaml decides.", valueName: "old|new"))
    var rules: RulesChange.Judge.Side?

    @Option(
      help: "How it is written.")
    var format = DiffFormat.text

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp("Write to a file; - is standard output.", valueName: "file"),
      completion: .file())
    var output: String?

    @Option(SettingTable.match, help: "When requests are the same (see vcr record --help).")
    var match: String?

    @OptionGroup var volatility: VolatilityOptions

    @OptionGroup var redaction: RedactionOptions

    @OptionGroup var proto: ProtoOptions

    @Flag(help: "Show what differs from run to run as well.")
    var showVolatile = false

    @Flag(
      name: .customLong("all"),
      help: "Show all places and all lines of a change.")
    var showsAll = false

    @Flag(help: "Compare with what is staged in git.")
    var staged = false

    @Flag(name: .customLong("stat"), help: "Print how much changed in each cassette, and no more.")
    var isSummary = false

    @Flag(inversion: .prefixedNo, help: "Colour, whatever standard output is.")
    var color: Bool?

    @Flag(name: .customLong("no-pager"), help: "Do not page what goes to a terminal.")
    var isNotPaged = false

    func run() throws {
      let environment = ProcessEnvironment.current().values
      let console = Console(level: .normal, allowsColor: color != false, environment: environment)
      let schema: ProtoSchema?
      do {
        schema = try proto.schema()
      } catch {
        console.error(PrintableText.line("\(error)"))
        ExitStatus.end(2)
      }
      let comparisons: Comparisons
      do {
        comparisons = try self.comparisons(environment)
      } catch {
        throw Self.failure(error, console)
      }
      let (sources, other) = (comparisons.sources, comparisons.otherRules)
      let rules = try sources.redactionRules(redaction) + (other?.redactionRules ?? .init())
      let engine = Engine(
        equivalence: try sources.value(SettingTable.match, match) ?? .standard,
        volatility: try sources.volatility(volatility),
        showsVolatile: showVolatile,
        redaction: rules.added(to: .standard) { environment[$0] },
        schema: schema, limits: showsAll ? .none : .usual)
      var diffs: [CassetteDiff] = []
      var problems = comparisons.problems
      for problem in problems { console.error(problem.description) }
      for pair in comparisons.pairs {
        do {
          diffs.append(try pair.diff(engine))
        } catch  where pair.isOther() {
          console.note(PrintableText.line("\(pair.path) is no cassette"))
        } catch {
          // The cassettes that can be read are still shown.
          problems.append(DiffProblem(path: pair.path, error: error, redaction: engine.redaction))
          console.error(problems[problems.count - 1].description)
        }
      }
      for notice in diffs.flatMap(\.notices) { console.note(notice) }
      try deliver(Outcome(diffs: diffs, problems: problems, rules: comparisons.rules), environment)
      if !problems.isEmpty { ExitStatus.end(2) }
      if diffs.contains(where: { !$0.isEmpty }) || !comparisons.rules.isEmpty { ExitStatus.end(1) }
      for note in DiffText(color: false).notes(diffs) { console.note(note) }
    }

    private var operands: [String] { [old, new].compactMap(\.self) }

    // MARK: - Comparing

    /// How two states are compared.
    private struct Engine {
      let equivalence: RequestEquivalence
      let volatility: Volatility
      let showsVolatile: Bool
      let redaction: Redaction
      let schema: ProtoSchema?
      let limits: DiffLimits

      func diff(_ old: CassetteDiff.State?, _ new: CassetteDiff.State?) throws -> CassetteDiff {
        try CassetteDiff(
          old: old, new: new, equivalence: equivalence, volatility: volatility,
          showsVolatile: showsVolatile, redaction: redaction, schema: schema,
          limits: limits)
      }
    }

    /// A comparison to make.
    private struct Pair {
      /// The cassette's path for the reader.
      let path: String
      /// True for files that are no cassettes, and that nobody named.
      var isOther: () -> Bool = { false }
      /// Compares both states.
      let diff: (Engine) throws -> CassetteDiff
    }

    /// The comparisons to make, and the settings for them.
    private struct Comparisons {
      /// The comparisons, in the order in which they are shown.
      var pairs: [Pair]
      /// The settings that decide.
      var sources: SettingSources
      /// The settings of the other state, whose rules of redaction count as well.
      var otherRules: ProjectFile?
      /// How the settings of both states differ.
      var rules: [RulesChange] = []
      /// The settings that cannot be read and decide nothing.
      var problems: [DiffProblem] = []
    }

    private func comparisons(_ environment: [String: String]) throws -> Comparisons {
      if operands.count == 2, paths.isEmpty, !staged,
        let files = try FilePairs.pairs(operands[0], operands[1])
      {
        guard rules == nil else {
          throw CommandFailure(.usage, "--rules chooses between the settings of two revisions")
        }
        let pairs = files.map { pair in
          Pair(
            path: pair.new ?? pair.old ?? "",
            isOther: { files.count > 1 && FilePairs.isOther(pair) }
          ) { engine in
            try engine.diff(
              pair.old.map { try CassetteDiff.State(path: $0) },
              pair.new.map { try CassetteDiff.State(path: $0) })
          }
        }
        return Comparisons(pairs: pairs, sources: try .here(environment))
      }
      // A single cassette or folder is a path, as for git.
      let isPath = operands.count == 1 && paths.isEmpty && FilePairs.exists(operands[0])
      let words = isPath ? [] : operands
      let states = try RevisionPairs(git: Git())
      let range = try states.range(words, isStaged: staged)
      let settings = try RevisionRules(
        judgedBy: rules ?? (words.isEmpty ? .new : .old), of: range, in: states)
      let pairs = try states.pairs(range, paths: isPath ? operands : paths).map { pair in
        Pair(path: pair.path) { try $0.diff(Self.state(pair.old), Self.state(pair.new)) }
      }
      return Comparisons(
        pairs: pairs, sources: SettingSources(environment: environment, file: settings.judging),
        otherRules: settings.other, rules: settings.changes, problems: settings.problems)
    }

    /// Returns the error that ends the command before anything is compared.
    private static func failure(_ error: any Error, _ console: Console) -> any Error {
      if let failure = error as? CommandFailure, failure.status == .usage { return failure }
      if error is ProjectFileError { return error }
      console.error(
        error is CassetteError
          ? PrintableText.line("\(error)") : PrintableText.line("\(error)", keeping: ["\n"]))
      ExitStatus.end(2)
    }

    private static func state(_ state: CassettePair.State?) throws -> CassetteDiff.State? {
      guard let state else { return nil }
      if let fault = state.fault { throw error(fault, of: state) }
      return .init(
        name: state.name, content: state.content, keeper: state.keeper, sideFile: state.sideFile)
    }

    private static func error(_ fault: CassettePair.Fault, of state: CassettePair.State)
      -> CassetteError
    {
      let isEmpty = state.content.allSatisfy { $0 <= 0x20 }
      let reason =
        switch fault {
        case .noCassette:
          "the file is there, but it is no cassette any more: "
            + (isEmpty ? "it is empty" : "there is no “vcr: 1” in it")
        case .unreadable(let reason): "the file is there, but it cannot be read: \(reason)"
        }
      return CassetteError(path: state.name, line: 0, column: 0, reason: reason)
    }

    // MARK: - Printing

    /// The results to print.
    private struct Outcome {
      let diffs: [CassetteDiff]
      let problems: [DiffProblem]
      let rules: [RulesChange]
    }

    private func deliver(
      _ outcome: Outcome, _ environment: [String: String]
    ) throws(CommandFailure) {
      let output = Output(self.output)
      let isTerminal = output.isStandard && isatty(STDOUT_FILENO) == 1
      let isPlain = environment["TERM"] == "dumb" || !(environment["NO_COLOR"] ?? "").isEmpty
      let text = rendered(outcome, color: color ?? (isTerminal && !isPlain))
      if isTerminal, !isNotPaged, !text.isEmpty, let pager = Pager.command(environment),
        Pager.show(text, with: pager)
      {
        return
      }
      try output.write(text)
    }

    private func rendered(_ outcome: Outcome, color: Bool) -> String {
      let (diffs, problems, rules) = (outcome.diffs, outcome.problems, outcome.rules)
      if isSummary, format == .text { return DiffText(color: color).summary(diffs, rules: rules) }
      return switch format {
      case .text: DiffText(color: color).text(diffs, rules: rules)
      case .markdown: DiffMarkdown.text(diffs, problems: problems, rules: rules)
      case .json: DiffJSON.text(diffs, problems: problems, rules: rules)
      case .html: DiffHTML.page(diffs, problems: problems, rules: rules)
      }
    }
  }

  extension RulesChange.Judge.Side: ExpressibleByArgument {}
#endif
