#if CommandLineTool
  import VCRCore
  import VCRReview

  /// The contents of cassettes in commits or in the index: each content once, the oldest commit
  /// first.
  struct CassetteHistory {
    /// One content of a file.
    struct Version: Equatable {
      /// The path from the top of the work tree.
      var path: String
      /// The object of the content.
      var object: String
      /// The first commit that has it; nil for the index.
      var commit: String?
    }

    /// A commit, in words.
    struct Commit {
      /// The shortest name that is its own.
      var name: String
      /// The day on which it was made.
      var day: String
      /// Who made it.
      var author: String
    }

    private let git: Git
    /// The files that may be recordings: those that a check of folders takes, and side files.
    private static let patterns = [
      "*.yaml", "*.yml", "*.YAML", "*.YML", "*.recording", "*.yaml.files/*", "*.har", "*.HAR",
      "*.json", "*.JSON", "*.toml", "*.TOML",
    ].map { ":(top)" + $0 }

    /// Takes the repository that the current folder is in.
    ///
    /// - Throws: `CommandFailure` without git, `GitFailure` outside of a repository.
    init(environment: ProcessEnvironment) throws {
      git = try Git(environment: environment)
      guard try git.line("rev-parse", "--git-dir") != nil else {
        throw GitFailure("there is no git repository here, so there is no history to look through")
      }
    }

    /// True for a clone that has the latest commits only.
    var isShallow: Bool { (try? git.line("rev-parse", "--is-shallow-repository")) == "true" }

    /// The contents that all commits of all branches, tags and stashes brought.
    ///
    /// - Parameter paths: Files and folders to keep to; none for all.
    /// - Returns: The contents, the oldest first.
    /// - Throws: `GitFailure`.
    func committed(_ paths: [String]) throws -> [Version] {
      // Git prints nothing but names here, in an order in which parents come first.
      let commits = try git.output(["rev-list", "--all", "--topo-order", "--reverse"])
      let head = try git.line("rev-parse", "--verify", "--quiet", "HEAD")
      let all = commits + (head.map { Array("\($0)\n".utf8) } ?? [])
      let output = try git.output(
        [
          "diff-tree", "--stdin", "-z", "-r", "-m", "--root", "--raw", "--no-abbrev",
          "--no-renames", "--diff-filter=AMT", "--",
        ] + patterns(paths), input: all)
      return Self.versions(in: output)
    }

    /// The contents that the next commit would bring.
    func staged(_ paths: [String]) throws -> [Version] {
      let output = try git.output(
        [
          "diff", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--diff-filter=AMT",
          "--no-ext-diff", "--",
        ] + patterns(paths))
      return Self.versions(in: output)
    }

    /// The versions in the output of `--raw -z`: a commit, then a heading and a path for each of
    /// its files.
    static func versions(in output: [UInt8]) -> [Version] {
      var versions: [Version] = []
      var known: Set<String> = []
      var commit: String?
      var fields = output.zeroTerminated[...]
      while let field = fields.popFirst() {
        guard field.hasPrefix(":") else {
          commit = field
          continue
        }
        // “:100644 100644 OBJECT OBJECT M”
        let words = field.split(separator: " ").map(String.init)
        guard let path = fields.popFirst(), words.count == 5 else { continue }
        // Links and submodules have no content of their own.
        guard words[1].hasPrefix("100"), mayBeRecording(path), known.insert(words[3]).inserted
        else { continue }
        versions.append(Version(path: path, object: words[3], commit: commit))
      }
      return versions
    }

    private static func mayBeRecording(_ path: String) -> Bool {
      FolderListing.isChecked(path) || isSideFile(path)
    }

    /// True for a file in a folder of side files.
    static func isSideFile(_ path: String) -> Bool {
      path.split(separator: "/").dropLast().contains { SideFiles.isFolder(String($0)) }
    }

    private func patterns(_ paths: [String]) -> [String] {
      paths.isEmpty ? Self.patterns : paths.map { ":(literal)" + $0 }
    }

    // MARK: - Contents

    /// How many bytes are asked for at once.
    private static let portion = 32 << 20

    /// Calls a closure with each content.
    ///
    /// - Throws: `GitFailure` for an object that is missing.
    func forEach(_ versions: [Version], _ body: (Version, [UInt8]) throws -> Void) throws {
      let sizes = try sizes(of: versions)
      var start = 0
      while start < versions.count {
        var end = start
        var total = 0
        while end < versions.count, end == start || total + sizes[end] <= Self.portion {
          total += sizes[end]
          end += 1
        }
        let part = versions[start..<end]
        let output = try git.output(["cat-file", "--batch"], input: Self.names(part))
        var position = 0
        for (index, version) in part.enumerated() {
          // “OBJECT blob SIZE”, the content, and a line end.
          guard let line = output[position...].firstIndex(of: UInt8(ascii: "\n")),
            line + 1 + sizes[start + index] < output.count
          else { throw GitFailure("\(version.path): \(version.object) cannot be read") }
          try body(version, Array(output[line + 1..<line + 1 + sizes[start + index]]))
          position = line + 2 + sizes[start + index]
        }
        start = end
      }
    }

    private func sizes(of versions: [Version]) throws -> [Int] {
      guard !versions.isEmpty else { return [] }
      let output = try git.output(
        ["cat-file", "--batch-check=%(objecttype) %(objectsize)"], input: Self.names(versions[...]))
      let sizes = output.split(separator: UInt8(ascii: "\n")).map { line -> Int? in
        let words = line.split(separator: 0x20)
        guard words.count == 2, words[0].elementsEqual("blob".utf8) else { return nil }
        return Int(String(decoding: words[1], as: UTF8.self))
      }
      guard sizes.count == versions.count, !sizes.contains(nil) else {
        throw GitFailure(
          "contents of some commits are not here (a partial clone?); fetch them: git fetch --refetch"
        )
      }
      return sizes.compactMap(\.self)
    }

    private static func names(_ versions: ArraySlice<Version>) -> [UInt8] {
      versions.flatMap { Array("\($0.object)\n".utf8) }
    }

    // MARK: - Commits

    /// The commits of some versions, in words.
    func commits(_ ids: Set<String>) throws -> [String: Commit] {
      guard !ids.isEmpty else { return [:] }
      let output = try git.output(
        ["log", "--no-walk=unsorted", "--stdin", "-z", "--format=%H%n%h%n%cs%n%an"],
        input: ids.sorted().flatMap { Array("\($0)\n".utf8) })
      var commits: [String: Commit] = [:]
      for record in output.split(separator: 0) {
        let lines = String(decoding: record, as: UTF8.self).split(
          separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
        guard lines.count >= 4 else { continue }
        commits[lines[0]] = Commit(name: lines[1], day: lines[2], author: lines[3])
      }
      return commits
    }
  }
#endif
