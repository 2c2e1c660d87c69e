#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// What a service sends before and after the response itself.
  struct InterimResponseTests {
    private static let hints =
      "HTTP/1.1 102 Processing\r\n\r\n"
      + "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\nLink: </b>\r\n\r\n"

    private static let response = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"

    private static func serve(_ request: ServerRequest) -> ServerResponse { .raw(hints + response) }

    /// Sends a request for the service with these words after its target.
    private static func get(_ words: String) -> (Bench) async throws -> String {
      { bench in
        String(
          latin1: try await Client.exchange(
            "GET http://service.test/ \(words)\r\nHost: service.test\r\n\r\n",
            port: bench.server.port))
      }
    }

    @Test func `interim responses are recorded and replayed`() async throws {
      let result = try await recordAndReplay(from: Self.serve, Self.get("HTTP/1.1"))
      #expect(result.recorded == Self.hints + Self.response)
      #expect(result.replayed == result.recorded)
    }

    @Test func `an interim response announces no length`() async throws {
      let result = try await recordAndReplay(
        from: { _ in
          .raw(
            "HTTP/1.1 103 Early Hints\r\nContent-Length: 5\r\nLink: </a>\r\n\r\n" + Self.response)
        }, Self.get("HTTP/1.1"))
      #expect(
        result.recorded == "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + Self.response)
      #expect(result.replayed == result.recorded)
    }

    @Test func `a client of HTTP 1_0 gets no interim responses`() async throws {
      let result = try await recordAndReplay(from: Self.serve, Self.get("HTTP/1.0"))
      #expect(result.recorded.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(result.replayed == result.recorded)
    }

    @Test func `a client of HTTP 2 gets interim responses`() async throws {
      let result = try await recordAndReplay(from: Self.serve) { bench in
        let response = try await bench.curl(
          "-i", "-p", "--http2-prior-knowledge", "http://service.test/")
        #expect(response.status == 0, "\(response.errorText)")
        return response.text
      }
      #expect(result.recorded.contains("HTTP/2 103 \r\nlink: </a>; rel=preload\r\n"))
      #expect(result.recorded.hasSuffix("\r\n\r\nhi"))
      #expect(result.replayed == result.recorded)
    }

    @Test(arguments: [false, true])
    func `interim responses before a failure are recorded and replayed`(isReset: Bool) async throws
    {
      let studio = try Studio()
      let server = try LoopbackServer { _ in
        .raw([.bytes(Array(Self.hints.utf8))] + (isReset ? [.reset] : []))
      }
      var texts: [String] = []
      for mode in [RecordMode.once, .all, .none] {
        let recorded = try? studio.text()
        let summary = try await studio.run(
          deck: .init(mode: mode), upstream: mode == .none ? nil : try upstream(server)
        ) { bench in
          // The end of the connection is a reset or not, as it was when it was recorded.
          texts.append(try await Self.get("HTTP/1.1")(bench))
        }
        #expect(summary.failed == (mode == .none ? 0 : 1))
        if let recorded { #expect(try studio.text() == recorded) }
      }
      #expect(texts == [Self.hints, Self.hints, Self.hints])
      let cassette = try studio.text()
      #expect(
        cassette.contains(
          """
            response:
              interim:
              - status: 102 Processing
              - status: 103 Early Hints
                headers:
                  Link:
                  - '</a>; rel=preload'
                  - '</b>'
            error:
              code: networkConnectionLost

          """), "\(cassette)")
      #expect(cassette.contains("    reset: connection\n") == isReset, "\(cassette)")
    }

    @Test func `a client that leaves after interim responses gets them in a replay`() async throws {
      let held = Gate()
      let server = try LoopbackServer { _ in
        .raw([.bytes(Array(Self.hints.utf8)), .gate(held)])
      }
      let studio = try Studio()
      for upstream in [try upstream(server), nil] {
        try await studio.run(deck: .init(mode: .once), upstream: upstream) { bench in
          let received = try await Client.python(
            """
            import socket, sys
            s = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=240)
            s.sendall(b"GET http://service.test/ HTTP/1.1\\r\\nHost: service.test\\r\\n\\r\\n")
            data = b""
            while len(data) < int(sys.argv[2]): data += s.recv(65536)
            sys.stdout.buffer.write(data)
            """, ["\(bench.server.port)", "\(Self.hints.utf8.count)"])
          #expect(received.text == Self.hints, "\(received.errorText)")
        }
      }
      held.open()
      let cassette = try studio.text()
      #expect(cassette.contains("- '</b>'\n  left: client\n"), "\(cassette)")
    }

    @Test func `interim responses before a WebSocket are recorded and replayed`() async throws {
      let bench = try await WebSocketBench()
      let (recorded, replayed, _) = try await bench.recordAndReplay(
        "/hinted",
        """
        proxy = urlsplit(os.environ["http_proxy"])
        link = socket.create_connection((proxy.hostname, proxy.port), timeout=60)
        link.sendall(b"GET http://service.test/hinted HTTP/1.1\\r\\nHost: service.test\\r\\n"
            b"Connection: Upgrade\\r\\nUpgrade: websocket\\r\\nSec-WebSocket-Version: 13\\r\\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\\r\\n\\r\\n")
        data = b""
        while data.count(b"\\r\\n\\r\\n") < 2: data += link.recv(1000)
        for line in data.decode().split("\\r\\n"):
            if line[:5] in ("HTTP/", "Link:"): show(line)
        """)
      #expect(
        recorded.text
          == "HTTP/1.1 103 Early Hints\nLink: </a>\nHTTP/1.1 101 Switching Protocols\n")
      #expect(replayed.text == recorded.text)
    }

    @Test func `secrets in interim responses are redacted, and restored when they were named`()
      async throws
    {
      let studio = try Studio()
      let server = try LoopbackServer { _ in
        .raw("HTTP/1.1 103 Early Hints\r\nLink: </a?k=top-secret-value>\r\n\r\n" + Self.response)
      }
      var redaction = Redaction.standard
      redaction = redaction.adding(.secret("KEY", value: "top-secret-value"))
      for upstream in [try upstream(server), nil] {
        try await studio.run(
          deck: .init(mode: .once, redaction: redaction), upstream: upstream
        ) { bench in
          let response = try await Self.get("HTTP/1.1")(bench)
          #expect(response.contains("</a?k=top-secret-value>"))
        }
      }
      #expect(try studio.text().contains("</a?k={{KEY}}>"))
      #expect(try !studio.text().contains("top-secret-value"))
    }

    @Test(arguments: [false, true])
    func `announced trailers reach a client that did not ask for them`(isLong: Bool) async throws {
      // A long body is replayed piece by piece.
      let body = String(repeating: "x", count: isLong ? 2 << 20 : 5)
      let result = try await recordAndReplay(
        from: { _ in
          .raw(
            "HTTP/1.1 200 OK\r\nTrailer: X-T, X-U\r\nTransfer-Encoding: chunked\r\n\r\n"
              + "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\nX-T: one\r\nX-U: two\r\n\r\n"
          )
        }, Self.get("HTTP/1.1"))
      for text in [result.recorded, result.replayed] {
        #expect(text.contains("Trailer: X-T, X-U\r\n"))
        #expect(text.hasSuffix("\r\n0\r\nX-T: one\r\nX-U: two\r\n\r\n"))
      }
    }

    @Test func `trailers that were not announced reach the client that the service sent them to`()
      async throws
    {
      let result = try await recordAndReplay(
        from: { _ in
          .raw(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX-T: one\r\n\r\n")
        }, Self.get("HTTP/1.1"))
      #expect(result.recorded.hasSuffix("\r\n\r\n2\r\nhi\r\n0\r\nX-T: one\r\n\r\n"))
      #expect(result.replayed == result.recorded)
    }

    @Test(arguments: [("HTTP/1.1", "hi"), ("HTTP/1.1", ""), ("HTTP/1.0", "hi")])
    func `trailers that were announced and did not come are announced in a replay too`(
      version: String, body: String
    ) async throws {
      let chunk = body.isEmpty ? "" : "2\r\n\(body)\r\n"
      let result = try await recordAndReplay(
        from: { _ in
          .raw(
            "HTTP/1.1 200 OK\r\nTrailer: X-T\r\nTransfer-Encoding: chunked\r\n\r\n"
              + "\(chunk)0\r\n\r\n")
        }, Self.get(version))
      #expect(result.recorded.contains("Trailer: X-T\r\n") == (version == "HTTP/1.1"))
      #expect(result.replayed == result.recorded)
    }

    @Test func `a client that cannot take trailers is not told of any`() async throws {
      let result = try await recordAndReplay(
        from: { _ in
          .raw(
            "HTTP/1.1 200 OK\r\nTrailer: X-T\r\nTransfer-Encoding: chunked\r\n\r\n"
              + "2\r\nhi\r\n0\r\nX-T: one\r\n\r\n")
        }, Self.get("HTTP/1.0"))
      for text in [result.recorded, result.replayed] {
        #expect(!text.contains("Trailer") && text.hasSuffix("\r\n\r\nhi"))
      }
    }

    @Test(.enabled(if: Tool.isInstalled("go"), "Go is not installed"))
    func `Go's client gets announced trailers`() async throws {
      let folder = try TemporaryDirectory()
      try folder.write(
        """
        package main

        import (
          "fmt"
          "io"
          "net/http"
        )

        func main() {
          response, err := http.Get("http://service.test/")
          if err != nil {
            panic(err)
          }
          io.Copy(io.Discard, response.Body)
          fmt.Println(response.Trailer.Get("X-T"), response.Trailer.Get("X-U"))
        }
        """, to: "client.go")
      let built = try await Child.run(
        "go", ["build", "-o", "client", "client.go"], directory: folder.url, timeout: 300)
      try #require(built.status == 0, "\(built.errorText)")
      let result = try await recordAndReplay(
        from: { _ in
          .raw(
            "HTTP/1.1 200 OK\r\nTrailer: X-T, X-U\r\nTransfer-Encoding: chunked\r\n\r\n"
              + "2\r\nhi\r\n0\r\nX-T: one\r\nX-U: two\r\n\r\n")
        },
        { bench in
          let result = try await Child.run(
            folder.file("client").path(percentEncoded: false), [],
            environment: ["http_proxy": bench.url])
          #expect(result.status == 0, "\(result.errorText)")
          return result.text
        })
      #expect(result.recorded == "one two\n")
      #expect(result.replayed == "one two\n")
    }
  }
#endif
