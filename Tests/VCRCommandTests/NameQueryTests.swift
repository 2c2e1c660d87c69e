#if CommandLineTool && os(Linux)
  import TestSupport
  import Testing

  /// What COMMAND hears when it asks about names.
  struct NameQueryTests {
    @Test(
      .enabled("this machine allows no namespaces") { try await Isolated.isAllowed() })
    func `in namespaces every type is answered`() async throws {
      try await prove { try await $0.vcr($1) }
    }

    @Test(
      .enabled("this machine allows no filter that asks") { try await Isolated.isFilterAllowed() })
    func `under a filter every type is answered, from the address that was asked`() async throws {
      try await prove { try await Sandbox.docker.vcr(in: $0, $1) }
    }

    private func prove(_ vcr: (Workshop, [String]) async throws -> Child.Result) async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let result = try await vcr(
        workshop, ["replay", "-c", "c.yaml", "--", "python3", "-c", Self.questions])
      // Of A and AAAA, one response each; of MX, TXT, SRV and HTTPS none, and no error (RFC 2308
      // §2.2).
      #expect(
        result.text == """
          1 0 1
          28 0 1
          15 0 0
          16 0 0
          33 0 0
          65 0 0
          1 0 1 by TCP
          1 0 1 by TCP
          True

          """, "\(result.text)\(result.errorText)")
    }

    /// Asks a name server that nobody has (RFC 5737), by every call that sends and receives.
    private static let questions = """
      import socket, struct
      server = ("198.51.100.53", 53)
      def question(kind):
          return struct.pack(">HHHHHH", 7, 0x100, 1, 0, 0, 0) + b"\\3api\\4test\\0" + struct.pack(">HH", kind, 1)
      def show(kind, response, *words):
          number, flags, _, count = struct.unpack(">HHHH", response[:8])
          assert number == 7 and flags & 0x8000
          print(kind, flags & 15, count, *words)
      for kind in (1, 28, 15, 16, 33, 65):
          with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
              client.settimeout(None if kind < 16 else 60)
              if kind == 28: client.sendmsg([question(kind)[:5], question(kind)[5:]], [], 0, server)
              else: client.sendto(question(kind), server)
              if kind == 15: response, _, _, source = client.recvmsg(512)
              else: response, source = client.recvfrom(512)
              assert source == server, source
              show(kind, response)
      # The second is where a resolver of this machine would be, which would ask the network.
      for place in (server, ("127.0.0.53", 53)):
          with socket.create_connection(place) as client:
              client.send(struct.pack(">H", len(question(1))) + question(1))
              show(1, client.recv(512)[2:], "by TCP")
      print(socket.getaddrinfo("api.test", 80)[0][4] == socket.getaddrinfo("api.test", 80)[0][4])
      """
  }
#endif
