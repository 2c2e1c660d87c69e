#if CommandLineTool
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy

  /// The responses to requests that cannot be served.
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
    func `a tunnel has a certificate that the authority has signed`(version: String) async throws {
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

    @Test(.timeLimit(.minutes(10)))
    func `a client that does not trust the authority is named`() async throws {
      try await withProxy { bench in
        let result = try await Client.curl(["-x", bench.url, "https://service.test/"])
        #expect(result.status == 60, "\(result.errorText)")
        // The alert may arrive after curl has ended.
        #expect(await bench.events.nextUntrusted() == "service.test")
      }
    }

    @Test(arguments: ["bücher.test", "a%2Etest", ":80", "a.test:0", "a.test:65536", ""])
    func `a host that no service has is refused with what one may be`(host: String) async throws {
      try await withProxy { bench in
        let request = "GET http://\(host)/a HTTP/1.1\r\nHost: a.test\r\n\r\n"
        let response = String(
          latin1: try await Client.exchange(Array(request.utf8), port: bench.server.port))
        #expect(response.hasPrefix("HTTP/1.1 400 "), "\(response)")
        #expect(response.contains("an address or a name in ASCII"), "\(response)")
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

    /// A service that was recorded may have had the port that the system gives the proxy.
    @Test(arguments: 0..<4)
    func `the proxy listens on no port that the cassette names`(part: Int) async throws {
      let named = (1024...65535).filter { $0 / 2 % 4 != part }
      let studio = try Studio(
        """
        - request:
            method: GET
            url: http://127.0.0.1:\(part == 0 ? 1026 : 1024)/
          response:
            status: 200 OK
            body:
              text: "\(named.map { ":\($0)" }.joined(separator: " "))"
        """)
      try await studio.run(deck: .init()) { bench in
        #expect(bench.server.port / 2 % 4 == part)
      }
    }

    @Test func `a target without a host is explained`() async throws {
      try await withProxy { bench in
        let result = try await Client.curl(["-i", "\(bench.url)/users"])
        #expect(result.text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(result.text.contains("http_proxy"))
      }
    }

    /// A request with the given header fields and content.
    private static func request(_ fields: String, _ content: String = "") -> String {
      "POST http://a.test/ HTTP/1.1\r\nHost: a.test\r\n\(fields)\r\n\(content)"
    }

    @Test(arguments: [
      "nonsense\r\n\r\n", "\u{0}\u{1}\u{2}", "GET  http://a.test/ HTTP/1.1\r\n\r\n",
      "GET http://a.test/ HTTP/x.1\r\n\r\n", "G(T http://a.test/ HTTP/1.1\r\n\r\n",
      "GET http://a.test/ HTTP/1.1\nHost: a.test\n\n", request("Content-Length: x\r\n"),
      request("Content-Length: -1\r\n"), request("Content-Length: +1\r\n"),
      request("Content-Length: 2, 2\r\n", "hi"),
      request("Content-Length: 99999999999999999999\r\n"),
      request("Content-Length: 2\r\nContent-Length: 3\r\n", "hi"),
      request("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
      request("Transfer-Encoding: gzip\r\n"), request("Transfer-Encoding: chunked, gzip\r\n"),
      request("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"),
      request("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
      request("Transfer-Encoding: \u{B}chunked\r\n", "0\r\n\r\n"),
      request("Transfer-Encoding: \"chunked\"\r\n", "0\r\n\r\n"),
      request("Transfer-Encoding : chunked\r\n", "0\r\n\r\n"),
      request("A: b\r\n folded\r\n"), request("no colon\r\n"), request(": empty\r\n"),
      request("A: \u{0}\r\n"), request("A: b\rC: d\r\n"),
      request("Transfer-Encoding: chunked\r\n", "-5\r\nhello\r\n0\r\n\r\n"),
      request("Transfer-Encoding: chunked\r\n", "0x5\r\nhello\r\n0\r\n\r\n"),
      request("Transfer-Encoding: chunked\r\n", "fffffffffffffffff\r\nhello\r\n0\r\n\r\n"),
      request("Transfer-Encoding: chunked\r\n", "5;\nhello\r\n0\r\n\r\n"),
      request("Transfer-Encoding: chunked\r\n", "5\r\nhelloo\r\n0\r\n\r\n"),
    ])
    func `a request that two parsers could read differently gets 400`(bytes: String) async throws {
      try await withProxy { bench in
        let response = String(latin1: try await Client.exchange(bytes, port: bench.server.port))
        #expect(response.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(response.contains("VCR-Error: The request is not valid HTTP: "))
        #expect(response.contains("Connection: close\r\n"))
        // No bytes after it are parsed as another request.
        #expect(response.ranges(of: "HTTP/1.1 ").count == 1)
      }
    }

    @Test(arguments: [
      ("GET http://a.test/ HTTP/1.1\r\n\r\n", 400, "no Host field"),
      ("GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\nHost: a.test\r\n\r\n", 400, "2 Host fields"),
      ("GET http://a.test/ HTTP/1.1\r\nHost: a.test/b\r\n\r\n", 400, "Host field"),
      ("GET http://a.test/ HTTP/2.0\r\nHost: a.test\r\n\r\n", 505, "HTTP/2.0"),
      (request("A: " + String(repeating: "a", count: 1_100_000) + "\r\n"), 431, "1048576 bytes"),
      (request(String(repeating: "A: b\r\n", count: 1_001)), 431, "1000 fields"),
      (
        "GET http://a.test/\(String(repeating: "a", count: 1_100_000)) HTTP/1.1\r\n\r\n", 414,
        "1048576 bytes"
      ),
      (
        request("Transfer-Encoding: gzip, chunked\r\n", "5\r\nhello\r\n0\r\n\r\n"), 501,
        "transfer coding gzip"
      ),
    ])
    func `a refusal names its reason`(
      bytes: String, status: Int, words: String
    ) async throws {
      try await withProxy { bench in
        let response = String(latin1: try await Client.exchange(bytes, port: bench.server.port))
        #expect(response.hasPrefix("HTTP/1.1 \(status) "))
        #expect(response.contains(words))
      }
    }

    @Test func `the limits of a header section are options`() async throws {
      let studio = try Studio()
      try await studio.run(
        deck: .init(mode: .once),
        configure: {
          $0.limits.headerFields = 2
          $0.limits.headerBytes = 200
        }
      ) { bench in
        func respond(to fields: String) async throws -> String {
          String(
            latin1: try await Client.exchange(Self.request(fields), port: bench.server.port))
        }
        #expect(try await respond(to: "A: b\r\n").hasPrefix("HTTP/1.1 501 "))
        let many = try await respond(to: "A: b\r\nC: d\r\n")
        #expect(many.hasPrefix("HTTP/1.1 431 Request Header Fields Too Large\r\n"))
        #expect(many.contains("2 fields") && many.contains("--max-headers"))
        let large = try await respond(to: "A: \(String(repeating: "a", count: 200))\r\n")
        #expect(large.contains("200 bytes") && large.contains("--max-header-size"))
      }
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["GET http://a.test/ HTTP/1.1\r\nHo", "GE"])
    func `a head that comes too slowly gets 408, and harms no other client`(bytes: String)
      async throws
    {
      let studio = try Studio()
      try await studio.run(
        deck: .init(mode: .once), configure: { $0.limits.headTime = .seconds(3) }
      ) { bench in
        // The client sends a part of a head, asks for another page meanwhile, and waits.
        let result = try await Client.python(
          """
          import socket, sys
          address = ("127.0.0.1", int(sys.argv[1]))
          slow = [socket.create_connection(address, timeout=240) for _ in range(50)]
          for s in slow: s.sendall(sys.argv[2].encode())
          other = socket.create_connection(address, timeout=240)
          other.sendall(b"GET http://b.test/ HTTP/1.1\\r\\nHost: b.test\\r\\n\\r\\n")
          print(other.recv(65536).split(b" ")[1].decode())
          for s in slow: print(s.recv(65536).split(b" ")[1].decode())
          """, ["\(bench.server.port)", bytes])
        #expect(
          result.text.split(separator: "\n") == ["501"] + Array(repeating: "408", count: 50),
          "\(result.errorText)")
        #expect(bench.events.refusals.contains { $0.contains("within 3 seconds") })
      }
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["PR", "\u{16}\u{3}\u{1}"])
    func `a connection whose protocol stays unknown is closed`(bytes: String) async throws {
      let studio = try Studio()
      try await studio.run(
        deck: .init(mode: .once), configure: { $0.limits.headTime = .seconds(3) }
      ) { bench in
        let result = try await Client.python(
          """
          import socket, sys
          s = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=240)
          s.sendall(sys.argv[2].encode("latin1"))
          print(s.recv(10))
          """, ["\(bench.server.port)", bytes])
        #expect(result.text == "b''\n", "\(result.errorText)")
      }
    }

    @Test(arguments: [
      "a.test", "a.test:", "a.test:+443", "a.test:0", "a.test:65536", "a.test:4 3", ":443",
      "..:443", ".a.test:443", "a..test:443", "*.a.test:443", "a%00b:443", "[a]:443", "[::g]:443",
      "user@a.test:443",
    ])
    func `a tunnel needs a host and a port`(target: String) async throws {
      try await withProxy { bench in
        let response = String(
          latin1: try await Client.exchange(
            "CONNECT \(target) HTTP/1.1\r\nHost: a.test\r\n\r\n", port: bench.server.port))
        #expect(response.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(response)")
      }
    }

    @Test(arguments: ["*.a.test", "a..test"])
    func `there is no certificate for a name that is no host's`(name: String) async throws {
      try await withProxy { bench in
        let result = try await Child.run(
          "openssl",
          [
            "s_client", "-proxy", "127.0.0.1:\(bench.server.port)", "-connect", "127.0.0.1:443",
            "-servername", name,
          ])
        #expect(result.text.contains("no peer certificate available"), "\(result.errorText)")
        #expect(
          bench.events.refusals == [
            "There is no certificate for '\(name)', which is not a host name"
          ])
      }
    }

    @Test func `every minor version of HTTP 1 is read`() async throws {
      try await withProxy { bench in
        let response = String(
          latin1: try await Client.exchange(
            "GET http://a.test/ HTTP/1.2\r\nHost: a.test\r\n\r\n", port: bench.server.port))
        #expect(response.hasPrefix("HTTP/1.1 501 ") && response.contains("would reach"))
      }
    }

    @Test(arguments: [
      "LIST", "X-FOO", "get", "BREW", "M-SEARCH", "QUERY",
    ])
    func `any token is a method`(method: String) async throws {
      try await withProxy { bench in
        let response = try await bench.curl("-X", method, "http://a.test/")
        #expect(response.text.hasPrefix("\(method) http://a.test/ would reach"))
      }
    }

    @Test func `a client that disconnects within a request is not reported`() async throws {
      try await withProxy { bench in
        let requests = [
          "GET http://a.te", String(Self.request("A: b\r\n").dropLast(3)),
          Self.request("Content-Length: 9\r\n", "hi"),
        ]
        for bytes in requests {
          let response = try await Client.exchange(bytes, port: bench.server.port)
          #expect(response.isEmpty)
        }
        #expect(bench.events.problems.isEmpty && bench.events.refusals.isEmpty)
      }
    }

    @Test func `invalid bytes instead of a TLS handshake end the connection`() async throws {
      try await withProxy { bench in
        let response = String(
          latin1: try await Client.exchange(
            "CONNECT a.test:443 HTTP/1.1\r\n\r\n\u{16}\u{3}\u{1}garbage garbage garbage",
            port: bench.server.port))
        #expect(response.hasPrefix("HTTP/1.1 200 Connection established\r\n\r\n"))
        let next = try await bench.curl("http://a.test/")
        #expect(next.text.contains("would reach"))
      }
    }

    @Test func `pipelined requests get their responses in order`() async throws {
      try await withProxy { bench in
        let requests = (1...50).map { "GET http://a.test/\($0) HTTP/1.1\r\nHost: a.test\r\n\r\n" }
        let response = String(
          latin1: try await Client.exchange(requests.joined(), port: bench.server.port))
        let numbers = response.split(separator: "\r\n").filter { $0.hasPrefix("VCR-Error") }
          .compactMap { $0.split(separator: " ").dropFirst(2).first?.split(separator: "/").last }
        #expect(numbers.map(String.init) == (1...50).map(String.init))
      }
    }

    @Test func `HTTP 1_0 gets a response that ends with the connection`() async throws {
      try await withProxy { bench in
        let response = String(
          latin1: try await Client.exchange(
            "GET http://a.test/ HTTP/1.0\r\n\r\n", port: bench.server.port))
        #expect(response.contains("Connection: close\r\n"))
        #expect(response.contains("would reach"))
      }
    }

    @Test func `a client that waits for 100 gets it at once`() async throws {
      try await withProxy { bench in
        let result = try await Client.python(
          """
          import socket, sys
          s = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=240)
          s.sendall(b"POST http://a.test/ HTTP/1.1\\r\\nHost: a.test\\r\\nConnection: close\\r\\n"
                    b"Expect: 100-Continue\\r\\nContent-Length: 2\\r\\n\\r\\n")
          print(s.recv(1000))
          s.sendall(b"hi")
          print(s.recv(1000)[:13])
          """, ["\(bench.server.port)"])
        #expect(
          result.text == #"""
            b'HTTP/1.1 100 Continue\r\n\r\n'
            b'HTTP/1.1 501 '

            """#, "\(result.errorText)")
      }
    }
  }
#endif
