#if CommandLineTool
  /// Words as they are typed in a POSIX shell.
  enum ShellWords {
    /// A word in quotes, whatever it holds.
    ///
    /// - Parameter word: The word.
    /// - Returns: The text that a shell reads as the word.
    static func quoted(_ word: String) -> String {
      "'" + word.replacing("'", with: "'\\''") + "'"
    }

    /// A command, with quotes where a shell needs them.
    ///
    /// - Parameter words: The command's words.
    /// - Returns: One line.
    static func line(_ words: [String]) -> String {
      words.map { isPlain($0) ? $0 : quoted($0) }.joined(separator: " ")
    }

    private static func isPlain(_ word: String) -> Bool {
      !word.isEmpty
        && word.utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte) || "-_./:=,@%+".utf8.contains(byte)
        }
    }
  }
#endif
