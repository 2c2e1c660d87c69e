#if CommandLineTool
  import ArgumentParser
  import VCRCore

  /// `vcr show`: what is in a cassette.
  struct ShowCommand: ParsableCommand {
    /// How the interactions are printed.
    enum Format: String, CaseIterable, ExpressibleByArgument {
      case text
      case json
    }

    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Print a table of a cassette's interactions, or one of them as HTTP."
    )

    @Argument(
      help: "The cassette; a name without .yaml means Cassettes/NAME.yaml.",
      completion: .file(extensions: ["yaml", "yml"]))
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

    func run() throws {
      do {
        try show()
      } catch {
        throw CommandFailure(error)
      }
    }

    private func show() throws {
      let path = CassettePath.path(named: cassette)
      let listing = try CassetteListing(path: path)
      if let number {
        guard (1...max(1, listing.count)).contains(number), listing.count > 0 else {
          throw CommandFailure(
            .usage, "\(path): there is no interaction \(number), only \(listing.count)")
        }
        let interaction = try listing.interaction(at: number - 1)
        switch format {
        case .text: StandardStream.print(HTTPText(interaction).text)
        case .json: StandardStream.print(InteractionJSON(interaction, number: number).line)
        }
        return
      }
      switch format {
      case .text:
        var table = InteractionTable()
        for index in 0..<listing.count {
          table.append(try listing.interaction(at: index), number: index + 1)
        }
        StandardStream.print(table.text)
      case .json:
        for index in 0..<listing.count {
          let interaction = try listing.interaction(at: index)
          StandardStream.print(InteractionJSON(interaction, number: index + 1).line)
        }
      }
    }
  }
#endif
