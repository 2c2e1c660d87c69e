#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Two recordings of one command, compared by the real command.
  struct NoiseTests {
    /// A service of which some differs with each request.
    private static func service(state: String = "open") throws -> LoopbackServer {
      let count = Counter()
      return try LoopbackServer { request in
        let number = count.next()
        let id = "a7f3\(number * 7919)e"
        if request.target.hasPrefix("/stream") {
          let ping = number.isMultiple(of: 4) ? "event: ping\ndata: {}\n\n" : ""
          return ServerResponse(
            headers: [("Content-Type", "text/event-stream")],
            text: "event: delta\ndata: {\"id\":\"msg_\(id)\",\"text\":\"Hello\"}\n\n\(ping)"
              + "event: done\ndata: {\"text\":\"bye\"}\n\n")
        }
        if request.target.hasPrefix("/orders") {
          return ServerResponse(
            headers: [("Content-Type", "application/json")],
            text: #"{"order_id":"o_\#(id)","total":5}"#)
        }
        if request.target.hasPrefix("/page") {
          return ServerResponse(
            headers: [("Content-Type", "text/html")],
            text: number % 4 == 1 ? "<p>one</p>\n" : "<p>two</p>\n<p>more</p>\n")
        }
        let time = 1_795_000_000 + number
        return ServerResponse(
          headers: [("Content-Type", "application/json"), ("X-Build", "b\(id)")],
          text: #"{"items":[{"ref":"\#(id)","n":1},{"ref":"\#(id)x","n":2}],"at":\#(time),"#
            + #""took":\#(number * 3),"state":"open"}"#)
      }
    }

    private static let reading = """
      curl -s "$1/items?page=1"; curl -s "$1/items?page=2"; curl -s "$1/items?page=3"
      """

    private func run(
      _ workshop: Workshop, _ origin: String, _ script: String, _ options: [String] = [],
      status: Int32
    ) async throws -> Child.Result {
      try workshop.folder.write(script, to: "client.sh")
      let result = try await workshop.vcr(
        ["noise"] + options + ["--", "sh", "client.sh", origin])
      #expect(result.status == status, "\(result.text)\(result.errorText)")
      return result
    }

    @Test func `responses that came in another order are no noise, whatever differs in them`()
      async throws
    {
      let workshop = try Workshop()
      let count = Counter()
      let server = try LoopbackServer { _ in
        let number = count.next() - 1
        // Four workers ask for a job each; in the second run they come in another order.
        let job = number < 4 ? number : [2, 0, 3, 1][number % 4]
        return ServerResponse(
          headers: [("Content-Type", "application/json")],
          text: #"{"job":\#(job * 37 + 11),"name":"n\#(job)","at":\#(1_795_000_000 + number * 13)}"#
        )
      }
      let result = try await run(
        workshop, server.origin, #"for i in 1 2 3 4; do curl -s "$1/job"; done"#, status: 1)
      #expect(result.text.contains("- $.at"), "\(result.text)")
      #expect(!result.text.contains("$.job") && !result.text.contains("$.name"), "\(result.text)")
    }

    @Test func `places are named with an example of both values`() async throws {
      let workshop = try Workshop()
      let server = try Self.service()
      let result = try await run(workshop, server.origin, "{ \(Self.reading); } >out", status: 1)
      let lines = result.text.split(separator: "\n").map(String.init)
      #expect(lines.first == "volatile:", "\(result.text)")
      for name in ["$.at", "$.items[*].ref", "X-Build"] {
        #expect(
          lines.contains { $0.hasPrefix("- \(name)  # certain: ") && $0.contains("in 3 of 3, ") },
          "\(name) in \(result.text)")
      }
      #expect(lines.contains { $0.hasPrefix("- $.took  # likely: number, in 3 of 3, 3 → ") })
      #expect(!result.text.contains("$.state"))
      let leftovers = try workshop.leftovers
      #expect(leftovers.isEmpty, "\(leftovers)")
      #expect(workshop.text(".vcr.yaml") == nil)
    }

    @Test func `what is written leaves no diff when it is recorded again`() async throws {
      let workshop = try Workshop()
      let server = try Self.service()
      try workshop.folder.write(
        "# mine\nvolatile:\n  - X-Other # known\nredact: [X-Key]\n", to: ".vcr.yaml")
      let script = Self.reading + "; for n in 1 2 3; do curl -s \"$1/stream?$n\"; done"
      let result = try await run(workshop, server.origin, script, ["--write"], status: 0)
      let settings = workshop.text(".vcr.yaml") ?? ""
      #expect(settings.hasPrefix("# mine\nvolatile:\n  - X-Other # known\n  - "), "\(settings)")
      #expect(settings.hasSuffix("\nredact: [X-Key]\n"), "\(settings)")
      #expect(settings.contains("  - event(ping)\n"), "\(settings)\(result.text)")
      #expect(settings.contains("  - event(delta) $.id\n"), "\(settings)\(result.text)")
      var texts: [String?] = []
      for _ in 1...3 {
        let recorded = try await workshop.vcr(
          "record", "--mode", "all", "-c", "c.yaml", "--", "sh", "client.sh", server.origin)
        #expect(recorded.status == 0, "\(recorded.errorText)")
        texts.append(workshop.text("c.yaml"))
      }
      #expect(texts[0] == texts[1])
      #expect(texts[0] == texts[2])
      let again = try await run(workshop, server.origin, script, status: 0)
      #expect(again.errorText.contains("are the same"), "\(again.errorText)")
    }

    @Test func `each event of a stream tells what the values of a place are`() async throws {
      let workshop = try Workshop()
      let count = Counter()
      let server = try LoopbackServer { _ in
        let number = count.next()
        // As filler of a random length: the first event's has too few characters for an id.
        let events = ["b\(number)", "a7f3\(number * 7919)e"].map {
          "data: {\"filler\":\"\($0)\"}\n\n"
        }
        return ServerResponse(
          headers: [("Content-Type", "text/event-stream")], text: events.joined())
      }
      let result = try await run(workshop, server.origin, "curl -s \"$1/stream\" >out", status: 1)
      #expect(
        result.text.contains("- event $.filler  # certain: id, in 1 of 1, "), "\(result.text)")
    }

    /// A service of which each response has numbers and ids of its own, and no event a kind.
    private static func deliveries() throws -> LoopbackServer {
      let count = Counter()
      return try LoopbackServer { request in
        let number = count.next()
        let id = "a7f3\(number * 7919)e"
        if request.target.hasPrefix("/stream") {
          let ping = number.isMultiple(of: 3) ? "event: ping\ndata: {}\n\n" : ""
          let events = (1...4).map { index in
            #"data: {"id":"msg_\#(id)","at":\#(1_795_000_000 + number),"n":\#(index),"#
              + #""noise":"\#(id)\#(index)x"}"# + "\n\n"
          }
          return ServerResponse(
            headers: [("Content-Type", "text/event-stream")], text: ping + events.joined())
        }
        let items = (1...3).map { index in
          #"{"id":"\#(id)-\#(index)","status":"ok","took_ms":\#(number * 5 + index)}"#
        }
        let seconds = Int(Date().timeIntervalSince1970)
        return ServerResponse(
          headers: [("Content-Type", "application/json")],
          text: #"{"at":\#(seconds),"items":[\#(items.joined(separator: ","))]}"#)
      }
    }

    @Test func `what has another value at nearly each of its places is named place by place`()
      async throws
    {
      let workshop = try Workshop()
      let server = try Self.deliveries()
      let script = "for n in 1 2 3 4; do curl -s \"$1/stream?$n\"; curl -s \"$1/list?$n\"; done"
      let result = try await run(workshop, server.origin, script, ["--write"], status: 0)
      for name in ["$.items[*].id", "$.items[*].took_ms", "event $.id", "event $.noise", "$.at"] {
        #expect(result.text.contains("- \(name)  # "), "\(result.text)")
      }
      #expect(!result.text.contains("Not to be named"), "\(result.text)")
    }

    @Test func `of concurrent logins each field of their forms keeps its meaning`() async throws {
      let workshop = try Workshop()
      let count = Counter()
      let server = try LoopbackServer { request in
        let number = count.next()
        let token = "Xq7Lm2\(number * 7919)Vb9Zt"
        return ServerResponse(
          headers: [("Content-Type", "text/html"), ("Set-Cookie", "sid=\(token)c")],
          text: #"<p>hello</p><input type="hidden" name="csrf" value="\#(token)">"# + "\n")
      }
      // In the second run they come in another order.
      let script = #"""
        test -f order && order="3 1 2" || order="1 2 3"
        touch order
        for user in $order; do
          token=$(curl -s "$1/login" | sed 's/.*value="//; s/".*//')
          curl -s -d "csrf=$token&user=u$user" "$1/login" >out
        done
        """#
      let result = try await run(workshop, server.origin, script, ["--write"], status: 0)
      #expect(!result.text.contains("user"), "\(result.text)")
      #expect(!result.text.contains("csrf"), "\(result.text)")
    }

    @Test func `what later requests carry is not proposed`() async throws {
      let workshop = try Workshop()
      let server = try Self.service()
      let script = #"""
        id=$(curl -s -X POST "$1/orders" | sed 's/.*"order_id":"\([^"]*\)".*/\1/')
        curl -s "$1/items?order=$id" >out
        """#
      let result = try await run(workshop, server.origin, script, status: 1)
      #expect(!result.text.contains("order_id"), "\(result.text)")
      #expect(result.text.contains("- $.at  # certain"), "\(result.text)")
    }

    @Test func `what a client makes up for one request is named, and then it replays`() async throws
    {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "ok") }
      let script = """
        n=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n')
        curl -s "$1/a?page=1&ts=$(date +%s)" -H "X-Client-Time: $(date +%s%N)" >out
        curl -s "$1/b" -H 'Content-Type: application/json' -d "{\\"nonce\\":\\"$n\\"}" >out
        """
      let result = try await run(workshop, server.origin, script, ["--write"], status: 0)
      for name in ["'?ts'", "X-Client-Time", "$.nonce"] {
        #expect(result.text.contains("- \(name)  # certain"), "\(result.text)")
      }
      for mode in ["record", "record", "replay"] {
        let options = mode == "record" ? ["--mode", "all"] : []
        let before = workshop.text("c.yaml")
        let run = try await workshop.vcr(
          [mode] + options + ["-c", "c.yaml", "--", "sh", "client.sh", server.origin])
        #expect(run.status == 0, "\(run.errorText)")
        #expect(before == nil || workshop.text("c.yaml") == before)
      }
    }

    @Test func `a header field is named so that it is read as one, whatever its name`() async throws
    {
      let workshop = try Workshop()
      let count = Counter()
      let server = try LoopbackServer { _ in
        let number = count.next()
        return ServerResponse(
          headers: ["#X", "X.Build", "$.a", "X-Plain"].map {
            ($0, "a7f3\(number * 7919)e\($0.count)")
          },
          text: "ok")
      }
      let script = "curl -s \"$1/a\"; curl -s \"$1/b\""
      let result = try await run(workshop, server.origin, script, ["--write"], status: 0)
      let settings = workshop.text(".vcr.yaml") ?? ""
      for name in ["header ['#X']", "header X.Build", "header $.a", "X-Plain"] {
        #expect(settings.contains("- \(name)\n"), "\(settings)\(result.text)")
      }
      let again = try await run(workshop, server.origin, script, status: 0)
      #expect(again.errorText.contains("are the same"), "\(again.errorText)")
    }

    @Test func `what COMMAND prints is not among the lines to paste`() async throws {
      let workshop = try Workshop()
      let server = try Self.service()
      let result = try await run(
        workshop, server.origin, "curl -s \"$1/items\"; printf 'half a line'", status: 1)
      #expect(result.text.hasPrefix("volatile:\n- "), "\(result.text)")
      #expect(!result.text.contains("half a line"), "\(result.text)")
      #expect(result.errorText.contains("half a line"), "\(result.errorText)")
    }

    @Test func `what cannot be named is reported`() async throws {
      let workshop = try Workshop()
      let server = try Self.service()
      let result = try await run(
        workshop, server.origin, "curl -s \"$1/page\"; curl -s \"$1/n?$(date +%N)\" >out", status: 1
      )
      #expect(result.text.contains("# Not to be named:\n"), "\(result.text)")
      #expect(result.text.contains("/page: body cannot be named"), "\(result.text)")
      #expect(result.text.contains("request url"), "\(result.text)")
    }

    @Test func `parts that are text, and objects whose members are named by ids, can be named`()
      async throws
    {
      let workshop = try Workshop()
      let count = Counter()
      let server = try LoopbackServer { request in
        let number = count.next()
        let id = "a7f3\(number * 7919)e"
        guard request.target.hasPrefix("/batch") else {
          return ServerResponse(
            headers: [("Content-Type", "application/json")],
            text: #"{"by_id":{"\#(id)":{"n":1},"\#(id)x":{"n":2}},"ok":true}"#)
        }
        let parts = (1...2).map { part in
          "--b\(id)\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 200 OK\r\n"
            + "ETag: tag-\(id)\(part)\r\n\r\n{\"n\":\(part)}\r\n"
        }
        return ServerResponse(
          headers: [("Content-Type", "multipart/mixed; boundary=b\(id)")],
          text: parts.joined() + "--b\(id)--\r\n")
      }
      let script = "curl -s \"$1/map\" \"$1/batch\""
      let result = try await run(workshop, server.origin, script, ["--write"], status: 0)
      let lines = result.text.split(separator: "\n")
      #expect(lines.contains { $0.hasPrefix("- $.by_id  # certain: id, ") }, "\(result.text)")
      #expect(lines.contains { $0.contains("text(/ETag: ") }, "\(result.text)")
      let command = ["--", "sh", "client.sh", server.origin]
      _ = try await workshop.vcr(["record", "-c", "c.yaml"] + command)
      let cassette = try #require(workshop.text("c.yaml"))
      #expect(cassette.contains("tag-a7f3"))
      let again = try await workshop.vcr(["record", "--mode", "all", "-c", "c.yaml"] + command)
      #expect(again.status == 0, "\(again.errorText)")
      #expect(workshop.text("c.yaml") == cassette)
      let redacted = try await workshop.vcr(
        ["record", "--mode", "all", "-c", "r.yaml", "--redact", "text(/ETag: ([\\w-]+)/)"] + command
      )
      #expect(redacted.status == 0, "\(redacted.errorText)")
      let text = try #require(workshop.text("r.yaml"))
      #expect(text.contains("ETag: {{VALUE}}") && !text.contains("tag-a7f3"), "\(text)")
    }

    @Test func `an object with a member of another name is not named as a whole`() async throws {
      let workshop = try Workshop()
      let count = Counter()
      let server = try LoopbackServer { _ in
        let number = count.next()
        return ServerResponse(
          headers: [("Content-Type", "application/json")],
          text: #"{"by_id":{"a7f3\#(number * 7919)e":1,"total":1}}"#)
      }
      let result = try await run(workshop, server.origin, "curl -s \"$1/map\"", status: 1)
      #expect(!result.text.contains("- $.by_id  #"), "\(result.text)")
      #expect(result.text.contains("# - $.by_id.a7f3"), "\(result.text)")
    }

    @Test func `recordings of nothing but failures show no sameness`() async throws {
      let workshop = try Workshop()
      let refusing = try RefusingPort()
      let server = try LoopbackServer { request in
        request.target == "/good"
          ? ServerResponse(text: "ok") : ServerResponse(status: 503, reason: "", text: "later")
      }
      let down = "curl -s http://127.0.0.1:\(refusing.port)/a"
      for script in ["\(down); true", "curl -s \"$1/a\"", "curl -s \"$1/a\"; \(down); true"] {
        let result = try await run(workshop, server.origin, script, status: 2)
        #expect(result.errorText.contains("every request of a run failed"), "\(result.errorText)")
        #expect(!result.errorText.contains("are the same"), "\(result.errorText)")
      }
      let some = try await run(
        workshop, server.origin, "curl -s \"$1/good\"; curl -s \"$1/a\"", status: 0)
      #expect(
        some.errorText.contains("both recordings of 2 interactions, of which 1 failed, are the"),
        "\(some.errorText)")
    }

    @Test func `a run that fails ends it with its status`() async throws {
      let workshop = try Workshop()
      let server = try Self.service()
      let failed = try await run(
        workshop, server.origin, "curl -s \"$1/items\" >out; exit 7", status: 7)
      #expect(failed.errorText.contains("the first run failed"), "\(failed.errorText)")
      let none = try await run(workshop, server.origin, "true", status: 2)
      #expect(none.errorText.contains("no request that was recorded"), "\(none.errorText)")
      let mode = try await workshop.vcr("noise", "--mode", "once", "--", "true")
      #expect(mode.status == 64)
      #expect(mode.errorText.contains("--mode is not for vcr noise"), "\(mode.errorText)")
    }
  }
#endif
