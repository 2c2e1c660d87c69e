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
        return forUnknownOption(word, of: "vcr", among: own)
          ?? forVerb(behindOptions: arguments, among: names)
      }
      if let option = ["--help", "--version"].first(where: { $0.dropFirst(2) == word }) {
        return "'\(word)' is an option: vcr \(option)"
      }
      return "'\(word)' is not a verb of vcr"
        + (NearestWord.of(word, in: verbs + ["help"]).map { "; the nearest is '\($0)'" } ?? "")
        + "\nThe verbs are \(verbs.joined(separator: ", ")); vcr --help says what they do"
    }

    private static func forUnknownOption(
      _ word: String, of program: String, among known: [String]
    ) -> String? {
      let known = known.filter { $0.hasPrefix("--") }
      guard word.hasPrefix("--"), let nearest = NearestWord.of(word, in: known), nearest != word
      else { return nil }
      return "'\(word)' is not an option of \(program); the nearest is '\(nearest)'"
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

    /// The same command line with the second dash of an option.
    ///
    /// The parser takes what follows one dash for options of a letter each: `-match` for one that
    /// has `-h` in it, so that it would print the help, and run nothing.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    /// - Returns: The message; nil when there is no such word.
    static func forSingleDash(in arguments: [String]) -> String? {
      guard let verb = arguments.first, let command = command(named: verb) else { return nil }
      // Without two dashes COMMAND may begin anywhere, and has options of its own.
      let isOpen = runs.contains(verb) && !arguments.contains("--")
      let own = isOpen ? arguments.prefix(2) : arguments.prefix { $0 != "--" }
      for (place, word) in own.enumerated().dropFirst()
      where word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 2 {
        let option = "-" + word.prefix { $0 != "=" }
        guard command.options.contains(option) else { continue }
        var whole = arguments
        whole[place] = "-" + word
        return "'\(word)' has two dashes: \(line(whole) ?? option)"
      }
      return nil
    }

    /// Returns the message about an option that is like one of the verb.
    ///
    /// - Parameters:
    ///   - arguments: The arguments without the program's name.
    ///   - error: The error of the parser, which knows none of the options that only the whole help
    ///     lists.
    /// - Returns: The message; nil when the error is another, or no option is like it.
    static func forUnknownOption(in arguments: [String], _ error: any Error) -> String? {
      guard let verb = arguments.first, let command = command(named: verb),
        let option = CommandLineTool.message(for: error).firstMatch(of: /^Unknown option '(--.+?)'/)
      else { return nil }
      let word = String(option.1)
      // As other programs name the form of what they print.
      if let place = arguments.firstIndex(of: word) {
        var whole = arguments
        whole.replaceSubrange(place...place, with: ["--format", String(word.dropFirst(2))])
        if let line = line(whole) { return "'\(word)' is a --format: \(line)" }
      }
      return forUnknownOption(word, of: "vcr \(verb)", among: command.options)
    }

    private static func command(named verb: String) -> (any ParsableCommand.Type)? {
      CommandLineTool.configuration.subcommands.first { $0.configuration.commandName == verb }
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

    /// The verbs whose arguments are paths.
    private static let readers = ["show", "diff", "verify", "recover", "check", "redact"]

    /// The options that take a path, and have nothing to say of an empty one by themselves.
    private static let fileOptions = ["-o", "--output", "--proto", "--runs"]

    /// The message about an empty word where a path belongs, as a variable leaves it that is not
    /// set.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    /// - Returns: The message; nil when there is none.
    static func forEmptyPath(in arguments: [String]) -> String? {
      let own = arguments.prefix { $0 != "--" }
      let question = "is a variable in its place not set?"
      for (word, next) in zip(own.dropFirst(), own.dropFirst(2) + ["-"]) {
        let option = word.last == "=" ? String(word.dropLast()) : word
        if fileOptions.contains(option), option != word || next.isEmpty {
          return "\(option) is followed by an empty word; \(question)"
        }
      }
      guard let verb = own.first, readers.contains(verb) else { return nil }
      for (before, word) in zip(own, own.dropFirst()) where word.isEmpty {
        // What follows another option may be its value, of which the parser says what is wrong.
        if !before.hasPrefix("-") { return "vcr \(verb) is followed by an empty word; \(question)" }
      }
      return nil
    }

    /// The verbs that run COMMAND with a cassette.
    static let runs = ["record", "replay", "noise"]

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
        if let line = line(whole) {
          let isAlone = !hasDashes && !own.contains { $0.hasPrefix("--listen") }
          return isAlone
            ? "a cassette is named by -c, and COMMAND stands behind two dashes: "
              + "\(line) -- COMMAND"
            : "a cassette is named by -c: \(line)"
        }
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
        let isURL = Executable.isURL(arguments[start])
        let client = isURL ? ["curl", "-s"] : []
        if let line = line(arguments[..<start] + ["--"] + client + arguments[start...]) {
          return isURL
            ? "a client is to ask for the URL: \(line)"
            : "two dashes are missing before COMMAND: \(line)"
        }
      }
      return nil
    }
  }

  extension ParsableCommand {
    /// Whether the verb has the option of a setting.
    fileprivate static func takes(_ row: SettingRow) -> Bool { options.contains(row.option) }

    /// The options of the verb, in both of their forms, which its help lists.
    fileprivate static var options: [String] {
      // A line of the help begins with the option, as `-q, --quiet` or `--match <list>`.
      CommandLineTool.helpMessage(for: self, includeHidden: true).split(separator: "\n").flatMap {
        line in
        line.hasPrefix("  -")
          ? line.split { " ,".contains($0) }.prefix(2).filter { $0.hasPrefix("-") }.map(String.init)
          : []
      }
    }
  }
#endif
