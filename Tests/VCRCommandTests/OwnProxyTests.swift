#if CommandLineTool && os(Linux)
  import TestSupport
  import Testing

  /// A client that has a proxy of its own settings, as git, npm and apt may, and goes to it
  /// whatever the variables say.
  struct OwnProxyTests {
    @Test(.enabled("this machine allows no namespaces") { try await Isolated.isAllowed() })
    func `in namespaces it is recorded and replayed`() async throws {
      try await prove { try await $0.vcr($1) }
    }

    @Test(
      .enabled("this machine allows no filter that asks") { try await Isolated.isFilterAllowed() })
    func `under a filter it is recorded and replayed`() async throws {
      try await prove { try await Sandbox.docker.vcr(in: $0, $1) }
    }

    /// The proxy is one that nobody has (RFC 5737).
    private func prove(_ vcr: (Workshop, [String]) async throws -> Child.Result) async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { ServerResponse(text: "\($0.target)\n") }
      let client = ["--", "curl", "-sS", "-x", "http://192.0.2.7:3128"]
      let plain = client + ["http://api.test/plain"]
      let recorded = try await vcr(
        workshop,
        ["record", "-c", "c.yaml", "--map", "api.test:80=127.0.0.1:\(server.port)"] + plain)
      #expect(recorded.text == "/plain\n", "\(recorded.errorText)")
      #expect(workshop.text("c.yaml")?.contains("url: http://api.test/plain\n") == true)
      let replayed = try await vcr(workshop, ["replay", "-c", "c.yaml"] + plain)
      #expect(replayed.text == "/plain\n", "\(replayed.errorText)")
      #expect(server.requestCount == 1)
      try workshop.writeCassette("secure.yaml", urls: ["https://api.test/secure"])
      let tunnelled = try await vcr(
        workshop, ["replay", "-c", "secure.yaml"] + client + ["https://api.test/secure"])
      #expect(tunnelled.text == "secure\n", "\(tunnelled.errorText)")
      #expect(tunnelled.errorText.contains("; isolated\n"), "\(tunnelled.errorText)")
      // Behind TLS, or in a tunnel, a target leads nowhere else.
      let within = try await vcr(
        workshop,
        ["replay", "-c", "c.yaml"] + client + ["-p", "--request-target", "http://api.test/plain"]
          + ["http://other.test/"])
      #expect(within.status == 80, "\(within.text)\(within.errorText)")
      #expect(within.text.contains("GET http://other.test/plain\n"), "\(within.text)")
    }
  }
#endif
