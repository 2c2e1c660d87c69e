#if CommandLineTool
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// Recordings through a `CONNECT` tunnel whose TLS the proxy terminates on both sides.
  struct SecureRecordingTests {
    @Test(arguments: ["--http1.1", "--http2"])
    func `a TLS recording replays over TLS without the server`(version: String) async throws {
      let studio = try Studio()
      let server = try LoopbackServer {
        ServerResponse(headers: [("X-Case", "Kept")], text: "secret of \($0.target)")
      }
      let front = try await TLSLoopback(
        before: server, certificates: TestCertificates(names: ["DNS:service.test"]))
      var options = Upstream.Options()
      options.additionalRoots = [front.certificates.rootFile]
      options.addressMap[.init(host: "service.test", port: 443)] = .init(
        host: "127.0.0.1", port: front.port)
      let upstream = try Upstream(options: options)
      var texts: [String] = []
      for mode in [RecordMode.once, .none] {
        let live = mode == .once ? upstream : nil
        try await studio.run(deck: .init(mode: mode), upstream: live) { bench in
          let result = try await bench.curl(version, "https://service.test/[1-2]")
          #expect(result.status == 0, "\(result.errorText)")
          texts.append(result.text)
        }
        server.stop()
      }
      #expect(texts == ["secret of /1secret of /2", "secret of /1secret of /2"])
      #expect(server.requestCount == 2)
      #expect(try studio.text().contains("url: https://service.test/1\n"))
    }

    @Test func `a server with an untrusted certificate is a failure to the client`() async throws {
      let studio = try Studio()
      let server = try LoopbackServer { _ in ServerResponse(text: "never") }
      let front = try await TLSLoopback(
        before: server, certificates: TestCertificates(names: ["DNS:service.test"]))
      var options = Upstream.Options()
      options.addressMap[.init(host: "service.test", port: 443)] = .init(
        host: "127.0.0.1", port: front.port)
      let upstream = try Upstream(options: options)
      try await studio.run(deck: .init(mode: .once), upstream: upstream) { bench in
        let result = try await bench.curl("-i", "--http1.1", "https://service.test/")
        #expect(result.text.contains("HTTP/1.1 502 Bad Gateway\r\n"))
        #expect(result.text.contains("VCR-Error: "))
      }
      #expect(server.requestCount == 0)
    }

    @Test func `a service without TLS is reported in plain words, without source locations`()
      async throws
    {
      let studio = try Studio()
      // It takes what it reads for HTTP, as services on a plain port do.
      let service = try Child(
        "python3",
        [
          "-c",
          """
          import socket
          listener = socket.create_server(("127.0.0.1", 0))
          print(listener.getsockname()[1], flush=True)
          while True:
              link = listener.accept()[0]
              link.recv(10)
              link.sendall(b"HTTP/1.1 400 Bad Request\\r\\nContent-Length: 0\\r\\n\\r\\n")
          """,
        ])
      let port = try #require(await service.nextLine().flatMap { Int($0) })
      var options = Upstream.Options()
      options.addressMap[.init(host: "service.test", port: 443)] = .init(
        host: "127.0.0.1", port: port)
      let upstream = try Upstream(options: options)
      try await studio.run(deck: .init(mode: .once), upstream: upstream) { bench in
        let result = try await bench.curl("https://service.test/")
        #expect(
          result.text
            == "secureConnectionFailed: no TLS with service.test:443: wrong version number\n",
          "\(result.text) \(result.errorText)")
      }
      #expect(try studio.text().contains("no TLS with service.test:443: wrong version number"))
    }

    @Test func `TLS in a tunnel to a host that is passed through is not terminated`() async throws {
      let studio = try Studio()
      let server = try LoopbackServer { _ in ServerResponse(text: "its own") }
      let certificates = try await TestCertificates(names: ["DNS:service.test"])
      let front = try await TLSLoopback(before: server, certificates: certificates)
      var options = Upstream.Options()
      options.addressMap[.init(host: "service.test", port: 443)] = .init(
        host: "127.0.0.1", port: front.port)
      let upstream = try Upstream(options: options)
      let deck = Deck.Options(mode: .all, passthroughHosts: ["service.test"])
      try await studio.run(deck: deck, upstream: upstream) { bench in
        // curl trusts the server's own root, but not the proxy's authority.
        let result = try await Client.curl([
          "-x", bench.url, "--noproxy", "", "--cacert", certificates.rootFile,
          "https://service.test/",
        ])
        #expect(result.text == "its own", "\(result.errorText)")
      }
    }
  }
#endif
