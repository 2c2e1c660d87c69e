import Foundation
import TestSupport
import Testing
import VCRCore

/// What a deck keeps of requests that nothing matches, of which a client may send any number.
@Suite struct ManyMissesTests {
  typealias F = DeckFixture

  /// A deck whose cassette holds one other request.
  private func deck(_ fixture: F) throws -> Deck {
    try fixture.record([(F.request("/known"), "a")])
    return try fixture.deck()
  }

  private func numbers(_ requests: [UnmatchedRequest]) -> [String] {
    requests.map { String($0.url.drop { $0 != "=" }.dropFirst()) }
  }

  @Test func `the first thousand requests are kept in full, and all are counted`() throws {
    let deck = try deck(try F())
    for number in 0..<1200 {
      _ = try #require(try deck.refusal(F.request("/a?number=\(number)")))
    }
    let fault = try #require(throws: VerificationError.self) { try deck.verify() }
    #expect(fault.unexpected.count == 1000 && fault.omittedCount == 200)
    #expect(fault.description.hasSuffix("\n\n… and 200 more requests that nothing matched"))
    let summary = try deck.close()
    #expect(numbers(summary.unmatched) == (0..<1000).map { "\($0)" })
    #expect(summary.unmatchedCount == 1200)
    #expect(summary.requestCount == 1200)
  }

  @Test func `a request that comes again and again does not hide those after it`() throws {
    let deck = try deck(try F())
    for _ in 0..<300 { _ = try deck.refusal(F.request("/poll?number=7")) }
    _ = try deck.refusal(F.request("/late?number=8"))
    let summary = try deck.close()
    #expect(summary.unmatchedCount == 301)
    #expect(numbers(summary.unmatched) == Array(repeating: "7", count: 100) + ["8"])
    let repeated = summary.misses.repeated
    #expect(repeated.map(\.times) == [300])
    #expect(repeated.first?.request.hasPrefix("GET https://api.example.com/poll") == true)
  }

  @Test func `long URLs are kept up to a number of bytes`() throws {
    var request = try #require(try deck(try F()).refusal(F.request("/a")))
    let long = String(repeating: "x", count: 1 << 20)
    var misses = Misses()
    for number in 0..<6 {
      request.url = "http://api.example.com/\(number)\(long)"
      misses.add(request)
    }
    #expect(misses.kept.count == 3 && misses.omitted == 3)
    #expect(misses.count == 6)
  }

  @Test func `those of several cassettes are added up within the same bounds`() throws {
    let (one, other) = (try deck(try F()), try deck(try F()))
    for number in 0..<800 { _ = try one.refusal(F.request("/a?number=\(number)")) }
    for number in 0..<150 { _ = try other.refusal(F.request("/a?number=5\(number % 2)")) }
    for number in 800..<1100 { _ = try other.refusal(F.request("/a?number=\(number)")) }
    var sum = try one.close().misses
    sum.add(try other.close().misses)
    #expect(sum.count == 1250)
    #expect(sum.kept.count == 1000)
    #expect(sum.repeated.map(\.times) == [76, 76])
  }

  @Test func `reports say how many there were, and how many they do not show`() throws {
    let deck = try deck(try F())
    for number in 0..<1003 { _ = try deck.refusal(F.request("/a?number=\(number)")) }
    let report = try deck.report(try deck.close())
    let data = Data(report.json.text.utf8)
    let members = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect((members["unmatched"] as? [Any])?.count == 1000)
    #expect(members["unmatched_count"] as? Int == 1003)
    #expect(report.junit.contains("… and 3 more requests that nothing matched"))
    // The run, the unused interaction, each request and one case for the rest.
    #expect(report.junit.contains(#"tests="1003" failures="1001""#))
    #expect(report.markdown.contains("\n… and 3 more requests that nothing matched\n"))
    #expect(report.markdown.contains("| 1003 |"))
  }
}
