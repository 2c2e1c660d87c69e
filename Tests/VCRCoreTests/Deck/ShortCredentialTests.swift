import Foundation
import Testing

@testable import VCRCore

/// Users whom only a short credential tells apart, of which no digest may be made that could
/// confirm a guess.
struct ShortCredentialTests {
  typealias F = DeckFixture

  /// Where a request carries its credential.
  enum Carrier: CaseIterable {
    case bearer, bare, basicKey, apiKey, session, query, form, json

    func request(_ credential: String, path: String = "/me") -> Interaction.Request {
      func post(_ type: String, _ body: String) -> Interaction.Request {
        F.request(path, method: "POST", headers: ["Content-Type": type], body: body)
      }
      switch self {
      case .bearer: return F.request(path, headers: ["Authorization": "Bearer \(credential)"])
      case .bare: return F.request(path, headers: ["Authorization": credential])
      case .basicKey:
        let pair = Data("\(credential):".utf8).base64EncodedString()
        return F.request(path, headers: ["Authorization": "Basic \(pair)"])
      case .apiKey: return F.request(path, headers: ["X-Api-Key": credential])
      case .session: return F.request(path, headers: ["Cookie": "lang=en; session=\(credential)"])
      case .query: return F.request("\(path)?access_token=\(credential)")
      case .form: return post("application/x-www-form-urlencoded", "access_token=\(credential)")
      case .json: return post("application/json", #"{"api_key":"\#(credential)"}"#)
      }
    }
  }

  private static let users = ["ada", "bob", "carol", "k7", "key-42", "a3f91c"]

  private func recorded(_ carrier: Carrier, _ users: [String] = users) throws -> F {
    let fixture = try F()
    try fixture.record(users.map { (carrier.request($0), "of \($0)") })
    return fixture
  }

  @Test(arguments: Carrier.allCases)
  func `users with short credentials get their own in any order`(carrier: Carrier) throws {
    let fixture = try recorded(carrier)
    let deck = try fixture.deck()
    for user in Self.users.reversed() {
      #expect(try deck.replayed(carrier.request(user)) == "of \(user)")
    }
    // Who asks more often gets nobody else's, and is told so.
    #expect(try deck.refusal(carrier.request("ada"))?.reason == .usedUp)
  }

  @Test(arguments: Carrier.allCases)
  func `a recording with short credentials stays the same to the byte`(carrier: Carrier) throws {
    let fixture = try recorded(carrier)
    let text = try fixture.text()
    for users in [Self.users, Self.users] {
      try fixture.record(users.map { (carrier.request($0), "of \($0)") }, mode: .all)
      #expect(try fixture.text() == text)
    }
    try fixture.record(
      Self.users.reversed().map { (carrier.request($0), "of \($0)") }, mode: .all)
    let deck = try fixture.deck()
    for user in Self.users { #expect(try deck.replayed(carrier.request(user)) == "of \(user)") }
  }

  @Test(arguments: Carrier.allCases)
  func `a digest of a short credential says no more than tells it from the others`(
    carrier: Carrier
  ) throws {
    let fixture = try recorded(carrier, ["ada", "bob"])
    let text = try fixture.text()
    #expect(text.contains("_2}}"), "\(text)")
    let line = try #require(text.firstMatch(of: /value_digests:\n  salt: '(\w+)'\n  (\w+): (.+)\n/))
    let digests = line.3.split(separator: " ")
    #expect(digests.count == 2 && digests.allSatisfy { $0.count <= 3 }, "\(text)")
    // Of many guesses some have the same digest.
    let salt = ValueDigests(salt: String(line.1))
    let name = Array(line.2.utf8)
    let isAlike = (0..<20_000).contains { number in
      guard let guess = ValueDigests.fingerprint(of: Array("w\(number)".utf8), name) else {
        return false
      }
      return salt.digest(of: guess, name).hasPrefix(digests[0])
    }
    #expect(isAlike, "\(digests)")
  }

  @Test(arguments: Carrier.allCases)
  func `a dummy stands for all users with short credentials, in recorded order`(
    carrier: Carrier
  ) throws {
    let fixture = try recorded(carrier, ["ada", "bob"])
    for dummy in ["dummy", "test", "test-token", "placeholder"] {
      let deck = try fixture.deck()
      for user in ["ada", "bob"] {
        #expect(try deck.replayed(carrier.request(dummy)) == "of \(user)", "\(dummy)")
      }
    }
  }

  @Test func `passwords get no digest`() throws {
    let fixture = try F()
    try fixture.record(
      zip(["winter", "sommer"], ["1", "2"]).map { password, body in
        (
          F.request(
            "/login", method: "POST", headers: ["Content-Type": "application/json"],
            body: #"{"password":"\#(password)"}"#), body
        )
      })
    #expect(!(try fixture.text().contains("value_digests")))
  }

  @Test func `words in cookies tell requests apart, users and settings alike`() throws {
    let fixture = try F()
    let words = ["theme=dark", "theme=light", "u=ada", "u=bob"]
    try fixture.record(words.map { (F.request("/a", headers: ["Cookie": $0]), "of \($0)") })
    let deck = try fixture.deck()
    for word in words.reversed() {
      #expect(
        try deck.replayed(F.request("/a", headers: ["Cookie": word])) == "of \(word)", "\(word)")
    }
  }
}
