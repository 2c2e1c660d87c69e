#if CommandLineTool && os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import VCRUpstream

  @testable import VCRCommand

  /// Clients that no variable leads to `vcr`, in a network of their own.
  @Suite(
    .serialized,
    .enabled("this machine allows no namespaces") { try await Isolated.isAllowed() })
  struct IsolationTests {
    @Test func `addresses that nobody looked up are recorded by Host or by themselves`()
      async throws
    {
      let workshop = try Workshop()
      let server = try LoopbackServer { ServerResponse(text: "\($0.target)\n") }
      let places = ["10.9.8.7:80", "[2001:db8::7]:8080", "named.test:80"]
      let result = try await workshop.vcr(
        ["record", "-c", "c.yaml"]
          + places.flatMap { ["--map", "\($0)=127.0.0.1:\(server.port)"] }
          + [
            "--", "curl", "-sSg", "--noproxy", "*", "http://10.9.8.7/a",
            "http://[2001:db8::7]:8080/b", "--resolve", "named.test:80:10.1.2.3",
            "http://named.test/c",
          ])
      #expect(result.text == "/a\n/b\n/c\n", "\(result.errorText)")
      let text = try #require(workshop.text("c.yaml"))
      for url in ["http://10.9.8.7/a", "http://[2001:db8::7]:8080/b", "http://named.test/c"] {
        #expect(text.contains("url: \(url)\n"), "\(text)")
      }
    }

    @Test(.enabled(if: Isolated.canChangeUser))
    func `an ordinary user is isolated and stays who it is`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { ServerResponse(text: "\($0.target)\n") }
      let script = "id -u; id -g; curl -sS --noproxy '*' http://api.test/a; touch mine; exit 3"
      let result = try await Isolated.vcr(
        asNobodyIn: workshop,
        [
          "record", "--mode", "all", "-c", "c.yaml", "--isolate", "require", "--map",
          "api.test:80=127.0.0.1:\(server.port)", "--", "sh", "-c", script,
        ])
      #expect(result.status == 3, "\(result.errorText)")
      #expect(result.text == "65534\n65534\n/a\n", "\(result.errorText)")
      let file = workshop.folder.file("mine").path(percentEncoded: false)
      let owner = try FileManager.default.attributesOfItem(atPath: file)[.ownerAccountID]
      #expect((owner as? NSNumber)?.intValue == 65534)
    }

    @Test(.enabled(if: Isolated.canChangeUser))
    func `root keeps every user, and a program may drop its privileges`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["https://api.test/a"])
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--isolate", "require", "--", "sh", "-c",
        """
        id -u && touch file && chown 65534:65534 file && stat -c %u file
        setpriv --reuid=65534 --regid=65534 --clear-groups \
          env -i curl -sS https://api.test/a && kill -TERM $$
        """)
      #expect(result.text == "0\n65534\na\n", "\(result.errorText)")
      #expect(result.status == 143, "\(result.errorText)")
    }

    @Test(.enabled(if: Isolated.canChangeUser), arguments: ["require", "off"])
    func `a program that gives up root's rights and keeps its variables trusts the run`(
      isolation: String
    ) async throws {
      let workshop = try Workshop()
      try workshop.open()
      try workshop.writeCassette("c.yaml", urls: ["https://api.test/a"])
      // What COMMAND becomes is named by a script, as in the entry point of an image.
      let script = """
        #!/bin/sh
        exec setpriv --reuid=65534 --regid=65534 --clear-groups sh -c \
          'curl -sS https://api.test/a && cat "$SSL_CERT_FILE" >/dev/null; cat "$WGETRC"'
        """
      try workshop.folder.write(script, to: "entry.sh")
      try workshop.folder.write("password = secret", to: "own.wgetrc")
      let result = try await workshop.vcr(
        ["replay", "-c", "c.yaml", "--isolate", isolation, "--", "sh", "entry.sh"],
        setting: ["WGETRC": workshop.folder.path + "/own.wgetrc"])
      #expect(result.text == "a\n", "\(result.errorText)")
      #expect(result.errorText.contains("wgetrc: Permission denied"), "\(result.errorText)")
    }

    @Test(.enabled(if: Isolated.canChangeUser))
    func `whatever root's COMMAND becomes trusts the run, whose folder stays root's alone`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.open()
      let started = try await SecureServer.start(in: workshop.folder)
      let service = try #require(started, "openssl and python3 make a service")
      // Nothing in the words of COMMAND tells that it changes its user.
      let program = """
        # All at once: what it becomes need not have the right to read Python's modules.
        import encodings.idna, os, stringprep, sys, urllib.request
        os.setgroups([]); os.setgid(65534); os.setuid(65534)
        folder = os.path.dirname(os.environ["SSL_CERT_FILE"])
        print(folder, sorted(os.listdir(folder)) == sorted(sys.argv[1:]), flush=True)
        response = urllib.request.urlopen("https://api.test/a").read()
        sys.stdout.buffer.write(response); sys.stdout.flush()
        try: print(open(os.environ["WGETRC"]).read())
        except PermissionError: print("hidden", flush=True)
        input()
        os.execvp("curl", ["curl", "-sS", "https://api.test/b"])
        """
      try workshop.folder.write(program, to: "worker.py")
      try workshop.folder.write("password = secret", to: ".wgetrc")
      let command = [
        "-c", "c.yaml", "--isolate", "require", "--", "sh", "-c",
        "exec python3 worker.py $(ls \"$(dirname \"$SSL_CERT_FILE\")\")",
      ]
      for verb in ["record", "replay"] {
        let run = try Child(
          Workshop.tool,
          [verb] + (verb == "record" ? service.options : []) + command,
          environment: workshop.environment.merging(["HOME": workshop.folder.path]) { $1 },
          directory: workshop.folder.url)
        let words = await run.nextLine()?.split(separator: " ").map(String.init) ?? []
        #expect(words.last == "True", "\(words)")
        #expect(await run.nextLine() == "grüße von /a")
        #expect(await run.nextLine() == "hidden")
        let folder = try #require(words.first)
        let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions]
        #expect(mode as? Int == 0o700)
        run.write(Array("\n".utf8))
        run.closeInput()
        let result = await run.finished()
        #expect(result.text.hasSuffix("grüße von /b\n"), "\(result.text)\(result.errorText)")
        #expect(result.status == 0, "\(result.errorText)")
        await service.stop()
      }
    }

    @Test func `no client is named where all come whatever they read`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let result = try await workshop.vcr("replay", "-c", "c.yaml", "--", "true")
      #expect(result.status == 81)
      #expect(
        result.errorText.contains(" (Go and Ruby never proxy localhost"), "\(result.errorText)")
      #expect(!result.errorText.contains("vcr env"), "\(result.errorText)")
    }

    @Test func `an empty line before the first request is no other protocol`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      try workshop.folder.write(
        """
        import socket
        s = socket.create_connection(("api.test", 80))
        s.sendall(b"\\r")
        s.sendall(b"\\n\\r\\nGET /a HTTP/1.1\\r\\nHost: api.test\\r\\nConnection: close\\r\\n\\r\\n")
        print(s.makefile("rb").read().decode().splitlines()[-1])
        """, to: "client.py")
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--isolate", "require", "--", "python3", "client.py")
      #expect(result.status == 0 && result.text == "a\n", "\(result.errorText)")
    }

    @Test func `what is not HTTP is refused in a replay and named`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      try workshop.folder.write(Self.attempts, to: "client.py")
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--", "sh", "-c",
        "curl -sS http://api.test/a; python3 client.py postgres.internal:5432 3 mail.internal:25 1")
      #expect(result.text == "a\nrefused\nrefused\nrefused\nrefused\n", "\(result.errorText)")
      // A client that sees the reset while it still connects tries the host's other address, too.
      #expect(
        ["1 attempt", "2 attempts"].contains { mail in
          result.errorText == """
            vcr: replayed 1 of 1: c.yaml; isolated
            vcr: refused, because it is not HTTP: mail.internal:25, \(mail); \
            postgres.internal:5432, 3 attempts (--allow HOST:PORT lets it through)

            """
        }, "\(result.errorText)")
    }

    @Test func `what is not HTTP reaches its service in a recording, whoever speaks first`()
      async throws
    {
      let workshop = try Workshop()
      let echo = try await Self.echo()
      try workshop.folder.write(Self.attempts, to: "client.py")
      let result = try await workshop.vcr(
        "record", "-c", "c.yaml",
        "--map", "postgres.internal:5432=127.0.0.1:\(echo.port)",
        "--map", "mail.internal:25=127.0.0.1:\(echo.port)",
        "--map", "late.internal:7777=127.0.0.1:\(echo.port)", "--",
        "python3", "client.py", "postgres.internal:5432", "1", "mail.internal:25", "1",
        "late.internal:7777", "1")
      #expect(result.text == "hello\nhello\nhello\n", "\(result.errorText)")
      #expect(
        result.errorText.contains(
          "passed through unrecorded: late.internal:7777, 1 connection; mail.internal:25, "
            + "1 connection; postgres.internal:5432, 1 connection"), "\(result.errorText)")
      echo.child.kill()
    }

    @Test func `a service of this machine stays reachable unless it is shut out`() async throws {
      let workshop = try Workshop()
      let echo = try await Self.echo()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      try workshop.folder.write(Self.attempts, to: "client.py")
      let place = "127.0.0.1:\(echo.port)"
      let command = [
        "--", "sh", "-c", "curl -sS http://api.test/a; python3 client.py \(place) 1",
      ]
      let open = try await workshop.vcr(["replay", "-c", "c.yaml"] + command)
      #expect(open.text == "a\nhello\n", "\(open.errorText)")
      #expect(open.errorText.contains("not proven: 1 connection to services of this machine"))
      #expect(open.errorText.contains("services of this machine: \(place), 1 connection\n"))
      let shut = try await workshop.vcr(["replay", "-c", "c.yaml", "--no-host-ports"] + command)
      #expect(shut.text == "a\nrefused\n", "\(shut.errorText)")
      #expect(shut.errorText.contains("; isolated\n"), "\(shut.errorText)")
      // Whatever name loopback is given, the service is the same.
      for host in ["127.0.0.1", "localhost", "API.localhost", "0.0.0.0"] {
        let allowed = try await workshop.vcr(
          ["replay", "-c", "c.yaml", "--no-host-ports", "--allow", "\(host):\(echo.port)"] + command
        )
        #expect(allowed.text == "a\nhello\n", "\(host): \(allowed.errorText)")
        #expect(allowed.errorText.contains("; not proven: 1 passed through\n"), "\(host)")
      }
      echo.child.kill()
    }

    @Test func `a name that the table of hosts has is let through`() async throws {
      let workshop = try Workshop()
      let table = "127.0.1.1 a\n127.0.0.1\tdb.test DB2.test # own.test\n10.0.0.1 far.test\n"
      let hosts = try workshop.folder.write(table, to: "hosts")
      func found(_ name: String) -> [Upstream.Address] {
        HostsFile.addresses(of: Upstream.Address(host: name, port: 5432), at: hosts.path)
      }
      for name in ["db.test", "db2.test"] {
        #expect(found(name) == [Upstream.Address(host: "127.0.0.1", port: 5432)])
      }
      #expect(found("far.test") == [Upstream.Address(host: "10.0.0.1", port: 5432)])
      for name in ["own.test", "db"] { #expect(found(name) == []) }
      let probe = try await Child.run(
        "unshare", ["-rm", "mount", "--bind", hosts.path, "/etc/hosts"])
      guard probe.status == 0 else { try Test.cancel("no table of hosts can be laid over here") }
      let echo = try await Self.echo()
      try workshop.folder.write(Self.attempts, to: "client.py")
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let script = """
        mount --bind hosts /etc/hosts || exit 9
        for name in db.test far.test; do
          "$0" replay -c c.yaml --no-host-ports --allow $name:$1 -- \\
            sh -c "curl -sS http://api.test/a; python3 client.py db.test:$1 1"
        done
        """
      let result = try await Child.run(
        "unshare", ["-rm", "sh", "-c", script, Workshop.tool, "\(echo.port)"],
        environment: workshop.environment, directory: workshop.folder.url)
      #expect(result.text == "a\nhello\na\nrefused\n", "\(result.errorText)")
      echo.child.kill()
    }

    @Test func `a port that opens outside during the run is reachable`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(Self.attempts, to: "client.py")
      let child = try workshop.start(
        "record", "--mode", "all", "-c", "c.yaml", "--", "sh", "-c",
        """
        echo ready; read port
        until python3 client.py 127.0.0.1:$port 1 | grep hello; do :; done
        """)
      #expect(await child.nextLine() == "ready")
      let echo = try await Self.echo()
      child.write(Array("\(echo.port)\n".utf8))
      let result = await child.finished(timeout: 300)
      #expect(result.text == "ready\nhello\n", "\(result.errorText)")
      echo.child.kill()
    }

    @Test
    func `a port on which nobody listens yet is refused, and COMMAND's own server is its own`()
      async throws
    {
      let workshop = try Workshop()
      let result = try await workshop.vcr(
        "record", "--mode", "all", "-c", "c.yaml", "--", "python3", "-c",
        """
        import socket, threading
        probe = socket.socket(); probe.bind(("127.0.0.1", 0)); port = probe.getsockname()[1]
        probe.close()
        print(socket.socket().connect_ex(("127.0.0.1", port)) != 0)
        server = socket.socket(); server.bind(("0.0.0.0", port)); server.listen()
        client = socket.create_connection(("127.0.0.1", port))
        there, _ = server.accept(); there.send(b"own"); print(client.recv(3))
        """)
      #expect(result.text == "True\nb'own'\n", "\(result.errorText)")
      #expect(result.status == 0)
    }

    @Test(arguments: ["", "kills what connects for vcr"])
    func `a server that COMMAND starts is recorded by clients that use the proxy`(
      between: String
    ) async throws {
      let workshop = try Workshop()
      try workshop.folder.write(
        """
        import http.server, os, subprocess, sys, threading
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200); self.send_header("Content-Length", "4"); self.end_headers()
                self.wfile.write(b"own\\n")
            def log_message(self, *arguments): pass
        server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for name in ("127.0.0.1", "localhost"):
            url = f"http://{name}:{server.server_address[1]}/a"
            sys.exit(1) if subprocess.run(["curl", "-sS", url]).returncode else None
            threads = f"/proc/{os.getppid()}/task/"
            children = " ".join(open(f"{threads}{thread}/children").read() for thread in os.listdir(threads))
            others = {int(child) for child in children.split()} - {os.getpid()}
            assert len(others) == 1, others
            if sys.argv[1]: os.kill(others.pop(), 9)
        """, to: "suite.py")
      let result = try await workshop.vcr(
        "record", "-c", "c.yaml", "--", "python3", "suite.py", between)
      #expect(result.text == "own\nown\n", "\(result.errorText)")
      #expect(result.errorText.contains("recorded 2: c.yaml\n"), "\(result.errorText)")
    }

    /// `HOST:PORT N …`: connects N times, sends what is not HTTP, and prints the answer; to port 25
    /// and above 7000 nothing is sent before the service has spoken.
    private static let attempts = """
      import socket, sys
      words = sys.argv[1:]
      for place, count in zip(words[::2], words[1::2]):
          host, port = place.rsplit(":", 1)
          for _ in range(int(count)):
              try:
                  connection = socket.create_connection((host, int(port)), timeout=240)
                  waits = int(port) in (25, 7777)
                  if not waits: connection.send(b"\\0\\0\\0\\x08\\x04\\xd2\\x16\\x2f")
                  answer = connection.recv(5)
                  print(answer.decode() or "refused", flush=True)
              except OSError:
                  print("refused", flush=True)
      """

    /// A service that greets whoever connects.
    private static func echo() async throws -> (child: Child, port: Int) {
      let child = try Child(
        "python3",
        [
          "-c",
          """
          import socket
          server = socket.socket(); server.bind(("127.0.0.1", 0)); server.listen()
          print(server.getsockname()[1], flush=True)
          while True:
              connection, _ = server.accept()
              connection.send(b"hello")
          """,
        ])
      let line = await child.nextLine()
      return (child, try #require(line.flatMap { Int($0) }))
    }
  }
#endif
