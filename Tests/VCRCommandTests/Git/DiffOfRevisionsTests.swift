#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  struct DiffOfRevisionsTests {
    @Test(arguments: [
      ([], "3 → 4"), (["HEAD~1"], "2 → 4"), (["v1..v2"], "1 → 2"), (["v1...v3"], "1 → 3"),
      (["v3", "v1"], "3 → 1"), (["--staged"], "3 → 9"), (["v1", "--staged"], "1 → 9"),
      (["v1..v2", "--", "Cassettes"], "1 → 2"), (["Cassettes/a.yaml"], "3 → 4"),
      (["--", "Cassettes/a.yaml"], "3 → 4"),
    ])
    func `two states are named as for git`(words: [String], change: String) async throws {
      let repository = try await Repository.withHistory()
      let text = try await repository.run("vcr", ["diff"] + words, status: 1)
      #expect(text.contains("$.value  \(change)\n"), "\(text)")
      #expect(text.split(separator: "\n").count { $0.contains("$.value") } == 1)
    }

    @Test(arguments: ["a.yaml.files/logo.png", "'a.yaml.files/part/1/logo.png'"])
    func `a file that a person named is told where it alone changed`(name: String) async throws {
      let repository = try await Repository()
      let path = "Cassettes/" + name.trimmingCharacters(in: ["'"])
      try repository.workshop.folder.write(
        """
        vcr: 1
        interactions:
        - request:
            url: https://a.test/logo
          response:
            status: 200 OK
            headers: {Content-Type: image/png}
            body: {file: \(name)}
        - request:
            url: https://a.test/other
          response:
            status: 200 OK

        """, to: "Cassettes/a.yaml")
      try repository.workshop.folder.write("first", to: path)
      try await repository.commit()
      try await repository.git("tag", "one")
      try repository.workshop.folder.write("other", to: path)
      let words = "      -first\n      +other\n"
      #expect(try await repository.vcr("diff", status: 1).contains(words))
      try await repository.git("add", "--all")
      #expect(try await repository.vcr("diff", "--staged", status: 1).contains(words))
      try await repository.commit()
      let text = try await repository.vcr("diff", "one..HEAD", status: 1)
      #expect(text.contains(words) && text.contains("1 changed"), "\(text)")
      // Beside another change it is told as well.
      let cassette = try #require(repository.workshop.text("Cassettes/a.yaml"))
      try repository.workshop.folder.write(
        cassette.replacing(
          "/other\n  response:\n    status: 200", with: "/other\n  response:\n    status: 201"),
        to: "Cassettes/a.yaml")
      let both = try await repository.vcr("diff", "one", status: 1)
      #expect(both.contains(words) && both.contains("2 changed"), "\(both)")
    }

    @Test func `a link is shown by what it leads to, in each revision`() async throws {
      let repository = try await Repository()
      let folder = repository.workshop.folder
      func link(_ target: String, at path: String) throws {
        try? FileManager.default.removeItem(at: folder.file(path))
        try FileManager.default.createSymbolicLink(
          atPath: folder.file(path).path, withDestinationPath: target)
      }
      try repository.write(Repository.item("a", "1"), to: "Cassettes/a.yaml")
      try repository.write(Repository.item("a", "2"), to: "kept/other.data")
      try repository.write(Repository.item("a", "3"), to: "kept/third.data")
      try await repository.commit()
      try link("../kept/other.data", at: "Cassettes/a.yaml")
      try link(".././kept/third.data", at: "Cassettes/new.yaml")
      try await repository.commit()
      let both = try await repository.vcr("diff", "HEAD~1..HEAD", status: 1)
      #expect(both.contains("$.value  1 → 2\n") && both.contains("new.yaml"), "\(both)")
      #expect(!both.contains("gone"), "\(both)")
      try link("../kept/third.data", at: "Cassettes/a.yaml")
      try await repository.commit()
      #expect(try await repository.vcr("diff", "HEAD~1..HEAD", status: 1).contains("2 → 3\n"))
      #expect(try await repository.vcr("diff", "HEAD~2", status: 1).contains("1 → 3\n"))
      try link("../../elsewhere", at: "Cassettes/a.yaml")
      try await repository.commit()
      let out = try await repository.vcr("diff", "HEAD~1..HEAD", status: 2)
      #expect(!out.contains("gone"), "\(out)")
    }

    @Test func `a link that leads out of the repository is reported, whatever was there before`()
      async throws
    {
      let repository = try await Repository()
      let folder = repository.workshop.folder
      func commit(_ target: String, at path: String) async throws {
        try? FileManager.default.removeItem(at: folder.file(path))
        try FileManager.default.createSymbolicLink(
          atPath: folder.file(path).path, withDestinationPath: target)
        try await repository.commit()
      }
      try repository.write(Repository.item("a", "1"), to: "Cassettes/a.yaml")
      try await repository.commit()
      try await commit("/nowhere/a.yaml", at: "Cassettes/a.yaml")
      try await commit("../../../b.yaml", at: "Cassettes/a.yaml")
      try await commit("/nowhere/new.yaml", at: "Cassettes/new.yaml")
      try await commit("/nowhere/other.yaml", at: "other.yaml")
      for (range, path) in [
        ("HEAD~4..HEAD~3", "a.yaml"), ("HEAD~3..HEAD~2", "a.yaml"), ("HEAD~2..HEAD~1", "new.yaml"),
      ] {
        let result = try await repository.workshop.vcr("diff", range)
        #expect(result.status == 2, "\(range) \(result.text)")
        let words = "\(path): the file is there, but it cannot be read: a link that leads out"
        #expect(result.errorText.contains(words), "\(range) \(result.errorText)")
      }
      // What is no cassette by its place is none of ours.
      _ = try await repository.vcr("diff", "HEAD~1..HEAD", status: 0)
    }

    @Test func `all kinds of changes in the work tree are shown`() async throws {
      let repository = try await Repository()
      for name in ["gone", "old", "same"] {
        try repository.write(
          Repository.item(name), Repository.item("x"), Repository.item("y"),
          to: "Cassettes/\(name).yaml")
      }
      try await repository.commit()
      try await repository.git("rm", "--quiet", "Cassettes/gone.yaml")
      try await repository.git("mv", "Cassettes/old.yaml", "Cassettes/moved.yaml")
      try repository.write(
        Repository.item("old"), Repository.item("x"), Repository.item("y", "2"),
        to: "Cassettes/moved.yaml")
      try repository.write(Repository.item("n"), to: "Cassettes/new.yaml")
      let text = try await repository.vcr("diff", status: 1)
      for part in [
        "HEAD:Cassettes/gone.yaml (cassette is gone): 3 removed",
        "HEAD:Cassettes/old.yaml → Cassettes/moved.yaml: 1 changed",
        "Cassettes/new.yaml (new cassette): 1 added",
      ] { #expect(text.contains(part), "\(text)") }
      #expect(!text.contains("same"))
      let stat = try await repository.vcr("diff", "--stat", status: 1)
      #expect(stat.contains("3 cassettes: 1 changed, 1 added, 3 removed"), "\(stat)")
    }

    @Test(arguments: ["text", "markdown", "json", "html"])
    func `no control character of a name or a body gets out`(format: String) async throws {
      let repository = try await Repository()
      let name = "Cassettes/a\u{1B}[31m\n\u{9B}\u{202E}b.yaml"
      try repository.write(Repository.item("a"), to: name)
      try await repository.commit()
      try repository.write(
        Repository.item("a", "\"\\u001b]0;x\\u0007\"")
          .replacing("200 OK", with: "404 Not Found"), to: name)
      for words in [["diff"], ["diff", "HEAD~0"], ["diff", "--stat"]] {
        let text = try await repository.run(
          "vcr", words + ["--format", format, "--no-color"], status: 1)
        let hidden = text.unicodeScalars.filter {
          ($0.value < 0x20 && $0 != "\n" && $0 != "\t") || (0x7F...0x9F).contains($0.value)
            || $0.value == 0x202E
        }
        #expect(hidden.isEmpty, "\(hidden.map { $0.value })")
        #expect(text.contains("404") || words.contains("--stat"))
      }
      try await repository.git("config", "core.quotePath", "false")
      let shown = try await repository.git("diff")
      #expect(!shown.contains("\u{1B}"))
    }

    @Test func `a cassette that cannot be read hides no other`() async throws {
      let repository = try await Repository()
      for name in ["a", "b", "c"] {
        try repository.write(Repository.item(name), to: "Cassettes/\(name).yaml")
      }
      try await repository.commit()
      for name in ["a", "b", "c"] {
        try repository.write(Repository.item(name, "2"), to: "Cassettes/\(name).yaml")
      }
      try repository.write("- request: [}\n", to: "Cassettes/b.yaml")
      let text = try await repository.vcr("diff", status: 2)
      #expect(text.contains("https://api.example.com/a"))
      #expect(text.contains("https://api.example.com/c"))
      #expect(text.contains("vcr: error: Cassettes/b.yaml:"), "\(text)")
    }

    @Test func `what is no revision, and what may be either`() async throws {
      let repository = try await Repository.withHistory()
      let unknown = try await repository.vcr("diff", "nosuch", status: 2)
      #expect(unknown.contains("nosuch: there is no such revision"), "\(unknown)")
      try repository.write(Repository.item("f"), to: "v1")
      try await repository.git("add", "--all")
      // A file by itself is a path, as its name is typed; two dots make it a revision.
      let range = try await repository.vcr("diff", "v1..HEAD", status: 1)
      #expect(range.contains("$.value  1 → 3"), "\(range)")
    }

    @Test func `outside a repository it is said what to type`() async throws {
      let workshop = try Workshop()
      let result = try await workshop.vcr(
        ["diff"], setting: ["GIT_CEILING_DIRECTORIES": workshop.folder.path])
      #expect(result.status == 2)
      #expect(result.errorText.contains("vcr diff OLD NEW"), "\(result.errorText)")
    }

    @Test func `where nothing changed the status is 0`() async throws {
      let repository = try await Repository()
      try repository.write(Repository.item("a"))
      try await repository.commit()
      #expect(try await repository.vcr("diff") == "")
      try repository.write(Repository.item("a", date: "Tue"))
      let noise = try await repository.vcr("diff")
      #expect(noise.contains("1 interaction differs in volatile parts alone"), "\(noise)")
    }
  }
#endif
