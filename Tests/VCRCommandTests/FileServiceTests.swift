#if CommandLineTool && os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Services of this machine that listen on sockets with a name in place of an address.
  @Suite(.serialized)
  struct FileServiceTests {
    @Test(arguments: LifecycleTests.Rung.allCases)
    func `a socket in a file of this machine is reached unless services are shut out`(
      rung: LifecycleTests.Rung
    ) async throws {
      guard try await rung.isAllowed() else { try Test.cancel("not allowed here") }
      let workshop = try Workshop()
      let service = try await Self.service(in: workshop)
      let result = try await Self.replay(rung, workshop, [])
      #expect(
        result.text == "outside\noutside\noutside\nsent\nown\nown\nnone\n", "\(result.errorText)")
      #expect(result.errorText.hasSuffix("; isolated\n"), "\(result.errorText)")
      service.kill()
    }

    @Test(arguments: LifecycleTests.Rung.allCases)
    func `a socket in a file of this machine is shut out, and COMMAND's own is not`(
      rung: LifecycleTests.Rung
    ) async throws {
      guard try await rung.isAllowed() else { try Test.cancel("not allowed here") }
      let workshop = try Workshop()
      let service = try await Self.service(in: workshop)
      let result = try await Self.replay(rung, workshop, ["--no-host-ports"])
      #expect(
        result.text == "refused\nrefused\nrefused\nrefused\nown\nown\nnone\n", "\(result.errorText)"
      )
      #expect(result.errorText.hasSuffix("; isolated\n"), "\(result.errorText)")
      service.kill()
    }

    @Test(
      .enabled("this machine allows no namespaces") { try await Isolated.isAllowed() },
      .enabled(if: Isolated.canChangeUser, "only root unmounts"))
    func `a run that cannot shut sockets in files out, as one around it does, is not proven`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      // The file of roots that the outer run mounted takes no other mount.
      let script = """
        for place in $(awk '$4 ~ /deleted/ { print $5 }' /proc/self/mountinfo); do umount "$place"; done
        for option in --no-host-ports --isolate=require; do
          "$0" replay -c c.yaml $option -- curl -sS http://api.test/a
        done
        """
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--no-host-ports", "--", "sh", "-c", script, Workshop.tool)
      #expect(result.text == "a\na\n", "\(result.errorText)")
      let verdicts = result.errorText.split(separator: "\n")
        .filter { $0.hasPrefix("vcr: replayed") }
        .compactMap { $0.split(separator: ";").last }
      #expect(
        verdicts.first?.hasPrefix(" not proven: sockets in files are not shut out") == true,
        "\(result.errorText)")
      #expect(verdicts.dropFirst().first == " isolated", "\(result.errorText)")
    }

    private static func replay(
      _ rung: LifecycleTests.Rung, _ workshop: Workshop, _ options: [String]
    ) async throws -> Child.Result {
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      try workshop.folder.write(Self.client, to: "client.py")
      return try await rung.start(
        in: workshop,
        ["replay", "-c", "c.yaml"] + options + [
          "--", "sh", "-c", "curl -sS -o answer http://api.test/a && python3 client.py",
        ]
      ).finished()
    }

    private static func service(in workshop: Workshop) async throws -> Child {
      let path = workshop.folder.file("service.sock").path(percentEncoded: false)
      let program = """
        import socket
        service = socket.socket(socket.AF_UNIX); service.bind("\(path)"); service.listen()
        datagrams = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); datagrams.bind("\(path)d")
        print("ready", flush=True)
        while True: service.accept()[0].send(b"outside")
        """
      let service = try Child("python3", ["-c", program])
      #expect(await service.nextLine() == "ready")
      return service
    }

    /// Asks the service by its path, by a link and by a folder in /proc, and sends it a datagram; then
    /// asks servers of its own by an absolute path, by a relative one that is as long as an address of
    /// IPv4, and nobody.
    private static let client = """
      import os, socket
      def ask(path):
          with socket.socket(socket.AF_UNIX) as client:
              try: client.connect(path)
              except ConnectionRefusedError: return "refused"
              except FileNotFoundError: return "none"
              return client.recv(10).decode()
      def serve(path):
          server = socket.socket(socket.AF_UNIX); server.bind(path); server.listen()
          if os.fork() == 0:
              server.accept()[0].send(b"own"); os._exit(0)
          server.close()
      os.symlink(os.path.abspath("service.sock"), "link")
      print(ask("service.sock")); print(ask("link")); print(ask("/proc/self/cwd/service.sock"))
      with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as client:
          try: client.sendto(b"out", "service.sockd"); print("sent")
          except ConnectionRefusedError: print("refused")
      for path in (os.path.abspath("own.sock"), "./own-file.sk"):
          serve(path); print(ask(path)); os.wait()
      print(ask("nobody.sock"))
      """
  }
#endif
