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

    /// True where the old state is a link, whose object holds the path that it leads to.
    var oldIsLink = false
    /// True where the new state is one.
    var newIsLink = false

    /// Reads what git prints: a mode, an object and a letter for each file, and its paths.
    ///
    /// - Parameters:
    ///   - output: The output.
    ///   - withLinks: True for links as well.
    /// - Returns: The files; submodules are left out.
    static func all(in output: [UInt8], withLinks: Bool = false) -> [ChangedFile] {
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
        func isLink(_ mode: String) -> Bool { withLinks && mode == "120000" }
        func isFile(_ mode: String) -> Bool { mode.hasPrefix("100") || isLink(mode) }
        let file = ChangedFile(
          oldPath: isFile(words[0]) ? path : nil, newPath: isFile(words[1]) ? other ?? path : nil,
          oldID: id(words[2]), newID: id(words[3]), oldIsLink: isLink(words[0]),
          newIsLink: isLink(words[1]))
        if file.oldPath != nil || file.newPath != nil { files.append(file) }
      }
      return files
    }

    private static func id(_ word: String) -> String? {
      word.allSatisfy { $0 == "0" } ? nil : word
    }
  }
#endif
