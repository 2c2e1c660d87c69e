import Foundation
import TestSupport
import Testing
import VCRCore

/// Whose a call of gRPC is that has arrived in part.
struct OpenCallTests {
  typealias F = DeckFixture

  /// A deck over calls with these messages, each of which was answered at once.
  private static func deck(_ calls: [[String]], in folder: TemporaryDirectory) throws -> Deck {
    func pieces(_ words: [String], _ isAnswer: Bool) -> String {
      words.enumerated().map { index, word in
        isAnswer
          ? "{awaits: \(index + 1), message: \"\(index < 1 ? "" : "re ")\(word)\"}"
          : "{message: \"\(word)\"}"
      }.joined(separator: ", ")
    }
    try folder.write(
      "vcr: 1\ninteractions:\n"
        + calls.map { words in
          """
          - request:
              method: POST
              url: \(F.request("/test.Test/Both").url)
              headers: {content-type: application/grpc}
              body: {chunks: [\(pieces(words, false))]}
            response:
              status: 200
              headers: {content-type: application/grpc}
              body: {chunks: [\(pieces(words, true))]}

          """
        }.joined(), to: "c.yaml")
    return try Deck(
      cassette: folder.file("c.yaml").path(percentEncoded: false),
      options: .init(equivalence: [.method, .url, .body]))
  }

  private static func call(_ words: [String], in deck: Deck) throws -> Deck.Incoming {
    var request = F.request("/test.Test/Both", method: "POST")
    request.headers = ["content-type": "application/grpc"]
    request.body = Body(words.flatMap { GRPCMessages.message(Array($0.utf8)) })
    return try #require(deck.call(request))
  }

  /// A client that has said the first of its words.
  private struct Client {
    let id: Int
    var item: Int
    let words: [String]

    init(_ words: [String], saying count: Int = 1, in deck: Deck) throws {
      self.words = words
      let call = try OpenCallTests.call(Array(words.prefix(count)), in: deck)
      let playback = try #require(try deck.takeStreamed(call, messages: count))
      item = try #require(playback.index)
      id = try #require(try deck.openCall(playback, of: call, messages: count))
    }

    /// Says all of its words, and returns whether a recorded call has them.
    mutating func finish(in deck: Deck) throws -> Bool {
      switch try deck.advance(
        call: id, served: item, OpenCallTests.call(words, in: deck), messages: words.count,
        isWhole: true)
      {
      case .same: break
      case .other(let playback): item = try #require(playback.index)
      case .unmatched: return false
      }
      return true
    }
  }

  @Test func `calls that begin alike are exchanged until each has its own`() throws {
    let folder = try TemporaryDirectory()
    let calls = [["hi", "a"], ["hi", "b"], ["hi", "c"], ["hi", "d"]]
    let deck = try Self.deck(calls, in: folder)
    var clients = try [3, 2, 1, 0].map { try Client(calls[$0], in: deck) }
    for index in [1, 3, 0, 2] { #expect(try clients[index].finish(in: deck)) }
    #expect(clients.map(\.item) == [3, 2, 1, 0])
    let summary = try deck.close()
    #expect(summary.replayed == 4)
    #expect(summary.unused.isEmpty)
  }

  // One has what the other needs, and needs what a third one has, which may have what is left.
  @Test func `a call gets its own by way of others`() throws {
    let folder = try TemporaryDirectory()
    let calls = [["hi", "x", "1"], ["hi", "x", "2"], ["hi", "y", "3"]]
    let deck = try Self.deck(calls, in: folder)
    let first = try Client(["hi", "x", "2"], in: deck)
    let second = try Client(["hi", "y", "3"], in: deck)
    let third = try Client(["hi", "x", "1"], in: deck)
    #expect(first.item == 0 && second.item == 1 && third.item == 2)
    for (client, item) in [(third, 0), (first, 1), (second, 2)] {
      var client = client
      #expect(try client.finish(in: deck))
      #expect(client.item == item)
    }
  }

  @Test func `a call that has said all gets what another one had been given`() throws {
    let folder = try TemporaryDirectory()
    let deck = try Self.deck([["hi", "a"], ["hi", "b"]], in: folder)
    var waiting = try Client(["hi", "b"], in: deck)
    var hasty = try Client(["hi", "a"], saying: 2, in: deck)
    #expect(hasty.item == 0)
    #expect(try hasty.finish(in: deck))
    #expect(hasty.item == 0)
    #expect(try waiting.finish(in: deck))
    #expect(waiting.item == 1)
  }

  // Its response has ended, although its client may still send.
  @Test func `a call that is over keeps what it was served`() throws {
    let folder = try TemporaryDirectory()
    let deck = try Self.deck([["hi", "a"], ["hi", "b"]], in: folder)
    let over = try Client(["hi", "b"], in: deck)
    deck.closeCall(over.id)
    #expect(over.item == 0)
    #expect(try deck.takeStreamed(Self.call(["hi", "a"], in: deck), messages: 2) == nil)
    #expect(try Client(["hi", "b"], in: deck).item == 1)
  }

  // What its client has had already cannot be taken back.
  @Test func `a call is not exchanged for one that has answered otherwise`() throws {
    let folder = try TemporaryDirectory()
    let deck = try Self.deck([["hi", "a"], ["hi", "b"]], in: folder)
    var client = try Client(["hi", "b"], in: deck)
    // It has the answer to the second message of the first call by now.
    let said = try Self.call(["hi", "a"], in: deck)
    _ = try deck.advance(call: client.id, served: 0, said, messages: 2, isWhole: false)
    #expect(try !client.finish(in: deck))
    #expect(try deck.close().misses.count == 1)
  }

  @Test func `what a call gives back is served to the next`() throws {
    let folder = try TemporaryDirectory()
    let calls = [["hi", "a"], ["hi", "b"], ["hi", "c"]]
    let deck = try Self.deck(calls, in: folder)
    for (words, item) in [(calls[2], 2), (calls[1], 1), (calls[0], 0)] {
      var client = try Client(words, in: deck)
      #expect(try client.finish(in: deck))
      #expect(client.item == item)
    }
    #expect(try deck.takeStreamed(Self.call(["hi"], in: deck), messages: 1) == nil)
  }
}
