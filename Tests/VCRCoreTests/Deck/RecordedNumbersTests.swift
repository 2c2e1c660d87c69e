import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// When a cassette is looked through for the numbers of its placeholders.
struct RecordedNumbersTests {
  typealias F = DeckFixture

  @Test func `a request that brings no value has no cassette looked through`() throws {
    let fixture = try F()
    let own = F.request("/me?api_key=q7Zt2LmX9vB4nRk8")
    let others = F.request("/me?api_key=w3Ys8KpD1cH6jTf5")
    try fixture.record([(F.request("/users"), "all"), (own, "ada"), (others, "grace")])
    let deck = try fixture.deck()
    let numbers = try #require(deck.recordedNumbers)
    #expect(try deck.replayed(F.request("/users")) == "all")
    #expect(!numbers.areRead)
    #expect(try deck.replayed(others) == "grace")
    #expect(numbers.areRead)
    #expect(numbers.highest == [Array("API_KEY".utf8): 2])
    #expect(try deck.replayed(own) == "ada")
    try deck.close()
  }
}
