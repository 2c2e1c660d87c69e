#if CommandLineTool
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// Frames of HTTP/2 that few peers send, and may.
  struct HTTP2EdgeTests {
    /// Sends frames to the proxy, each piece after a text has come.
    ///
    /// - Returns: The last text, or what came instead.
    private func send(
      _ pieces: [(frames: [UInt8], until: String)], through bench: Bench
    ) async throws -> String {
      let arguments = pieces.flatMap { piece in
        [piece.frames.map { "\($0)" }.joined(separator: " "), piece.until]
      }
      let result = try await Client.python(
        """
        import socket, sys
        s = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=240)
        for frames, until in zip(sys.argv[2::2], sys.argv[3::2]):
            s.sendall(bytes(map(int, frames.split())))
            text = b""
            while until.encode() not in text:
                more = s.recv(65536)
                if not more: sys.exit("ended after %r" % text)
                text += more
        print(until)
        """, ["\(bench.server.port)"] + arguments)
      return result.text.isEmpty ? result.errorText : result.text
    }

    /// The end of stream 1 with PROTOCOL_ERROR, as Python prints it.
    private static let reset = #"\x00\x00\x04\x03\x00\x00\x00\x00\x01\x00\x00\x00\x01"#

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
        #expect(text == "second\n")
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
        let text = try await send([(RawFrame.preface + odd, "a response")], through: bench)
        #expect(text.contains(Self.reset), "\(text)")
        #expect(bench.server.progress.requests == 0)
        #expect(bench.events.unmatched.isEmpty)
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
                + RawFrame.frame(0, flags: 1, stream: 1, Array("abc".utf8)), "a response"
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
        #expect(text == "host \(authority)\n")
      }
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
        #expect(text == "first\n")
      }
    }

    @Test func `a service may send empty frames of data`() async throws {
      let service = try Child(
        "python3",
        [
          "-c",
          """
          import socket, sys, threading
          def frame(kind, flags, stream, payload=b""):
              return (len(payload).to_bytes(3, "big") + bytes([kind, flags])
                  + stream.to_bytes(4, "big") + payload)
          listener = socket.create_server(("127.0.0.1", 0))
          print(listener.getsockname()[1], flush=True)
          def serve():
              client, data = listener.accept()[0], b""
              # The preface, settings and the head of a request.
              while len(data) < 24 + 9 + 9 + 9: data += client.recv(65536)
              client.sendall(frame(4, 0, 0) + frame(1, 4, 1, b"\\x88") + frame(0, 0, 1) * 3
                  + frame(0, 0, 1, b"hello") + frame(0, 0, 1) + frame(0, 1, 1))
              while client.recv(65536): pass
          threading.Thread(target=serve, daemon=True).start()
          sys.stdin.read()
          """,
        ])
      let port = try #require(await service.nextLine(), "\(service.errorText)")
      let studio = try Studio()
      for upstream in [try Upstream(), nil] {
        let mode = upstream == nil ? RecordMode.none : .once
        try await studio.run(deck: .init(mode: mode), upstream: upstream) { bench in
          let result = try await bench.curl(
            "-p", "--http2-prior-knowledge", "-w", " %{http_code}", "http://127.0.0.1:\(port)/")
          #expect(result.text == "hello 200", "\(result.errorText)")
        }
      }
    }
  }
#endif
