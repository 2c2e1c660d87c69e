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

    /// A client of HTTP/1 has no end but the length, and its next request must not wait.
    @Test func `the next request on a connection need not wait for a stream that stays open`()
      async throws
    {
      let workshop = try Workshop()
      let service = try await HTTP2Loopback(
        certificates: TestCertificates(), size: 300_000, ending: .stays)
      let command = [
        "-c", "c.yaml", "--upstream-ca", service.certificates.rootFile, "--", "curl", "-sS",
        "--http1.1", "-w", "%{num_connects}\n", "-o", "a", "\(service.origin)/1", "-o", "b",
        "\(service.origin)/2",
      ]
      for verb in ["record", "replay"] {
        let result = try await workshop.vcr([verb] + command)
        #expect(result.text == "1\n0\n", "\(verb): \(result.errorText)")
        #expect(result.status == 0, "\(verb): \(result.errorText)")
        for name in ["a", "b"] {
          let body = FileManager.default.contents(atPath: workshop.folder.path + "/" + name)
          #expect(body?.count == 300_000)
        }
      }
      let cassette = try #require(workshop.text("c.yaml"))
      #expect(!cassette.contains("left:") && !cassette.contains("error:"), "\(cassette)")
    }

    /// What has been delivered is in the journal, whatever the service does with the stream.
    @Test func `a kill loses no response of which the client has the last byte`() async throws {
      let workshop = try Workshop()
      let service = try await HTTP2Loopback(
        certificates: TestCertificates(), size: 50_000, ending: .stays)
      let child = try workshop.start(
        "record", "-c", "c.yaml", "--upstream-ca", service.certificates.rootFile, "--", "sh", "-c",
        "curl -sS --http2 -o a \(service.origin)/1; echo got; sleep 600")
      #expect(await child.nextLine() == "got")
      child.signal(SIGKILL)
      kill(-child.id, SIGKILL)
      _ = await child.finished()
      let recovered = try await workshop.vcr("recover", "c.yaml")
      #expect(recovered.status == 0, "\(recovered.errorText)")
      let replayed = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--", "curl", "-sS", "--http2", "-o", "b", "\(service.origin)/1")
      #expect(replayed.status == 0, "\(replayed.errorText)")
      let body = FileManager.default.contents(atPath: workshop.folder.path + "/b")
      #expect(body?.count == 50_000)
    }

    /// The client keeps the stream of its first response open while it asks for another.
    @Test(arguments: [HTTP2Loopback.Ending.endsLater, .resetsLater(8)])
    func `what comes after the last announced byte is recorded with the response`(
      ending: HTTP2Loopback.Ending
    ) async throws {
      let workshop = try Workshop()
      let service = try await HTTP2Loopback(
        certificates: TestCertificates(), size: 100, ending: ending)
      let script = """
        import os, socket, ssl, sys
        host, port = os.environ["https_proxy"].removeprefix("http://").rstrip("/").split(":")
        s = socket.create_connection((host, int(port)), timeout=240)
        target = sys.argv[1].encode()
        s.sendall(b"CONNECT " + target + b" HTTP/1.1\\r\\nHost: " + target + b"\\r\\n\\r\\n")
        head = b""
        while not head.endswith(b"\\r\\n\\r\\n"): head += s.recv(1)
        context = ssl.create_default_context(cafile=os.environ["SSL_CERT_FILE"])
        context.set_alpn_protocols(["h2"])
        t = context.wrap_socket(s, server_hostname="localhost")
        def frame(kind, flags, stream, payload=b""):
            return (len(payload).to_bytes(3, "big") + bytes([kind, flags])
                + stream.to_bytes(4, "big") + payload)
        def ask(stream):
            path = b"/%d" % stream
            t.sendall(frame(1, 5, stream, bytes([0x82, 0x87, 0x04, len(path)]) + path
                + bytes([0x01, len(target)]) + target))
        t.sendall(b"PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n" + frame(4, 0, 0))
        ask(1)
        data, counts, ends = b"", {1: 0, 3: 0}, {}
        while 1 not in ends or counts[3] < 100:
            while len(data) < 9 or len(data) < 9 + int.from_bytes(data[:3], "big"):
                more = t.recv(65536)
                if not more: sys.exit("ended")
                data += more
            size, kind, flags = int.from_bytes(data[:3], "big"), data[3], data[4]
            stream = int.from_bytes(data[5:9], "big")
            if kind == 0:
                counts[stream] += size
                # All bytes are here, and the stream is open.
                if stream == 1 and counts[1] == 100 and not flags & 1 and counts[3] == 0: ask(3)
            if kind in (0, 1) and flags & 1: ends.setdefault(stream, ("DATA", "HEADERS")[kind])
            if kind == 3: ends.setdefault(stream, "RST %d" % data[12])
            data = data[9 + size:]
        print(ends[1], counts[1], counts[3])
        """
      let recorded = try await workshop.vcr([
        "record", "-c", "c.yaml", "--upstream-ca", service.certificates.rootFile, "--", "python3",
        "-c", script, "localhost:\(service.port)",
      ])
      let isReset = if case .resetsLater = ending { true } else { false }
      #expect(
        recorded.text == (isReset ? "RST 8 100 100\n" : "HEADERS 100 100\n"),
        "\(recorded.errorText)")
      #expect(
        recorded.errorText.contains(
          isReset ? "recorded 2 (1 broken off)" : "recorded 2: c.yaml"), "\(recorded.errorText)")
      let cassette = try #require(workshop.text("c.yaml"))
      #expect(cassette.contains(isReset ? "reset: " : "x-late: "), "\(cassette)")
      #expect(cassette.components(separatedBy: "- request:").count == 3, "\(cassette)")
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

    @Test func `a connection without a request is told apart from none`() async throws {
      let result = try await run("link.close()", in: Workshop())
      #expect(
        result.errorText.contains("nothing was recorded: no request came on 1 connection"),
        "\(result.errorText)")
      let none = try await Workshop().vcr("record", "-c", "c.yaml", "--", "true")
      #expect(none.errorText.contains("nothing was recorded: no request reached the proxy"))
      #expect(none.errorText.contains("Go and Ruby never proxy localhost"), "\(none.errorText)")
      // The clients that read variables are those that come where nothing else leads them.
      let free = try await Workshop().vcr("replay", "--isolate", "off", "--scopes", "--", "true")
      #expect(
        free.errorText.contains(
          "nothing was replayed: no request reached the proxy (vcr env lists the clients that take "
            + "part"), "\(free.errorText)")
      #if os(Linux)
        #expect(
          free.errorText.contains(
            "part, and without --isolate off the others do as well; Go and Ruby never"),
          "\(free.errorText)")
      #endif
      let reverse = try await Workshop().vcr(
        "record", "-c", "c.yaml", "--upstream", "http://service.test", "--listen", "127.0.0.1:0",
        "--", "true")
      #expect(
        reverse.errorText.contains(
          "nothing was recorded: no request reached the address of --listen (clients are to use "
            + "it in place of the service's own address)"), "\(reverse.errorText)")
      // Nor is anything replayed where all is recorded again.
      let workshop = try Workshop()
      try workshop.folder.write(
        """
        vcr: 1
        interactions:
        - request: {method: GET, url: 'http://service.test/'}
          response: {status: 200}
        """, to: "c.yaml")
      let all = try await workshop.vcr("record", "--mode", "all", "-c", "c.yaml", "--", "true")
      #expect(all.errorText.contains("nothing was recorded: no request reached the proxy"))
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
