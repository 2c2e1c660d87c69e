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
          + "; if another tool wrote it: vcr convert py.yaml NEW.yaml\n")
    }

    private static let readers: [(words: [String], status: Int32, text: String)] = [
      (["show", "IN"], 0, "http://127.0.0.1:1/b"),
      (["show", "IN", "2"], 0, "GET http://127.0.0.1:1/b HTTP/1.1"),
      (["show", "--format", "html", "IN"], 0, "<!DOCTYPE html>"),
      (["diff", "a.yaml", "IN"], 1, "a.yaml → /dev/stdin: 1 added"),
      (["diff", "IN", "a.yaml"], 1, "/dev/stdin → a.yaml: 1 removed"),
      (["check", "IN"], 0, "checked 1 file: nothing found"),
      (["convert", "--to", "har", "IN", "-"], 0, "http://127.0.0.1:1/b"),
      (["verify", "IN"], 2, "2 could not be checked"),
    ]

    private func states() throws -> Workshop {
      let workshop = try Workshop()
      try workshop.writeCassette("a.yaml", urls: ["http://127.0.0.1:1/a"])
      try workshop.writeCassette("b.yaml", urls: ["http://127.0.0.1:1/a", "http://127.0.0.1:1/b"])
      return workshop
    }

    @Test(arguments: readers.indices)
    func `standard input is read where a cassette is`(reader: Int) async throws {
      let (words, status, text) = Self.readers[reader]
      let workshop = try states()
      let result = try await workshop.vcr(
        words.map { $0 == "IN" ? "-" : $0 },
        input: Array(try #require(workshop.text("b.yaml")).utf8))
      #expect(result.status == status, "\(result.errorText)")
      #expect(
        (result.text + result.errorText).contains(text), "\(result.text)\(result.errorText)")
    }

    // A pipe that stands in a folder which is checked is no cassette, and may never end.
    @Test(arguments: readers.indices.filter { readers[$0].words[0] != "check" })
    func `a FIFO is read where a cassette is`(reader: Int) async throws {
      let (words, status, text) = Self.readers[reader]
      let workshop = try states()
      var environment = workshop.environment
      environment["VCR"] = Workshop.tool
      let line = words.map { $0 == "IN" ? "pipe" : $0 }.joined(separator: " ")
      let result = try await Child.run(
        "sh", ["-c", "mkfifo pipe; cat b.yaml > pipe & \"$VCR\" \(line)"],
        environment: environment, directory: workshop.folder.url)
      #expect(result.status == status, "\(result.errorText)")
      #expect(
        (result.text + result.errorText).contains(text.replacing("/dev/stdin", with: "pipe")),
        "\(result.text)\(result.errorText)")
    }

    @Test func `a verification writes to no standard input`() async throws {
      let workshop = try Workshop()
      let result = try await workshop.vcr(["verify", "--update", "-"], input: [])
      #expect(result.status == 64)
      #expect(
        result.errorText == "vcr: error: --update writes to a file, and - is none\n",
        "\(result.errorText)")
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
