import Testing
import VCRCore

/// What a deck decides about requests whose bodies it does not have yet.
struct StreamedDecisionTests {
  typealias F = DeckFixture

  @Test func `a body is needed where the cassette may hold the response`() throws {
    let fixture = try F()
    #expect(try !fixture.deck(.once).needsBody(of: F.request("/a")))
    try fixture.record([(F.request("/a", method: "POST", body: "x"), "a")])
    let known = F.request("/a", method: "POST")
    for equivalence in [RequestEquivalence.standard, [.method, .url, .body]] {
      let deck = try Deck(
        cassette: fixture.cassette, options: .init(mode: .newEpisodes, equivalence: equivalence))
      #expect(deck.needsBody(of: known))
      #expect(!deck.needsBody(of: F.request("/b", method: "POST")))
      #expect(!deck.needsBody(of: F.request("/a", method: "PUT")))
      try deck.close()
    }
    for mode in [RecordMode.all, .offline] {
      let deck = try Deck(cassette: fixture.cassette, options: .init(mode: mode))
      #expect(!deck.needsBody(of: known))
      try deck.close()
    }
    let replay = try Deck(cassette: fixture.cassette, options: .init())
    #expect(replay.needsBody(of: known))
    _ = try replay.decide(F.request("/a", method: "POST", body: "x"))
    // What was used up is not served again.
    #expect(!replay.needsBody(of: known))
  }

  @Test func `a host that is passed through needs no body`() throws {
    let deck = try Deck(
      cassette: F().cassette,
      options: .init(mode: .once, passthroughHosts: ["api.example.com"]))
    #expect(!deck.needsBody(of: F.request("/a", method: "POST")))
  }
}
