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
      // What only git calls is not for typing.
      let verbs = known.filter { $0.shouldDisplay }.compactMap { $0.commandName }
      guard let word = arguments.first, !word.hasPrefix("-"),
        !(known.compactMap { $0.commandName } + ["help"]).contains(word)
      else { return nil }
      return "'\(word)' is not a verb of vcr"
        + (NearestWord.of(word, in: verbs).map { "; the nearest is '\($0)'" } ?? "")
        + "\nThe verbs are \(verbs.joined(separator: ", ")); vcr --help says what they do"
    }
  }
#endif
