import Foundation
import TestSupport
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is made ahead of being asked for must never show.
struct ReadAheadTests {
  private let folder: TemporaryDirectory
  private let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path + "/cassette.yaml"
    try Self.record(200, to: path)
  }

  private static func record(_ count: Int, to path: String) throws {
    let deck = try Deck(cassette: path, options: .init(mode: .all))
    for number in 0..<count {
      let request = Interaction.Request(url: "https://api.example.com/items/\(number)?page=1")
      guard case .record(let ticket) = try deck.decide(request) else { throw NotRecorded() }
      var headers: HeaderFields = ["Content-Type": "text/plain"]
      if number % 10 == 3 { headers.append("Set-Cookie", "seen\(number)=1; Path=/") }
      try deck.record(
        .response(.init(status: 200, headers: headers, body: Body(Array("item \(number)".utf8)))),
        for: ticket)
    }
    try deck.close()
  }

  private func session(_ equivalence: RequestEquivalence = .standard) throws -> (Deck, URLSession) {
    let deck = try Deck(cassette: path, options: .init(equivalence: equivalence))
    let configuration = URLSessionConfiguration.patient
    configuration.replay(deck)
    return (deck, URLSession(configuration: configuration))
  }

  private func text(_ number: Int, page: Int = 1, in session: URLSession) async throws
    -> (text: String, url: String?)
  {
    let url = try #require(URL(string: "https://api.example.com/items/\(number)?page=\(page)"))
    let (data, response) = try await session.data(from: url)
    return (String(decoding: data, as: UTF8.self), response.url?.absoluteString)
  }

  @Test func `in order, backwards and in leaps each request gets its own response`() async throws {
    var shuffled = Array(0..<200)
    for index in shuffled.indices { shuffled.swapAt(index, index * 7919 % 200) }
    for order in [Array(0..<200), (0..<200).reversed(), shuffled] {
      let (deck, session) = try session()
      for number in order {
        #expect(try await text(number, in: session).text == "item \(number)")
      }
      let summary = try deck.close()
      #expect(summary.replayed == 200)
      #expect(summary.unused.isEmpty)
    }
  }

  @Test func `what was not asked for counts as unused though it was read ahead`() async throws {
    let (deck, session) = try session()
    for number in 0..<5 { _ = try await text(number, in: session) }
    #expect(try deck.close().unused == Array(6...200))
  }

  @Test func `the response has the URL that was asked for, not the recorded one`() async throws {
    let (deck, session) = try session([.method, .host, .path])
    for number in 0..<50 {
      let page = number % 2 + 1
      let item = try await text(number, page: page, in: session)
      #expect(item.text == "item \(number)")
      #expect(item.url == "https://api.example.com/items/\(number)?page=\(page)")
    }
    try deck.close()
  }

  @Test func `cookies are stored when their response is served, not before`() async throws {
    let deck = try Deck(cassette: path)
    let configuration = URLSessionConfiguration.patient
    configuration.replay(deck)
    let session = URLSession(configuration: configuration)
    for number in 0..<23 { _ = try await text(number, in: session) }
    let names = configuration.httpCookieStorage?.cookies?.map(\.name).sorted()
    #expect(names == ["seen13", "seen3"])
    try deck.close()
  }

  /// The responses of so few are made with the first session, for all sessions.
  @Test(arguments: [[.method, .url], [.method, .host, .path]] as [RequestEquivalence])
  func `of a small cassette, each session gets what is next in the cassette`(
    _ equivalence: RequestEquivalence
  ) async throws {
    let small = folder.path + "/small.yaml"
    try Self.record(12, to: small)
    let deck = try Deck(
      cassette: small, options: .init(equivalence: equivalence, repeats: true))
    var names: Set<String> = []
    for order in [Array(0..<12), (0..<12).reversed()] {
      for number in order {
        // As a client does that makes a session for each request.
        let configuration = URLSessionConfiguration.patient
        configuration.replay(deck)
        let session = URLSession(configuration: configuration)
        let item = try await text(number, in: session)
        #expect(item.text == "item \(number)")
        #expect(item.url == "https://api.example.com/items/\(number)?page=1")
        names.formUnion(configuration.httpCookieStorage?.cookies?.map(\.name) ?? [])
        session.invalidateAndCancel()
      }
    }
    #expect(names == ["seen3"])
    #expect(try deck.close().replayed == 24)
  }
}
