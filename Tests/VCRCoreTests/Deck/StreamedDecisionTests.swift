import Foundation
import TestSupport
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

  // Each call was looked at again for each message of every other one.
  @Test func `a thousand calls of one method are decided about while they arrive`() throws {
    let folder = try TemporaryDirectory()
    let count = 1000
    let call = F.request("/test.Test/Unary", method: "POST")
    try folder.write(
      "vcr: 1\ninteractions:\n"
        + (0..<count).map { number in
          """
          - request:
              method: POST
              url: \(call.url)
              headers: {content-type: application/grpc}
              body: {chunks: [{message: "\(number)"}]}
            response:
              status: 200
              \(number == count - 1 ? "awaits: 1" : "http: HTTP/2")
              headers: {content-type: application/grpc}
              body: {chunks: [{message: "\(number)"}]}

          """
        }.joined(), to: "c.yaml")
    let deck = try Deck(
      cassette: folder.file("c.yaml").path(percentEncoded: false), options: .init())
    for number in 0..<count {
      var request = call
      request.headers = ["content-type": "application/grpc"]
      #expect(try deck.takeStreamed(#require(deck.call(request)), messages: 0) == nil)
      request.body = Body(GRPCMessages.message(Array("\(number)".utf8)))
      let playback = try deck.takeStreamed(#require(deck.call(request)), messages: 1)
      #expect((playback != nil) == (number == count - 1))
      if playback == nil { _ = try deck.decide(request) }
    }
    #expect(try deck.close().replayed == count)
  }

  // How many messages a client has sent by the end of a call is a matter of chance.
  @Test func `a call that its service ended is known although more of it has arrived`() throws {
    let folder = try TemporaryDirectory()
    let call = F.request("/test.Test/Both", method: "POST")
    func item(_ messages: [String], _ outcome: String) -> String {
      """
      - request:
          method: POST
          url: \(call.url)
          headers: {content-type: application/grpc}
          body: {chunks: [\(messages.map { "{message: \"\($0)\"}" }.joined(separator: ", "))]}
      \(outcome)

      """
    }
    func response(_ text: String, awaits: Int) -> String {
      """
        response:
          status: 200
          awaits: \(awaits)
          headers: {content-type: application/grpc}
          body: {chunks: [{after: 0, awaits: 1, message: "\(text)"}]}
      """
    }
    try folder.write(
      "vcr: 1\ninteractions:\n" + item(["one", "stop"], response("ended", awaits: 2))
        + item(["one", "stop", "more", "again"], response("whole", awaits: 4)), to: "c.yaml")
    func arrived(_ messages: String...) -> Interaction.Request {
      var request = call
      request.headers = ["content-type": "application/grpc"]
      request.body = Body(messages.flatMap { GRPCMessages.message(Array($0.utf8)) })
      return request
    }
    let deck = try Deck(
      cassette: folder.file("c.yaml").path(percentEncoded: false),
      options: .init(equivalence: [.method, .url, .body]))
    // What a look at its messages is spared.
    let head = try #require(deck.call(arrived()))
    #expect(try !deck.mayHaveDue(head, messages: 0))
    #expect(try deck.mayHaveDue(head, messages: 1))
    func taken(_ request: Interaction.Request, _ messages: Int) throws -> String? {
      try deck.takeStreamed(#require(deck.call(request)), messages: messages)?.interaction.text
    }
    #expect(try taken(arrived("two", "stop"), 2) == nil)
    #expect(try taken(arrived("one", "stop", "more"), 3)?.contains("whole") == true)
    #expect(try taken(arrived("one", "stop", "more"), 3)?.contains("ended") == true)
    _ = try deck.close()
  }
}
