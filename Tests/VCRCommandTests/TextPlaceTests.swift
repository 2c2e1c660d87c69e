#if CommandLineTool
  import Foundation
  import VCRLocks
  import TestSupport
  import Testing

  /// Places in HTML and other text, as patterns name them wherever a rule is taken.
  struct TextPlaceTests {
    /// A page in which times, a nonce and a token differ with each request.
    private static func service(heading: @escaping @Sendable () -> String) throws -> LoopbackServer
    {
      let count = Counter()
      return try LoopbackServer { _ in
        let number = count.next()
        return ServerResponse(
          headers: [("Content-Type", "text/html; charset=utf-8")],
          text: """
            <!doctype html>
            <h1>\(heading())</h1>
            <script nonce="n\(number * 7919)é">window.__T = \(1_795_000_000 + number);</script>
            <input type="hidden" name="form" value="v-\(number)">
            <p>\(String(repeating: "x", count: number % 5))rendered in 0.\(100 + number) s</p>

            """)
      }
    }

    private static let rules = #"""
      volatile:
        - text(/nonce="([^"]*)"/)
        - text(/window\.__T = (\d+)/)
        - text(/NAME="form" VALUE="([^"]*)"/i)
        - text(/<p>(.*)<\/p>/)

      """#

    private func record(_ workshop: Workshop, _ server: LoopbackServer, _ options: [String] = [])
      async throws
    {
      let result = try await workshop.vcr(
        ["record", "--mode", "all", "-c", "page.yaml"] + options
          + ["--", "curl", "-s", server.origin + "/page"])
      #expect(result.status == 0, "\(result.errorText)")
    }

    @Test func `a page that is recorded again leaves no line, and a change of it is one`()
      async throws
    {
      let workshop = try Workshop()
      let heading = Mutex("Shop")
      let server = try Self.service { heading.withLock { $0 } }
      try workshop.folder.write(Self.rules, to: ".vcr.yaml")
      try await record(workshop, server)
      let first = try #require(workshop.text("page.yaml"))
      try workshop.folder.write(first, to: "first.yaml")
      for _ in 1...5 {
        try await record(workshop, server)
        #expect(workshop.text("page.yaml") == first)
      }
      let verified = try await workshop.vcr("verify", "page.yaml")
      #expect(verified.status == 0, "\(verified.text)\(verified.errorText)")

      heading.withLock { $0 = "Store" }
      try await record(workshop, server)
      let second = try #require(workshop.text("page.yaml"))
      let changed = zip(first.split(separator: "\n"), second.split(separator: "\n"))
        .filter { $0 != $1 }
      #expect(changed.count == 1, "\(changed)")
      let diff = try await workshop.vcr("diff", "first.yaml", "page.yaml")
      #expect(diff.status == 1)
      #expect(diff.text.contains("Store") && !diff.text.contains("nonce=\"n\(2 * 7919)"))
      let drift = try await workshop.vcr("verify", "first.yaml")
      #expect(drift.status == 1, "\(drift.errorText)")
      // The values of the cassette stand on both sides.
      #expect(drift.text.contains("Store") && !drift.text.contains("1795000009"))
    }

    @Test func `the diff of two pages that differ in volatile places alone is empty`()
      async throws
    {
      let workshop = try Workshop()
      let server = try Self.service { "Shop" }
      try await record(workshop, server)
      try FileManager.default.moveItem(
        at: workshop.folder.file("page.yaml"), to: workshop.folder.file("first.yaml"))
      try await record(workshop, server)
      let loud = try await workshop.vcr("diff", "first.yaml", "page.yaml")
      #expect(loud.status == 1, "\(loud.errorText)")
      try workshop.folder.write(Self.rules, to: ".vcr.yaml")
      let quiet = try await workshop.vcr("diff", "first.yaml", "page.yaml")
      #expect(quiet.status == 0, "\(quiet.text)\(quiet.errorText)")
      let shown = try await workshop.vcr("diff", "--show-volatile", "first.yaml", "page.yaml")
      #expect(shown.text.contains("pattern"), "\(shown.text)")
    }

    @Test func `a pattern redacts, and is reported when it finds nothing`() async throws {
      let workshop = try Workshop()
      let server = try Self.service { "Shop" }
      try await record(workshop, server, ["--redact-json", #"text(/value="([^"]*)"/)"#])
      let cassette = try #require(workshop.text("page.yaml"))
      #expect(cassette.contains(#"value="{{VALUE}}""#), "\(cassette)")
      try workshop.folder.write("volatile:\n- text(/never/)\n- text(/Shop/)\n", to: ".vcr.yaml")
      let unused = try await workshop.vcr("check", ".")
      #expect(
        unused.text.contains("text(/never/)") && !unused.text.contains("text(/Shop/)"),
        "\(unused.text)\(unused.errorText)")
    }

    @Test func `a place in JSON that stands in a string is taken by each list of places`()
      async throws
    {
      let workshop = try Workshop()
      let count = Counter()
      let city = Mutex("Paris")
      let server = try LoopbackServer { _ in
        let call = #"{\"id\":\"call-\#(count.next())\",\"city\":\"\#(city.withLock { $0 })\"}"#
        return ServerResponse(
          headers: [("Content-Type", "application/json")], text: #"{"arguments":"\#(call)"}"#)
      }
      func run(_ words: [String], nonce: Int = 1, question: String = "where") async throws
        -> Child.Result
      {
        let body = #"{"payload":"{\"nonce\":\#(nonce),\"q\":\"\#(question)\"}"}"#
        return try await workshop.vcr(
          words + ["--match", "method,url,json(ignoring $.payload $.nonce)", "--"]
            + ["curl", "-s", "-H", "Content-Type: application/json", "-d", body, server.origin])
      }
      let record = ["record", "--mode", "all", "--volatile", "$.arguments $.id", "-c", "c.yaml"]
      #expect(try await run(record).status == 0)
      let first = try #require(workshop.text("c.yaml"))
      try workshop.folder.write(first, to: "first.yaml")
      #expect(try await run(record, nonce: 2).status == 0)
      #expect(workshop.text("c.yaml") == first)
      let replayed = try await run(["replay", "-c", "c.yaml"], nonce: 345)
      #expect(replayed.status == 0, "\(replayed.errorText)")
      #expect(replayed.text.contains("call-1"), "\(replayed.text)")
      let missed = try await run(["replay", "-c", "c.yaml"], question: "when")
      #expect(missed.status == 80, "\(missed.errorText)")

      city.withLock { $0 = "Rome" }
      #expect(try await run(record).status == 0)
      let changed = try #require(workshop.text("c.yaml"))
      #expect(changed.contains("Rome") && changed.contains("call-1"), "\(changed)")
      let diff = try await workshop.vcr("diff", "first.yaml", "c.yaml")
      #expect(diff.status == 1 && diff.text.contains("Rome"), "\(diff.text)")
      try workshop.folder.write(first.replacing("call-1", with: "call-9"), to: "other.yaml")
      let same = ["diff", "--volatile", "$.arguments $.id", "first.yaml", "other.yaml"]
      let quiet = try await workshop.vcr(same)
      #expect(quiet.status == 0, "\(quiet.text)\(quiet.errorText)")

      let redacted = try await run(
        ["record", "--redact", "$.arguments $.city", "-c", "r.yaml"])
      #expect(redacted.status == 0, "\(redacted.errorText)")
      let text = try #require(workshop.text("r.yaml"))
      #expect(text.contains("{{CITY}}") && !text.contains("Rome"), "\(text)")
      let served = try await run(["replay", "-c", "r.yaml"])
      #expect(served.text.contains(#"\"city\":\"{{CITY}}\""#), "\(served.text)")
    }

    @Test func `a place in JSON in a field of a form is taken by each list of places`()
      async throws
    {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "ok\n") }
      func run(_ words: [String], nonce: Int, question: String = "where") async throws
        -> Child.Result
      {
        let payload = #"{"nonce":\#(nonce),"q":"\#(question)","to":"ada"}"#
        return try await workshop.vcr(
          words + ["--", "curl", "-s", "--data-urlencode", "payload=\(payload)", server.origin])
      }
      let record = ["record", "--mode", "all", "-c", "c.yaml"]
      #expect(try await run(record, nonce: 1).status == 0)
      let first = try #require(workshop.text("c.yaml"))
      try workshop.folder.write(first, to: "first.yaml")
      #expect(try await run(record, nonce: 2, question: "when").status == 0)
      let diff = try await workshop.vcr("diff", "first.yaml", "c.yaml")
      let lines = diff.text.split(separator: "\n").map {
        $0.split(separator: " ").joined(separator: " ")
      }
      #expect(lines.contains("request form(payload) $.nonce 1 → 2"), "\(diff.text)")
      #expect(lines.contains(#"request form(payload) $.q "where" → "when""#), "\(diff.text)")

      // What is printed is taken, here with the words before it.
      let place = "request form(payload) $.nonce"
      try workshop.folder.write(first, to: "c.yaml")
      #expect(try await run(record + ["--volatile", place], nonce: 3).status == 0)
      #expect(workshop.text("c.yaml") == first)
      let policy = ["--match", "method,url,json(ignoring form(payload) $.nonce)"]
      let replay = ["replay", "-c", "c.yaml"] + policy
      #expect(try await run(replay, nonce: 4).status == 0)
      let missed = try await run(replay, nonce: 4, question: "why")
      #expect(missed.status == 80, "\(missed.errorText)")
      #expect(
        missed.errorText.contains("payload $.q") && !missed.errorText.contains("payload $.nonce"),
        "\(missed.errorText)")
      let redacted = ["--redact", "form(payload) $.to", "-c", "r.yaml"]
      #expect(try await run(["record"] + redacted, nonce: 5).status == 0)
      let text = try #require(workshop.text("r.yaml"))
      #expect(text.contains("{{TO}}") && !text.contains("ada"), "\(text)")
      let strict = ["--match", "method,url,form"]
      let served = try await run(["replay"] + redacted + strict, nonce: 5)
      #expect(served.status == 0, "\(served.errorText)")
    }

    @Test func `an item of the query that is volatile counts neither in a replay nor in a diff`()
      async throws
    {
      let workshop = try Workshop()
      let server = try LoopbackServer { request in
        ServerResponse(text: request.target.contains("page=2") ? "two" : "one")
      }
      try workshop.folder.write("volatile: ['?ts']\n", to: ".vcr.yaml")
      func run(_ verb: String, _ time: Int) async throws -> Child.Result {
        try await workshop.vcr(
          [verb] + (verb == "record" ? ["--mode", "all"] : []) + [
            "-c", "c.yaml", "--", "curl", "-s",
          ]
            + [1, 2].map { "\(server.origin)/a?page=\($0)&ts=\(time)" })
      }
      #expect(try await run("record", 1).text == "onetwo")
      let first = try #require(workshop.text("c.yaml"))
      try workshop.folder.write(
        first.replacingOccurrences(of: "ts=1", with: "ts=7"), to: "other.yaml")
      #expect(try await run("record", 2).status == 0)
      #expect(workshop.text("c.yaml") == first)
      let replayed = try await run("replay", 3)
      #expect(replayed.text == "onetwo", "\(replayed.errorText)")
      #expect(replayed.status == 0, "\(replayed.errorText)")
      let diff = try await workshop.vcr("diff", "c.yaml", "other.yaml")
      #expect(diff.status == 0, "\(diff.text)\(diff.errorText)")
      try workshop.folder.write("volatile: [X-Other]\n", to: ".vcr.yaml")
      let loud = try await workshop.vcr("diff", "c.yaml", "other.yaml")
      #expect(loud.status == 1, "\(loud.text)")
    }

    @Test func `a segment of a path is taken as the diff prints it`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { request in
        ServerResponse(text: request.target.hasSuffix("orders") ? "orders" : "user")
      }
      try workshop.folder.write("match: method, host\n", to: ".vcr.yaml")
      func run(_ verb: String, _ user: Int) async throws -> Child.Result {
        try await workshop.vcr(
          [verb] + (verb == "record" ? ["--mode", "all"] : []) + [
            "-c", "c.yaml", "--", "curl", "-s",
          ] + ["", "/orders"].map { "\(server.origin)/users/\(user)\($0)" })
      }
      #expect(try await run("record", 1).text == "userorders")
      let first = try #require(workshop.text("c.yaml"))
      try workshop.folder.write(
        first.replacingOccurrences(of: "/users/1", with: "/users/7"), to: "other.yaml")
      // The policy of before pairs the requests whatever their paths are.
      let loud = try await workshop.vcr("diff", "c.yaml", "other.yaml")
      #expect(loud.text.contains("request url /users/*  1 → 7\n"), "\(loud.text)")
      #expect(loud.text.contains("request url /users/*/orders  1 → 7\n"), "\(loud.text)")

      let rules = "volatile:\n- /users/*\n- /users/*/orders\n"
      try workshop.folder.write(rules + "- /never/*\n", to: ".vcr.yaml")
      let quiet = try await workshop.vcr("diff", "c.yaml", "other.yaml")
      #expect(quiet.status == 0, "\(quiet.text)\(quiet.errorText)")
      let shown = try await workshop.vcr("diff", "--show-volatile", "c.yaml", "other.yaml")
      #expect(shown.text.contains("/users/*  1 → 7 (volatile: named)"), "\(shown.text)")
      #expect(try await run("record", 2).status == 0)
      #expect(workshop.text("c.yaml") == first)
      let replayed = try await run("replay", 3)
      #expect(replayed.text == "userorders", "\(replayed.errorText)")
      let check = try await workshop.vcr("check", ".")
      #expect(
        check.text.contains("/never/*") && !check.text.contains("/users/*"),
        "\(check.text)\(check.errorText)")
      // The policy alone takes it as well, and nothing else fits.
      try workshop.folder.write("{}\n", to: ".vcr.yaml")
      let policy = "method, host, port, path(ignoring /users/*)"
      let some = try await workshop.vcr(
        ["replay", "--match", policy, "-c", "c.yaml", "--", "curl", "-s"]
          + ["", "/orders"].map { "\(server.origin)/users/9\($0)" })
      #expect(some.text.hasPrefix("userNo recorded interaction matches"), "\(some.text)")
      #expect(some.status == 80, "\(some.errorText)")
    }

    @Test func `a fault in a pattern is reported with its place`() async throws {
      let workshop = try Workshop()
      let option = try await workshop.vcr("record", "--volatile", #"text(/(a)\1/)"#, "--", "true")
      #expect(option.status == 64)
      #expect(option.errorText.contains("a reference to a group is not supported"))
      try workshop.folder.write("volatile:\n- text(/(a/)\n", to: ".vcr.yaml")
      let file = try await workshop.vcr("record", "--", "true")
      #expect(file.status == 65, "\(file.errorText)")
      #expect(file.errorText.contains(".vcr.yaml:2:"), "\(file.errorText)")
    }
  }
#endif
