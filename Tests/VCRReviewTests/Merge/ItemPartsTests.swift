import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// The parts of an item, and the lines that two texts have in common, which a merge is made of.
struct ItemPartsTests {
  @Test func `the parts of an item are its text without the dash`() throws {
    var generator = InteractionGenerator(seed: 77)
    for _ in 0..<40 {
      var item = CassetteWriter().item(generator.interaction())
      let parts = try #require(
        ItemParts(item[...], indent: 0), "\(String(decoding: item, as: UTF8.self))")
      item[0] = UInt8(ascii: " ")
      #expect(Array(parts.intro) + parts.parts.flatMap { Array($0.text) } == item)
      #expect(Set(parts.parts.map(\.path)).count == parts.parts.count)
    }
  }

  @Test func `header fields are parts, comments between parts are, and a body is one`() throws {
    let item = """
      # above
      - request:
          url: https://a/ # why
          headers:
            Accept: a
            # of both
            X-One: [1, 2]
        response:
          status: 200
          body:
            text: |
              # no comment

        # of both
      """
    let parts = try #require(ItemParts(Array(item.utf8)[...], indent: 0))
    #expect(String(decoding: parts.intro, as: UTF8.self) == "# above\n")
    #expect(
      parts.parts.map { $0.path.joined(separator: ".") } == [
        "request", "request.url", "request.headers", "request.headers.Accept",
        "#.0       # of both\n", "request.headers.X-One", "response", "response.status",
        "response.body", "#.0   # of both",
      ])
    let remarks = parts.parts.filter { $0.below != nil }
    #expect(remarks.map(\.below) == [["request", "headers", "X-One"], []])
    #expect(String(decoding: remarks[0].text, as: UTF8.self) == "      # of both\n")
  }

  @Test(arguments: [
    "- request: {url: a}\n  request: {url: b}\n", "- request:\n    url: a\n    url: b\n",
    "- {request: {url: a}, response: {status: 200}}\n", "- request: a: b\n", "-\n", "- text\n", "",
    "# comments alone\n",
  ])
  func `an item that cannot be split by lines has no parts`(item: String) {
    #expect(ItemParts(Array(item.utf8)[...], indent: 0) == nil)
  }

  @Test func `lines that two texts have in common are paired in order, all of equal texts`() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<200 {
      let kinds = 1 + random.below(6)
      let (left, right) = (lines(), random.one(in: 8) ? nil : lines())
      let partners = LineMatching.partners(left, right ?? left)
      let pairs = partners.enumerated().compactMap { index, other in other.map { (index, $0) } }
      #expect(partners.count == left.count)
      #expect(pairs.allSatisfy { left[$0.0] == (right ?? left)[$0.1] }, "\(left), \(partners)")
      #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.1 < $1.1 }, "\(left), \(partners)")
      #expect(right != nil || pairs.count == left.count, "\(left), \(partners)")

      func lines() -> [Int] { (0..<random.below(30)).map { _ in random.below(kinds) } }
    }
  }
}
