#if CommandLineTool
  import ArgumentParser
  import VCRCore
  import VCRReview

  /// `vcr show`: prints the content of a cassette.
  struct ShowCommand: ParsableCommand {
    /// How the interactions are printed.
    enum Format: String, CaseIterable, ExpressibleByArgument {
      case text
      case json
      case html
    }

    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Print a table of a cassette's interactions, or one of them as HTTP.",
      usage: "vcr show [options] <cassette> [<n>]",
      discussion: """
          vcr show users
          vcr show users 3
          vcr show users --format html -o users.html

        With --curl, the command that repeats the request, or one for each. Variables stand for the \
        secrets that were redacted; a comment names them.

        Lines are cut, and coloured, for a terminal alone.
        """
    )

    @Argument(
      help: """
        The cassette, or the journal (NAME.yaml.recording) of a recording; a name without .yaml \
        means Cassettes/NAME.yaml, - is standard input.
        """,
      completion: .file(extensions: ["yaml", "yml", "recording"]))
    var cassette: String

    @Argument(help: ArgumentHelp("The number of an interaction, from 1.", valueName: "n"))
    var number: Int?

    @Option(
      help: """
        text; json: one JSON object a line with number, method, url, request_headers, \
        request_body, status, reason, headers, body and others (headers are lists of name and \
        value, bodies base64); or html: one page with a list to filter and search, without secrets.
        """)
    var format = Format.text

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp("Write to a file; - is standard output.", valueName: "file"),
      completion: .file())
    var output: String?

    @Flag(help: "Print what repeats the request with curl in a POSIX shell.")
    var curl = false

    @OptionGroup var proto: ProtoOptions

    @Flag(help: "No colour, whatever the terminal can do (NO_COLOR does the same).")
    var noColor = false

    func run() throws {
      do {
        try show()
      } catch {
        throw CommandFailure(error, named: path)
      }
    }

    /// The path of the cassette or journal.
    private var path: String {
      cassette.hasSuffix(RecordingSuffix.journal)
        ? cassette : CassettePath.path(ofInputNamed: cassette)
    }

    private func show() throws {
      guard proto.proto == nil || format == .html || number != nil && !curl && format == .text
      else {
        throw CommandFailure(
          .usage, "--proto shows the messages of one interaction: vcr show --proto FILE CASSETTE 1")
      }
      guard !curl || format == .text else {
        throw CommandFailure(
          .usage, "--curl prints commands, so --format \(format) cannot stand beside it")
      }
      let schema = try proto.schema()
      let environment = ProcessEnvironment.current().values
      let target = Output(output)
      let console = Console(level: .normal, allowsColor: !noColor, environment: environment)
      if let number {
        try show(number, schema, environment, console, on: target)
      } else {
        try showAll(schema, environment, console, on: target)
      }
    }

    /// Prints one interaction.
    private func show(
      _ number: Int, _ schema: ProtoSchema?, _ environment: [String: String], _ console: Console,
      on target: Output
    ) throws {
      let path = path
      let listing = try CassetteListing(path: path)
      for notice in listing.notices { console.note(notice) }
      guard (1...max(1, listing.count)).contains(number), listing.count > 0 else {
        throw CommandFailure(
          .usage, "\(path): there is no interaction \(number), only \(listing.count)")
      }
      let interaction = try listing.interaction(at: number - 1)
      guard format == .html else {
        return try target.write(text(of: interaction, number: number, schema))
      }
      var page = try page(path, schema, listing.notices, environment)
      page.append(interaction, number: number)
      try target.write(page.page)
    }

    /// Prints all interactions.
    private func showAll(
      _ schema: ProtoSchema?, _ environment: [String: String], _ console: Console,
      on target: Output
    ) throws {
      let path = path
      let terminal = StandardOutput(
        environment: environment, allowsColor: !noColor, isFile: !target.isStandard)
      var page: CassetteHTML?
      var table: InteractionTable?
      // A file is replaced in one step, while what goes to standard output need not wait.
      var waiting = ""
      do {
        try CassetteListing.read(path) { opening in
          for notice in opening.notices { console.note(notice) }
          if format == .html { page = try self.page(path, schema, opening.notices, environment) }
          if format == .text, !curl {
            table = InteractionTable(count: opening.total, isInParts: opening.isInParts)
          }
        } _: { interaction, number, endsPart in
          guard page == nil else { return page?.append(interaction, number: number) ?? () }
          if table != nil {
            table?.append(interaction, number: number)
            if endsPart { waiting += table?.taken(for: terminal) ?? "" }
          } else {
            if curl { waiting += heading(interaction, number: number) }
            waiting += text(of: interaction, number: number, schema)
          }
          guard target.isStandard, !waiting.isEmpty else { return }
          try target.write(waiting)
          waiting = ""
        }
      } catch let error as CassetteError where target.isStandard {
        // The interactions before a fault are known, and their reader may want to see them.
        try target.write(table?.taken(for: terminal) ?? "")
        throw error
      }
      if let page { return try target.write(page.page) }
      waiting += table?.taken(for: terminal) ?? ""
      if !target.isStandard || !waiting.isEmpty { try target.write(waiting) }
    }

    private func page(
      _ path: String, _ schema: ProtoSchema?, _ notices: [String], _ environment: [String: String]
    ) throws -> CassetteHTML {
      let rules = try SettingSources.here(environment).redactionRules(nil)
      return CassetteHTML(
        path: path, redaction: rules.added(to: .standard) { environment[$0] }, schema: schema,
        notices: notices)
    }

    private func text(of interaction: Interaction, number: Int, _ schema: ProtoSchema?) -> String {
      if curl { return CurlCommand(interaction).text }
      return format == .json
        ? InteractionJSON(interaction, number: number).line : HTTPText(interaction, schema).text
    }

    /// A comment that names one of several commands.
    private func heading(_ interaction: Interaction, number: Int) -> String {
      let request = interaction.request
      return (number > 1 ? "\n" : "")
        + PrintableText.line("# \(number)  \(request.method) \(request.url)") + "\n"
    }
  }
#endif
