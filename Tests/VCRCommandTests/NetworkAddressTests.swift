#if CommandLineTool && os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Services at an address of this machine beside loopback: such an address is one of the network,
  /// so what speaks HTTP there is recorded and replayed like any other service.
  @Suite(
    .serialized,
    .enabled(if: Isolated.networkAddress != nil, "this machine has loopback alone"))
  struct NetworkAddressTests {
    @Test(.enabled("this machine allows no namespaces") { try await Isolated.isAllowed() })
    func `a service at the machine's own address takes part, by namespaces`() async throws {
      try await Self.takesPart { workshop, arguments in try await workshop.vcr(arguments) }
    }

    @Test(.enabled("this machine allows no filter") { try await Isolated.isFilterAllowed() })
    func `a service at the machine's own address takes part, by seccomp`() async throws {
      try await Self.takesPart { workshop, arguments in
        try await Sandbox.docker.vcr(in: workshop, arguments)
      }
    }

    /// Records a service at the machine's address through a client that reads no variable, and
    /// replays it with the service there and gone.
    private static func takesPart(
      _ vcr: (Workshop, [String]) async throws -> Child.Result
    ) async throws {
      let workshop = try Workshop()
      let address = try #require(Isolated.networkAddress)
      let service = try Child("python3", ["-c", server, address])
      let line = await service.nextLine()
      let port = try #require(line.flatMap { Int($0) })
      try workshop.folder.write(client, to: "client.py")
      let command = ["-c", "c.yaml", "--", "python3", "client.py", address, String(port)]
      let recorded = try await vcr(workshop, ["record", "--isolate", "require"] + command)
      #expect(recorded.text == "200 hello 1\nown\n", "\(recorded.errorText)")
      #expect(workshop.text("c.yaml")?.contains("url: http://\(address):\(port)/a\n") == true)
      let replayed = try await vcr(workshop, ["replay"] + command)
      #expect(replayed.text == "200 hello 1\nown\n", "\(replayed.errorText)")
      #expect(replayed.errorText.hasSuffix("; isolated\n"), "\(replayed.errorText)")
      // What has no response in the cassette reaches nobody.
      let missed = try await vcr(workshop, ["replay"] + command + ["/b"])
      #expect(missed.text.hasPrefix("5"), "\(missed.text)\(missed.errorText)")
      #expect(missed.status != 0 && missed.errorText.contains("not proven"))
      service.kill()
      let offline = try await vcr(workshop, ["replay"] + command)
      #expect(offline.text == "200 hello 1\nown\n", "\(offline.errorText)")
    }

    /// Counts the requests that reach it.
    private static let server = """
      import http.server, sys
      class Handler(http.server.BaseHTTPRequestHandler):
          count = 0
          def do_GET(self):
              Handler.count += 1
              body = b"hello %d" % Handler.count
              self.send_response(200); self.send_header("Content-Length", str(len(body)))
              self.end_headers(); self.wfile.write(body)
          def log_message(self, *_): pass
      service = http.server.ThreadingHTTPServer((sys.argv[1], 0), Handler)
      print(service.server_port, flush=True)
      service.serve_forever()
      """

    /// Asks the service without a proxy, then a server of its own at the same address.
    private static let client = """
      import http.client, socket, sys, threading
      connection = http.client.HTTPConnection(sys.argv[1], int(sys.argv[2]), timeout=60)
      connection.request("GET", sys.argv[3] if len(sys.argv) > 3 else "/a")
      response = connection.getresponse()
      print(response.status, response.read().decode().split("\\n")[0], flush=True)
      own = socket.socket(); own.bind(("0.0.0.0", 0)); own.listen()
      def serve(): own.accept()[0].sendall(b"own")
      threading.Thread(target=serve, daemon=True).start()
      print(socket.create_connection((sys.argv[1], own.getsockname()[1])).recv(3).decode())
      """
  }
#endif
