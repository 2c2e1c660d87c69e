#if CommandLineTool
  import Foundation
  import VCRLocks
  import TestSupport
  import Testing

  /// A service recorded again with `--mode all`, by the real command, judged by `git diff`.
  struct RecordAgainTests {
    /// Asks for every URL at once, in an order that differs from run to run.
    private static let storm = """
      import random, sys, threading, urllib.request
      urls = sys.argv[1:]
      random.shuffle(urls)
      barrier = threading.Barrier(len(urls))
      def ask(url):
          barrier.wait()
          urllib.request.urlopen(url, timeout=240).read()
      threads = [threading.Thread(target=ask, args=(url,)) for url in urls]
      [thread.start() for thread in threads]
      [thread.join() for thread in threads]
      """

    /// What `git diff` says of the folder's cassettes against what was committed.
    private func gitDiff(_ workshop: Workshop) async throws -> String {
      try await git(workshop, "diff", "--unified=0", "--", "*.yaml").text
    }

    @discardableResult
    private func git(_ workshop: Workshop, _ arguments: String...) async throws -> Child.Result {
      let result = try await Child.run(
        "git",
        [
          "-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false",
          "-c", "init.defaultBranch=main",
        ] + arguments, environment: workshop.environment, directory: workshop.folder.url)
      #expect(result.status == 0, "\(result.errorText)")
      return result
    }

    private func commit(_ workshop: Workshop) async throws {
      try await git(workshop, "init", "-q")
      try await git(workshop, "add", "-A", "--", "*.yaml")
      try await git(workshop, "commit", "-q", "-m", "Record")
    }

    /// The lines that a diff removes and adds, without their indentation.
    private func changes(_ diff: String) -> [String] {
      diff.split(separator: "\n").filter {
        ($0.hasPrefix("-") || $0.hasPrefix("+")) && !$0.hasPrefix("---") && !$0.hasPrefix("+++")
      }.map { $0.prefix(1) + $0.dropFirst().trimmingCharacters(in: .whitespaces) }
    }

    /// Expects that `client.sh` is recorded twice without a difference, that the third run of the
    /// service is none to `vcr verify`, and that the fourth is one that has some words.
    private func expectSame(
      twice workshop: Workshop, _ origin: String, then drift: String
    ) async throws {
      let record = ["record", "--mode", "all", "-c", "c.yaml", "--", "sh", "client.sh", origin]
      for run in 1...2 {
        let recorded = try await workshop.vcr(record)
        #expect(recorded.status == 0, "\(recorded.errorText)")
        if run == 1 { try await commit(workshop) }
      }
      let diff = try await gitDiff(workshop)
      #expect(diff.isEmpty, "\(diff)")
      let same = try await workshop.vcr("verify", "--unsafe", "c.yaml")
      #expect(same.status == 0, "\(same.text)")
      let drifted = try await workshop.vcr("verify", "--unsafe", "c.yaml")
      #expect(drifted.status == 1 && drifted.text.contains(drift), "\(drifted.text)")
    }

    @Test func `orders that a list says more of leave no diff and are no drift`() async throws {
      let workshop = try Workshop()
      let count = Counter()
      let server = try LoopbackServer { request in
        // The fourth run finds another text.
        let verb = count.current > 7 ? "made" : "created"
        func order(_ id: Int) -> String {
          #"{"id":\#(id),"message":"Order \#(id) was \#(verb)","self":"/orders/\#(id)"}"#
        }
        let last = 40 + (request.method == "POST" ? count.next() : count.current)
        let orders = request.method == "POST" ? "" : order(last - 1) + ","
        return ServerResponse(
          headers: [("Content-Type", "application/json")],
          text: request.method == "POST" ? order(last) : "[\(orders)\(order(last))]")
      }
      try workshop.folder.write(
        #"""
        curl -sS -d a "$1/orders" >a; curl -sS -d b "$1/orders" >b
        curl -sS "$1/shelves/top/orders" >out
        for made in a b; do
          curl -sS "$1/orders/$(sed 's/.*"id":\([0-9]*\).*/\1/' $made)" >out
        done
        """#, to: "client.sh")
      try await expectSame(twice: workshop, server.origin, then: "was made")
    }

    @Test func `lines of an order for which nobody asks leave no diff and are no drift`()
      async throws
    {
      let workshop = try Workshop()
      let count = Counter()
      let server = try LoopbackServer { request in
        let run = request.method == "POST" ? count.next() : count.current
        // The fourth run finds another line.
        let second = run > 3 ? "vase" : "bulb"
        let lines = [("lamp", 4), (second, 7), ("cord", 9)].map { name, number in
          let id = String(run * 7919 + number, radix: 16) + "f\(run)c\(number)"
          return #"{"line_id":"\#(id)","of":"\#(name)"}"#
        }
        return ServerResponse(
          headers: [("Content-Type", "application/json")],
          text: #"{"lines":[\#(lines.joined(separator: ","))]}"#)
      }
      try workshop.folder.write(
        #"""
        curl -sS -d a "$1/orders" >out
        curl -sS "$1/lines/$(sed 's/^[^:]*:[^:]*:"\([^"]*\)".*/\1/' out)" >out
        """#, to: "client.sh")
      try await expectSame(twice: workshop, server.origin, then: "vase")
    }

    @Test func `what a policy ignores in a query is ignored in the redirect to it`() async throws {
      let workshop = try Workshop()
      let count = Counter()
      let server = try LoopbackServer { request in
        guard request.target.hasPrefix("/authorize") else { return ServerResponse(text: "done") }
        let state = request.target.split(separator: "=").last ?? ""
        return ServerResponse(
          status: 302,
          headers: [("Location", "/back?code=\(count.next())&lang=en&state=\(state)")])
      }
      func record() async throws {
        let result = try await workshop.vcr(
          "record", "--mode", "all", "--match", "method,path,query(ignoring state, code)", "-c",
          "c.yaml", "--", "curl", "-sL", "-o", "out",
          "\(server.origin)/authorize?state=\(count.next())")
        #expect(result.status == 0)
      }
      try await record()
      try await commit(workshop)
      try await record()
      #expect(try await gitDiff(workshop) == "")
    }

    @Test func `a volatile id that a later URL names is the one that was handed out`() async throws
    {
      let workshop = try Workshop()
      let count = Counter()
      let server = try LoopbackServer { request in
        let id = request.method == "POST" ? 4000 + count.next() : 4000 + count.current
        return ServerResponse(
          headers: [("Content-Type", "application/json")],
          body: Array(#"{"id":\#(id),"at":"\#(count.next())"}"#.utf8))
      }
      let script = #"""
        id=$(curl -s -X POST "$1/orders" | sed 's/.*"id":\([0-9]*\).*/\1/'); curl -s "$1/orders/$id"
        """#
      for _ in 1...2 {
        let live = try await workshop.vcr(
          "record", "--mode", "all", "--volatile", "$.id,$.at", "-c", "c.yaml", "--", "sh", "-c",
          script, "sh", server.origin)
        #expect(live.status == 0)
        let replayed = try await workshop.vcr(
          "replay", "-c", "c.yaml", "--", "sh", "-c", script, "sh", server.origin)
        #expect(replayed.status == 0, "\(replayed.errorText)\(workshop.text("c.yaml") ?? "")")
      }
    }

    @Test func `a nonce of a page is that of its content security policy`() async throws {
      let workshop = try Workshop()
      let count = Counter()
      let server = try LoopbackServer { _ in
        let nonce = "n0nce-\(100_000 + count.next())"
        return ServerResponse(
          headers: [("Content-Security-Policy", "script-src 'nonce-\(nonce)'")],
          body: Array("<html><script nonce=\"\(nonce)\">go()</script></html>".utf8))
      }
      func record() async throws {
        let result = try await workshop.vcr(
          "record", "--mode", "all", "-c", "c.yaml", "--", "curl", "-s", server.origin + "/")
        #expect(result.status == 0)
      }
      try await record()
      try await commit(workshop)
      try await record()
      #expect(try await gitDiff(workshop) == "")
    }

    @Test func `a replay serves what the last recording got, in its order`() async throws {
      let workshop = try Workshop()
      let count = Counter()
      let server = try LoopbackServer { request in
        if request.method == "POST" { _ = count.next() }
        return ServerResponse(text: request.method == "POST" ? "ok" : "\(count.current)")
      }
      let script = "curl -s $1/n; curl -s -X POST $1/n; curl -s $1/n"
      for _ in 1...3 {
        let live = try await workshop.vcr(
          "record", "--mode", "all", "-c", "c.yaml", "--", "sh", "-c", script, "sh", server.origin)
        let replayed = try await workshop.vcr(
          "replay", "-c", "c.yaml", "--", "sh", "-c", script, "sh", server.origin)
        #expect(live.text == replayed.text, "\(workshop.text("c.yaml") ?? "")")
      }
    }

    @Test func `an unchanged service gives an empty diff, under 32 connections too`() async throws {
      let workshop = try Workshop()
      let (hits, started) = (Counter(), Counter())
      let server = try LoopbackServer { request in
        let hit = hits.next()
        // Each of the requests for one URL gets another of the same eight responses.
        let name =
          request.target == "/same" ? "\((started.next() - 1) % 8)" : request.target
        return ServerResponse(
          headers: [
            ("Content-Type", "application/json"), ("X-Request-Id", "request-number-\(hit)"),
            ("Date", "Fri, 20 Nov 2026 10:\(10 + hit % 50):00 GMT"), ("X-Build", "\(hit)"),
            ("X-RateLimit-Remaining", "\(5000 - hit)"),
            ("Set-Cookie", "theme=dark; Max-Age=\(9000 - hit); Path=/"),
          ], text: #"{"answer":"\#(name)","generated_at":\#(hit)}"#)
      }
      try workshop.folder.write("volatile: [X-Build, $.generated_at]\n", to: ".vcr.yaml")
      let urls =
        (0..<24).map { "\(server.origin)/\($0)" }
        + Array(repeating: "\(server.origin)/same", count: 8)
      let command =
        ["record", "--mode", "all", "-c", "c.yaml", "--", "python3", "-c", Self.storm] + urls
      let first = try await workshop.vcr(command)
      #expect(first.status == 0, "\(first.errorText)")
      #expect(first.errorText.contains("recorded 32"), "\(first.errorText)")
      try await commit(workshop)
      for _ in 1...5 {
        let again = try await workshop.vcr(command)
        #expect(again.status == 0, "\(again.errorText)")
        #expect(!again.errorText.contains("no longer occur"), "\(again.errorText)")
        let diff = try await gitDiff(workshop)
        #expect(diff.isEmpty, "\(diff)")
      }
      #expect(server.requestCount == 6 * 32)
    }

    @Test func `a change in one field of one response changes its line alone`() async throws {
      let workshop = try Workshop()
      let hits = Counter()
      let price = Mutex("10")
      let server = try LoopbackServer { request in
        let hit = hits.next()
        let price = request.target == "/2" ? price.withLock { $0 } : "5"
        return ServerResponse(
          headers: [
            ("Date", "day \(hit)"), ("Content-Type", "application/json"), ("CF-Ray", "ray-\(hit)"),
          ], text: #"{"id":\#(hit),"items":[{"sku":"a","price":\#(price)},{"sku":"b"}]}"#)
      }
      let command =
        [
          "record", "--mode", "all", "--volatile", "CF-Connecting, $.id", "-c", "c.yaml", "--",
          "curl", "-sS",
        ] + (1...3).map { "\(server.origin)/\($0)" }
      _ = try await workshop.vcr(command)
      try await commit(workshop)
      price.withLock { $0 = "12" }
      let again = try await workshop.vcr(command)
      #expect(again.status == 0, "\(again.errorText)")
      let changes = try await changes(gitDiff(workshop))
      #expect(changes == [#"-"price": 10"#, #"+"price": 12"#])
    }

    @Test func `event streams, redirects, codings and failures give an empty diff`() async throws {
      let workshop = try Workshop()
      let (hits, reset) = (Counter(), try RefusingPort())
      let server = try LoopbackServer { request in
        let hit = hits.next()
        switch request.target {
        case "/events":
          let events = (0..<3).map { "data: {\"id\":\"run-\(hit)\",\"n\":\($0)}\n\n" }
          let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
          return .raw([.bytes(Array(head.utf8))] + events.map { .bytes(Array($0.utf8)) })
        case "/old":
          return ServerResponse(
            status: 302, reason: "Found", headers: [("Location", "/new"), ("Date", "\(hit)")])
        case "/cut":
          return .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        default: return ServerResponse(headers: [("Date", "\(hit)")], text: "new")
        }
      }
      let origin = server.origin
      let script = """
        curl -sS -L "\(origin)/old" && curl -sS "\(origin)/events"
        curl -sS "\(origin)/cut"; curl -sS "http://127.0.0.1:\(reset.port)/none"
        true
        """
      let command = [
        "record", "--mode", "all", "--volatile", "$.id", "-c", "c.yaml", "--", "sh", "-c", script,
      ]
      let first = try await workshop.vcr(command)
      #expect(first.errorText.contains("recorded 5"), "\(first.errorText)")
      try await commit(workshop)
      for _ in 1...2 {
        _ = try await workshop.vcr(command)
        let diff = try await gitDiff(workshop)
        #expect(diff.isEmpty, "\(diff)")
      }
    }

    @Test func `a multipart upload with a new boundary gives an empty diff`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "thanks") }
      let command = [
        "record", "--mode", "all", "-c", "c.yaml", "--", "curl", "-sS", "-F", "name=Ada", "-F",
        "city=Turin", "\(server.origin)/upload",
      ]
      let first = try await workshop.vcr(command)
      #expect(first.status == 0, "\(first.errorText)")
      try await commit(workshop)
      _ = try await workshop.vcr(command)
      let types = server.requests.compactMap { $0.header("Content-Type") }
      #expect(Set(types).count == 2, "\(types)")
      let diff = try await gitDiff(workshop)
      #expect(diff.isEmpty, "\(diff)")
    }

    @Test func `new ones go where they occur, gone ones are removed and named`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { ServerResponse(text: $0.target) }
      func record(_ paths: String...) async throws -> Child.Result {
        try await workshop.vcr(
          ["record", "--mode", "all", "-c", "c.yaml", "--", "curl", "-sS"]
            + paths.map { server.origin + $0 })
      }
      _ = try await record("/a", "/b", "/c")
      try await commit(workshop)
      let again = try await record("/a", "/new", "/c")
      #expect(
        again.errorText.contains("removed 1 that no longer occur: GET \(server.origin)/b\n"),
        "\(again.errorText)")
      let urls = workshop.text("c.yaml")?.split(separator: "\n").filter { $0.contains("url: ") }
      #expect(urls?.map { $0.suffix(2) } == ["/a", "ew", "/c"])
      let changed = try await changes(gitDiff(workshop)).filter { $0.contains("url:") }
      #expect(changed == ["-url: \(server.origin)/b", "+url: \(server.origin)/new"])
    }

    @Test func `option, variable and file add up`() async throws {
      let workshop = try Workshop()
      let hits = Counter()
      let server = try LoopbackServer { _ in
        let hit = hits.next()
        return ServerResponse(
          headers: [("X-File", "\(hit)"), ("X-Option", "\(hit)")],
          text: #"{"a":\#(hit),"b":\#(hit),"c":1}"#)
      }
      try workshop.folder.write("volatile: X-File\n", to: ".vcr.yaml")
      let command = [
        "record", "--mode", "all", "--volatile", "X-Option", "-c", "c.yaml", "--", "curl", "-sS",
        server.origin,
      ]
      let variables = ["VCR_VOLATILE": "$['a','b']"]
      _ = try await workshop.vcr(command, setting: variables)
      try await commit(workshop)
      _ = try await workshop.vcr(command, setting: variables)
      let diff = try await gitDiff(workshop)
      #expect(diff.isEmpty, "\(diff)")
      let refused = try await workshop.vcr(command, setting: ["VCR_VOLATILE": ".a"])
      #expect(refused.status == 64)
      #expect(refused.errorText.contains("VCR_VOLATILE: '.a' is neither"), "\(refused.errorText)")
    }
  }
#endif
