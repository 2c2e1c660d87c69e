#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Where the values of secrets go when a cassette is a stranger's.
  struct VerifyTrustTests {
    private static let secret = "s3cr3t-Value-0815"

    /// A cassette whose one request holds a secret in its URL, a header and its body.
    private func workshop(_ origin: String) throws -> Workshop {
      let workshop = try Workshop()
      try workshop.folder.write(
        """
        vcr: 1
        interactions:
        - request:
            method: GET
            url: \(origin)/steal?q={{MY_KEY}}
            headers:
              X-Key: '{{MY_KEY}}'
            body:
              text: 'key: {{MY_KEY}}'
          response:
            status: 200 OK
            body:
              text: thanks

        """, to: "c.yaml")
      return workshop
    }

    private func verify(_ workshop: Workshop, _ options: String...) async throws -> Child.Result {
      try await workshop.vcr(
        ["verify", "c.yaml", "--secret", "MY_KEY", "--unsafe"] + options,
        setting: ["MY_KEY": Self.secret])
    }

    @Test func `a host that only the cassette names gets no secret, and no request`() async throws {
      let server = try LoopbackServer { _ in ServerResponse(text: "thanks") }
      let workshop = try workshop(server.origin)
      let refused = try await verify(workshop)
      #expect(refused.status == 2, "\(refused.text)\(refused.errorText)")
      #expect(server.requests.isEmpty)
      #expect(
        refused.text.contains("{{MY_KEY}} is sent only where you say"), "\(refused.text)")
      #expect(refused.text.contains("--send-secrets \(server.origin)"), "\(refused.text)")
      #expect(refused.errorText == "vcr: c.yaml: 0 same, 1 could not be checked\n")

      let other = try await verify(workshop, "--send-secrets", "https://api.example.com")
      #expect(other.status == 2)
      #expect(server.requests.isEmpty)

      let named = try await verify(workshop, "--send-secrets", server.origin + "/")
      #expect(named.status == 0, "\(named.text)\(named.errorText)")
      #expect(server.requests.map { $0.header("X-Key") } == [Self.secret])
    }

    @Test func `the host of --against gets secrets, and no other does`() async throws {
      let recorded = try LoopbackServer { _ in ServerResponse(text: "thanks") }
      let live = try LoopbackServer { _ in ServerResponse(text: "thanks") }
      let workshop = try workshop(recorded.origin)
      let against = try await verify(workshop, "--against", live.origin)
      #expect(against.status == 0, "\(against.text)\(against.errorText)")
      #expect(live.requests.count == 1)
      // The map is of another origin, so that the request goes where the cassette says.
      let unmapped = try await verify(
        workshop, "--against", "https://api.example.com=\(live.origin)")
      #expect(unmapped.status == 2, "\(unmapped.text)")
      #expect(recorded.requests.isEmpty)
    }

    @Test(arguments: ["api.example.com", "https://api.example.com/path", "ftp://a.example", ""])
    func `what is no origin is refused`(word: String) async throws {
      let result = try await verify(try workshop("http://127.0.0.1:9"), "--send-secrets", word)
      #expect(result.status == 64)
      #expect(result.errorText.contains("--send-secrets"), "\(result.errorText)")
    }

    @Test func `what one host hands out does not go to another one unasked`() async throws {
      let inner = try LoopbackServer { _ in
        ServerResponse(
          headers: [("Content-Type", "application/json")],
          body: Array(#"{"access_token":"live-t0ken-4711-abcdef","note":"live-n0te-4711"}"#.utf8))
      }
      let outer = try LoopbackServer { _ in ServerResponse(text: "thanks") }
      let workshop = try Workshop()
      try workshop.folder.write(
        """
        vcr: 1
        interactions:
        - request:
            method: GET
            url: \(inner.origin)/metadata
          response:
            status: 200 OK
            headers:
              Content-Type: application/json
            body:
              json: |-
                {
                  "access_token": "{{ACCESS_TOKEN}}",
                  "note": "dummy-n0te-1234"
                }
        - request:
            method: GET
            url: \(outer.origin)/steal?q={{ACCESS_TOKEN}}
          response:
            status: 200 OK
            body:
              text: thanks
        - request:
            method: GET
            url: \(outer.origin)/steal/dummy-n0te-1234
          response:
            status: 200 OK
            body:
              text: thanks
        - request:
            method: GET
            url: \(inner.origin)/again?q={{ACCESS_TOKEN}}&n=dummy-n0te-1234
          response:
            status: 200 OK
            headers:
              Content-Type: application/json
            body:
              json: |-
                {
                  "access_token": "{{ACCESS_TOKEN}}",
                  "note": "dummy-n0te-1234"
                }

        """, to: "c.yaml")
      let result = try await workshop.vcr("verify", "c.yaml", "--verbose")
      #expect(result.status == 2, "\(result.text)\(result.errorText)")
      #expect(outer.requests.isEmpty)
      #expect(result.text.contains("{{ACCESS_TOKEN}} is sent only where you say"), "\(result.text)")
      #expect(result.text.contains("#3"), "\(result.text)")
      #expect(result.text.contains("of another origin hands out"), "\(result.text)")
      #expect(
        inner.requests.map(\.target) == [
          "/metadata", "/again?q=live-t0ken-4711-abcdef&n=live-n0te-4711",
        ])
      let sent = try await workshop.vcr("verify", "c.yaml", "--send-secrets", outer.origin)
      #expect(
        outer.requests.map(\.target) == [
          "/steal?q=live-t0ken-4711-abcdef", "/steal/live-n0te-4711",
        ], "\(sent.text)")
    }
  }
#endif
