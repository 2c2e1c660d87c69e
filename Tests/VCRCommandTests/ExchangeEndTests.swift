#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// How an exchange ends whose client, service or connection does not end it in the usual way.
  struct ExchangeEndTests {
    /// The service sends every byte that it announced and then never ends the stream.
    @Test func `a download is recorded when its client leaves with the last byte`() async throws {
      let workshop = try Workshop()
      let service = try await HTTP2Loopback(
        certificates: TestCertificates(), size: 1_000_000, ending: .stays)
      let options = [
        "--no-redaction", "-c", "c.yaml", "--upstream-ca", service.certificates.rootFile,
      ]
      let command = ["--", "curl", "-sS", "--http2", "\(service.origin)/file"]
      for mode in ["once", "all"] {
        let recorded = try await workshop.vcr(["record", "--mode", mode] + options + command)
        #expect(recorded.status == 0, "\(recorded.errorText)")
        #expect(recorded.output.count == 1_000_000)
        #expect(recorded.errorText.contains("vcr: recorded 1: c.yaml"), "\(recorded.errorText)")
      }
      let replayed = try await workshop.vcr(["replay"] + options + command)
      #expect(replayed.status == 0, "\(replayed.errorText)")
      let isSame = replayed.output.enumerated().allSatisfy { $1 == UInt8(truncatingIfNeeded: $0) }
      #expect(isSame && replayed.output.count == 1_000_000)
    }

    /// Runs a client in Python that has a socket to the proxy, `link`.
    private func run(_ script: String, in workshop: Workshop) async throws -> Child.Result {
      try await workshop.vcr([
        "record", "-c", "c.yaml", "--", "python3", "-c",
        """
        import os, socket
        host, port = os.environ["http_proxy"].removeprefix("http://").split(":")
        link = socket.create_connection((host, int(port)))
        \(script)
        """,
      ])
    }

    @Test func `a response that the client does not take is recorded up to there`() async throws {
      let workshop = try Workshop()
      let gate = Gate()
      let server = try LoopbackServer { _ in
        .raw([
          .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789".utf8)),
          .gate(gate),
        ])
      }
      let result = try await run(
        """
        link.sendall(b"GET \(server.origin)/ HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
        text = b""
        while not text.endswith(b"0123456789"): text += link.recv(100)
        """, in: workshop)
      gate.open()
      #expect(result.status == 0, "\(result.errorText)")
      #expect(
        result.errorText.hasSuffix("vcr: recorded 1 (1 left by the client): c.yaml\n"),
        "\(result.errorText)")
      let cassette = try #require(workshop.text("c.yaml"))
      #expect(cassette.contains("text: |-\n        0123456789\n  left: client\n"), "\(cassette)")
    }

    @Test(arguments: [
      "POST http://api.test/ HTTP/1.1\\r\\nHost: api.test\\r\\nContent-Length: 9\\r\\n\\r\\nabc",
      "GET http://api.test/ HTTP/1.1\\r\\nHo",
    ])
    func `a client that vanishes within its request is noted`(start: String) async throws {
      let server = try LoopbackServer { _ in ServerResponse(text: "first") }
      // The first response shows that the connection has been taken in.
      let result = try await run(
        """
        link.sendall(b"GET \(server.origin)/ HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
        text = b""
        while not text.endswith(b"first"): text += link.recv(100)
        link.sendall(b"\(start.replacing("http://api.test", with: server.origin))")
        """, in: Workshop())
      #expect(result.status == 0, "\(result.errorText)")
      #expect(
        result.errorText.contains("dropped by the client while it was sent 1"),
        "\(result.errorText)")
    }

    @Test func `a connection without a request is told from none`() async throws {
      let result = try await run("link.close()", in: Workshop())
      #expect(
        result.errorText.contains("nothing was recorded: no request came on 1 connection"),
        "\(result.errorText)")
      let none = try await Workshop().vcr("record", "-c", "c.yaml", "--", "true")
      #expect(none.errorText.contains("nothing was recorded: no request reached the proxy"))
    }

    @Test func `exchanges that failed are counted`() async throws {
      let workshop = try Workshop()
      let port = try RefusingPort()
      let result = try await workshop.vcr(
        "record", "-c", "c.yaml", "--", "curl", "-sS", "-o", "body",
        "http://127.0.0.1:\(port.port)/")
      #expect(result.status == 0)
      #expect(
        result.errorText.contains("vcr: recorded 1 (1 failed): c.yaml"), "\(result.errorText)")
    }

    /// A client that reads slowly makes the proxy stop reading, which has to begin again.
    @Test func `a large download passes a client that reads slowly`() async throws {
      let workshop = try Workshop()
      let size = 14_000_000
      let service = try await HTTP2Loopback(certificates: TestCertificates(), size: size)
      try workshop.folder.write(
        """
        import os
        pattern, count = bytes(range(256)) * 2, 0
        while piece := os.read(0, 256 - count % 256):
            assert pattern[count % 256:count % 256 + len(piece)] == piece
            count += len(piece)
        print(count)
        """, to: "reader.py")
      let result = try await workshop.vcr(
        [
          "record", "--no-redaction", "-c", "c.yaml", "--upstream-ca",
          service.certificates.rootFile, "--", "sh", "-c",
          "curl -sS --http2 \"$0\" | python3 reader.py", "\(service.origin)/file",
        ], timeout: 300)
      #expect(result.text == "\(size)\n", "\(result.errorText)")
      #expect(result.errorText.contains("vcr: recorded 1: c.yaml"), "\(result.errorText)")
    }

    @Test(arguments: [1_000, 65_535, 1 << 20])
    func `a large upload passes whatever the service's window is`(window: Int) async throws {
      let workshop = try Workshop()
      let service = try await HTTP2Loopback(
        certificates: TestCertificates(), size: 5, window: window)
      let body = [UInt8](repeating: 0x61, count: window < 65_535 ? 100_000 : 3_000_000)
      try Data(body).write(to: workshop.folder.file("body"))
      let result = try await workshop.vcr(
        [
          "record", "--no-redaction", "-c", "c.yaml", "--upstream-ca",
          service.certificates.rootFile, "--", "curl", "-sS", "--http2", "-T", "body",
          "\(service.origin)/file",
        ], timeout: 300)
      #expect(result.output == [0, 1, 2, 3, 4], "\(result.errorText)")
      #expect(result.errorText.contains("vcr: recorded 1: c.yaml"), "\(result.errorText)")
    }
  }
#endif
