#if CommandLineTool
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy

  /// Responses that break off, and what came before.
  struct BrokenResponseTests {
    /// More than a client takes that has a small buffer or the usual window.
    private static let count = 300_000

    /// A response that breaks off after its first bytes.
    private static func brokenOff(
      _ reset: String?, headers: String = "Content-Length: '900000'"
    ) throws -> Studio {
      try Studio(
        """
        - request: {method: GET, url: 'http://service.test/'}
          response:
            status: 200 OK
            headers: {Content-Type: text/plain, \(headers)}
            body: {text: '\(String(repeating: "x", count: count))'}
          error: {code: networkConnectionLost, message: lost\(reset.map { ", reset: \($0)" } ?? "")}
        """)
    }

    /// Asks as a client of HTTP/1; a slow one has a small buffer, and waits before it reads.
    ///
    /// - Returns: How many bytes of content came, and how the connection ended.
    /// - Throws: What ends the client or the proxy.
    private func received(
      from studio: Studio, version: String = "1.1", isSlow: Bool = false
    ) async throws -> String {
      var text = ""
      try await studio.run(deck: .init(mode: .none)) { bench in
        let received = try await Client.python(
          """
          import socket, sys, time
          port, version, is_slow = int(sys.argv[1]), sys.argv[2], sys.argv[3] == "true"
          s = socket.socket()
          if is_slow: s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
          s.settimeout(240)
          s.connect(("127.0.0.1", port))
          s.sendall(b"GET http://service.test/ HTTP/" + version.encode()
              + b"\\r\\nHost: service.test\\r\\n\\r\\n")
          if is_slow: time.sleep(0.5)
          data, end = b"", "closed"
          try:
              while piece := s.recv(65536): data += piece
          except ConnectionResetError: end = "reset"
          print(len(data.partition(b"\\r\\n\\r\\n")[2]), end)
          """, ["\(bench.server.port)", version, "\(isSlow)"])
        #expect(received.status == 0, "\(received.errorText)")
        text = received.text
      }
      return text
    }

    @Test func `a slow client gets all that came before a reset of the connection`() async throws {
      let studio = try Self.brokenOff("connection")
      #expect(try await received(from: studio, isSlow: true) == "\(Self.count) reset\n")
    }

    @Test func `a client of HTTP 1_0 does not take what broke off for the whole`() async throws {
      let studio = try Self.brokenOff(nil, headers: "Transfer-Encoding: chunked")
      #expect(try await received(from: studio, version: "1.0") == "\(Self.count) reset\n")
    }

    @Test func `a slow client gets all that came before a reset of its stream`() async throws {
      let studio = try Self.brokenOff("CANCEL")
      try await studio.run(deck: .init(mode: .none)) { bench in
        let received = try await Client.python(
          """
          import socket, sys, time
          def frame(kind, flags, stream, payload=b""):
              return (len(payload).to_bytes(3, "big") + bytes([kind, flags])
                  + stream.to_bytes(4, "big") + payload)
          s = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=240)
          s.sendall(b"CONNECT service.test:80 HTTP/1.1\\r\\nHost: service.test:80\\r\\n\\r\\n")
          head = b""
          while not head.endswith(b"\\r\\n\\r\\n"): head += s.recv(1)
          s.sendall(b"PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n" + frame(4, 0, 0)
              + frame(1, 5, 1, b"\\x82\\x86\\x84\\x01\\x0cservice.test"))
          f = s.makefile("rb")
          count = 0
          while True:
              head = f.read(9)
              payload = f.read(int.from_bytes(head[:3], "big"))
              if head[3] == 0:
                  count += len(payload)
                  # The last bytes wait for a while until there is room in the window.
                  if count == 290000: time.sleep(0.5)
                  if payload and count in (65535, 290000):
                      more = (290000 - 65535).to_bytes(4, "big")
                      s.sendall(frame(8, 0, 0, more) + frame(8, 0, 1, more))
              if head[3] == 3:
                  print(count, "reset", int.from_bytes(payload, "big"))
                  break
          """, ["\(bench.server.port)"])
        #expect(received.text == "\(Self.count) reset 8\n", "\(received.errorText)")
      }
    }
  }
#endif
