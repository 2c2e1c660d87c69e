#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// A script that logs in and uses the token it was given, around the command.
  struct TokenChainTests {
    private static let policies = ["method,url", "method,url,headers(Authorization),json"]

    /// Logs in and uses the token in a header, in the query and in a body.
    ///
    /// `-g` keeps curl from reading the braces of a placeholder as a pattern.
    private static let client = #"""
      set -e
      login=$(curl -fsS -X POST "$1/login/$2")
      token=$(printf '%s' "$login" | sed 's/.*"access_token": *"\([^"]*\)".*/\1/')
      echo "$token"
      curl -fsS -H "Authorization: Bearer $token" "$1/me/$2"
      curl -fsS -g "$1/items/$2?access_token=$token"
      curl -fsS -H 'Content-Type: application/json' -d "{\"session\":\"$token\"}" "$1/session/$2"
      """#

    /// Lets clients run at once, each with a file for what it printed.
    private static let crowd = """
      for number in $(seq 1 "$2"); do
        { sh client.sh "$1" "user-$number" && echo " done"; } >"out-$number" 2>&1 &
      done
      wait
      """

    private func run(
      _ workshop: Workshop, _ options: [String], _ service: TokenService, clients: Int,
      sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [String] {
      let result = try await workshop.vcr(
        options + ["-c", "c.yaml", "--", "sh", "crowd.sh", service.origin, "\(clients)"])
      #expect(result.status == 0, "\(result.errorText)", sourceLocation: sourceLocation)
      let outputs = (1...clients).map { workshop.text("out-\($0)") ?? "" }
      #expect(
        outputs.allSatisfy { $0.hasSuffix(" done\n") }, "\(outputs.prefix(2))",
        sourceLocation: sourceLocation)
      return outputs
    }

    @Test(arguments: policies, [1, 16])
    func `a token from a login is a placeholder wherever it goes`(policy: String, clients: Int)
      async throws
    {
      let workshop = try Workshop()
      try workshop.folder.write(Self.client, to: "client.sh")
      try workshop.folder.write(Self.crowd, to: "crowd.sh")
      let service = try TokenService()
      let live = try await run(
        workshop, ["record", "--match", policy], service, clients: clients)
      let tokens = service.tokens
      #expect(tokens.count == clients)
      let text = try #require(workshop.text("c.yaml"))
      for token in tokens {
        let isThere = text.contains(token)
        #expect(!isThere)
        #expect(live.contains { $0.hasPrefix(token + "\n") })
      }
      for place in TokenService.recordedPlaces {
        #expect(text.components(separatedBy: place).count > clients, "\(place)")
      }
      #expect(!text.contains("{{AUTHORIZATION}}"))

      // Another run has other tokens, and nothing else has changed.
      _ = try await run(
        workshop, ["record", "--mode", "all", "--match", policy], service, clients: clients)
      #expect(service.tokens.count == 2 * clients)
      let isSame = workshop.text("c.yaml") == text
      #expect(isSame)

      service.stop()
      let replayed = try await run(
        workshop, ["replay", "--match", policy, "--require-all"], service, clients: clients)
      for (replayed, live) in zip(replayed, live) {
        let token = live.prefix { $0 != "\n" }
        #expect(replayed == live.replacing(token, with: "{{ACCESS_TOKEN}}"))
      }
    }
  }
#endif
