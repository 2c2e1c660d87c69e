#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  struct MergeDriverTests {
    /// A repository in which `main` and `topic` made something else of one cassette.
    private static func diverged(
      base: [String], main: [String], topic: [String], isSetUp: Bool = true
    ) async throws -> Repository {
      let repository = try await Repository(isSetUp: isSetUp)
      func write(_ items: [String]) throws {
        try repository.workshop.folder.write(
          "vcr: 1\ninteractions:\n" + items.joined(), to: "Cassettes/a.yaml")
      }
      try write(base)
      try await repository.commit("Base")
      try await repository.git("switch", "--quiet", "--create", "topic")
      try write(topic)
      try await repository.commit("Topic")
      try await repository.git("switch", "--quiet", "main")
      try write(main)
      try await repository.commit("Main")
      return repository
    }

    private static let (a, b, c) = (
      Repository.item("a"), Repository.item("b"), Repository.item("c")
    )

    @Test(arguments: [["merge"], ["cherry-pick"], ["rebase"]])
    func `two branches that added to one cassette come together without a conflict`(
      words: [String]
    ) async throws {
      let repository = try await Self.diverged(
        base: [Self.a], main: [Repository.item("a", date: "Tue"), Self.b],
        topic: [Repository.item("a", date: "Wed"), Self.c])
      try await repository.git(words + ["topic"])
      let isRebase = words == ["rebase"]
      // In a rebase, ours is what is rebased onto.
      #expect(
        repository.text()
          == Repository.cassette(
            Repository.item("a", date: isRebase ? "Wed" : "Tue"), isRebase ? Self.c : Self.b,
            isRebase ? Self.b : Self.c))
      #expect(try await repository.git("status", "--porcelain") == "")
    }

    /// What an editor may make of a cassette.
    private static let layouts: [(String, @Sendable (String) -> String)] = [
      ("CRLF", { $0.replacing("\n", with: "\r\n") }),
      ("no line feed at the end", { String($0.dropLast()) }),
      ("a comment at the end", { $0 + "# the end\n" }),
      ("the end of the document", { $0 + "...\n" }),
      ("a key at the end", { $0 + "owner: me\n" }),
      ("a byte order mark", { "\u{FEFF}" + $0 }),
    ]

    @Test(arguments: layouts.map(\.0))
    func `what an editor did to the file does not keep two branches from coming together`(
      layout: String
    ) async throws {
      let change = try #require(Self.layouts.first { $0.0 == layout }?.1)
      let repository = try await Repository()
      func commit(_ items: String...) async throws {
        let text = "vcr: 1\ninteractions:\n" + items.joined()
        try repository.workshop.folder.write(change(text), to: "Cassettes/a.yaml")
        try await repository.commit()
      }
      try await commit(Self.a)
      try await repository.git("switch", "--quiet", "--create", "topic")
      try await commit(Self.a, Self.c)
      try await repository.git("switch", "--quiet", "main")
      try await commit(Self.a, Self.b)
      let said = try await repository.git("merge", "topic")
      #expect(!said.contains("line by line"), "\(said)")
      var expected = Repository.cassette(Self.a, Self.b, Self.c)
      if layout != "no line feed at the end" { expected = change(expected) }
      if layout == "a byte order mark" { expected.removeFirst() }
      #expect(repository.text() == expected)
      #expect(try await repository.git("status", "--porcelain") == "")
    }

    @Test func `with CRLF, too, a status is not put together with the other's body`() async throws {
      func crlf(_ text: String) -> String { text.replacing("\n", with: "\r\n") }
      let status = Self.a.replacing("200 OK", with: "404 Not Found")
      let repository = try await Repository()
      for (branch, item) in [
        ("main", Self.a), ("topic", Repository.item("a", "2")), ("main", status),
      ] {
        try await repository.git(
          ["switch", "--quiet"] + (branch == "topic" ? ["--create", branch] : [branch]),
          status: nil)
        try repository.workshop.folder.write(
          crlf("vcr: 1\ninteractions:\n" + item), to: "Cassettes/a.yaml")
        try await repository.commit()
      }
      try await repository.git(["merge", "topic"], status: 1)
      #expect(repository.text().contains("<<<<<<<"))
    }

    @Test func `the first interactions of an empty list come together`() async throws {
      let repository = try await Repository()
      try repository.workshop.folder.write(
        "vcr: 1\ninteractions: []\n", to: "Cassettes/a.yaml")
      try await repository.commit()
      try await repository.git("switch", "--quiet", "--create", "topic")
      try repository.write(Self.b)
      try await repository.commit()
      try await repository.git("switch", "--quiet", "main")
      try repository.write(Self.a)
      try await repository.commit()
      try await repository.git("merge", "topic")
      #expect(repository.text() == Repository.cassette(Self.a, Self.b))
    }

    @Test func `a file that git takes away although it is needed is a conflict`() async throws {
      let bytes = (0..<5_000).map { UInt8($0 % 251) }
      let server = try LoopbackServer { _ in
        ServerResponse(headers: [("Content-Type", "image/png")], body: bytes)
      }
      let repository = try await Repository()
      func record(_ pages: String...) async throws {
        try await repository.run(
          "vcr",
          ["record", "--mode", "new-episodes", "-c", "Cassettes/a.yaml", "--", "curl", "-sS", "-Z"]
            + pages.flatMap { ["-o", "out", server.origin + $0] })
        try await repository.run("rm", ["out"])
        try await repository.commit()
      }
      try repository.write(Self.a)
      try await repository.commit()
      try await record("/one")
      try await record("/one", "/two")
      let said = try await repository.git(["revert", "--no-edit", "HEAD~1"], status: 1)
      let advice = try #require(said.firstRange(of: "to keep it: "))
      let words = said[advice.upperBound...].prefix { !$0.isNewline }
      for command in words.split(separator: ", and then: ") {
        try await repository.run("sh", ["-c", String(command)])
      }
      try await repository.git("-c", "core.editor=true", "revert", "--continue")
      server.stop()
      let text = try await repository.run(
        "vcr",
        [
          "replay", "-c", "Cassettes/a.yaml", "--", "curl", "-sS", "-o", "out", "-w",
          "%{size_download}", server.origin + "/two",
        ])
      #expect(text.hasPrefix("5000"), "\(text)")
      #expect(!repository.text().contains("/one"))
    }

    @Test func `one picture that both sides changed is a conflict that its line ends`() async throws
    {
      let folder = try TemporaryDirectory()
      let picture = folder.file("picture")
      let start = (0..<9_000).map { UInt8($0 * $0 % 251) }
      let server = try LoopbackServer { _ in
        ServerResponse(
          headers: [("Content-Type", "image/png")],
          body: start + ((try? Data(contentsOf: picture)).map(Array.init) ?? []))
      }
      let repository = try await Repository()
      func record(_ version: UInt8) async throws {
        try Data(repeating: version, count: 20).write(to: picture)
        try await repository.run(
          "vcr",
          [
            "record", "--mode", "all", "-c", "Cassettes/a.yaml", "--", "curl", "-sS", "-o",
            "/dev/null", server.origin + "/p",
          ])
        try await repository.commit("\(version)")
      }
      try await record(1)
      try await repository.git("switch", "--quiet", "--create", "topic")
      try await record(2)
      try await repository.git("switch", "--quiet", "main")
      try await record(3)
      server.stop()
      let said = try await repository.git(["merge", "topic"], status: 1)
      #expect(said.contains("rename/rename"), "\(said)")
      let lines = repository.text().split(separator: "\n", omittingEmptySubsequences: false)
      let ours = try #require(lines.firstIndex { $0.hasPrefix("<<<<<<<") })
      let middle = try #require(lines.firstIndex { $0.hasPrefix("=======") })
      let end = try #require(lines.firstIndex { $0.hasPrefix(">>>>>>>") })
      let kept = lines[..<ours] + lines[(ours + 1)..<middle] + lines[(end + 1)...]
      try repository.workshop.folder.write(
        kept.joined(separator: "\n"), to: "Cassettes/a.yaml")
      let advice = try #require(said.firstRange(of: "and then: "))
      let words = said[advice.upperBound...].prefix { !$0.isNewline }
      let parts = words.split(separator: "; ")
      try await repository.run("sh", ["-c", String(parts[0])])
      try await repository.git("commit", "--quiet", "--no-edit")
      #expect(try await repository.git("status", "--porcelain") == "")
      let left = try #require(parts.last?.split(separator: " names").first)
      #expect(try await repository.run("sh", ["-c", String(left)]).contains("delete it"))
    }

    @Test func `git diff shows a conflict in the form of its sides`() async throws {
      let repository = try await Self.diverged(
        base: [Self.a, Self.b], main: [Repository.item("a", "2"), Self.b],
        topic: [Repository.item("a", "3"), Self.b])
      try await repository.git(["merge", "topic"], status: 1)
      let diff = try await repository.git("diff")
      #expect(diff.contains(" -    \"value\": 2") || diff.contains("++<<<<<<< "), "\(diff)")
      #expect(!diff.contains("interactions:") && !diff.contains("--GET"), "\(diff)")
      #expect(diff.split(separator: "\n").count < 30, "\(diff)")
    }

    @Test func `what was stashed comes back on top of what was committed`() async throws {
      let repository = try await Repository()
      try repository.write(Self.a)
      try await repository.commit()
      try repository.write(Self.a, Self.b)
      try await repository.git("stash")
      try repository.write(Self.a, Self.c)
      try await repository.commit()
      try await repository.git("stash", "pop")
      #expect(repository.text() == Repository.cassette(Self.a, Self.c, Self.b))
    }

    @Test func `a revert takes out its own interactions alone`() async throws {
      let repository = try await Repository()
      try repository.write(Self.a)
      try await repository.commit()
      try repository.write(Self.a, Self.b)
      try await repository.commit()
      try repository.write(Self.a, Self.b, Self.c)
      try await repository.commit()
      try await repository.git("revert", "--no-edit", "HEAD~1")
      #expect(repository.text() == Repository.cassette(Self.a, Self.c))
    }

    @Test func `a real conflict is in its lines alone, and every verb says where`() async throws {
      let repository = try await Self.diverged(
        base: [Self.a, Self.b], main: [Repository.item("a", "2"), Self.b],
        topic: [Repository.item("a", "3"), Self.b, Self.c])
      let said = try await repository.git(["merge", "topic"], status: 1)
      #expect(said.contains("CONFLICT (content): Merge conflict in Cassettes/a.yaml"))
      #expect(
        repository.text()
          == Repository.cassette(
            Repository.item("a").replacing(
              "          \"value\": 1\n",
              with: """
                <<<<<<< ours
                          "value": 2
                =======
                          "value": 3
                >>>>>>> theirs

                """), Self.b, Self.c))
      let error = try await repository.vcr("show", "Cassettes/a.yaml", status: 65)
      #expect(
        error == """
          vcr: error: Cassettes/a.yaml:14:1: the cassette has conflict markers; resolve them, here \
          and below, and then: git add Cassettes/a.yaml

          """)
      try await repository.vcr("replay", "-c", "Cassettes/a.yaml", "--", "true", status: 65)
    }

    @Test func `a change of what the other side calls volatile no more stays`() async throws {
      let repository = try await Repository()
      func commit(_ rules: String, _ item: String) async throws {
        try repository.workshop.folder.write(rules, to: ".vcr.yaml")
        try repository.write(item)
        try await repository.commit()
      }
      func withField(_ item: String) -> String {
        item.replacing("      Date: Mon\n", with: "      Date: Mon\n      X-Plan: new\n")
      }
      try await commit("volatile: [$.value, $.at]\n", Self.a)
      try await repository.git("switch", "--quiet", "--create", "topic")
      try await commit("volatile: $.at\n", Repository.item("a", "2"))
      try await repository.git("switch", "--quiet", "main")
      try await commit("volatile: [$.value, $.at]\n", withField(Self.a))
      try await repository.git("merge", "--quiet", "topic")
      #expect(repository.text() == Repository.cassette(withField(Repository.item("a", "2"))))
    }

    @Test func `the common ancestor is shown where git is told to`() async throws {
      let repository = try await Self.diverged(
        base: [Self.a], main: [Repository.item("a", "2")], topic: [Repository.item("a", "3")])
      try await repository.git("config", "merge.conflictStyle", "diff3")
      try await repository.git(["merge", "topic"], status: 1)
      #expect(repository.text().contains("|||||||"))
      #expect(repository.text().contains("\"value\": 1"))
    }

    @Test(arguments: [false, true])
    func `without vcr git merges the text`(isRemoved: Bool) async throws {
      let repository = try await Self.diverged(
        base: [Self.a, Self.b], main: [Repository.item("a", "2"), Self.b],
        topic: [Self.a, Repository.item("b", "3")], isSetUp: isRemoved)
      if isRemoved {
        try FileManager.default.removeItem(
          at: repository.workshop.temporary.appending(path: "bin/vcr"))
      } else {
        try repository.workshop.folder.write("*.yaml diff=vcr merge=vcr\n", to: ".gitattributes")
        try await repository.commit()
      }
      try await repository.git("merge", "topic")
      #expect(
        repository.text()
          == Repository.cassette(Repository.item("a", "2"), Repository.item("b", "3")))
    }

    @Test func `without vcr a conflict has both sides in the file`() async throws {
      let repository = try await Self.diverged(
        base: [Self.a], main: [Repository.item("a", "2")], topic: [Repository.item("a", "3")])
      try FileManager.default.removeItem(
        at: repository.workshop.temporary.appending(path: "bin/vcr"))
      try await repository.git(["merge", "topic"], status: 1)
      #expect(repository.text().contains("<<<<<<< ours\n          \"value\": 2\n=======\n"))
      #expect(repository.text().contains("          \"value\": 3\n>>>>>>> theirs\n"))
    }

    @Test func `a file that is no cassette is merged as text`() async throws {
      let repository = try await Repository()
      let name = "Cassettes/other.yaml"
      try repository.workshop.folder.write("a: 1\nb: 1\nc: 1\nd: 1\n", to: name)
      try await repository.commit()
      try await repository.git("switch", "--quiet", "--create", "topic")
      try repository.workshop.folder.write("a: 1\nb: 1\nc: 1\nd: 2\n", to: name)
      try await repository.commit()
      try await repository.git("switch", "--quiet", "main")
      try repository.workshop.folder.write("a: 2\nb: 1\nc: 1\nd: 1\n", to: name)
      try await repository.commit()
      try await repository.git("merge", "topic")
      #expect(repository.text(name) == "a: 2\nb: 1\nc: 1\nd: 2\n")
    }

    @Test func `two branches that each made the cassette have all of it in the end`() async throws {
      let repository = try await Repository()
      try await repository.commit()
      try await repository.git("switch", "--quiet", "--create", "topic")
      try repository.write(Self.a, Self.b, to: "Cassettes/it's a “test”.yaml")
      try await repository.commit()
      try await repository.git("switch", "--quiet", "main")
      try repository.write(Self.a, Self.c, to: "Cassettes/it's a “test”.yaml")
      try await repository.commit()
      try await repository.git("merge", "topic")
      #expect(
        repository.text("Cassettes/it's a “test”.yaml")
          == Repository.cassette(Self.a, Self.c, Self.b))
    }
  }
#endif
