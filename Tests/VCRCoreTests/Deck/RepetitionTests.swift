import TestSupport
import Testing
import VCRCore

/// A deck serves an interaction again without deciding again where it would decide the same.
struct RepetitionTests {
  typealias F = DeckFixture

  /// The right to serve what a request gets again; nil where the deck has to decide once more.
  private func again(_ request: Interaction.Request, _ deck: Deck) throws -> Deck.Repetition? {
    var again: Deck.Repetition?
    _ = try deck.decide(request) { taken in
      again = taken.repetition
      return false
    }
    return again
  }

  private func again(
    _ path: String, changing change: (inout Deck.Options) -> Void
  ) throws -> Deck.Repetition? {
    let fixture = try F()
    try fixture.record([
      (F.request("/one"), "1"), (F.request("/poll"), "1"), (F.request("/poll"), "2"),
    ])
    var options = Deck.Options(repeats: true)
    change(&options)
    return try again(F.request(path), try Deck(cassette: fixture.cassette, options: options))
  }

  @Test func `what the request alone decides is served again`() throws {
    #expect(try again("/one") { _ in } != nil)
    #expect(try again("/one") { $0.repeats = false } != nil)
    #expect(try again("/one") { $0.passthroughHosts = ["other.example.com"] } != nil)
  }

  @Test func `a second interaction, a closure or a recording has to be asked each time`() throws {
    #expect(try again("/poll") { _ in } == nil)
    #expect(try again("/one") { $0.mode = .newEpisodes } == nil)
    #expect(try again("/one") { $0.hooks.passthrough = { _ in false } } == nil)
    #expect(try again("/one") { $0.hooks.beforeReplay = { interaction, _ in interaction } } == nil)
    #expect(try again("/one") { $0.latency = .recorded } == nil)
    #expect(
      try again("/one") { $0.equivalence = [.method, .custom("any") { _, _ in true }] } == nil)
  }

  @Test func `a request that a stub may answer has to be asked each time`() throws {
    let fixture = try F()
    try fixture.record([(F.request("/one"), "1")])
    let deck = try Deck(
      cassette: fixture.cassette,
      stubs: [.stub(.get, "https://api.example.com/other", .response(text: "stubbed"))])
    #expect(try again(F.request("/one"), deck) == nil)
  }

  @Test func `what is served again counts like anything else, until it is used up`() throws {
    let fixture = try F()
    try fixture.write(
      """
      vcr: 1
      interactions:
      - request: {method: GET, url: 'https://api.example.com/twice'}
        times: 3
        response: {status: 200, body: {text: twice}}
      - request: {method: GET, url: 'https://api.example.com/other'}
        response: {status: 200, body: {text: other}}

      """)
    let deck = try fixture.deck()
    let again = try #require(try again(F.request("/twice"), deck))
    #expect(deck.take(again))
    #expect(deck.take(again))
    #expect(!deck.take(again))
    #expect(try deck.refusal(F.request("/twice"))?.reason == .usedUp)
    let summary = try deck.close()
    #expect(summary.replayed == 3)
    #expect(summary.unused == [2])
    #expect(!deck.take(again))
  }

  @Test func `a token that was learned since makes the deck decide once more`() throws {
    let fixture = try F()
    try fixture.record([(F.request("/one"), "1")])
    let deck = try fixture.deck(repeats: true)
    let again = try #require(try again(F.request("/one"), deck))
    #expect(deck.take(again))
    _ = try deck.decide(F.request("/login?access_token=q8Zt5rLmX2vK9wNd"))
    #expect(!deck.take(again))
    #expect(try self.again(F.request("/one"), deck) != nil)
  }

  @Test func `a user whose number is known gets his own again`() throws {
    let fixture = try F()
    let users = ["q8Zt5rLmX2vK9wNdQ8", "h3Yc7PsBf6GjT1xV4e"].map {
      F.request("/me", headers: ["Authorization": "Bearer \($0)"])
    }
    try fixture.record([(users[0], "first"), (users[1], "second")])
    let deck = try fixture.deck(
      .none, [.method, .url, .headers("Authorization")], repeats: true)
    for user in users + users { _ = try deck.replayed(user) }
    let again = try users.map { try self.again($0, deck) }
    #expect(again.map { $0?.item } == [0, 1])
  }
}
