#if CommandLineTool
  import ArgumentParser

  /// Finds the verb that was meant.
  enum Suggestion {
    /// The message for a first argument that is no verb.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    /// - Returns: Nil when the first argument is a verb, an option, or absent.
    static func forUnknownVerb(in arguments: [String]) -> String? {
      let verbs = CommandLineTool.configuration.subcommands.compactMap {
        $0.configuration.commandName
      }
      guard let word = arguments.first, !word.hasPrefix("-"), !(verbs + ["help"]).contains(word)
      else { return nil }
      let nearest = verbs.map { (verb: $0, distance: distance(from: word, to: $0)) }
        .min { $0.distance < $1.distance }
      let limit = max(1, word.count / 2)
      let meant = nearest.flatMap { $0.distance <= limit ? $0.verb : nil }
      return "'\(word)' is not a verb of vcr"
        + (meant.map { "; the nearest is '\($0)'" } ?? "")
        + "\nThe verbs are \(verbs.joined(separator: ", ")); vcr --help says what they do"
    }

    /// The number of insertions, deletions, replacements and swaps of neighbours between two words
    /// (the restricted Damerau-Levenshtein distance).
    static func distance(from first: String, to second: String) -> Int {
      let (first, second) = (Array(first), Array(second))
      var previous = [Int]()
      var row = Array(0...second.count)
      for i in first.indices {
        var next = [i + 1]
        for j in second.indices {
          var best = min(
            row[j] + (first[i] == second[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
          if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
            best = min(best, previous[j - 1] + 1)
          }
          next.append(best)
        }
        previous = row
        row = next
      }
      return row[second.count]
    }
  }
#endif
