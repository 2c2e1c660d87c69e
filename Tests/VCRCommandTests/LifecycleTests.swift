#if CommandLineTool && os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// What becomes of COMMAND, of what it starts and of what trusts a run when things do not end in
  /// order.
  struct LifecycleTests {
    /// How COMMAND is kept from going round `vcr`.
    enum Rung: CaseIterable, Sendable {
      case namespaces
      case seccomp

      func isAllowed() async throws -> Bool {
        switch self {
        case .namespaces: try await Isolated.isAllowed()
        case .seccomp: try await Isolated.isFilterAllowed()
        }
      }

      func start(in workshop: Workshop, _ arguments: [String]) throws -> Child {
        switch self {
        case .namespaces: try workshop.start(arguments)
        case .seccomp: try Sandbox.docker.start(in: workshop, arguments)
        }
      }
    }

    /// Waits until a file is there, or for five minutes.
    private func appears(_ name: String, in workshop: Workshop) async throws -> String? {
      for _ in 0..<3000 {
        if let text = workshop.text(name), text.hasSuffix("\n") { return text }
        try await Task.sleep(for: .milliseconds(100))
      }
      return nil
    }

    /// The processes whose working folder is that of a workshop.
    private func processes(in workshop: Workshop) throws -> [pid_t] {
      let folder = workshop.folder.url.resolvingSymlinksInPath().path
      return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }
        .filter {
          (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/cwd")) == folder
        }
    }

    @Test func `when vcr is killed while it starts COMMAND, no process is left`() async throws {
      let workshop = try Workshop()
      // Killed later and later, as its start takes another time on each machine.
      for step in 1...12 {
        let child = try workshop.start("record", "-c", "c\(step).yaml", "--", "true")
        try await Task.sleep(for: .milliseconds(step * 25))
        child.signal(SIGKILL)
        _ = await child.finished()
      }
      var left = try processes(in: workshop)
      for _ in 0..<600 where !left.isEmpty {
        try await Task.sleep(for: .milliseconds(100))
        left = try processes(in: workshop)
      }
      #expect(left.isEmpty)
      for process in left { kill(process, SIGKILL) }
    }

    @Test(arguments: Rung.allCases)
    func `when vcr is killed, COMMAND reaches nobody and trusts nobody any more`(
      rung: Rung
    ) async throws {
      guard try await rung.isAllowed() else { try Test.cancel("not allowed here") }
      let workshop = try Workshop()
      let server = try LoopbackServer { ServerResponse(text: "\($0.target)\n") }
      let child = try rung.start(
        in: workshop,
        [
          "record", "-c", "c.yaml", "--isolate", "require", "--map",
          "api.test:80=127.0.0.1:\(server.port)", "--", "sh", "-c",
          """
          curl -sS http://api.test/a; readlink /proc/self/ns/net; dirname "$SSL_CERT_FILE"; read go
          for url in http://api.test/b https://api.test/c http://127.0.0.1:\(server.port)/d; do
            curl -sS -m 60 "$url"; echo "status $?"
            curl -sS -m 60 --noproxy "*" "$url"; echo "status $?"
          done
          """,
        ])
      #expect(await child.nextLine() == "/a")
      let network = await child.nextLine()
      let folder = try #require(await child.nextLine())
      kill(child.id, SIGKILL)
      child.write(Array("go\n".utf8))
      var statuses: [String] = []
      while let line = await child.nextLine() { statuses.append(line) }
      _ = await child.finished()
      #expect(statuses.count == 6 && !statuses.contains("status 0"), "\(statuses)")
      #expect(server.requests.map(\.target) == ["/a"])
      // Whatever is left of the folder is a certificate, whose key was in memory alone.
      #expect(FileManager.default.fileExists(atPath: folder))
      #expect(workshop.text("c.yaml") == nil)
      let recovered = try await workshop.vcr("recover", "c.yaml")
      #expect(recovered.errorText.contains("recovered 1 interaction"), "\(recovered.errorText)")
      let next = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--", "curl", "-s", "http://api.test/a")
      #expect(next.text == "/a\n", "\(next.errorText)")
      #expect(!FileManager.default.fileExists(atPath: folder))
      #expect(try workshop.leftovers == [])
      #expect(network?.hasPrefix("net:[") == true)
      if rung == .namespaces { #expect(try await isGone(network ?? "")) }
    }

    /// True when no process is in a network any more, or not after five minutes.
    private func isGone(_ network: String) async throws -> Bool {
      let files = FileManager.default
      for _ in 0..<3000 {
        let processes = try files.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
        let isThere = processes.contains {
          (try? files.destinationOfSymbolicLink(atPath: "/proc/\($0)/ns/net")) == network
        }
        if !isThere { return true }
        try await Task.sleep(for: .milliseconds(100))
      }
      return false
    }

    @Test(arguments: Rung.allCases)
    func `a server that COMMAND leaves behind lives on, and reaches nobody`(
      rung: Rung
    ) async throws {
      guard try await rung.isAllowed() else { try Test.cancel("not allowed here") }
      let workshop = try Workshop()
      let server = try LoopbackServer { ServerResponse(text: "\($0.target)\n") }
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      try workshop.folder.write(
        """
        import os, socket, sys, time
        print("up", flush=True)
        own = socket.socket(); own.bind(("127.0.0.1", 0)); own.listen()
        os.close(1); os.close(2)
        while not os.path.exists("go"): time.sleep(0.05)
        words = []
        for place in (("127.0.0.1", int(sys.argv[1])), ("192.0.2.1", 80)):
            try:
                client = socket.create_connection(place, timeout=60)
                client.send(b"GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
                words.append("reached" if client.recv(1) else "closed")
            except OSError: words.append("refused")
        open("out", "w").write(" ".join(words) + "\\n")
        """, to: "daemon.py")
      let child = try rung.start(
        in: workshop,
        [
          "replay", "-c", "c.yaml", "--isolate", "require", "--", "sh", "-c",
          "setsid python3 daemon.py \(server.port) </dev/null & curl -sS http://api.test/a; sleep 1",
        ])
      let result = await child.finished(timeout: 300)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(Set(result.text.split(separator: "\n")) == ["up", "a"], "\(result.errorText)")
      try workshop.folder.write("", to: "go")
      let words = try #require(try await appears("out", in: workshop))
      #expect(!words.contains("reached"), "\(words)")
      #expect(server.requests.isEmpty)
    }

    @Test(.enabled(if: Isolated.canChangeUser && Tool.isInstalled("unshare")))
    func `as the first process of a container, vcr reaps what COMMAND leaves behind`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let result = try await Child.run(
        "unshare",
        [
          "--pid", "--fork", "--mount-proc", Workshop.tool, "replay", "-c", "c.yaml", "--", "sh",
          "-c",
          """
          curl -sS http://api.test/a
          for n in 1 2 3 4 5; do (sleep 0.1 &); done
          sleep 1
          for n in $(seq 300); do
            zombies=$(grep -l "^State:.Z" /proc/[0-9]*/status 2>/dev/null | wc -l)
            [ $zombies = 0 ] && break
            sleep 0.1
          done
          echo "$zombies zombies"; exit 7
          """,
        ], environment: workshop.environment, directory: workshop.folder.url, timeout: 300)
      #expect(result.text == "a\n0 zombies\n", "\(result.errorText)")
      #expect(result.status == 7, "\(result.errorText)")
    }

    @Test func `two runs at once do not know of each other`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { ServerResponse(text: "\($0.target)\n") }
      let script = "for n in 1 2 3 4 5 6 7 8; do curl -sS http://api.test/$0$n; done"
      func arguments(_ name: String) -> [String] {
        [
          "record", "-c", name + ".yaml", "--map", "api.test:80=127.0.0.1:\(server.port)", "--",
          "sh", "-c", script, name,
        ]
      }
      func lines(_ name: String) -> String { (1...8).map { "/\(name)\($0)\n" }.joined() }
      async let first = workshop.vcr(arguments("a"), timeout: 300)
      async let second = workshop.vcr(arguments("b"), timeout: 300)
      for (name, result) in try await [("a", first), ("b", second)] {
        #expect(result.text == lines(name), "\(result.errorText)")
        #expect(result.errorText.contains("recorded 8: \(name).yaml"), "\(result.errorText)")
      }
      let replay = ["replay", "-c", "a.yaml", "--", "sh", "-c", script, "a"]
      async let third = workshop.vcr(replay, timeout: 300)
      async let fourth = workshop.vcr(replay, timeout: 300)
      for result in try await [third, fourth] {
        #expect(result.text == lines("a"), "\(result.errorText)")
        #expect(result.status == 0)
      }
      #expect(try workshop.leftovers == [])
    }

    @Test func `two recordings of one cassette at once: the second says so and runs nothing`()
      async throws
    {
      let workshop = try Workshop()
      let first = try workshop.start(
        "record", "-c", "c.yaml", "--", "sh", "-c", "echo ready; read go")
      #expect(await first.nextLine() == "ready")
      let second = try await workshop.vcr("record", "-c", "c.yaml", "--", "echo", "run")
      #expect(second.status == 82 && second.text.isEmpty, "\(second.errorText)")
      first.write(Array("go\n".utf8))
      #expect(await first.finished().status == 0)
    }
  }
#endif
