#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// What a user is told who names something that is no cassette.
  struct NamedCassetteTests {
    private static let verbs = [["show"], ["verify"], ["recover"], ["redact"], ["replay", "-c"]]

    private func told(_ verb: [String], _ name: String, _ workshop: Workshop) async throws -> String
    {
      let command = verb[0] == "replay" ? ["--", "true"] : []
      let result = try await workshop.vcr(verb + [name] + command)
      #expect(result.status == 82, "\(result.errorText)")
      return result.errorText
    }

    @Test(arguments: verbs)
    func `a file of another suffix is named, with what to type`(verb: [String]) async throws {
      let workshop = try Workshop()
      try workshop.folder.write("hello", to: "the notes.txt")
      let text = try await told(verb, "the notes.txt", workshop)
      #expect(
        text.hasSuffix(
          "; the notes.txt is there, but the name of a cassette ends in .yaml; rename it, or convert "
            + "what another tool wrote: vcr convert 'the notes.txt' NEW.yaml\n"), "\(text)")
    }

    @Test(arguments: verbs.filter { $0 != ["verify"] && $0 != ["recover"] })
    func `a folder is named as one`(verb: [String]) async throws {
      let workshop = try Workshop()
      try workshop.folder.write("hello", to: "shop/read-me.txt")
      let text = try await told(verb, "shop", workshop)
      #expect(text.hasSuffix("; shop is a folder; name a cassette in it\n"), "\(text)")
    }

    @Test func `a recording of another tool is one, though no cassette of ours has its tags`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.folder.write(
        "interactions:\n- request:\n    body: !!binary |\n      AAE=\nversion: 1\n", to: "py.yaml")
      let result = try await workshop.vcr("redact", "py.yaml")
      #expect(result.status == 65)
      #expect(
        result.errorText
          == "vcr: error: py.yaml:3:11: the tag tag:yaml.org,2002:binary; tags are not allowed here"
          + "; if another tool wrote it: vcr convert OLD NEW.yaml\n")
    }

    @Test func `a folder without a cassette is not verified in silence`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write("hello", to: "shop/read-me.txt")
      let result = try await workshop.vcr("verify", "shop")
      #expect(result.status == 2)
      #expect(result.errorText == "vcr: error: shop: there is no cassette in it\n")
    }

    @Test(arguments: ["record", "replay"])
    func `what names a folder, a device or nothing is refused before COMMAND runs`(verb: String)
      async throws
    {
      let workshop = try Workshop()
      for (name, reason) in [
        ("", "a cassette needs a name"), (" ", "a cassette needs a name"),
        ("-", "a cassette is a file, as its recording is locked, kept and merged"),
        (".", "this is a folder, and a cassette is a file"),
        ("..", "this is a folder, and a cassette is a file"),
        ("new/", "this is a folder, and a cassette is a file"),
        (workshop.folder.path, "this is a folder, and a cassette is a file"),
        ("/dev/null", "this is no file that could be replaced, as a cassette is"),
      ] {
        let result = try await workshop.vcr(verb, "-c", name, "--", "touch", "ran")
        #expect(result.status == 64)
        #expect(
          result.errorText
            == "vcr: error: cassette '\(name)': \(reason); name one, such as Cassettes/users.yaml\n"
        )
      }
      for name in ["ran", "Cassettes", "new"] {
        #expect(!FileManager.default.fileExists(atPath: workshop.folder.file(name).path))
      }
    }

    @Test func `two cassettes that are not there are no revisions`() async throws {
      let workshop = try Workshop()
      let result = try await workshop.vcr("diff", "old.yaml", "new.yaml")
      #expect(result.status == 2)
      #expect(
        result.errorText == "vcr: error: old.yaml: there is no such cassette or folder\n",
        "\(result.errorText)")
    }

    @Test func `what COMMAND is called is not taken for a cassette`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write("exit 0", to: "run.sh")
      let result = try await workshop.vcr("replay", "--", "sh", "run.sh")
      #expect(result.status == 82)
      #expect(!result.errorText.contains("is there"), "\(result.errorText)")
    }
  }
#endif
