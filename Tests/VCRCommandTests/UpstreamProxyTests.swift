#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Runs where services are reached through a proxy that the environment names.
  struct UpstreamProxyTests {
    private static let names = ["DNS:service.test"]

    @Test func `http and https are recorded through the proxy of the environment`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { ServerResponse(text: "\($0.method) \($0.target)\n") }
      let secure = try await TLSLoopback(
        before: server, certificates: TestCertificates(names: Self.names))
      let proxy = try await CompanyProxy(
        [80: server.port, 443: secure.port], credential: "me:p@ss:w")
      let variables = proxy.variables("me:p%40ss%3Aw@")
      let command = [
        "-c", "c.yaml", "--", "curl", "-sS", "http://service.test/a", "-d", "text",
        "http://service.test/b", "https://service.test/c?d",
      ]
      let recorded = try await workshop.vcr(
        ["record", "--verbose", "--upstream-ca", secure.certificates.rootFile] + command,
        setting: variables)
      #expect(recorded.status == 0, "\(recorded.errorText)")
      #expect(recorded.text == "POST /a\nPOST /b\nPOST /c?d\n", "\(recorded.errorText)")
      #expect(recorded.errorText.contains("recorded 3: c.yaml"), "\(recorded.errorText)")
      let place = "127.0.0.1:\(proxy.port), which http_proxy names"
      #expect(
        recorded.errorText.contains("http is reached through the proxy \(place)"),
        "\(recorded.errorText)")
      let cassette = try #require(workshop.text("c.yaml"))
      for text in [recorded.errorText, cassette] {
        let isShown = ["p@ss", "p%40ss", "bWU6cEBzczp3", "Proxy-"].contains { text.contains($0) }
        #expect(!isShown, "\(text)")
      }
      #expect(
        await proxy.stop() == [
          "POST http://service.test/a HTTP/1.1", "POST http://service.test/b HTTP/1.1",
          "CONNECT service.test:443 HTTP/1.1",
        ])
      #expect(
        server.requests.allSatisfy { $0.header("Proxy-Authorization") == nil })
      #expect(server.requests.allSatisfy { $0.header("Host") == "service.test" })

      let replayed = try await workshop.vcr(["replay"] + command, setting: variables)
      #expect(replayed.text == recorded.text, "\(replayed.errorText)")
      #expect(replayed.status == 0)
    }

    /// Records a request over HTTP/2 and a WebSocket, which a proxy leads to their services.
    ///
    /// - Returns: What the proxy was asked for, and the cassette.
    private func recordThroughTunnels(
      to host: String, named names: [String], _ variables: (CompanyProxy) -> [String: String]
    ) async throws -> (lines: [String], cassette: String?) {
      let workshop = try Workshop()
      let certificates = try await TestCertificates(names: names)
      let secure = try await HTTP2Loopback(certificates: certificates, size: 3)
      let socket = try await WebSocketService()
      let proxy = try await CompanyProxy([443: secure.port, 80: socket.port])
      let client = WebSocketService.client(
        "ws = connect(url, way)\nws.send('hello'); show(ws.recv())\nws.close(1000, '')")
      try workshop.folder.write(client, to: "client.py")
      let result = try await workshop.vcr(
        [
          "record", "-c", "c.yaml", "--upstream-ca", certificates.rootFile, "--", "sh", "-c",
          "curl -sS --http2 -w '%{http_version}' -o /dev/null https://\(host)/a && "
            + "python3 client.py ws://\(host)/b connect",
        ], setting: variables(proxy))
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text.hasPrefix("2") && result.text.hasSuffix("echo hello\n"), "\(result.text)")
      return (await proxy.stop(), workshop.text("c.yaml"))
    }

    @Test func `HTTP 2 and WebSockets go through a tunnel`() async throws {
      let recorded = try await recordThroughTunnels(to: "service.test", named: Self.names) {
        $0.variables()
      }
      #expect(
        recorded.lines == [
          "CONNECT service.test:443 HTTP/1.1", "CONNECT service.test:80 HTTP/1.1",
        ])
      #expect(recorded.cassette?.contains("http: HTTP/2\n") == true)
    }

    @Test(arguments: ["http", "https"])
    func `a proxy that takes other credentials is a fault and not a recording`(scheme: String)
      async throws
    {
      let workshop = try Workshop()
      let proxy = try await CompanyProxy([:], credential: "me:right")
      let result = try await workshop.vcr(
        ["record", "-c", "c.yaml", "--", "curl", "-sS", "\(scheme)://service.test/a"],
        setting: proxy.variables("me:wrong@"))
      #expect(result.status == 71, "\(result.errorText)")
      #expect(
        result.errorText.contains(
          "the proxy 127.0.0.1:\(proxy.port), which \(scheme)_proxy names, does not take the "
            + "credentials given (407); it takes Negotiate, Basic; Basic ones stand before the host "
            + "of its URL: user, colon, password, @"), "\(result.errorText)")
      #expect(!result.errorText.contains("wrong"), "\(result.errorText)")
      #expect(workshop.text("c.yaml") == nil)
    }

    @Test(arguments: ["http", "https"])
    func `a proxy that is not there is a fault and not a recording`(scheme: String) async throws {
      let workshop = try Workshop()
      let port = try RefusingPort()
      let command = ["-c", "c.yaml", "--", "curl", "-sS", "\(scheme)://service.test/a"]
      let gone = try await workshop.vcr(
        ["record"] + command, setting: ["ALL_PROXY": "127.0.0.1:\(port.port)"])
      #expect(gone.status == 71, "\(gone.errorText)")
      #expect(
        gone.errorText.contains("which ALL_PROXY names, is not there: connection refused"),
        "\(gone.errorText)")
      let odd = try await workshop.vcr(
        ["record"] + command, setting: ["all_proxy": "socks4://me:pw@127.0.0.1:1080"])
      #expect(odd.status == 71, "\(odd.errorText)")
      #expect(
        odd.errorText.contains(
          "all_proxy names no proxy that can be used: it takes http://HOST:PORT, or https, socks5, "
            + "socks5h in place of http; a credential stands before the host of its URL: "
            + "user, colon, password, @"), "\(odd.errorText)")
      #expect(!odd.errorText.contains("pw"), "\(odd.errorText)")
      #expect(workshop.text("c.yaml") == nil)
    }

    @Test(arguments: [
      "HTTP/1.1 403 Forbidden", "HTTP/1.1 502 Bad Gateway", "HTTP/1.1 503 Service Unavailable",
      "HTTP/1.1 504 Gateway Timeout",
    ])
    func `a tunnel that a proxy refuses is a fault and not a recording`(line: String) async throws {
      let workshop = try Workshop()
      let proxy = try await CompanyProxy([:], refusal: line)
      let result = try await workshop.vcr(
        [
          "record", "--mode", "all", "-c", "c.yaml", "--", "curl", "-sS",
          "https://service.test/a",
        ],
        setting: proxy.variables())
      #expect(result.status == 71, "\(result.errorText)")
      #expect(workshop.text("c.yaml") == nil, "\(result.errorText)")
      #expect(result.text.contains("refused: \(line)"), "\(result.text)")
    }

    /// The kinds of proxies besides that of HTTP without TLS, and what they get of two requests.
    private static let kinds = [
      (
        "https",
        ["GET http://10.9.8.7/a HTTP/1.1", "CONNECT service.test:443 HTTP/1.1"]
      ),
      ("socks5h", ["SOCKS 1 10.9.8.7 80", "SOCKS 3 service.test 443"]),
    ]

    @Test(arguments: kinds)
    func `services are reached through proxies of other kinds`(scheme: String, lines: [String])
      async throws
    {
      let workshop = try Workshop()
      let server = try LoopbackServer { ServerResponse(text: "\($0.target)\n") }
      let certificates = try await TestCertificates(names: Self.names + ["IP:127.0.0.1"])
      let secure = try await TLSLoopback(before: server, certificates: certificates)
      let proxy = try await CompanyProxy(
        [80: server.port, 443: secure.port], credential: "me:p@ss",
        certificates: scheme == "https" ? certificates : nil)
      let command = [
        "record", "-c", "c.yaml", "--upstream-ca", certificates.rootFile, "--", "curl", "-sS",
        "http://10.9.8.7/a", "https://service.test/b",
      ]
      let result = try await workshop.vcr(
        command, setting: proxy.variables("me:p%40ss@", scheme: scheme))
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text == "/a\n/b\n", "\(result.errorText)")
      let wrong = try await workshop.vcr(
        ["record", "--mode", "all"] + command.dropFirst(),
        setting: proxy.variables("me:wrong@", scheme: scheme))
      #expect(wrong.status == 71, "\(wrong.errorText)")
      #expect(
        wrong.errorText.contains(
          "the proxy \(scheme)://127.0.0.1:\(proxy.port), which http_proxy names, does not take the "
            + "credentials given"), "\(wrong.errorText)")
      #expect(!wrong.errorText.contains("wrong") && !wrong.errorText.contains("USERINFO"))
      let got = await proxy.stop()
      #expect(Array(got.prefix(2)) == lines)
    }

    @Test func `socks5 gets the address of a service, and WebSockets and HTTP 2 take its tunnel`()
      async throws
    {
      let recorded = try await recordThroughTunnels(to: "10.9.8.7", named: ["IP:10.9.8.7"]) {
        ["ALL_PROXY": "socks5://127.0.0.1:\($0.port)"]
      }
      #expect(recorded.lines == ["SOCKS 1 10.9.8.7 443", "SOCKS 1 10.9.8.7 80"])
    }

    @Test(arguments: [("5", true), ("4", true), ("2", false), ("1", false)])
    func `what a proxy of SOCKS could not reach is a failure of the service`(
      code: String, isOfService: Bool
    ) async throws {
      let workshop = try Workshop()
      let proxy = try await CompanyProxy([:], refusal: code)
      let result = try await workshop.vcr(
        [
          "record", "--mode", "all", "-c", "c.yaml", "--", "curl", "-sS", "http://service.test/a",
        ], setting: proxy.variables(scheme: "socks5h"))
      #expect(result.status == (isOfService ? 0 : 71), "\(result.errorText)")
      #expect((workshop.text("c.yaml") != nil) == isOfService, "\(result.errorText)")
    }

    @Test func `a proxy that proves nothing is a fault and not a recording`() async throws {
      let workshop = try Workshop()
      let certificates = try await TestCertificates(names: ["DNS:other.test"])
      let proxy = try await CompanyProxy([:], certificates: certificates)
      let root = ["--upstream-ca", certificates.rootFile]
      for (scheme, trust) in [("http", []), ("https", root)] {
        let result = try await workshop.vcr(
          ["record", "-c", "c.yaml"] + trust + ["--", "curl", "-sS", "\(scheme)://service.test/a"],
          setting: proxy.variables(scheme: "https"))
        #expect(result.status == 71, "\(result.errorText)")
        #expect(
          result.errorText.contains("no TLS with the proxy https://127.0.0.1:\(proxy.port)"),
          "\(result.errorText)")
        #expect(workshop.text("c.yaml") == nil)
      }
    }

    @Test(arguments: [
      ("Proxy-Status: 127.0.0.1; error=connection_refused", true),
      (
        "Via: 1.1 cdn, 1.1 gate (a, b)\r\nProxy-Status: cdn; received-status=200, \"gate\"; error=dns_error",
        true
      ),
      ("Via: 1.1 gate\r\nX-Squid-Error: ERR_CONNECT_FAIL 111", true),
      ("Via: 1.1 cdn, 1.1 gate\r\nProxy-Status: cdn; error=connection_timeout", false),
      ("Via: 1.1 gate\r\nProxy-Status: gate; next-hop=10.0.0.1", false),
      ("Via: 1.1 cdn, 1.1 gate\r\nX-Squid-Error: ERR_CONNECT_FAIL 111", false),
      ("Server: gate", false),
    ])
    func `what a proxy says that it responded itself is no recording`(fields: String, isOwn: Bool)
      async throws
    {
      let workshop = try Workshop()
      let proxy = try await CompanyProxy(
        [:], response: "HTTP/1.1 503 Service Unavailable\r\n\(fields)")
      let result = try await workshop.vcr(
        ["record", "--mode", "all", "-c", "c.yaml", "--", "curl", "-sS", "http://service.test/a"],
        setting: proxy.variables())
      #expect(result.status == (isOwn ? 71 : 0), "\(result.errorText)")
      #expect((workshop.text("c.yaml") == nil) == isOwn, "\(result.errorText)")
      #expect(
        result.errorText.contains(
          "which http_proxy names, responded in its place: HTTP/1.1 503 Service Unavailable (")
          == isOwn, "\(result.errorText)")
    }

    @Test func `loopback and the exceptions of no_proxy are reached directly`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { ServerResponse(text: "\($0.target)\n") }
      let port = try RefusingPort()
      let result = try await workshop.vcr(
        [
          "record", "-c", "c.yaml", "--map", "service.test:80=127.0.0.1:\(server.port)", "--",
          "curl", "-sS", "\(server.origin)/a", "http://service.test/b",
        ], setting: ["http_proxy": "http://127.0.0.1:\(port.port)"])
      #expect(result.text == "/a\n/b\n", "\(result.errorText)")
      let proxy = try await CompanyProxy([80: server.port])
      let excepted = try await workshop.vcr(
        [
          "record", "-c", "d.yaml", "--", "curl", "-sS", "http://in.service.test/a",
          "http://service.example/b",
        ], setting: proxy.variables().merging(["no_proxy": "service.test"]) { $1 })
      #expect(excepted.text.hasSuffix("/b\n"), "\(excepted.errorText)")
      #expect(await proxy.stop() == ["GET http://service.example/b HTTP/1.1"])
    }

    @Test func `what is passed through and what is verified go through the proxy`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "a\n") }
      let secure = try await TLSLoopback(
        before: server, certificates: TestCertificates(names: Self.names))
      let proxy = try await CompanyProxy([443: secure.port, 80: server.port])
      try workshop.writeCassette("c.yaml", urls: ["http://service.test/a"])
      let root = secure.certificates.rootFile
      let passed = try await workshop.vcr(
        [
          "replay", "-c", "c.yaml", "--passthrough", "other.test", "--", "sh", "-c",
          "curl -sS http://service.test/a && curl -sS http://other.test/b && "
            + "curl -sS -k https://other.test/c",
        ], setting: proxy.variables())
      #expect(passed.text == "a\na\na\n", "\(passed.errorText)")
      let verified = try await workshop.vcr(
        ["verify", "c.yaml", "--verbose", "--upstream-ca", root], setting: proxy.variables())
      #expect(verified.status < 2, "\(verified.text)\n\(verified.errorText)")
      #expect(
        verified.errorText.contains("https is reached through the proxy"), "\(verified.errorText)")
      #expect(
        await proxy.stop() == [
          "GET http://other.test/b HTTP/1.1", "CONNECT other.test:443 HTTP/1.1",
          "GET http://service.test/a HTTP/1.1",
        ])
    }

    #if os(Linux)
      @Test(.enabled("this machine allows no namespaces") { try await Isolated.isAllowed() })
      func `what a client that reads no variable asks for goes through the proxy`() async throws {
        let workshop = try Workshop()
        let server = try LoopbackServer { ServerResponse(text: "\($0.target)\n") }
        let proxy = try await CompanyProxy([80: server.port])
        let result = try await workshop.vcr(
          [
            "record", "-c", "c.yaml", "--isolate", "require", "--", "curl", "-sS", "--noproxy",
            "*", "http://10.9.8.7/a",
          ], setting: proxy.variables())
        #expect(result.text == "/a\n", "\(result.errorText)")
        #expect(await proxy.stop() == ["GET http://10.9.8.7/a HTTP/1.1"])
      }
    #endif

    @Test func `doctor names the proxies without their passwords`() async throws {
      let workshop = try Workshop()
      let named = try await workshop.vcr(
        ["doctor"],
        setting: ["HTTPS_PROXY": "http://me:secret@proxy.test:3128", "NO_PROXY": "a.test,.b"])
      #expect(
        named.text.hasSuffix(
          """

          services:
            http is reached directly
            https is reached through the proxy proxy.test:3128, which HTTPS_PROXY names
            directly all the same: loopback, a.test, .b

          """), "\(named.text)")
      #expect(
        try await workshop.vcr(["doctor"]).text
          .hasSuffix("\nservices:\n  are reached directly: no variable names a proxy\n"))
    }
  }
#endif
