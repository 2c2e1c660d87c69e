import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// Exchanges that are recorded while they go on, and what is left of them without their end.
struct UnfinishedExchangeTests {
  private let fixture: DeckFixture
  init() throws { fixture = try DeckFixture() }

  private static let events: HeaderFields = ["Content-Type": "text/event-stream", "X-A": "1"]

  private static func response(
    _ pieces: String..., headers: HeaderFields = events, after: Double? = nil
  ) -> Interaction.Response {
    let chunks = pieces.map { Body.Chunk(length: $0.utf8.count, after: after) }
    return .init(
      status: 200, reason: "OK", headers: headers,
      body: Body(Array(pieces.joined().utf8), chunks: chunks))
  }

  /// Begins to record a request for a stream.
  private func begin(
    _ deck: Deck, _ request: Interaction.Request
  ) throws -> (ticket: Deck.Ticket, unfinished: UnfinishedRecording) {
    let ticket = try #require(try deck.ticket(request))
    return (ticket, try #require(deck.recordUnfinished(for: ticket)))
  }

  private func recovered() throws -> [Interaction] {
    let recovery = try CassetteRecovery.recover(cassette: fixture.cassette)
    let file = try CassetteFile(path: fixture.cassette)
    #expect(file.count == recovery.recovered)
    return try (0..<file.count).map { try file.interaction(at: $0) }
  }

  private func response(of interaction: Interaction) throws -> Interaction.Response {
    guard case .response(let response) = interaction.outcome else {
      throw CocoaError(.coderValueNotFound)
    }
    return response
  }

  @Test func `what came of a stream before a kill is one exchange that broke off`() throws {
    let request = DeckFixture.request(
      "/feed?token=abcdefghijklmnop", method: "POST",
      headers: ["Authorization": "Bearer abcdefghijkl", "Content-Type": "image/png"],
      body: String(repeating: "\u{FFFD}\0", count: 3_000))
    do {
      // Nothing closes this deck, as nothing does after a kill.
      let deck = try fixture.deck(.once)
      let (_, unfinished) = try begin(deck, request)
      try unfinished.add(request, Self.response("data: 1\r\n\r\n", after: 0.1))
      let other = try #require(try deck.ticket(DeckFixture.request("/plain")))
      try deck.record(DeckFixture.response("plain"), for: other)
      var rest = request
      rest.body = []
      try unfinished.add(rest, Self.response("data: 2\n\n", "data: 3\r\n\r\n", after: 0.2))
      try unfinished.add(rest, Self.response("event: x\ndata: 4\n\n", after: 0.3))
    }
    let found = try recovered()
    #expect(found.count == 2)
    let feed = try response(of: found[0])
    #expect(
      String(decoding: feed.body.bytes, as: UTF8.self)
        == "data: 1\r\n\r\ndata: 2\n\ndata: 3\r\n\r\nevent: x\ndata: 4\n\n")
    #expect(feed.body.chunks.map(\.after) == [0.1, 0.2, 0.2, 0.3])
    #expect(feed.failure?.code == "networkConnectionLost" && feed.headers == Self.events)
    #expect(found[0].request.headers["Authorization"] == "{{AUTHORIZATION}}")
    #expect(found[0].request.body.bytes == request.body.bytes)
    // A large body is in a file, which the pieces after the first one do not name.
    #expect(try fixture.text().contains("file: cassette.yaml.files/"))
    #expect(found[1].text == "plain")
  }

