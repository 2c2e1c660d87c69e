import Testing

@testable import VCRReview

struct NamedPairsTests {
  /// The pairs of words, of which the first letter is the name.
  private func pairs(_ old: [String], _ new: [String]) -> [String] {
    NamedPairs.of(old, new) { String($0.prefix(1)) }.map { "\($0.old ?? "–") \($0.new ?? "–")" }
  }

  @Test func `things of one name are paired in their order`() {
    #expect(
      pairs(["a1", "b1", "a2"], ["a3", "c3", "a4", "a5"])
        == ["a1 a3", "b1 –", "a2 a4", "– c3", "– a5"])
  }

  @Test func `things that one state has alone stay alone`() {
    #expect(pairs([], ["a1", "a2"]) == ["– a1", "– a2"])
    #expect(pairs(["a1", "a2"], []) == ["a1 –", "a2 –"])
    #expect(pairs([], []).isEmpty)
  }

  @Test func `names are compared by their bytes`() {
    #expect(pairs(["\u{E9}1"], ["e\u{301}2"]) == ["\u{E9}1 –", "– e\u{301}2"])
  }
}
