#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// A replay records only when that was typed.
  struct ReplayModeTests {
    @Test(arguments: ["once", "new-episodes", "all", "offline"])
    func `no variable and no file makes a replay record`(mode: String) async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "live") }
      try workshop.writeCassette("c.yaml", urls: ["\(server.origin)/known"])
      try workshop.folder.write("mode: \(mode)\n", to: ".vcr.yaml")
      let before = workshop.text("c.yaml")
      let result = try await workshop.vcr(
        ["replay", "-c", "c.yaml", "--", "curl", "-sS", "\(server.origin)/new"],
        setting: ["VCR_MODE": mode, "CI": "true"])
      #expect(result.status == 80, "\(result.errorText)")
      #expect(server.requestCount == 0)
      #expect(workshop.text("c.yaml") == before)
    }

    @Test(arguments: ["new-episodes", "all", "offline"])
    func `a replay records when that was typed, but never with CI set`(mode: String) async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "live") }
      try workshop.writeCassette("c.yaml", urls: ["\(server.origin)/known"])
      let before = workshop.text("c.yaml")
      let words = [
        "replay", "--mode", mode, "-c", "c.yaml", "--", "curl", "-sS", "\(server.origin)/new",
      ]
      let refused = try await workshop.vcr(words, setting: ["CI": "true"])
      #expect(refused.status == 82, "\(refused.errorText)")
      #expect(refused.errorText.contains("with CI set, a replay never records"))
      #expect(server.requestCount == 0)
      #expect(workshop.text("c.yaml") == before)
      let typed = try await workshop.vcr(words)
      #expect(typed.status == 0, "\(typed.errorText)")
      #expect(typed.text == "live")
    }

    @Test func `what would record a request has the words that were typed`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--report", "r.json", "--", "curl", "-sS", "-A", "agent 1",
        "http://api.test/b")
      #expect(
        result.errorText.contains(
          "vcr record --mode new-episodes -c c.yaml -- curl -sS -A 'agent 1' http://api.test/b\n"),
        "\(result.errorText)")
      // They are for the one who typed them.
      #expect(!result.text.contains("agent 1"))
      #expect(workshop.text("r.json")?.contains("agent 1") == false)
    }

    @Test func `words that hold a credential are left out of what would record a request`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--", "curl", "-sS", "-u", "me:pw 1", "http://api.test/b")
      #expect(
        result.errorText.contains("vcr record --mode new-episodes -c c.yaml -- …\n"),
        "\(result.errorText)")
      #expect(!(result.errorText + result.text).contains("pw 1"))
    }
  }
#endif
