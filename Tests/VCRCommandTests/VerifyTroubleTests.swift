#if CommandLineTool
  import Foundation
  import VCRLocks
  import TestSupport
  import Testing

  /// `vcr verify` with a service that is in trouble: that is no drift, and nothing is written.
  struct VerifyTroubleTests {
    private static let item = ServerResponse(
      headers: [("Content-Type", "application/json")], text: #"{"price": 10}"#)

    private static func error(_ status: Int, _ headers: [(String, String)] = []) -> ServerResponse {
      ServerResponse(
        status: status, reason: "Trouble", headers: headers, text: #"{"error": "slow down"}"#)
    }

    /// A service that a recording was made of, and which then gives other responses.
    private func recorded(
      _ paths: [String] = ["a", "b"], method: String = "GET",
      _ response: @escaping @Sendable (_ count: Int, ServerRequest) -> ServerResponse
    ) async throws -> (Workshop, LoopbackServer) {
      let workshop = try Workshop()
      let isRecorded = Mutex(false)
      let counter = Counter()
      let box = Box(isRecorded)
      let server = try LoopbackServer { request in
        guard box.value.withLock({ $0 }) else { return Self.item }
        return response(counter.next(), request)
      }
      let urls = paths.flatMap { ["-o", "out", "\(server.origin)/\($0)"] }
      let result = try await workshop.vcr(
        ["record", "-c", "c.yaml", "--", "curl", "-sS", "-X", method] + urls)
      #expect(result.status == 0, "\(result.errorText)")
      box.value.withLock { $0 = true }
      return (workshop, server)
    }

    private final class Box: Sendable {
      let value: Mutex<Bool>
      init(_ value: consuming Mutex<Bool>) { self.value = value }
    }

    @Test(arguments: [429, 500, 502, 503, 504])
    func `a busy or broken service is not checked, and nothing is written`(status: Int)
      async throws
    {
      let (workshop, server) = try await recorded { _, _ in Self.error(status) }
      let before = workshop.text("c.yaml")
      let result = try await workshop.vcr("verify", "c.yaml", "--update", "--retries", "0")
      #expect(result.status == 2, "\(result.text)\(result.errorText)")
      #expect(result.text.contains("unchecked #1"), "\(result.text)")
      #expect(result.text.contains("\(status) Trouble"), "\(result.text)")
      #expect(result.errorText == "vcr: c.yaml: 0 same, 2 could not be checked\n")
      #expect(workshop.text("c.yaml") == before)
      let accepted = try await workshop.vcr("verify", "c.yaml", "--update", "--accept-errors")
      #expect(accepted.status == 1)
      #expect(accepted.errorText == "vcr: c.yaml: 0 same, 2 drifted and written\n")
      #expect(workshop.text("c.yaml")?.contains("status: \(status)") == true)
      // What was recorded is no trouble when it comes again.
      #expect(try await workshop.vcr("verify", "c.yaml").status == 0)
      #expect(server.requestCount == 8)
    }

    @Test(arguments: ["markdown", "html"])
    func `a report to read tells what was not checked and what was not sent`(format: String)
      async throws
    {
      let (workshop, server) = try await recorded { _, _ in Self.error(500) }
      let broken = try await workshop.vcr("verify", "c.yaml", "--format", format)
      #expect(broken.status == 2, "\(broken.errorText)")
      #expect(broken.text.contains("2 interactions could not be checked"), "\(broken.text)")
      #expect(broken.text.contains("500 Trouble"), "\(broken.text)")
      #expect(!broken.text.contains("not compared: "))
      #expect(server.requestCount == 4)
      let (other, unasked) = try await recorded(method: "POST") { _, _ in Self.item }
      let unsent = try await other.vcr("verify", "c.yaml", "--format", format)
      #expect(
        unsent.text.contains("0 same, 2 skipped (POST is not safe; --unsafe sends it)")
          || unsent.text.contains("0 same, 2 skipped &#40;POST is not safe; --unsafe sends it&#41;"),
        "\(unsent.text)")
      #expect(unasked.requestCount == 2)
    }

    @Test(arguments: [429, 503])
    func `a service that asks to come again is asked again`(status: Int) async throws {
      let (workshop, server) = try await recorded { count, _ in
        count % 3 == 0 ? Self.item : Self.error(status, [("Retry-After", "0")])
      }
      let result = try await workshop.vcr("verify", "c.yaml", "--delay", "0.01")
      #expect(result.status == 0, "\(result.text)\(result.errorText)")
      #expect(server.requests.map(\.target).suffix(6) == ["/a", "/a", "/a", "/b", "/b", "/b"])
    }

    @Test func `who asks to wait too long is not waited for`() async throws {
      let (workshop, server) = try await recorded(["a"]) { _, _ in
        Self.error(429, [("Retry-After", "3600")])
      }
      let result = try await workshop.vcr("verify", "c.yaml")
      #expect(result.status == 2)
      #expect(result.text.contains("Retry-After: 3600"), "\(result.text)")
      #expect(server.requests.count == 2)
    }

    @Test func `a request that may have been carried out is not sent twice`() async throws {
      let (workshop, server) = try await recorded(["a"], method: "POST") { _, _ in
        Self.error(503)
      }
      #expect(try await workshop.vcr("verify", "c.yaml", "--unsafe").status == 2)
      #expect(server.requests.count == 2)
    }

    @Test(arguments: [(14, true), (8, true), (13, true), (5, false), (16, false), (99, true)])
    func `a call of gRPC that failed is as its code says, though its status is 200`(
      code: Int, isTrouble: Bool
    ) async throws {
      let (workshop, server) = try await recorded(["a"]) { _, _ in
        ServerResponse(
          headers: [
            ("Content-Type", "application/grpc"), ("grpc-status", "\(code)"),
            ("grpc-message", "down"),
          ], text: "")
      }
      let before = workshop.text("c.yaml")
      let result = try await workshop.vcr("verify", "c.yaml", "--update", "--retries", "0")
      #expect(result.status == (isTrouble ? 2 : 1), "\(result.text)\(result.errorText)")
      #expect(
        result.errorText.contains(
          isTrouble ? "1 could not be checked" : "1 not, being worse, which --accept-errors"),
        "\(result.errorText)")
      #expect(workshop.text("c.yaml") == before)
      _ = try await workshop.vcr("verify", "c.yaml", "--update", "--accept-errors")
      #expect(workshop.text("c.yaml") != before)
      #expect(server.requestCount == 3)
    }

    @Test(arguments: [401, 404, 410])
    func `an error is drift, and is written only where that is wished`(status: Int) async throws {
      let (workshop, server) = try await recorded { _, request in
        request.target == "/a"
          ? Self.error(status)
          : ServerResponse(
            headers: [("Content-Type", "application/json")], text: #"{"price": 12}"#)
      }
      let before = try #require(workshop.text("c.yaml"))
      let result = try await workshop.vcr("verify", "c.yaml", "--update")
      #expect(result.status == 1)
      #expect(
        result.errorText.contains("2 drifted (1 written; 1 not, being worse, which"),
        "\(result.errorText)")
      let after = try #require(workshop.text("c.yaml"))
      #expect(!after.contains("status: \(status)"))
      #expect(after != before && after.contains("12"))
      let accepted = try await workshop.vcr("verify", "c.yaml", "--update", "--accept-errors")
      #expect(accepted.status == 1)
      #expect(workshop.text("c.yaml")?.contains("status: \(status)") == true)
      #expect(server.requestCount == 6)
    }

    @Test func `what depends on a response that was not given is not checked either`() async throws
    {
      let workshop = try Workshop()
      let service = try ItemService(run: 1)
      try workshop.folder.write(
        """
        id=$(curl -sS -H 'Content-Type: application/json' -d '{"name":"Ada"}' "$1/items" |
          sed 's/.*"id":\\([0-9]*\\).*/\\1/')
        curl -sS -o out "$1/items/$id"
        """, to: "client.sh")
      let recorded = try await workshop.vcr(
        "record", "-c", "c.yaml", "--", "sh", "client.sh", service.origin)
      #expect(recorded.status == 0, "\(recorded.errorText)")
      let front = try LoopbackServer { request in
        request.method == "POST"
          ? Self.error(500) : ServerResponse(status: 404, reason: "Not Found", text: "none")
      }
      let result = try await workshop.vcr(
        "verify", "c.yaml", "--unsafe", "--update", "--against", front.origin)
      #expect(result.status == 2, "\(result.text)\(result.errorText)")
      #expect(result.text.contains("the response to #1 hands out"), "\(result.text)")
      #expect(result.errorText == "vcr: c.yaml: 0 same, 2 could not be checked\n")
      #expect(front.requestCount == 2)
    }
  }
#endif
