#if CommandLineTool
  import VCRCore

  /// The two states that the words of a command line name, as `git diff` reads them.
  struct RevisionRange {
    /// One state of a repository.
    enum Point: Equatable {
      /// The files of a revision.
      case tree(name: String, id: String)
      /// The files that are staged.
      case index
      /// The files as they are.
      case workTree
    }

    /// The old state.
    let old: Point
    /// The new state.
    let new: Point

    /// Finds out what words mean.
    ///
    /// - Parameters:
    ///   - words: None, `A`, `A..B`, `A...B`, or `A` and `B`.
    ///   - isStaged: True to compare with what is staged rather than with the files.
    ///   - git: The repository.
    /// - Throws: `GitFailure` for a revision that git does not know.
    init(words: [String], isStaged: Bool, git: Git) throws {
      guard words.count <= 2 else {
        throw GitFailure(
          "at most two revisions can be compared; paths follow “--”: vcr diff A..B -- PATH")
      }
      let present: Point = isStaged ? .index : .workTree
      let ends = words.count == 1 ? Self.ends(of: words[0]) : nil
      guard isStaged == false || words.count == 0 || words.count == 1 && ends == nil else {
        throw GitFailure("what is staged is compared with one revision: vcr diff --staged [REV]")
      }
      if let ends {
        new = try Self.tree(ends.new, git)
        old =
          ends.isFromMergeBase
          ? try Self.mergeBase(ends.old, ends.new, git) : try Self.tree(ends.old, git)
      } else if words.isEmpty {
        old = try Self.headOrNothing(git)
        new = present
      } else {
        old = try Self.tree(words[0], git)
        new = words.count == 2 ? try Self.tree(words[1], git) : present
      }
    }

    /// The ends of `A..B` and `A...B`, either of which may be left out for `HEAD`.
    private static func ends(of word: String) -> (old: String, new: String, isFromMergeBase: Bool)?
    {
      guard let dots = word.firstRange(of: "..") else { return nil }
      var rest = word[dots.upperBound...]
      let isFromMergeBase = rest.first == "."
      if isFromMergeBase { rest = rest.dropFirst() }
      let old = String(word[..<dots.lowerBound])
      return (old.isEmpty ? "HEAD" : old, rest.isEmpty ? "HEAD" : String(rest), isFromMergeBase)
    }

    private static func tree(_ name: String, _ git: Git) throws -> Point {
      .tree(name: name, id: try id(of: name + "^{tree}", typed: name, git))
    }

    /// Returns the id of the object that git knows under a name; whatever was typed, it is no
    /// option of git's.
    private static func id(of object: String, typed name: String, _ git: Git) throws -> String {
      let process = try git.process(["rev-parse", "--verify", "--end-of-options", object])
      guard process.status == 0 else {
        let reason = GitFailure(errors: process.errors).description
        throw GitFailure(
          "\(PrintableText.line(name)): there is no such revision (\(reason)); "
            + "a path follows “--”: vcr diff -- \(PrintableText.line(name.shellWord))")
      }
      return String(decoding: process.output.prefix { $0 > 0x20 }, as: UTF8.self)
    }

    private static func mergeBase(_ left: String, _ right: String, _ git: Git) throws -> Point {
      let commits = try [left, right].map { try id(of: $0 + "^{commit}", typed: $0, git) }
      let process = try git.process(["merge-base"] + commits)
      guard process.status == 0 else {
        throw GitFailure(
          "\(PrintableText.line(left)) and \(PrintableText.line(right)) have no commit in common; "
            + "to compare them all the same, put two dots between them")
      }
      let base = String(decoding: process.output.prefix { $0 > 0x20 }, as: UTF8.self)
      return .tree(name: String(base.prefix(12)), id: base)
    }

    /// `HEAD`, or an empty tree before the first commit.
    private static func headOrNothing(_ git: Git) throws -> Point {
      if let id = try git.line("rev-parse", "--verify", "--quiet", "HEAD^{tree}") {
        return .tree(name: "HEAD", id: id)
      }
      let nothing = try git.output(["hash-object", "-t", "tree", "--stdin"])
      return .tree(
        name: "HEAD", id: String(decoding: nothing.prefix { $0 > 0x20 }, as: UTF8.self))
    }
  }
#endif
