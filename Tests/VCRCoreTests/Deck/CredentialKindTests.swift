import TestSupport
import Testing
import VCRCore

/// Users of one service who prove in different ways who they are.
struct CredentialKindTests {
  typealias F = DeckFixture

  private static let token = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"

  /// The user of each kind, with what else their client sends.
  private static func requests(agent: String) -> [Interaction.Request] {
    [
      [("Authorization", "Bearer \(token)")], [("X-Api-Key", token + "a")],
      [("X-Note", "ghp_" + token + "abcdefghijkl")], [("Cookie", "sid=\(token)b")], [],
    ].map { fields in
      F.request(
        "/me",
        headers: HeaderFields(
          [HeaderField("X-Client-Release", agent)]
            + fields.map { HeaderField($0.0, $0.1) }))
    }
  }

  @Test(arguments: [[4, 3, 2, 1, 0], [1, 0, 3, 2, 4], [2, 4, 0, 1, 3]])
  func `each gets what was recorded with its kind, in any order and from a newer client`(
    order: [Int]
  ) throws {
    let fixture = try F()
    try fixture.record(
      Self.requests(agent: "1.0").enumerated().map { ($0.element, "user \($0.offset)") })
    for policy in [
      RequestEquivalence.standard, [.method, .url, .custom("any") { _, _ in true }],
    ] {
      let deck = try fixture.deck(.none, policy)
      for user in order {
        #expect(try deck.replayed(Self.requests(agent: "2.0")[user]) == "user \(user)")
      }
    }
  }

  @Test func `a client without any gets what is left in recorded order`() throws {
    let fixture = try F()
    try fixture.record(
      Self.requests(agent: "1.0").dropLast().enumerated().map {
        ($0.element, "user \($0.offset)")
      })
    let deck = try fixture.deck()
    for user in 0..<4 {
      #expect(try deck.replayed(Self.requests(agent: "2.0")[4]) == "user \(user)")
    }
  }
}
