import Foundation
import VCRLocks
import Testing
import VCRCore

@Suite struct DeckReplayTests {
  typealias F = DeckFixture

  @Test func `identical requests are replayed in recorded order`() throws {
    let fixture = try F()
    try fixture.record((1...5).map { (F.request("/poll"), "answer \($0)") })
    let deck = try fixture.deck()
    for number in 1...5 {
      #expect(try deck.replayed(F.request("/poll")) == "answer \(number)")
    }
    #expect(try deck.refusal(F.request("/poll"))?.reason == .usedUp)
  }

  @Test func `a deck that repeats serves the last one again`() throws {
    let fixture = try F()
    try fixture.record([(F.request("/poll"), "first"), (F.request("/poll"), "last")])
    let deck = try fixture.deck(repeats: true)
    let texts = try (0..<4).map { _ in try deck.replayed(F.request("/poll")) }
    #expect(texts == ["first", "last", "last", "last"])
  }

  @Test func `two posts to one URL each get the response to their own body`() throws {
    let fixture = try F()
    try fixture.record([
      (F.request("/users", method: "POST", body: "ada"), "1"),
      (F.request("/users", method: "POST", body: "grace"), "2"),
    ])
    let deck = try fixture.deck()
    #expect(try deck.replayed(F.request("/users", method: "POST", body: "grace")) == "2")
    #expect(try deck.replayed(F.request("/users", method: "POST", body: "someone else")) == "1")
  }

  @Test func `requests that differ in headers alone get the one with their headers`() throws {
    let fixture = try F()
    try fixture.record([
      (F.request("/text", headers: ["Accept-Language": "de"]), "Hallo"),
      (F.request("/text", headers: ["Accept-Language": "en"]), "Hello"),
    ])
    let deck = try fixture.deck()
    let english = F.request("/text", headers: ["X-Request-Id": "new", "accept-language": "en"])
    #expect(try deck.replayed(english) == "Hello")
  }

  @Test func `many threads take each recorded response exactly once`() throws {
    let fixture = try F()
    let count = 2000
    try fixture.record((0..<count).map { (F.request("/poll"), "\($0)") })
    let deck = try fixture.deck()
    let seen = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: count) { _ in
      let text = try? deck.replayed(F.request("/poll"))
      if let text { seen.withLock { $0.append(text) } }
    }
    #expect(Set(seen.withLock { $0 }).count == count)
    #expect(try deck.close().unused.isEmpty)
  }

  @Test func `the summary names the interactions that nothing asked for`() throws {
    let fixture = try F()
    try fixture.record(["/a", "/b", "/c"].map { (F.request($0), $0) })
    let deck = try fixture.deck()
    _ = try deck.decide(F.request("/b"))
    let summary = try deck.close()
    #expect(summary.unused == [1, 3])
    #expect(summary.replayed == 1)
    #expect(summary.available == 3)
  }

  @Test func `a policy with a closure asks it only about requests that agree otherwise`() throws {
    let fixture = try F()
    try fixture.record([
      (F.request("/a", body: "1"), "one"), (F.request("/a", body: "2"), "two"),
      (F.request("/b", body: "2"), "other"),
    ])
    let asked = Mutex<[String]>([])
    let deck = try fixture.deck(
      .none,
      [
        .method, .url,
        .custom("first byte") { incoming, recorded in
          asked.withLock { $0.append(recorded.url) }
          return incoming.body.bytes.first == recorded.body.bytes.first
        },
      ])
    #expect(try deck.replayed(F.request("/a", body: "2x")) == "two")
    #expect(asked.withLock { $0.allSatisfy { $0.hasSuffix("/a") } })
    #expect(try deck.replayed(F.request("/a", body: "3")) == nil)
  }

  @Test func `an entry's own rule is tried after the exact ones`() throws {
    let fixture = try F()
    try fixture.write(
      """
      vcr: 1
      interactions:
      - match: pattern
        times: any
        request:
          method: GET
          url: https://*.example.com/images/**.png
        response:
          status: 200
          body:
            text: any picture
      - request:
          method: GET
          url: https://cdn.example.com/images/a.png
        response:
          status: 200
          body:
            text: this picture

      """)
    let deck = try fixture.deck()
    let exact = Interaction.Request(url: "https://cdn.example.com/images/a.png")
    let other = Interaction.Request(url: "https://img.example.com/images/deep/b.png")
    #expect(try deck.replayed(exact) == "this picture")
    #expect(try deck.replayed(exact) == "any picture")
    #expect(try deck.replayed(other) == "any picture")
    #expect(try deck.replayed(other) == "any picture")
    #expect(try deck.replayed(.init(url: "https://img.example.com/images/b.gif")) == nil)
  }

  @Test func `a replay without a cassette says how to record it`() throws {
    let fixture = try F()
    let error = #expect(throws: DeckError.self) { try fixture.deck() }
    #expect(error?.kind == .missing)
    #expect(
      error?.description.contains(
        #"try Cassette.Deck(cassette: "\#(fixture.cassette)", options: .init(mode: .once))"#)
        == true)
  }
}
