import Foundation
import TestSupport
import Testing

@testable import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What Apple platforms run, with a loading system that behaves as Apple documents its own: streams
/// that are recorded over an inner session.
struct DocumentedStreamTests {
  private let folder: TemporaryDirectory
  private var path: String { folder.path + "/cassette.yaml" }

  init() throws { folder = try TemporaryDirectory() }

  private func request(_ path: String, _ method: String = "GET") throws -> URLRequest {
    try URLRequest(method, "https://api.example.com" + path) {
      if method == "POST" { $0.httpBody = Data("since=0".utf8) }
    }
  }

  /// The bodies that a cassette holds, in order.
  private func bodies(_ path: String) throws -> [Body] {
    let file = try CassetteFile(path: path)
    return try (0..<file.count).compactMap {
      guard case .response(let response) = try file.interaction(at: $0).outcome else { return nil }
      return response.body
    }
  }

  private static func lines(_ type: String) -> [String] {
    type == "text/event-stream"
      ? ["data: 1\n\n", "data: 2\n\n"] : ["{\"n\":1}\n", "{\"n\":2}\n"]
  }

  /// Two events, or lines, in three pieces that the network chose.
  private func stream(_ type: String, _ coding: String? = nil) -> [ScriptedNetwork.Step] {
    let text = Self.lines(type).joined()
    let (first, second) = (
      text.index(text.startIndex, offsetBy: 3), text.index(before: text.endIndex)
    )
    var fields = ["Content-Type": type]
    fields["Content-Encoding"] = coding
    return [
      .head(200, fields), .data(String(text[..<first])), .data(String(text[first..<second])),
      .data(String(text[second...])),
    ]
  }

  @Test(arguments: ["text/event-stream", "application/x-ndjson"], [nil, "br"])
  func `a stream is recorded event by event, with the times at which they came`(
    type: String, coding: String?
  ) async throws {
    let network = ScriptedNetwork(["/feed": stream(type, coding) + [.end]])
    let deck = try Deck(cassette: path, options: .init(mode: .once))
    let system = DocumentedLoadingSystem(deck, network: network)
    let live = system.start(try request("/feed"))
    #expect(await live.completion().text == Self.lines(type).joined())
    #expect(live.pieces.count == 3)
    try deck.close()
    let body = try #require(try bodies(path).first)
    #expect(body.chunks.map(\.length) == Self.lines(type).map(\.utf8.count))
    let times = body.chunks.compactMap(\.after)
    #expect(times.count == 2 && times == times.sorted())
    #expect(body.encoding == coding)
    let again = DocumentedLoadingSystem(try Deck(cassette: path))
    let replayed = again.start(try request("/feed"))
    #expect(await replayed.completion().error == nil)
    #expect(replayed.pieces.map { String(decoding: $0, as: UTF8.self) } == Self.lines(type))
    #expect(system.violations + again.violations == [])
  }

  @Test func `a stream in a coding that nobody undid has no events`() async throws {
    let network = ScriptedNetwork(["/feed": stream("text/event-stream", "zstd") + [.end]])
    let deck = try Deck(cassette: path, options: .init(mode: .once))
    let system = DocumentedLoadingSystem(deck, network: network)
    _ = await system.load(try request("/feed"))
    try deck.close()
    #expect(try bodies(path).map(\.chunks) == [[]])
    system.close()
  }

  @Test(arguments: ["text/event-stream", "application/x-ndjson"])
  func `what has come of a stream is in the journal, and a kill loses none of it`(type: String)
    async throws
  {
    let network = ScriptedNetwork([
      "/feed": stream(type) + [.nothing], "/other": [.head(200, [:]), .data("other"), .end],
    ])
    let deck = try Deck(cassette: path, options: .init(mode: .once))
    let system = DocumentedLoadingSystem(deck, network: network)
    let task = system.start(try request("/feed", "POST"))
    await network.stall()
    // A kill leaves the journal as it is at this moment.
    let left = folder.path + "/left.yaml"
    try FileManager.default.copyItem(atPath: path + ".recording", toPath: left + ".recording")
    task.cancel()
    #expect(await task.completion().text == Self.lines(type).joined())
    try deck.close()
    // The pieces are one interaction, once it is recorded as a whole.
    #expect(try bodies(path).map(\.bytes) == [Array(Self.lines(type).joined().utf8)])
    // The next recording takes up what the kill left.
    let next = try Deck(cassette: left, options: .init(mode: .newEpisodes))
    let after = DocumentedLoadingSystem(next, network: network)
    #expect(await after.load(try request("/other")).text == "other")
    try next.close()
    let again = DocumentedLoadingSystem(try Deck(cassette: left))
    let replayed = await again.load(try request("/feed", "POST"))
    #expect(replayed.text == Self.lines(type).joined())
    #expect(replayed.code == URLError.networkConnectionLost.rawValue)
    for used in [system, after, again] { used.close() }
    #expect(system.violations + after.violations + again.violations == [])
  }
}
