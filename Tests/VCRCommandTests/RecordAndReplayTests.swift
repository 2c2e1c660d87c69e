#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  struct RecordAndReplayTests {
    @Test func `what was recorded is replayed with the service gone`() async throws {
      let workshop = try Workshop()
      let body = Array((0...255).map { UInt8($0) })
      let server = try LoopbackServer { request in
        ServerResponse(
          headers: [("Content-Type", "application/octet-stream"), ("X-Path", request.target)],
          body: body)
      }
      let url = "\(server.origin)/bytes?a=1"
      let recorded = try await workshop.vcr("record", "--", "curl", "-sS", "-i", url)
      #expect(recorded.status == 0, "\(recorded.errorText)")
      #expect(recorded.output.suffix(256) == body[...])
      #expect(recorded.errorText.hasSuffix("vcr: recorded 1: Cassettes/curl.yaml\n"))
      #expect(server.requestCount == 1)
      server.stop()

      let replayed = try await workshop.vcr("replay", "--", "curl", "-sS", "-i", url)
      #expect(replayed.status == 0, "\(replayed.errorText)")
      #expect(replayed.output == recorded.output)
      #expect(replayed.errorText.contains("vcr: replayed 1 of 1: Cassettes/curl.yaml; "))
      #expect(try workshop.leftovers == [])
    }

    @Test func `once records nothing when there is a cassette`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "new") }
      try workshop.writeCassette("Cassettes/c.yaml", urls: ["\(server.origin)/old"])
      let result = try await workshop.vcr(
        "record", "-c", "c", "--", "curl", "-sS", "\(server.origin)/old")
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text == "old\n")
      #expect(server.requestCount == 0)
    }

    @Test func `new episodes are added to what is known`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "new") }
      let (old, new) = ("\(server.origin)/old", "\(server.origin)/new")
      try workshop.writeCassette("c.yaml", urls: [old])
      let result = try await workshop.vcr(
        "record", "-c", "c.yaml", "--mode", "new-episodes", "--", "curl", "-sS", old, new)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text == "old\nnew")
      #expect(server.requests.map(\.target) == ["/new"])
      server.stop()
      let replayed = try await workshop.vcr("replay", "-c", "c.yaml", "--", "curl", "-sS", old, new)
      #expect(replayed.text == "old\nnew")
    }

    @Test func `standard input, output and the working folder are COMMAND's own`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/x"])
      let input = Array("one\u{0}two\n".utf8) + [0xFF, 0xFE]
      let echoed = try await workshop.vcr(["replay", "-c", "c.yaml", "--", "cat"], input: input)
      #expect(echoed.output == input)
      let folder = try await workshop.vcr("replay", "-c", "c.yaml", "--", "ls")
      #expect(folder.text == "c.yaml\ntmp\n")
    }

    @Test func `arguments reach COMMAND as they are`() async throws {
      let workshop = try Workshop()
      let words = ["--help", "-c", "a b", "", "*", "--", "$HOME"]
      let result = try await workshop.vcr(["record", "--", "printf", "[%s]"] + words)
      #expect(result.text == "[--help][-c][a b][][*][--][$HOME]")
      #expect(result.status == 0)
    }

    @Test func `a host that is let through reaches the network unrecorded`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "live") }
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/known"])
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--passthrough", "127.0.0.1", "--", "curl", "-sS",
        "http://api.test/known", "\(server.origin)/other")
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text == "known\nlive")
      #expect(server.requestCount == 1)
      #expect(result.errorText.contains("passed through 1"))
    }

    @Test func `a variable stands for an option, and an option wins`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("a.yaml", urls: ["http://api.test/a"])
      try workshop.writeCassette("b.yaml", urls: ["http://api.test/b"])
      let variables = ["VCR_CASSETTE": "a.yaml"]
      let byVariable = try await workshop.vcr(
        ["replay", "--", "curl", "-sS", "http://api.test/a"], setting: variables)
      #expect(byVariable.text == "a\n")
      let byOption = try await workshop.vcr(
        ["replay", "-c", "b.yaml", "--", "curl", "-sS", "http://api.test/b"], setting: variables)
      #expect(byOption.text == "b\n")
    }

    @Test func `what is to be redacted never reaches the disk and still matches`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in
        ServerResponse(
          headers: [("Content-Type", "application/json")],
          text: #"{"mail":"ada@example.com","key":"s3cr3t"}"#)
      }
      let options = [
        "-c", "c.yaml", "--redact", "X-Customer", "--redact-json", "$.mail", "--secret", "DEPLOY",
      ]
      let command = [
        "--", "curl", "-sS", "-H", "X-Customer: 4711", "-H", "Authorization: Bearer hidden",
        "\(server.origin)/?deploy=s3cr3t",
      ]
      let variables = ["DEPLOY": "s3cr3t"]
      let recorded = try await workshop.vcr(
        ["record"] + options + command, setting: variables)
      #expect(recorded.text == #"{"mail":"ada@example.com","key":"s3cr3t"}"#)
      let text = try #require(workshop.text("c.yaml"))
      for secret in ["ada@example.com", "4711", "s3cr3t", "hidden"] {
        #expect(!text.contains(secret), "\(secret)")
      }
      #expect(text.contains("{{DEPLOY}}"))
      server.stop()
      let replayed = try await workshop.vcr(["replay"] + options + command, setting: variables)
      #expect(replayed.status == 0, "\(replayed.errorText)")
    }

    @Test func `quiet says nothing at all`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let result = try await workshop.vcr(
        "replay", "-q", "-c", "c.yaml", "--", "curl", "-sS", "http://api.test/a")
      #expect(result.status == 0)
      #expect(result.errorText == "")
    }

    @Test func `how many interactions there are is reported unless one was served again`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a", "http://api.test/b"])
      let text = try #require(workshop.text("c.yaml"))
      let first = try #require(text.firstRange(of: "- request:"))
      try workshop.folder.write(
        text.replacingCharacters(in: first, with: "- times: any\n  request:"), to: "any.yaml")
      let cases = [
        ("c.yaml", ["a"], "replayed 1 of 2: c.yaml"),
        ("any.yaml", ["a", "a"], "replayed 2: any.yaml"),
        ("any.yaml", ["a", "a", "b"], "replayed 3: any.yaml"),
        ("any.yaml", ["a", "b"], "replayed 2 of 2: any.yaml"),
      ]
      for (cassette, paths, line) in cases {
        let result = try await workshop.vcr(
          ["replay", "-c", cassette, "--", "curl", "-sS"] + paths.map { "http://api.test/\($0)" })
        #expect(result.status == 0 && result.errorText.contains(line), "\(result.errorText)")
      }
    }

    @Test func `a cassette is served to clients that know no proxy`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["https://api.test/a"])
      let server = try workshop.start("replay", "-c", "c.yaml", "--listen", "127.0.0.1:0")
      let url = try #require(await address(of: server))
      let client = try await Child.run(
        "curl", ["-sS", "--noproxy", "*", url + "/a"], environment: workshop.environment)
      #expect(client.text == "a\n")
      server.signal(SIGINT)
      #expect(await server.finished().status == 0)
    }

    @Test func `a service is recorded for clients that know no proxy`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "live") }
      let recorder = try workshop.start(
        "record", "-c", "c.yaml", "--upstream", server.origin, "--listen", "127.0.0.1:0")
      let url = try #require(await address(of: recorder))
      let client = try await Child.run(
        "curl", ["-sS", "--noproxy", "*", url + "/a"], environment: workshop.environment)
      #expect(client.text == "live")
      recorder.signal(SIGTERM)
      #expect(await recorder.finished().status == 0)
      #expect(workshop.text("c.yaml")?.contains("url: \(server.origin)/a") == true)
    }

    /// The address in the line `vcr: listening on URL for ORIGIN`.
    private func address(of child: Child) async -> String? {
      while child.isRunning {
        let words = child.errorText.split(separator: " ")
        if let place = words.firstIndex(of: "on"), words.count > place + 2 {
          return String(words[place + 1])
        }
        await Task.yield()
      }
      return nil
    }
  }
#endif
