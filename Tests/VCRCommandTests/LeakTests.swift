#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Requests full of secrets that fail in every way: no stream and no file holds one.
  struct LeakTests {
    private let secrets = PlantedSecrets("named", "password", "key", "bearer", "cookie", "member")
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    /// The arguments of a curl that sends all secrets; in a tunnel there is no place for user
    /// information in the target, so it goes into a header then.
    private func curl(_ origin: String, _ more: [String] = []) -> [String] {
      let path = "/p?api_key=\(secrets.encoded("key"))&n=\(secrets.encoded("named"))"
      let host = origin.split(separator: "/").last ?? ""
      let basic = Data("me:\(secrets["named"])".utf8).base64EncodedString()
      var words = [
        "curl", "-sS", "-m", "20", "-H", "Authorization: Bearer \(secrets["bearer"])", "-H",
        "Cookie: sid=\(secrets["cookie"])", "-H", "X-Any: a \(secrets["named"]) b", "-H",
        "X-Basic: \(basic)", "-H", "Content-Type: application/json", "-d",
        #"{"password":"\#(secrets["member"])","note":"\#(secrets["named"])"}"#,
      ]
      if origin.hasPrefix("http:") {
        words += [
          "--request-target", "http://me:\(secrets.encoded("password"))@\(host)\(path)",
        ]
      } else {
        words += ["-u", "me:\(secrets["named"])"]
      }
      return words + more + [origin + path]
    }

    private func vcr(_ verb: String, _ options: [String], _ command: [String]) async throws
      -> Child.Result
    {
      try await workshop.vcr(
        [verb, "--verbose", "-c", "c.yaml", "--secret", "NAMED"] + options + ["--"] + command,
        setting: ["NAMED": secrets["named"]])
    }

    private func expectNoSecret(
      _ result: Child.Result, except files: Set<String> = [],
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(secrets.found(in: result.text) == [], sourceLocation: sourceLocation)
      #expect(
        secrets.found(in: result.errorText) == [], "\(result.errorText)",
        sourceLocation: sourceLocation)
      #expect(
        secrets.found(below: workshop.folder.url, except: files) == [],
        "\(workshop.text("c.yaml") ?? "") \(workshop.text("c.yaml.recording") ?? "")",
        sourceLocation: sourceLocation)
    }

    @Test func `the search finds what it is to find`() {
      let basic = Data("me:\(secrets["named"])".utf8).base64EncodedString()
      #expect(secrets.found(in: "x \(secrets.encoded("key")) y \(basic)") == ["key", "named"])
      #expect(secrets.found(in: "nothing") == [])
    }

    // MARK: - While recording

    @Test func `a request that succeeds leaves nothing`() async throws {
      let server = try LoopbackServer { _ in
        ServerResponse(
          headers: [("Set-Cookie", "sid=\(secrets["cookie"])"), ("X-Any", secrets["named"])],
          text: "fine")
      }
      let result = try await vcr("record", [], curl(server.origin))
      #expect(result.status == 0 && result.text == "fine", "\(result.errorText)")
      // It did reach the service.
      let sent = try #require(server.requests.first)
      #expect(sent.header("Authorization") == "Bearer \(secrets["bearer"])")
      expectNoSecret(result)
    }

    @Test func `a refused connection leaks nothing`() async throws {
      // Nobody listens on this port, whatever other tests open.
      let result = try await vcr("record", [], curl("http://127.0.0.1:1"))
      #expect(result.text.contains("cannotConnectToHost"), "\(result.errorText)")
      expectNoSecret(result)
    }

    @Test func `an unknown host leaks nothing`() async throws {
      let result = try await vcr("record", [], curl("http://no-such-host.invalid"))
      #expect(result.text.contains("cannotFindHost"), "\(result.text) \(result.errorText)")
      expectNoSecret(result)
    }

    @Test func `a certificate that is not trusted leaks nothing`() async throws {
      let server = try LoopbackServer { _ in ServerResponse(text: "never") }
      let front = try await TLSLoopback(before: server, certificates: TestCertificates())
      let result = try await vcr("record", [], curl("https://localhost:\(front.port)"))
      #expect(result.text.contains("serverCertificateUntrusted"), "\(result.errorText)")
      #expect(server.requestCount == 0)
      expectNoSecret(result)
    }

    @Test(arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort", "HTTP/1.1 200 OK\r\nX: ",
      "no HTTP at all\r\n\r\n", "",
    ])
    func `a response that is cut short or none leaks nothing`(response: String) async throws {
      let server = try LoopbackServer { _ in .raw(response) }
      let result = try await vcr("record", [], curl(server.origin))
      #expect(server.requestCount > 0)
      expectNoSecret(result)
    }

    @Test func `a client that gives up leaks nothing`() async throws {
      let listener = try SilentListener()
      let result = try await vcr(
        "record", [], curl("http://127.0.0.1:\(listener.port)", ["-m", "1"]))
      #expect(result.status == 28, "\(result.errorText)")
      expectNoSecret(result)
    }

    @Test func `a kill leaks nothing`() async throws {
      let server = try LoopbackServer { _ in ServerResponse(text: "fine") }
      let result = try await vcr(
        "record", [], ["sh", "-c", "\"$@\"; kill -9 $PPID", "sh"] + curl(server.origin))
      #expect(result.status == 137, "\(result.errorText)")
      #expect(workshop.text("c.yaml.recording")?.contains("{{NAMED}}") == true)
      expectNoSecret(result)
    }

    @Test func `a request that a proxy cannot serve leaks nothing`() async throws {
      let server = try LoopbackServer { _ in ServerResponse(text: "never") }
      let upgrade = try await vcr(
        "record", [],
        curl(server.origin, ["-H", "Connection: Upgrade", "-H", "Upgrade: websocket"]))
      #expect(upgrade.text.contains("A WebSocket is opened with"), "\(upgrade.text)")
      expectNoSecret(upgrade)
      for target in [
        "/p?api_key=\(secrets.encoded("key"))", "me:\(secrets.encoded("password"))@host",
        "http://me:\(secrets.encoded("password"))@$host/p?api_key=\(secrets.encoded("key"))",
      ] {
        let script = """
          host=${http_proxy#http://}; host=${host%/}
          curl -sS --noproxy '*' --request-target "\(target)" "http://$host/"
          """
        let result = try await vcr("record", [], ["sh", "-c", script])
        #expect(!result.text.isEmpty)
        expectNoSecret(result)
      }
      #expect(server.requestCount == 0)
    }

    // MARK: - While replaying

    @Test(arguments: [[], ["--no-redaction"]])
    func `a request that nothing matches leaks nothing of either side`(options: [String])
      async throws
    {
      // The named secret has one value; the others differ between cassette and request.
      try workshop.folder.write(
        """
        vcr: 1
        interactions:
        - request:
            method: POST
            url: http://me:0ld-password@api.test/p?api_key=0ld-key&page=1
            headers:
              Authorization: Bearer 0ld-bearer
              X-Any: \(secrets["named"])
              Content-Type: application/json
            body:
              json: '{"password":"0ld-member","note":"\(secrets["named"])","count":1}'
          response:
            status: 200 OK

        """, to: "c.yaml")
      let policy = "method,url,headers(Authorization,X-Any),json"
      let result = try await workshop.vcr(
        ["replay", "--verbose", "-c", "c.yaml", "--match", policy] + options + ["--"]
          + curl("http://api.test"),
        setting: ["NAMED": secrets["named"], "VCR_SECRET": "NAMED"])
      #expect(result.status == 80, "\(result.errorText)")
      #expect(result.errorText.contains("The closest is #1"), "\(result.errorText)")
      #expect(!result.errorText.contains("0ld-"), "\(result.errorText)")
      #expect(!result.text.contains("0ld-"), "\(result.text)")
      expectNoSecret(result, except: ["c.yaml"])
    }

    @Test func `what is left unused and what went is reported without secrets`() async throws {
      try workshop.folder.write(
        """
        vcr: 1
        interactions:
        - request:
            method: GET
            url: http://me:\(secrets.encoded("password"))@api.test/p?api_key=\(secrets.encoded("key"))
          response:
            status: 200 OK

        """, to: "c.yaml")
      let unused = try await vcr("replay", ["--require-all"], ["true"])
      #expect(unused.status == 81)
      expectNoSecret(unused, except: ["c.yaml"])
      let server = try LoopbackServer { _ in ServerResponse(text: "fine") }
      let afresh = try await vcr(
        "record", ["--mode", "all"], ["curl", "-sS", server.origin + "/"])
      #expect(afresh.errorText.contains("removed 1 that no longer occur"), "\(afresh.errorText)")
      expectNoSecret(afresh)
    }

    @Test func `a service to stand in for is named without its user`() async throws {
      try workshop.folder.write(
        """
        vcr: 1
        interactions:
        - request:
            method: GET
            url: http://me:\(secrets.encoded("password"))@api.test/p
          response:
            status: 200 OK

        """, to: "c.yaml")
      let replayed = try await vcr("replay", ["--listen", "127.0.0.1:0"], ["true"])
      #expect(replayed.errorText.contains("for http://api.test"), "\(replayed.errorText)")
      expectNoSecret(replayed, except: ["c.yaml"])
      let reverse = [
        "record", "--listen", "127.0.0.1:0", "--upstream",
        "https://me:\(secrets.encoded("password"))@api.test",
      ]
      for arguments in [reverse, reverse + ["--", "true"]] {
        let recorded = try await workshop.vcr(arguments)
        #expect(recorded.status == 64, "\(recorded.errorText)")
        expectNoSecret(recorded, except: ["c.yaml"])
      }
    }

    @Test func `a command line without its dashes is not repeated with its password`() async throws
    {
      let result = try await workshop.vcr(
        "record", "curl", "http://me:\(secrets.encoded("password"))@api.test/")
      #expect(result.status == 64)
      expectNoSecret(result)
    }
  }
#endif
