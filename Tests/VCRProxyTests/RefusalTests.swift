#if CommandLineTool
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy

  /// What a client is told when it cannot be served.
  struct RefusalTests {
    private func withProxy(_ body: (Bench) async throws -> Void) async throws {
      let studio = try Studio()
      try await studio.run(deck: .init(mode: .once), body)
    }

    @Test func `a proxy without an upstream never reaches the network`() async throws {
      try await withProxy { bench in
        let result = try await bench.curl("-i", "http://service.test/users")
        #expect(result.text.hasPrefix("HTTP/1.1 501 Not Implemented\r\n"))
        #expect(result.text.contains("VCR-Error: GET http://service.test/users would reach"))
        #expect(bench.events.problems.count == 1)
      }
    }

    @Test(arguments: ["--http1.1", "--http2"])
    func `a tunnel speaks TLS that the authority vouches for`(version: String) async throws {
      try await withProxy { bench in
        let result = try await bench.curl(
          version, "-w", "%{http_version} %{response_code}", "https://service.test/users?a=1")
        #expect(result.status == 0, "\(result.errorText)")
        #expect(result.text.contains("GET https://service.test/users?a=1 would reach"))
        #expect(result.text.hasSuffix(version == "--http2" ? "2 501" : "1.1 501"))
      }
    }

    @Test func `a tunnel to an address has a certificate for it`() async throws {
      try await withProxy { bench in
        for host in ["127.0.0.9:8443", "[::1]:8443"] {
          let result = try await bench.curl("https://\(host)/")
          #expect(result.text.contains("GET https://\(host)/ would reach"), "\(result.errorText)")
        }
      }
    }

    @Test func `a tunnel need not carry TLS`() async throws {
      try await withProxy { bench in
        let result = try await bench.curl("-p", "http://service.test/users")
        #expect(result.text.contains("GET http://service.test/users would reach"))
        let second = try await bench.curl(
          "-p", "--http2-prior-knowledge", "http://service.test:8080/users")
        #expect(
          second.text.contains("GET http://service.test:8080/users would reach"),
          "\(second.errorText)")
      }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a client that does not trust the authority is named`() async throws {
      try await withProxy { bench in
        let result = try await Client.curl(["-x", bench.url, "https://service.test/"])
        #expect(result.status == 60, "\(result.errorText)")
        // The alert may arrive after curl has ended.
        #expect(await bench.events.nextUntrusted() == "service.test")
      }
    }

    @Test func `a request for the proxy itself is refused`() async throws {
      try await withProxy { bench in
        let result = try await bench.curl("-i", "http://localhost:\(bench.server.port)/")
        #expect(result.text.hasPrefix("HTTP/1.1 400 "))
        #expect(result.text.contains("is this proxy itself"))
        let tunnel = try await bench.curl("-p", "-i", "\(bench.url)/")
        #expect(tunnel.text.hasPrefix("HTTP/1.1 502 "))
      }
    }

    @Test func `a target without a host is explained`() async throws {
      try await withProxy { bench in
        let result = try await Client.curl(["-i", "\(bench.url)/users"])
        #expect(result.text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(result.text.contains("http_proxy"))
      }
    }

    @Test func `a websocket is refused in words`() async throws {
      try await withProxy { bench in
        let result = try await bench.curl(
          "-i", "-H", "Connection: Upgrade", "-H", "Upgrade: websocket", "http://service.test/ws")
        #expect(result.text.hasPrefix("HTTP/1.1 501 "))
        #expect(result.text.contains("VCR-Error: An upgrade to websocket cannot be recorded"))
      }
    }

    @Test(arguments: ["nonsense", "Content-Length: x", "100,000 octets of a field"])
    func `what is no HTTP is answered with 400`(kind: String) async throws {
      let field =
        kind == "Content-Length: x" ? kind : "A: " + String(repeating: "a", count: 100_000)
      let bytes =
        kind == "nonsense" ? "nonsense\r\n\r\n" : "GET http://a.test/ HTTP/1.1\r\n\(field)\r\n\r\n"
      try await withProxy { bench in
        let answer = String(latin1: try await Client.exchange(bytes, port: bench.server.port))
        #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(answer.contains("Connection: close\r\n"))
      }
    }

    @Test func `garbage in place of a TLS handshake ends the connection`() async throws {
      try await withProxy { bench in
        let answer = String(
          latin1: try await Client.exchange(
            "CONNECT a.test:443 HTTP/1.1\r\n\r\n\u{16}\u{3}\u{1}garbage garbage garbage",
            port: bench.server.port))
        #expect(answer.hasPrefix("HTTP/1.1 200 Connection established\r\n\r\n"))
        let next = try await bench.curl("http://a.test/")
        #expect(next.text.contains("would reach"))
      }
    }

    @Test func `requests sent ahead are answered in order`() async throws {
      try await withProxy { bench in
        let requests = (1...50).map { "GET http://a.test/\($0) HTTP/1.1\r\nHost: a.test\r\n\r\n" }
        let answer = String(
          latin1: try await Client.exchange(requests.joined(), port: bench.server.port))
        let numbers = answer.split(separator: "\r\n").filter { $0.hasPrefix("VCR-Error") }
          .compactMap { $0.split(separator: " ").dropFirst(2).first?.split(separator: "/").last }
        #expect(numbers.map(String.init) == (1...50).map(String.init))
      }
    }

    @Test func `HTTP 1_0 gets an answer that ends with the connection`() async throws {
      try await withProxy { bench in
        let answer = String(
          latin1: try await Client.exchange(
            "GET http://a.test/ HTTP/1.0\r\n\r\n", port: bench.server.port))
        #expect(answer.contains("Connection: close\r\n"))
        #expect(answer.contains("would reach"))
      }
    }

    @Test func `a client that waits for 100 gets it at once`() async throws {
      try await withProxy { bench in
        let answer = String(
          latin1: try await Client.exchange(
            "POST http://a.test/ HTTP/1.1\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\nhi",
            port: bench.server.port))
        #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 501 "))
      }
    }
  }
#endif
