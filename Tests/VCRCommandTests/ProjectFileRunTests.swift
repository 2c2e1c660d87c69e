#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// `.vcr.yaml` in the folder that `vcr` runs in.
  struct ProjectFileRunTests {
    private func server() throws -> LoopbackServer {
      try LoopbackServer { _ in
        ServerResponse(
          headers: [("Content-Type", "application/json")],
          text: #"{"mail":"ada@example.com","key":"s3cr3t-value"}"#)
      }
    }

    private let rules = "redact: X-Customer\nredact_json: $.mail\nsecrets: [DEPLOY]\n"

    @Test func `what it names never reaches the disk and still matches`() async throws {
      let workshop = try Workshop()
      let server = try server()
      try workshop.folder.write(rules, to: ".vcr.yaml")
      let command = [
        "-c", "c.yaml", "--", "curl", "-sS", "-H", "X-Customer: 4711",
        "\(server.origin)/?deploy=s3cr3t-value",
      ]
      let variables = ["DEPLOY": "s3cr3t-value"]
      let recorded = try await workshop.vcr(["record"] + command, setting: variables)
      #expect(recorded.text == #"{"mail":"ada@example.com","key":"s3cr3t-value"}"#)
      let text = try #require(workshop.text("c.yaml"))
      for secret in ["ada@example.com", "4711", "s3cr3t-value"] {
        #expect(!text.contains(secret), "\(secret)")
      }
      #expect(text.contains("{{DEPLOY}}"))
      server.stop()
      let replayed = try await workshop.vcr(["replay"] + command, setting: variables)
      #expect(replayed.status == 0, "\(replayed.errorText)")
    }

    @Test func `a rule of the file is not lost to those of options and variables`() async throws {
      let workshop = try Workshop()
      let server = try server()
      try workshop.folder.write("redact: X-File\n", to: ".vcr.yaml")
      let recorded = try await workshop.vcr(
        [
          "record", "-c", "c.yaml", "--redact", "X-Option", "--", "curl", "-sS", "-H",
          "X-Option: 1111", "-H", "X-Variable: 2222", "-H", "X-File: 3333", "\(server.origin)/",
        ], setting: ["VCR_REDACT": "X-Other, X-Variable"])
      #expect(recorded.status == 0, "\(recorded.errorText)")
      let text = try #require(workshop.text("c.yaml"))
      for value in ["1111", "2222", "3333"] { #expect(!text.contains(value), "\(text)") }
    }

    @Test func `a secret without a value stops a recording, not a replay`() async throws {
      let workshop = try Workshop()
      let server = try server()
      try workshop.folder.write(rules, to: ".vcr.yaml")
      let command = ["-c", "c.yaml", "--", "curl", "-sS", server.origin + "/"]
      for mode in ["once", "new-episodes", "all", "offline"] {
        let refused = try await workshop.vcr(["record", "--mode", mode] + command)
        #expect(refused.status == 64, "\(mode): \(refused.errorText)")
        #expect(refused.errorText.contains("DEPLOY"))
      }
      #expect(server.requestCount == 0)
      #expect(workshop.text("c.yaml") == nil)
      let recorded = try await workshop.vcr(
        ["record"] + command, setting: ["DEPLOY": "s3cr3t-value"])
      #expect(recorded.status == 0, "\(recorded.errorText)")
      server.stop()
      let replayed = try await workshop.vcr(["replay"] + command)
      #expect(replayed.status == 0, "\(replayed.errorText)")
      #expect(replayed.text.contains("{{DEPLOY}}"))
    }

    @Test func `an option comes before a variable and a variable before the file`() async throws {
      let workshop = try Workshop()
      for name in ["file", "variable", "option"] {
        try workshop.writeCassette("Cassettes/\(name).yaml", urls: ["http://api.test/\(name)"])
      }
      try workshop.folder.write("cassette: file\nverbose: true\n", to: ".vcr.yaml")
      func run(_ name: String, _ options: [String], _ variables: [String: String]) async throws {
        let result = try await workshop.vcr(
          ["replay"] + options + ["--", "curl", "-sS", "http://api.test/\(name)"],
          setting: variables)
        #expect(result.text == "\(name)\n", "\(result.errorText)")
      }
      try await run("file", [], [:])
      try await run("variable", [], ["VCR_CASSETTE": "variable"])
      try await run("option", ["-c", "option"], ["VCR_CASSETTE": "variable"])
      let verbose = try await workshop.vcr("replay", "--", "curl", "-sS", "http://api.test/file")
      #expect(verbose.errorText.contains("settings of ") && verbose.errorText.contains("mode none"))
      let quiet = try await workshop.vcr(
        "replay", "-q", "--", "curl", "-sS", "http://api.test/file")
      #expect(quiet.errorText == "")
    }

    @Test func `settings are found from a folder below, and paths in them start there`()
      async throws
    {
      let workshop = try Workshop()
      let server = try server()
      try workshop.folder.write("cassette: shared\nredact: X-Customer\n", to: ".vcr.yaml")
      try workshop.folder.write("", to: "below/keep")
      let result = try await Child.run(
        Workshop.tool,
        ["record", "--", "curl", "-sS", "-H", "X-Customer: 4711", server.origin + "/"],
        environment: workshop.environment, directory: workshop.folder.file("below"))
      #expect(result.status == 0, "\(result.errorText)")
      let text = try #require(workshop.text("Cassettes/shared.yaml"), "\(result.errorText)")
      #expect(!text.contains("4711"))
    }

    @Test func `its mode is for recording`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "live") }
      try workshop.folder.write("mode: new-episodes\n", to: ".vcr.yaml")
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/known"])
      let command = ["-c", "c.yaml", "--", "curl", "-sS", server.origin + "/"]
      let replayed = try await workshop.vcr(["replay"] + command)
      #expect(replayed.status == 80)
      // Settings that are always there are no decision to record in CI.
      let refused = try await workshop.vcr(["record"] + command, setting: ["CI": "true"])
      #expect(refused.status == 82)
      #expect(refused.errorText.contains("mode new-episodes of .vcr.yaml"), "\(refused.errorText)")
      #expect(!refused.errorText.contains("no such cassette"), "\(refused.errorText)")
      #expect(server.requestCount == 0)
      let recorded = try await workshop.vcr(["record"] + command)
      #expect(recorded.text == "live", "\(recorded.errorText)")
    }

    @Test func `the other settings do what their options do`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "live") }
      try workshop.folder.write(
        """
        match: [method, path]
        repeat: on
        require-all: true
        passthrough: pass.test
        map: pass.test:80=127.0.0.1:\(server.port)
        """, to: ".vcr.yaml")
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a", "http://api.test/b"])
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--", "curl", "-sS", "http://api.test/a?x=1",
        "http://api.test/a?x=2", "http://pass.test/")
      #expect(result.text == "a\na\nlive", "\(result.errorText)")
      #expect(result.status == 81, "\(result.errorText)")
    }

    @Test(arguments: [
      ("colour: red\n", ".vcr.yaml:1:1: "), ("redact: A\nmatch: some\n", ".vcr.yaml:2:8: "),
      ("map:\n- a:1=b:2\n- nonsense\n", ".vcr.yaml:3:3: 'nonsense' is not HOST:PORT"),
    ])
    func `a file that means nothing is 65 with its place`(text: String, place: String) async throws
    {
      let workshop = try Workshop()
      try workshop.folder.write(text, to: ".vcr.yaml")
      for verb in ["record", "replay"] {
        let result = try await workshop.vcr(verb, "--", "touch", "ran")
        #expect(result.status == 65)
        #expect(result.errorText.hasPrefix("vcr: error: " + place), "\(result.errorText)")
      }
      #expect(workshop.text("ran") == nil)
    }

    @Test func `another tool's recording is converted by the same rules`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write("redact: X-Customer\nsecrets: DEPLOY\n", to: ".vcr.yaml")
      try workshop.folder.write(
        """
        {"http_interactions": [{"request": {"method": "get", "uri": "http://a.test/?d=s3cr3t-value",
        "headers": {"X-Customer": ["4711"]}}, "response": {"status": {"code": 200, "message": "OK"},
        "headers": {}, "body": {"string": "x"}}}]}
        """, to: "old.json")
      let refused = try await workshop.vcr("convert", "old.json", "new.yaml")
      #expect(refused.status == 64, "\(refused.errorText)")
      let converted = try await workshop.vcr(
        ["convert", "old.json", "new.yaml"], setting: ["DEPLOY": "s3cr3t-value"])
      #expect(converted.status == 0, "\(converted.errorText)")
      let text = try #require(workshop.text("new.yaml"))
      #expect(!text.contains("4711") && !text.contains("s3cr3t-value"), "\(text)")
    }
  }
#endif
