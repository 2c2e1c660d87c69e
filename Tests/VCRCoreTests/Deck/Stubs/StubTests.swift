import TestSupport
import Testing
import VCRCore

@Suite struct StubTests {
  typealias F = DeckFixture

  @Test func `a stub answers its method and URL with JSON in the order written`() throws {
    let deck = Deck(stubs: [
      .stub(
        .get, "https://api.example.com/users/1",
        json: ["name": "Ada \"the first\"", "id": 1, "tags": [true, nil, 0.5]])
    ])
    #expect(
      try deck.replayed(F.request("/users/1"))
        == #"{"name":"Ada \"the first\"","id":1,"tags":[true,null,0.5]}"#)
    #expect(try deck.replayed(F.request("/users/1", method: "POST")) == nil)
    #expect(try deck.replayed(F.request("/users/2")) == nil)
    #expect(try deck.close().stubbed == 1)
  }

  @Test(arguments: [
    (Stub.Method.get, "GET"), (.head, "HEAD"), (.post, "POST"), (.put, "PUT"), (.patch, "PATCH"),
    (.delete, "DELETE"), (.options, "OPTIONS"),
  ])
  func `a method answers requests of its own name alone`(method: Stub.Method, name: String) throws {
    for other in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "get"] {
      let deck = Deck(stubs: [.stub(method, "https://api.example.com/a", status: 204)])
      let refusal = try deck.refusal(F.request("/a", method: other))
      #expect((refusal == nil) == (other == name), "\(other)")
    }
  }

  @Test func `a wildcard stands for one segment and two for any number`() throws {
    let deck = Deck(stubs: [
      .stub(.any, "https://*.example.com/users/*", .response(text: "one")),
      .stub(.any, "https://*.example.com/**", .response(text: "any")),
    ])
    #expect(try deck.replayed(F.request("/users/7?page=2", method: "PUT")) == "one")
    #expect(try deck.replayed(F.request("/users/7/photo")) == "any")
    #expect(try deck.refusal(.init(url: "https://example.org/")) != nil)
  }

  @Test func `stubs for one request are served in the order given, each as often as it may`() throws
  {
    let deck = Deck(stubs: [
      .stub(.get, "https://api.example.com/a", .response(text: "1"), times: 1),
      .stub(.get, "https://api.example.com/*", .response(text: "2"), times: 2),
      .stub(.get, "https://api.example.com/a", .response(text: "3")),
    ])
    let texts = try (1...5).map { _ in try deck.replayed(F.request("/a")) }
    #expect(texts == ["1", "2", "2", "3", "3"])
  }

  @Test func `a condition and a handler see the request as the client sent it`() throws {
    let deck = Deck(stubs: [
      Stub.stub(.get, "https://api.example.com/me") { request in
        .response(text: request.headers["Authorization"] ?? "")
      }.matching { $0.headers["Authorization"]?.hasPrefix("Bearer ") == true }
    ])
    let request = F.request("/me", headers: ["Authorization": "Bearer abc"])
    #expect(try deck.replayed(request) == "Bearer abc")
    #expect(try deck.refusal(F.request("/me")) != nil)
  }

  @Test func `an error that a handler throws goes to the client`() throws {
    let deck = Deck(stubs: [.stub(.get, "https://api.example.com/") { _ in throw NotRecorded() }])
    #expect(throws: NotRecorded.self) { try deck.decide(F.request("/")) }
  }

  @Test func `verifying names expectations that were not met and requests nothing answered`() throws
  {
    let deck = Deck(stubs: [
      .expect(.post, "https://api.example.com/users", status: 201, times: 2),
      .expect(.get, "https://api.example.com/users"),
      .stub(.get, "https://api.example.com/unused"),
    ])
    _ = try deck.decide(F.request("/users", method: "POST"))
    _ = try deck.decide(F.request("/users"))
    _ = try deck.decide(F.request("/users"))
    _ = try deck.decide(F.request("/teams?token=s3cret"))
    let error = #expect(throws: VerificationError.self) { try deck.verify() }
    #expect(
      error?.description == """
        Expected requests that did not come:
          POST https://api.example.com/users  1 of 2

        No stub answers  GET https://api.example.com/users
        3 stubs, no cassette

        The closest stubs:
          GET https://api.example.com/users  (used up: served 1 of 1)
          POST https://api.example.com/users
          GET https://api.example.com/unused

        To answer it:            .stub(.get, "https://api.example.com/users", status: 200)

        No stub answers  GET https://api.example.com/teams?token={{TOKEN}}
        3 stubs, no cassette

        The closest stubs:
          GET https://api.example.com/users  (used up: served 1 of 1)
          GET https://api.example.com/unused
          POST https://api.example.com/users

        To answer it:            .stub(.get, "https://api.example.com/teams?token={{TOKEN}}", status: 200)
        """)
  }

  @Test func `a stub whose URL no request has is reported as such`() throws {
    let deck = Deck(stubs: [.stub(.get, "/users/*")])
    _ = try deck.decide(F.request("/users/7"))
    let error = #expect(throws: VerificationError.self) { try deck.verify() }
    let line = "  GET /users/*  (no request has such a URL; any host and scheme are *://*/…)\n"
    #expect(error?.description.contains(line) == true, "\(String(describing: error))")
    let any = Deck(stubs: [.stub(.get, "*://*/users/*")])
    _ = try any.decide(F.request("/users/7"))
    try any.verify()
  }

  @Test func `verifying is content when every expectation was met`() throws {
    let deck = Deck(stubs: [.expect(.get, "https://api.example.com/users")])
    _ = try deck.decide(F.request("/users"))
    try deck.verify()
  }

  @Test func `stubs come before the cassette, which answers the rest`() throws {
    let fixture = try F()
    try fixture.record([(F.request("/a"), "recorded a"), (F.request("/b"), "recorded b")])
    let deck = try Deck(
      cassette: fixture.cassette,
      stubs: [.stub(.get, "https://api.example.com/a", .response(text: "stubbed"), times: 1)])
    #expect(try deck.replayed(F.request("/a")) == "stubbed")
    #expect(try deck.replayed(F.request("/a")) == "recorded a")
    #expect(try deck.replayed(F.request("/b")) == "recorded b")
  }

  @Test func `a stub that stands in for the service is recorded once and then replayed`() throws {
    let fixture = try F()
    let stub = Stub.stub(.get, "epub://book/*") { request in
      .resource(Array(request.url.utf8), mediaType: "text/html", textEncoding: "utf-8")
    }.recorded()
    for count in [1, 0] {
      let deck = try Deck(
        cassette: fixture.cassette, stubs: [stub], options: .init(mode: .newEpisodes))
      #expect(try deck.replayed(.init(url: "epub://book/1.html")) == "epub://book/1.html")
      #expect(try deck.close().recorded == count)
    }
    let deck = try fixture.deck()
    guard case .replay(let playback) = try deck.decide(.init(url: "epub://book/1.html")),
      case .response(let response) = playback.interaction.outcome
    else {
      Issue.record("it is not in the cassette")
      return
    }
    #expect(response.mediaType == "text/html")
    #expect(response.textEncoding == "utf-8")
    #expect(response.status == nil)
  }

  @Test func `a thousand plain stubs are found by their URL`() throws {
    let deck = Deck(
      stubs: (0..<1000).map {
        .stub(.get, "https://api.example.com/\($0)", .response(text: "\($0)"))
      })
    for index in [0, 500, 999] {
      #expect(try deck.replayed(F.request("/\(index)")) == "\(index)")
    }
  }
}