  @Test(arguments: [true, false])
  func `encoded bytes of pieces are those of the whole where each has its own`(
    hasAll: Bool
  ) throws {
    func piece(_ text: String, _ encoded: String?) -> Interaction.Response {
      var response = Self.response(text)
      response.body.encoding = "br"
      response.body.encoded = encoded.map { .bytes(Array($0.utf8)) }
      return response
    }
    let request = DeckFixture.request("/feed")
    do {
      let deck = try fixture.deck(.once)
      let (_, unfinished) = try begin(deck, request)
      try unfinished.add(request, piece("data: 1\n\n", "a"))
      try unfinished.add(request, piece("data: 2\n\n", hasAll ? "b" : nil))
      try unfinished.add(request, piece("data: 3\n\n", "c"))
    }
    let feed = try response(of: try #require(try recovered().first))
    #expect(String(decoding: feed.body.bytes, as: UTF8.self) == "data: 1\n\ndata: 2\n\ndata: 3\n\n")
    #expect(feed.body.encoding == "br" && feed.body.chunks.count == 3)
    #expect(feed.body.encoded == (hasAll ? .bytes(Array("abc".utf8)) : nil))
  }

  @Test func `of an exchange that has ended no piece counts`() throws {
    let deck = try fixture.deck(.once)
    let request = DeckFixture.request("/feed")
    let (ticket, unfinished) = try begin(deck, request)
    try unfinished.add(request, Self.response("data: 1\n\n"))
    let whole = Self.response("data: 1\n\n", "data: 2\n\n")
    try deck.record(.response(whole), for: ticket)
    // It was on its way to the disk when the exchange ended.
    try unfinished.add(request, Self.response("data: 2\n\n"))
    try deck.amend(.response(whole), for: ticket)
    let summary = try deck.close()
    #expect(summary.recorded == 1)
    let file = try CassetteFile(path: fixture.cassette)
    #expect(file.count == 1)
    #expect(try response(of: try file.interaction(at: 0)) == whole)
    #expect(try !fixture.text().contains("interrupted"))
  }

  @Test(arguments: [RecordMode.once, .newEpisodes])
  func `what is recorded whole takes the place of what an interruption left of it`(
    mode: RecordMode
  ) throws {
    let request = DeckFixture.request("/feed")
    do {
      let deck = try fixture.deck(mode)
      let (_, unfinished) = try begin(deck, request)
      try unfinished.add(request, Self.response("data: 1\n\n"))
      let other = try begin(deck, DeckFixture.request("/other"))
      try other.unfinished.add(DeckFixture.request("/other"), Self.response("data: 2\n\n"))
    }
    let deck = try fixture.deck(mode)
    let ticket = try #require(try deck.ticket(request))
    let whole = Self.response("data: 1\n\n", "data: 3\n\n")
    try deck.record(.response(whole), for: ticket)
    try deck.close()
    let file = try CassetteFile(path: fixture.cassette)
    let found = try (0..<file.count).map { try file.interaction(at: $0) }
    #expect(found.count == 2)
    let feed = found.filter { $0.request.url == request.url }
    #expect(try feed.map { try response(of: $0) } == [whole])
    // Nobody has asked for the other once more.
    #expect(found.filter { $0.outcome.failure != nil }.count == 1)
  }

  @Test func `a copy of what came stands for those before it`() throws {
    let request = DeckFixture.request("/page")
    let type: HeaderFields = ["Content-Type": "application/json"]
    do {
      let deck = try fixture.deck(.once)
      let (_, unfinished) = try begin(deck, request)
      for size in [10, 200, 1_000] {
        let text = "{\"text\":\"" + String(repeating: "x", count: size)
        var copy = Self.response(text, headers: type)
        copy.body.chunks = []
        try unfinished.replace(request, copy)
      }
    }
    let found = try recovered()
    #expect(found.count == 1)
    let page = try response(of: found[0])
    #expect(page.body.count == 1_009 && page.failure != nil)
  }

  @Test func `a value that a body gives away by its beginning alone is not learned`() throws {
    let deck = try fixture.deck(.once)
    let request = DeckFixture.request("/page")
    let type: HeaderFields = ["Content-Type": "application/json"]
    let (ticket, unfinished) = try begin(deck, request)
    var copy = Self.response(#"{"password":"corr"#, headers: type)
    copy.body.chunks = []
    try unfinished.replace(request, copy)
    copy.body.bytes = Array(#"{"password":"correct horse","other":"corr"}"#.utf8)
    try deck.record(.response(copy), for: ticket)
    _ = try deck.close()
    let page = try response(of: CassetteFile(path: fixture.cassette).interaction(at: 0))
    #expect(
      String(decoding: page.body.bytes, as: UTF8.self)
        == #"{"password":"{{PASSWORD}}","other":"corr"}"#)
  }

  @Test func `messages of a call are joined in both directions`() throws {
    let type: HeaderFields = ["Content-Type": "application/grpc"]
    func message(_ text: String) -> Body {
      let bytes = GRPCMessages.message(text.utf8)
      return Body(bytes, chunks: [.init(length: bytes.count, after: 0)])
    }
    var request = DeckFixture.request("/test.Test/Both", method: "POST", headers: type)
    do {
      let deck = try fixture.deck(.once)
      let (_, unfinished) = try begin(deck, request)
      for (number, text) in ["one", "two", "three"].enumerated() {
        request.body = message(text)
        request.body.chunks[0].after = nil
        var response = Interaction.Response(status: 200, headers: type, body: message("re \(text)"))
        response.awaits = number + 1
        try unfinished.add(request, response)
      }
    }
    let found = try recovered()
    #expect(found.count == 1)
    let bytes = ["one", "two", "three"].flatMap { GRPCMessages.message($0.utf8) }
    #expect(found[0].request.body.bytes == bytes)
    let call = try response(of: found[0])
    #expect(call.body.chunks.count == 3 && call.awaits == 3)
  }

  /// How what a kill left is taken up.
  enum Sequel: CaseIterable, Sendable {
    case recovery
    case recording
  }

  @Test(
    arguments: Sequel.allCases,
    [
      (before: ["Your token is "], secret: ["ghp_16C7e42F", "292c6912E7710", "c838347Ae178B4a"]),
      (before: ["Your", " pass", "word", ": "], secret: ["hu7n", "t9er", "2xk"]),
      (before: ["Keep "], secret: ["Tr0ub4dor", "-and-3-", "horses"]),
    ])
  func `a secret that came in parts is not in what is recovered`(
    sequel: Sequel, parts: (before: [String], secret: [String])
  ) throws {
    let redaction = Redaction.standard.adding(.secret("KEY", value: "Tr0ub4dor-and-3-horses"))
    let options = Deck.Options(mode: .once, redaction: redaction)
    let request = DeckFixture.request("/chat")
    do {
      let deck = try Deck(cassette: fixture.cassette, options: options)
      let (_, unfinished) = try begin(deck, request)
      for part in parts.before + parts.secret + [" now"] {
        let event = "data: {\"choices\":[{\"delta\":{\"content\":\"\(part)\"}}]}\n\n"
        try unfinished.add(request, Self.response(event))
      }
    }
    switch sequel {
    case .recovery:
      _ = try CassetteRecovery.recover(cassette: fixture.cassette, redaction: redaction)
    case .recording:
      let deck = try Deck(cassette: fixture.cassette, options: options)
      let ticket = try #require(try deck.ticket(DeckFixture.request("/more")))
      try deck.record(DeckFixture.response("more"), for: ticket)
      _ = try deck.close()
    }
    let file = try CassetteFile(path: fixture.cassette)
    let interactions = try (0..<file.count).map { try file.interaction(at: $0) }
    let recovered = interactions.first { $0.request.url == request.url }
    let chat = try response(of: try #require(recovered))
    let text = String(decoding: chat.body.bytes, as: UTF8.self)
    #expect(chat.body.chunks.count == parts.before.count + parts.secret.count + 1)
    #expect(text.contains("{{") && !parts.secret.contains(where: text.contains), "\(text)")
    #expect(try !parts.secret.contains(where: fixture.text().contains))
  }
}
