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
    }

    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Print a table of a cassette's interactions, or one of them as HTTP.",
      discussion: """
          vcr show users
          vcr show users 3

        With --curl, the command that repeats the request, or one for each. Variables stand for the \
        secrets that were redacted; a comment names them.

        Lines are cut, and coloured, for a terminal alone.
        """
    )

    @Argument(
      help: """
        The cassette, or the journal (NAME.yaml.recording) of a recording; a name without .yaml \
        means Cassettes/NAME.yaml.
        """,
      completion: .file(extensions: ["yaml", "yml", "recording"]))
    var cassette: String

    @Argument(help: ArgumentHelp("The number of an interaction, from 1.", valueName: "n"))
    var number: Int?

    @Option(
      help: """
        text, or json: one JSON object a line with number, method, url, request_headers, \
        request_body, status, reason, headers, body and others (headers are lists of name and \
        value, bodies base64).
        """)
    var format = Format.text

    @Flag(help: "Print what repeats the request with curl in a POSIX shell.")
    var curl = false

    @OptionGroup var proto: ProtoOptions

    @Flag(help: "No colour, whatever the terminal can do (NO_COLOR does the same).")
    var noColor = false

    func run() throws {
      do {
        try show()
      } catch {
        throw CommandFailure(error)
      }
    }

    private func show() throws {
      guard proto.proto == nil || number != nil && !curl && format == .text else {
        throw CommandFailure(
          .usage, "--proto shows the messages of one interaction: vcr show --proto FILE CASSETTE 1")
      }
      guard !curl || format == .text else {
        throw CommandFailure(
          .usage, "--curl prints commands, so --format json cannot stand beside it")
      }
      let schema = try proto.schema()
      let path = cassette.hasSuffix(".recording") ? cassette : CassettePath.path(named: cassette)
      let listing = try CassetteListing(path: path)
      let environment = ProcessEnvironment.current().values
      let output = StandardOutput(environment: environment, allowsColor: !noColor)
      let console = Console(level: .normal, allowsColor: !noColor, environment: environment)
      for notice in listing.notices { console.note(notice) }
      if let number {
        guard (1...max(1, listing.count)).contains(number), listing.count > 0 else {
          throw CommandFailure(
            .usage, "\(path): there is no interaction \(number), only \(listing.count)")
        }
        return try Output.standard.write(
          text(of: try listing.interaction(at: number - 1), number: number, schema))
      }
      guard format == .json || curl else {
        var table = InteractionTable()
        for index in 0..<listing.count {
          table.append(try listing.interaction(at: index), number: index + 1)
        }
        return try Output.standard.write(table.text(for: output))
      }
      for index in 0..<listing.count {
        let interaction = try listing.interaction(at: index)
        if curl { try Output.standard.write(heading(interaction, number: index + 1)) }
        try Output.standard.write(text(of: interaction, number: index + 1, schema))
      }
    }

    private func text(of interaction: Interaction, number: Int, _ schema: ProtoSchema?) -> String {
      if curl { return CurlCommand(interaction).text }
      switch format {
      case .text: return HTTPText(interaction, schema).text
      case .json: return InteractionJSON(interaction, number: number).line
      }
    }

    /// A comment that names one of several commands.
    private func heading(_ interaction: Interaction, number: Int) -> String {
      let request = interaction.request
      return (number > 1 ? "\n" : "")
        + PrintableText.line("# \(number)  \(request.method) \(request.url)") + "\n"
    }
  }
#endif
