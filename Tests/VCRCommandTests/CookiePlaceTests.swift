#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Cookies and segments of paths, typed as the diff prints them, with the real command.
  struct CookiePlaceTests {
    /// A cassette of one exchange with cookies in both directions.
    private func cassette(_ sent: String, _ set: [String]) -> String {
      """
      vcr: 1
      interactions:
      - request:
          method: GET
          url: http://shop.test/
          headers:
            Cookie: \(sent)
        response:
          status: 200 OK
          headers:
            Set-Cookie:
      \(set.map { "        - \($0)" }.joined(separator: "\n"))

      """
    }

    private func diff(
      _ workshop: Workshop, _ old: (String, [String]), _ new: (String, [String]),
      _ options: [String] = []
    ) async throws -> Child.Result {
      try workshop.folder.write(cassette(old.0, old.1), to: "old.yaml")
      try workshop.folder.write(cassette(new.0, new.1), to: "new.yaml")
      return try await workshop.vcr(["diff", "old.yaml", "new.yaml"] + options)
    }

    @Test func `each cookie that changed is reported by its name, and none by its value`()
      async throws
    {
      let workshop = try Workshop()
      let result = try await diff(
        workshop,
        ("theme=dark; sid=s1", ["sid=s1; Path=/", "lang=en", "cart=c1; Path=/; Max-Age=60"]),
        ("theme=light; sid=s1", ["sid=s2; Path=/", "lang=en", "cart=c1; Path=/shop; Max-Age=90"]))
      #expect(result.status == 1, "\(result.errorText)")
      #expect(result.text.contains("    request header cookie(theme)  (secret)"), "\(result.text)")
      #expect(result.text.contains("    header cookie(sid)            (secret)"), "\(result.text)")
      #expect(
        result.text.contains("cart; Path=/; Max-Age=60 → cart; Path=/shop; Max-Age=90"),
        "\(result.text)")
      for hidden in ["s1", "s2", "dark", "light", "cookie(lang)", "request header cookie(sid)"] {
        #expect(!result.text.contains(hidden), "\(hidden) in \(result.text)")
      }
    }

    @Test func `a cookie that is set no more or newly, and one in another place, is reported`()
      async throws
    {
      let workshop = try Workshop()
      let gone = try await diff(
        workshop, ("a=1", ["sid=s1; Path=/", "b=2"]), ("a=1", ["b=2", "new=n; Secure"]),
        ["--volatile", "cookie(sid), cookie(new)"])
      #expect(gone.text.contains("header cookie(sid)  removed"), "\(gone.text)")
      #expect(gone.text.contains("header cookie(new)  added"), "\(gone.text)")
      let moved = try await diff(
        workshop, ("a=1", ["sid=s1", "b=2"]), ("a=1", ["b=2", "sid=s1"]))
      #expect(moved.status == 1 && moved.text.contains("header Set-Cookie"), "\(moved.text)")
      // A cookie that is deleted is no other value of it.
      let deleted = try await diff(
        workshop, ("a=1", ["sid=s1"]), ("a=1", ["sid=; Max-Age=0"]),
        ["--volatile", "cookie(sid)"])
      #expect(deleted.status == 1, "\(deleted.text)")
    }

    @Test func `a cookie that is volatile counts in no diff`() async throws {
      let workshop = try Workshop()
      let (old, new) = (
        ("theme=dark; sid=s1", ["sid=s1; Path=/; Expires=Wed, 09 Jun 2027 10:18:14 GMT"]),
        ("theme=dark; sid=s2", ["sid=s2; Path=/; Expires=Thu, 10 Jun 2027 11:19:15 GMT"])
      )
      let quiet = try await diff(workshop, old, new, ["--volatile", "cookie(sid)"])
      #expect(quiet.status == 0, "\(quiet.text)")
      let shown = try await diff(
        workshop, old, new, ["--volatile", "cookie(sid)", "--show-volatile"])
      #expect(shown.text.contains("header cookie(sid)"), "\(shown.text)")
      #expect(shown.text.contains("(volatile: named)"), "\(shown.text)")
      #expect(shown.text.contains("(volatile: time)"), "\(shown.text)")
      // The attributes still count, and so does a cookie of another name or case.
      let drifted = try await diff(
        workshop, old, ("theme=dark; sid=s2", ["sid=s2; Path=/a"]),
        ["--volatile", "cookie(sid)"])
      #expect(drifted.status == 1 && drifted.text.contains("header Set-Cookie"), "\(drifted.text)")
      #expect(try await diff(workshop, old, new, ["--volatile", "cookie(SID)"]).status == 1)
    }

    @Test func `a volatile cookie keeps its text when it is recorded again, and matches anyway`()
      async throws
    {
      let workshop = try Workshop()
      let count = Counter()
      let server = try LoopbackServer { request in
        let number = count.next()
        let isOne = request.header("Cookie")?.contains("tenant=one") == true
        return ServerResponse(
          headers: [("Set-Cookie", "sid=v\(number); Path=/")], text: isOne ? "one" : "two")
      }
      try workshop.folder.write(
        "match: method, url, headers(Cookie)\nvolatile: [cookie(sid), cookie(never)]\n",
        to: ".vcr.yaml")
      func run(_ verb: String, _ sid: String) async throws -> Child.Result {
        try await workshop.vcr(
          [verb] + (verb == "record" ? ["--mode", "all", "--no-redaction"] : []) + [
            "-c", "c.yaml", "--", "sh", "-c",
            #"for t in two one; do curl -s -b "tenant=$t; sid=$1" "$2/"; done"#, "sh", sid,
            server.origin,
          ])
      }
      #expect(try await run("record", "a").text == "twoone")
      let first = try #require(workshop.text("c.yaml"))
      #expect(first.contains("sid=v1; Path=/"), "\(first)")
      #expect(try await run("record", "b").status == 0)
      #expect(workshop.text("c.yaml") == first)
      let check = try await workshop.vcr("check", ".")
      #expect(
        check.text.contains("cookie(never)") && !check.text.contains("cookie(sid)"),
        "\(check.text)\(check.errorText)")
    }

    @Test func `the policy takes cookies as they are printed`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(
        cassette("tenant={{COOKIE_TENANT}}; sid={{COOKIE_SID}}", ["a={{COOKIE_A}}"]), to: "c.yaml")
      func replay(_ policy: String, _ cookies: String) async throws -> Child.Result {
        try await workshop.vcr(
          "replay", "--match", policy, "-c", "c.yaml", "--", "curl", "-s", "-b", cookies,
          "http://shop.test/")
      }
      for policy in ["cookies", "cookies(ignoring cookie(sid))", "cookies(only cookie(tenant))"] {
        let same = try await replay("method,url,\(policy)", "sid=x; tenant=y")
        #expect(same.status == 0, "\(policy): \(same.errorText)")
      }
      let without = try await replay("method,url,cookies(ignoring cookie(sid))", "tenant=y")
      #expect(without.status == 0, "\(without.errorText)")
      let missing = try await replay("method,url,cookies", "tenant=y")
      #expect(missing.status == 80, "\(missing.errorText)")
      #expect(missing.text.contains("cookie(sid)"), "\(missing.text)")
      let fault = try await replay("method,url,headers(cookie(sid))", "tenant=y")
      #expect(fault.status == 64)
      #expect(fault.errorText.contains("cookies(only cookie(sid))"), "\(fault.errorText)")
      let odd = try await workshop.vcr("diff", "--volatile", "cookie(a b)", "c.yaml", "c.yaml")
      #expect(odd.status == 64 && odd.errorText.contains("names no cookie"), "\(odd.errorText)")
    }

    @Test func `segments of a path are redacted where they stand, and found again`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { request in
        if request.target.hasPrefix("/moved/") {
          return ServerResponse(
            status: 302,
            headers: [("Location", request.target.replacingOccurrences(of: "moved", with: "users"))]
          )
        }
        return ServerResponse(text: request.target.contains("ada") ? "Ada" : "Grace")
      }
      try workshop.folder.write(
        "redact: [/users/*, '/users/*/orders', '/moved/*', cookie(sid)]\n", to: ".vcr.yaml")
      func run(_ verb: String, _ targets: [String]) async throws -> Child.Result {
        try await workshop.vcr(
          [verb, "-c", "c.yaml", "--", "curl", "-sL"] + targets.map { server.origin + $0 })
      }
      let targets = ["/users/ada", "/users/ada/orders?page=2", "/moved/ada", "/other/x"]
      let recorded = try await run("record", targets)
      #expect(recorded.status == 0, "\(recorded.errorText)")
      let text = try #require(workshop.text("c.yaml"))
      #expect(!text.contains("/ada"), "\(text)")
      for url in [
        "/users/{{USERS}}", "/users/{{USERS}}/orders?page=2", "/moved/{{MOVED}}", "/other/x",
        "Location: /users/{{USERS}}",
      ] {
        #expect(text.contains(url), "\(url) in \(text)")
      }
      let check = try await workshop.vcr("check", ".")
      #expect(!check.text.contains("/users/*"), "\(check.text)\(check.errorText)")
      let again = try await workshop.vcr("redact", "c.yaml")
      #expect(again.status == 0, "\(again.errorText)")
      #expect(workshop.text("c.yaml") == text)
      server.stop()
      let replayed = try await run("replay", Array(targets[..<2] + targets[3...]))
      #expect(replayed.status == 0, "\(replayed.errorText)")
      #expect(replayed.text == "AdaAdaGrace", "\(replayed.text)")
    }

    @Test func `two users in a path are told apart though neither is recorded`() async throws {
      let workshop = try Workshop()
      let users = ["6f1d3c5a-9b7e-4e21-8a44-0c5be1d2f733", "b27c9e10-51fd-4c0b-9d5e-7a8f3e6d1c42"]
      let server = try LoopbackServer { request in
        ServerResponse(text: request.target.contains("6f1d") ? "one " : "two ")
      }
      func run(_ verb: String, _ order: [Int]) async throws -> Child.Result {
        try await workshop.vcr(
          [verb, "--redact", "/users/*", "-c", "c.yaml", "--", "curl", "-s"]
            + order.map { "\(server.origin)/users/\(users[$0])" })
      }
      #expect(try await run("record", [0, 1, 0]).status == 0)
      let text = try #require(workshop.text("c.yaml"))
      #expect(
        text.contains("/users/{{USERS}}\n") && text.contains("/users/{{USERS_2}}\n"), "\(text)")
      server.stop()
      #expect(try await run("replay", [0, 1, 0]).text == "one two one ")
    }
  }
#endif
