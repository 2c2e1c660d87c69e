#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// What COMMAND inherits beside its words, and what is left when descriptors run out.
  struct DescriptorTests {
    /// Opens the descriptors that are named and closes all others, before it becomes `vcr`.
    private static let caller = """
      import os, sys
      wanted = {int(number) for number in sys.argv[1].split()}
      null = os.open("/dev/null", os.O_RDONLY)
      os.dup2(null, 200, inheritable=False)
      for number in range(3, 200):
          if number in wanted: os.dup2(200, number)
          else: os.closerange(number, number + 1)
      if 0 not in wanted: os.close(0)
      os.execv(sys.argv[2], sys.argv[2:])
      """

    private static let list = """
      import os
      def isOpen(number):
          try: return os.fstat(number) is not None
          except OSError: return False
      print(*[number for number in range(200) if isOpen(number)])
      """

    @Test(arguments: ["record", "replay"], ["0 1 2 5 7 63", "0 1 2", "1 2"])
    func `COMMAND has the descriptors of its caller and no others`(
      verb: String, numbers: String
    ) async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let result = try await Child.run(
        "python3",
        [
          "-c", Self.caller, numbers, Workshop.tool, verb, "-c", "c.yaml", "--", "python3", "-c",
          Self.list,
        ], environment: workshop.environment, directory: workshop.folder.url)
      #expect(result.text == numbers + "\n", "\(result.errorText)")
    }

    @Test(.enabled("this machine allows no namespaces") { try await Isolated.isAllowed() })
    func `a replay does not hand on sockets that lead out, and no others are missing`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let caller = """
        import os, socket, sys
        listener = socket.create_server(("127.0.0.1", 0))
        file = socket.socket(socket.AF_UNIX); file.bind("service.sock"); file.listen()
        service = socket.socket(socket.AF_UNIX); service.connect("service.sock")
        sockets = [
            listener, socket.create_connection(listener.getsockname()), socket.socketpair()[0],
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM), service,
            # They lead to whom a call names, by names of this machine's network.
            socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM),
            socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0],
        ]
        for number, one in enumerate(sockets): os.dup2(one.fileno(), 40 + number)
        os.closerange(3, 40)
        os.execv(sys.argv[1], sys.argv[1:])
        """
      let result = try await Child.run(
        "python3",
        [
          "-c", caller, Workshop.tool, "replay", "-c", "c.yaml", "--", "python3", "-c", Self.list,
        ], environment: workshop.environment, directory: workshop.folder.url)
      #expect(result.text == "0 1 2 40 42\n", "\(result.errorText)")
      #expect(
        result.errorText.contains(
          "COMMAND does not get descriptors 41, 43, 44, 45, 46, 47: a socket, or"),
        "\(result.errorText)")
    }

    /// A thread of the kernel carries out what stands in the memory of a ring, in the network in
    /// which the ring was made.
    @Test(.enabled("this machine allows no namespaces") { try await Isolated.isAllowed() })
    func `a replay does not hand on rings of io_uring`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let caller = """
        import ctypes, os, sys
        libc = ctypes.CDLL(None)
        ring = libc.syscall(425, 8, ctypes.create_string_buffer(256))
        if ring < 0: sys.exit(9)
        os.dup2(ring, 41); os.dup2(0, 42)
        os.closerange(3, 41)
        os.execv(sys.argv[1], sys.argv[1:])
        """
      let result = try await Child.run(
        "python3",
        [
          "-c", caller, Workshop.tool, "replay", "-c", "c.yaml", "--", "python3", "-c", Self.list,
        ], environment: workshop.environment, directory: workshop.folder.url)
      guard result.status != 9 else { try Test.cancel("this machine has no io_uring") }
      #expect(result.text == "0 1 2 42\n", "\(result.errorText)")
      #expect(
        result.errorText.contains("COMMAND does not get descriptor 41: a socket, or a ring"),
        "\(result.errorText)")
    }

    /// By connect(2) to AF_UNSPEC it stops to take connections, and may be connected elsewhere.
    @Test(
      .enabled("this machine allows no namespaces") { try await Isolated.isAllowed() },
      arguments: [0, 40])
    func `a replay with a socket of this machine's network is not proven`(
      number: Int
    ) async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let caller = """
        import os, socket, sys
        listener = socket.create_server(("127.0.0.1", 0))
        os.dup2(listener.fileno(), \(number))
        os.execv(sys.argv[1], sys.argv[1:])
        """
      let result = try await Child.run(
        "python3",
        [
          "-c", caller, Workshop.tool, "replay", "-c", "c.yaml", "--", "curl", "-sS",
          "http://api.test/a",
        ], environment: workshop.environment, directory: workshop.folder.url)
      #expect(result.text == "a\n" && result.status == 0, "\(result.errorText)")
      #expect(
        result.errorText.contains(
          "; not proven: descriptor \(number) is a socket of this machine's network"),
        "\(result.errorText)")
    }

    @Test func `a daemon that outlives vcr is refused at once`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(
        """
        import os, socket, sys, time
        host, port = os.environ["http_proxy"].removeprefix("http://").split(":")
        tool = int(sys.argv[1])
        while True:
            try: os.kill(tool, 0)
            except ProcessLookupError: break
            time.sleep(0.05)
        try:
            socket.create_connection((host, int(port)))
            print("connected")
        except ConnectionRefusedError:
            print("refused")
        """, to: "daemon.py")
      for end in ["exit 0", "kill -9 $PPID"] {
        let result = try await workshop.vcr(
          "record", "-c", "c.yaml", "--", "sh", "-c", "python3 daemon.py $PPID & \(end)")
        #expect(result.text == "refused\n", "\(end): \(result.errorText)")
      }
    }

    /// Python imports nothing more once the folder that its variable names can be neither read nor
    /// found to be gone.
    @Test func `what outlives a run finds the run's folder whole or gone, and never in between`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.folder.write(
        """
        import errno, os, time
        folder = os.environ["PYTHONPATH"].split(":")[0]
        def content():
            with open(folder + "/sitecustomize.py") as file: return file.read()
        seen, end = set(), time.monotonic() + 30
        while time.monotonic() < end:
            if "ENOENT" not in seen: gone = time.monotonic()
            elif time.monotonic() > gone + 0.5: break
            for look in [lambda: os.stat(folder), lambda: os.listdir(folder), content]:
                try:
                    look()
                    seen.add("whole")
                except OSError as error:
                    seen.add(errno.errorcode[error.errno])
            open("begun", "w").close()
        print(*sorted(seen), flush=True)
        """, to: "daemon.py")
      let result = try await workshop.vcr(
        "record", "-c", "c.yaml", "--", "sh", "-c",
        "python3 daemon.py & while [ ! -e begun ]; do sleep 0.05; done")
      #expect(result.text == "ENOENT whole\n", "\(result.errorText)")
    }

    /// What root's COMMAND sees of the folder is a copy in its namespace, which nobody serves.
    @Test(.enabled("this machine allows no namespaces") { try await Isolated.isAllowed() })
    func `what a killed vcr leaves behind reads the run's folder until a later run clears it`()
      async throws
    {
      let workshop = try Workshop()
      let daemon = """
        tool=$1; kill -9 "$tool"
        while kill -0 "$tool" 2>/dev/null; do sleep 0.05; done
        test -s "$SSL_CERT_FILE" && ls "$(dirname "$SSL_CERT_FILE")" >/dev/null && echo whole
        python3 -c 'import json; print(json.dumps(1))'
        """
      try workshop.folder.write(daemon, to: "daemon.sh")
      let result = try await workshop.vcr(
        "record", "-c", "c.yaml", "--", "sh", "-c", "sh daemon.sh $PPID")
      #expect(result.text.hasPrefix("whole\n1\n"), "\(result.text)\(result.errorText)")
      let later = try await workshop.vcr("record", "-c", "later.yaml", "--", "true")
      #expect(later.status == 0, "\(later.errorText)")
      #expect(try workshop.leftovers.filter { $0.hasPrefix("vcr-") } == [])
    }

    @Test func `COMMAND has the limit of its caller and vcr the highest`() async throws {
      let workshop = try Workshop()
      let result = try await Child.run(
        "sh",
        [
          "-c",
          """
          ulimit -Sn 123 && ulimit -Hn 5000 || exit 9
          exec "$0" record -c c.yaml -- sh -c 'ulimit -Sn; ulimit -Hn; \
          grep -i "open files" /proc/$PPID/limits'
          """, Workshop.tool,
        ], environment: workshop.environment, directory: workshop.folder.url)
      let lines = result.text.split(separator: "\n")
      try #require(lines.count >= 2, "\(result.errorText)")
      #expect(lines[..<2] == ["123", "5000"])
      guard lines.count == 3 else { try Test.cancel("there is no /proc here") }
      #expect(lines[2].split(separator: " ").dropFirst(3).first == "5000")
    }

    @Test(arguments: [8, 20, 26])
    func `a limit that leaves no room for a run is reported before COMMAND is run`(
      limit: Int
    ) async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://a.test/one"])
      let result = try await Child.run(
        "sh",
        [
          "-c", "ulimit -n \(limit); exec \"$0\" replay -c c.yaml -- echo run", Workshop.tool,
        ], environment: workshop.environment, directory: workshop.folder.url)
      #expect(result.status == 71, "\(result.errorText)")
      #expect(result.errorText.contains("vcr may open \(limit) files"), "\(result.errorText)")
      #expect(result.text == "")
    }

    @Test func `too few descriptors end the run and leave the cassette as it was`() async throws {
      try await exhaust { workshop, limited, arguments in
        try await Child.run(
          limited[0], limited.dropFirst() + [Workshop.tool] + arguments,
          environment: workshop.environment, directory: workshop.folder.url)
      }
    }

    #if os(Linux)
      @Test(
        .enabled("this machine allows no filter that asks") { try await Isolated.isFilterAllowed() }
      )
      func `too few descriptors end a run whose sockets are made by vcr`() async throws {
        try await exhaust { workshop, limited, arguments in
          try await Sandbox.docker.vcr(
            in: workshop, prefix: limited,
            arguments.prefix(1) + ["--isolate", "require"] + arguments.dropFirst())
        }
      }
    #endif

    /// Has a client take most descriptors that `vcr` may have with connections, and then make more
    /// requests than there are left; nobody answers them.
    private func exhaust(
      _ run: (Workshop, _ limited: [String], _ arguments: [String]) async throws -> Child.Result
    ) async throws {
      let workshop = try Workshop()
      let service = try SilentListener()
      let origin = "http://127.0.0.1:\(service.port)"
      try workshop.writeCassette("c.yaml", urls: ["\(origin)/known"])
      let before = workshop.text("c.yaml")
      try workshop.folder.write(
        """
        import os, select, socket, time
        host, port = os.environ["http_proxy"].removeprefix("http://").split(":")
        def accepted(count):
            links = [socket.create_connection((host, int(port))) for _ in range(count)]
            for link in links:
                link.sendall(b"CONNECT 127.0.0.1:\(service.port) HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
                assert b" 200 " in link.recv(1000)
            return links
        # The proxy has some 27 descriptors before, and keeps 18 for connections to services: with these it
        # has too few for the requests.
        idle, links = accepted(24), accepted(24)
        for link in links:
            link.sendall(b"GET /new HTTP/1.1\\r\\nHost: 127.0.0.1:\(service.port)\\r\\n\\r\\n")
        answered = select.select(links, [], [])[0][0]
        print(answered.recv(1000).split(b"\\r\\n")[0].decode())
        # The library of queues looks at its threads each second, for which it needs a descriptor.
        time.sleep(3)
        """, to: "client.py")
      let result = try await run(
        workshop, ["sh", "-c", "ulimit -n 100; exec \"$@\"", "sh"],
        ["record", "--mode", "all", "-c", "c.yaml", "--", "python3", "client.py"])
      #expect(result.text == "HTTP/1.1 502 Bad Gateway\n", "\(result.errorText)")
      #expect(result.status == 71, "\(result.errorText)")
      #expect(result.errorText.contains("too many open files"), "\(result.errorText)")
      #expect(result.errorText.contains("could not be recorded"), "\(result.errorText)")
      #expect(workshop.text("c.yaml") == before)
    }
  }
#endif
