#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// The proxy that a test runs in its own process.
  struct InProcessProxyTests {
    private struct Failed: Error {}

    /// Runs a body with these variables alone, so that the environment of the tests has no effect.
    private func withEnvironment<Result: Sendable>(
      _ variables: [String: String] = [:], _ body: () async throws -> Result
    ) async throws -> Result {
      try await VCREnvironment.$current.withValue(VCREnvironment(variables)) { try await body() }
    }

    private func curl(_ proxy: CassetteProxy, _ arguments: String...) async throws -> Child.Result {
      try await Client.curl(["-x", proxy.url, "--noproxy", ""] + arguments)
    }

    @Test func `a client is recorded once, then replayed after the server has stopped`()
      async throws
    {
      let folder = try TemporaryDirectory()
      let server = try LoopbackServer { ServerResponse(text: "live \($0.target)") }
      let path = folder.file("c.yaml").path
      try await withEnvironment {
        for _ in 1...2 {
          let proxy = try await CassetteProxy.start(cassette: path)
          let result = try await curl(proxy, server.origin + "/a")
          #expect(result.text == "live /a", "\(result.errorText)")
          try await proxy.stop()
          server.stop()
        }
      }
      #expect(server.requestCount == 1)
    }

    @Test func `services behind the proxy of the environment are recorded through it`()
      async throws
    {
      let folder = try TemporaryDirectory()
      let outer = try LoopbackServer { ServerResponse(text: "live \($0.target)") }
      let path = folder.file("c.yaml").path
      let variables = ["HTTP_PROXY": "http://127.0.0.1:\(outer.port)"]
      try await withEnvironment(variables) {
        for _ in 1...2 {
          let proxy = try await CassetteProxy.start(cassette: path)
          let result = try await curl(proxy, "http://service.test/a")
          #expect(result.text == "live http://service.test/a", "\(result.errorText)")
          try await proxy.stop()
          outer.stop()
        }
      }
      #expect(outer.requestCount == 1)
    }

    @Test func `HTTPS has a certificate that the authority of the proxy has signed`() async throws {
      let folder = try TemporaryDirectory()
      let server = try LoopbackServer { ServerResponse(text: "secret of \($0.target)") }
      let front = try await TLSLoopback(
        before: server, certificates: TestCertificates(names: ["DNS:service.test"]))
      var upstream = Upstream.Options()
      upstream.additionalRoots = [front.certificates.rootFile]
      upstream.addressMap[.init(host: "service.test", port: 443)] = .init(
        host: "127.0.0.1", port: front.port)
      let path = folder.file("c.yaml").path
      try await withEnvironment {
        for _ in 1...2 {
          try await withProxy(cassette: path, upstream: upstream) { proxy in
            let root = try folder.write(proxy.certificatePEM, to: "\(proxy.port).pem").path
            let result = try await curl(proxy, "--cacert", root, "https://service.test/a")
            #expect(result.text == "secret of /a", "\(result.errorText)")
          }
          server.stop()
        }
      }
      #expect(server.requestCount == 1)
    }

    @Test func `a body that throws keeps no recording`() async throws {
      let folder = try TemporaryDirectory()
      let server = try LoopbackServer { _ in ServerResponse(text: "live") }
      let path = folder.file("c.yaml").path
      await #expect(throws: Failed.self) {
        try await withEnvironment {
          try await withProxy(cassette: path, mode: .newEpisodes) { proxy in
            _ = try await curl(proxy, server.origin + "/a")
            throw Failed()
          }
        }
      }
      #expect(server.requestCount == 1)
      #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `with CI set a request that is not recorded gets the report and no connection`()
      async throws
    {
      let folder = try TemporaryDirectory()
      let server = try LoopbackServer { _ in ServerResponse(text: "live") }
      let path = try folder.write("vcr: 1\ninteractions: []\n", to: "c.yaml").path
      try await withEnvironment(["CI": "true"]) {
        try await withProxy(cassette: path, .init(mode: .newEpisodes)) { proxy in
          let result = try await curl(proxy, "-i", server.origin + "/a")
          #expect(result.text.contains("HTTP/1.1 501 "), "\(result.text)")
          #expect(result.text.contains("VCR_MODE=new-episodes swift test"), "\(result.text)")
          #expect(throws: VerificationError.self) { try proxy.deck.verify() }
        }
      }
      #expect(server.connectionCount == 0)
    }

    @Test func `stubs serve a client, delayed chunks with their delay`() async throws {
      let deck = Deck(stubs: [
        .stub(
          .get, "http://api.example.com/events",
          .chunks(["data: 1\n\n", "data: 2\n\n"], every: .milliseconds(30)))
      ])
      let proxy = try await CassetteProxy.start(deck: deck)
      let start = ContinuousClock.now
      let result = try await curl(proxy, "http://api.example.com/events")
      #expect(result.text == "data: 1\n\ndata: 2\n\n")
      #expect(ContinuousClock.now - start >= .milliseconds(60))
      try await proxy.stop()
    }

    @Test func `two proxies record one cassette at the same time, and replay it`() async throws {
      let folder = try TemporaryDirectory()
      let server = try LoopbackServer { ServerResponse(text: "live \($0.target)") }
      let path = folder.file("c.yaml").path
      try await withEnvironment {
        for _ in 1...2 {
          let proxies = [
            try await CassetteProxy.start(cassette: path),
            try await CassetteProxy.start(cassette: path),
          ]
          for (proxy, page) in zip(proxies, ["/a", "/b"]) {
            let result = try await curl(proxy, server.origin + page)
            #expect(result.text == "live \(page)", "\(result.errorText)")
          }
          for proxy in proxies { try await proxy.stop() }
          server.stop()
        }
      }
      #expect(server.requestCount == 2)
    }

    @Test func `a proxy that would record what another replays is refused`() async throws {
      let folder = try TemporaryDirectory()
      let path = try folder.write("vcr: 1\ninteractions: []\n", to: "c.yaml").path
      try await withEnvironment {
        let first = try await CassetteProxy.start(cassette: path)
        let error = await #expect(throws: DeckError.self) {
          try await CassetteProxy.start(cassette: path, mode: .newEpisodes)
        }
        #expect(error?.kind == .inUse)
        try await first.stop()
      }
    }
  }
#endif
