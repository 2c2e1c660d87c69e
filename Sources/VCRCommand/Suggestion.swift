#if CommandLineTool
  import ArgumentParser
  import VCRCore

  /// Finds the verb that was meant.
  enum Suggestion {
    /// The message for a first argument that is no verb.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    /// - Returns: Nil when the first argument is a verb, an option, or absent.
    static func forUnknownVerb(in arguments: [String]) -> String? {
      let known = CommandLineTool.configuration.subcommands.map { $0.configuration }
      // A verb that only git calls is not for typing.
      let verbs = known.filter { $0.shouldDisplay }.compactMap { $0.commandName }
      let names = known.compactMap { $0.commandName } + ["help"]
      // `help` takes a verb.
      guard let word = arguments.first == "help" ? arguments.dropFirst().first : arguments.first,
        !names.contains(word)
      else { return nil }
      if word.hasPrefix("-") {
        let own = ["--help", "--version", "-help", "-h"]
        guard !own.contains(word) else { return nil }
        return forUnknownOption(word, among: own.filter { $0.hasPrefix("--") })
          ?? forVerb(behindOptions: arguments, among: names)
      }
      if let option = ["--help", "--version"].first(where: { $0.dropFirst(2) == word }) {
        return "'\(word)' is an option: vcr \(option)"
      }
      return "'\(word)' is not a verb of vcr"
        + (NearestWord.of(word, in: verbs + ["help"]).map { "; the nearest is '\($0)'" } ?? "")
        + "\nThe verbs are \(verbs.joined(separator: ", ")); vcr --help says what they do"
    }

    private static func forUnknownOption(_ word: String, among known: [String]) -> String? {
      guard word.hasPrefix("--"), let nearest = NearestWord.of(word, in: known), nearest != word
      else { return nil }
      return "'\(word)' is not an option of vcr; the nearest is '\(nearest)'"
    }

    /// The same command line with the verb in front of its options.
    private static func forVerb(
      behindOptions arguments: [String], among verbs: [String]
    ) -> String? {
      let own = arguments.prefix { $0 != "--" }
      guard let place = own.indices.first(where: { verbs.contains(own[$0]) }) else { return nil }
      var whole = arguments
      whole.insert(whole.remove(at: place), at: 0)
      return line(whole).map { "the verb goes before its options: \($0)" }
    }

    /// A command line as it is typed; nil when it is wrong.
    private static func line(_ arguments: [String]) -> String? {
      guard (try? CommandLineTool.parseAsRoot(arguments)) != nil else { return nil }
      return (["vcr"] + arguments).map(\.shellWord).joined(separator: " ")
    }

    /// Returns the message about an option of another verb.
    ///
    /// - Parameters:
    ///   - arguments: The arguments without the program's name.
    ///   - error: The error of the parser.
    /// - Returns: The message; nil when the error is another, or no setting is called so.
    static func forOptionOfOtherVerb(in arguments: [String], _ error: any Error) -> String? {
      guard let verb = arguments.first,
        let option = CommandLineTool.message(for: error).firstMatch(
          of: /^Unknown option '(--?)(.+?)'/)
      else { return nil }
      let word = String(option.2)
      let isShort = option.1 == "-"
      let row = SettingTable.rows.first { row in
        isShort ? row.letter.map { word == String($0) } ?? false : row.name == word
      }
      guard let row else { return nil }
      let takers = CommandLineTool.configuration.subcommands.filter { $0.takes(row) }.compactMap {
        $0.configuration.commandName
      }
      guard !takers.isEmpty, !takers.contains(verb) else { return nil }
      return "\(option.1)\(word) is not for vcr \(verb); it is an option of "
        + takers.map { "vcr \($0)" }.joined(separator: ", ")
    }

    /// The verbs that run COMMAND with a cassette.
    private static let runs = ["record", "replay", "noise"]

    /// The same command line with the option that names a cassette.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    /// - Returns: The message; nil when no cassette stands there without it.
    static func forMissingOption(in arguments: [String]) -> String? {
      guard let verb = arguments.first, runs.contains(verb) else { return nil }
      let own = arguments.prefix { $0 != "--" }
      // Without dashes COMMAND may begin anywhere, and only its ending tells a cassette.
      let hasDashes = own.count < arguments.count
      for place in own.indices.dropFirst()
      where hasDashes ? !own[place].hasPrefix("-") : FolderListing.isYAML(own[place]) {
        var whole = arguments
        whole.insert("-c", at: place)
        if let line = line(whole) { return "a cassette is named by -c: \(line)" }
        if !hasDashes, let message = forMissingDashes(in: whole) {
          return "a cassette is named by -c, and " + message
        }
      }
      return nil
    }

    /// The same command line with the two dashes that belong before COMMAND.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    /// - Returns: The message; nil when the dashes are there, or are not what is missing.
    static func forMissingDashes(in arguments: [String]) -> String? {
      guard let verb = arguments.first, runs.contains(verb), !arguments.contains("--") else {
        return nil
      }
      // Whatever the options are: COMMAND begins where all before it is a command line by itself.
      for start in arguments.indices.dropFirst() where !arguments[start].hasPrefix("-") {
        if let line = line(arguments[..<start] + ["--"] + arguments[start...]) {
          return "two dashes are missing before COMMAND: \(line)"
        }
      }
      return nil
    }
  }

  extension ParsableCommand {
    /// Whether the verb has the option of a setting, which its help lists if so.
    fileprivate static func takes(_ row: SettingRow) -> Bool {
      // A line of the help begins with the option, as `-q, --quiet` or `--match <list>`.
      CommandLineTool.helpMessage(for: self, includeHidden: true).split(separator: "\n").contains {
        line in
        line.hasPrefix("  -")
          && line.split { " ,".contains($0) }.prefix(2).contains { $0 == row.option }
      }
    }
  }
#endif
