#if CommandLineTool
  import Foundation
  import VCRLocks
  import TestSupport
  import Testing

  /// Recordings with `--lean`, by the real command.
  struct LeanTests {
    /// What a lean recording does without, each as a service sends it.
    private static let leftOut = [
      "X-Request-Id", "CF-Ray", "Traceparent", "Server-Timing", "X-Runtime", "Via", "X-Cache",
      "X-RateLimit-Remaining", "OpenAI-Processing-Ms", "X-Acme-Trace-Id", "Alt-Svc",
    ]

    /// What it keeps, though some of it differs each time.
    private static let kept = [
      "Content-Type", "Date", "Age", "Expires", "ETag", "Retry-After", "Replay-Nonce",
      "X-Message-Id",
      "X-RateLimit-Limit", "X-Build", "Set-Cookie",
    ]

    /// A service whose fields differ with each request.
    private static func service(price: @escaping @Sendable () -> Int = { 5 }) throws
      -> LoopbackServer
    {
      let count = Counter()
      return try LoopbackServer { request in
        let number = count.next()
        func section(_ names: [String]) -> String {
          names.map { name in
            switch name {
            case "Content-Type": "Content-Type: application/json\r\n"
            case "X-Build": "X-Build: 7\r\n"
            case "ETag": "ETag: \"a\"\r\n"
            case "X-RateLimit-Limit": "X-RateLimit-Limit: 60\r\n"
            case "Set-Cookie": "Set-Cookie: sid=s; Path=/\r\n"
            default: "\(name): v\(number)\r\n"
            }
          }.joined()
        }
        if request.target == "/events" {
          return .raw(
            "HTTP/1.1 200 OK\r\n\(section(leftOut))Content-Type: text/event-stream\r\n\r\n"
              + "data: one\n\ndata: two\n\n")
        }
        if request.target == "/refused" {
          return .raw(
            "HTTP/1.1 429 Too Many Requests\r\n\(section(leftOut))Retry-After: 3\r\n"
              + "Content-Length: 0\r\n\r\n")
        }
        let body =
          request.target == "/large"
          ? String(repeating: "0123456789abcdef\n", count: 1 << 18)
          : #"{"price":\#(price())}"#
        return .raw(
          "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nX-Request-Id: early\r\n\r\n"
            + "HTTP/1.1 200 OK\r\n\(section(leftOut + kept))Transfer-Encoding: chunked\r\n\r\n"
            + "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n"
            + "0\r\nServer-Timing: total;dur=\(number)\r\nX-Checksum: c\r\n\r\n")
      }
    }

    private func record(
      _ workshop: Workshop, _ server: LoopbackServer, _ options: [String],
      _ targets: [String] = ["/item"], setting variables: [String: String] = [:]
    ) async throws -> Child.Result {
      let result = try await workshop.vcr(
        ["record", "--mode", "all", "-c", "c.yaml"] + options + ["--", "curl", "-s"]
          + targets.flatMap { ["-o", "out", server.origin + $0] }, setting: variables)
      #expect(result.status == 0, "\(result.errorText)")
      return result
    }

    private func has(_ name: String, _ text: String) -> Bool {
      text.split(separator: "\n").contains { $0.hasPrefix("      \(name):") }
    }

    @Test func `what carries nothing is left out of all sections, and counted`() async throws {
      let workshop = try Workshop()
      let server = try Self.service()
      let result = try await record(workshop, server, ["--lean"])
      let text = try #require(workshop.text("c.yaml"))
      for name in Self.leftOut { #expect(!text.contains(name), "\(name) in \(text)") }
      for name in Self.kept { #expect(has(name, text), "\(name) in \(text)") }
      #expect(text.contains("</a>"), "\(text)")
      #expect(text.contains("X-Checksum: c"), "\(text)")
      #expect(!text.contains("early"), "\(text)")
      // Those of the response, one before and one after it.
      #expect(
        result.errorText.contains("\(Self.leftOut.count + 2) header fields left out"),
        "\(result.errorText)")
      let replayed = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--", "curl", "-si", "\(server.origin)/item")
      #expect(replayed.status == 0, "\(replayed.errorText)")
      #expect(replayed.text.contains("Retry-After: v1\r\n"), "\(replayed.text)")
      #expect(!replayed.text.contains("Server-Timing"), "\(replayed.text)")
    }

    @Test func `streams and bodies in files lose their fields, a refusal keeps its counters`()
      async throws
    {
      let workshop = try Workshop()
      let server = try Self.service()
      _ = try await record(workshop, server, ["--lean"], ["/events", "/large", "/refused"])
      let text = try #require(workshop.text("c.yaml"))
      #expect(text.contains("events:") || text.contains("data: one"), "\(text)")
      #expect(FileManager.default.fileExists(atPath: workshop.folder.path + "/c.yaml.files"))
      for name in Self.leftOut where name != "X-RateLimit-Remaining" {
        #expect(!text.contains(name), "\(name)")
      }
      let parts = text.components(separatedBy: "- request:")
      try #require(parts.count == 4)
      #expect(!has("X-RateLimit-Remaining", parts[1]) && !has("X-RateLimit-Remaining", parts[2]))
      #expect(has("X-RateLimit-Remaining", parts[3]), "\(parts[3])")
      #expect(has("Retry-After", parts[3]), "\(parts[3])")
    }

    @Test(arguments: [[true, false], [false, true]])
    func `recording again with or without it leaves an unchanged cassette as it is`(
      order: [Bool]
    ) async throws {
      let workshop = try Workshop()
      let price = Mutex(5)
      let server = try Self.service { price.withLock { $0 } }
      func record(_ isLean: Bool) async throws -> String {
        _ = try await self.record(workshop, server, isLean ? ["--lean"] : [])
        return try #require(workshop.text("c.yaml"))
      }
      let first = try await record(order[0])
      #expect(first.contains("X-Request-Id") == !order[0])
      #expect(try await record(order[1]) == first)
      #expect(try await record(order[0]) == first)
      // One changed value is one changed line.
      price.withLock { $0 = 6 }
      let changed = try await record(order[1])
      let differing = zip(
        first.split(separator: "\n", omittingEmptySubsequences: false),
        changed.split(separator: "\n", omittingEmptySubsequences: false)
      ).count { $0 != $1 }
      #expect(differing == 1)
      #expect(changed.split(separator: "\n").count == first.split(separator: "\n").count)
    }

    @Test func `what is recorded already loses the same, and nothing else changes`() async throws {
      let workshop = try Workshop()
      let server = try Self.service()
      _ = try await record(workshop, server, [], ["/item", "/events", "/large", "/refused"])
      let whole = try #require(workshop.text("c.yaml"))
      // A person's comments stay, and so does a key that this version does not know.
      let edited = whole.replacing("      Date: v1\n", with: "      # when\n      Date: v1\n")
        .replacing("    status: 200 OK\n", with: "    status: 200 OK\n    mine: [1, 2]\n")
      try workshop.folder.write(edited, to: "c.yaml")
      let would = try await workshop.vcr("redact", "--lean", "--dry-run", "c.yaml")
      #expect(would.status == 1)
      #expect(would.errorText.contains("would leave out "), "\(would.errorText)")
      #expect(workshop.text("c.yaml") == edited)
      let result = try await workshop.vcr("redact", "--lean", "c.yaml")
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.errorText.contains("left out "), "\(result.errorText)")
      let text = try #require(workshop.text("c.yaml"))
      // In the order of the lines, what is left is what was there.
      var rest = edited.split(separator: "\n", omittingEmptySubsequences: false)[...]
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        let place = try #require(rest.firstIndex(of: line), "\(line)")
        rest = rest[(place + 1)...]
      }
      for name in Self.leftOut where name != "X-RateLimit-Remaining" {
        #expect(!text.contains(name), "\(name) in \(text)")
      }
      for name in Self.kept { #expect(has(name, text), "\(name) in \(text)") }
      #expect(text.contains("      # when\n      Date: v1\n"), "\(text)")
      #expect(text.components(separatedBy: "X-RateLimit-Remaining").count == 2, "\(text)")
      #expect(text.contains("X-Checksum: c"))
      let again = try await workshop.vcr("redact", "--lean", "c.yaml")
      #expect(again.errorText == "vcr: c.yaml: nothing to redact\n")
      try workshop.folder.write(whole, to: "whole.yaml")
      try FileManager.default.copyItem(
        at: workshop.folder.file("c.yaml.files"), to: workshop.folder.file("whole.yaml.files"))
      let diff = try await workshop.vcr("diff", "whole.yaml", "c.yaml")
      #expect(diff.status == 0, "\(diff.text)\(diff.errorText)")
      // Recorded again, with it or without it, the cassette stays as it is.
      for options in [["--lean"], []] {
        _ = try await record(workshop, server, options, ["/item", "/events", "/large", "/refused"])
        #expect(workshop.text("c.yaml") == text)
      }
    }

    @Test(arguments: [
      "    headers: {X-Request-Id: a, Date: d, Via: b}\n",
      "    headers:\n      X-Request-Id: [a, b]\n      Date: d\n",
      "    interim:\n    - headers: {Via: c}\n      status: 103\n    headers: {Date: d}\n",
      "    interim:\n    - status: 103\n      headers: {Link: l, Via: c}\n    headers: {Date: d}\n",
      "    headers: {Date: d}\n    trailers:\n        Server-Timing: x\n",
      "    headers: {Date: d, Authorization: Bearer s3cr3t, Via: b}\n",
    ])
    func `a cassette that a person wrote loses its fields in every layout`(
      section: String
    ) async throws {
      let workshop = try Workshop()
      try workshop.folder.write(
        """
        # ours
        vcr: 1
        interactions:
        - request: {url: "https://a.test/", headers: {Via: me, X-Request-Id: mine}} # first
          response:
            status: 200
        \(section)  x: y
        - request: {url: "https://b.test/"}
          response: {status: 200, headers: {Date: e, X-Runtime: '1'}}

        """, to: "c.yaml")
      let result = try await workshop.vcr("redact", "--lean", "c.yaml")
      #expect(result.status == 0, "\(result.errorText)")
      let text = try #require(workshop.text("c.yaml"))
      // The request keeps what it says.
      #expect(text.components(separatedBy: "Via").count == 2, "\(text)")
      #expect(text.components(separatedBy: "X-Request-Id").count == 2, "\(text)")
      for gone in ["Server-Timing", "X-Runtime", "s3cr3t"] {
        #expect(!text.contains(gone), "\(text)")
      }
      for kept in ["# ours\n", "x: y\n", "Date: d", "Date: e"] {
        #expect(text.contains(kept), "\(text)")
      }
      let again = try await workshop.vcr("redact", "--lean", "c.yaml")
      #expect(again.errorText == "vcr: c.yaml: nothing to redact\n", "\(text)")
      #expect(workshop.text("c.yaml") == text)
    }

    @Test func `what was left out is no difference to diff and verify`() async throws {
      let workshop = try Workshop()
      let server = try Self.service()
      _ = try await record(workshop, server, [])
      try FileManager.default.moveItem(
        at: workshop.folder.file("c.yaml"), to: workshop.folder.file("whole.yaml"))
      _ = try await record(workshop, server, [], setting: ["VCR_LEAN": "1"])
      #expect(try #require(workshop.text("c.yaml")).contains("X-Request-Id") == false)
      for pair in [["whole.yaml", "c.yaml"], ["c.yaml", "whole.yaml"]] {
        let diff = try await workshop.vcr(["diff"] + pair)
        #expect(diff.status == 0, "\(diff.text)\(diff.errorText)")
        #expect(!diff.text.contains("X-Request-Id"), "\(diff.text)")
      }
      let verified = try await workshop.vcr("verify", "c.yaml")
      #expect(verified.status == 0, "\(verified.text)\(verified.errorText)")
      #expect(verified.errorText == "vcr: c.yaml: 1 same\n")
    }
  }
#endif
