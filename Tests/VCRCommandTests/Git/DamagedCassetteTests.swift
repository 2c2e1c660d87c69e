#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// `vcr diff` where a state of a cassette is there and cannot be compared.
  struct DamagedCassetteTests {
    /// Three cassettes that changed after they were committed, the second as the text says.
    private static func repository(damaged text: String) async throws -> Repository {
      let repository = try await Repository()
      for name in ["a", "b", "c"] {
        try repository.write(
          Repository.item(name), Repository.item("x"), to: "Cassettes/\(name).yaml")
      }
      try await repository.commit()
      for name in ["a", "c"] {
        try repository.write(
          Repository.item(name, "2"), Repository.item("x"), to: "Cassettes/\(name).yaml")
      }
      try repository.workshop.folder.write(text, to: "Cassettes/b.yaml")
      return repository
    }

    @Test(arguments: [
      ("", "it is empty"), ("# hello\n", "there is no “vcr: 1” in it"),
      ("hello: world\n", "there is no “vcr: 1” in it"),
    ])
    func `what is no cassette any more is not gone`(text: String, reason: String) async throws {
      let repository = try await Self.repository(damaged: text)
      let error =
        "vcr: error: Cassettes/b.yaml: the file is there, but it is no cassette any more: \(reason)\n"
      let told = try await repository.vcr("diff", status: 2)
      #expect(told.contains(error), "\(told)")
      #expect(told.contains("https://api.example.com/a"))
      #expect(told.contains("https://api.example.com/c"))
      #expect(!told.contains("is gone"))
      // So it is where the file is staged or committed.
      try await repository.git("add", "--all")
      let staged = try await repository.vcr("diff", "--staged", status: 2)
      #expect(staged.contains("error: :Cassettes/b.yaml: the file is there"), "\(staged)")
      try await repository.commit()
      let committed = try await repository.vcr("diff", "HEAD~..HEAD", status: 2)
      #expect(committed.contains("error: HEAD:Cassettes/b.yaml: the file is there"), "\(committed)")
      // A file that became a cassette is a new one.
      try repository.write(Repository.item("b"), to: "Cassettes/b.yaml")
      let new = try await repository.vcr("diff", status: 1)
      #expect(new.contains("Cassettes/b.yaml (new cassette): 1 added"), "\(new)")
    }

    @Test func `what was deleted is gone`() async throws {
      let repository = try await Self.repository(damaged: "")
      try FileManager.default.removeItem(at: repository.workshop.folder.file("Cassettes/b.yaml"))
      let told = try await repository.vcr("diff", status: 1)
      #expect(told.contains("HEAD:Cassettes/b.yaml (cassette is gone): 2 removed"), "\(told)")
    }

    @Test(arguments: ["markdown", "json", "html"])
    func `a report names what could not be compared`(format: String) async throws {
      let repository = try await Self.repository(damaged: "vcr: 1\ninteractions:\n- nothing\n")
      let told = try await repository.vcr(
        "diff", "--format", format, "--output", "report", status: 2)
      #expect(told.contains("vcr: error: Cassettes/b.yaml:3"), "\(told)")
      let report = repository.text("report")
      let words =
        switch format {
        case "json": #""problems":[{"path":"Cassettes/b.yaml","line":3,"#
        case "html": "<h2>1 cassette could not be compared</h2>"
        default: "- not compared: <code>Cassettes/b.yaml&#58;3"
        }
      #expect(report.contains(words), "\(report)")
      #expect(report.contains("api.example.com/a"))
    }

    @Test func `a revision with conflict markers is named, and nothing to do that cannot be done`()
      async throws
    {
      let conflict = "<<<<<<< ours\n=======\n>>>>>>> theirs\n"
      let repository = try await Repository()
      try repository.write(Repository.item("a"), conflict)
      try await repository.commit()
      try repository.write(Repository.item("a"))
      let told = try await repository.vcr("diff", status: 2)
      #expect(
        told.contains(
          "HEAD:Cassettes/a.yaml:17:1: revision HEAD has the cassette with conflict markers"),
        "\(told)")
      #expect(!told.contains("git add"))
      // What can be resolved is told how.
      try await repository.commit()
      try repository.write(Repository.item("a"), conflict)
      let file = try await repository.vcr("diff", status: 2)
      #expect(file.contains("git add Cassettes/a.yaml"), "\(file)")
      try await repository.git("add", "--all")
      let staged = try await repository.vcr("diff", "--staged", status: 2)
      #expect(staged.contains("what is staged has the cassette with conflict markers"), "\(staged)")
    }

    @Test func `a line feed in a name does not break the message`() async throws {
      let repository = try await Repository()
      let name = "Cassettes/a\nvcr: error: b.yaml"
      try repository.write(Repository.item("a"), to: name)
      try await repository.commit()
      try repository.write("- nothing\n", to: name)
      let told = try await repository.vcr("diff", status: 2)
      #expect(
        told.hasPrefix("vcr: error: Cassettes/a\\u{A}vcr: error: b.yaml:3:"), "\(told)")
      #expect(told.count { $0 == "\n" } == 1, "\(told)")
    }
  }
#endif
