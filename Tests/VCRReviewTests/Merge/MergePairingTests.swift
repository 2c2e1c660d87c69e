import Testing

@testable import VCRCore
@testable import VCRReview

/// Which of several interactions with one request a merge takes for the new version of which.
struct MergePairingTests {
  private static func item(_ lines: [String], date: String = "Mon", field: String = "") -> String {
    ThreeWayMergeTests.item(
      "poll", body: lines.joined(separator: "\n        "), date: date
    ).replacing("/poll\n", with: "/poll\n" + field)
  }

  private static func text(_ merge: ThreeWayMerge) -> String {
    String(decoding: merge.content, as: UTF8.self)
  }

  private static let lines = ["one", "two", "three", "four", "five", "six"]
  private static let new = ["red", "green", "blue"]

  /// What one side did to the lines of an interaction, before or behind which it added another one.
  @Test(arguments: [false, true])
  func `an added interaction is no new version of a known one with its request`(
    isBehind: Bool
  ) throws {
    let base = Self.item(Self.lines)
    let added = Self.item(Self.new)
    let changed = Self.item(Self.lines.dropLast() + ["last"], date: "Tue")
    let theirs = isBehind ? changed + added : added + changed
    let ours = base.replacing("one\n", with: "first\n")
    let both = changed.replacing("one\n", with: "first\n")
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let merge = try ThreeWayMergeTests.merge(texts: base, ours: one, theirs: other)
      #expect(merge.conflicts == 0)
      #expect(
        Self.text(merge) == ThreeWayMergeTests.heading + (isBehind ? both + added : added + both))
    }
  }

  @Test func `a header field that one side removed is not lost where the other added a request`()
    throws
  {
    let field = "    headers:\n      X-Req: 7\n"
    let base = Self.item(Self.lines, field: field)
    let ours = Self.item(Self.lines)
    let theirs = Self.item(Self.new) + Self.item(Self.lines + ["seven"], field: field)
    let merge = try ThreeWayMergeTests.merge(texts: base, ours: ours, theirs: theirs)
    // Our request is never put together with their response.
    #expect(merge.conflicts == 1)
    #expect(Self.text(merge).contains("red") && Self.text(merge).contains("seven"))
  }

  @Test func `of repeated requests those between the same neighbours are one interaction`() throws {
    func items(_ bodies: [String]) -> [ThreeWayMergeTests.Item] {
      bodies.map { .item("poll", body: $0) }
    }
    let merge = try ThreeWayMergeTests.merge(
      items(["1", "2", "3"]), ours: items(["0", "1", "22", "3"]),
      theirs: items(["1", "3"]))
    // Our side changed what theirs removed.
    #expect(merge.conflicts == 1, "\(Self.text(merge))")
    let again = try ThreeWayMergeTests.merge(
      items(["1", "2", "3"]), ours: items(["0", "1", "22", "3"]),
      theirs: items(["1", "2", "3", "4"]))
    #expect(
      Self.text(again) == ThreeWayMergeTests.cassette(items(["0", "1", "22", "3", "4"])))
  }

  @Test func `what one side removed and the other moved is a conflict where it stands now`() throws
  {
    let (base, moved) = (["a", "b", "c", "d"], ["b", "c", "d", "a"])
    let removed = ["b", "c", "d"]
    func items(_ names: [String]) -> [ThreeWayMergeTests.Item] { names.map { .item($0) } }
    let theirs = try ThreeWayMergeTests.merge(
      items(base), ours: items(removed), theirs: items(moved))
    #expect(theirs.conflicts == 1)
    #expect(
      theirs.text == ThreeWayMergeTests.cassette(items(removed)) + "<<<<<<< ours\n=======\n"
        + ThreeWayMergeTests.item("a")
        + ">>>>>>> theirs\n")
    let ours = try ThreeWayMergeTests.merge(items(base), ours: items(moved), theirs: items(removed))
    #expect(
      ours.text == ThreeWayMergeTests.cassette(items(removed)) + "<<<<<<< ours\n"
        + ThreeWayMergeTests.item("a")
        + "=======\n>>>>>>> theirs\n")
    // What was passed over has not been moved.
    let other = try ThreeWayMergeTests.merge(
      items(base), ours: items(["a", "c", "d"]), theirs: items(moved))
    #expect(other.conflicts == 0)
    #expect(other.urls == ["c", "d", "a"])
    // Both removed it, and moved what is left.
    let both = try ThreeWayMergeTests.merge(
      items(base), ours: items(removed), theirs: items(["d", "b", "c"]))
    #expect(both.urls == ["d", "b", "c"])
  }
}
