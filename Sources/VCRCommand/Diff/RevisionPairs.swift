#if CommandLineTool
  import VCRCore
  import VCRReview

  /// Finds the cassettes that differ between two states of a repository.
  struct RevisionPairs {
    let git: Git
    /// The top of the work tree; nil in a bare repository.
    let top: String?
    /// The current folder, from the top; ends in a slash unless empty.
    let prefix: String

    /// Finds the repository.
    ///
    /// - Throws: `GitFailure` when there is none.
    init(git: Git) throws {
      self.git = git
      let found = try git.process(["rev-parse", "--git-dir"])
      guard found.status == 0 else {
        throw GitFailure(
          "\(GitFailure(errors: found.errors).description)\n"
            + "to compare two files, wherever they are: vcr diff OLD NEW")
      }
      top = try git.line("rev-parse", "--show-toplevel")
      prefix = top == nil ? "" : try git.line("rev-parse", "--show-prefix") ?? ""
    }

    /// The two states that words name.
    ///
    /// - Parameters:
    ///   - words: None, `A`, `A..B`, `A...B`, or `A` and `B`, as for `git diff`.
    ///   - isStaged: True to compare with what is staged rather than with the files.
    /// - Returns: The old and the new state.
    /// - Throws: `GitFailure` when git refuses.
    func range(_ words: [String], isStaged: Bool = false) throws -> RevisionRange {
      let range = try RevisionRange(words: words, isStaged: isStaged, git: git)
      if top == nil, range.new == .workTree || range.new == .index {
        throw GitFailure(
          "there are no files here to compare with, only a repository; name two revisions: "
            + "vcr diff A..B")
      }
      return range
    }

    /// The cassettes that differ.
    ///
    /// Without a revision the files are compared with `HEAD`, staged or not: what a re-recording
    /// did is to be seen before and after `git add`. New cassettes that git does not track yet
    /// count as well, ignored ones do not.
    ///
    /// - Parameters:
    ///   - range: The two states.
    ///   - paths: The paths to look at, as git's pathspecs; empty for the whole repository.
    /// - Returns: The cassettes in the order of their paths. A cassette is known by what is in it.
    /// - Throws: `GitFailure` when git refuses.
    func pairs(_ range: RevisionRange, paths: [String]) throws -> [CassettePair] {
      let changed = try changedFiles(range, paths, withLinks: true)
      var files = changed.filter {
        Self.isCandidate($0.oldPath) || Self.isCandidate($0.newPath)
      }
      let others = try cassettes(withFilesAmong: changed, besides: files, range)
      let withOtherFiles = Set(others.compactMap(\.newPath))
      files = (files + others).sorted {
        ($0.newPath ?? $0.oldPath ?? "") < ($1.newPath ?? $1.oldPath ?? "")
      }
      let blobs = try contents(of: files.flatMap { [$0.oldID, $0.newID] }.compactMap(\.self))
      return files.compactMap { file -> CassettePair? in
        var old = state(file.oldPath, file.oldID, range.old, blobs, isLink: file.oldIsLink)
        var new = state(file.newPath, file.newID, range.new, blobs, isLink: file.newIsLink)
        guard old?.isSound == true || new?.isSound == true || isBroken(file, old, new) else {
          return nil
        }
        // A cassette that was another file before is new; a file that was a cassette must not pass
        // for deleted while there is one in its place.
        if old?.fault == .noCassette { old = nil }
        if new?.fault == .noCassette, file.oldPath != file.newPath { new = nil }
        if let old, let new, old.content == new.content, file.oldPath == file.newPath,
          !withOtherFiles.contains(file.newPath ?? "")
        {
          return nil
        }
        return CassettePair(
          path: relative(file.newPath ?? file.oldPath ?? ""), old: old, new: new)
      }
    }

    /// True where a cassette is, or becomes, a link that cannot be followed within the repository:
    /// of what it leads to nobody can say that it is no cassette.
    private func isBroken(
      _ file: ChangedFile, _ old: CassettePair.State?, _ new: CassettePair.State?
    ) -> Bool {
      [(file.oldPath, file.oldIsLink, old), (file.newPath, file.newIsLink, new)].contains {
        path, isLink, state in
        guard isLink, let path, case .unreadable? = state?.fault else { return false }
        return CassetteLocationCheck.holds("\(top ?? "")/\(path)")
      }
    }

    // MARK: - Files

    /// The cassettes that are the same in both states, of which a file in the folder beside them is
    /// not.
    private func cassettes(
      withFilesAmong changed: [ChangedFile], besides files: [ChangedFile], _ range: RevisionRange
    ) throws -> [ChangedFile] {
      let known = Set(files.flatMap { [$0.oldPath, $0.newPath] }.compactMap(\.self))
      let owners = Set(
        changed.flatMap { [$0.oldPath, $0.newPath] }.compactMap { $0.flatMap(Self.cassette) }
      ).subtracting(known)
      return try owners.sorted().compactMap { path in
        guard let old = try object(path, range.old), let new = try object(path, range.new) else {
          return nil
        }
        return ChangedFile(
          oldPath: path, newPath: path, oldID: old.isEmpty ? nil : old,
          newID: new.isEmpty ? nil : new)
      }
    }

    /// The cassette that a file in the folder beside it belongs to, by its name alone.
    private static func cassette(ofFile path: String) -> String? {
      let folders = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      guard let place = folders.lastIndex(where: { $0.hasSuffix(SideFiles.suffix) }) else {
        return nil
      }
      let cassette = folders[...place].joined(separator: "/").dropLast(SideFiles.suffix.count)
      return isCandidate(String(cassette)) ? String(cassette) : nil
    }

    /// The object of a file in a state, nothing for one in the work tree; nil when it is not there.
    private func object(_ path: String, _ point: RevisionRange.Point) throws -> String? {
      switch point {
      case .tree(_, let id): return try git.line("rev-parse", "--verify", "-q", "\(id):\(path)")
      case .index: return try git.line("rev-parse", "--verify", "-q", ":0:\(path)")
      // Its content is read, not looked up.
      case .workTree: return FileSystem.exists("\(top ?? "")/\(path)") ? "" : nil
      }
    }

    /// The files that differ, whatever is in them.
    func changedFiles(
      _ range: RevisionRange, _ paths: [String], withLinks: Bool = false
    ) throws -> [ChangedFile] {
      var words = [
        "diff", "--raw", "-z", "--no-abbrev", "--find-renames", "--no-ext-diff", "--no-textconv",
        "--no-color", "--no-relative", "--ignore-submodules=all",
      ]
      if range.new == .index { words.append("--cached") }
      for case .tree(_, let id) in [range.old, range.new] { words.append(id) }
      var files = ChangedFile.all(
        in: try git.output(words + ["--"] + paths), withLinks: withLinks)
      if range.new == .workTree {
        let listed = try git.output(
          ["ls-files", "-z", "--others", "--exclude-standard", "--full-name", "--"]
            + (paths.isEmpty ? [":/"] : paths))
        files += listed.zeroTerminated.map { ChangedFile(newPath: $0) }
      }
      return files.sorted { ($0.newPath ?? $0.oldPath ?? "") < ($1.newPath ?? $1.oldPath ?? "") }
    }

    private static func isCandidate(_ path: String?) -> Bool {
      path.map { RecordingSuffix.cassette.contains(where: $0.hasSuffix) } ?? false
    }

    /// The contents of objects, all read by one process.
    private func contents(of ids: [String]) throws -> [String: [UInt8]] {
      let ids = Set(ids).sorted()
      guard !ids.isEmpty else { return [:] }
      let output = try git.output(
        ["cat-file", "--batch"], input: Array(ids.map { $0 + "\n" }.joined().utf8))
      var contents: [String: [UInt8]] = [:]
      var position = 0
      for id in ids {
        // “OBJECT blob SIZE”, the content and a line feed.
        let end = output[position...].firstIndex(of: UInt8(ascii: "\n")) ?? output.endIndex
        let words = String(decoding: output[position..<end], as: UTF8.self).split(separator: " ")
        // The content of a file that is only in the work tree has an object's name, but is not
        // stored.
        guard words.count == 3, let size = Int(words[2]), end + 1 + size <= output.count else {
          position = end + 1
          continue
        }
        contents[id] = Array(output[(end + 1)..<(end + 1 + size)])
        position = end + size + 2
      }
      return contents
    }

    // MARK: - States

    /// One state of a file, whatever is in it, or of that to which a link leads; nil when it is not
    /// there.
    private func state(
      _ path: String?, _ id: String?, _ point: RevisionRange.Point, _ blobs: [String: [UInt8]],
      isLink: Bool
    ) -> CassettePair.State? {
      guard let path else { return nil }
      var content: [UInt8] = []
      var fault: CassettePair.Fault?
      // The files beside a cassette stand beside the file itself.
      var place = path
      do {
        content = try point == .workTree ? file(path) : stored(id, blobs)
        if isLink, point != .workTree {
          place = try Self.followed(content, from: path)
          guard let target = try object(place, point) else {
            throw GitFailure("a link to nothing that is in the repository")
          }
          content = try git.output(["cat-file", "blob", target])
        }
        if !CassetteRecognition.isCassette(content) { fault = .noCassette }
      } catch {
        fault = .unreadable("\(error)")
      }
      let folder = place.split(separator: "/").dropLast().map { $0 + "/" }.joined()
      let (git, top) = (git, top ?? "")
      switch point {
      case .workTree:
        return .init(name: relative(path), content: content, fault: fault) { name in
          try FileSystem.read("\(top)/\(folder)\(try Self.checked(name))")
        }
      case .index:
        return .init(
          name: ":" + path, content: content, keeper: "what is staged", fault: fault
        ) { name in
          try git.output(["cat-file", "blob", ":0:" + folder + Self.checked(name)])
        }
      case .tree(let revision, let id):
        return .init(
          name: "\(revision):\(path)", content: content, keeper: "revision \(revision)",
          fault: fault
        ) { name in
          try git.output(["cat-file", "blob", "\(id):\(folder)\(try Self.checked(name))"])
        }
      }
    }

    /// The path to which a link leads, from the root.
    private static func followed(_ link: [UInt8], from path: String) throws -> String {
      var folders = path.split(separator: "/").dropLast()
      let steps = String(decoding: link, as: UTF8.self).split(
        separator: "/", omittingEmptySubsequences: false)
      for (index, step) in steps.enumerated() where step != "." {
        guard step != "..", !step.isEmpty else {
          guard step == ".." ? folders.popLast() != nil : index > 0 else {
            throw GitFailure("a link that leads out of the repository")
          }
          continue
        }
        folders.append(step)
      }
      return folders.joined(separator: "/")
    }

    private func file(_ path: String) throws -> [UInt8] {
      try FileSystem.read("\(top ?? "")/\(path)")
    }

    private func stored(_ id: String?, _ blobs: [String: [UInt8]]) throws -> [UInt8] {
      guard let content = id.flatMap({ blobs[$0] }) else {
        throw GitFailure("git does not have its content")
      }
      return content
    }

    /// The path of a side file, which never leaves the cassette's folder.
    private static func checked(_ name: String) throws -> String {
      guard !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else {
        throw GitFailure("\(PrintableText.line(name)): a cassette's file lies below its folder")
      }
      return name
    }

    /// A path from the root as seen from the current folder.
    func relative(_ path: String) -> String {
      let here = prefix.split(separator: "/")
      let there = path.split(separator: "/")
      let common = zip(here, there.dropLast()).prefix { $0 == $1 }.count
      return String(repeating: "../", count: here.count - common)
        + there.dropFirst(common).joined(separator: "/")
    }
  }
#endif
