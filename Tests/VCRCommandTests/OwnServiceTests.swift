#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// A service of one's own, which `vcr` starts or waits for, recorded by its clients.
  struct OwnServiceTests {
    private let workshop: Workshop
    /// The port of the service, which nobody else can take.
    private let port: RefusingPort
    /// What the service asks.
    private let other: LoopbackServer

    init() throws {
      workshop = try Workshop()
      port = try RefusingPort()
      other = try LoopbackServer { _ in ServerResponse(text: "of another service") }
      // It is slow to start, and not healthy at once.
      try workshop.folder.write(
        """
        import http.server, os, sys, time, urllib.request
        count = 0
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                global count
                count += 1
                status = 503 if count < 3 else 200
                body = self.path.encode()
                if self.path == "/outgoing":
                    body += b" " + urllib.request.urlopen(sys.argv[2] + "/data").read()
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def log_message(self, *_): pass
        class Server(http.server.ThreadingHTTPServer):
            allow_reuse_address = True
            allow_reuse_port = sys.platform == "darwin"
        print(os.environ.get("http_proxy", ""), flush=True)
        time.sleep(0.3)
        open("listening", "w").write(str(time.time()))
        Server(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
        """, to: "service.py")
    }

    private var origin: String { "http://127.0.0.1:\(port.port)" }
    private var service: [String] { ["python3", "service.py", "\(port.port)", other.origin] }

    private func get(_ url: String) async throws -> String {
      try await Child.run(
        "curl", ["-sS", "--noproxy", "*", url], environment: workshop.environment
      ).text
    }

    /// Records two requests to the service that COMMAND is, and ends it.
    private func recordService() async throws -> Child.Result {
      let child = try workshop.start(
        ["record", "-c", "api.yaml", "--outgoing", "outgoing.yaml", "--upstream", origin]
          + ["--listen", "127.0.0.1:0", "--service", "--"] + service)
      let listener = try #require(await child.nextLine())
      // They are sent before the service listens.
      #expect(try await get(listener + "/outgoing") == "/outgoing of another service")
      #expect(try await get(listener + "/plain") == "/plain")
      child.signal(SIGTERM)
      return await child.finished()
    }

    @Test func `COMMAND is the service, and its own calls have a cassette of their own`()
      async throws
    {
      let recorded = try await recordService()
      #expect(recorded.status == 0, "\(recorded.errorText)")
      #expect(recorded.errorText.contains("recorded 2: api.yaml"), "\(recorded.errorText)")
      #expect(recorded.errorText.contains("outgoing: recorded 1: outgoing.yaml"))
      let cassette = try #require(workshop.text("api.yaml"))
      #expect(cassette.contains("url: \(origin)/outgoing\n"))
      #expect(!cassette.contains(other.origin + "/data\n"))
      let outgoing = try #require(workshop.text("outgoing.yaml"))
      #expect(outgoing.contains("url: \(other.origin)/data\n"))
      #expect(!outgoing.contains(origin))
    }

    @Test func `the time in which a service starts is no part of what is recorded`() async throws {
      let child = try workshop.start(
        ["record", "-c", "api.yaml", "--upstream", origin, "--listen", "127.0.0.1:0"]
          + ["--service", "--"] + service)
      let listener = try #require(await child.nextLine())
      #expect(try await get(listener + "/plain") == "/plain")
      let end = Date().timeIntervalSince1970
      child.signal(SIGTERM)
      #expect(await child.finished().status == 0)
      let listening = try #require(workshop.text("listening").flatMap(Double.init))
      let cassette = try #require(workshop.text("api.yaml"))
      let line = try #require(
        cassette.split(separator: "\n").first { $0.hasPrefix("  seconds: ") })
      let seconds = try #require(Double(line.dropFirst("  seconds: ".count)))
      #expect(seconds <= end - listening + 0.001, "\(cassette)")
    }

    @Test func `verify starts the service, which replays its own calls, and ends it`()
      async throws
    {
      _ = try await recordService()
      other.stop()
      let same = try await workshop.vcr(
        ["verify", "api.yaml", "--against", origin, "--format", "json", "--"]
          + [Workshop.tool, "replay", "--isolate", "off", "-c", "outgoing.yaml", "--"] + service)
      #expect(same.status == 0, "\(same.errorText)")
      #expect(same.errorText.contains("2 same"), "\(same.errorText)")
      // What the service writes is no part of the report.
      #expect(same.text.hasPrefix("{") || same.text.hasPrefix("["), "\(same.text)")
      #expect(try await Child.run("curl", ["-sS", "--noproxy", "*", origin]).status == 7)
    }

    @Test func `a client waits for a service that is still starting`() async throws {
      let server = try Child(
        "python3", Array(service.dropFirst()), environment: workshop.environment,
        directory: workshop.folder.url)
      let recorded = try await workshop.vcr(
        "record", "-c", "api.yaml", "--upstream", origin, "--listen", "127.0.0.1:0", "--wait-for",
        origin + "/health", "--", "sh", "-c", "curl -sS $http_proxy/plain")
      #expect(recorded.text == "/plain", "\(recorded.errorText)")
      #expect(recorded.status == 0, "\(recorded.errorText)")
      #expect(workshop.text("api.yaml")?.contains("/health") == false)
      let verified = try await workshop.vcr("verify", "api.yaml", "--wait-for", origin)
      #expect(verified.status == 0, "\(verified.errorText)")
      server.kill()
    }

    @Test(arguments: [
      [
        "record", "-c", "c.yaml", "--upstream", "URL", "--listen", "127.0.0.1:0", "--wait-for",
        "URL",
      ],
      ["record", "-c", "c.yaml", "--upstream", "URL", "--listen", "127.0.0.1:0", "--service"],
      ["verify", "there.yaml", "--against", "URL"],
    ])
    func `a service that does not answer in time ends the run with its address`(
      words: [String]
    ) async throws {
      try workshop.writeCassette("there.yaml", urls: ["http://a.test/one"])
      let result = try await workshop.vcr(
        words.map { $0 == "URL" ? origin : $0 } + ["--wait-time", "2.5", "--", "sleep", "600"],
        timeout: 240)
      #expect(result.status == 71, "\(result.errorText)")
      #expect(
        result.errorText.contains("--wait-for \(origin): no response within 2.5 s"),
        "\(result.errorText)")
      #expect(result.errorText.contains("connection refused"), "\(result.errorText)")
      // COMMAND that starts the service is waited for in vain.
      let isTold = result.errorText.contains("COMMAND is started after that")
      #expect(isTold == words.contains("--wait-for"), "\(result.errorText)")
      #expect(workshop.text("c.yaml") == nil)
    }

    @Test func `a service that ends at once is reported with its status`() async throws {
      let recorded = try await workshop.vcr(
        "record", "-c", "c.yaml", "--upstream", origin, "--listen", "127.0.0.1:0", "--service",
        "--",
        "sh", "-c", "exit 3")
      #expect(recorded.status == 3, "\(recorded.errorText)")
      try workshop.writeCassette("there.yaml", urls: ["http://a.test/one"])
      let verified = try await workshop.vcr(
        "verify", "there.yaml", "--against", origin, "--", "sh", "-c", "exit 3")
      #expect(verified.status == 2, "\(verified.errorText)")
      #expect(verified.errorText.contains("ended with status 3"), "\(verified.errorText)")
    }

    @Test(arguments: [
      (["record", "--service", "--", "true"], "--service"),
      (["record", "--outgoing", "o.yaml", "--", "true"], "--outgoing"),
      (["record", "--wait-for", "ftp://a.test", "--", "true"], "--wait-for"),
      (["record", "--wait-for", "http://a.test", "--wait-time", "0", "--", "true"], "--wait-time"),
      (["verify", "there.yaml", "--", "true"], "--against"),
      (["verify", "--", "true"], "verify"),
    ])
    func `words that do not go together are refused`(words: [String], named: String) async throws {
      let result = try await workshop.vcr(words)
      #expect(result.status == 64, "\(result.errorText)")
      #expect(result.errorText.contains(named), "\(result.errorText)")
    }
  }
#endif
