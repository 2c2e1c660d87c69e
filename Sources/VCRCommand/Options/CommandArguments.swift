#if CommandLineTool
  import ArgumentParser

  /// The words after `--`.
  struct CommandArguments: ParsableArguments {
    @Argument(
      parsing: .postTerminator,
      help: ArgumentHelp("What to run, after --, with its own arguments.", valueName: "command"),
      completion: .file())
    var words: [String] = []

    /// How many words of COMMAND the parser gets: its time grows with the square of their number,
    /// and a pattern of the shell makes as many words as there are files.
    private static let mostParsed = 64

    /// Separates the words of a COMMAND that has very many from those that are parsed.
    ///
    /// - Parameters:
    ///   - arguments: The arguments without the program's name.
    ///   - verbs: The verbs that have a COMMAND of these words.
    /// - Returns: The arguments to parse, and the words of COMMAND that follow them.
    static func divided(
      _ arguments: [String], of verbs: [String]
    ) -> (parsed: [String], rest: [String]) {
      guard let verb = arguments.first, verbs.contains(verb),
        let dashes = arguments.firstIndex(of: "--"),
        arguments.count - dashes > mostParsed + 1
      else { return (arguments, []) }
      let end = dashes + 1 + mostParsed
      return (Array(arguments[..<end]), Array(arguments[end...]))
    }
  }
#endif
