import TestSupport
import Testing
import VCRCore

/// A client that compares what comes back with what it has sent, as OAuth asks for (RFC 6749
/// §10.12), gets its own value in a replay.
struct ReturnedValueTests {
  typealias F = DeckFixture

  private static func state(_ mark: String) -> String { "q7Zt2LmX9vB4nRk8Wd3Hs6Yc\(mark)" }

  private static func login(_ state: String) -> Interaction.Request {
    F.request("/authorize?client=me&state=\(state)")
  }

  private static func redirect(_ state: String) -> Interaction.Outcome {
    .response(
      .init(
        status: 302,
        headers: ["Location": "https://app.example.com/cb?code=7&state=\(state)#state=\(state)"]))
  }

  private func record(
    _ fixture: F, _ exchanges: [(Interaction.Request, Interaction.Outcome)]
  ) throws {
    let deck = try Deck(cassette: fixture.cassette, options: .init(mode: .once))
    for (request, outcome) in exchanges {
      try deck.record(outcome, for: try #require(try deck.ticket(request)))
    }
    try deck.close()
  }

  private func replayed(
    _ deck: Deck, _ request: Interaction.Request, isPrepared: Bool = false
  ) throws -> Interaction.Response? {
    guard case .replay(let playback) = try deck.decide(request, isPrepared: { _ in isPrepared })
    else { return nil }
    return playback.interaction.outcome.asResponse
  }

  @Test func `a redirect carries the state that the client sends now`() throws {
    let fixture = try F()
    try record(fixture, [(Self.login(Self.state("a")), Self.redirect(Self.state("a")))])
    #expect(try fixture.text().contains("state={{STATE}}#state={{STATE}}"))
    let response = try #require(try replayed(try fixture.deck(), Self.login(Self.state("b"))))
    let own = Self.state("b")
    #expect(
      response.headers.fields.first?.value
        == "https://app.example.com/cb?code=7&state=\(own)#state=\(own)")
  }

