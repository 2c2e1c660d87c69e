#if CommandLineTool
  import ArgumentParser
  import VCRCore

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// `vcr diff`: what changed, interaction by interaction.
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
          2     something cannot be read
          64    the command line is wrong
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
      name: .shortAndLong, help: ArgumentHelp("Write to a file.", valueName: "file"),
      completion: .file())
    var output: String?

    @Option(
      help: ArgumentHelp(
        "When two requests are the same (see vcr record --help).", valueName: "list"))
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
        equivalence: try sources.equivalence(match), volatility: try sources.volatility(volatility),
        showsVolatile: showVolatile,
        redaction: try sources.redactionRules(redaction).added(to: .standard) { environment[$0] })
      var diffs: [CassetteDiff] = []
      var isTroubled = false
      do {
        for pair in try pairs() {
          do {
            diffs.append(try pair(engine))
          } catch {
            // What can be read is shown all the same.
            console.error(PrintableText.line("\(error)", keeping: "\n"))
            isTroubled = true
          }
        }
      } catch let failure as CommandFailure where failure.status == .usage {
        throw failure
      } catch {
        console.error(PrintableText.line("\(error)", keeping: "\n"))
        ExitStatus.end(2)
      }
      do {
        try deliver(diffs, environment)
      } catch {
        console.error("\(output ?? "standard output"): \(error)")
        ExitStatus.end(2)
      }
      if isTroubled { ExitStatus.end(2) }
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

    /// The comparisons to make, in the order in which they are shown.
    private func pairs() throws -> [(Engine) throws -> CassetteDiff] {
      if operands.count == 2, paths.isEmpty, !staged,
        let files = try FilePairs.pairs(operands[0], operands[1])
      {
        return files.map { pair in
          { engine in
            try engine.diff(
              pair.old.map { try CassetteDiff.State(path: $0) },
              pair.new.map { try CassetteDiff.State(path: $0) })
          }
        }
      }
      // One cassette or folder by itself is a path, as for git.
      let isPath = operands.count == 1 && paths.isEmpty && FilePairs.exists(operands[0])
      let pairs = try revisionPairs(
        arguments: isPath ? [] : operands, paths: isPath ? operands : paths, isStaged: staged)
      return pairs.map { pair in { try $0.diff(Self.state(pair.old), Self.state(pair.new)) } }
    }

    private static func state(_ state: CassettePair.State?) -> CassetteDiff.State? {
      state.map { .init(name: $0.name, content: $0.content, sideFile: $0.sideFile) }
    }

    // MARK: - Printing

    private func deliver(_ diffs: [CassetteDiff], _ environment: [String: String]) throws {
      let isTerminal = output == nil && isatty(STDOUT_FILENO) == 1
      let isPlain = environment["TERM"] == "dumb" || !(environment["NO_COLOR"] ?? "").isEmpty
      let text = rendered(diffs, color: color ?? (isTerminal && !isPlain))
      if let output {
        try AtomicFile.write([Array(text.utf8)[...]], to: output)
      } else if isTerminal, !isNotPaged, !text.isEmpty, let pager = Pager.command(environment),
        Pager.show(text, with: pager)
      {
        return
      } else {
        StandardStream.print(text)
      }
    }

    private func rendered(_ diffs: [CassetteDiff], color: Bool) -> String {
      if isSummary, format == .text { return DiffText(color: color).summary(diffs) }
      return switch format {
      case .text: DiffText(color: color).text(diffs)
      case .markdown: DiffMarkdown.text(diffs)
      case .json: DiffJSON.text(diffs)
      case .html: DiffHTML.page(diffs)
      }
    }
  }
#endif
