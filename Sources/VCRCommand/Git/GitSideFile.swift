#if CommandLineTool
  import VCRCore

  /// Finds a side file in any revision.
  ///
  /// Side files are named by their content, so the file of any revision will do: the one in the
  /// work tree, a staged one, or that of the last commit that touched it.
  struct GitSideFile {
    /// The repository.
    let git: Git

    /// The content of the file.
    ///
    /// - Parameter path: Its path from the top of the work tree, which is the current folder.
    /// - Returns: The content, which the reader of the cassette checks against the name.
    /// - Throws: `GitFailure` when no revision has it.
    func content(of path: String) throws -> [UInt8] {
      guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
        throw GitFailure("\(PrintableText.line(path)): a cassette's file lies below its folder")
      }
      if let content = try? FileSystem.read(path) { return content }
      for revision in [":0:", "HEAD:"] {
        if let content = try? git.output(["cat-file", "blob", revision + path]) { return content }
      }
      let commits = try git.output([
        "log", "--all", "--no-merges", "-1", "--format=", "--raw", "-z", "--no-abbrev",
        "--no-renames", "--", ":(top,literal)" + path,
      ])
      guard let file = ChangedFile.all(in: commits).first, let id = file.newID ?? file.oldID else {
        throw GitFailure("\(PrintableText.line(path)): it is in no commit")
      }
      return try git.output(["cat-file", "blob", id])
    }
  }
#endif
