#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Two and more users of one service, around the command.
  struct TwoUsersTests {
    /// Asks for some users' data, one after the other: `PATH TOKEN` in each line of a file.
    private static let client = #"""
      while read -r path token; do
        curl -fsS -g "$1$path?access_token=$token" || exit 1
        curl -fsS -g -d "access_token=$token" "$1$path/post" || exit 1
      done <"$2"
      """#

    /// A service that knows users by the last letter of their tokens.
    private static func service() throws -> LoopbackServer {
      try LoopbackServer { request in
        let text =
          request.method == "POST" ? String(decoding: request.body, as: UTF8.self) : request.target
        let path = request.target.prefix { $0 != "?" }
        return ServerResponse(text: "\(path) of \(text.suffix(1))\n")
      }
    }

    private func lines(_ users: [String], _ tokens: [String: String]) -> String {
      users.map { "/\($0.dropFirst()) \(tokens[String($0.prefix(1))] ?? "")\n" }.joined()
    }

    private func run(
      _ workshop: Workshop, _ options: [String], _ origin: String, _ lines: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
      try workshop.folder.write(lines, to: "lines")
      try workshop.folder.write(Self.client, to: "client.sh")
      let result = try await workshop.vcr(
        options + ["-c", "c.yaml", "--", "sh", "client.sh", origin, "lines"])
      #expect(result.status == 0, "\(result.errorText)", sourceLocation: sourceLocation)
      return result.text
    }

    @Test func `two users replay as two users in any order`() async throws {
      let workshop = try Workshop()
      let service = try Self.service()
      let tokens = ["a": "q7Zt2LmX9vB4nRk8a", "b": "w3Ys8KpD1cH6jTf5b"]
      let renewed = ["a": "n4Vb7Xc1Zq9Lk2Jha", "b": "h8Gf3Ds6Ap5Oi1Uyb"]
      let order = ["ahome", "bhome", "ame", "bme", "ame", "bme"]
      let live = try await run(workshop, ["record"], service.origin, lines(order, tokens))
      let text = try #require(workshop.text("c.yaml"))
      for token in tokens.values { #expect(!text.contains(token)) }
      for tokens in [tokens, renewed] {
        let again = try await run(
          workshop, ["record", "--mode", "all"], service.origin, lines(order, tokens))
        #expect(again == live && workshop.text("c.yaml") == text)
      }
      let other = ["ahome", "ame", "ame", "bhome", "bme", "bme"]
      let liveOther = try await run(
        try Workshop(), ["record"], service.origin, lines(other, tokens))
      service.stop()
      for tokens in [tokens, renewed] {
        let replayed = try await run(
          workshop, ["replay", "--require-all"], service.origin, lines(order, tokens))
        #expect(replayed == live)
        let replayedOther = try await run(
          workshop, ["replay", "--require-all"], service.origin, lines(other, tokens))
        #expect(replayedOther == liveOther)
      }
      for dummy in ["dummy", ""] {
        let replayed = try await run(
          workshop, ["replay", "--require-all"], service.origin,
          lines(order, ["a": dummy, "b": dummy]))
        #expect(replayed == live, "\(dummy)")
      }
    }

    @Test(arguments: ["query", "header", "cookie"])
    func `users who ask for the same get their own in any order`(place: String) async throws {
      let workshop = try Workshop()
      let service = try LoopbackServer { request in
        let token =
          [
            request.header("Authorization"), request.header("Cookie"), request.target,
          ].compactMap { $0 }.first ?? ""
        return ServerResponse(text: "of \(token.suffix(1))\n")
      }
      let client = #"""
        for token in $3; do
          case $2 in
            query) curl -fsS "$1/me?access_token=$token" ;;
            header) curl -fsS -H "Authorization: Bearer $token" "$1/me" ;;
            cookie) curl -fsS -H "Cookie: sessionid=$token" "$1/me" ;;
          esac
        done
        """#
      let tokens = ["a", "b", "c"].map { "q7Zt2LmX9vB4nRk8w3Ys\($0)" }
      let renewed = ["a", "b", "c"].map { "h8Gf3Ds6Ap5Oi1Uyb9Tr\($0)" }
      func run(
        _ options: [String], _ tokens: [String], sourceLocation: SourceLocation = #_sourceLocation
      ) async throws -> String {
        let result = try await workshop.vcr(
          options + [
            "--match", "method,url,headers(Authorization),cookies", "-c", "c.yaml", "--", "sh",
            "-c",
            client, "sh", service.origin, place, tokens.joined(separator: " "),
          ])
        #expect(result.status == 0, "\(result.errorText)", sourceLocation: sourceLocation)
        return result.text
      }
      #expect(try await run(["record"], tokens) == "of a\nof b\nof c\n")
      let text = try #require(workshop.text("c.yaml"))
      #expect(text.contains("\nvalue_digests:\n  salt: "))
      let check = try await workshop.vcr(["check", "c.yaml"])
      #expect(check.status == 0, "\(check.text)")
      // Neither another order nor new values change the cassette.
      for tokens in [tokens, [tokens[2], tokens[0], tokens[1]], renewed] {
        _ = try await run(["record", "--mode", "all"], tokens)
        #expect(workshop.text("c.yaml") == text)
      }
      service.stop()
      let other = [tokens[2], tokens[0], tokens[1]]
      #expect(try await run(["replay"], other) == "of c\nof a\nof b\n")
      // What the digests do not know is told apart by order.
      #expect(try await run(["replay"], renewed) == "of a\nof b\nof c\n")
    }

    /// Credentials of which each request has another signature: `%u` is the user, `%r` differs.
    private static let computed = [
      "DPoP %u", "OAuth %u", "AWS %u:%r", "SharedKey %u:%r", "hmac %u:%r",
      "EG1-HMAC-SHA256 client_token=%u;nonce=%r;signature=%r",
      "TC3-HMAC-SHA256 Credential=%u/2026-01-01/cvm/tc3_request, Signature=%r",
      "SDK-HMAC-SHA256 Access=%u, SignedHeaders=host, Signature=%r",
      #"Signature keyId="tenancy/%u/f",signature="%r""#,
    ]

    @Test(arguments: computed)
    func `users whose credentials are computed get their own in any order`(
      credential: String
    ) async throws {
      let workshop = try Workshop()
      let service = try LoopbackServer { request in
        let field = request.header("Authorization") ?? ""
        return ServerResponse(text: field.contains("q7Zt2LmX9vB4nRk8a") ? "of a\n" : "of b\n")
      }
      let client = #"""
        for user in $3; do
          random=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
          field=$(printf %s "$2" | sed "s/%u/$user/; s/%r/$random/g")
          curl -fsS -H "Authorization: $field" "$1/me" || exit 1
        done
        """#
      let users = ["q7Zt2LmX9vB4nRk8a", "w3Ys8KpD1cH6jTf5b"]
      func run(_ verb: String, _ users: [String]) async throws -> Child.Result {
        try await workshop.vcr([
          verb, "-c", "c.yaml", "--", "sh", "-c", client, "sh", service.origin, credential,
          users.joined(separator: " "),
        ])
      }
      let live = try await run("record", users)
      #expect(live.status == 0 && live.text == "of a\nof b\n", "\(live.errorText)")
      service.stop()
      let other = try await run("replay", users.reversed())
      #expect(other.status == 0 && other.text == "of b\nof a\n", "\(other.errorText)")
    }

    @Test func `a token that is the word of a user's name is another user`() async throws {
      let workshop = try Workshop()
      let service = try LoopbackServer { ServerResponse(text: "\($0.target)\n") }
      let client = #"""
        curl -fsS -H 'Authorization: Bearer ada' "$1/one" &&
        curl -fsS -H 'Authorization: Bearer bob' "$1/one" &&
        curl -fsS -H 'Authorization: Digest username="ada", nonce="1", response="2"' "$1/two" &&
        curl -fsS -H 'Authorization: Digest username="bob", nonce="3", response="4"' "$1/two"
        """#
      let arguments = ["-c", "c.yaml", "--", "sh", "-c", client, "sh", service.origin]
      let live = try await workshop.vcr(["record"] + arguments)
      service.stop()
      let again = try await workshop.vcr(["replay"] + arguments)
      #expect(again.status == 0 && again.text == live.text, "\(again.errorText)")
    }

    @Test(arguments: [
      ("who=ada", "who=bob"), ("theme=dark; nick=ada", "theme=dark; nick=bob"),
      ("lang=en", "lang=de"), ("owner_name=Ada%20L", "owner_name=Bob%20M"), ("uid=7", "uid=8"),
    ])
    func `users whom a cookie tells apart by a word get their own in any order`(
      first: String, second: String
    ) async throws {
      let workshop = try Workshop()
      let service = try LoopbackServer { ServerResponse(text: "\($0.header("Cookie") ?? "")\n") }
      let client = #"""
        url=$1; shift
        for cookie; do curl -fsS -H "Cookie: $cookie" "$url/me" || exit 1; done
        """#
      func run(_ options: [String], _ cookies: [String]) async throws -> String {
        let result = try await workshop.vcr(
          options + ["-c", "c.yaml", "--", "sh", "-c", client, "sh", service.origin] + cookies)
        #expect(result.status == 0, "\(result.errorText)")
        return result.text
      }
      #expect(try await run(["record"], [first, second]) == "\(first)\n\(second)\n")
      let text = try #require(workshop.text("c.yaml"))
      for cookie in [first, second] { #expect(!text.contains("Cookie: \(cookie)\n")) }
      _ = try await run(["record", "--mode", "all"], [first, second])
      #expect(workshop.text("c.yaml") == text)
      service.stop()
      #expect(try await run(["replay"], [second, first]) == "\(second)\n\(first)\n")
      // A word that nobody had is served in recorded order.
      #expect(try await run(["replay"], ["x=1", "x=1"]) == "\(first)\n\(second)\n")
    }

    @Test(arguments: ["who", "uid", "session"])
    func `users whom a login gives a cookie with their name get their own in any order`(
      cookie: String
    ) async throws {
      let workshop = try Workshop()
      let service = try LoopbackServer { request in
        guard request.method == "POST" else {
          return ServerResponse(text: "\(request.target) \(request.header("Cookie") ?? "")\n")
        }
        let user = String(decoding: request.body, as: UTF8.self).split(separator: "=").last ?? ""
        return ServerResponse(
          headers: [("Set-Cookie", "\(cookie)=\(user); Path=/")], text: "hello\n")
      }
      let client = #"""
        url=$1; shift
        for user; do
          rm -f jar
          curl -fsS -c jar -d "user=$user" "$url/login" || exit 1
          curl -fsS -b jar "$url/me" && curl -fsS -b jar "$url/orders" || exit 1
        done
        """#
      func run(_ options: [String], _ users: [String]) async throws -> String {
        let result = try await workshop.vcr(
          options + ["--match", "method,url,form", "-c", "c.yaml", "--", "sh", "-c", client, "sh"]
            + [service.origin] + users)
        #expect(result.status == 0, "\(result.errorText)")
        return result.text
      }
      func text(_ users: [String]) -> String {
        users.map { "hello\n/me \(cookie)=\($0)\n/orders \(cookie)=\($0)\n" }.joined()
      }
      #expect(try await run(["record"], ["ada", "bob"]) == text(["ada", "bob"]))
      let recorded = try #require(workshop.text("c.yaml"))
      _ = try await run(["record", "--mode", "all"], ["ada", "bob"])
      #expect(workshop.text("c.yaml") == recorded)
      service.stop()
      #expect(try await run(["replay"], ["bob", "ada"]) == text(["bob", "ada"]))
    }

    @Test func `a user who asks once more than was recorded is told so`() async throws {
      let workshop = try Workshop()
      let service = try LoopbackServer { request in
        ServerResponse(text: "of \((request.header("Authorization") ?? "").suffix(1))\n")
      }
      let client = #"""
        for token in $2; do curl -sS -H "Authorization: Bearer $token" "$1/me"; done
        """#
      func run(_ options: [String], _ users: String) async throws -> Child.Result {
        let tokens = users.map { "q7Zt2LmX9vB4nRk8w3Ys\($0)" }.joined(separator: " ")
        return try await workshop.vcr(
          options + ["-c", "c.yaml", "--", "sh", "-c", client, "sh", service.origin, tokens])
      }
      #expect(try await run(["record"], "ab").status == 0)
      service.stop()
      let again = try await run(["replay", "--repeat"], "bbaba")
      #expect(again.status == 0 && again.text == "of b\nof b\nof a\nof b\nof a\n")
      let other = try await run(["replay"], "aab")
      #expect(other.status != 0 && other.text.hasPrefix("of a\n"))
      #expect(!other.text.hasPrefix("of a\nof b\n"))
      #expect(
        other.errorText.contains("#1 matches, but has been replayed already"),
        "\(other.errorText)")
    }

    @Test func `eight users at once replay as eight`() async throws {
      let workshop = try Workshop()
      let service = try Self.service()
      try workshop.folder.write(Self.client, to: "client.sh")
      try workshop.folder.write(
        """
        for user in $2; do
          sh client.sh "$1" "lines-$user" >"out-$user" 2>&1 &
        done
        wait
        """, to: "crowd.sh")
      let users = ["a", "b", "c", "d", "e", "f", "g", "h"]
      for user in users {
        // The first request is one that nobody else makes.
        let token = [user: "q7Zt2LmX9vB4nRk8\(user)"]
        try workshop.folder.write(
          lines([user + user, user + "me", user + "orders"], token), to: "lines-\(user)")
      }
      func crowd(_ users: [String], _ options: [String]) async throws -> [String] {
        let result = try await workshop.vcr(
          options + [
            "-c", "c.yaml", "--", "sh", "crowd.sh", service.origin, users.joined(separator: " "),
          ])
        #expect(result.status == 0, "\(result.errorText)")
        return users.sorted().map { workshop.text("out-\($0)") ?? "" }
      }
      let live = try await crowd(users, ["record"])
      for (user, text) in zip(users, live) { #expect(text.contains("/me of \(user)\n")) }
      service.stop()
      let replayed = try await crowd(users.reversed(), ["replay", "--require-all"])
      #expect(replayed == live)
    }
  }
#endif
