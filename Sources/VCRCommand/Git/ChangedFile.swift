#if CommandLineTool
  /// A file that differs between two states of a repository, as `git diff --raw -z` reports it.
  struct ChangedFile: Equatable {
    /// The path in the old state, from the root; nil when it is not there.
    var oldPath: String?
    /// The path in the new state; nil when it is not there.
    var newPath: String?
    /// The old content's object; nil when git has not stored it.
    var oldID: String?
    /// The new content's object; nil when git has not stored it.
    var newID: String?

    /// Reads what git prints: a mode, an object and a letter for each file, and its paths.
    ///
    /// - Parameter output: The output.
    /// - Returns: The files; links and submodules are left out.
    static func all(in output: [UInt8]) -> [ChangedFile] {
      var files: [ChangedFile] = []
      var fields = output.zeroTerminated[...]
      while let heading = fields.popFirst(), let path = fields.popFirst() {
        // “:100644 100644 OBJECT OBJECT M”; a rename or copy has two paths.
        let words = heading.dropFirst().split(separator: " ").map(String.init)
        guard words.count == 5 else { continue }
        let isTwo = words[4].hasPrefix("R") || words[4].hasPrefix("C")
        let other = isTwo ? fields.popFirst() : nil
        // A file with conflicts has no single object; another entry reports its old state.
        if words[4] == "U" { continue }
        func isFile(_ mode: String) -> Bool { mode.hasPrefix("100") }
        let file = ChangedFile(
          oldPath: isFile(words[0]) ? path : nil, newPath: isFile(words[1]) ? other ?? path : nil,
          oldID: id(words[2]), newID: id(words[3]))
        if file.oldPath != nil || file.newPath != nil { files.append(file) }
      }
      return files
    }

    private static func id(_ word: String) -> String? {
      word.allSatisfy { $0 == "0" } ? nil : word
    }
  }
#endif
