import Testing

@testable import VCRCore

/// The word that a mistyped one was meant to be.
struct NearestWordTests {
  private static let verbs = ["record", "replay", "check", "redact", "show", "diff"]

  @Test(arguments: [
    ("recod", "record"), ("rcord", "record"), ("recrod", "record"), ("replya", "replay"),
    ("chekc", "check"), ("Show", "show"), ("dif", "diff"), ("redcat", "redact"),
  ])
  func `one or two slips lead to the word`(word: String, meant: String) {
    #expect(NearestWord.of(word, in: Self.verbs) == meant)
  }

  @Test(arguments: ["", "x", "unrelated", "zzzz"])
  func `a word of which more than half is another one leads nowhere`(word: String) {
    #expect(NearestWord.of(word, in: Self.verbs) == nil)
  }

  @Test func `there is no nearest of no words, and the first of several that are as near`() {
    #expect(NearestWord.of("record", in: []) == nil)
    #expect(NearestWord.of("cat", in: ["bat", "hat"]) == "bat")
  }
}
