import Foundation
import Testing

@testable import VCRCore
@testable import VCRReview

/// How a comment divides the room it has.
struct MarkdownRoomTests {
  /// A cassette with some interactions whose value changed, and some that moved.
  private static func diff(
    _ name: String, changed: Int = 0, moved: Int = 0, added: Int = 0
  ) throws -> CassetteDiff {
    func item(_ path: String, _ value: Int = 1) -> Interaction {
      DiffFixture.json("{\"n\":\(value)}", url: "https://api.test/\(name)/\(path)")
    }
    let others = (0...moved).map { item("moved/\($0)") }
    var diff = try DiffFixture.diff(
      (0..<changed).map { item("\($0)") } + others,
      (0..<changed).map { item("\($0)", 2 + $0) } + others.reversed()
        + (0..<added).map { item("new/\($0)") })
    (diff.oldName, diff.newName) = (name, name)
    return diff
  }

  private static func count(_ words: String, in text: String) -> Int {
    text.components(separatedBy: words).count - 1
  }

  @Test func `moves do not take the place of what changed`() throws {
    let text = DiffMarkdown.text([
      try Self.diff("a.yaml", moved: 425), try Self.diff("b.yaml", changed: 2000, moved: 1000),
    ])
    #expect(Self.count("<b>changed</b>", in: text) > 300)
    #expect(Self.count("<b>moved</b>", in: text) <= 2 * DiffMarkdown.moveLimit)
    #expect(text.contains("420 more moved"))
    #expect(text.contains("1000 more moved"))
    #expect((60_000..<65_536).contains(text.utf8.count))
  }

  @Test func `the first hundred of too many changes have their details`() throws {
    let text = DiffMarkdown.text([try Self.diff("a.yaml", changed: 2000)])
    #expect(Self.count("<details>", in: text) >= 100)
    #expect(Self.count("<b>changed</b>", in: text) > 200)
    #expect(text.utf8.count < 65_536)
    #expect(text.contains("Left out to stay below the limit of a comment: the details of "))
    #expect(text.contains(" interactions and all of ") && text.contains(" other interactions._"))
  }

  @Test(arguments: [false, true])
  func `what came or went is shown to the end of its URL`(isAdded: Bool) throws {
    let long = "https://api.test/" + String(repeating: "path/", count: 60)
    let one = Interaction(
      request: .init(url: long + "?role=admin"),
      outcome: .response(.init(status: 200, reason: "OK", headers: [:])))
    let diff = try isAdded ? DiffFixture.diff([], [one]) : DiffFixture.diff([one], [])
    let text = DiffMarkdown.text([diff])
    #expect(text.contains("\(long)?role=admin\n"), "\(text)")
    var other = one
    other.request.headers = ["X-A": "1"]
    let changed = DiffMarkdown.text([try DiffFixture.diff([one], [other])])
    #expect(changed.contains("# GET \(long)?role=admin\n"), "\(changed)")
  }

  @Test func `of too many words of a rule those that are left out are counted`() {
    let words = (1...400).map { "$.place\($0)" }
    let setting = RulesChange.Setting(key: "volatile", removed: words, added: ["$.secret"])
    let line = RulesChange.words(setting, below: 1_000)
    #expect(line.hasPrefix("$.place1, $.place2, "))
    #expect(line.hasSuffix(" more → $.secret"), "\(line)")
    #expect(RulesChange.words(setting).hasSuffix(", $.place400 → $.secret"))
    let long = RulesChange.Setting(
      key: "volatile", removed: [], added: [String(repeating: "a", count: 2_000), "b"])
    #expect(RulesChange.words(long, below: 1_000).hasSuffix("a…, … and 1 more"))
  }

  @Test func `a few moves are shown and the others counted`() throws {
    let text = DiffMarkdown.text([try Self.diff("a.yaml", changed: 1, moved: 8)])
    #expect(Self.count("<b>moved</b>", in: text) == 5)
    #expect(text.hasSuffix("- … and 3 more moved\n"), "\(text.suffix(200))")
    #expect(!text.contains("Left out"))
  }

  @Test func `no cassette takes the room of another`() throws {
    let small = try (1...4).map { try Self.diff("small\($0).yaml", changed: 3, added: 1) }
    let large = try (1...2).map { try Self.diff("large\($0).yaml", changed: 2000) }
    let text = DiffMarkdown.text([large[0]] + small + [large[1]])
    for number in 1...4 {
      #expect(Self.count("<code>GET https&#58;//api.test/small\(number).yaml/", in: text) == 4)
      #expect(
        Self.count("/small\(number).yaml/2</code> <code>200 OK</code></summary>", in: text) == 1)
    }
    let shown = (1...2).map { Self.count("api.test/large\($0).yaml/", in: text) }
    #expect(shown.allSatisfy { $0 > 150 })
    #expect(abs(shown[0] - shown[1]) < 10)
    #expect((60_000..<65_536).contains(text.utf8.count))
    #expect(text.contains("Left out to stay below the limit of a comment"))
    #expect(text.contains("more changed"))
  }

  @Test func `so many cassettes that not all have a heading are counted`() throws {
    let diffs = try (0..<1500).map { try Self.diff("c\($0).yaml", changed: 1) }
    let text = DiffMarkdown.text(diffs)
    #expect((60_000..<65_536).contains(text.utf8.count))
    let shown = Self.count("<b>changed</b>", in: text)
    #expect(shown > 150)
    #expect(text.contains("and all of \(1500 - shown) other interactions._"))
  }

  @Test func `room is shared again until it is used up`() {
    var shares = SpaceShares(100)
    let chosen = shares.choose([[10, 10], [30, 30, 30], [], [200]])
    #expect(chosen == [[0, 1], [0, 1], [], []])
    #expect(shares.room == 20)
    let isTaken = (shares.take(20), shares.take(1))
    #expect(isTaken == (true, false))
    var large = SpaceShares(90)
    let first = large.choose([[80], [80]])
    #expect(first == [[0], []])
  }

  @Test func `a comment says why a difference counts as volatile`() throws {
    let diff = try DiffFixture.diff(
      [DiffFixture.json("{}", headers: ["Date": "Fri"])],
      [DiffFixture.json("{}", headers: ["Date": "Sat"])], showsVolatile: true)
    #expect(DiffMarkdown.text([diff]).contains("@@ header Date (volatile: time) @@\n- Fri\n+ Sat"))
  }
}
