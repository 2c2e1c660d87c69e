#if CommandLineTool
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// Frames that no peer should send (RFC 6455 §5, §7, §8.1), from either side.
  struct HostileWebSocketTests {
    /// Bytes that break the rules.
    struct Breach: Sendable, CustomTestStringConvertible {
      var name: String
      /// How a client makes them, which masks.
      var client: String
      /// What a service sends, in hexadecimal digits.
      var service: String
      /// The code of the close message that they are answered with.
      var code: Int
      var testDescription: String { name }

      static let all = [
        Breach(
          name: "reserved bits", client: "ws.frame(1, b'x', rsv=0x40)", service: "c10178",
          code: 1002),
        Breach(
          name: "a reserved opcode", client: "ws.frame(3, b'x')", service: "830178", code: 1002),
        Breach(
          name: "a reserved control opcode", client: "ws.frame(11)", service: "8b00", code: 1002),
        Breach(
          name: "the wrong masking", client: "ws.frame(1, b'x', masks=False)",
          service: "81810000000078", code: 1002),
        Breach(
          name: "a long control frame", client: "ws.frame(9, b'x' * 126)",
          service: "897e007e" + String(repeating: "78", count: 126), code: 1002),
        Breach(
          name: "a fragmented control frame", client: "ws.frame(9, b'x', fin=False)",
          service: "090178", code: 1002),
        Breach(
          name: "a continuation of nothing", client: "ws.frame(0, b'x')", service: "800178",
          code: 1002),
        Breach(
          name: "a message within a message",
          client: "ws.frame(1, b'x', fin=False) + ws.frame(2, b'y')", service: "010178820179",
          code: 1002),
        Breach(
          name: "text that is not UTF-8", client: "ws.frame(1, b'\\xff\\xfe')", service: "8102fffe",
          code: 1007),
        Breach(
          name: "a reason that is not UTF-8", client: "ws.frame(8, b'\\x03\\xe8\\xff')",
          service: "880303e8ff", code: 1007),
        Breach(
          name: "half a close code", client: "ws.frame(8, b'\\x03')", service: "880103", code: 1002),
        Breach(
          name: "a close code that is never sent", client: "ws.frame(8, struct.pack('>H', 1005))",
          service: "880203ed", code: 1002),
        Breach(
          name: "a close code out of range", client: "ws.frame(8, struct.pack('>H', 999))",
          service: "880203e7", code: 1002),
      ]
    }

    private static let cassette = """
      - request:
          method: GET
          url: ws://service.test/echo
        response:
          status: 101
        messages:
        - client: never
      """

    @Test(arguments: Breach.all)
    func `what a client may not send ends the WebSocket, recorded and replayed`(
      breach: Breach
    ) async throws {
      let bench = try await WebSocketBench()
      let steps = """
        ws = connect(url, way)
        ws.raw(\(breach.client))
        show(ws.recv()[:2])
        """
      let recorded = try await bench.run(.once, "/echo", steps)
      #expect(recorded.text == "('close', \(breach.code))\n")
      #expect(recorded.events.refusals.count == 1)
      #expect(recorded.summary.left == 1)
      let replayed = try await bench.run(.none, "/echo", steps)
      #expect(replayed.text == recorded.text)
      #expect(replayed.events.refusals.count == 1)
    }

    @Test(arguments: Breach.all)
    func `what a service may not send breaks the WebSocket off, recorded and replayed`(
      breach: Breach
    ) async throws {
      let bench = try await WebSocketBench()
      let (recorded, replayed, cassette) = try await bench.recordAndReplay(
        "/raw/8103616263" + breach.service,
        """
        ws = connect(url, way)
        show(ws.recv())
        try: show(ws.recv())
        except (EOFError, ConnectionResetError): show("broken off")
        """)
      #expect(recorded.text == "abc\nbroken off\n")
      #expect(replayed.text == recorded.text)
      #expect(recorded.summary.brokenOff == 1)
      #expect(cassette.contains("code: badServerResponse\n"))
      #expect(!cassette.contains("WebSocketOpcode"), "\(cassette)")
    }

    @Test(arguments: [
      "ws.raw(ws.frame(2, b'')[:1] + bytes([255]) + struct.pack('>Q', 1 << 40) + b'abcd')",
      "ws.raw(ws.frame(2, bytes(60000), fin=False)); ws.raw(ws.frame(0, bytes(60000)))",
    ])
    func
      `a message that is too large to be recorded fails the recording and says how to let it pass`(
        steps: String
      ) async throws
    {
      let bench = try await WebSocketBench()
      var failure: (any Error)?
      do {
        _ = try await bench.run(
          .once, "/big",
          """
          ws = connect(url, way)
          try:
              \(steps)
              show(ws.recv()[:2])
          except OSError: pass
          """, messageLimit: 100_000)
      } catch { failure = error }
      let error = try #require(failure as? DeckError)
      #expect("\(error)".contains("more than 100.0 kB, which is not recorded"), "\(error)")
    }

    @Test func `a handshake that is none is refused with what it lacks`() async throws {
      let studio = try Studio(Self.cassette)
      try await studio.run(deck: .init()) { bench in
        for (fields, words) in [
          ([], "one Sec-WebSocket-Key"),
          (["-H", "Sec-WebSocket-Key: short"], "one Sec-WebSocket-Key"),
          (["-H", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="], "Sec-WebSocket-Version is 13"),
          (["-X", "POST"], "opened with GET"),
        ] {
          let result = try await Client.curl(
            bench.curlArguments + [
              "-i", "-H", "Connection: Upgrade", "-H", "Upgrade: websocket",
            ] + fields + ["http://service.test/echo"])
          #expect(result.text.contains(words), "\(result.text)")
        }
        #expect(bench.events.refusals.count == 4)
      }
    }

    @Test func `a WebSocket that a request without an upgrade matches is not served to it`()
      async throws
    {
      let studio = try Studio(Self.cassette)
      try await studio.run(deck: .init(equivalence: [.method, .path])) { bench in
        let result = try await bench.curl("-i", "http://service.test/echo")
        #expect(result.text.hasPrefix("HTTP/1.1 501 "))
        #expect(result.text.contains("What was recorded is a WebSocket"))
      }
    }

    @Test func `a client that reads nothing holds up neither the recorder nor other clients`()
      async throws
    {
      let bench = try await WebSocketBench()
      let steps = """
        slow = connect(url, way, room=4096)
        slow.send("300")
        ws = connect(url, way)
        ws.send("1"); show(len(ws.recv()))
        ws.close(); ws.recv()
        show(sum(len(slow.recv()) for _ in range(300)))
        slow.close(); slow.recv()
        """
      let recorded = try await bench.run(.once, "/flood", steps)
      #expect(recorded.text == "16384\n4915200\n")
      bench.service.stop()
      let replayed = try await bench.run(.none, "/flood", steps)
      #expect(replayed.text == recorded.text)
    }
  }
#endif
