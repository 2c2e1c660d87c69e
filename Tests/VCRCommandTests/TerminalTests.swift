#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// What a user sees and does at a terminal.
  struct TerminalTests {
    private func service() throws -> ScopeService { try ScopeService() }

    private static let verbs = [
      "record", "replay", "show", "diff", "verify", "recover", "convert", "check", "redact", "env",
      "doctor", "init", "noise",
    ]

    @Test(arguments: verbs)
    func `the help of a verb begins with an example and fits a screen`(_ verb: String) async throws
    {
      let workshop = try Workshop()
      let help = try await workshop.vcr(verb, "--help").text
      let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 45, "\(lines.count)")
      #expect(lines.prefix(4).contains { $0.hasPrefix("  vcr \(verb)") }, "\(help)")
      #expect(!help.contains("EXIT STATUS"), "vcr --help alone lists them")
    }

    @Test func `rare options stand in the long help alone`() async throws {
      let workshop = try Workshop()
      for (verb, option) in [
        ("record", "--upstream-ca"), ("replay", "--upstream-ca"), ("verify", "--jobs"),
        ("check", "--fail-on"),
      ] {
        let help = try await workshop.vcr(verb, "--help").text
        let all = try await workshop.vcr(verb, "--help-hidden").text
        #expect(all.contains(option) && !help.contains(option), "\(verb)")
      }
    }

    @Test func `the manual has a page for each verb, with what is typed`() async throws {
      guard Tool.isInstalled("python3") else { try Test.cancel("python3 is not installed") }
      let workshop = try Workshop()
      let result = try await Child.run(
        "python3", [Package.path(".ci/manual"), "pages", Workshop.tool],
        directory: workshop.folder.url)
      #expect(result.status == 0, "\(result.errorText)")
      for verb in Self.verbs {
        let page = workshop.text("pages/vcr-\(verb).1") ?? ""
        #expect(page.contains("\n.SH SYNOPSIS\n"), "\(verb)")
      }
      let page = workshop.text("pages/vcr-replay.1") ?? ""
      #expect(page.contains("\n\\fBvcr replay\\fR [options] \\-\\- <command> ..."), "\(page)")
      #expect(workshop.text("pages/vcr.1")?.contains("EXIT STATUS") == true)
    }

    @Test func `the version can be asked for as a verb`() async throws {
      let workshop = try Workshop()
      let verb = try await workshop.vcr("version")
      #expect(verb.status == 0)
      #expect(verb.text == (try await workshop.vcr("--version").text))
    }

    @Test func `each exchange is printed with --verbose, and none without`() async throws {
      let service = try service()
      let command =
        ["-c", "c.yaml"] + service.map + ["--", "curl", "-s", "http://svc.test/x?key=1"]
      let recorded = try await service.workshop.vcr(["record", "-v"] + command)
      #expect(
        recorded.errorText.contains("vcr: recorded GET http://svc.test/x?key=1 200\n"),
        "\(recorded.errorText)")
      let replayed = try await service.workshop.vcr(["replay", "-v"] + command)
      #expect(replayed.errorText.contains("vcr: replayed GET http://svc.test/x?key=1 200\n"))
      let silent = try await service.workshop.vcr(["replay"] + command)
      #expect(!silent.errorText.contains("GET"), "\(silent.errorText)")
    }

    @Test func `the summary of a job is added to`() async throws {
      let service = try service()
      let file = try service.workshop.folder.write("# Before\n", to: "summary.md")
      let variables = ["GITHUB_STEP_SUMMARY": file.path(percentEncoded: false)]
      let command = ["-c", "c.yaml"] + service.map + ["--", "curl", "-s", "http://svc.test/x"]
      _ = try await service.workshop.vcr(["record"] + command, setting: variables)
      _ = try await service.workshop.vcr(["replay"] + command, setting: variables)
      let summary = try #require(service.workshop.text("summary.md"))
      #expect(summary.hasPrefix("# Before\n"))
      #expect(summary.components(separatedBy: "### ").count == 3, "\(summary)")
    }

    @Test(arguments: [1, 2])
    func `a COMMAND that ignores SIGTERM is killed, at once when it is sent twice`(
      _ count: Int
    ) async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://svc.test/x"])
      let child = try workshop.start(
        "replay", "-c", "c.yaml", "--", "sh", "-c",
        "trap 'echo no' TERM; echo ready; while :; do sleep 0.1; done")
      #expect(await child.nextLine() == "ready")
      child.signal(SIGTERM)
      #expect(await child.nextLine() == "no")
      if count == 2 { child.signal(SIGTERM) }
      let result = await child.finished()
      #expect(result.status == 128 + SIGKILL, "\(result.errorText)")
      #expect(result.errorText.contains("is killed"))
    }

    @Test func `Ctrl-Z stops vcr and COMMAND, fg lets both go on, and the line shows the hosts`()
      async throws
    {
      let service = try service()
      // A shell with job control on a terminal of its own.
      let script = """
        import os, pty, select, shlex, sys, time
        child, terminal = pty.fork()
        if child == 0:
            os.environ["TERM"] = "xterm"
            os.execvp("bash", ["bash", "--norc", "-i"])
        seen = b""
        def expect(word):
            global seen
            end = time.time() + 600
            while word not in seen:
                if time.time() > end: sys.exit(f"no {word} in {seen}")
                if select.select([terminal], [], [], 1)[0]: seen += os.read(terminal, 4096)
            seen = seen.split(word, 1)[-1]
            print(word.decode())
        def type(text): os.write(terminal, text)
        type(b"PS1=next''-; stty -echo; echo be''gin\\n")
        expect(b"begin")
        # What is typed before the prompt may be thrown away.
        expect(b"next-")
        type(shlex.join(sys.argv[1:]).encode() + b"\\n")
        expect(b"1 host")
        type(b"\\x1a")
        expect(b"Stopped")
        expect(b"next-")
        # Nothing is typed before COMMAND reads again: the shell would take it.
        type(b"jobs -s | grep -c vcr | sed 's/^/stopped: /'; fg\\n")
        expect(b"stopped: 1")
        expect(b"replay -c c.yaml")
        type(b"go\\n")
        expect(b"go done")
        expect(b"replayed 1 of 1")
        type(b"echo status $?; exit\\n")
        expect(b"status 0")
        """
      try service.workshop.folder.write(script, to: "terminal.py")
      try service.workshop.writeCassette("c.yaml", urls: ["http://svc.test/x"])
      let result = try await Child.run(
        "python3",
        [
          "terminal.py", Workshop.tool, "replay", "-c", "c.yaml", "--", "sh", "-c",
          "curl -s http://svc.test/x >/dev/null; read word; echo $word done",
        ], environment: service.workshop.environment, directory: service.workshop.folder.url,
        timeout: 1200)
      #expect(
        result.status == 0 && result.text.hasSuffix("status 0\n"),
        "\(result.text)\(result.errorText)")
    }

    @Test(arguments: ["' ended'", "' ended\\n'"])
    func `the line stands below what COMMAND writes, and what is said last in one of its own`(
      _ end: String
    ) async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://svc.test/x"])
      // Prints the lines as they stand on the terminal in the end.
      let script = """
        import fcntl, os, pty, re, struct, sys, termios
        child, terminal = pty.fork()
        if child == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 24, 0, 0))
            settings = termios.tcgetattr(0)
            settings[3] &= ~termios.ECHO
            termios.tcsetattr(0, termios.TCSANOW, settings)
            os.environ["TERM"] = "xterm"
            os.execvp(sys.argv[1], sys.argv[1:])
        seen, typed = b"", False
        while True:
            try: seen += os.read(terminal, 4096)
            except OSError: break
            if b"1 request" in seen and not typed: typed = os.write(terminal, b"\\n")
        rows, row, column, kept = {}, 0, 0, None
        for part in re.findall(r"\\x1b(?:\\[[0-9;]*[A-Za-z]|.)|.", seen.decode(), re.S):
            line = rows.setdefault(row, [])
            if part == "\\r": column = 0
            elif part in ("\\n", "\\x1bD"): row += 1
            elif part == "\\x1bM": row -= 1
            elif part == "\\x1b7": kept = (row, column)
            elif part == "\\x1b8": (row, column), kept = kept, None
            elif part == "\\x1b[J":
                del line[column:]
                rows = {place: text for place, text in rows.items() if place <= row}
            else:
                assert kept is None or column < 24, "the line goes on in the next"
                if column == 24:
                    row, column = row + 1, 0
                    line = rows.setdefault(row, [])
                line[column:column + 1] = [part]
                column += 1
        for place in sorted(rows): print("".join(rows[place]).rstrip())
        """
      try workshop.folder.write(script, to: "terminal.py")
      let result = try await Child.run(
        "python3",
        [
          "terminal.py", Workshop.tool, "replay", "-c", "c.yaml", "--", "sh", "-c",
          "printf begun; curl -s http://svc.test/x >/dev/null; read word; printf \(end)",
        ], environment: workshop.environment, directory: workshop.folder.url, timeout: 1200)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text.hasPrefix("begun ended\nvcr: replayed 1 of 1"), "\(result.text)")
    }

    @Test(arguments: ["begun", "begun\n"])
    func `what is said last has a line of its own in a file that both write to`(
      _ text: String
    ) async throws {
      let workshop = try Workshop()
      let result = try await Child.run(
        "sh",
        [
          "-c", "exec \"$0\" record -c c.yaml -- printf \"$1\" >both 2>&1", Workshop.tool, text,
        ], environment: workshop.environment, directory: workshop.folder.url)
      #expect(result.status == 0, "\(result.errorText)")
      let both = workshop.text("both") ?? ""
      #expect(both.hasPrefix("begun\nvcr: nothing was recorded: "), "\(both)")
    }
  }
#endif