  @Test(arguments: [
    ("3f2504e0-4f89-11d3-9a0c-0305e82c3301", "d5fb2f71-7a63-4f5f-bbdc-8b8e0a7e6f1a"),
    ("989439", "621671"), ("f6cd684e", "eb42f8c6"),
    ("OCxfiNjvfxaLDsysbqNQXQ", "BhzeBHtPlzoimvTFAsxWQe"),
  ])
  func `an identifier, a short number and letters are the state of a login, and of nothing else`(
    old: String, new: String
  ) throws {
    func login(_ state: String) -> Interaction.Request {
      F.request("/authorize?response_type=code&client_id=me&state=\(state)")
    }
    let fixture = try F()
    func orders(_ state: String) -> Interaction.Request {
      F.request("/orders?state=\(state.prefix(6))")
    }
    try record(fixture, [(login(old), Self.redirect(old)), (orders(old), F.response("one"))])
    let deck = try fixture.deck()
    let response = try #require(try replayed(deck, login(new)))
    #expect(
      response.headers.fields.first?.value
        == "https://app.example.com/cb?code=7&state=\(new)#state=\(new)")
    #expect(try deck.refusal(orders(new)) != nil)
    #expect(try deck.replayed(orders(old)) == "one")
  }

  @Test(arguments: ["", "&code_challenge_method=S256"])
  func `a login whose nonce and challenge the client makes anew replays, and returns the nonce`(
    rest: String
  ) throws {
    func pairs(_ mark: String) -> String {
      "response_type=code&client_id=me&nonce=n0S6WzA2Mj9vB4kQ7xT2\(mark)"
        + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw\(mark)" + rest
    }
    func pushed(_ mark: String) -> Interaction.Request {
      F.request(
        "/as/par", method: "POST", headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: pairs(mark))
    }
    func page(_ mark: String) -> Interaction.Outcome {
      F.response("<input name=\"nonce\" value=\"n0S6WzA2Mj9vB4kQ7xT2\(mark)\">")
    }
    let fixture = try F()
    try record(
      fixture,
      [
        (F.request("/authorize?" + pairs("aX")), page("aX")),
        (pushed("aY"), F.response("pushed")),
      ])
    let text = try fixture.text()
    #expect(text.contains("nonce={{NONCE}}&code_challenge={{CODE_CHALLENGE}}"))
    #expect(!text.contains("n0S6WzA2Mj9vB4kQ7xT2") && !text.contains("E9Melhoa2Owv"))
    let deck = try fixture.deck(.none, [.method, .url, .body])
    #expect(
      try deck.replayed(F.request("/authorize?" + pairs("bX")))
        == "<input name=\"nonce\" value=\"n0S6WzA2Mj9vB4kQ7xT2bX\">")
    #expect(try deck.replayed(pushed("bY")) == "pushed")
    // Where there is no login, a nonce is a value as any other.
    let other = F.request("/orders?nonce=n0S6WzA2Mj9vB4kQ7xT2")
    #expect(Redaction.standard.redacting(other).url == other.url)
  }

  @Test func `two clients at once get each their own, whatever a door has prepared`() throws {
    let fixture = try F()
    try record(fixture, [(Self.login(Self.state("a")), Self.redirect(Self.state("a")))])
    let deck = try fixture.deck(repeats: true)
    for mark in ["b", "c", "b", "d"] {
      let response = try #require(
        try replayed(deck, Self.login(Self.state(mark)), isPrepared: true))
      #expect(response.headers.fields.first?.value.contains(Self.state(mark)) == true)
    }
  }

  @Test func `a later response, to a form without the state, has it, too`() throws {
    let fixture = try F()
    let page = F.response("<input name=\"state\" value=\"\(Self.state("a"))\">")
    let form = F.request("/login", method: "POST", body: "user=ada")
    try record(
      fixture,
      [(Self.login(Self.state("a")), page), (form, Self.redirect(Self.state("a")))])
    let deck = try fixture.deck()
    _ = try replayed(deck, Self.login(Self.state("b")))
    let response = try #require(try replayed(deck, form))
    #expect(response.headers.fields.first?.value.contains("&state=\(Self.state("b"))#") == true)
  }

  @Test func `a state of other characters is spelled as its place asks for`() throws {
    let fixture = try F()
    let (sent, encoded) = ("q7Zt2LmX9vB4+Rk8Wd3H/6Yc", "q7Zt2LmX9vB4%2BRk8Wd3H%2F6Yc")
    let outcome = Interaction.Outcome.response(
      .init(
        status: 200, headers: ["Content-Type": "application/json"],
        body: Body(
          Array(#"{"state":"\#(sent)","next":"https://a.example/?state=\#(encoded)"}"#.utf8))))
    try record(fixture, [(Self.login(encoded), outcome)])
    let text = try fixture.text()
    #expect(!text.contains(sent) && !text.contains(encoded))
    let (now, nowEncoded) = ("h8Gf3Ds6Ap5O/Uyb9Tr2Kx+w", "h8Gf3Ds6Ap5O%2FUyb9Tr2Kx%2Bw")
    let response = try #require(try replayed(try fixture.deck(), Self.login(nowEncoded)))
    let body = String(decoding: response.body.bytes, as: UTF8.self)
    #expect(body.contains(#""state":"\#(now)""#) || body.contains(#""state": "\#(now)""#))
    #expect(body.contains("?state=\(nowEncoded)\""))
  }

  @Test func `no other placeholder is filled with what a client sends`() throws {
    let fixture = try F()
    let login = { (token: String) in
      F.request("/me", headers: ["Authorization": "Bearer \(token)"])
    }
    try record(
      fixture, [(login(Self.state("a")), F.response("Authorization: Bearer \(Self.state("a"))"))])
    let response = try #require(try replayed(try fixture.deck(), login(Self.state("b"))))
    let body = String(decoding: response.body.bytes, as: UTF8.self)
    #expect(!body.contains(Self.state("b")))
    #expect(body.contains("{{AUTHORIZATION}}"))
  }
}
