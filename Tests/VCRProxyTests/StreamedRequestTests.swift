#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// Requests that go to the service as they arrive.
  struct StreamedRequestTests {
    /// Runs a proxy that records with a service that responds early.
    @discardableResult
    private func record(
      _ studio: Studio, mode: RecordMode = .once, passingThrough hosts: [String] = [],
      _ body: (Bench, PieceService) async throws -> Void
    ) async throws -> Deck.Summary {
      let service = try await PieceService()
      return try await studio.run(
        deck: .init(mode: mode, passthroughHosts: hosts), upstream: try Upstream()
      ) { bench in try await body(bench, service) }
    }

    /// Sends three pieces, each after the one before it came back.
    private func converse(_ bench: Bench, _ service: PieceService) async throws {
      let result = try await Client.python(
        """
        import socket, sys
        s = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=240)
        s.sendall(b"POST %s/echo HTTP/1.1\\r\\nHost: %s\\r\\n" % (sys.argv[2].encode(),
            sys.argv[2][7:].encode()) + b"Transfer-Encoding: chunked\\r\\n\\r\\n")
        text = b""
        for piece in (b"one", b"two", b"three"):
            s.sendall(b"%x\\r\\n%s\\r\\n" % (len(piece), piece))
            while piece not in text:
                more = s.recv(1000)
                if not more: sys.exit("ended after %r" % text)
                text += more
        s.sendall(b"0\\r\\n\\r\\n")
        while not text.endswith(b"\\r\\n0\\r\\n\\r\\n"): text += s.recv(1000)
        print("done")
        """, ["\(bench.server.port)", service.origin])
      #expect(result.text == "done\n", "\(result.errorText)")
    }

    @Test(arguments: [RecordMode.once, .newEpisodes, .all, .offline])
    func `pieces that wait for each other pass while they are recorded`(
      mode: RecordMode
    ) async throws {
      let studio = try Studio()
      let summary = try await record(studio, mode: mode) { bench, service in
        try await converse(bench, service)
      }
      #expect(summary.recorded == 1)
      #expect(try studio.text().contains("onetwothree\n"))
    }

    @Test func `pieces that wait for each other pass through unrecorded`() async throws {
      let summary = try await record(try Studio(), passingThrough: ["127.0.0.1"]) {
        try await converse($0, $1)
      }
      #expect(summary.passedThrough == 1 && summary.recorded == 0)
    }

    @Test func `uploads whose length is known pass through unrecorded`() async throws {
      let summary = try await record(try Studio(), passingThrough: ["127.0.0.1"]) {
        bench, service in
        let url = "\(service.origin)/count"
        // The second finds what the first left on the connection.
        let result = try await bench.curl("-d", "hello", url, url)
        #expect(result.text == "55", "\(result.errorText)")
      }
      #expect(summary.passedThrough == 2 && summary.recorded == 0)
    }

    @Test(arguments: [413, 417])
    func `the service refuses an upload before the client sends it`(status: Int) async throws {
      let studio = try Studio()
      let file = studio.path("upload")
      try Data(count: 3_000_000).write(to: URL(filePath: file))
      try await record(studio) { bench, service in
        let result = try await bench.curl(
          "-H", "Expect: 100-continue", "--data-binary", "@\(file)", "--expect100-timeout", "30",
          "-w", " %{http_code} %{size_upload}", "\(service.origin)/\(status)")
        #expect(result.text == "no \(status) 0", "\(result.errorText)")
        #expect(await service.nextHead()?.contains("Expect: 100-continue") == true)
      }
      #expect(try !studio.text().contains("Expect"))
      // The replay asks for no body either that the service did not want.
      let summary = try await studio.run(deck: .init()) { bench in
        let text = try studio.text()
        let line = try #require(text.split(separator: "\n").first { $0.contains("url: ") })
        let url = try #require(line.split(separator: " ").last)
        let result = try await bench.curl(
          "-H", "Expect: 100-continue", "--data-binary", "@\(file)", "--expect100-timeout", "30",
          "-w", " %{http_code} %{size_upload}", String(url))
        #expect(result.text == "no \(status) 0", "\(result.errorText)")
      }
      #expect(summary.replayed == 1)
    }

    /// Sends a head and the beginning of an upload of 20 MB to a service that responds to the head,
    /// and then nothing more until the response has come.
    ///
    /// - Returns: Its status, or the end of the connection.
    private func sendPart(
      of size: Int, to url: String, through bench: Bench, isHTTP2: Bool = false
    ) async throws -> String {
      let place = url.dropFirst("http://".count).split(separator: "/", maxSplits: 1)
      let (authority, path) = (String(place[0]), "/" + place[1])
      let head =
        isHTTP2
        ? RawFrame.preface
          + RawFrame.frame(
            1, flags: 4, stream: 1, RawFrame.request(authority, method: "POST", path: path))
          + RawFrame.frame(0, stream: 1, Array(repeating: 0, count: size))
        : Array(
          "POST \(url) HTTP/1.1\r\nHost: \(authority)\r\nContent-Length: 20000000\r\n\r\n".utf8)
          + Array(repeating: 0, count: size)
      let result = try await Client.python(
        """
        import socket, sys
        s = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=240)
        try: s.sendall(sys.stdin.buffer.read())
        except OSError: pass
        text = b""
        try:
            # A frame of HTTP/2 that follows begins with its length.
            while not text.endswith(b"no") and b"no\\0\\0" not in text:
                text += s.recv(1000) or sys.exit("ended after %r" % text)
        except OSError: pass
        print(text[9:12].decode() if text.startswith(b"HTTP/1") else text.count(b"no"))
        """, ["\(bench.server.port)"], input: head)
      return result.text.isEmpty ? result.errorText : result.text
    }

    /// The requests in a cassette, each as its text.
    private func requests(in cassette: String) -> [String] {
      cassette.components(separatedBy: "- request:\n").dropFirst().map {
        $0.components(separatedBy: "  response:\n")[0]
      }
    }

    // The first two stay in memory, and the last goes to a file.
    @Test(arguments: [(0, false), (10, false), (9_000_000, false), (0, true), (10, true)])
    func `a client that stops within an upload gets the response that it waits for`(
      size: Int, isHTTP2: Bool
    ) async throws {
      let studio = try Studio()
      let service = try await PieceService()
      let expected = isHTTP2 ? "1\n" : "413\n"
      var cassette: String?
      // Recorded, replayed, and recorded again.
      for mode in [RecordMode.once, .none, .all] {
        let summary = try await studio.run(
          deck: .init(mode: mode), upstream: mode == .none ? nil : try Upstream()
        ) { bench in
          let result = try await sendPart(
            of: size, to: "\(service.origin)/413", through: bench, isHTTP2: isHTTP2)
          #expect(result == expected, "\(mode)")
        }
        #expect(summary.replayed == (mode == .none ? 1 : 0))
        let text = try studio.text()
        #expect(text == cassette ?? text)
        cassette = text
      }
      // How much had passed by then differs from run to run.
      let found = requests(in: cassette ?? "")
      #expect(found.count == 1)
      for request in found { #expect(!request.contains("body:"), "\(request)") }
      #expect(cassette?.contains("    awaits: 0\n") == true)
      #expect(!FileManager.default.fileExists(atPath: studio.cassette + ".files"))
    }

    /// Of two interactions the second came before its request had ended.
    private static let early = """
      - request: {method: POST, url: 'http://service.test/413', body: {text: one}}
        response: {status: 200, body: {text: first}}
      - request: {method: POST, url: 'http://service.test/413'}
        response: {status: 413, awaits: 0, body: {text: 'no'}}
      """

    @Test func `a client that stops within an upload does not wait for what comes first`()
      async throws
    {
      let studio = try Studio(Self.early)
      let url = "http://service.test/413"
      try await studio.run(deck: .init()) { bench in
        let part = try await sendPart(of: 10, to: url, through: bench)
        #expect(part == "413\n")
        let whole = try await bench.curl("-d", "one", url)
        #expect(whole.text == "first")
      }
    }

    @Test(arguments: [["one", "other"], ["other", "one"]])
    func `an upload whose response came early matches whatever its body`(bodies: [String])
      async throws
    {
      let studio = try Studio(Self.early)
      let url = "http://service.test/413"
      let summary = try await studio.run(
        deck: .init(equivalence: [.method, .url, .body])
      ) { bench in
        for body in bodies {
          let result = try await bench.curl("-d", body, url)
          #expect(result.text == (body == "one" ? "first" : "no"))
        }
      }
      #expect(summary.replayed == 2)
    }

    @Test func `a service that is gone is replaced offline for a client that stops`() async throws {
      let port = try RefusingPort()
      let url = "http://127.0.0.1:\(port.port)/413"
      let studio = try Studio(
        """
        - request: {method: POST, url: '\(url)'}
          response: {status: 413, awaits: 0, body: {text: 'no'}}
        """)
      try await studio.run(deck: .init(mode: .offline), upstream: try Upstream()) { bench in
        let result = try await sendPart(of: 10, to: url, through: bench)
        #expect(result == "413\n")
      }
    }

    @Test func `a failure within an upload is replayed to a client that has stopped`()
      async throws
    {
      let studio = try Studio(
        """
        - request: {method: POST, url: 'http://service.test/413'}
          error: {code: networkConnectionLost, domain: NSURLErrorDomain, number: -1005, message: x}
        """)
      try await studio.run(deck: .init()) { bench in
        let result = try await sendPart(of: 10, to: "http://service.test/413", through: bench)
        #expect(result == "ended after b''\n")
      }
    }

    @Test func `a large upload goes to a service without HTTP 2 in plaintext`() async throws {
      let studio = try Studio()
      let service = try await PieceService()
      let file = studio.path("upload")
      try Data(count: 3_000_000).write(to: URL(filePath: file))
      var cassette: String?
      for _ in 0..<4 {
        try await studio.run(deck: .init(mode: .all), upstream: try Upstream()) { bench in
          let result = try await bench.curl(
            "-p", "--http2-prior-knowledge", "--data-binary", "@\(file)",
            "\(service.origin)/count")
          #expect(result.text == "3000000", "\(result.errorText)")
        }
        let text = try studio.text()
        #expect(text == cassette ?? text)
        cassette = text
      }
    }

    @Test func `a client that waits for 100 gets that of the service`() async throws {
      try await record(try Studio()) { bench, service in
        let result = try await bench.curl(
          "-i", "-H", "Expect: 100-continue", "-d", "hello", "--expect100-timeout", "30",
          "\(service.origin)/count")
        #expect(result.text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
        #expect(result.text.hasSuffix("\r\n\r\n5"))
      }
    }

    @Test func `a client that does not wait for 100 gets that of the service, too`() async throws {
      try await record(try Studio()) { bench, service in
        let request =
          "POST \(service.origin)/count HTTP/1.1\r\nHost: service.test\r\nConnection: close\r\n"
          + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\nhello"
        let bytes = try await Client.exchange(Array(request.utf8), port: bench.server.port)
        let text = String(latin1: bytes)
        #expect(text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"), "\(text)")
      }
    }

    @Test(arguments: ["1.1", "2"])
    func `a replay tells a client to send its content only if it waits`(
      version: String
    ) async throws {
      let studio = try Studio(
        """
        - request: {method: POST, url: 'http://service.test/', body: {text: hello}}
          response: {status: 200, body: {text: done}}
        """)
      try await studio.run(deck: .init(repeats: true)) { bench in
        for isWaiting in [true, false] {
          let curl = try await bench.curl(
            "-i", "-p", version == "2" ? "--http2-prior-knowledge" : "--http1.1", "-H",
            "Expect:\(isWaiting ? " 100-continue" : "")", "-d", "hello",
            "--expect100-timeout", "30", "http://service.test/")
          #expect(curl.text.contains("HTTP/\(version) 100") == isWaiting, "\(curl.text)")
          #expect(curl.text.hasSuffix("\r\n\r\ndone"))
        }
        // A client that does not wait although it says so.
        let request =
          "POST http://service.test/ HTTP/1.1\r\nHost: service.test\r\nConnection: close\r\n"
          + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\nhello"
        let bytes = try await Client.exchange(Array(request.utf8), port: bench.server.port)
        #expect(String(latin1: bytes).hasPrefix("HTTP/1.1 200 OK\r\n"))
      }
    }

    @Test func `another expectation is the service's to refuse`() async throws {
      try await record(try Studio()) { bench, service in
        let result = try await bench.curl(
          "-H", "Expect: 200-maybe", "-d", "hello", "-w", " %{http_code}", "\(service.origin)/417")
        #expect(result.text == "no 417")
        #expect(await service.nextHead()?.contains("Expect: 200-maybe") == true)
      }
    }

    @Test func `an upload keeps its framing`() async throws {
      try await record(try Studio()) { bench, service in
        _ = try await bench.curl("-d", "hello", "\(service.origin)/count")
        let sized = await service.nextHead()
        #expect(sized?.contains("Content-Length: 5") == true)
        _ = try await bench.curl(
          "-d", "hello", "-H", "Transfer-Encoding: chunked", "\(service.origin)/echo")
        let chunked = await service.nextHead()
        #expect(chunked?.contains("Transfer-Encoding: chunked") == true)
        #expect(chunked?.contains("Content-Length") == false)
      }
    }

    @Test func `a request that the cassette may hold waits for its content`() async throws {
      let studio = try Studio()
      let service = try await PieceService()
      let url = "\(service.origin)/count"
      for mode in [RecordMode.once, .newEpisodes] {
        let summary = try await studio.run(deck: .init(mode: mode), upstream: try Upstream()) {
          bench in
          for text in mode == .once ? ["one", "three"] : ["three", "one", "twenty"] {
            let result = try await bench.curl("-d", text, url)
            #expect(result.text == "\(text.utf8.count)")
          }
        }
        #expect(summary.recorded == (mode == .once ? 2 : 1))
        #expect(summary.replayed == (mode == .once ? 0 : 2))
      }
    }

    @Test func `what offline replays for a failed upload is chosen by its content`() async throws {
      let studio = try Studio()
      let port = try RefusingPort()
      let url = "http://127.0.0.1:\(port.port)/"
      try """
      vcr: 1
      interactions:
      - request: {method: POST, url: '\(url)', body: {text: one}}
        response: {status: 200, body: {text: first}}
      - request: {method: POST, url: '\(url)', body: {text: two}}
        response: {status: 200, body: {text: second}}
      """.write(toFile: studio.cassette, atomically: true, encoding: .utf8)
      try await studio.run(deck: .init(mode: .offline), upstream: try Upstream()) { bench in
        let result = try await bench.curl("-d", "two", url)
        #expect(result.text == "second")
      }
    }

    @Test(.enabled(if: NginxLoopback.executable != nil, "nginx is not installed"))
    func `uploads pass between every pair of versions`() async throws {
      let service = try LoopbackServer { ServerResponse(text: "\($0.body.count)") }
      let certificates = try await TestCertificates(names: ["DNS:service.test"])
      let nginx = try await NginxLoopback(
        location: "proxy_pass \(service.origin);", certificates: certificates,
        server: "client_max_body_size 100m;")
      let front = try await TLSLoopback(before: service, certificates: certificates)
      let studio = try Studio()
      let file = studio.path("upload")
      try Data(count: 3_000_000).write(to: URL(filePath: file))
      for port in [nginx.port, front.port] {
        var options = Upstream.Options()
        options.additionalRoots = [certificates.rootFile]
        options.addressMap[.init(host: "service.test", port: 443)] = .init(
          host: "127.0.0.1", port: port)
        let upstream = try Upstream(options: options)
        try await studio.run(deck: .init(mode: .all), upstream: upstream) { bench in
          for version in ["--http1.1", "--http2"] {
            for fields in ["A: b", "Transfer-Encoding: chunked"] {
              let result = try await bench.curl(
                version, "-H", fields, "--data-binary", "@\(file)", "https://service.test/")
              #expect(result.text == "3000000", "\(version) \(port) \(result.errorText)")
            }
          }
        }
      }
    }

    @Test func `a service without HTTP 2 in plaintext is asked in HTTP 1`() async throws {
      let service = try LoopbackServer { request in
        // What any such service makes of the preface.
        request.target == "*"
          ? .raw("HTTP/1.1 400 Bad Request\r\n\r\n")
          : .raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
      }
      try await Studio().run(deck: .init(mode: .once), upstream: try Upstream()) { bench in
        for path in ["/a", "/b"] {
          let result = try await bench.curl(
            "-p", "--http2-prior-knowledge", "-w", " %{http_version}", service.origin + path)
          #expect(result.text == "hello 2")
        }
      }
    }

    @Test func `a call of gRPC to a service without HTTP 2 in plaintext is told so`()
      async throws
    {
      let service = try LoopbackServer { _ in .raw("HTTP/1.1 400 Bad Request\r\n\r\n") }
      try await Studio().run(deck: .init(mode: .once), upstream: try Upstream()) { bench in
        let result = try await bench.curl(
          "-p", "--http2-prior-knowledge", "-w", "%header{grpc-status} %header{grpc-message}", "-H",
          "Content-Type: application/grpc", "--data-binary", "x", service.origin)
        #expect(
          result.text.hasPrefix("14 ")
            && result.text.hasSuffix("does not speak HTTP/2 without TLS, as the client does"))
      }
    }

    @Test func `HTTP 2 without TLS is served in a tunnel`() async throws {
      let studio = try Studio(
        """
        - request: {method: GET, url: 'http://service.test/'}
          response: {status: 200, body: {text: hello}}
        """)
      try await studio.run(deck: .init()) { bench in
        let result = try await bench.curl(
          "-p", "--http2-prior-knowledge", "-w", " %{http_version}", "http://service.test/")
        #expect(result.text == "hello 2", "\(result.errorText)")
      }
    }
  }
#endif
