#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing
  import VCRLocks

  /// Users who log in during the run and of whom only the token tells who they are, around the
  /// command.
  struct IssuedTokenTests {
    /// Logs one user in and asks who that is, once with each token.
    private static let client = #"""
      set -e
      value() { sed "s/.*\"$1\": *\"\([^\"]*\)\".*/\1/"; }
      login=$(curl -fsS -d "$2" "$1/login")
      for turn in 1 2; do
        token=$(printf '%s' "$login" | value access_token)
        refresh=$(printf '%s' "$login" | value refresh_token)
        curl -fsS -H "Authorization: Bearer $token" "$1/me"
        curl -fsS -g "$1/items?access_token=$token"
        curl -fsS -b "sessionid=$token" "$1/cookie"
        curl -fsS -u "me:$token" "$1/basic"
        login=$(curl -fsS -d "$refresh" "$1/refresh")
      done
      """#

    /// Lets users come one after the other, or all at once.
    private static let crowd = #"""
      for user in $2; do
        if [ "$3" = at-once ]; then
          sh client.sh "$1" "$user" >"out-$user" 2>&1 &
        else
          sh client.sh "$1" "$user" >"out-$user" 2>&1
        fi
      done
      wait
      """#

    /// A service that hands out tokens, each in place of the one before.
    private static func service() throws -> LoopbackServer {
      let users = Users()
      return try LoopbackServer { request in
        let body = String(decoding: request.body, as: UTF8.self)
        switch request.target.prefix(while: { $0 != "?" }) {
        case "/login": return users.login(body)
        case "/refresh": return users.login(users.name(in: body))
        case "/me": return ServerResponse(text: users.name(in: request.header("Authorization")))
        case "/basic":
          let pair = (request.header("Authorization") ?? "").split(separator: " ").last ?? ""
          let bytes = Data(base64Encoded: String(pair)) ?? Data()
          return ServerResponse(text: users.name(in: String(decoding: bytes, as: UTF8.self)))
        case "/items": return ServerResponse(text: users.name(in: request.target))
        default: return ServerResponse(text: users.name(in: request.header("Cookie")))
        }
      }
    }

    private final class Users: Sendable {
      private let names = Mutex<[String: String]>([:])

      func name(in text: String?) -> String {
        let token = (text ?? "").suffix(24)
        return names.withLock { $0[String(token)] ?? "nobody" }
      }

      func login(_ name: String) -> ServerResponse {
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789")
        let tokens = (0..<2).map { _ in
          "t0" + String((0..<22).compactMap { _ in letters.randomElement() })
        }
        names.withLock { names in for token in tokens { names[token] = name } }
        return ServerResponse(
          headers: [("Content-Type", "application/json")],
          text: #"{"access_token": "\#(tokens[0])", "refresh_token": "\#(tokens[1])"}"#)
      }
    }

    private func run(
      _ workshop: Workshop, _ options: [String], _ origin: String, _ users: [String],
      atOnce: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      try workshop.folder.write(Self.client, to: "client.sh")
      try workshop.folder.write(Self.crowd, to: "crowd.sh")
      let result = try await workshop.vcr(
        options + [
          "-c", "c.yaml", "--", "sh", "crowd.sh", origin, users.joined(separator: " "),
          atOnce ? "at-once" : "",
        ])
      #expect(result.status == 0, "\(result.errorText)", sourceLocation: sourceLocation)
      for user in users {
        let text = workshop.text("out-\(user)")
        #expect(
          text == String(repeating: user, count: 8), "\(user)", sourceLocation: sourceLocation)
      }
    }

    @Test func `users who log in during the run get their own in any order`() async throws {
      let workshop = try Workshop()
      let service = try Self.service()
      let users = ["alice", "bob", "carol"]
      try await run(workshop, ["record"], service.origin, users)
      let text = try #require(workshop.text("c.yaml"))
      #expect(text.contains("Bearer {{ACCESS_TOKEN_2}}"))
      #expect(!text.contains("__0"))
      // Neither another order, nor that they come at once, changes the cassette.
      for order in [users, users.reversed(), ["bob", "carol", "alice"]] {
        for atOnce in [false, true] {
          try await run(
            workshop, ["record", "--mode", "all"], service.origin, order, atOnce: atOnce)
          let isSame = workshop.text("c.yaml") == text
          #expect(isSame, "\(order), at once: \(atOnce)")
        }
      }
      service.stop()
      for order in [users, users.reversed(), ["bob", "carol", "alice"]] {
        for atOnce in [false, true] {
          try await run(
            workshop, ["replay", "--require-all"], service.origin, order, atOnce: atOnce)
        }
      }
    }

    /// What users send to log in: who they are, and a secret or nothing else.
    @Test(arguments: ["client_id=USER&client_secret=SECRET", "client_secret=SECRET"])
    func `users who log in with secrets at once leave no diff`(login: String) async throws {
      let workshop = try Workshop()
      let users = Users()
      let service = try LoopbackServer { request in
        request.target == "/login" ? users.login("") : ServerResponse(text: "fine")
      }
      let secrets = [
        "q8Zr4TnW1xKd7VbMu3Yc", "J5hPw9LsX2eGa6NfRt0D", "b7Vy1CmQ8kZo4SuHd3Tx",
        "W6nFr0JpE9iLg2AqKv5Y", "m4Xs8BtU1cRw7OzNj3Hd", "P2kGe6VyQ9aTf5LhIx0S",
      ]
      let logins = secrets.enumerated().map { number, secret in
        login.replacing("USER", with: "u\(number)").replacing("SECRET", with: secret)
      }
      let script = #"""
        for login in $2; do
          (token=$(curl -fsS -d "$login" "$1/login" | sed 's/.*"access_token": *"\([^"]*\)".*/\1/')
          curl -fsS -H "Authorization: Bearer $token" "$1/me") &
        done
        wait
        """#
      var first: String?
      for round in 1...5 {
        let order = round.isMultiple(of: 2) ? logins.reversed() : logins
        let result = try await workshop.vcr([
          "record", "--mode", "all", "-c", "c.yaml", "--", "sh", "-c", script, "sh",
          service.origin, order.joined(separator: " "),
        ])
        #expect(result.status == 0, "\(result.errorText)")
        let text = try #require(workshop.text("c.yaml"))
        #expect(text.contains("Bearer {{ACCESS_TOKEN_6}}"), "\(text)")
        #expect(text == first ?? text, "round \(round)")
        first = text
      }
    }

    @Test func `who gets what was recorded with another token is reported`() async throws {
      let workshop = try Workshop()
      let service = try Self.service()
      let client = #"""
        for user in alice bob; do
          token=$(curl -fsS -d $user "$1/login" | sed 's/.*"access_token": *"\([^"]*\)".*/\1/')
          for turn in $2; do curl -fsS -H "Authorization: Bearer $token" "$1/me"; done
        done
        """#
      func run(_ mode: String, turns: String) async throws -> String {
        let result = try await workshop.vcr([
          mode, "-c", "c.yaml", "--", "sh", "-c", client, "sh", service.origin, turns,
        ])
        return result.errorText
      }
      #expect(try await !run("record", turns: "1").contains("another user's"))
      service.stop()
      #expect(try await !run("replay", turns: "1").contains("another user's"))
      let text = try await run("replay", turns: "1 2")
      #expect(
        text.contains(
          "a request with {{ACCESS_TOKEN}} got what was recorded with {{ACCESS_TOKEN_2}}, which "
            + "may be another user's"), "\(text)")
    }

    @Test func `a token that nothing has to tell from another has no number`() async throws {
      let workshop = try Workshop()
      let service = try Self.service()
      let result = try await workshop.vcr([
        "record", "-c", "c.yaml", "--", "sh", "-c",
        #"login=$(curl -fsS -d alice "$0/login"); curl -fsS -d bob "$0/login"; curl -fsS "$0/me""#,
        service.origin,
      ])
      #expect(result.status == 0, "\(result.errorText)")
      let text = try #require(workshop.text("c.yaml"))
      #expect(text.components(separatedBy: "{{ACCESS_TOKEN}}").count == 3)
      #expect(!text.contains("{{ACCESS_TOKEN_"))
    }
  }
#endif
