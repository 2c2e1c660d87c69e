#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Where verbs write: what is no regular file is written to and stays what it is, and what cannot
  /// be written is an error.
  struct OutputTests {
    /// Two cassettes that differ, and a recording of another tool.
    private func workshop() throws -> Workshop {
      let workshop = try Workshop()
      try workshop.writeCassette("a.yaml", urls: ["http://api.test/a"])
      try workshop.writeCassette("b.yaml", urls: ["http://api.test/a", "http://api.test/b"])
      try workshop.folder.write(
        #"{"log":{"entries":[{"request":{"method":"GET","url":"http://api.test/h","headers":[]},"#
          + #""response":{"status":200,"headers":[],"content":{"text":"hi"}}}]}}"#, to: "in.har")
      return workshop
    }

    /// The verbs that write to a place that is named, and how a result of each begins.
    private static let verbs: [(words: [String], status: Int32, start: String)] = [
      (["diff", "a.yaml", "b.yaml", "--output"], 1, "a.yaml → b.yaml: 1 added"),
      (["diff", "a.yaml", "b.yaml", "--format", "json", "-o"], 1, "{\"cassettes\""),
      (["check", "a.yaml", "--format", "json", "--output"], 0, "{"),
      (["convert", "in.har"], 0, "vcr: 1\n"),
    ]

    /// Runs a command line of a shell with `vcr` in `$VCR`.
    private func shell(_ workshop: Workshop, _ script: String) async throws -> Child.Result {
      var environment = workshop.environment
      environment["VCR"] = Workshop.tool
      return try await Child.run(
        "sh", ["-c", script], environment: environment, directory: workshop.folder.url)
    }

    private func kind(_ workshop: Workshop, _ name: String) -> mode_t {
      fileKind(atPath: workshop.folder.file(name).path(percentEncoded: false))
    }

    private func line(_ words: [String]) -> String {
      "\"$VCR\" " + words.joined(separator: " ")
    }

    @Test(arguments: verbs.indices)
    func `a FIFO gets what is written and stays a FIFO`(verb: Int) async throws {
      let workshop = try workshop()
      let (words, status, start) = Self.verbs[verb]
      let result = try await shell(
        workshop, "mkfifo pipe; cat pipe > got & \(line(words)) pipe; s=$?; wait; exit $s")
      #expect(result.status == status, "\(result.errorText)")
      #expect(workshop.text("got")?.hasPrefix(start) == true, "\(workshop.text("got") ?? "")")
      #expect(kind(workshop, "pipe") == S_IFIFO)
    }

    @Test(arguments: verbs.indices, ["link", "-", "/dev/fd/1"])
    func `standard output by whatever name is standard output`(verb: Int, name: String)
      async throws
    {
      let workshop = try workshop()
      let (words, status, start) = Self.verbs[verb]
      let result = try await shell(
        workshop, "ln -s /dev/fd dev; ln -s dev/1 link; \(line(words)) \(name)")
      #expect(result.status == status, "\(result.errorText)")
      #expect(result.text.contains(start), "\(result.text)")
      #expect(kind(workshop, "link") == S_IFLNK)
      #expect(workshop.text("-") == nil && workshop.text("Cassettes/-.yaml") == nil)
    }

    @Test(arguments: verbs.indices)
    func `a file that the shell opened is added to, not replaced`(verb: Int) async throws {
      let workshop = try workshop()
      let (words, status, start) = Self.verbs[verb]
      let result = try await shell(
        workshop,
        "echo first > log; ln -s /dev/fd dev; { \(line(words)) dev/1; s=$?; echo last; } >> log; "
          + "exit $s")
      #expect(result.status == status, "\(result.errorText)")
      let log = try #require(workshop.text("log"))
      #expect(log.hasPrefix("first\n") && log.hasSuffix("last\n"), "\(log)")
      #expect(log.contains(start), "\(log)")
    }

    @Test func `a regular file keeps its mode, and a link stays a link, also one to nothing`()
      async throws
    {
      let workshop = try workshop()
      let result = try await shell(
        workshop,
        """
        mkdir x; echo old > x/real; chmod 640 x/real; ln -s real x/link; ln -s new x/dangling
        "$VCR" diff a.yaml b.yaml -o x/link; "$VCR" diff a.yaml b.yaml -o x/dangling
        ls -l x | cut -c 1-10,11-; ls x
        """)
      #expect(workshop.text("x/real")?.hasPrefix("a.yaml → b.yaml") == true)
      #expect(workshop.text("x/new") == workshop.text("x/real"))
      #expect(kind(workshop, "x/link") == S_IFLNK && kind(workshop, "x/dangling") == S_IFLNK)
      #expect(result.text.contains("-rw-r-----"), "\(result.text)")
      #expect(result.text.hasSuffix("dangling\nlink\nnew\nreal\n"), "\(result.text)")
    }

    @Test func `a report of a run goes to a FIFO as well`() async throws {
      let workshop = try workshop()
      let result = try await shell(
        workshop,
        """
        mkfifo report.json; cat report.json > got &
        "$VCR" replay -c a.yaml --report report.json -- curl -sS http://api.test/a; s=$?; wait
        exit $s
        """)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(workshop.text("got")?.hasPrefix("{") == true)
      #expect(kind(workshop, "report.json") == S_IFIFO)
    }

    /// Nodes of our own, so that no mistake can take those of the machine.
    @Test(.enabled(if: geteuid() == 0, "only root makes devices"))
    func `a device is written to and stays a device`() async throws {
      let workshop = try workshop()
      let made = try await shell(
        workshop, "mkdir dev && mknod dev/null c 1 3 && mknod dev/full c 1 7 && : > dev/null")
      try #require(made.status == 0, "\(made.errorText)")
      for (words, status, _) in Self.verbs {
        let result = try await workshop.vcr(words + ["dev/null"])
        #expect(result.status == status, "\(result.errorText)")
        let full = try await workshop.vcr(words + ["dev/full"])
        #expect(full.status == 74, "\(words): \(full.errorText)")
        #expect(full.errorText.contains("dev/full"), "\(full.errorText)")
        #expect(full.errorText.contains("no space left on device"), "\(full.errorText)")
      }
      #expect(kind(workshop, "dev/null") == S_IFCHR && kind(workshop, "dev/full") == S_IFCHR)
    }

    @Test(
      .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs a full device"),
      arguments: [
        "show b.yaml", "show b.yaml 1", "show b.yaml --format json", "show b.yaml --curl", "env",
        "diff a.yaml b.yaml", "diff a.yaml b.yaml --format html", "check c.yaml",
        "check a.yaml --format junit", "check a.yaml --format json", "verify c.yaml",
        "verify c.yaml --format json", "--help", "--version", "diff --help", "init",
        "convert in.har -",
      ])
    func `a full disk behind standard output is an error`(words: String) async throws {
      let workshop = try workshop()
      try workshop.folder.write("vcr: 1\ninteractions:\n- nothing\n", to: "c.yaml")
      let service = try LoopbackServer { _ in ServerResponse(text: "other") }
      if words.hasPrefix("verify c") {
        try workshop.writeCassette("c.yaml", urls: [service.origin + "/"])
      }
      let result = try await shell(workshop, "\"$VCR\" \(words) > /dev/full")
      #expect(result.status == 74, "\(result.errorText)")
      #expect(result.errorText.contains("no space left on device"), "\(result.errorText)")
    }

    @Test(arguments: ["show b.yaml", "diff a.yaml b.yaml", "diff a.yaml b.yaml -o -", "env"])
    func `a reader that went away is no error to tell of`(words: String) async throws {
      let workshop = try workshop()
      for ignoring in ["", "trap '' PIPE; "] {
        let result = try await shell(
          workshop,
          "mkfifo gate; \(ignoring){ cat gate; \"$VCR\" \(words); echo $? > status; } | "
            + "{ exec < /dev/null; echo > gate; }")
        #expect(workshop.text("status") == "141\n", "\(ignoring) \(result.errorText)")
        #expect(!result.errorText.contains("vcr:"), "\(result.errorText)")
        _ = try await shell(workshop, "rm gate status")
      }
    }
  }
#endif
