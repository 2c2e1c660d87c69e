#if CommandLineTool
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// Requests that name another host than their connection leads to, or ask for another protocol.
  struct TunnelTests {
    /// Runs a proxy for a service with TLS; all requests without TLS lead to a trap instead.
    private func withSecureService(
      modes: [RecordMode] = [.once],
      _ body: (_ bench: Bench, _ service: LoopbackServer) async throws -> Void
    ) async throws {
      let service = try LoopbackServer { ServerResponse(text: "secure \($0.target)") }
      let trap = try LoopbackServer { _ in ServerResponse(text: "in the clear") }
      let front = try await TLSLoopback(
        before: service, certificates: TestCertificates(names: ["DNS:service.test"]))
      var options = Upstream.Options()
      options.additionalRoots = [front.certificates.rootFile]
      options.addressMap[.init(host: "service.test", port: 443)] = .init(
        host: "127.0.0.1", port: front.port)
      for host in ["service.test", "other.test"] {
        options.addressMap[.init(host: host, port: 80)] = .init(host: "127.0.0.1", port: trap.port)
      }
      let upstream = try Upstream(options: options)
      let studio = try Studio()
      for mode in modes {
        try await studio.run(deck: .init(mode: mode), upstream: mode == .none ? nil : upstream) {
          try await body($0, service)
        }
      }
      #expect(trap.connectionCount == 0)
    }

    /// Sends bytes through a tunnel to `service.test:443` whose TLS the proxy terminates, and
    /// returns all bytes received.
    private func exchange(_ text: String, through bench: Bench) async throws -> String {
      let result = try await Client.python(
        Client.tunnel + """
          t.sendall(sys.stdin.buffer.read())
          while True:
              data = t.recv(65536)
              if not data: break
              sys.stdout.buffer.write(data)
          """, ["\(bench.server.port)", bench.authorityFile], input: Array(text.utf8))
      #expect(result.status == 0, "\(result.errorText)")
      return result.text
    }

    @Test(arguments: [
      "http://service.test/x?a=1", "http://service.test:443/x?a=1", "https://service.test/x?a=1",
      "http://other.test/x?a=1", "HTTP://user:pw@other.test/x?a=1", "/x?a=1",
    ])
    func `a request in a tunnel never leaves it, whatever its target names`(
      target: String
    ) async throws {
      try await withSecureService { bench, service in
        let response = try await exchange(
          "GET \(target) HTTP/1.1\r\nHost: service.test\r\nAuthorization: Bearer s3cret\r\n"
            + "Connection: close\r\n\r\n", through: bench)
        #expect(response.hasSuffix("\r\n\r\nsecure /x?a=1"))
        #expect(service.requests.map { $0.header("Host") } == ["service.test"])
        #expect(service.requests.first?.header("Authorization") == "Bearer s3cret")
      }
    }

    @Test func `an unsupported upgrade in a tunnel is ignored`() async throws {
      let upgrade =
        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"
      try await withSecureService(modes: [.once, .none]) { bench, service in
        let response = try await exchange(
          "GET /1 HTTP/1.1\r\nHost: service.test\r\n\(upgrade)\r\n"
            + "POST /2 HTTP/1.1\r\nHost: service.test\r\nContent-Length: 2\r\n\(upgrade)\r\nhi"
            + "GET /3 HTTP/1.1\r\nHost: service.test\r\nConnection: close\r\n\r\n",
          through: bench)
        for number in 1...3 { #expect(response.contains("\r\n\r\nsecure /\(number)")) }
        #expect(service.requests.allSatisfy { $0.header("Upgrade") == nil })
        #expect(service.requestCount == 3)
      }
    }

    @Test func `a second request is served after an upgrade to HTTP2 without TLS`() async throws {
      let studio = try Studio()
      let server = try LoopbackServer { ServerResponse(text: "[\($0.target)]") }
      for upstream in [try Upstream(), nil] {
        try await studio.run(
          deck: .init(mode: upstream == nil ? .none : .once), upstream: upstream
        ) { bench in
          let result = try await bench.curl(
            "--http2", "\(server.origin)/1", "\(server.origin)/2", "-d", "hi")
          #expect(result.text == "[/1][/2]", "\(result.errorText)")
        }
      }
      #expect(server.requestCount == 2)
    }

    @Test func `the host of an absolute target takes precedence over the Host field`() async throws
    {
      let studio = try Studio()
      let server = try LoopbackServer { _ in ServerResponse(text: "here") }
      try await studio.run(deck: .init(mode: .once), upstream: try Upstream()) { bench in
        for host in ["evil.test", "127.0.0.1:\(server.port)"] {
          let response = try await bench.curl("-H", "host: \(host)", server.origin + "/\(host)")
          #expect(response.text == "here")
        }
      }
      #expect(
        server.requests.map { $0.header("Host") }
          == [String](repeating: "127.0.0.1:\(server.port)", count: 2))
    }

    @Test(arguments: ["127.1", "[::ffff:127.0.0.1]", "2130706433", "0"])
    func `a connection that leads back to the listener is not used`(host: String) async throws {
      let studio = try Studio()
      let deck = Deck.Options(mode: .all, passthroughHosts: ["127.1"])
      try await studio.run(deck: deck, upstream: try Upstream()) { bench in
        let url = "http://\(host):\(bench.server.port)/"
        let response = String(
          latin1: try await Client.exchange(
            "GET \(url) HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n",
            port: bench.server.port))
        #expect(response.contains("is this proxy itself"), "\(response)")
        #expect(bench.server.progress.requests == 1)
        let tunnel = String(
          latin1: try await Client.exchange(
            "CONNECT 127.1:\(bench.server.port) HTTP/1.1\r\nHost: a.test\r\n\r\n",
            port: bench.server.port))
        #expect(tunnel.contains("it is this proxy itself"), "\(tunnel)")
      }
    }

    @Test func `a reverse proxy is no forward proxy`() async throws {
      let studio = try Studio(
        """
        - request: {method: GET, url: 'https://service.test/users'}
          response: {status: 200 OK, body: {text: hello}}
        """)
      let trap = try LoopbackServer { _ in ServerResponse(text: "reached") }
      try await studio.run(
        deck: .init(mode: .newEpisodes, repeats: true), upstream: try Upstream()
      ) { options in
        options.reverseOrigin = "https://service.test/"
      } _: { bench in
        for arguments in [["-i", "\(trap.origin)/"], ["-i", "-p", "\(trap.origin)/"]] {
          let response = try await Client.curl(bench.curlArguments + arguments)
          #expect(response.text.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
          #expect(response.text.contains("this is a reverse proxy for https://service.test alone"))
        }
        for url in ["\(bench.url)/users", "https://service.test/users"] {
          #expect(try await bench.curl(url).text == "hello")
        }
      }
      #expect(trap.connectionCount == 0)
    }
  }
#endif
