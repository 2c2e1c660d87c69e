#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  struct InitTests {
    @Test func `a second run changes nothing, and what was there stays`() async throws {
      let repository = try await Repository(isSetUp: false)
      let folder = repository.workshop.folder
      try folder.write("*.png binary", to: ".gitattributes")
      try folder.write("secrets: [TOKEN]\n", to: ".vcr.yaml")
      let first = try await repository.vcr("init")
      #expect(first.contains("kept     .vcr.yaml\n"))
      #expect(repository.text(".vcr.yaml") == "secrets: [TOKEN]\n")
      #expect(
        repository.text(".gitattributes") == """
          *.png binary
          # Cassettes are compared and merged by interaction; once in each clone: vcr init
          **/Cassettes/**/*.yaml diff=vcr merge=vcr

          """)
      #expect(repository.text(".gitignore") == "*.yaml.recording\n")
      let files = [".gitattributes", ".gitignore", ".git/config"].map { repository.text($0) }
      let second = try await repository.vcr("init")
      #expect(!second.contains("set  "), "\(second)")
      #expect(files == [".gitattributes", ".gitignore", ".git/config"].map { repository.text($0) })
    }

    @Test func `a file that cannot be written is named`() async throws {
      let workshop = try Workshop()
      try FileManager.default.createSymbolicLink(
        atPath: workshop.folder.file(".vcr.yaml").path(percentEncoded: false),
        withDestinationPath: "none/settings.yaml")
      let result = try await workshop.vcr("init", "--no-git")
      #expect(result.status == 74)
      #expect(
        result.errorText.hasPrefix("vcr: error: .vcr.yaml: it cannot be written: "),
        "\(result.errorText)")
    }

    @Test func `a check says what a clone lacks`() async throws {
      let repository = try await Repository(isSetUp: false)
      let missing = try await repository.vcr("init", "--check", status: 1)
      #expect(missing.contains("missing  git config merge.vcr.driver\n"))
      #expect(missing.contains("vcr: to set it up: vcr init\n"))
      let dry = try await repository.vcr("init", "--dry-run")
      #expect(dry.contains("missing  .vcr.yaml\n"))
      #expect(!repository.text(".git/config").contains("vcr"))
      try await repository.vcr("init")
      try await repository.vcr("init", "--check")
    }

    @Test func `cassettes elsewhere are found by what is in them`() async throws {
      let repository = try await Repository(isSetUp: false)
      let item = Repository.item("a")
      let names = ["a.yaml", "web/fixtures [old]/b c.yaml", "Tests/Cassettes/x/d.yaml", "e/f.yml"]
      for name in names { try repository.write(item, to: name) }
      try repository.workshop.folder.write("a: 1\n", to: "config/other.yaml")
      try await repository.vcr("init", in: "config")
      for name in names {
        let said = try await repository.git("check-attr", "diff", "merge", "--", name)
        #expect(said.split(separator: "\n").allSatisfy { $0.hasSuffix(": vcr") }, "\(said)")
      }
      let other = try await repository.git("check-attr", "diff", "--", "config/other.yaml")
      #expect(other.hasSuffix(": unspecified\n"))
      #expect(repository.text(".vcr.yaml").contains("#match:"))
    }

    @Test func `outside a repository only the settings are written`() async throws {
      let workshop = try Workshop()
      let ceiling = ["GIT_CEILING_DIRECTORIES": workshop.folder.path]
      let result = try await workshop.vcr(["init"], setting: ceiling)
      #expect(result.status == 0)
      #expect(result.text == "set      .vcr.yaml\n")
      #expect(result.errorText.contains("there is no git repository here"))
      #expect(workshop.text(".gitattributes") == nil)
      let check = try await workshop.vcr(["init", "--check"], setting: ceiling)
      #expect(check.status == 2)
    }

    @Test func `a vcr that PATH does not name is called by its path`() async throws {
      let repository = try await Repository(isSetUp: false)
      try repository.write(Repository.item("a"))
      try await repository.commit()
      let path = repository.environment["PATH"]?.split(separator: ":").dropFirst()
        .joined(separator: ":")
      let place = repository.workshop.temporary.appending(path: "it's here")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      // A copy made by this process could not be run while another test forks: the file would be
      // open for writing in the child (ETXTBSY). A link would be called by what it points to.
      try await repository.run(
        "cp", [Workshop.tool, place.appending(path: "vcr").path(percentEncoded: false)])
      let variables = ["PATH": path ?? ""]
      try await repository.run(
        place.appending(path: "vcr").path(percentEncoded: false), ["init"], setting: variables)
      try repository.write(Repository.item("a", date: "Tue"))
      #expect(
        try await repository.run("git", ["diff", "--", "Cassettes"], setting: variables) == "")
    }
  }
#endif
