#if CommandLineTool
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// Frames of HTTP/2 that few services send, and may.
  extension HTTP2EdgeTests {
    @Test func `a malformed response of a service ends its stream alone`() async throws {
      let service = try await service(
        """
        if kind == 1 and not streams:
            client.sendall(frame(1, 4, stream, b"\\x88") + frame(0, 1, stream, b"first"))
        elif kind == 1 and len(streams) == 2:
            # A field X with an upper-case name, then a response to the request before.
            client.sendall(frame(1, 5, stream, b"\\x88\\x00\\x01X\\x011")
                + frame(1, 4, streams[1], b"\\x88") + frame(0, 1, streams[1], b"sound"))
        """)
      let studio = try Studio()
      try await studio.run(deck: .init(mode: .once), upstream: try Upstream()) { bench in
        let get = RawFrame.request("127.0.0.1:\(service.port)")
        // Once a connection is known to be of HTTP/2, the others share it.
        let text = try await send(
          [
            (RawFrame.preface + RawFrame.frame(1, flags: 5, stream: 1, get), "first"),
            (
              RawFrame.frame(1, flags: 5, stream: 3, get)
                + RawFrame.frame(1, flags: 5, stream: 5, get), "sound"
            ),
          ], through: bench)
        #expect(text.hasPrefix("b"), "\(text)")
      }
      #expect(try studio.text().contains("is malformed, and its stream was reset"))
    }

    // Such a code says that nothing was done, which is not so then.
    @Test func `a malformed response that is the first of its connection ends its stream alone`()
      async throws
    {
      let service = try await service(
        """
        if kind == 1 and not streams:
            client.sendall(frame(1, 5, stream, b"\\x88\\x00\\x01X\\x011"))
        elif kind == 1:
            client.sendall(frame(1, 4, stream, b"\\x88") + frame(0, 1, stream, b"sound"))
        """)
      let studio = try Studio()
      try await studio.run(deck: .init(mode: .once), upstream: try Upstream()) { bench in
        let get = RawFrame.request("127.0.0.1:\(service.port)")
        let text = try await send(
          [
            (RawFrame.preface + RawFrame.frame(1, flags: 5, stream: 1, get), Self.reset),
            (RawFrame.frame(1, flags: 5, stream: 3, get), "sound"),
          ], through: bench)
        #expect(text.hasPrefix("b"), "\(text)")
      }
    }

    @Test(arguments: [
      ("0", 4, "has no status code"), ("+200", 4, "has no status code"),
      ("20", 4, "has no status code"), ("099", 4, "has no status code"),
      ("101", 4, "switches to another protocol"), ("103", 5, "ends with an interim response"),
    ])
    func `a status that no response has is a failure that says so`(
      status: String, flags: Int, words: String
    ) async throws {
      let service = try await service(
        """
        if kind == 1:
            status = b"\(status)"
            client.sendall(frame(1, \(flags), stream, b"\\x08" + bytes([len(status)]) + status))
        """)
      let studio = try Studio()
      try await studio.run(deck: .init(mode: .once), upstream: try Upstream()) { bench in
        let result = try await bench.curl(
          "-p", "--http2-prior-knowledge", "http://127.0.0.1:\(service.port)/")
        #expect(result.text.contains(words), "\(result.text)\(result.errorText)")
      }
    }

    @Test func `a request whose stream was refused is sent again on the same connection`()
      async throws
    {
      let service = try await service(
        """
        if kind == 1 and len(streams) < 3:
            client.sendall(frame(3, 0, stream, b"\\x00\\x00\\x00\\x07"))
        elif kind == 1:
            client.sendall(frame(1, 4, stream, b"\\x88") + frame(0, 1, stream, b"at last"))
        """)
      try await Studio().run(deck: .init(mode: .once), upstream: try Upstream()) { bench in
        let result = try await bench.curl(
          "-p", "--http2-prior-knowledge", "-d", "x", "http://127.0.0.1:\(service.port)/")
        #expect(result.text == "at last", "\(result.text)\(result.errorText)")
      }
    }

    @Test func `a request whose response had begun is not sent again`() async throws {
      let service = try await service(
        """
        if kind == 1 and streams:
            client.sendall(frame(1, 4, stream, b"\\x88") + frame(0, 1, stream, b"again"))
        elif kind == 1:
            client.sendall(frame(1, 4, stream, b"\\x88") + frame(0, 0, stream, b"begun")
                + frame(3, 0, stream, b"\\x00\\x00\\x00\\x07"))
        """)
      let studio = try Studio()
      for upstream in [try Upstream(), nil] {
        let mode = upstream == nil ? RecordMode.none : .once
        try await studio.run(deck: .init(mode: mode), upstream: upstream) { bench in
          let get = RawFrame.request("127.0.0.1:\(service.port)")
          let text = try await send(
            [
              (
                RawFrame.preface + RawFrame.frame(1, flags: 5, stream: 1, get),
                // REFUSED_STREAM
                Self.reset.dropLast() + "7"
              )
            ], through: bench)
          #expect(text.contains("begun") && !text.contains("again"), "\(text)")
        }
      }
      #expect(try studio.text().contains("reset the stream"))
    }

    // As services of gRPC do, whose calls may stay open and wait for each other.
    @Test func `a service that sets no limit has all requests at a time`() async throws {
      let count = 120
      let service = try await service(
        """
        if kind == 1 and len(streams) == \(count - 1):
            for each in streams + [stream]:
                client.sendall(frame(1, 4, each, b"\\x88") + frame(0, 1, each, b"all here"))
        """)
      try await Studio().run(deck: .init(mode: .once), upstream: try Upstream()) { bench in
        let get = RawFrame.request("127.0.0.1:\(service.port)")
        let text = try await send(
          [
            (RawFrame.preface, Self.acknowledgement),
            (
              RawFrame.frame(4, flags: 1)
                + (0..<count).flatMap { RawFrame.frame(1, flags: 5, stream: 2 * $0 + 1, get) },
              "all here"
            ),
          ], through: bench)
        #expect(text.hasPrefix("b"), "\(text)")
      }
    }

    /// Starts a service that does something for each frame of a client.
    ///
    /// - Parameter reaction: Python that knows the `kind`, `stream` and `payload` of the frame, the
    ///   `streams` of earlier requests, and sends with
    ///   `client.sendall(frame(kind, flags, stream, payload))`.
    /// - Returns: The service and its port.
    /// - Throws: An error when Python cannot be started or the service does not listen.
    func service(_ reaction: String) async throws -> (child: Child, port: Int) {
      let indented = reaction.split(separator: "\n").map { "        \($0)" }
      let child = try Child(
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
          def serve(client):
              file, streams = client.makefile("rb"), []
              file.read(24)
              client.sendall(frame(4, 0, 0))
              while head := file.read(9):
                  kind, stream = head[3], int.from_bytes(head[5:], "big")
                  payload = file.read(int.from_bytes(head[:3], "big"))
          \(indented.joined(separator: "\n"))
                  if kind == 1: streams.append(stream)
          def accept():
              while True:
                  client = listener.accept()[0]
                  threading.Thread(target=serve, args=(client,), daemon=True).start()
          threading.Thread(target=accept, daemon=True).start()
          sys.stdin.read()
          """,
        ])
      let line = try #require(await child.nextLine(), "\(child.errorText)")
      return (child, try #require(Int(line)))
    }

    @Test func `a service may send empty frames of data`() async throws {
      let service = try await service(
        """
        if kind == 1:
            client.sendall(frame(1, 4, stream, b"\\x88") + frame(0, 0, stream) * 3
                + frame(0, 0, stream, b"hello") + frame(0, 0, stream) + frame(0, 1, stream))
        """)
      let studio = try Studio()
      for upstream in [try Upstream(), nil] {
        let mode = upstream == nil ? RecordMode.none : .once
        try await studio.run(deck: .init(mode: mode), upstream: upstream) { bench in
          let result = try await bench.curl(
            "-p", "--http2-prior-knowledge", "-w", " %{http_code}",
            "http://127.0.0.1:\(service.port)/")
          #expect(result.text == "hello 200", "\(result.errorText)")
        }
      }
    }
  }
#endif
