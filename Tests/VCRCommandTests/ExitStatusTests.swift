#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  struct ExitStatusTests {
    @Test(arguments: [1, 3, 42, 255])
    func `COMMAND's own status is passed on`(status: Int) async throws {
      let workshop = try Workshop()
      let result = try await workshop.vcr("record", "--", "sh", "-c", "exit \(status)")
      #expect(Int(result.status) == status)
    }

    @Test(arguments: [SIGKILL, SIGTERM, SIGINT, SIGSEGV])
    func `a signal that ended COMMAND is reported as shells do`(signal: Int32) async throws {
      let workshop = try Workshop()
      let result = try await workshop.vcr("record", "--", "sh", "-c", "kill -\(signal) $$")
      #expect(result.status == 128 + signal)
    }

    @Test(arguments: [
      ["record"], ["record", "--bogus", "--", "true"], ["record", "--mode", "some", "--", "true"],
      ["recod", "--", "true"], ["replay", "--map", "nonsense", "--", "true"],
      ["record", "--match", "no-such-part", "--", "true"],
      ["replay", "--listen", "x", "--", "true"],
      ["record", "--listen", "127.0.0.1:0"], ["record", "--latency", "fast", "--", "true"],
      ["show"],
      ["record", "--upstream-ca", "/nonexistent.pem", "--", "true"],
      ["record", "--secret", "NO_SUCH_VARIABLE", "--", "true"],
      ["record", "--redact-json", "mail", "--", "true"],
      ["record", "--no-redaction", "--redact", "X-A", "--", "true"],
      ["record", "--no-redaction", "--redact-json", "$.a", "--", "true"],
      ["replay", "--no-redaction", "--secret", "PATH", "--", "true"],
    ])
    func `a wrong command line is 64`(arguments: [String]) async throws {
      let workshop = try Workshop()
      let result = try await workshop.vcr(arguments)
      #expect(result.status == 64, "\(result.errorText)")
      #expect(result.errorText.hasPrefix("vcr: error: "))
      #expect(result.output == [])
    }

    @Test(arguments: ["record", "replay"])
    func `a request that cannot be read is reported and is 80`(verb: String) async throws {
      let workshop = try Workshop()
      if verb == "replay" { try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"]) }
      let result = try await workshop.vcr(
        verb, "-c", "c.yaml", "--report", "r.json", "--", "curl", "-s", "-H", "A B: c",
        "http://api.test/a")
      #expect(result.status == 80)
      #expect(
        result.errorText.contains("vcr: error: a request was refused: The request is not valid"),
        "\(result.errorText)")
      let done = verb == "record" ? "recorded" : "replayed"
      #expect(
        result.errorText.contains(
          "vcr: nothing was \(done), 1 request refused: The request is not valid HTTP: a header "
            + "field has a name that is none"))
      #expect(!result.errorText.contains("no request reached"))
      #expect(workshop.text("r.json")?.contains("a request was refused") == true)
    }

    @Test func `requests that are refused for one reason are one line and a count`() async throws {
      let workshop = try Workshop()
      let result = try await workshop.vcr(
        "record", "-c", "c.yaml", "--report", "r.json", "--", "sh", "-c",
        "for i in 1 2 3 4 5; do curl -s -H 'A B: c' http://api.test/a; done; "
          + "for i in $(seq 25); do curl -s --request-target $i/ http://api.test/; done")
      #expect(result.status == 80)
      let lines = result.errorText.split(separator: "\n")
      #expect(lines.filter { $0.contains("has a name that is none") }.count == 2)
      #expect(
        result.errorText.contains("vcr: 5 requests were refused: The request is not valid HTTP"),
        "\(result.errorText)")
      #expect(
        result.errorText.contains("vcr: 6 requests were refused: other reasons"),
        "\(result.errorText)")
      #expect(lines.count < 30, "\(result.errorText)")
      #expect(result.errorText.contains("nothing was recorded, 30 requests refused"))
      #expect(workshop.text("r.json")?.contains("5 requests were refused") == true)
    }

    @Test func `a misspelt verb names the nearest`() async throws {
      let result = try await Workshop().vcr("recod", "--", "true")
      #expect(result.errorText.contains("'recod' is not a verb of vcr; the nearest is 'record'"))
    }

    @Test func `a cassette of a newer version is 65 with its place`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write("vcr: 2\ninteractions: []\n", to: "c.yaml")
      let result = try await workshop.vcr("replay", "-c", "c.yaml", "--", "touch", "ran")
      #expect(result.status == 65)
      #expect(result.errorText.contains("c.yaml:1:6: "), "\(result.errorText)")
      #expect(workshop.text("ran") == nil)
    }

    @Test func `a cassette that cannot be written is 74 before COMMAND runs`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write("a file, not a folder", to: "file")
      let result = try await workshop.vcr("record", "-c", "file/c.yaml", "--", "touch", "ran")
      #expect(result.status == 74, "\(result.errorText)")
      #expect(workshop.text("ran") == nil)
    }

    @Test func `a cassette that shows when a request comes that it cannot be written is 74`()
      async throws
    {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "live") }
      try workshop.folder.write("a file, not a folder", to: "file")
      func record(_ command: String...) async throws -> Child.Result {
        try await workshop.vcr(
          ["record", "--mode", "new-episodes", "-c", "file/c.yaml", "--"] + command)
      }
      let idle = try await record("true")
      #expect(idle.status == 0, "\(idle.errorText)")
      let result = try await record("curl", "-sS", server.origin)
      #expect(result.status == 74 && result.text == "live", "\(result.text) \(result.errorText)")
      #expect(result.errorText.contains("the recording cannot be written here"))
    }

    @Test func `a file that may not become larger is 74, and what was recorded stays`()
      async throws
    {
      let workshop = try Workshop()
      let server = try LoopbackServer { request in
        ServerResponse(text: String(repeating: "x", count: request.target == "/s" ? 10 : 3_000_000))
      }
      // In blocks of 512 bytes.
      func run(_ arguments: String..., atMost blocks: Int) async throws -> Child.Result {
        try await Child.run(
          "sh", ["-c", "ulimit -f \(blocks); exec \"$@\"", "sh", Workshop.tool] + arguments,
          environment: workshop.environment, directory: workshop.folder.url)
      }
      try workshop.writeCassette("d.yaml", urls: ["http://api.test/a"])
      let none = try await run("replay", "-c", "d.yaml", "--", "true", atMost: 0)
      #expect(none.status == 74, "\(none.errorText)")
      #expect(none.errorText.contains("ulimit -f says how large a file may be"))
      let few = try await run(
        "record", "-c", "c.yaml", "--", "curl", "-sS", "-o", "/dev/null", "-o", "/dev/null",
        server.origin + "/s", server.origin + "/l", atMost: 2000)
      #expect(few.status == 74, "\(few.errorText)")
      #expect(few.errorText.contains("file too large"), "\(few.errorText)")
      #expect(workshop.text("c.yaml.recording")?.contains("url: \(server.origin)/s\n") == true)
    }

    @Test func `a full disk is 74 and what was recorded stays`() async throws {
      let workshop = try Workshop()
      let probe = try await Child.run(
        "unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"])
      guard probe.status == 0 else { try Test.cancel("no small file system can be mounted here") }
      let server = try LoopbackServer { request in
        ServerResponse(
          text: String(repeating: request.target == "/small" ? "s" : "b", count: 100)
            + (request.target == "/small" ? "" : String(repeating: "x", count: 400_000)))
      }
      try FileManager.default.createDirectory(
        at: workshop.folder.file("disk"), withIntermediateDirectories: true)
      let script = """
        mount -t tmpfs -o size=128k none disk || exit 9
        "$0" record -c disk/c.yaml -- curl -sS -o /dev/null -o /dev/null \
          \(server.origin)/small \(server.origin)/large
        status=$?
        cat disk/c.yaml.recording
        exit $status
        """
      let result = try await Child.run(
        "unshare", ["-rm", "sh", "-c", script, Workshop.tool], environment: workshop.environment,
        directory: workshop.folder.url)
      #expect(result.status == 74, "\(result.errorText)")
      #expect(result.text.contains("url: \(server.origin)/small"), "\(result.errorText)")
      #expect(!result.text.contains("/large"))
    }

    #if os(Linux)
      @Test(.enabled(if: Isolated.canChangeUser && Tool.isInstalled("prlimit")))
      func `where no run could come to its end for want of threads, it does not begin`()
        async throws
      {
        let workshop = try Workshop()
        try workshop.open()
        // Nobody else is this user, whose processes are counted.
        let result = try await Child.run(
          "setpriv",
          [
            "--reuid=64801", "--regid=65534", "--clear-groups", "prlimit", "--nproc=4",
            Workshop.tool, "record", "-c", "c.yaml", "--", "touch", "ran",
          ], environment: workshop.environment, directory: workshop.folder.url)
        #expect(result.status == 71, "\(result.errorText)")
        #expect(result.errorText.contains("and needs 7 (ulimit -u"), "\(result.errorText)")
        #expect(workshop.text("ran") == nil)
      }

      @Test(.enabled(if: Tool.isInstalled("unshare")))
      func `the command line is read where there is no proc`() async throws {
        let probe = try await Child.run(
          "unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/proc"])
        guard probe.status == 0 else { try Test.cancel("no file system can be mounted here") }
        let workshop = try Workshop()
        for (words, status) in [
          (["recod", "é"], Int32(64)), (["show", "none.yaml"], 82),
          (["record", "-c", "c.yaml", "--", "touch", "ran"], 71),
        ] {
          let result = try await Child.run(
            "unshare",
            [
              "-rm", "sh", "-c", "mount -t tmpfs none /proc && exec \"$@\"", "sh",
              Workshop.tool,
            ] + words, environment: workshop.environment, directory: workshop.folder.url)
          #expect(result.status == status, "\(result.text)\(result.errorText)")
        }
      }
    #endif

    @Test func `a request that is not there is 80 and its report is printed`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/known"])
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--", "curl", "-sS", "http://api.test/known",
        "http://api.test/unknown")
      #expect(result.status == 80)
      #expect(
        result.errorText.contains(
          "vcr: No recorded interaction matches  GET http://api.test/unknown"))
      #expect(result.text.hasPrefix("known\n"))
      #expect(result.text.contains("No recorded interaction matches"))
    }

    @Test func `the report of a request that is tried again is printed once, and counted`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/known"])
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--", "curl", "-sS", "http://api.test/known",
        "http://api.test/again", "http://api.test/again", "http://api.test/other",
        "http://api.test/again")
      #expect(result.status == 80)
      let reports = result.errorText.components(separatedBy: "No recorded interaction matches")
      #expect(reports.count == 3, "\(result.errorText)")
      #expect(result.errorText.contains("vcr: GET http://api.test/again was missed 3 times\n"))
      #expect(!result.errorText.contains("other was missed"))
      #expect(result.errorText.contains("missed 4"))
    }

    @Test func `of more than a thousand requests that are missed all are counted`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/known"])
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--report", "r.json", "--", "curl", "-sS",
        "http://api.test/known", "http://api.test/unknown/[1-1200]")
      #expect(result.status == 80)
      #expect(result.errorText.contains("missed 1200"))
      let reports = result.errorText.components(separatedBy: "No recorded interaction matches")
      #expect(reports.count == 1001)
      #expect(
        result.errorText.contains(
          "1000 such reports were printed; from here on they are counted alone"))
      #expect(workshop.text("r.json")?.contains(#""unmatched_count":1200"#) == true)
    }

    @Test func `COMMAND's failure comes before ours`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/known"])
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--", "curl", "-sSf", "http://api.test/unknown")
      #expect(result.status == 22)
    }

    @Test func `unused interactions are 81 when all are required`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a", "http://api.test/b"])
      let command = ["--", "curl", "-sS", "http://api.test/a"]
      let strict = try await workshop.vcr(["replay", "-c", "c.yaml", "--require-all"] + command)
      #expect(strict.status == 81)
      #expect(strict.errorText.contains("c.yaml: 1 of 2 interactions unused: #2"))
      let lenient = try await workshop.vcr(["replay", "-c", "c.yaml"] + command)
      #expect(lenient.status == 0)
    }

    @Test func `a COMMAND that was served nothing is 81`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let result = try await workshop.vcr("replay", "-c", "c.yaml", "--", "true")
      #expect(result.status == 81)
    }

    @Test func `no cassette is 82 before COMMAND runs`() async throws {
      let workshop = try Workshop()
      let result = try await workshop.vcr("replay", "--", "touch", "ran")
      #expect(result.status == 82)
      #expect(result.errorText.contains("Cassettes/touch.yaml"))
      #expect(workshop.text("ran") == nil)
    }

    // Some services put their own name there.
    @Test(arguments: ["true", "1", "woodpecker"])
    func `a CI job records only when it says so`(value: String) async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "live") }
      let command = ["-c", "c.yaml", "--", "curl", "-sS", server.origin + "/"]
      let refused = try await workshop.vcr(["record"] + command, setting: ["CI": value])
      #expect(refused.status == 82)
      #expect(server.requestCount == 0)
      #expect(workshop.text("c.yaml") == nil)
      let explicit = try await workshop.vcr(
        ["record", "--mode", "once"] + command, setting: ["CI": value])
      #expect(explicit.status == 0, "\(explicit.errorText)")
      let known = try await workshop.vcr(["record"] + command, setting: ["CI": value])
      #expect(known.status == 0)
      #expect(server.requestCount == 1)
    }

    @Test(arguments: ["", "0", "false", "No"])
    func `a variable CI that says no is none`(value: String) async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "live") }
      let result = try await workshop.vcr(
        ["record", "-c", "c.yaml", "--", "curl", "-sS", server.origin + "/"],
        setting: ["CI": value])
      #expect(result.status == 0, "\(result.errorText)")
      #expect(server.requestCount == 1)
    }

    @Test func `recording inside a replay is refused`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("outer.yaml", urls: ["http://api.test/a"])
      try workshop.writeCassette("inner.yaml", urls: ["http://api.test/a"])
      let recording = try await workshop.vcr(
        "replay", "-c", "outer.yaml", "--", Workshop.tool, "record", "-c", "new.yaml", "--", "true")
      #expect(recording.status == 82)
      let replaying = try await workshop.vcr(
        "replay", "-q", "-c", "outer.yaml", "--", "sh", "-c",
        """
        "$0" replay -q -c inner.yaml -- curl -sS http://api.test/a
        """, Workshop.tool)
      #expect(replaying.text == "a\n")
    }

    @Test(arguments: ["no-such-command-anywhere", "./missing", "/no/such/file"])
    func `a COMMAND that is not there is 127`(command: String) async throws {
      let workshop = try Workshop()
      let result = try await workshop.vcr("record", "--", command)
      #expect(result.status == 127)
      #expect(workshop.text("Cassettes") == nil)
      #expect(!FileManager.default.fileExists(atPath: workshop.folder.path + "/Cassettes"))
    }

    @Test func `a COMMAND that cannot be run is 126`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write("#!/bin/sh\n", to: "script")
      let plain = try await workshop.vcr("record", "--", "./script")
      #expect(plain.status == 126)
      let folder = try await workshop.vcr("record", "--", "./tmp")
      #expect(folder.status == 126)
      try await write("#!/no/such/interpreter", toScript: "orphan", in: workshop)
      let orphan = try await workshop.vcr("record", "--", "./orphan")
      #expect(orphan.status == 126)
      #expect(try workshop.leftovers == [])
    }

    @Test func `a script without an interpreter line is given to the shell`() async throws {
      let workshop = try Workshop()
      try await write("echo \"$0 $1\"", toScript: "script", in: workshop)
      let result = try await workshop.vcr("record", "--", "./script", "word")
      #expect(result.text == "./script word\n", "\(result.errorText)")
    }

    /// Writes a line to a file that can be run.
    ///
    /// A process of its own does it: what this one had open for writing while another test started
    /// a child could not be run (`ETXTBSY`).
    private func write(_ line: String, toScript name: String, in workshop: Workshop) async throws {
      let path = workshop.folder.path + "/" + name
      let result = try await Child.run(
        "/bin/sh", ["-c", "printf '%s\\n' \"$1\" > \"$2\" && chmod +x \"$2\"", "sh", line, path])
      try #require(result.status == 0)
    }

    @Test func `help and version go to standard output`() async throws {
      let workshop = try Workshop()
      let help = try await workshop.vcr()
      #expect(help.status == 0)
      for status in ["64", "65", "74", "80", "81", "82", "126", "127"] {
        #expect(help.text.contains("\n  \(status) "))
      }
      let version = try await workshop.vcr("--version")
      #expect(version.text.contains("."))
      #expect(version.errorText == "")
    }
  }
#endif
