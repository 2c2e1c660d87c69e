#if CommandLineTool
  import TestSupport
  import Testing

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Clients of the listener that mean no good, or are somebody else's.
  struct HostileClientTests {
    @Test(arguments: ["", "CONNECT a.test:80 HTTP/1.1\\r\\nHost: a.test:80\\r\\n\\r\\n"])
    func `clients that vanish behind the preface of HTTP2 end nothing`(
      before: String
    ) async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "still there") }
      let program = """
        import os, socket, struct, subprocess
        port = int(os.environ["http_proxy"].rsplit(":", 1)[1].strip("/"))
        preface = b"\(before)PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n"
        for round in range(100):
            for size in (3000, 60000):
                for end in ("close", "reset", "shutdown"):
                    s = socket.create_connection(("127.0.0.1", port))
                    if end == "reset":
                        linger = struct.pack("ii", 1, 0)
                        s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                    try:
                        s.sendall(preface + bytes(size))
                        if end == "shutdown": s.shutdown(socket.SHUT_RDWR)
                    except OSError: pass
                    s.close()
        subprocess.run(["curl", "-sS", "\(server.origin)/"], check=True)
        """
      let result = try await workshop.vcr("record", "-c", "c.yaml", "--", "python3", "-c", program)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text == "still there")
    }

    #if os(Linux)
      /// Runs a program as somebody else, which root alone may.
      private static let asNobody = [
        "setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups",
      ]

      @Test(.enabled(if: geteuid() == 0))
      func `another user of the machine is not served`() async throws {
        let workshop = try Workshop()
        try workshop.writeCassette("c.yaml", urls: ["http://api.test/secret"])
        let replay = try workshop.start(
          "replay", "-c", "c.yaml", "--repeat", "--", "sh", "-c",
          "echo $http_proxy; read end; curl -sS http://api.test/secret")
        let proxy = try #require(await replay.nextLine())
        let stranger = try await Child.run(
          Self.asNobody[0],
          Self.asNobody.dropFirst() + ["curl", "-sSi", "-x", proxy, "http://api.test/secret"],
          environment: workshop.environment)
        #expect(stranger.text.hasPrefix("HTTP/1.1 403 Forbidden\r\n"), "\(stranger.errorText)")
        #expect(stranger.text.contains("sudo -u '#65534' vcr record -- COMMAND"))
        replay.write(Array("\n".utf8))
        let result = await replay.finished()
        #expect(result.status == 0 && result.text.hasSuffix("secret\n"))
        #expect(
          result.errorText.contains(
            "turned away, because COMMAND did not start them: user 65534, 1 connection"))
      }

      @Test(.enabled(if: geteuid() == 0))
      func `a program that gives up root's rights is served`() async throws {
        let workshop = try Workshop()
        try workshop.writeCassette("c.yaml", urls: ["http://api.test/own"])
        let result = try await workshop.vcr(
          ["replay", "-c", "c.yaml", "--"] + Self.asNobody + ["curl", "-sS", "http://api.test/own"])
        #expect(result.text == "own\n", "\(result.errorText)")
      }
    #endif

    @Test func `an address that other machines reach is announced`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["https://api.test/a"])
      for (address, isOpen) in [("0.0.0.0:0", true), ("127.0.0.1:0", false)] {
        let result = try await workshop.vcr(
          "replay", "-c", "c.yaml", "--listen", address, "--", "true")
        #expect(result.errorText.contains("other machines can reach port") == isOpen)
      }
    }
  }
#endif
