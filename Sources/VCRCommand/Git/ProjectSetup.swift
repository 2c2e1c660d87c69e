#if CommandLineTool
  import VCRCore

  /// The setup by `vcr init`, step by step; each step is done only where something is missing.
  struct ProjectSetup {
    /// One thing that is to be so.
    struct Step {
      /// The thing that is set up, in a few words.
      var what: String
      /// True when it was so before.
      var isDone: Bool
      /// True when git needs it.
      var isForGit = true
      /// Makes it so.
      var apply: () throws -> Void
    }

    /// The steps in their order.
    var steps: [Step] = []
    /// The steps that are left to the user, a line each.
    var notes: [String] = []

    /// Looks at a project.
    ///
    /// - Parameters:
    ///   - root: The folder that is set up; the top of the work tree where there is one.
    ///   - git: The command; nil to leave git alone.
    ///   - drivers: The drivers that git is to call.
    /// - Throws: `SystemError` when a file cannot be read, `GitFailure`.
    init(root: String, git: Git?, drivers: GitDrivers) throws {
      let project = root + "/" + ProjectFile.name
      steps.append(
        Step(
          what: ProjectFile.name, isDone: FileSystem.exists(project), isForGit: false,
          apply: { try FileSystem.write([Array(ProjectFile.template.utf8)[...]], to: project) }))
      guard let git else { return }
      try addAttributes(root, git)
      try addIgnored(root, git)
      for setting in drivers.settings {
        let isDone = try git.line("-C", root, "config", "--local", setting.name) == setting.value
        steps.append(
          Step(what: "git config \(setting.name)", isDone: isDone) {
            _ = try git.output(
              ["-C", root, "config", "--local", "--replace-all", setting.name, setting.value])
          })
      }
      try addHook(root, git, drivers)
    }

    // MARK: - Hook

    /// Adds the hook that looks for secrets before each commit; one that is there stays.
    private mutating func addHook(_ root: String, _ git: Git, _ drivers: GitDrivers) throws {
      guard let folder = try git.line("-C", root, "rev-parse", "--git-path", "hooks") else {
        return
      }
      let path = (folder.hasPrefix("/") ? folder : root + "/" + folder) + "/pre-commit"
      let known = try Self.text(of: path)
      guard known.isEmpty || known.contains("check --staged") else {
        notes.append(
          "the pre-commit hook is kept; to have it look for secrets, add: \(drivers.command) check "
            + "--staged || exit 1")
        return
      }
      steps.append(
        Step(what: "pre-commit hook: vcr check --staged", isDone: !known.isEmpty) {
          try FileSystem.createFolder(of: path)
          // Git runs a hook only if it may be run, as the command itself may.
          try FileSystem.write(
            [Array(drivers.hook.utf8)[...]], to: path, permissionsOf: drivers.executable)
        })
    }

    // MARK: - Files

    private mutating func addAttributes(_ root: String, _ git: Git) throws {
      let path = root + "/.gitattributes"
      let text = try Self.text(of: path)
      let known = Set(text.split(separator: "\n").compactMap(Self.pattern))
      var patterns = [AttributePattern.standard]
      for folder in try Self.patternsElsewhere(root, git) where !patterns.contains(folder) {
        patterns.append(folder)
      }
      for (index, pattern) in patterns.enumerated() {
        let comment =
          index == 0
          ? "# Cassettes are compared and merged by interaction; once in each clone: vcr init\n"
          : ""
        steps.append(
          Step(
            what: ".gitattributes: \(PrintableText.line(pattern)) diff=vcr merge=vcr",
            isDone: known.contains(pattern)
          ) { try Self.append(comment + "\(pattern) diff=vcr merge=vcr\n", to: path) })
      }
    }

    /// The patterns of folders that hold cassettes which git does not give to `vcr` yet.
    private static func patternsElsewhere(_ root: String, _ git: Git) throws -> [String] {
      let listed = try git.output([
        "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "*.yaml",
        "*.yml",
      ]).zeroTerminated
      let cassettes = Set(listed).sorted().filter { path in
        guard !AttributePattern.isStandard(path),
          let content = try? FileSystem.read(root + "/" + path)
        else { return false }
        return CassetteRecognition.isCassette(content)
      }
      guard !cassettes.isEmpty else { return [] }
      let attributes = try git.output(
        ["-C", root, "check-attr", "-z", "--stdin", "diff", "merge"],
        input: cassettes.flatMap { Array($0.utf8) + [0] }
      ).zeroTerminated
      // Each record of the output is the path, the attribute and its value.
      var patterns: [String] = []
      for start in stride(from: 0, to: attributes.count - 2, by: 3)
      where attributes[start + 2] != "vcr" {
        let pattern = AttributePattern.pattern(forFolderOf: attributes[start])
        if !patterns.contains(pattern) { patterns.append(pattern) }
      }
      return patterns
    }

    private mutating func addIgnored(_ root: String, _ git: Git) throws {
      let isDone =
        try git.process([
          "-C", root, "check-ignore", "-q", "--no-index", "--", "Cassettes/any.yaml.recording",
        ]).status == 0
      steps.append(
        Step(what: ".gitignore: *.yaml.recording", isDone: isDone) {
          try Self.append("*.yaml.recording\n", to: root + "/.gitignore")
        })
    }

    /// The pattern of a line of `.gitattributes`.
    private static func pattern(_ line: Substring) -> String? {
      let line = line.drop { $0 == " " || $0 == "\t" }
      guard let first = line.first, first != "#" else { return nil }
      guard first == "\"" else { return String(line.prefix { $0 != " " && $0 != "\t" }) }
      var isEscaped = false
      for index in line.indices.dropFirst() {
        if line[index] == "\"", !isEscaped { return String(line[...index]) }
        isEscaped = line[index] == "\\" && !isEscaped
      }
      return nil
    }

    static func text(of path: String) throws -> String {
      FileSystem.exists(path) ? String(decoding: try FileSystem.read(path), as: UTF8.self) : ""
    }

    static func append(_ lines: String, to path: String) throws {
      var content = FileSystem.exists(path) ? try FileSystem.read(path) : []
      if let last = content.last, last != UInt8(ascii: "\n") { content.append(UInt8(ascii: "\n")) }
      content += lines.utf8
      try FileSystem.write([content[...]], to: path)
    }
  }
#endif
