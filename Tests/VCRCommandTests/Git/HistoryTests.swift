#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  @testable import VCRCommand

  /// Secrets are found in what git holds, and before it holds them.
  struct HistoryTests {
    /// A cassette with a token in one interaction, as a recording without redaction has it.
    private static func item(_ token: String) -> String {
      Repository.item("a", "\"\(token)\"")
    }

    private static func tokens(_ count: Int) -> [String] {
      var values = MadeUpValues(seed: 5)
      return (0..<count).map { _ in "ghp_" + values.text(35, of: MadeUpValues.alphanumeric) + "7" }
    }

    @Test func `each secret is named once, with the commit that brought it`() async throws {
      let repository = try await Repository(isSetUp: false)
      let tokens = Self.tokens(3)
      try repository.write(Self.item(tokens[0]))
      try await repository.commit("One")
      let first = try await repository.git("rev-parse", "--short", "HEAD")
        .trimmingCharacters(in: .whitespacesAndNewlines)
      try repository.write(Self.item(tokens[0]), Repository.item("b"))
      try await repository.commit("Two")
      // A branch that is merged nowhere, and a file that was deleted again.
      try await repository.git("switch", "--quiet", "--create", "other")
      try repository.write(Self.item(tokens[1]), to: "deep/Cassettes/b c.yaml")
      try await repository.commit("Three")
      try await repository.git("rm", "--quiet", "-r", "deep")
      try await repository.commit("Four")
      try await repository.git("switch", "--quiet", "main")
      try repository.write(Repository.item("a"))
      try repository.workshop.folder.write("token: \(tokens[2])\n", to: "settings.yaml")
      try await repository.commit("Five")
      let said = try await repository.vcr("check", "--history", status: 1)
      let findings = said.split(separator: "\n").filter { $0.contains("GitHub token") }
      #expect(findings.count == 2, "\(said)")
      #expect(findings.first?.hasPrefix("Cassettes/a.yaml:") == true)
      #expect(findings.first?.contains("; brought by \(first) of ") == true)
      #expect(findings.last?.hasPrefix("deep/Cassettes/b c.yaml:") == true)
      #expect(said.contains("rotate all 2:"))
      for token in tokens { #expect(!said.contains(token.prefix(9))) }
      let json = try await repository.vcr("check", "--history", "--format", "json", status: 1)
      #expect(json.contains("\"commit\":\"\(first)\"") || json.contains("\"commit\": \"\(first)\""))
      // The files of today hold nothing.
      try await repository.vcr("check", "Cassettes")
      let one = try await repository.vcr(
        "check", "--history", "deep/Cassettes/b c.yaml", status: 1)
      #expect(one.contains("rotate it:"), "\(one)")
    }

    @Test func `a secret in a side file, a journal and a broken cassette is found`() async throws {
      let repository = try await Repository(isSetUp: false)
      let tokens = Self.tokens(3)
      let folder = repository.workshop.folder
      try folder.write("a=\(tokens[0])\n", to: "Cassettes/a.yaml.files/x.txt")
      try folder.write(Self.item(tokens[1]), to: "Cassettes/a.yaml.recording")
      try folder.write("vcr: 1\ninteractions: [\n# \(tokens[2])\n", to: "Cassettes/c.yaml")
      try await repository.commit()
      let said = try await repository.vcr("check", "--history", status: 1)
      #expect(said.split(separator: "\n").count { $0.contains("GitHub token") } == 3, "\(said)")
    }

    @Test func `a token in a picture is a secret, and what looks like a name there is none`()
      async throws
    {
      let repository = try await Repository(isSetUp: false)
      let picture = Array("\u{89}PNG\r\n\u{1A}\n\0\0".unicodeScalars.map { UInt8($0.value) })
      let noise = Array("?key=".utf8) + (0x80..<0xA8).map { UInt8($0) } + [0]
      for (name, bytes) in [
        ("a", picture + noise + Array("\0password=".utf8) + (0xC0..<0xF8).map { UInt8($0) }),
        ("b", picture + noise + Array(Self.tokens(1)[0].utf8) + [0, 1]),
      ] {
        let file = "Cassettes/\(name).yaml.files/x.png"
        try repository.workshop.folder.write("", to: file)
        try Data(bytes).write(to: repository.workshop.folder.file(file))
      }
      try await repository.git("add", "--all")
      let said = try await repository.vcr("check", "--staged", status: 1)
      let findings = said.split(separator: "\n").filter { $0.contains("x.png") }
      #expect(findings.count == 1 && findings[0].contains("GitHub token"), "\(said)")
    }

    @Test func `the hook of vcr init keeps a secret out of a commit`() async throws {
      let repository = try await Repository()
      #expect(repository.text(".git/hooks/pre-commit").contains("vcr check --staged"))
      let token = Self.tokens(1)[0]
      try repository.write(Self.item(token))
      try await repository.git("add", "--all")
      // What counts is what is staged, not the file.
      try repository.write(Repository.item("a"))
      let refused = try await repository.git(["commit", "--quiet", "-m", "x"], status: 1)
      #expect(refused.contains("GitHub token") && refused.contains("vcr redact"), "\(refused)")
      #expect(!refused.contains(token.prefix(9)))
      try await repository.commit()
      let said = try await repository.vcr("check", "--history")
      #expect(said.contains("nothing found"))
    }

    @Test func `a hook that is there stays`() async throws {
      let repository = try await Repository(isSetUp: false)
      let hook = "#!/bin/sh\nexit 0\n"
      try repository.workshop.folder.write(hook, to: ".git/hooks/pre-commit")
      let said = try await repository.vcr("init")
      #expect(repository.text(".git/hooks/pre-commit") == hook)
      #expect(said.contains("add: vcr check --staged || exit 1"), "\(said)")
    }

    @Test func `without a repository there is no history`() async throws {
      let workshop = try Workshop()
      let result = try await workshop.vcr(
        ["check", "--history"], setting: ["GIT_CEILING_DIRECTORIES": workshop.folder.path])
      #expect(result.status == 2 && result.errorText.contains("no git repository"))
      let both = try await workshop.vcr(["check", "--history", "--staged"])
      #expect(both.status == 64)
    }

    @Test func `what git prints is read with any path`() {
      let zeros = String(repeating: "0", count: 40)
      let ids = ["a", "b", "c"].map { String(repeating: $0, count: 40) }
      let fields = [
        "1111", ":000000 100644 \(zeros) \(ids[0]) A", "x/:odd\nname.yaml",
        ":000000 120000 \(zeros) \(ids[1]) A", "link.yaml", "2222",
        ":100644 100644 \(ids[0]) \(ids[2]) M", "x/:odd\nname.yaml",
        ":100644 100644 \(ids[2]) \(ids[0]) M", "again.yaml",
      ]
      let output: [UInt8] = fields.flatMap { Array($0.utf8) + [0] }
      #expect(
        CassetteHistory.versions(in: output) == [
          .init(path: "x/:odd\nname.yaml", object: ids[0], commit: "1111"),
          .init(path: "x/:odd\nname.yaml", object: ids[2], commit: "2222"),
        ])
    }
  }
#endif
