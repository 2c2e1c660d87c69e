#if CommandLineTool
  import TestSupport
  import Testing

  /// Services and listeners on addresses of IPv6.
  @Suite(
    .enabled("this machine has no loopback of IPv6") {
      try await Child.run(
        "python3",
        ["-c", "import socket; socket.create_server(('::1', 0), family=socket.AF_INET6)"]
      ).status == 0
    })
  struct NewAddressTests {
    @Test func `a service on an address of IPv6 is recorded and replayed through both doors`()
      async throws
    {
      let workshop = try Workshop()
      let service = try Child(
        "python3",
        [
          "-c",
          """
          import http.server, socket
          class Server(http.server.ThreadingHTTPServer): address_family = socket.AF_INET6
          class Handler(http.server.BaseHTTPRequestHandler):
              def do_GET(self):
                  body = ("%s %s" % (self.headers["Host"].split("]")[0], self.path)).encode()
                  self.send_response(200)
                  self.send_header("Content-Length", str(len(body)))
                  self.end_headers()
                  self.wfile.write(body)
              def log_message(self, *arguments): pass
          server = Server(("::1", 0), Handler)
          print(server.server_address[1], flush=True)
          server.serve_forever()
          """,
        ])
      let line = try #require(await service.nextLine(), "\(service.errorText)")
      let origin = "http://[::1]:\(line)"
      let command = ["-c", "c.yaml", "--", "curl", "-sSg", "\(origin)/a"]
      let recorded = try await workshop.vcr(["record"] + command)
      #expect(recorded.text == "[::1 /a", "\(recorded.errorText)")
      #expect(workshop.text("c.yaml")?.contains("url: \(origin)/a\n") == true)
      service.kill()
      let replayed = try await workshop.vcr(["replay"] + command)
      #expect(replayed.text == recorded.text, "\(replayed.errorText)")
      #expect(replayed.status == 0)

      let reverse = try workshop.start("replay", "-c", "c.yaml", "--listen", "[::1]:0")
      var listening: Substring?
      for _ in 0..<24_000 where listening == nil {
        listening = reverse.errorText.firstMatch(of: /listening on (http:\S+) for/)?.output.1
        try await Task.sleep(for: .milliseconds(10))
      }
      let url = try #require(listening, "\(reverse.errorText)")
      #expect(url.hasPrefix("http://[::1]:"))
      let client = try await Child.run("curl", ["-sSg", "\(url)/a"])
      #expect(client.text == recorded.text, "\(client.errorText)")
      reverse.signal(15)
      _ = await reverse.finished()
    }
  }
#endif
