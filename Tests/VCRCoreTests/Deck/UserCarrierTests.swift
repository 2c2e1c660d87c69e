import Foundation
import Testing
import VCRCore

/// Two users of a service replay as two wherever their requests carry who they are.
struct UserCarrierTests {
  typealias F = DeckFixture

  /// Where a request carries the credentials of its user.
  enum Carrier: CaseIterable {
    case bearer, basic, apiKey, cookie, otherCookie, json, multipart, webToken, amazon, oauth

    /// The policy that compares this place.
    var policy: RequestEquivalence {
      switch self {
      case .bearer, .basic, .webToken, .amazon, .oauth: [.method, .url, .headers("Authorization")]
      case .apiKey: [.method, .url, .headers("X-Api-Key")]
      case .cookie, .otherCookie: [.method, .url, .headers("Cookie")]
      case .json: [.method, .url, .json]
      case .multipart: [.method, .url, .multipart]
      }
    }

    func request(
      _ path: String, _ value: String, agent: String = "a/1", note: String = "n"
    ) -> Interaction.Request {
      func request(_ fields: HeaderFields, _ body: String? = nil) -> Interaction.Request {
        F.request(
          path, method: body == nil ? "GET" : "POST",
          headers: HeaderFields([HeaderField("User-Agent", agent)] + fields.fields),
          body: body ?? "")
      }
      func encoded(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
      switch self {
      case .bearer: return request(["Authorization": "Bearer \(value)"])
      case .basic: return request(["Authorization": "Basic \(encoded("\(value):\(value)"))"])
      case .apiKey: return request(["X-Api-Key": value])
      case .cookie: return request(["Cookie": "theme=dark; sessionid=\(value); lang=en"])
      case .otherCookie: return request(["Cookie": "ref=\(value)"])
      case .amazon:
        return request([
          "Authorization":
            "AWS4-HMAC-SHA256 Credential=\(value)/20250101/x/s3/aws4_request, Signature=9f86d081"
        ])
      case .oauth:
        return request([
          "Authorization": "OAuth oauth_nonce=\"9f86d081\", oauth_token=\"\(value)\""
        ])
      case .webToken:
        let claims = encoded(#"{"sub":"\#(value)","iat":\#(Int.random(in: 0..<1 << 40))}"#)
          .replacing("=", with: "")
        let signature = (0..<4).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }
        let token = "eyJhbGciOiJIUzI1NiJ9.\(claims).\(signature.joined())"
        return request(["Authorization": "Bearer \(token)"])
      case .json:
        return request(
          ["Content-Type": "application/json"], #"{"note":"\#(note)","api_key":"\#(value)"}"#)
      case .multipart:
        let parts = [("note", note), ("api_key", value)].map {
          "--xYz\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n"
        }
        return request(
          ["Content-Type": "multipart/form-data; boundary=xYz"], parts.joined() + "--xYz--\r\n")
      }
    }
  }

  private static let ada = "q7Zt2LmX9vB4nRk8"
  private static let grace = "w3Ys8KpD1cH6jTf5"
  private static let others = ("n4Vb7Xc1Zq9Lk2Jh", "h8Gf3Ds6Ap5Oi1Uy")

  private func traffic(
    _ carrier: Carrier, _ paths: [String], _ first: String, _ second: String
  ) -> [(Interaction.Request, String)] {
    paths.flatMap { path in
      [
        (carrier.request(path, first), "ada \(path)"),
        (carrier.request(path, second), "grace \(path)"),
      ]
    }
  }

  @Test(arguments: Carrier.allCases)
  func `each of two users keeps what is theirs in whatever order`(carrier: Carrier) throws {
    let fixture = try F()
    let recorded = traffic(carrier, ["/me", "/orders", "/me"], Self.ada, Self.grace)
    try fixture.record(recorded)
    let text = try fixture.text()
    #expect(!text.contains(Self.ada) && !text.contains(Self.grace))
    #expect(text.contains("_2}}") && !text.contains("_3}}"), "\(text)")
    for policy in [.standard, carrier.policy] {
      let alike = try fixture.deck(.none, policy)
      for (request, text) in recorded { #expect(try alike.replayed(request) == text) }
      for (first, second) in [(Self.ada, Self.grace), Self.others] {
        // The client has a new version, and all of one user comes before the other.
        let deck = try fixture.deck(.none, policy)
        for path in ["/me", "/orders", "/me"] {
          let request = carrier.request(path, first, agent: "a/2")
          #expect(try deck.replayed(request) == "ada \(path)")
        }
        for path in ["/me", "/me", "/orders"] {
          let request = carrier.request(path, second, agent: "a/2")
          #expect(try deck.replayed(request) == "grace \(path)")
        }
        #expect(try deck.close().unused.isEmpty)
      }
    }
  }

  @Test(arguments: Carrier.allCases, [false, true])
  func `no user gets what digests prove to be another's, however often they ask`(
    carrier: Carrier, repeats: Bool
  ) throws {
    let fixture = try F()
    try fixture.record(traffic(carrier, ["/me", "/only"], Self.ada, Self.grace).dropLast())
    for policy in [.standard, carrier.policy, [.method, .path]] {
      let deck = try fixture.deck(.none, policy, repeats: repeats)
      // Grace comes first, asks once more than was recorded, and for what was Ada's alone.
      #expect(try deck.replayed(carrier.request("/me", Self.grace)) == "grace /me")
      let again = try deck.decide(carrier.request("/me", Self.grace))
      if repeats, case .replay(let playback) = again {
        #expect(playback.interaction.text == "grace /me")
      } else {
        guard case .refuse(let report) = again else {
          Issue.record("served \(again)")
          continue
        }
        #expect(report.reason == .usedUp && report.candidates.first?.number == 2)
      }
      let other = try #require(try deck.refusal(carrier.request("/only", Self.grace)))
      let difference = try #require(other.candidates.first?.differences.first)
      if policy.description != carrier.policy.description {
        #expect(difference.part == "user" && other.reason == .differs(part: "user"))
        #expect(difference.incoming?.hasSuffix("_2}}") == true, "\(other)")
      }
      // Of a user who was not recorded that is known once the others came.
      #expect(try deck.replayed(carrier.request("/me", Self.ada)) == "ada /me")
      #expect(try deck.refusal(carrier.request("/only", Self.others.0)) != nil)
      #expect(try deck.replayed(carrier.request("/only", Self.ada)) == "ada /only")
    }
  }

  @Test(arguments: Carrier.allCases)
  func `a replay says when a user may have got what was another's`(carrier: Carrier) throws {
    let fixture = try F()
    try fixture.record(traffic(carrier, ["/me"], Self.ada, Self.grace))
    let deck = try fixture.deck()
    // Nothing tells whose renewed values these are.
    for _ in 0..<2 { _ = try deck.replayed(carrier.request("/me", Self.others.0)) }
    let notices = try deck.close().notices
    #expect(notices.contains { $0.contains("may be another user's") }, "\(notices)")
  }

  @Test(arguments: Carrier.allCases)
  func `a user is known by the first request that nobody else made`(carrier: Carrier) throws {
    let fixture = try F()
    try fixture.record(
      [
        (carrier.request("/users/ada", Self.ada), "ada"),
        (carrier.request("/users/grace", Self.grace), "grace"),
      ] + traffic(carrier, ["/me", "/me"], Self.ada, Self.grace))
    let deck = try fixture.deck()
    let (first, second) = Self.others
    #expect(try deck.replayed(carrier.request("/users/grace", second)) == "grace")
    #expect(try deck.replayed(carrier.request("/me", second)) == "grace /me")
    #expect(try deck.replayed(carrier.request("/me", second)) == "grace /me")
    #expect(try deck.replayed(carrier.request("/me", first)) == "ada /me")
    #expect(try deck.replayed(carrier.request("/users/ada", first)) == "ada")
    #expect(try deck.replayed(carrier.request("/me", first)) == "ada /me")
  }

  @Test(arguments: Carrier.allCases)
  func `a recording with renewed values is the same to the byte, in another order too`(
    carrier: Carrier
  ) throws {
    let fixture = try F()
    let users = (1...4).map { "/users/\($0)" }
    func traffic(_ values: [String]) -> [(Interaction.Request, String)] {
      zip(users, values).map { (carrier.request($0, $1), $0) }
    }
    let values = (1...4).map { "q7Zt2LmX9vB4n\($0)k8" }
    try fixture.record(traffic(values))
    let text = try fixture.text()
    #expect(text.contains("_4}}") && !text.contains("_5}}"), "\(text)")
    for values in [values, (1...4).map { "Hy5Gt\($0)Rf4Ed3Ws2" }] {
      try fixture.record(traffic(values), mode: .all)
      #expect(try fixture.text() == text)
      try fixture.record(traffic(values).reversed(), mode: .all)
      #expect(Set(try fixture.text().split(separator: "\n")) == Set(text.split(separator: "\n")))
      try fixture.record(traffic(values), mode: .all)
    }
  }

  @Test(arguments: Carrier.allCases.filter { $0 != .webToken && $0 != .basic })
  func `one dummy for all is answered in recorded order`(carrier: Carrier) throws {
    let fixture = try F()
    let recorded = traffic(carrier, ["/me", "/orders", "/me"], Self.ada, Self.grace)
    try fixture.record(recorded)
    let deck = try fixture.deck()
    for (request, text) in traffic(carrier, ["/me", "/orders", "/me"], "dummy", "dummy") {
      #expect(try deck.replayed(request) == text)
    }
  }

  @Test(arguments: [Carrier.json, .multipart])
  func `one dummy for all is answered by the rest of its body first`(carrier: Carrier) throws {
    let fixture = try F()
    try fixture.record([
      (carrier.request("/notes", Self.ada, note: "one"), "one"),
      (carrier.request("/notes", Self.grace, note: "two"), "two"),
    ])
    let deck = try fixture.deck()
    #expect(try deck.replayed(carrier.request("/notes", "dummy", note: "two")) == "two")
    #expect(try deck.replayed(carrier.request("/notes", "dummy", note: "one")) == "one")
  }

  @Test(arguments: Carrier.allCases)
  func `a cassette that does not distinguish users is served as it was`(carrier: Carrier) throws {
    let fixture = try F()
    let recorded = traffic(carrier, ["/me", "/orders"], Self.ada, Self.grace)
    try fixture.record(recorded)
    try fixture.write(try fixture.text().replacing("_2}}", with: "}}"))
    for policy in [.standard, carrier.policy] {
      let deck = try fixture.deck(.none, policy)
      for (request, text) in recorded { #expect(try deck.replayed(request) == text) }
    }
  }

  @Test(arguments: [
    ("Authorization", "Basic %"), ("Authorization", "Digest username=\"%\", response=\"9f86d081\""),
    ("Authorization", "Hawk id=\"%\", mac=\"9f86d081884c7d65\""), ("Cookie", "lang=en; uid=%"),
    ("Cookie", "username=%"),
  ])
  func `users are known by their names where what proves them could be guessed`(
    field: String, value: String
  ) throws {
    func request(_ user: String) -> Interaction.Request {
      let own = value.hasPrefix("Basic") ? Data("\(user):pw7".utf8).base64EncodedString() : user
      return F.request(
        "/me", headers: HeaderFields([HeaderField(field, value.replacing("%", with: own))]))
    }
    let fixture = try F()
    try fixture.record(["7", "12", "7"].map { (request($0), "user \($0)") })
    let text = try fixture.text()
    #expect(text.contains("_2}}") && !text.contains("_3}}"), "\(text)")
    let deck = try fixture.deck()
    for user in ["12", "7", "7"] { #expect(try deck.replayed(request(user)) == "user \(user)") }
    #expect(try deck.refusal(request("12"))?.reason == .usedUp)
  }

  @Test func `no digest could confirm a guess of a password`() throws {
    let fixture = try F()
    try fixture.record(
      ["Winter 2024 in the garden", "Summer 2025 in the garden"].map { password in
        let pair = Data("ada:\(password)".utf8).base64EncodedString()
        return (F.request("/me", headers: ["Authorization": "Basic \(pair)"]), password)
      })
    let text = try fixture.text()
    // Both passwords have the digest of their user.
    let digests = try #require(text.firstMatch(of: /AUTHORIZATION: '?(\w{4}) (\w{4})/))
    #expect(digests.1 == digests.2, "\(text)")
  }

  @Test(arguments: [
    "Digest username=\"ada\", response=\"9f86d081884c7d6%\", nonce=\"q7Zt2L%\"",
    "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7ABCDEFG/x, Signature=9f86d081884c7d6%",
    "OAuth oauth_nonce=\"q7Zt2L%\", oauth_signature=\"9f86d081884c7d6%\"",
    "Negotiate YIIJvwYGKwYBBQUCoIIJszCCCa%",
  ])
  func `credentials that are computed for each request have no number`(credentials: String) throws {
    let fixture = try F()
    try fixture.record(
      (1...3).map {
        let value = credentials.replacing("%", with: "\($0)")
        return (
          F.request("/f", headers: ["Authorization": value, "DPoP": "q7Zt2LmX9\($0)"]), "\($0)"
        )
      })
    #expect(!(try fixture.text().contains("_2}}")))
  }
}
