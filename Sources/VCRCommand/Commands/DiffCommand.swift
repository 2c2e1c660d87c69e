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
        OLD and NEW are cassettes, or folders whose cassettes are paired by their paths. Without \
        them the cassettes of the work tree, or of revisions, are compared as git diff does.

        What differs from run to run (dates, request ids, counters, and what --volatile and \
        .vcr.yaml name) is not shown but counted. Secrets are redacted in all that is shown.

        EXIT STATUS:
          0     the same, or different in volatile parts alone
          1     different
          2     something is not there or cannot be read
          64    the command line is wrong
          65    .vcr.yaml cannot be read (its place is named)
          74    the output cannot be written
        """
    )

    @Argument(help: ArgumentHelp("A cassette, a folder, or a revision.", valueName: "old"))
    var old: String?

    @Argument(help: ArgumentHelp("Another of the same kind.", valueName: "new"))
    var new: String?

    @Argument(
      parsing: .postTerminator,
      help: ArgumentHelp("With revisions: what to look at.", valueName: "path"))
    var paths: [String] = []

    @Option(
      help: """
        text, markdown (for a comment on a pull request), json, or html (one page).
        """)
    var format = DiffFormat.text

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp("Write to a file; - is standard output.", valueName: "file"),
      completion: .file())
    var output: String?

    @Option(SettingTable.match, help: "When two requests are the same (see vcr record --help).")
    var match: String?

    @OptionGroup var volatility: VolatilityOptions

    @OptionGroup var redaction: RedactionOptions

    @Flag(help: "Show what differs from run to run as well.")
    var showVolatile = false

    @Flag(help: "Compare with what is staged in git rather than with the files.")
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
      let sources = try SettingSources.here(environment)
      let engine = Engine(
        equivalence: try sources.value(SettingTable.match, match) ?? .standard,
        volatility: try sources.volatility(volatility),
        showsVolatile: showVolatile,
        redaction: try sources.redactionRules(redaction).added(to: .standard) { environment[$0] })
      var diffs: [CassetteDiff] = []
      var problems: [DiffProblem] = []
      do {
        for pair in try pairs() {
          do {
            diffs.append(try pair.diff(engine))
          } catch {
            // The cassettes that can be read are still shown.
            problems.append(
              DiffProblem(path: pair.path, error: error, redaction: engine.redaction))
            console.error(problems[problems.count - 1].description)
          }
        }
      } catch let failure as CommandFailure where failure.status == .usage {
        throw failure
      } catch let error as CassetteError {
        console.error(PrintableText.line("\(error)"))
        ExitStatus.end(2)
      } catch {
        console.error(PrintableText.line("\(error)", keeping: "\n"))
        ExitStatus.end(2)
      }
      try deliver(diffs, problems, environment)
      if !problems.isEmpty { ExitStatus.end(2) }
      if diffs.contains(where: { !$0.isEmpty }) { ExitStatus.end(1) }
      if let note = DiffText(color: false).note(diffs) { console.note(note) }
    }

    private var operands: [String] { [old, new].compactMap(\.self) }

    // MARK: - Comparing

    /// How two states are compared.
    private struct Engine {
      let equivalence: RequestEquivalence
      let volatility: Volatility
      let showsVolatile: Bool
      let redaction: Redaction

      func diff(_ old: CassetteDiff.State?, _ new: CassetteDiff.State?) throws -> CassetteDiff {
        try CassetteDiff(
          old: old, new: new, equivalence: equivalence, volatility: volatility,
          showsVolatile: showsVolatile, redaction: redaction)
      }
    }

    /// A comparison to make.
    private struct Pair {
      /// The cassette's path for the reader.
      let path: String
      /// Compares both states.
      let diff: (Engine) throws -> CassetteDiff
    }

    /// The comparisons to make, in the order in which they are shown.
    private func pairs() throws -> [Pair] {
      if operands.count == 2, paths.isEmpty, !staged,
        let files = try FilePairs.pairs(operands[0], operands[1])
      {
        return files.map { pair in
          Pair(path: pair.new ?? pair.old ?? "") { engine in
            try engine.diff(
              pair.old.map { try CassetteDiff.State(path: $0) },
              pair.new.map { try CassetteDiff.State(path: $0) })
          }
        }
      }
      // A single cassette or folder is a path, as for git.
      let isPath = operands.count == 1 && paths.isEmpty && FilePairs.exists(operands[0])
      let pairs = try revisionPairs(
        arguments: isPath ? [] : operands, paths: isPath ? operands : paths, isStaged: staged)
      return pairs.map { pair in
        Pair(path: pair.path) { try $0.diff(Self.state(pair.old), Self.state(pair.new)) }
      }
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

    private func deliver(
      _ diffs: [CassetteDiff], _ problems: [DiffProblem], _ environment: [String: String]
    ) throws(CommandFailure) {
      let output = Output(self.output)
      let isTerminal = output.isStandard && isatty(STDOUT_FILENO) == 1
      let isPlain = environment["TERM"] == "dumb" || !(environment["NO_COLOR"] ?? "").isEmpty
      let text = rendered(diffs, problems, color: color ?? (isTerminal && !isPlain))
      if isTerminal, !isNotPaged, !text.isEmpty, let pager = Pager.command(environment),
        Pager.show(text, with: pager)
      {
        return
      }
      try output.write(text)
    }

    private func rendered(_ diffs: [CassetteDiff], _ problems: [DiffProblem], color: Bool)
      -> String
    {
      if isSummary, format == .text { return DiffText(color: color).summary(diffs) }
      return switch format {
      case .text: DiffText(color: color).text(diffs)
      case .markdown: DiffMarkdown.text(diffs, problems: problems)
      case .json: DiffJSON.text(diffs, problems: problems)
      case .html: DiffHTML.page(diffs, problems: problems)
      }
    }
  }
#endif
