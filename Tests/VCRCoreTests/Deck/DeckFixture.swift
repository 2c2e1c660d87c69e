import Foundation
import TestSupport
import VCRCore

/// A cassette in a folder of its own, and short ways to record and replay with it.
struct DeckFixture {
  let folder: TemporaryDirectory
  var cassette: String { folder.path + "/cassette.yaml" }
  var journal: String { cassette + ".recording" }

  init() throws { folder = try TemporaryDirectory() }

  static func request(
    _ path: String, method: String = "GET", headers: HeaderFields = [:], body: String = ""
  ) -> Interaction.Request {
    .init(
      method: method, url: "https://api.example.com" + path, headers: headers,
      body: Body(Array(body.utf8)))
  }

  static func response(_ text: String, headers: HeaderFields = [:]) -> Interaction.Outcome {
    .response(
      .init(
        status: 200, reason: "OK",
        headers: HeaderFields([HeaderField("Content-Type", "text/plain")] + headers.fields),
        body: Body(Array(text.utf8))))
  }

  /// Records pairs of request and response text, one after the other.
  @discardableResult
  func record(
    _ exchanges: [(Interaction.Request, String)], mode: RecordMode = .once, keeping: Bool = true
  ) throws -> Deck.Summary {
    let deck = try Deck(cassette: cassette, options: .init(mode: mode))
    for (request, text) in exchanges {
      if case .record(let ticket) = try deck.decide(request) {
        try deck.record(Self.response(text), for: ticket)
      }
    }
    return try deck.close(keeping: keeping)
  }

  func deck(
    _ mode: RecordMode = .none, _ equivalence: RequestEquivalence = .standard, repeats: Bool = false
  )
    throws -> Deck
  {
    try Deck(
      cassette: cassette, options: .init(mode: mode, equivalence: equivalence, repeats: repeats))
  }

  func write(_ text: String) throws {
    try text.write(toFile: cassette, atomically: true, encoding: .utf8)
  }
  func text() throws -> String { try String(contentsOfFile: cassette, encoding: .utf8) }
  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}

extension Deck {
  /// The text that a request is answered with, or nil when it is not replayed.
  func replayed(_ request: Interaction.Request) throws -> String? {
    guard case .replay(let playback) = try decide(request) else { return nil }
    return playback.interaction.text
  }

  /// The right to record a request, or nil when it is not to be recorded.
  func ticket(_ request: Interaction.Request) throws -> Ticket? {
    guard case .record(let ticket) = try decide(request) else { return nil }
    return ticket
  }

  /// The report about a request that nothing matches, or nil when something does.
  func refusal(_ request: Interaction.Request) throws -> UnmatchedRequest? {
    guard case .refuse(let report) = try decide(request) else { return nil }
    return report
  }
}

extension Interaction {
  /// The response's body as text.
  var text: String? {
    outcome.asResponse.map { String(decoding: $0.body.bytes, as: UTF8.self) }
  }
}

extension Interaction.Outcome {
  /// The response, or nil for a failure.
  var asResponse: Interaction.Response? {
    guard case .response(let response) = self else { return nil }
    return response
  }
}
