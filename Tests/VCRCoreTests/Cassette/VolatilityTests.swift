import Testing

@testable import VCRCore

struct VolatilityTests {
  private static let words: [([String], Set<String>, [String])] = [
    (["X-Build"], ["x-build"], []),
    (["X-Build, x-node"], ["x-build", "x-node"], []),
    (["$.a", "X-Build"], ["x-build"], ["$.a"]),
    (["$['a','b'], $.c,X-Build"], ["x-build"], ["$['a','b']", "$.c"]),
    (["$['],'],Date"], ["date"], ["$['],']"]),
    ([" ", ","], [], []),
  ]

  @Test(arguments: words)
  func `words name headers and places in JSON bodies`(
    words: [String], headers: Set<String>, paths: [String]
  ) throws {
    let volatility = Volatility(try words.flatMap(SettingTable.volatile.values(of:)))
    #expect(volatility.headers == headers)
    #expect(volatility.jsonPaths.map(\.description) == paths)
  }

  @Test(arguments: [".generated_at", "user.name", "two words", "$.", "$[", "a:b"])
  func `a word that is neither is refused`(word: String) {
    #expect(throws: (any Error).self) { try SettingTable.volatile.values(of: word) }
  }
}
