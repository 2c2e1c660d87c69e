#if CommandLineTool && os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Clients that no variable leads to `vcr`, where namespaces are refused, as in a container.
  @Suite(
    .serialized,
    .enabled("this machine allows no filter that asks") { try await Isolated.isFilterAllowed() })
  struct FilteredIsolationTests {
    @Test(.enabled(if: Isolated.canChangeUser))
    func `an ordinary user is isolated and stays who it is`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { ServerResponse(text: "\($0.target)\n") }
      let result = try await Sandbox.docker.vcr(
        in: workshop, isNobody: true,
        [
          "record", "--mode", "all", "-c", "c.yaml", "--isolate", "require", "--map",
          "api.test:80=127.0.0.1:\(server.port)", "--", "sh", "-c",
          "id -u; id -g; curl -sS --noproxy '*' http://api.test/a; exit 3",
        ])
      #expect(result.status == 3, "\(result.errorText)")
      #expect(result.text == "65534\n65534\n/a\n", "\(result.errorText)")
    }

    @Test(.enabled(if: Isolated.canChangeUser))
    func `a program that root's COMMAND runs as another user takes part`() async throws {
      let workshop = try Workshop()
      try workshop.open()
      guard let secure = try await SecureServer.start(in: workshop.folder)
      else { try Test.cancel("openssl and python3 make a service") }
      // One of two users at a time, and root between them.
      let script = """
        as() { setpriv --reuid=$1 --regid=$1 --clear-groups curl -sS "https://api.test/$1"; }
        as 65534; curl -sS https://api.test/0; as 65533
        as 65532 >out2 & as 65531 >out1 & curl -sS https://api.test/1; wait; cat out1 out2
        """
      let command = ["-c", "c.yaml", "--isolate", "require", "--", "sh", "-c", script]
      let users = ["65534", "0", "65533", "1", "65531", "65532"]
      let recorded = try await Sandbox.docker.vcr(
        in: workshop, ["record"] + secure.options + command)
      await secure.stop()
      #expect(
        recorded.text == users.map { "grüße von /\($0)\n" }.joined(), "\(recorded.errorText)")
      let replayed = try await Sandbox.docker.vcr(in: workshop, ["replay"] + command)
      #expect(replayed.text == recorded.text, "\(replayed.errorText)")
      #expect(replayed.errorText.hasSuffix("vcr: replayed 6 of 6: c.yaml; isolated\n"))
    }

    @Test(.enabled(if: Isolated.canChangeUser))
    func `the folder of a run is opened when root's COMMAND becomes another user, not before`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.open()
      try workshop.writeCassette("c.yaml", urls: ["https://api.test/a"])
      let program = """
        import os, sys
        folder = os.path.dirname(os.environ["SSL_CERT_FILE"])
        mode = lambda: oct(os.stat(folder).st_mode & 0o777)
        os.setresuid(0, 0, -1)
        print(mode())
        getattr(os, sys.argv[1])(*[65534] * int(sys.argv[2]))
        print(mode(), os.geteuid(), len(open(os.environ["SSL_CERT_FILE"]).read()) > 0)
        try: open(folder + "/wgetrc"); print("open")
        except PermissionError: print("hidden")
        """
      try workshop.folder.write(program, to: "worker.py")
      try workshop.folder.write("password = secret", to: ".wgetrc")
      let calls = [
        ("record", "setuid", "1"), ("replay", "seteuid", "1"), ("record", "setreuid", "2"),
        ("replay", "setresuid", "3"),
      ]
      for (verb, call, users) in calls {
        let result = try await Sandbox.docker.vcr(
          in: workshop, prefix: ["env", "HOME=\(workshop.folder.path)"],
          [
            verb, "-c", "c.yaml", "--isolate", "require", "--", "python3", "worker.py", call, users,
          ])
        #expect(
          result.text == "0o700\n0o711 65534 True\nhidden\n",
          "\(verb) \(call): \(result.errorText)")
      }
    }

    /// Such a process hides its memory from everybody, unless it says otherwise.
    @Test(.enabled(if: Isolated.canChangeUser), arguments: ["HTTPS", "threads", "the last"])
    func `a process that gives up root's rights by itself takes part`(kind: String) async throws {
      #if arch(x86_64)
        let workshop = try Workshop()
        try workshop.open()
        let urls = ["https://api.test/a", "https://api.test/b", "https://api.test/c"]
        try workshop.writeCassette("c.yaml", urls: urls)
        let program = """
          import encodings.idna, http.client, os, ssl, stringprep, sys, threading, time
          kind = sys.argv[1]
          context = ssl.create_default_context()
          def get(path):
              client = http.client.HTTPSConnection("api.test", context=context)
              client.request("GET", path); print(client.getresponse().read().decode().strip(), flush=True)
          # Other threads wait, or call, while all of them become another user.
          ready, go = threading.Event(), threading.Event()
          def wait(): ready.set(); go.wait(); get("/c")
          thread = threading.Thread(target=wait); thread.start(); ready.wait()
          if kind == "the last": os.setgid(65534); os.setuid(65534)
          else: os.setgroups([]); os.setresgid(65534, 65534, 65534); os.setresuid(65534, 65534, 65534)
          get("/a")
          child = os.fork()
          if child == 0: get("/b"); os._exit(0)
          os.waitpid(child, 0)
          go.set(); thread.join()
          sys.exit(3 if kind == "the last" else 0)
          """
        try workshop.folder.write(program, to: "worker.py")
        let result = try await Sandbox.docker.vcr(
          in: workshop,
          ["replay", "-c", "c.yaml", "--isolate", "require", "--", "python3", "worker.py", kind])
        #expect(result.text == "a\nb\nc\n", "\(result.errorText)")
        #expect(result.status == (kind == "the last" ? 3 : 0), "\(result.errorText)")
      #else
        try Test.cancel("only of x86-64 are the registers known")
      #endif
    }

    /// Of sockets that are made by `vcr` and bound by name, both ends see what they saw before.
    @Test func `COMMAND's own services with names, and its ports for UDP, come and go`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let program = """
        import os, socket
        # A stream by a path, and its end; nobody after that.
        server = socket.socket(socket.AF_UNIX); server.bind("own.sock"); server.listen()
        client = socket.socket(socket.AF_UNIX); client.connect("own.sock")
        there, _ = server.accept(); there.send(b"stream"); print(client.recv(9)); client.close()
        print(there.recv(9)); server.close()
        again = socket.socket(socket.AF_UNIX); print(again.connect_ex("own.sock")); os.unlink("own.sock")
        server = socket.socket(socket.AF_UNIX); server.bind("own.sock"); server.listen()
        print(again.connect_ex("own.sock"))
        # Datagrams by a path, by parts, several at once, with a reply to a name of the sender's.
        one = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); one.bind("one.sock")
        two = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); two.bind("two.sock")
        two.sendto(b"sent", "one.sock"); data, source = one.recvfrom(9); print(data, source)
        two.sendmsg([b"pa", b"rts"], [], 0, "one.sock"); print(one.recv(9))
        one.connect("two.sock"); one.send(b"connected"); one.sendmsg([b"twice"]); print(two.recv(9), two.recv(9))
        # A name that is no file is free when its socket is closed.
        for _ in range(2):
            name = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); name.bind("\\0own-name"); name.close()
        # So is a port for UDP, from which a server responds.
        probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); probe.bind(("127.0.0.1", 0))
        port = probe.getsockname(); probe.close()
        for _ in range(2):
            server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); server.bind(port)
            client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); client.settimeout(60)
            client.sendto(b"asked", port); data, source = server.recvfrom(9); server.sendto(data, source)
            print(client.recvfrom(9) == (b"asked", port)); server.close(); client.close()
        left, right = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        left.send(b"pair"); left.sendmsg([b"message"]); print(right.recv(9), right.recv(9))
        """
      try workshop.folder.write(program, to: "services.py")
      let result = try await Sandbox.docker.vcr(
        in: workshop,
        [
          "replay", "-c", "c.yaml", "--no-host-ports", "--isolate", "require", "--", "sh", "-c",
          "python3 services.py; curl -sS http://api.test/a",
        ])
      #expect(
        result.text == """
          b'stream'
          b''
          111
          0
          b'sent' two.sock
          b'parts'
          b'connected' b'twice'
          True
          True
          b'pair' b'message'
          a

          """, "\(result.text)\(result.errorText)")
      #expect(result.errorText.hasSuffix("; isolated\n"), "\(result.errorText)")
    }

    @Test func `the verdict and the means stand in the closing line and in every report`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let reports = ["r.json", "r.xml", "r.md"]
      let result = try await Sandbox.docker.vcr(
        in: workshop,
        ["replay", "-v", "-c", "c.yaml", "--isolate", "require"]
          + reports.flatMap { ["--report", $0] } + ["--", "curl", "-sS", "http://api.test/a"])
      #expect(result.status == 0 && result.text == "a\n", "\(result.errorText)")
      #expect(result.errorText.contains("vcr: isolation: seccomp notification: "))
      #expect(result.errorText.hasSuffix("vcr: replayed 1 of 1: c.yaml; isolated\n"))
      #expect(
        workshop.text("r.json")?.contains(
          "\"isolation\":\"seccomp notification\",\"verdict\":\"isolated\"") == true)
      for report in reports.dropFirst() {
        let text = workshop.text(report) ?? ""
        #expect(text.contains("isolated, by seccomp notification"), "\(text)")
      }
    }

    @Test func `what is not HTTP is refused in a replay and named`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let result = try await Sandbox.docker.vcr(
        in: workshop,
        [
          "replay", "-c", "c.yaml", "--", "python3", "-c",
          """
          import http.client, socket
          client = http.client.HTTPConnection("api.test"); client.request("GET", "/a")
          print(client.getresponse().read())
          service = socket.create_connection(("postgres.internal", 5432), timeout=240)
          service.send(b"\\0\\0\\0\\x08\\x04\\xd2\\x16\\x2f")
          try: print(service.recv(5))
          except OSError: print("refused")
          """,
        ])
      #expect(result.text == "b'a\\n'\nrefused\n", "\(result.errorText)")
      #expect(
        result.errorText.hasSuffix(
          "; isolated\nvcr: refused, because it is not HTTP: postgres.internal:5432, 1 attempt "
            + "(--allow HOST:PORT lets it through)\n"), "\(result.errorText)")
    }

    @Test func `COMMAND's own servers are its own, and those of this machine are reported`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      try workshop.folder.write(Self.services, to: "services.py")
      let server = try LoopbackServer { ServerResponse(text: "\($0.target)\n") }
      let own = "b'own'\nb'bound'\nTrue\nb'datagram' True\nb'message'\nTrue\n"
      for (options, outcome, verdict) in [
        ([], "b'/x\\n'", "not proven: 1 connection to services of this machine"),
        (["--no-host-ports"], "refused", "isolated\n"),
        (
          ["--no-host-ports", "--allow", "127.0.0.1:\(server.port)"], "b'/x\\n'",
          "not proven: 1 passed through"
        ),
      ] {
        let result = try await Sandbox.docker.vcr(
          in: workshop,
          ["replay", "-c", "c.yaml"] + options + [
            "--", "sh", "-c", "curl -sS http://api.test/a; python3 services.py \(server.port)",
          ])
        #expect(result.text == "a\n" + own + outcome + "\n", "\(result.errorText)")
        #expect(result.errorText.contains("; " + verdict), "\(result.errorText)")
      }
    }

    @Test func `any address is one of this machine, as it is without vcr`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let server = try LoopbackServer { ServerResponse(text: "\($0.target)\n") }
      let result = try await Sandbox.docker.vcr(
        in: workshop,
        [
          "replay", "-c", "c.yaml", "--", "curl", "-sS", "-m", "60", "--noproxy", "0.0.0.0",
          "http://api.test/a", "http://0.0.0.0:\(server.port)/x",
        ])
      #expect(result.text == "a\n/x\n", "\(result.errorText)")
      #expect(
        result.errorText.contains("services of this machine: 127.0.0.1:\(server.port), 1 conn"),
        "\(result.errorText)")
    }

    @Test func `where there is no file of roots at all, the authority is trusted`() async throws {
      let workshop = try Workshop()
      guard Isolated.canChangeUser, let secure = try await SecureServer.start(in: workshop.folder)
      else { try Test.cancel("only root can take the files away; openssl and python3 are needed") }
      let prefix = [
        "unshare", "-m", "sh", "-c", "mount -t tmpfs none /etc/ssl/certs && exec \"$@\"", "sh",
      ]
      let command = ["--", "env", "-i", "curl", "-sS", "https://api.test/greeting"]
      let recorded = try await Sandbox.docker.vcr(
        in: workshop, prefix: prefix,
        [
          "record", "-c", "c.yaml", "--map", "api.test:443=127.0.0.1:\(secure.port)",
          "--upstream-ca", secure.certificate,
        ] + command)
      #expect(recorded.text == "grüße von /greeting\n", "\(recorded.errorText)")
      let replayed = try await Sandbox.docker.vcr(
        in: workshop, prefix: prefix, ["replay", "-c", "c.yaml"] + command)
      #expect(replayed.text == recorded.text, "\(replayed.errorText)")
      await secure.stop()
    }

    @Test(
      .enabled(if: FileManager.default.fileExists(atPath: "/etc/ssl/certs/ca-certificates.crt")))
    func `the file of roots is the run's wherever its name stands in memory`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      // Names that go over the end of a page, and one behind which nothing is readable.
      let client = """
        import ctypes, mmap, os, resource
        libc = ctypes.CDLL(None)
        page = resource.getpagesize()
        memory = mmap.mmap(-1, 2 * page)
        start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        name = b"/etc/ssl/certs/ca-certificates.crt\\0"
        def size(offset):
            memory[offset:offset + len(name)] = name
            file = libc.open(ctypes.c_void_p(start + offset), os.O_RDONLY)
            try: return os.fstat(file).st_size
            finally: os.close(file)
        usual = size(0)
        print({size(page - count) for count in range(1, len(name) + 1)} == {usual})
        assert libc.mprotect(ctypes.c_void_p(start + page), page, 0) == 0
        print(size(page - len(name)) == usual, usual > os.stat(name[:-1]).st_size)
        """
      try workshop.folder.write(client, to: "client.py")
      let result = try await Sandbox.docker.vcr(
        in: workshop, ["replay", "-c", "c.yaml", "--", "python3", "client.py"])
      #expect(result.text == "True\nTrue True\n", "\(result.text)\(result.errorText)")
    }

    @Test(.enabled("this machine has no Landlock") { try await Isolated.isLandlockAllowed() })
    func `the memory of a process that COMMAND has not started is shut, and its own is not`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let other = try Child(
        "python3",
        [
          "-c",
          """
          import ctypes, os, sys
          text = ctypes.create_string_buffer(b"untouched")
          print(os.getpid(), ctypes.addressof(text), flush=True)
          sys.stdin.readline()
          print(text.value.decode(), flush=True)
          """,
        ])
      let place = try #require(await other.nextLine()).split(separator: " ").map(String.init)
      let program = """
        import ctypes, os, sys
        def write(process, address):
            try:
                with open(f"/proc/{process}/mem", "r+b", 0) as memory:
                    memory.seek(int(address)); memory.write(b"written")
                return "written"
            except OSError as error: return type(error).__name__
        print(write(*sys.argv[1:]))
        text = ctypes.create_string_buffer(b"untouched")
        print(write(os.getpid(), ctypes.addressof(text)))
        """
      try workshop.folder.write(program, to: "write.py")
      let result = try await Sandbox.docker.vcr(
        in: workshop,
        [
          "replay", "-c", "c.yaml", "--", "sh", "-c",
          """
          curl -sS http://api.test/a; python3 write.py \(place[0]) \(place[1])
          mkdir one two; touch one/file; mv one/file two/file && ls two
          """,
        ])
      #expect(result.text == "a\nPermissionError\nwritten\nfile\n", "\(result.errorText)")
      other.closeInput()
      #expect(await other.nextLine() == "untouched")
    }

    /// A server for TCP and one for UDP, a port that is free again, one on which nobody listens,
    /// and a service of this machine.
    private static let services = """
      import http.client, socket, sys
      server = socket.socket(); server.bind(("127.0.0.1", 0)); server.listen()
      client = socket.create_connection(server.getsockname())
      there, _ = server.accept(); there.send(b"own"); print(client.recv(3))
      probe = socket.socket(); probe.bind(("127.0.0.1", 0)); port = probe.getsockname(); probe.close()
      bound = socket.socket(); bound.bind(("", 0)); bound.connect(server.getsockname())
      there, _ = server.accept(); there.send(b"bound"); print(bound.recv(5))
      again = socket.socket(); again.bind(port); print(again.getsockname() == port); again.close()
      one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); one.bind(("127.0.0.1", 0))
      two = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
      two.sendto(b"datagram", one.getsockname()); data, source = one.recvfrom(9)
      print(data, source == ("127.0.0.1", two.getsockname()[1]))
      two.sendmsg([b"mes", b"sage"], [], 0, one.getsockname()); print(one.recvmsg(9)[0])
      print(socket.socket().connect_ex(port) == 111)
      try:
          host = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1])); host.request("GET", "/x")
          print(host.getresponse().read())
      except OSError: print("refused")
      """
  }

  /// What is left where neither namespaces nor a filter that asks can be had.
  @Suite(.enabled("this machine has no Landlock") { try await Isolated.isLandlockAllowed() })
  struct PortIsolationTests {
    @Test func `a replay connects to few ports, and does not call that proof`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let command = ["--", "sh", "-c", "curl -sS http://api.test/a; \(Self.attempt)"]
      let result = try await Sandbox.deaf.vcr(in: workshop, ["replay", "-c", "c.yaml"] + command)
      #expect(result.text == "a\n13\n", "\(result.errorText)")
      #expect(
        result.errorText.contains("vcr: isolation: Landlock, because "), "\(result.errorText)")
      #expect(
        result.errorText.contains("; not proven: Landlock holds TCP alone, and by its port\n"))
      let required = try await Sandbox.deaf.vcr(
        in: workshop, ["replay", "--isolate", "require", "-c", "c.yaml"] + command)
      #expect(required.status == 71 && required.text.isEmpty, "\(required.errorText)")
      #expect(required.errorText.contains("a filter of system calls (seccomp): "))
    }

    @Test func `a recording is left to the variables, and says so`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { ServerResponse(text: "\($0.target)\n") }
      let result = try await Sandbox.deaf.vcr(
        in: workshop,
        [
          "record", "--mode", "all", "-c", "c.yaml", "--map",
          "api.test:80=127.0.0.1:\(server.port)", "--", "curl", "-sS", "http://api.test/a",
        ])
      #expect(result.text == "/a\n", "\(result.errorText)")
      #expect(result.errorText.contains("vcr: isolation: variables alone, because "))
    }

    /// Prints the error of a connection to port 80 of an address that is nobody's (RFC 5737): 13 is
    /// EACCES.
    private static let attempt =
      "python3 -c 'import socket; print(socket.socket().connect_ex((\"192.0.2.1\", 80)))'"
  }
#endif
