#if CommandLineTool
  import VCRCore
  import VCRReview

  /// The secrets in what git holds of cassettes, each with the commit that brought it.
  struct HistoryCheck {
    /// The findings and the number of contents that were looked at.
    private(set) var report = CheckReport()

    private let history: CassetteHistory
    private var run: CheckRun
    /// The secrets that are listed already: a later version of a file repeats them.
    private var known: Set<Int> = []

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - run: The check that judges each content.
    ///   - environment: The environment of `vcr` itself.
    /// - Throws: `CommandFailure` without git, `GitFailure` outside of a repository.
    init(_ run: CheckRun, environment: ProcessEnvironment) throws {
      self.run = run
      history = try CassetteHistory(environment: environment)
    }

    /// True for a clone whose history is cut off.
    var isShallow: Bool { history.isShallow }

    /// Looks at all commits, or at what is staged.
    ///
    /// - Parameters:
    ///   - paths: Files and folders to keep to; none for all.
    ///   - isStaged: True for what the next commit would bring.
    /// - Throws: `GitFailure`.
    mutating func check(_ paths: [String], isStaged: Bool) throws {
      let versions = isStaged ? try history.staged(paths) : try history.committed(paths)
      var found: [(finding: CheckFinding, commit: String?)] = []
      try history.forEach(versions) { version, content in
        report.files.append(version.path)
        for finding in run.secrets(in: content, of: version.path) {
          guard isStaged || finding.secret.map({ known.insert($0).inserted }) ?? true else {
            continue
          }
          found.append((finding, version.commit))
        }
      }
      let commits = try history.commits(Set(found.compactMap(\.commit)))
      for (finding, commit) in found {
        var finding = finding
        if let commit {
          let words = commits[commit]
          finding.commit = words?.name ?? commit
          finding.message +=
            "; brought by \(finding.commit ?? "")"
            + (words.map { " of \($0.day), \($0.author)" } ?? "")
        }
        report.findings.append(finding)
      }
      report.problems += run.report.problems
    }

    /// Returns the advice about the findings, in one line; nil when there are none.
    static func advice(_ findings: [CheckFinding], isStaged: Bool) -> String? {
      let secrets = findings.filter { $0.kind == .secret }
      guard !secrets.isEmpty else { return nil }
      if isStaged { return "to replace what is staged: vcr redact FILE, then git add FILE" }
      return
        "rotate \(secrets.count == 1 ? "it" : "all \(secrets.count)"): whoever has a clone has "
        + "what is in its history, and vcr redact changes only the files of today"
    }
  }

  extension CheckRun {
    /// The secrets of a content that is in no file.
    mutating func secrets(in content: [UInt8], of path: String) -> [CheckFinding] {
      guard let check = judge(of: path) else { return [] }
      // A body in a file of its own is looked at as a text, as far as it is one.
      let isBody = CassetteHistory.isSideFile(path)
      let text = isBody ? TextRuns.masked(content) : content
      let found = check.findings(path: path, content: text.view, isNamed: isBody) ?? []
      return found.filter { $0.kind == .secret || $0.kind == .dummy }.map { presented($0) }
    }
  }
#endif
