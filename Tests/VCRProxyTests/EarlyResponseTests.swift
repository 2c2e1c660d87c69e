#if CommandLineTool
  import NIOCore
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// Responses that begin before their requests have ended, and go on with them.
  struct EarlyResponseTests {
    /// Sends a request whose client waits for the head, then sends lines, each after the one before
    /// it came back.
    ///
    /// - Returns: The status and the lines of the response, or what went wrong.
    private func converse(
      with url: String, saying lines: [String], through bench: Bench
    ) async throws -> String {
      let authority = url.dropFirst("http://".count).prefix { $0 != "/" }
      let result = try await Client.python(
        """
        import socket, sys
        port, url, host = sys.argv[1:4]
        s = socket.create_connection(("127.0.0.1", int(port)), timeout=240)
        source = s.makefile("rb")
        s.sendall(("POST %s HTTP/1.1\\r\\nHost: %s\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n"
            % (url, host)).encode())
        status = source.readline()
        while source.readline().strip(): pass
        print(status.split()[1].decode())
        rest = b""
        def line():
            global rest
            while b"\\n" not in rest:
                size = int(source.readline(), 16)
                if size == 0: print("ended"); sys.exit()
                rest += source.read(size)
                source.readline()
            first, rest = rest.split(b"\\n", 1)
            print(first.decode())
        for text in sys.argv[4:]:
            s.sendall(b"%x\\r\\n%s\\n\\r\\n" % (len(text) + 1, text.encode()))
            line()
        s.sendall(b"0\\r\\n\\r\\n")
        line()
        """, ["\(bench.server.port)", url, String(authority)] + lines)
      return result.text.isEmpty ? result.errorText : result.text
    }

    // A response that is no stream has no pieces of its own in the cassette.
    @Test(arguments: ["/lines", "/echo"])
    func `a client that waits for the response within its upload gets it in a replay`(
      path: String
    ) async throws {
      let studio = try Studio()
      let service = try await PieceService()
      var cassette: String?
      // Recorded, replayed, and recorded again.
      for mode in [RecordMode.once, .none, .all] {
        let summary = try await studio.run(
          deck: .init(mode: mode), upstream: mode == .none ? nil : try Upstream()
        ) { bench in
          let text = try await converse(
            with: service.origin + path, saying: ["one", "two"], through: bench)
          #expect(text == "200\none\ntwo\nended\n", "\(mode)")
        }
        #expect(summary.replayed == (mode == .none ? 1 : 0))
        let text = try studio.text()
        #expect(text == cassette ?? text)
        cassette = text
      }
      #expect(cassette?.contains("    awaits: 0\n") == true)
      #expect(cassette?.contains("        awaits: 8\n") == (path == "/lines"))
    }

    /// Two conversations with one place.
    private static let conversations = ["one", "two"].map { word in
      """
      - request: {method: POST, url: 'http://service.test/', body: {text: "\(word)\\n"}}
        response:
          status: 200
          awaits: 0
          body:
            chunks:
            - {awaits: 4, text: "\(word)\\n"}

      """
    }.joined()

    // The content may be shorter than the recorded one; without it, nothing tells them apart.
    @Test(arguments: [
      ([RequestEquivalence.Part.method, .url], ["two", "one"]),
      ([.method, .url, .body], ["two", "one"]),
      ([.method, .url], ["2", "1"]),
    ])
    func `a client that stops gets the response to what it has sent`(
      parts: [RequestEquivalence.Part], words: [String]
    ) async throws {
      let studio = try Studio(Self.conversations)
      let summary = try await studio.run(deck: .init(equivalence: RequestEquivalence(parts))) {
        bench in
        for (index, word) in words.enumerated() {
          let text = try await send(word, to: "http://service.test/", through: bench)
          #expect(text == (word.count > 1 ? word : ["one", "two"][index]) + "\n")
        }
      }
      #expect(summary.replayed == 2)
    }

    /// Sends a line of an upload that goes on, and waits for one of the response.
    private func send(
      _ word: String, to url: String, through bench: Bench
    ) async throws -> String {
      let result = try await Client.python(
        """
        import socket, sys
        s = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=240)
        source = s.makefile("rb")
        s.sendall(("POST %s HTTP/1.1\\r\\nHost: service.test\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n"
            "%x\\r\\n%s\\n\\r\\n" % (sys.argv[2], len(sys.argv[3]) + 1, sys.argv[3])).encode())
        while source.readline().strip(): pass
        print(source.read(int(source.readline(), 16)).decode().strip())
        s.sendall(b"0\\r\\n\\r\\n")
        source.read()
        """, ["\(bench.server.port)", url, word])
      return result.text.isEmpty ? result.errorText : result.text
    }

    // What was recorded came after the whole request, as far as is known. The content decides
    // nothing, or not yet.
    @Test(arguments: [
      (RecordMode.none, [RequestEquivalence.Part.method, .url], 1),
      (.newEpisodes, [.method, .url], 1), (.newEpisodes, [.method, .url, .body], 0),
    ])
    func `a client that waits is served although nothing is known to come before its request ends`(
      mode: RecordMode, parts: [RequestEquivalence.Part], replayed: Int
    ) async throws {
      let service = try await PieceService()
      let url = service.origin + "/echo"
      let studio = try Studio(
        """
        - request: {method: POST, url: '\(url)', body: {text: "one\\ntwo\\n"}}
          response: {status: 200, body: {text: "old\\n"}}
        """)
      let summary = try await studio.run(
        deck: .init(mode: mode, equivalence: RequestEquivalence(parts)),
        upstream: mode == .none ? nil : try Upstream()
      ) { bench in
        let text = try await send("one", to: url, through: bench)
        #expect(text == (replayed == 1 ? "old\n" : "one\n"))
      }
      #expect(summary.replayed == replayed && summary.recorded == 1 - replayed)
    }

    @Test func `an upload that matches nothing by its body gets no response that began early`()
      async throws
    {
      let studio = try Studio(Self.conversations)
      let summary = try await studio.run(deck: .init(equivalence: [.method, .url, .body])) {
        bench in
        let result = try await bench.curl(
          "-d", "three", "-w", " %{http_code}", "http://service.test/")
        #expect(result.text.hasSuffix(" 501"))
      }
      #expect(summary.replayed == 0)
    }

    @Test(arguments: [false, true])
    func `a client that stops offline gets what came early although more could match`(
      isBegun: Bool
    ) async throws {
      let port = try RefusingPort()
      let url = "http://127.0.0.1:\(port.port)/"
      let early =
        isBegun
        ? """
        - request: {method: POST, url: '\(url)', body: {text: "go on\\n"}}
          response: {status: 200, awaits: 0, body: {chunks: [{awaits: 6, text: "no\\n"}]}}
        """
        : """
        - request: {method: POST, url: '\(url)'}
          response: {status: 413, awaits: 0, body: {text: "no\\n"}}
        """
      let studio = try Studio(
        """
        - request: {method: POST, url: '\(url)', body: {text: other}}
          response: {status: 200, body: {text: other}}
        \(early)
        """)
      try await studio.run(deck: .init(mode: .offline), upstream: try Upstream()) { bench in
        if isBegun {
          let text = try await send("go on", to: url, through: bench)
          #expect(text == "no\n")
        } else {
          let result = try await Client.python(
            """
            import socket, sys
            s = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=240)
            s.sendall(("POST %s HTTP/1.1\\r\\nHost: %s\\r\\nContent-Length: 9\\r\\n\\r\\npart"
                % (sys.argv[2], sys.argv[2][7:-1])).encode())
            print(s.recv(1000)[9:12].decode())
            """, ["\(bench.server.port)", url])
          #expect(result.text == "413\n", "\(result.errorText)")
        }
      }
    }

    @Test func `a service that is silent about HTTP 2 is asked in HTTP 1, or named`() async throws {
      // It takes the preface for a request whose rest is to come.
      let service = try Child(
        "python3",
        [
          "-c",
          """
          import socket, sys, threading
          listener = socket.create_server(("127.0.0.1", 0), backlog=64)
          print(listener.getsockname()[1], flush=True)
          def serve(client):
              if not client.recv(3).startswith(b"GET"): return client.recv(1 << 20) and sys.stdin.read()
              client.recv(1 << 20)
              client.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\n\\r\\nhello")
          def accept():
              while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
          threading.Thread(target=accept, daemon=True).start()
          sys.stdin.read()
          """,
        ])
      let port = try #require(await service.nextLine(), "\(service.errorText)")
      var options = Upstream.Options()
      options.connectTimeout = .milliseconds(500)
      let upstream = try Upstream(options: options)
      try await Studio().run(deck: .init(mode: .once), upstream: upstream) { bench in
        let result = try await bench.curl(
          "-p", "--http2-prior-knowledge", "-w", " %{http_version}", "http://127.0.0.1:\(port)/")
        #expect(result.text == "hello 2")
        let call = try await bench.curl(
          "-p", "--http2-prior-knowledge", "-w", "%{http_code} %header{grpc-status}", "-H",
          "Content-Type: application/grpc", "--data-binary", "x", "http://127.0.0.1:\(port)/")
        #expect(call.text == "200 14", "\(call.errorText)")
      }
    }
  }
#endif
