import Testing
import VCRCore

@testable import VCRReview

struct NameMeaningsTests {
  private func meaning(_ name: String, _ meanings: inout NameMeanings) -> NameMeanings.Meaning {
    let bytes = Array("<\(name)>".utf8)
    return meanings.meaning(bytes.view, 1..<bytes.count - 1)
  }

  @Test(
    arguments: [
      ("api_key", true), ("password", true), ("X-Api-Key", true), ("sid", true),
      ("config.id_token", true), ("colour", false), ("createdAt", false), ("config.colour", false),
    ])
  func `a value is of interest where the rules find a token under the name`(
    name: String, isAssigned: Bool
  ) {
    var meanings = NameMeanings()
    // The second answer is the one that was kept.
    for _ in 0..<2 {
      #expect(meaning(name, &meanings).contains(.assigned) == isAssigned)
    }
  }

  @Test(arguments: [("Bearer", true), ("Basic", true), ("colour", false)])
  func `the word after a name is of interest where the rules find a token there`(
    name: String, isFollowed: Bool
  ) {
    var meanings = NameMeanings()
    #expect(meaning(name, &meanings).contains(.followed) == isFollowed)
  }
}
