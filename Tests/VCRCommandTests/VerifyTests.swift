#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  struct VerifyTests {
    /// Records what a script does with a service.
    private func record(
      _ workshop: Workshop, _ service: ItemService, _ script: String, options: [String] = []
    ) async throws {
      try workshop.folder.write("set -e\n" + script, to: "client.sh")
      let result = try await workshop.vcr(
        ["record", "--mode", "all", "-c", "c.yaml"] + options
          + ["--", "sh", "client.sh", service.origin])
      #expect(result.status == 0, "\(result.errorText)")
    }

    private static let reading = """
      curl -sS -o out "$1/status"
      curl -sS -o out -I "$1/status"
      curl -sS -o out "$1/items/7?page=1"
      """

    @Test func `an unchanged service is the same`() async throws {
      let workshop = try Workshop()
      let service = try ItemService(run: 1)
      try await record(workshop, service, Self.reading)
      let before = workshop.text("c.yaml")
      let result = try await workshop.vcr("verify", "c.yaml")
      #expect(result.status == 0, "\(result.text)\(result.errorText)")
      #expect(result.text == "")
      #expect(result.errorText == "vcr: c.yaml: 3 same\n")
      #expect(workshop.text("c.yaml") == before)
      let all = try await workshop.vcr("verify", "c.yaml", "--verbose")
      #expect(all.text.split(separator: "\n").count == 3)
      #expect(all.text.hasPrefix("same      #1 GET \(service.origin)/status\n"), "\(all.text)")
    }

    @Test func `what drifted is reported in the terms of HTTP and JSON`() async throws {
      let workshop = try Workshop()
      let service = try ItemService(run: 1)
      _ = try await Child.run("curl", ["-sS", "-d", "x", "\(service.origin)/items"])
      try await record(workshop, service, Self.reading + "\ncurl -sS -o out -X DELETE \"$1/x\"")
      service.change {
        $0.status = 410
        $0.price = 12
        $0.cacheControl = "max-age=60"
      }
      let result = try await workshop.vcr("verify", "c.yaml")
      #expect(result.status == 1, "\(result.errorText)")
      for words in [
        "#1 GET \(service.origin)/status", "200", "410", "#3 GET \(service.origin)/items/7?page=1",
        "no-store", "max-age=60", "$.price", "10", "12",
      ] {
        #expect(result.text.contains(words), "\(words) in \(result.text)")
      }
      for words in ["Date", "X-Request-Id"] { #expect(!result.text.contains(words)) }
      #expect(
        result.errorText
          == "vcr: c.yaml: 0 same, 3 drifted, 1 skipped (DELETE is not safe; --unsafe sends it)\n")
      let json = try await workshop.vcr("verify", "c.yaml", "--format", "json")
      #expect(json.status == 1)
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
      let cassette = try #require((object["cassettes"] as? [[String: Any]])?.first)
      #expect(cassette["drifted"] as? Int == 3)
      #expect(cassette["skipped"] as? Int == 1)
      let interactions = try #require(cassette["interactions"] as? [[String: Any]])
      #expect(
        interactions.map { $0["verdict"] as? String } == [
          "drifted", "drifted", "drifted", "skipped",
        ])
      for format in ["markdown", "html"] {
        let other = try await workshop.vcr("verify", "c.yaml", "--format", format)
        #expect(other.status == 1)
        #expect(other.text.contains("price"), "\(format)")
      }
    }

    @Test func `network trouble is never drift`() async throws {
      let workshop = try Workshop()
      let service = try ItemService(run: 1)
      try await record(workshop, service, Self.reading)
      let gone = try RefusingPort()
      let result = try await workshop.vcr(
        "verify", "c.yaml", "--against", "http://127.0.0.1:\(gone.port)")
      #expect(result.status == 2)
      #expect(result.text.contains("unchecked #1 GET \(service.origin)/status: cannot connect"))
      #expect(result.errorText == "vcr: c.yaml: 0 same, 3 could not be checked\n")
      let silent = try LoopbackServer { _ in ServerResponse.raw([.gate(Gate())]) }
      let late = try await workshop.vcr(
        "verify", "c.yaml", "--against", silent.origin, "--timeout", "0.2")
      #expect(late.status == 2)
      #expect(late.text.contains("timedOut"), "\(late.text)")
    }

    @Test func `a recorded failure that comes again is the same`() async throws {
      let workshop = try Workshop()
      let gone = try RefusingPort()
      try workshop.folder.write("curl -sS -o out \"$1/a\" || true", to: "client.sh")
      _ = try await workshop.vcr(
        "record", "-c", "c.yaml", "--", "sh", "client.sh", "http://127.0.0.1:\(gone.port)")
      #expect(workshop.text("c.yaml")?.contains("error:") == true)
      let same = try await workshop.vcr("verify", "c.yaml")
      #expect(same.status == 0, "\(same.text)\(same.errorText)")
      let service = try ItemService(run: 1)
      let back = try await workshop.vcr("verify", "c.yaml", "--against", service.origin)
      #expect(back.status == 1, "\(back.text)")
    }

    @Test func `a WebSocket that is not verified is named`() async throws {
      let workshop = try Workshop()
      let service = try ItemService(run: 1)
      try await record(workshop, service, #"curl -sS -o out "$1/items""#)
      let cassette = try #require(workshop.text("c.yaml"))
      try workshop.folder.write(
        cassette + """
          - request: {method: GET, url: 'ws://service.test/feed'}
            response: {status: 101 Switching Protocols, messages: [{service: hello}]}

          """, to: "c.yaml")
      let result = try await workshop.vcr("verify", "c.yaml", "--against", service.origin)
      #expect(result.status == 0, "\(result.text)\(result.errorText)")
      #expect(
        result.text
          == "skipped   #2 GET ws://service.test/feed: it is a WebSocket, which is not verified\n")
      #expect(result.errorText.contains("1 same, 1 skipped (it is a WebSocket"))
    }

    @Test func `only safe requests are sent unless it is asked for`() async throws {
      let workshop = try Workshop()
      let service = try ItemService(run: 1)
      try await record(workshop, service, #"curl -sS -o out -d x "$1/items""#)
      let live = try ItemService(run: 2)
      let result = try await workshop.vcr("verify", "c.yaml", "--against", live.origin)
      #expect(live.requests.isEmpty)
      // Nothing was checked at all, which no CI job should take for a success.
      #expect(result.status == 2)
      #expect(result.errorText.contains("1 skipped (POST is not safe; --unsafe sends it)"))
      let sent = try await workshop.vcr("verify", "c.yaml", "--against", live.origin, "--unsafe")
      #expect(live.requests.map(\.method) == ["POST"])
      #expect(sent.status == 0, "\(sent.text)\(sent.errorText)")
    }

    @Test(arguments: [1, 8])
    func `ids, tags, cookies and fields of forms are carried over`(jobs: Int) async throws {
      let workshop = try Workshop()
      try await record(workshop, try ItemService(run: 1), ItemService.writing)
      let live = try ItemService(run: 2, .init(nextID: 8))
      let options = ["verify", "c.yaml", "--against", live.origin, "--unsafe", "--jobs", "\(jobs)"]
      let result = try await workshop.vcr(options)
      #expect(result.status == 0, "\(result.text)\(result.errorText)")
      #expect(result.errorText == "vcr: c.yaml: 5 same\n")
      let requests = live.requests
      try #require(requests.count == 5)
      #expect(requests.map(\.target) == ["/items", "/items/8", "/items/8", "/form", "/form"])
      #expect(requests[2].header("If-Match") == "\"e2-8f0c2\"")
      #expect(String(decoding: requests[2].body, as: UTF8.self) == #"{"item_id":8,"count":1}"#)
      #expect(String(decoding: requests[4].body, as: UTF8.self) == "page=1&csrf=c5rf2Token2Qx")

      // A real change is still seen beside what was carried.
      live.change { $0.price = 11 }
      let drifted = try await workshop.vcr(options)
      #expect(drifted.status == 1)
      #expect(drifted.text.contains("$.price"))
      for place in ["$.id", "$.self", "Location", "ETag", "etag", "location"] {
        #expect(!drifted.text.contains(place), "\(drifted.text)")
      }
    }

    @Test func `a skipped write is no drift of what depends on it`() async throws {
      let workshop = try Workshop()
      try await record(workshop, try ItemService(run: 1), ItemService.writing)
      let live = try ItemService(run: 2, .init(nextID: 8))
      let result = try await workshop.vcr("verify", "c.yaml", "--against", live.origin)
      #expect(result.status == 0, "\(result.text)\(result.errorText)")
      #expect(live.requests.map(\.target) == ["/items/7", "/form"])
      let all = try await workshop.vcr("verify", "c.yaml", "--against", live.origin, "--verbose")
      #expect(all.text.contains("carries what the response to #1 hands out"), "\(all.text)")
    }

    @Test func `a token that was redacted is taken from the live response`() async throws {
      let workshop = try Workshop()
      let service = try TokenService()
      try workshop.folder.write(
        #"""
        set -e
        token=$(curl -fsS -X POST "$1/login/ada" | sed 's/.*"access_token": *"\([^"]*\)".*/\1/')
        curl -fsS -H "Authorization: Bearer $token" "$1/me/ada"
        curl -fsS -g "$1/items/ada?access_token=$token"
        curl -fsS -H 'Content-Type: application/json' -d "{\"session\":\"$token\"}" "$1/session/ada"
        """#, to: "client.sh")
      let recorded = try await workshop.vcr(
        "record", "-c", "c.yaml", "--", "sh", "client.sh", service.origin)
      #expect(recorded.status == 0, "\(recorded.errorText)")
      let result = try await workshop.vcr("verify", "c.yaml", "--unsafe", "--verbose")
      #expect(result.status == 0, "\(result.text)\(result.errorText)")
      #expect(result.errorText == "vcr: c.yaml: 4 same\n")
      #expect(service.tokens.count == 2)
      for token in service.tokens {
        #expect(!result.text.contains(token))
        #expect(!result.errorText.contains(token))
      }
      // Without the login there is no token, and its absence is nobody's drift.
      let safe = try await workshop.vcr("verify", "c.yaml", "--verbose")
      #expect(safe.text.contains("needs {{ACCESS_TOKEN}} from the response to #1"), "\(safe.text)")
      let brief = try await workshop.vcr("verify", "c.yaml")
      #expect(
        brief.errorText == """
          vcr: c.yaml: 0 same, 4 skipped (#1, #4: POST is not safe; --unsafe sends it, #2–#3: it \
          needs {{ACCESS_TOKEN}} from the response to #1, which was not sent); nothing was checked

          """)
    }

    @Test func `a named secret is put back, and never printed`() async throws {
      let workshop = try Workshop()
      let secret = "s3cr3t-Value-0815"
      let server = try LoopbackServer { request in
        guard request.header("X-Key") == secret else {
          return ServerResponse(status: 401, reason: "Unauthorized", text: "who?")
        }
        return ServerResponse(text: "hello \(secret), \(request.target)")
      }
      let environment = ["MY_KEY": secret]
      let recorded = try await workshop.vcr(
        [
          "record", "--secret", "MY_KEY", "-c", "c.yaml", "--", "curl", "-sS", "-H",
          "X-Key: \(secret)", "\(server.origin)/a",
        ], setting: environment)
      #expect(recorded.status == 0, "\(recorded.errorText)")
      let same = try await workshop.vcr(
        ["verify", "c.yaml", "--secret", "MY_KEY", "--send-secrets", server.origin],
        setting: environment)
      #expect(same.status == 0, "\(same.text)\(same.errorText)")
      let without = try await workshop.vcr("verify", "c.yaml")
      #expect(without.status == 2)
      #expect(without.text.contains("--secret MY_KEY"), "\(without.text)")
      let other = try LoopbackServer { _ in ServerResponse(text: "bye \(secret)") }
      for format in ["text", "json", "markdown", "html"] {
        let drifted = try await workshop.vcr(
          [
            "verify", "c.yaml", "--secret", "MY_KEY", "--against", other.origin, "--format", format,
            "--update",
          ], setting: environment)
        #expect(drifted.status == (format == "text" ? 1 : 0), "\(drifted.errorText)")
        #expect(!drifted.text.contains(secret))
        #expect(!drifted.errorText.contains(secret))
      }
      let text = try #require(workshop.text("c.yaml"))
      #expect(text.contains("bye {{MY_KEY}}"))
      #expect(!text.contains(secret))
    }

    @Test func `an update changes the lines of what drifted and no other`() async throws {
      let workshop = try Workshop()
      try await record(workshop, try ItemService(run: 1), ItemService.writing + "\n" + Self.reading)
      let old = try #require(workshop.text("c.yaml")).split(separator: "\n")
      let live = try ItemService(run: 2, .init(nextID: 8))
      live.change { $0.cacheControl = "max-age=60" }
      let options = ["verify", "c.yaml", "--against", live.origin, "--unsafe"]
      let updated = try await workshop.vcr(options + ["--update"])
      #expect(updated.status == 1, "\(updated.errorText)")
      #expect(updated.errorText == "vcr: c.yaml: 6 same, 2 drifted and written\n")
      let new = try #require(workshop.text("c.yaml")).split(separator: "\n")
      try #require(new.count == old.count)
      let changed = zip(old, new).filter { $0 != $1 }
      #expect(
        changed.map(\.1) == Array(repeating: "      Cache-Control: max-age=60", count: 2))
      let again = try await workshop.vcr(options)
      #expect(again.status == 0, "\(again.text)\(again.errorText)")
    }

    @Test func `HTTPS is verified with the roots that are named`() async throws {
      let workshop = try Workshop()
      let service = try ItemService(run: 1)
      let certificates = try await TestCertificates()
      let front = try await TLSLoopback(before: service.loopback, certificates: certificates)
      try await record(workshop, service, #"curl -sS -o out "$1/status""#)
      let distrusted = try await workshop.vcr("verify", "c.yaml", "--against", front.origin)
      #expect(distrusted.status == 2)
      #expect(distrusted.text.contains("serverCertificateUntrusted"), "\(distrusted.text)")
      let trusted = try await workshop.vcr(
        "verify", "c.yaml", "--against", front.origin, "--upstream-ca",
        certificates.rootFile)
      #expect(trusted.status == 0, "\(trusted.text)\(trusted.errorText)")
      let mapped = try await workshop.vcr(
        "verify", "c.yaml", "--map", "127.0.0.1:\(service.loopback.port)=127.0.0.1:\(front.port)")
      #expect(mapped.status == 2)
    }

    @Test(.enabled(if: NginxLoopback.executable != nil, "nginx is not installed"))
    func `a service that speaks HTTP 2 is verified over HTTP 2`() async throws {
      let workshop = try Workshop()
      let certificates = try await TestCertificates()
      func service(_ text: String) async throws -> NginxLoopback {
        try await NginxLoopback(
          location: "return 200 \"\(text) by $server_protocol to $request_uri\";",
          certificates: certificates)
      }
      let (old, new) = (try await service("hello"), try await service("goodbye"))
      let roots = ["--upstream-ca", certificates.rootFile]
      let recorded = try await workshop.vcr(
        ["record", "-c", "c.yaml"] + roots + ["--", "curl", "-sS"]
          + (1...20).map { "https://localhost:\(old.port)/\($0)" })
      #expect(recorded.status == 0, "\(recorded.errorText)")
      #expect(workshop.text("c.yaml")?.contains("hello by HTTP/2.0 to /20") == true)
      let same = try await workshop.vcr(["verify", "c.yaml", "--jobs", "8"] + roots)
      #expect(same.status == 0, "\(same.text)\(same.errorText)")
      let drifted = try await workshop.vcr(
        ["verify", "c.yaml", "--against", "https://localhost:\(new.port)"] + roots)
      #expect(drifted.status == 1, "\(drifted.text)\(drifted.errorText)")
      #expect(drifted.text.contains("+goodbye by HTTP/2.0 to /7"), "\(drifted.text)")
    }

    @Test func `a service recorded through a reverse proxy is tested after a change`() async throws
    {
      let workshop = try Workshop()
      let service = try ItemService(run: 1)
      try workshop.folder.write("set -e\n" + ItemService.writing, to: "client.sh")
      let proxy = try workshop.start(
        "record", "-c", "c.yaml", "--upstream", service.origin, "--listen", "127.0.0.1:0")
      var listening: Substring?
      while listening == nil, proxy.isRunning {
        listening = proxy.errorText.firstMatch(of: /listening on (http:\S+)/)?.output.1
        await Task.yield()
      }
      let origin = String(try #require(listening))
      let client = try await Child.run(
        "sh", ["client.sh", origin], environment: workshop.environment,
        directory: workshop.folder.url)
      #expect(client.status == 0, "\(client.errorText)")
      proxy.signal(SIGINT)
      #expect(await proxy.finished().status == 0)

      let changed = try ItemService(run: 2, .init(nextID: 30, price: 12))
      let result = try await workshop.vcr(
        "verify", "c.yaml", "--against", changed.origin, "--unsafe")
      #expect(result.status == 1, "\(result.errorText)")
      #expect(result.errorText == "vcr: c.yaml: 3 same, 2 drifted\n")
      #expect(result.text.components(separatedBy: "$.price").count == 3, "\(result.text)")
      changed.change { $0.price = 10 }
      let mended = try await workshop.vcr(
        "verify", "c.yaml", "--against", changed.origin, "--unsafe")
      #expect(mended.status == 0, "\(mended.text)\(mended.errorText)")
    }

    @Test func `one URL does not take the place of two origins`() async throws {
      let workshop = try Workshop()
      let first = try ItemService(run: 1)
      let second = try ItemService(run: 1)
      try await record(
        workshop, first, "curl -sS -o out \"$1/status\"; curl -sS -o out \(second.origin)/form")
      let live = try ItemService(run: 1)
      let unclear = try await workshop.vcr("verify", "c.yaml", "--against", live.origin)
      #expect(unclear.status == 64)
      #expect(
        unclear.errorText.contains("--against \(first.origin)=\(live.origin)"),
        "\(unclear.errorText)")
      let clear = try await workshop.vcr(
        "verify", "c.yaml", "--against", "\(first.origin)=\(live.origin)")
      #expect(clear.status == 0, "\(clear.text)\(clear.errorText)")
      #expect(live.requests.map(\.target) == ["/status"])
      #expect(second.requests.map(\.target) == ["/form", "/form"])
      let odd = try await workshop.vcr("verify", "c.yaml", "--against", "localhost")
      #expect(odd.status == 64)
    }
  }
#endif
