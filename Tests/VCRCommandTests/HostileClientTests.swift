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
      /// Needs root, which alone may run a program as somebody else.
      @Test(.enabled(if: geteuid() == 0))
      func `another user of the machine is not served`() async throws {
        let workshop = try Workshop()
        try workshop.writeCassette("c.yaml", urls: ["http://api.test/secret"])
        let result = try await workshop.vcr(
          "replay", "-c", "c.yaml", "--repeat", "--", "sh", "-c",
          """
          curl -sS http://api.test/secret
          setpriv --reuid 65534 --regid 65534 --clear-groups curl -sSi http://api.test/secret
          """)
        #expect(result.text.hasPrefix("secret\nHTTP/1.1 403 Forbidden\r\n"))
        #expect(result.text.contains("sudo -u '#65534' vcr record -- COMMAND"))
        #expect(result.text.ranges(of: "secret").count == 1)
        #expect(result.errorText.contains("a client was turned away"))
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
