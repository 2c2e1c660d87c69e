#if CommandLineTool
  import VCRCore
  import VCRReview

  /// The settings of two states of a repository: which of them decide what a diff shows, and how
  /// they differ.
  struct RevisionRules {
    /// The settings that decide; nil for none.
    let judging: ProjectFile?
    /// The other state's settings, whose rules of redaction count as well; nil for none.
    let other: ProjectFile?
    /// How the settings of both states differ, in all `.vcr.yaml` of the repository.
    let changes: [RulesChange]
    /// The files that cannot be read, except for the one that decides.
    let problems: [DiffProblem]

    /// Reads the settings of both states.
    ///
    /// As for files, the one counts that is nearest to the current folder, from there up to the top
    /// of the repository. A file that git ignores is the reader's own, and counts for both states.
    ///
    /// - Parameters:
    ///   - side: The state whose settings decide.
    ///   - range: The two states.
    ///   - states: The repository.
    /// - Throws: `CassetteError` when the file that decides cannot be read, `GitFailure`.
    init(
      judgedBy side: RulesChange.Judge.Side, of range: RevisionRange, in states: RevisionPairs
    ) throws {
      let paths = try (
        old: states.nearestProjectFile(range.old), new: states.nearestProjectFile(range.new)
      )
      let judgingPath = side == .old ? paths.old : paths.new
      let judge = RulesChange.Judge(
        side: side, name: Self.name(side == .old ? range.old : range.new))
      var changes: [RulesChange] = []
      var problems: [DiffProblem] = []
      /// One state of a file; nil when it is not there or cannot be read.
      func file(_ path: String?, _ point: RevisionRange.Point) throws -> ProjectFile? {
        guard let path else { return nil }
        do {
          return try states.projectFile(path, point)
        } catch let error as ProjectFileError {
          let error = CassetteError(
            path: error.path, line: error.line, column: error.column, reason: error.reason)
          if path == judgingPath, point == (side == .old ? range.old : range.new) {
            var failure = error
            let other: RulesChange.Judge.Side = side == .old ? .new : .old
            failure.reason += "; to go by the \(other) rules: --rules \(other)"
            throw failure
          }
          let problem = DiffProblem(path: path, error: error, redaction: .standard)
          if !problems.contains(problem) { problems.append(problem) }
          return nil
        }
      }
      let (old, new) = try (file(paths.old, range.old), file(paths.new, range.new))
      // A file that decides in one state only is compared with the one that decides in the other.
      if let change = RulesChange(
        path: states.relative(paths.new ?? paths.old ?? ""), old: old, new: new, judge: judge)
      {
        changes.append(change)
      }
      for changed in try states.changedProjectFiles(range) {
        guard changed.newPath != paths.new || changed.oldPath != paths.old else { continue }
        if let change = RulesChange(
          path: states.relative(changed.newPath ?? changed.oldPath ?? ""),
          old: try file(changed.oldPath, range.old), new: try file(changed.newPath, range.new),
          judge: nil)
        {
          changes.append(change)
        }
      }
      (judging, other) = side == .old ? (old, new) : (new, old)
      self.changes = changes
      self.problems = problems
    }

    private static func name(_ point: RevisionRange.Point) -> String {
      switch point {
      case .tree(let name, _): name
      case .index: "what is staged"
      case .workTree: "the work tree"
      }
    }
  }

  extension RevisionPairs {
    /// The path of the settings that count in the current folder, from the top; nil for none.
    func nearestProjectFile(_ point: RevisionRange.Point) throws -> String? {
      var folders = prefix.split(separator: "/")
      while true {
        let path = (folders + [Substring(ProjectFile.name)]).joined(separator: "/")
        if try isThere(path, point) { return path }
        if folders.isEmpty { return nil }
        folders.removeLast()
      }
    }

    /// The settings in a state of a file.
    ///
    /// - Throws: `ProjectFileError`, `GitFailure`.
    func projectFile(_ path: String, _ point: RevisionRange.Point) throws -> ProjectFile {
      if try point == .workTree || isOwn(path) {
        return try ProjectFile(path: "\(top ?? "")/\(path)")
      }
      let name =
        switch point {
        case .tree(let revision, _): "\(revision):\(path)"
        case .index, .workTree: ":" + path
        }
      let content = try git.output(["cat-file", "blob", object(path, point)])
      return try ProjectFile(path: name, content: content)
    }

    /// The `.vcr.yaml` that differ between two states, in all folders.
    func changedProjectFiles(_ range: RevisionRange) throws -> [ChangedFile] {
      try changedFiles(range, [":(top,glob)**/" + ProjectFile.name])
    }

    private func isThere(_ path: String, _ point: RevisionRange.Point) throws -> Bool {
      if try isOwn(path) { return true }
      if point == .workTree { return FileSystem.exists("\(top ?? "")/\(path)") }
      return try git.process(["cat-file", "-e", object(path, point)]).status == 0
    }

    /// Returns the name by which git knows a file in a state that it keeps.
    private func object(_ path: String, _ point: RevisionRange.Point) -> String {
      if case .tree(_, let id) = point { "\(id):\(path)" } else { ":0:" + path }
    }

    /// True for a file of the work tree that git ignores, and that is in no revision therefore.
    private func isOwn(_ path: String) throws -> Bool {
      guard let top, FileSystem.exists("\(top)/\(path)") else { return false }
      return try git.process(["-C", top, "check-ignore", "--quiet", "--", path]).status == 0
    }
  }
#endif
