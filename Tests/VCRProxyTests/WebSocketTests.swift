#if CommandLineTool
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// WebSockets that are recorded as they pass, and replayed without the service.
  struct WebSocketTests {
    /// A client's way to a service, with or without TLS.
    struct Way: Sendable, CustomTestStringConvertible {
      var name: String
      var isSecure: Bool
      var testDescription: String { "\(name), \(isSecure ? "wss" : "ws")" }
      static let all = [
        Way(name: "connect", isSecure: false), Way(name: "absolute", isSecure: false),
        Way(name: "connect", isSecure: true), Way(name: "h2", isSecure: false),
        Way(name: "h2", isSecure: true),
      ]
    }

    @Test(arguments: Way.all)
    func `a conversation is recorded readably and replayed without the service`(
      way: Way
    ) async throws {
      let bench = try await WebSocketBench(isSecure: way.isSecure)
      let scheme = way.isSecure ? "wss" : "ws"
      let (recorded, replayed, cassette) = try await bench.recordAndReplay(
        "\(scheme)://service.test/greet?room=1",
        """
        ws = connect(url, way)
        show(ws.recv())
        ws.send("hello"); show(ws.recv())
        ws.send('{"a":1}'); show(ws.recv())
        ws.send(bytes([0, 1, 2, 255])); show(ws.recv())
        ws.close(4001, "bye"); show(ws.recv())
        """, way: way.name)
      #expect(
        recorded.text == """
          {"hello":"there","motd":"a text that is longer than one line of a review should be"}
          echo hello
          echo {"a":1}
          b'\\xff\\x02\\x01\\x00'
          ('close', 4001, 'bye')

          """)
      #expect(replayed.text == recorded.text)
      #expect(recorded.summary.recorded == 1 && recorded.summary.brokenOff == 0)
      #expect(replayed.summary.replayed == 1 && replayed.summary.unmatched.isEmpty)
      #expect(recorded.events.problems.isEmpty && replayed.events.problems.isEmpty)
      let stable = cassette.replacing(/(after|seconds): [0-9.]+/) { "\($0.output.1): 0" }
        .replacing(/recorded_at: .*/, with: "recorded_at: T")
      #expect(
        stable == """
          vcr: 1
          interactions:
          - request:
              method: GET
              url: \(scheme)://service.test/greet?room=1
            response:
              status: 101 Switching Protocols
              headers:
                X-Offered: nothing
            messages:
            - after: 0
              service:
                json: |-
                  {
                    "hello": "there",
                    "motd": "a text that is longer than one line of a review should be"
                  }
            - after: 0
              client: hello
            - after: 0
              service: echo hello
            - after: 0
              client: '{"a":1}'
            - after: 0
              service: echo {"a":1}
            - after: 0
              client:
                base64: |-
                  AAEC/w==
            - after: 0
              service:
                base64: |-
                  /wIBAA==
            - after: 0
              close: 4001 bye
              by: client
            seconds: 0
            recorded_at: T

          """, "\(stable)")
    }

    @Test(arguments: ["$.at", "message $.at", "message(service) $.at"])
    func `an unchanged conversation that is recorded again leaves no diff`(
      volatile: String
    ) async throws {
      let bench = try await WebSocketBench()
      let steps = """
        ws = connect(url, way)
        ws.send('{"subscribe":5}')
        for _ in range(6): show(ws.recv())
        ws.close(1000, "done")
        """
      let volatility = Volatility.standard.adding(jsonPaths: [try JSONPath(parsing: volatile)])
      func run(_ mode: RecordMode) async throws -> String {
        try await bench.run(mode, "/ticker", steps) { $0.volatility = volatility }.text
      }
      let first = try await run(.once)
      let cassette = try bench.studio.text()
      for _ in 0..<2 {
        let again = try await run(.all)
        #expect(again != first, "the service sends the time")
        #expect(try bench.studio.text() == cassette)
      }
      let replayed = try await run(.none)
      #expect(replayed == first)
      #expect(cassette.contains("  - after: "))
      #expect(cassette.contains("    close: 1000 done\n    by: service\n"))
    }

    @Test
    func `bytes, empty texts, lines and long texts are joined from fragments and kept exactly`()
      async throws
    {
      let bench = try await WebSocketBench()
      let (recorded, replayed, cassette) = try await bench.recordAndReplay(
        "/mix",
        """
        ws = connect(url, way)
        for _ in range(4): show(repr(ws.recv())[:60])
        ws.raw(ws.frame(1, b"in ", fin=False) + ws.frame(9, b"p1") + ws.frame(0, b"par", fin=False) + ws.frame(0, b"ts"))
        show(ws.recv()); show(ws.pongs[-1])
        ws.close(None); show(ws.recv())
        """)
      #expect(
        recorded.text == """
          b'\\x00\\x01\\x02\\xff'
          ''
          'grüße\\nzweite Zeile\\n'
          '\(String(repeating: "x", count: 59))
          echo in parts
          b'p1'
          ('close', None, '')

          """)
      #expect(replayed.text == recorded.text)
      #expect(cassette.contains("    service: ''\n"))
      #expect(cassette.contains("      text: |\n        grüße\n        zweite Zeile\n"))
      #expect(cassette.contains("    client: in parts\n"))
      #expect(cassette.contains("    close: 1005\n    by: client\n"))
    }

    @Test func `a message that was not recorded is reported like an unmatched request`()
      async throws
    {
      let bench = try await WebSocketBench()
      func steps(_ name: String) -> String {
        """
        ws = connect(url, way)
        ws.send("first"); show(ws.recv())
        ws.send('{"subscribe": "\(name)", "id": 7}'); show(ws.recv())
        """
      }
      let recorded = try await bench.run(.once, "/echo", steps("ticker"))
      #expect(recorded.text.hasPrefix("echo first\necho {"))
      let replayed = try await bench.run(.none, "/echo", steps("tickers"))
      let report = try #require(replayed.summary.unmatched.first)
      #expect(replayed.events.unmatched == [report])
      #expect(
        replayed.text == """
          echo first
          ('close', 1008, 'No recorded message matches one that was sent to  ws://service.test/echo')

          """)
      #expect(
        report.description.contains(
          """
          The message is  {"subscribe": "tickers", "id": 7}
          The closest is message 3 of #1, which differs in 1 place:
            body   $.subscribe   recorded  "ticker"   now  "tickers"
          """), "\(report.description)")
      #expect(report.description.contains("options: .init(mode: .all))"))
      // The policy says what does not count, and the order of members never does.
      let ignoring = try await bench.run(.none, "/echo", steps("other")) {
        $0.equivalence = [.method, .url, .json(ignoring: ["$.subscribe"])]
      }
      #expect(ignoring.text == recorded.text)
    }

    @Test func `messages that do not wait for each other may be sent in another order`()
      async throws
    {
      let bench = try await WebSocketBench()
      let recorded = try await bench.run(
        .once, "/echo",
        """
        ws = connect(url, way)
        for text in ("a", "b"): ws.send(text); show(ws.recv())
        ws.close(); ws.recv()
        """)
      #expect(recorded.text == "echo a\necho b\n")
      let replayed = try await bench.run(
        .none, "/echo",
        """
        ws = connect(url, way)
        for text in ("b", "a"): ws.send(text); show(ws.recv())
        ws.send("b"); show(ws.recv()[:2])
        """)
      #expect(replayed.text == "echo b\necho a\n('close', 1008)\n")
      let report = try #require(replayed.summary.unmatched.first?.description)
      #expect(report.contains("The client has sent all messages"), "\(report)")
    }

    @Test func `a client that waits for what crossed its messages gets it`() async throws {
      let studio = try Studio(
        """
        - request:
            url: ws://service.test/feed
          response:
            status: 101
          messages:
          - client: a
          - client: b
          - client: c
          - service: for a
          - service: for b
          - service: for c
          - client: d
          - service: for d
        """)
      for steps in [
        // As it was recorded, and with each message waiting for the response to the one before.
        "for text in 'abc': ws.send(text)\nfor _ in 'abc': show(ws.recv())",
        "for text in 'abc': ws.send(text); show(ws.recv())",
      ] {
        try await studio.run(deck: .init()) { bench in
          let result = try await Client.python(
            WebSocketService.client(
              """
              ws = connect(url, way)
              \(steps)
              ws.send("d"); show(ws.recv())
              """), ["ws://service.test/feed", "connect"],
            variables: ["http_proxy": bench.url])
          #expect(result.text == "for a\nfor b\nfor c\nfor d\n", "\(result.errorText)")
        }
      }
    }

    @Test func `a conversation written by hand is served, at its times when that is asked for`()
      async throws
    {
      let studio = try Studio(
        """
        - request:
            url: ws://service.test/feed
          response:
            status: 101
          messages:
          - {after: 0.2, service: hello}
          - client: more
          - after: 0.5
            service:
              json: |-
                {
                  "a": 1
                }
          - {after: 0.7, close: 4000 enough, by: service}
        """)
      let steps = """
        start = time.monotonic()
        ws = connect(url, way)
        show(ws.recv())
        ws.send("more"); show(ws.recv()); show(ws.recv())
        show("slow" if time.monotonic() - start >= 0.4 else "at once")
        """
      for (latency, pace) in [(ReplayLatency.none, nil), (.recorded, "slow")] {
        try await studio.run(deck: .init(latency: latency)) { bench in
          let result = try await Client.python(
            WebSocketService.client(steps), ["ws://service.test/feed", "connect"],
            variables: ["http_proxy": bench.url])
          let lines = result.text.split(separator: "\n").map(String.init)
          #expect(
            lines.dropLast() == ["hello", #"{"a":1}"#, "('close', 4000, 'enough')"],
            "\(result.errorText)")
          if let pace { #expect(lines.last == pace) }
        }
      }
    }

    @Test func `two connections to one URL are replayed in their order`() async throws {
      let bench = try await WebSocketBench()
      let (recorded, replayed, _) = try await bench.recordAndReplay(
        "/echo",
        """
        for text in ("one", "two"):
            ws = connect(url, way)
            ws.send(text); show(ws.recv())
            ws.close(); ws.recv()
        """)
      #expect(recorded.text == "echo one\necho two\n")
      #expect(replayed.text == recorded.text)
      #expect(recorded.summary.recorded == 2)
    }

    @Test func `a connection that breaks off is replayed broken off`() async throws {
      let bench = try await WebSocketBench()
      let (recorded, replayed, cassette) = try await bench.recordAndReplay(
        "/drop",
        """
        ws = connect(url, way)
        show(ws.recv())
        try: ws.recv()
        except (EOFError, ConnectionResetError): show("dropped")
        """)
      #expect(recorded.text == "one\ndropped\n")
      #expect(replayed.text == recorded.text)
      #expect(recorded.summary.brokenOff == 1)
      #expect(cassette.contains("  error:\n    code: networkConnectionLost\n"))
    }

    @Test func `a client that leaves without a word is recorded as one that left`() async throws {
      let bench = try await WebSocketBench()
      let (recorded, replayed, cassette) = try await bench.recordAndReplay(
        "/echo", "ws = connect(url, way)\nws.send('x'); show(ws.recv())")
      #expect(recorded.text == "echo x\n")
      #expect(replayed.text == recorded.text)
      #expect(recorded.summary.left == 1)
      #expect(cassette.contains("  left: client\n"))
      // A service that would have sent more has the client closed after a while.
      let waiting = try await bench.run(
        .none, "/echo",
        """
        ws = connect(url, way)
        ws.send('x'); show(ws.recv())
        try: ws.recv()
        except EOFError: show("closed")
        """)
      #expect(waiting.text == "echo x\nclosed\n")
    }

    @Test func `a thousand messages at once and one of 5 MB are recorded and replayed`()
      async throws
    {
      let bench = try await WebSocketBench()
      let fast = """
        ws = connect(url, way)
        ws.send("go")
        got = [ws.recv() for _ in range(1000)]
        show(got[0] + " " + got[-1] + " %d" % len(set(got)))
        ws.close(); ws.recv()
        """
      let big = """
        ws = connect(url, way)
        data = bytes(range(256)) * 20480
        ws.send(data)
        show(ws.recv()); show(ws.recv() == data)
        ws.close(); ws.recv()
        """
      let recorded = try await bench.run(.newEpisodes, "/fast", fast)
      #expect(recorded.text == "message 0 message 999 1000\n")
      let large = try await bench.run(.newEpisodes, "/big", big)
      #expect(large.text == "5242880\nTrue\n")
      bench.service.stop()
      #expect(try await bench.run(.none, "/fast", fast).text == recorded.text)
      #expect(try await bench.run(.none, "/big", big).text == large.text)
      // The same bytes in both directions are one file.
      let files = try bench.studio.text().matches(of: /file: (\S+\.bin)/).map(\.output.1)
      #expect(files.count == 2 && Set(files).count == 1)
    }

    @Test func `secrets in messages are replaced, and named ones restored for the client`()
      async throws
    {
      let bench = try await WebSocketBench()
      let redaction = Redaction.standard.adding(.secret("NAMED", value: "correct-horse-battery"))
      let steps = """
        ws = connect(url, way)
        ws.send('{"password":"s3cret-Pa55-w0rd","user":"ada"}'); ws.recv()
        ws.send("I am correct-horse-battery"); show(ws.recv())
        ws.close(1000, "so long, correct-horse-battery"); ws.recv()
        """
      let recorded = try await bench.run(.once, "/echo", steps) { $0.redaction = redaction }
      #expect(recorded.text == "echo I am correct-horse-battery\n")
      let cassette = try bench.studio.text()
      #expect(!cassette.contains("horse") && !cassette.contains("Pa55"), "\(cassette)")
      #expect(cassette.contains("client: '{\"password\":\"{{PASSWORD}}\",\"user\":\"ada\"}'\n"))
      #expect(cassette.contains("service: echo I am {{NAMED}}\n"))
      #expect(recorded.summary.redacted == 5)
      let replayed = try await bench.run(.none, "/echo", steps) { $0.redaction = redaction }
      #expect(replayed.text == recorded.text)
    }

    @Test func `subprotocols are kept, and the handshake of each connection is its own`()
      async throws
    {
      let bench = try await WebSocketBench()
      let (recorded, replayed, cassette) = try await bench.recordAndReplay(
        "/echo",
        """
        ws = connect(url, way, ["Sec-WebSocket-Protocol: chat, superchat"])
        show(ws.answer["sec-websocket-protocol"])
        ws.close(); show(ws.recv())
        """)
      #expect(recorded.text == "superchat\n('close', 1000, '')\n")
      #expect(replayed.text == recorded.text)
      #expect(cassette.contains("Sec-WebSocket-Protocol: chat, superchat\n"))
      for name in ["Key", "Accept", "Version", "Extensions"] {
        #expect(!cassette.contains("Sec-WebSocket-" + name))
      }
    }

    @Test func `a service that opens no WebSocket is recorded with its response`() async throws {
      let bench = try await WebSocketBench()
      let (recorded, replayed, cassette) = try await bench.recordAndReplay(
        "/refuse", "connect(url, way)")
      #expect(recorded.text == "HTTP/1.1 200 OK\nplain /refuse\n")
      #expect(replayed.text == recorded.text)
      #expect(cassette.contains("url: ws://service.test/refuse\n"))
    }

    @Test func `a service that does not understand the handshake is a failure`() async throws {
      let bench = try await WebSocketBench()
      let recorded = try await bench.run(.once, "/forged", "connect(url, way)")
      #expect(recorded.text.hasPrefix("HTTP/1.1 502 Bad Gateway\n"), "\(recorded.text)")
      #expect(try bench.studio.text().contains("Sec-WebSocket-Accept does not belong to the key"))
    }

    @Test(arguments: ["connect", "absolute"])
    func `a host that is passed through keeps its extensions and is not recorded`(
      way: String
    ) async throws {
      let bench = try await WebSocketBench()
      let result = try await bench.run(
        .once, "/echo",
        """
        ws = connect(url, way)
        show(ws.answer["x-offered"])
        ws.send("x"); show(ws.recv())
        ws.close(4000, "bye"); show(ws.recv())
        """, way: way
      ) { $0.passthroughHosts = ["service.test"] }
      #expect(result.text == "permessage-deflate\necho x\n('close', 4000, 'bye')\n")
      #expect(result.summary.recorded == 0)
      #expect(result.events.problems.isEmpty)
    }

    @Test(arguments: ["connect", "absolute"])
    func
      `another upgrade passes through while recording, with a notice, and is refused in a replay`(
        way: String
      ) async throws
    {
      let bench = try await WebSocketBench()
      let steps = """
        import http.client
        proxy = urlsplit(os.environ["http_proxy"])
        link = socket.create_connection((proxy.hostname, proxy.port), timeout=60)
        target = "/chat"
        if way == "connect":
            link.sendall(b"CONNECT service.test:80 HTTP/1.1\\r\\nHost: service.test:80\\r\\n\\r\\n")
            head(link)
        else: target = "http://service.test/chat"
        link.sendall(("GET %s HTTP/1.1\\r\\nHost: service.test\\r\\nConnection: Upgrade\\r\\nUpgrade: chat\\r\\n\\r\\n" % target).encode())
        line, fields, rest = head(link)
        show(line)
        if " 101 " in line:
            while not rest.endswith(b"\\n"): rest += link.recv(100)
            show(fields["upgrade"] + " " + rest.decode().strip())
            link.sendall(b"hello\\n")
            got = b""
            while not got.endswith(b"\\n"): got += link.recv(100)
            show(got.decode().strip())
        else: show(fields["vcr-error"])
        """
      let recorded = try await bench.run(.newEpisodes, "/chat", steps, way: way)
      #expect(recorded.text == "HTTP/1.1 101 Switching Protocols\nchat welcome\nHELLO\n")
      #expect(recorded.summary.passedThrough == 1 && recorded.summary.recorded == 0)
      #expect(
        recorded.events.problems == [
          "An upgrade to chat is not recorded, its bytes pass through  http://service.test/chat"
        ])
      let replayed = try await bench.run(.none, "/chat", steps, way: way) {
        $0.allowsMissing = true
      }
      #expect(
        replayed.text
          == "HTTP/1.1 501 Not Implemented\nAn upgrade to chat is never recorded, so that it cannot "
          + "be replayed  http://service.test/chat\n")
      #expect(replayed.summary.unmatched.count == 1)
    }
  }
#endif
