import VCRLocks
import TestSupport
import Testing
import VCRCore

@Suite struct HookTests {
  typealias F = DeckFixture

  @Test func `a hook changes or drops what is recorded, after the secrets are gone`() throws {
    let fixture = try F()
    let seen = Mutex<[String]>([])
    var options = Deck.Options(mode: .once)
    options.hooks.beforeRecord = { interaction in
      seen.withLock { $0.append(interaction.request.headers["Authorization"] ?? "") }
      guard !interaction.request.url.hasSuffix("/health") else { return nil }
      var changed = interaction
      // What a hook brings in is redacted too.
      changed.request.url += "?access_token=leaked"
      return changed
    }
    let deck = try Deck(cassette: fixture.cassette, options: options)
    for path in ["/health", "/users"] {
      let request = F.request(path, headers: ["Authorization": "Bearer abc"])
      guard case .record(let ticket) = try deck.decide(request) else { throw NotRecorded() }
      try deck.record(F.response("x"), for: ticket)
    }
    #expect(try deck.close().recorded == 1)
    #expect(seen.withLock { $0 } == ["{{AUTHORIZATION}}", "{{AUTHORIZATION}}"])
    let text = try fixture.text()
    #expect(text.contains("/users?access_token={{ACCESS_TOKEN}}"))
    #expect(!text.contains("/health"))
    #expect(!text.contains("leaked"))
  }

  @Test func `a hook changes what is replayed, and dropping goes on to the next`() throws {
    let fixture = try F()
    try fixture.record([(F.request("/a"), "1"), (F.request("/a"), "2")])
    var options = Deck.Options()
    options.hooks.beforeReplay = { interaction, request in
      guard interaction.text != "1", case .response(var response) = interaction.outcome else {
        return nil
      }
      response.body.bytes += Array(" for \(request.method)".utf8)
      var changed = interaction
      changed.outcome = .response(response)
      return changed
    }
    let deck = try Deck(cassette: fixture.cassette, options: options)
    #expect(try deck.replayed(F.request("/a")) == "2 for GET")
    #expect(try deck.refusal(F.request("/a")) != nil)
    let summary = try deck.close()
    #expect(summary.replayed == 1)
  }

  @Test(.timeLimit(.minutes(10)))
  func `dropping everything of a deck that repeats ends in a refusal`() throws {
    let fixture = try F()
    try fixture.record([(F.request("/a"), "1")])
    var options = Deck.Options(repeats: true)
    options.hooks.beforeReplay = { _, _ in nil }
    let deck = try Deck(cassette: fixture.cassette, options: options)
    #expect(try deck.refusal(F.request("/a")) != nil)
  }

  @Test func `a request that the predicate lets through is neither replayed nor recorded`() throws {
    let fixture = try F()
    try fixture.record([(F.request("/a"), "1")])
    var options = Deck.Options()
    options.hooks.passthrough = { $0.headers["X-Live"] != nil }
    let deck = try Deck(cassette: fixture.cassette, options: options)
    guard case .passThrough = try deck.decide(F.request("/a", headers: ["X-Live": "1"])) else {
      Issue.record("it was not let through")
      return
    }
    #expect(try deck.replayed(F.request("/a")) == "1")
    #expect(try deck.close().passedThrough == 1)
  }

  @Test func `verifying under requires-all names what nothing asked for`() throws {
    let fixture = try F()
    try fixture.record([(F.request("/a"), "1"), (F.request("/b"), "2")])
    let deck = try Deck(cassette: fixture.cassette, options: .init(requiresAll: true))
    _ = try deck.replayed(F.request("/a"))
    let error = #expect(throws: VerificationError.self) { try deck.verify() }
    #expect(error?.unused.map(\.number) == [2])
    #expect(error?.unused.map(\.request) == ["GET https://api.example.com/b"])
  }
}
