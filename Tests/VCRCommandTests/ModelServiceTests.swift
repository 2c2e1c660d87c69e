#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Streams of language models, read by the clients that their users have.
  struct ModelServiceTests {
    private func workshop() throws -> Workshop {
      let workshop = try Workshop()
      try workshop.folder.write(ModelService.settings, to: ".vcr.yaml")
      try workshop.folder.write(ModelService.client, to: "client.py")
      return workshop
    }

    /// Records a client twice, and replays it without the service.
    private func check(
      _ name: String, python: String, prints word: String
    ) async throws -> String {
      let workshop = try workshop()
      var service: ModelService? = try await ModelService()
      let command = ["--", python, "client.py", name, try #require(service?.origin)]
      let record = ["record", "--mode", "all", "-c", "c.yaml"]
      let recorded = try await workshop.vcr(record + command, timeout: 120)
      #expect(recorded.status == 0 && recorded.text.contains(word), "\(recorded.errorText)")
      let cassette = try #require(workshop.text("c.yaml"))
      for _ in 1...2 {
        let again = try await workshop.vcr(record + command, timeout: 120)
        #expect(again.text == recorded.text, "\(again.errorText)")
        #expect(workshop.text("c.yaml") == cassette)
      }
      service = nil
      let replayed = try await workshop.vcr(
        ["replay", "-c", "c.yaml", "--require-all"] + command, timeout: 120)
      #expect(replayed.status == 0, "\(replayed.errorText)")
      #expect(replayed.text == recorded.text)
      return cassette
    }

    @Test(
      .enabled(if: ModelService.python != nil, "openai and anthropic are not installed"),
      arguments: [
        ("openai", "help?"), ("openai-stop", "word9"), ("anthropic", "help?"),
        ("anthropic-stop", "word9"),
      ])
    func `a client is recorded, recorded again without a diff, and replayed`(
      name: String, word: String
    ) async throws {
      let cassette = try await check(name, python: #require(ModelService.python), prints: word)
      #expect(!cassette.contains("text: \""), "\(cassette)")
      #expect(cassette.contains("\n  left: client\n") == name.hasSuffix("-stop"), "\(cassette)")
    }

    @Test func `JSON lines are recorded, recorded again without a diff, and replayed`() async throws
    {
      let cassette = try await check("ollama", python: "python3", prints: "help?")
      #expect(cassette.contains("\n        line: '{\"model\":\"llama3\""), "\(cassette)")
    }

    @Test func `what the diff prints silences what it reported`() async throws {
      let workshop = try workshop()
      try workshop.folder.write("", to: ".vcr.yaml")
      let service = try await ModelService()
      for name in ["old.yaml", "new.yaml"] {
        let result = try await workshop.vcr([
          "record", "-c", name, "--", "python3", "client.py", "ollama", service.origin,
        ])
        #expect(result.status == 0, "\(result.errorText)")
      }
      let diff = try await workshop.vcr("diff", "old.yaml", "new.yaml")
      #expect(diff.status == 1, "\(diff.text)\(diff.errorText)")
      #expect(diff.text.contains("    line(1) $.created_at "), "\(diff.text)")
      let places = diff.text.split(separator: "\n").compactMap { line -> String? in
        guard line.hasPrefix("    line") else { return nil }
        return line.drop { $0 == " " }.replacing("  ", with: "\t").split(separator: "\t").first
          .map(String.init)
      }
      let quiet = try await workshop.vcr(
        ["diff", "old.yaml", "new.yaml"] + places.flatMap { ["--volatile", $0] })
      #expect(quiet.status == 0, "\(places) \(quiet.text)\(quiet.errorText)")
    }

    @Test func `the tests of the agent run offline against its cassette`() async throws {
      let workshop = try Workshop()
      for name in ["agent.py", "test_agent.py", ".vcr.yaml", "Cassettes"] {
        try FileManager.default.copyItem(
          at: ModelService.example.appending(path: name), to: workshop.folder.file(name))
      }
      let variables = ["OPENAI_BASE_URL": "http://llm.test/v1", "OPENAI_API_KEY": "sk-none"]
      let command = ["-c", "agent", "--", "python3", "-m", "unittest", "-q"]
      let replayed = try await workshop.vcr(
        ["replay", "--require-all"] + command, setting: variables)
      #expect(replayed.status == 0, "\(replayed.errorText)")
      let before = workshop.text("Cassettes/agent.yaml")
      let service = try await ModelService()
      let port = try #require(service.origin.split(separator: ":").last)
      let again = try await workshop.vcr(
        ["record", "--mode", "all", "--map", "llm.test:80=127.0.0.1:\(port)"] + command,
        setting: variables)
      #expect(again.status == 0, "\(again.errorText)")
      #expect(workshop.text("Cassettes/agent.yaml") == before)
    }
  }
#endif
