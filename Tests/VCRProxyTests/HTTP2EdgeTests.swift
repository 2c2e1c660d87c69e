#if CommandLineTool
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// Frames of HTTP/2 that few peers send, and may.
  struct HTTP2EdgeTests {
    /// Sends frames to the proxy, each piece after a text has come, in which `\x` is an escape.
    ///
    /// - Returns: All that came, as Python prints bytes, or what came instead.
    func send(
      _ pieces: [(frames: [UInt8], until: String)], through bench: Bench
    ) async throws -> String {
      let arguments = pieces.flatMap { piece in
        [piece.frames.map { "\($0)" }.joined(separator: " "), piece.until]
      }
      let result = try await Client.python(
        """
        import socket, sys
        s = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=240)
        all = b""
        for frames, until in zip(sys.argv[2::2], sys.argv[3::2]):
            s.sendall(bytes(map(int, frames.split())))
            text, until = b"", until.encode().decode("unicode_escape").encode("latin-1")
            while until not in text:
                more = s.recv(65536)
                if not more: sys.exit("ended after %r" % text)
                text += more
            all += text
        print(all)
        """, ["\(bench.server.port)"] + arguments)
      return result.text.isEmpty ? result.errorText : result.text
    }

    /// The end of stream 1 with PROTOCOL_ERROR, as Python prints it.
    static let reset = #"\x00\x00\x04\x03\x00\x00\x00\x00\x01\x00\x00\x00\x01"#

    /// The acknowledgement of settings, as Python prints it.
    ///
    /// It comes after the proxy's own, whose limit counts once the client has acknowledged it.
    static let acknowledgement = #"\x00\x00\x00\x04\x01"#

    /// A request on stream 3 of the same connection.
    private static let next = RawFrame.frame(
      1, flags: 5, stream: 3, RawFrame.request("service.test"))

    // The response has come before the request has ended, so that the rest of it is refused.
    @Test func `trailer fields on a stream that was given up do not end the connection`()
      async throws
    {
      let studio = try Studio(
        """
        - request: {method: POST, url: 'http://service.test/'}
          response: {status: 413, awaits: 0, body: {text: first}}
        - request: {method: GET, url: 'http://service.test/'}
          response: {status: 200, body: {text: second}}
        """)
      let (post, get) = (
        RawFrame.request("service.test", method: "POST"), RawFrame.request("service.test")
      )
      try await studio.run(deck: .init()) { bench in
        let text = try await send(
          [
            (RawFrame.preface + RawFrame.frame(1, flags: 4, stream: 1, post), "first"),
            // x-t: 1
            (
              RawFrame.frame(1, flags: 5, stream: 1, [0, 3, 0x78, 0x2D, 0x74, 1, 0x31])
                + RawFrame.frame(1, flags: 5, stream: 3, get), "second"
            ),
          ], through: bench)
        #expect(text.hasPrefix("b") && text.contains("second"), "\(text)")
      }
    }

    // Behind the authority it would be a part of that, with the credentials of the request.
    @Test(arguments: ["@127.0.0.1/stolen", ":8080/x", ".evil.test/x", "?x=1", "a"])
    func `a path that does not begin as one resets its stream`(path: String) async throws {
      let studio = try Studio(
        """
        - request: {method: GET, url: 'http://service.test/'}
          response: {status: 200, body: {text: other}}
        """)
      let odd = RawFrame.frame(
        1, flags: 5, stream: 1, RawFrame.request("service.test", path: path))
      try await studio.run(deck: .init()) { bench in
        let text = try await send([(RawFrame.preface + odd + Self.next, "other")], through: bench)
        #expect(text.contains(Self.reset), "\(text)")
        #expect(bench.server.progress.requests == 1)
        #expect(bench.events.unmatched.isEmpty)
      }
    }

    // Each is a literal field without indexing (RFC 7541 §6.2.2) behind the head of a request.
    @Test(arguments: [
      ("X-Upper", "1"), ("connection", "close"), ("transfer-encoding", "chunked"), ("te", "gzip"),
      ("x-line", "a\r\nb"), ("a b", "1"), (":path", "/twice"), (":odd", "1"),
    ])
    func `a malformed request ends its stream alone`(name: String, value: String) async throws {
      let studio = try Studio(
        """
        - request: {method: POST, url: 'http://service.test/open', body: {text: 'done'}}
          response: {status: 200, body: {text: first}}
        - request: {method: GET, url: 'http://service.test/'}
          response: {status: 200, body: {text: other}}
        """)
      let field =
        [0, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.utf8.count)]
        + Array(value.utf8)
      let open = RawFrame.request("service.test", method: "POST", path: "/open")
      let odd = RawFrame.frame(
        1, flags: 4, stream: 3, RawFrame.request("service.test", path: "/odd") + field)
      try await studio.run(deck: .init()) { bench in
        let text = try await send(
          [
            (
              RawFrame.preface + RawFrame.frame(1, flags: 4, stream: 1, open) + odd
                // What the client had sent before it knew of the reset.
                + RawFrame.frame(0, flags: 1, stream: 3, Array("rest".utf8))
                + RawFrame.frame(1, flags: 5, stream: 5, RawFrame.request("service.test")), "other"
            ), (RawFrame.frame(0, flags: 1, stream: 1, Array("done".utf8)), "first"),
          ], through: bench)
        #expect(text.contains(#"\x00\x00\x04\x03\x00\x00\x00\x00\x03\x00\x00\x00\x01"#), "\(text)")
        #expect(bench.server.progress.requests == 2)
        #expect(bench.server.progress.dropped == 0)
        #expect(
          bench.events.refusals.contains { $0.contains("what HTTP/2 forbids") },
          "\(bench.events.refusals)")
      }
    }

    @Test func `a pseudo-header field behind another field ends its stream alone`() async throws {
      let studio = try Studio(
        """
        - request: {method: GET, url: 'http://service.test/'}
          response: {status: 200, body: {text: other}}
        """)
      try await studio.run(deck: .init()) { bench in
        let request = RawFrame.request("service.test")
        let late = [request[0], 0, 1, 0x78, 1, 0x79] + request.dropFirst()
        let text = try await send(
          [
            (RawFrame.preface + RawFrame.frame(1, flags: 5, stream: 1, late), Self.reset),
            (Self.next, "other"),
          ], through: bench)
        #expect(text.hasPrefix("b"), "\(text)")
      }
    }

    // content-length: 3, beside that of another number or of the same.
    @Test(arguments: [UInt8(ascii: "4"), UInt8(ascii: "3")])
    func `a request with two lengths ends its stream alone, unless they are equal`(
      second: UInt8
    ) async throws {
      let studio = try Studio(
        """
        - request: {method: POST, url: 'http://service.test/two', body: {text: abc}}
          response: {status: 200, body: {text: both}}
        - request: {method: GET, url: 'http://service.test/'}
          response: {status: 200, body: {text: other}}
        """)
      let post = RawFrame.request("service.test", method: "POST", path: "/two")
      let lengths: [UInt8] = [0x0F, 13, 1, UInt8(ascii: "3"), 0x0F, 13, 1, second]
      let isEqual = second == UInt8(ascii: "3")
      try await studio.run(deck: .init()) { bench in
        let text = try await send(
          [
            (
              RawFrame.preface + RawFrame.frame(1, flags: 4, stream: 1, post + lengths)
                + RawFrame.frame(0, flags: 1, stream: 1, Array("abc".utf8)),
              isEqual ? "both" : Self.reset
            ), (Self.next, "other"),
          ], through: bench)
        #expect(text.contains(Self.reset) != isEqual, "\(text)")
        #expect(bench.server.progress.requests == (isEqual ? 2 : 1))
      }
    }

    @Test func `a request of another length than it says is no request that its client dropped`()
      async throws
    {
      let studio = try Studio(
        """
        - request: {method: GET, url: 'http://service.test/'}
          response: {status: 200, body: {text: other}}
        """)
      // content-length: 9
      let length: [UInt8] = [0x0F, 13, 1, 0x39]
      let post = RawFrame.request("service.test", method: "POST", path: "/short") + length
      try await studio.run(deck: .init()) { bench in
        let text = try await send(
          [
            (
              RawFrame.preface + RawFrame.frame(1, flags: 4, stream: 1, post)
                + RawFrame.frame(0, flags: 1, stream: 1, Array("abc".utf8)) + Self.next, "other"
            )
          ], through: bench)
        #expect(text.contains(Self.reset), "\(text)")
        #expect(bench.server.progress.dropped == 0)
        #expect(
          bench.events.problems.contains {
            $0.contains("POST http://service.test/short is malformed")
          },
          "\(bench.events.problems)")
      }
    }

    @Test(arguments: ["GET", "HEAD"])
    func `trailer fields come without content, too`(method: String) async throws {
      let studio = try Studio(
        """
        - request: {method: \(method), url: 'http://service.test/'}
          response: {status: \(method == "GET" ? 204 : 200), trailers: {x-t: last}}
        """)
      try await studio.run(deck: .init()) { bench in
        let request = RawFrame.request("service.test", method: method)
        let frames = RawFrame.preface + RawFrame.frame(1, flags: 5, stream: 1, request)
        // A section that ends the stream, behind one that does not.
        let text = try await send([(frames, #"\x01\x05\x00\x00\x00\x01"#)], through: bench)
        #expect(text.contains(#"\x01\x04\x00\x00\x00\x01"#), "\(text)")
      }
    }

    @Test(arguments: [true, false])
    func `a trailer section above the limit is refused, and ends its stream alone`(
      isLive: Bool
    ) async throws {
      let server = try LoopbackServer { request in
        ServerResponse(text: request.method == "GET" ? "other" : "whole")
      }
      let authority = "127.0.0.1:\(server.port)"
      let recorded = """
        - request: {method: POST, url: 'http://\(authority)/', body: {text: abc}}
          response: {status: 200, body: {text: whole}}
        - request: {method: GET, url: 'http://\(authority)/'}
          response: {status: 200, body: {text: other}}
        """
      let studio = isLive ? try Studio() : try Studio(recorded)
      // x-a: b, ten times
      let trailers = Array(repeating: [0, 3] + Array("x-a".utf8) + [1, 0x62], count: 10).joined()
      try await studio.run(
        deck: .init(mode: isLive ? .newEpisodes : .none), upstream: isLive ? try Upstream() : nil,
        configure: { $0.limits.headerFields = 9 }
      ) { bench in
        let post = RawFrame.request(authority, method: "POST")
        let text = try await send(
          [
            (
              RawFrame.preface + RawFrame.frame(1, flags: 4, stream: 1, post)
                + RawFrame.frame(0, stream: 1, Array("abc".utf8))
                + RawFrame.frame(1, flags: 5, stream: 1, Array(trailers)), "more than the 9 fields"
            ), (RawFrame.frame(1, flags: 5, stream: 3, RawFrame.request(authority)), "other"),
          ], through: bench)
        #expect(text.contains("431") && !text.contains("whole"), "\(text)")
        #expect(bench.events.refusals.contains { $0.contains("--max-headers") })
        #expect(bench.server.progress.dropped == 0)
      }
      // The service takes no part for the whole.
      #expect(!server.requests.contains { $0.method == "POST" })
      #expect(try !studio.text().contains("POST") || !isLive)
    }

    @Test func `a Host beside an authority is not used`() async throws {
      let studio = try Studio()
      let server = try LoopbackServer { request in
        ServerResponse(text: "host \(request.header("Host") ?? "none")")
      }
      let authority = "127.0.0.1:\(server.port)"
      // host: other.test, a literal with a name
      let field = [0, 4] + Array("host".utf8) + [10] + Array("other.test".utf8)
      try await studio.run(deck: .init(mode: .once), upstream: try Upstream()) { bench in
        let text = try await send(
          [
            (
              RawFrame.preface
                + RawFrame.frame(
                  1, flags: 5, stream: 1, RawFrame.request(authority) + field),
              "host \(authority)"
            )
          ], through: bench)
        #expect(text.hasPrefix("b") && text.contains("host \(authority)"), "\(text)")
      }
    }

    // Over HTTP/1 such a path reaches the service as it is, too.
    @Test func `a path of raw UTF-8 is sent to the service as it came`() async throws {
      let service = try await service(
        """
        if kind == 1:
            client.sendall(frame(1, 4, stream, b"\\x88") + frame(0, 1, stream,
                b"as it came" if "/café".encode() in payload else payload))
        """)
      let studio = try Studio()
      for upstream in [try Upstream(), nil] {
        let mode = upstream == nil ? RecordMode.none : .once
        try await studio.run(deck: .init(mode: mode), upstream: upstream) { bench in
          let get = RawFrame.request("127.0.0.1:\(service.port)", path: "/café")
          let text = try await send(
            [(RawFrame.preface + RawFrame.frame(1, flags: 5, stream: 1, get), "as it came")],
            through: bench)
          #expect(text.hasPrefix("b"), "\(text)")
        }
      }
      #expect(try studio.text().contains("/caf%C3%A9"))
    }

    @Test func `a client may send empty frames of data`() async throws {
      let studio = try Studio(
        """
        - request: {method: POST, url: 'http://service.test/', body: {text: one}}
          response: {status: 200, body: {text: first}}
        """)
      let post = RawFrame.request("service.test", method: "POST")
      let empty = RawFrame.frame(0, stream: 1)
      try await studio.run(deck: .init()) { bench in
        let text = try await send(
          [
            (
              RawFrame.preface + RawFrame.frame(1, flags: 4, stream: 1, post) + empty + empty
                + empty + RawFrame.frame(0, stream: 1, Array("one".utf8)) + empty
                + RawFrame.frame(0, flags: 1, stream: 1), "first"
            )
          ], through: bench)
        #expect(text.hasPrefix("b") && text.contains("first"), "\(text)")
      }
    }

    // So many that they are handled in several turns of the event loop, with nothing behind them.
    @Test func `all frames of a read reach the service's side, however many`() async throws {
      let studio = try Studio(
        """
        - request: {method: POST, url: 'http://service.test/', body: {text: '\(Self.pieces)'}}
          response: {status: 200, body: {text: first}}
        """)
      let post = RawFrame.request("service.test", method: "POST")
      let pieces = (0..<300).flatMap { RawFrame.frame(0, stream: 1, Array("\($0);".utf8)) }
      try await studio.run(deck: .init(equivalence: [.method, .url, .body])) { bench in
        let text = try await send(
          [
            (
              RawFrame.preface + RawFrame.frame(1, flags: 4, stream: 1, post) + pieces
                + RawFrame.frame(0, flags: 1, stream: 1), "first"
            )
          ], through: bench)
        #expect(text.hasPrefix("b") && text.contains("first"), "\(text)")
      }
    }

    /// What many frames hold.
    private static let pieces = (0..<300).map { "\($0);" }.joined()

    @Test func `all frames of a read reach the client, however many`() async throws {
      let service = try await service(
        """
        if kind == 1:
            client.sendall(frame(1, 4, stream, b"\\x88")
                + b"".join(frame(0, 0, stream, b"%d;" % index) for index in range(300)))
        """)
      let studio = try Studio()
      try await studio.run(deck: .init(mode: .once), upstream: try Upstream()) { bench in
        let get = RawFrame.request("127.0.0.1:\(service.port)")
        let text = try await send(
          [(RawFrame.preface + RawFrame.frame(1, flags: 5, stream: 1, get), "299;")],
          through: bench)
        #expect(text.hasPrefix("b"), "\(text)")
      }
    }

    // As calls of gRPC do that stay open: none of them ends before all have begun.
    @Test func `300 requests over HTTP 2 are under way at a time`() async throws {
      let count = 300
      let studio = try Studio(
        (1...count).map {
          """
          - request: {method: POST, url: 'http://service.test/', body: {text: 'part \($0).'}}
            response: {status: 200, body: {text: 'number \($0).'}}

          """
        }.joined())
      let post = RawFrame.request("service.test", method: "POST")
      let numbers = 1...count
      try await studio.run(deck: .init(equivalence: [.method, .url, .body])) { bench in
        let text = try await send(
          [
            (RawFrame.preface, Self.acknowledgement),
            (
              RawFrame.frame(4, flags: 1)
                + numbers.flatMap { RawFrame.frame(1, flags: 4, stream: 2 * $0 - 1, post) }
                + numbers.flatMap {
                  RawFrame.frame(0, flags: 1, stream: 2 * $0 - 1, Array("part \($0).".utf8))
                },
              "number \(count)."
            ),
          ], through: bench)
        #expect(text.hasPrefix("b") && text.contains("number 1."), "\(text)")
      }
    }

    // As a client of gRPC does that cancels its calls, and one that measures the delay.
    @Test func `a client may cancel hundreds of requests and send hundreds of pings`() async throws
    {
      let studio = try Studio(
        """
        - request: {method: GET, url: 'http://service.test/'}
          response: {status: 200, body: {text: first}}
        """)
      let head = RawFrame.request("service.test", method: "POST")
      let cancelled = (0..<300).map { 2 * $0 + 1 }.flatMap { stream in
        RawFrame.frame(1, flags: 4, stream: stream, head)
          + RawFrame.frame(3, stream: stream, RawFrame.number(8, bytes: 4))
      }
      let pings = (0..<600).flatMap { _ in RawFrame.frame(6, RawFrame.number(1, bytes: 8)) }
      let get = RawFrame.frame(1, flags: 5, stream: 601, RawFrame.request("service.test"))
      try await studio.run(deck: .init()) { bench in
        let text = try await send(
          [(RawFrame.preface + cancelled + pings + get, "first")], through: bench)
        #expect(text.hasPrefix("b"), "\(text)")
      }
    }

    // After each message all before it were compared with what is recorded, again and again.
    @Test func `a call of thousands of messages is replayed`() async throws {
      let count = 2000
      let item = { (messages: Int, kind: String) in
        """
        - request:
            method: POST
            url: http://service.test/test.Test/Sum
            headers: {content-type: application/grpc}
            body: {chunks: [\(Array(repeating: "{message: ab}", count: messages).joined(separator: ", "))]}
          response:
            status: 200
            headers: {content-type: application/grpc, kind: \(kind)}
            body: {chunks: [{message: \(kind)}]}
            trailers: {grpc-status: '0'}
        """
      }
      let studio = try Studio(item(1, "short") + "\n" + item(count, "long"))
      func literal(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + Array(text.utf8) }
      let head =
        RawFrame.request("service.test", method: "POST", path: "/test.Test/Sum") + [0]
        + literal("content-type") + literal("application/grpc")
      let message = RawFrame.frame(0, stream: 1, [0, 0, 0, 0, 2] + Array("ab".utf8))
      try await studio.run(deck: .init(equivalence: [.method, .url, .body])) { bench in
        let text = try await send(
          [
            (
              RawFrame.preface + RawFrame.frame(1, flags: 4, stream: 1, head)
                + (0..<count).flatMap { _ in message } + RawFrame.frame(0, flags: 1, stream: 1),
              "long"
            )
          ], through: bench)
        #expect(text.hasPrefix("b") && !text.contains("short"), "\(text)")
      }
    }

    @Test func `content for streams that were given up does not end the connection`() async throws {
      let count = 60
      let item =
        "- request: {method: POST, url: 'http://service.test/'}\n"
        + "  response: {status: 413, awaits: 0, body: {text: "
      let studio = try Studio(
        (1...count).map { "\(item)'number \($0).'}}\n" }.joined()
          + """
          - request: {method: GET, url: 'http://service.test/'}
            response: {status: 200, body: {text: other}}
          """)
      let streams = (0..<count).map { 2 * $0 + 1 }
      let post = RawFrame.request("service.test", method: "POST")
      let get = RawFrame.request("service.test")
      try await studio.run(deck: .init()) { bench in
        let text = try await send(
          [
            (
              RawFrame.preface
                + streams.flatMap { RawFrame.frame(1, flags: 4, stream: $0, post) },
              "number \(count)."
            ),
            (
              streams.flatMap { RawFrame.frame(0, flags: 1, stream: $0, Array("late".utf8)) }
                + RawFrame.frame(1, flags: 5, stream: 2 * count + 1, get), "other"
            ),
          ], through: bench)
        #expect(text.hasPrefix("b") && text.contains("other"), "\(text)")
      }
    }
  }
#endif
