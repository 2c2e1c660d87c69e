#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  struct SignalTests {
    @Test(arguments: [(SIGTERM, "TERM"), (SIGHUP, "HUP"), (SIGINT, "INT"), (SIGQUIT, "QUIT")])
    func `a signal sent to vcr alone reaches COMMAND`(signal: Int32, name: String) async throws {
      let workshop = try Workshop()
      let child = try workshop.start(
        "record", "--", "sh", "-c",
        "trap 'echo got \(name); exit 3' \(name); echo ready; while :; do sleep 0.05; done")
      #expect(await child.nextLine() == "ready")
      child.signal(signal)
      let result = await child.finished()
      #expect(result.text.contains("got \(name)"))
      #expect(result.status == 3)
      #expect(try workshop.leftovers == [])
    }

    @Test func `a COMMAND that a passed on signal ends is reported as shells do`() async throws {
      let workshop = try Workshop()
      let child = try workshop.start("record", "--", "sh", "-c", "echo ready; exec sleep 60")
      #expect(await child.nextLine() == "ready")
      child.signal(SIGTERM)
      #expect(await child.finished().status == 128 + SIGTERM)
    }

    /// COMMAND counts: after the first SIGINT it has `vcr` send it SIGUSR1, behind which a second
    /// SIGINT could not be.
    @Test func `Ctrl-C at a terminal reaches COMMAND once`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(
        """
        import os, signal
        count = 0
        def interrupted(*_):
            global count
            count += 1
            os.kill(os.getppid(), signal.SIGUSR1)
        def asked(*_):
            print("interrupted", count, flush=True)
            os._exit(5)
        signal.signal(signal.SIGINT, interrupted)
        signal.signal(signal.SIGUSR1, asked)
        print("ready", flush=True)
        while True: signal.pause()
        """, to: "counter.py")
      try workshop.folder.write(
        """
        import os, pty, sys
        pid, terminal = pty.fork()
        if pid == 0: os.execv(sys.argv[1], [sys.argv[1]] + sys.argv[2:])
        text = b""
        sent = False
        while True:
            try: piece = os.read(terminal, 1024)
            except OSError: break
            if not piece: break
            text += piece
            if b"ready" in text and not sent:
                sent = True
                os.write(terminal, b"\\x03")
        print(text.decode())
        print("status", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        """, to: "terminal.py")
      let result = try await Child.run(
        "python3",
        ["terminal.py", Workshop.tool, "record", "--", "python3", "counter.py"],
        environment: workshop.environment, directory: workshop.folder.url)
      #expect(result.text.contains("interrupted 1"), "\(result.text)")
      #expect(result.text.contains("status 5"), "\(result.text)")
    }

    @Test func `a signal that vcr was told to ignore stays ignored`() async throws {
      let workshop = try Workshop()
      let result = try await Child.run(
        "sh",
        [
          "-c", "trap '' HUP; exec \"$0\" record -- sh -c 'kill -HUP $$ $PPID; echo alive'",
          Workshop.tool,
        ],
        environment: workshop.environment, directory: workshop.folder.url)
      #expect(result.text == "alive\n")
      #expect(result.status == 0)
    }

    @Test func `COMMAND starts with the signals of its caller`() async throws {
      let workshop = try Workshop()
      let script = "trap '' USR1; exec \"$@\" grep -E '^Sig(Blk|Ign)' /proc/self/status"
      let through = try await Child.run(
        "sh", ["-c", script, "sh", Workshop.tool, "record", "--"],
        environment: workshop.environment, directory: workshop.folder.url)
      guard through.status == 0 else { try Test.cancel("there is no /proc here") }
      let lines = through.text.split(separator: "\n")
      try #require(lines.count == 2)
      let sets = try lines.map { try #require(UInt64($0.suffix(16), radix: 16)) }
      #expect(sets[0] == 0)
      // The C library itself ignores its two internal signals, 32 and 33, in a spawned child.
      #expect(sets[1] & ~(3 << 31) == 1 << UInt64(SIGUSR1 - 1))
    }

    /// The system forgets a child of such a process as soon as it ends.
    @Test(arguments: ["auto", "off"])
    func `a vcr whose caller ignores SIGCHLD has the status of COMMAND, which ignores it, too`(
      isolation: String
    ) async throws {
      let workshop = try Workshop()
      let result = try await Child.run(
        "python3",
        [
          "-c",
          "import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN); "
            + "os.execv(sys.argv[1], sys.argv[1:])",
          Workshop.tool, "record", "--isolate", isolation, "--", "python3", "-c",
          "import signal, sys; print(signal.getsignal(signal.SIGCHLD) == signal.SIG_IGN); sys.exit(3)",
        ], environment: workshop.environment, directory: workshop.folder.url, timeout: 60)
      #expect(!result.timedOut && result.status == 3, "\(result.errorText)")
      #expect(result.text == "True\n")
    }

    #if os(Linux)
      @Test(.enabled(if: Isolated.canChangeUser && Tool.isInstalled("prlimit")))
      func `SIGTERM ends vcr also where COMMAND leaves no process to be had`() async throws {
        let workshop = try Workshop()
        try workshop.open()
        let command = """
          import os, signal, sys, time
          signal.signal(signal.SIGTERM, signal.SIG_IGN)
          try:
              while True:
                  if os.fork() == 0:
                      os.closerange(1, 64)
                      time.sleep(600)
          except OSError: print("full", flush=True)
          time.sleep(600)
          """
        // Nobody else is this user, whose processes are counted.
        let child = try Child(
          "setpriv",
          [
            "--reuid=64802", "--regid=65534", "--clear-groups", "prlimit", "--nproc=60",
            Workshop.tool, "record", "--isolate", "off", "-c", "c.yaml", "--", "python3", "-c",
            command,
          ], environment: workshop.environment, directory: workshop.folder.url)
        #expect(await child.nextLine() == "full")
        child.signal(SIGTERM)
        let result = await child.finished(timeout: 60)
        #expect(!result.timedOut && result.status == 128 + SIGKILL, "\(result.errorText)")
        let rest = try Child(
          "setpriv", ["--reuid=64802", "--regid=65534", "--clear-groups", "kill", "-9", "--", "-1"])
        _ = await rest.finished(timeout: 60)
      }
    #endif
  }
#endif
