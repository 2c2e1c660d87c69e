#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  @testable import VCRCommand

  struct RevisionPairsTests {
    /// What differs, as `PATH OLD > NEW` with the values of the responses.
    private static func told(
      _ repository: Repository, _ arguments: String..., paths: [String] = [],
      in folder: String = "", isStaged: Bool = false
    ) throws -> [String] {
      try pairs(repository, arguments, paths: paths, in: folder, isStaged: isStaged).map { pair in
        func value(_ state: CassettePair.State?) -> String {
          guard let state else { return "-" }
          let text = String(decoding: state.content, as: UTF8.self)
          let values = text.split(separator: "\n").compactMap { line in
            line.contains("\"value\": ") ? line.split(separator: " ").last : nil
          }
          return "\(state.name)=\(values.joined(separator: ","))"
        }
        return "\(pair.path): \(value(pair.old)) > \(value(pair.new))"
      }
    }

    private static func pairs(
      _ repository: Repository, _ arguments: [String], paths: [String] = [], in folder: String = "",
      isStaged: Bool = false
    ) throws -> [CassettePair] {
      let entries = repository.environment.map { Array("\($0.key)=\($0.value)".utf8) }
      let git = try Git(
        environment: ProcessEnvironment(entries: entries),
        folder: repository.workshop.folder.path + "/" + folder)
      let states = try RevisionPairs(git: git)
      return try states.pairs(states.range(arguments, isStaged: isStaged), paths: paths)
    }

    @Test func `revisions are named as for git`() async throws {
      let repository = try await Repository.withHistory()
      let path = "Cassettes/a.yaml"
      #expect(try Self.told(repository) == ["\(path): HEAD:\(path)=3 > \(path)=4"])
      #expect(try Self.told(repository, "v1") == ["\(path): v1:\(path)=1 > \(path)=4"])
      #expect(try Self.told(repository, "v1..v2") == ["\(path): v1:\(path)=1 > v2:\(path)=2"])
      #expect(try Self.told(repository, "v1..") == ["\(path): v1:\(path)=1 > HEAD:\(path)=3"])
      #expect(try Self.told(repository, "..v1") == ["\(path): HEAD:\(path)=3 > v1:\(path)=1"])
      #expect(try Self.told(repository, "v3", "v1") == ["\(path): v3:\(path)=3 > v1:\(path)=1"])
      #expect(try Self.told(repository, "HEAD~2", "HEAD^{tree}").count == 1)
      #expect(
        try Self.told(repository, isStaged: true) == ["\(path): HEAD:\(path)=3 > :\(path)=9"])
      #expect(
        try Self.told(repository, "v1", isStaged: true) == ["\(path): v1:\(path)=1 > :\(path)=9"])
      #expect(try Self.told(repository, "v1..v1") == [])
    }

    @Test func `three dots begin where two branches parted`() async throws {
      let repository = try await Repository.withHistory()
      try await repository.git("stash")
      try await repository.git("switch", "--quiet", "--create", "topic", "v1")
      try repository.write(Repository.item("a", "7"))
      try await repository.commit()
      let base = try await repository.git("rev-parse", "v1").prefix(12)
      #expect(
        try Self.told(repository, "main...topic")
          == ["Cassettes/a.yaml: \(base):Cassettes/a.yaml=1 > topic:Cassettes/a.yaml=7"])
      #expect(
        try Self.told(repository, "main...")
          == Self.told(repository, "main...HEAD")
          .map { $0 })
    }

    @Test func `what was added, removed and renamed is paired by git's own rule`() async throws {
      let repository = try await Repository()
      try repository.write(Repository.item("a"), to: "Cassettes/gone.yaml")
      try repository.write(Repository.item("b"), Repository.item("c"), to: "Cassettes/old.yaml")
      try await repository.commit()
      try await repository.git("rm", "--quiet", "Cassettes/gone.yaml")
      try await repository.git("mv", "Cassettes/old.yaml", "Cassettes/new.yaml")
      try repository.write(
        Repository.item("b"), Repository.item("c", "2"), to: "Cassettes/new.yaml")
      try await repository.commit()
      #expect(
        try Self.told(repository, "HEAD~..HEAD") == [
          "Cassettes/gone.yaml: HEAD~:Cassettes/gone.yaml=1 > -",
          "Cassettes/new.yaml: HEAD~:Cassettes/old.yaml=1,1 > HEAD:Cassettes/new.yaml=1,2",
        ])
    }

    @Test func `a cassette that git does not track yet is new, an ignored one is not`() async throws
    {
      let repository = try await Repository()
      try await repository.commit()
      try repository.write(Repository.item("a"), to: "new.yaml")
      try repository.write(Repository.item("a"), to: "tmp/ignored.yaml")
      try repository.workshop.folder.write("a: 1\n", to: "Cassettes/other.yaml")
      #expect(try Self.told(repository) == ["new.yaml: - > new.yaml=1"])
      #expect(try Self.told(repository, "HEAD..HEAD") == [])
    }

    @Test func `before the first commit all is new`() async throws {
      let repository = try await Repository()
      try repository.write(Repository.item("a"), to: "a.yaml")
      try repository.write(Repository.item("b"), to: "b.yaml")
      try await repository.git("add", "a.yaml")
      #expect(try Self.told(repository) == ["a.yaml: - > a.yaml=1", "b.yaml: - > b.yaml=1"])
      #expect(try Self.told(repository, isStaged: true) == ["a.yaml: - > :a.yaml=1"])
      #expect(throws: GitFailure.self) { try Self.told(repository, "HEAD") }
    }

    @Test func `names may hold anything, and are relative to the current folder`() async throws {
      let repository = try await Repository()
      let names = ["x y/ä\n“1”.yaml", "x y/-z.yaml", "above.yaml"]
      for name in names { try repository.write(Repository.item("a"), to: name) }
      try await repository.commit()
      for name in names { try repository.write(Repository.item("a", "2"), to: name) }
      let told = try Self.pairs(repository, [], in: "x y")
      #expect(told.map(\.path) == ["../above.yaml", "-z.yaml", "ä\n“1”.yaml"])
      #expect(told.allSatisfy { $0.old != nil && $0.new != nil })
      #expect(try Self.told(repository, paths: ["-z.yaml"], in: "x y").count == 1)
      #expect(try Self.told(repository, "HEAD", paths: ["."], in: "x y").count == 2)
    }

    @Test func `a linked work tree and a bare repository do as well`() async throws {
      let repository = try await Repository.withHistory()
      try await repository.git("worktree", "add", "--quiet", "tmp/linked", "v2")
      try repository.write(Repository.item("a", "5"), to: "tmp/linked/Cassettes/a.yaml")
      let told = try Self.told(repository, in: "tmp/linked/Cassettes")
      #expect(told == ["a.yaml: HEAD:Cassettes/a.yaml=2 > a.yaml=5"])
      try await repository.git("clone", "--quiet", "--bare", ".", "tmp/bare.git")
      #expect(try Self.told(repository, "v1..v2", in: "tmp/bare.git").count == 1)
      #expect(throws: GitFailure.self) { try Self.told(repository, in: "tmp/bare.git") }
    }

    @Test func `a file beside a cassette is read from the same revision`() async throws {
      let repository = try await Repository.withHistory()
      try repository.workshop.folder.write("one", to: "Cassettes/files/x.txt")
      try await repository.commit()
      try repository.workshop.folder.write("two", to: "Cassettes/files/x.txt")
      try await repository.git("add", "--all")
      try repository.workshop.folder.write("three", to: "Cassettes/files/x.txt")
      try repository.write(Repository.item("a", "5"))
      func side(_ state: CassettePair.State?) throws -> String {
        String(decoding: try #require(state).sideFile("files/x.txt"), as: UTF8.self)
      }
      let pair = try #require(try Self.pairs(repository, []).first)
      #expect(try side(pair.old) == "one")
      #expect(try side(pair.new) == "three")
      try await repository.git("add", "Cassettes/a.yaml")
      let staged = try #require(try Self.pairs(repository, [], isStaged: true).first)
      #expect(try side(staged.new) == "two")
      #expect(throws: GitFailure.self) { try staged.new?.sideFile("../.vcr.yaml") }
    }

    @Test func `a file with conflicts is compared as it is`() async throws {
      let repository = try await Repository.withHistory()
      try await repository.git("stash")
      try await repository.git("switch", "--quiet", "--create", "topic", "v1")
      try repository.write(Repository.item("a", "7"))
      try await repository.commit()
      try await repository.git(["merge", "main"], status: 1)
      let pair = try #require(try Self.pairs(repository, []).first)
      let text = String(decoding: try #require(pair.new).content, as: UTF8.self)
      #expect(text.contains("<<<<<<<"))
    }

    @Test(arguments: ["nosuch", "--output=x", "-p", "v1..nosuch", "HEAD:Cassettes/a.yaml"])
    func `what is no revision is reported, and never an option of git`(word: String) async throws {
      let repository = try await Repository.withHistory()
      let error = try #require(throws: GitFailure.self) { try Self.told(repository, word) }
      #expect(error.description.contains("there is no such revision (git: "))
      #expect(repository.workshop.text("x") == nil)
    }

    @Test func `outside a repository it is said what to type`() async throws {
      let folder = try TemporaryDirectory()
      var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
      environment["GIT_CEILING_DIRECTORIES"] = folder.url.deletingLastPathComponent()
        .path(percentEncoded: false)
      let entries = environment.map { Array("\($0.key)=\($0.value)".utf8) }
      let git = try Git(environment: ProcessEnvironment(entries: entries), folder: folder.path)
      let error = try #require(throws: GitFailure.self) { try RevisionPairs(git: git) }
      #expect(error.description.hasPrefix("git: fatal: not a git repository"))
      #expect(error.description.hasSuffix("vcr diff OLD NEW"))
    }
  }
#endif
