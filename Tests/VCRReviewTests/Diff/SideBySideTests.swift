import Testing

@testable import VCRCore
@testable import VCRReview

struct SideBySideTests {
  @Test func `a line that changed stands beside its old state`() {
    let rows = SideBySide(["a", "b", "c"], ["a", "B", "c", "d"]).rows
    #expect(
      rows == [
        .same("a", old: 1, new: 1), .changed("b", old: 2, "B", new: 2),
        .same("c", old: 3, new: 3), .added("d", new: 4),
      ])
  }

  @Test func `what one side lacks leaves a gap on it`() {
    #expect(
      SideBySide(["a", "x", "y", "b"], ["a", "b"]).rows == [
        .same("a", old: 1, new: 1), .removed("x", old: 2), .removed("y", old: 3),
        .same("b", old: 4, new: 2),
      ])
    #expect(SideBySide([], ["a"]).rows == [.added("a", new: 1)])
    #expect(SideBySide([], []).rows.isEmpty)
    #expect(SideBySide([], []).runs.isEmpty)
  }

  @Test func `lines far from a change are folded and none is lost`() {
    let old = (1...100).map(String.init)
    var new = old
    new[49] = "other"
    let side = SideBySide(old, new)
    #expect(side.runs.map(\.isFolded) == [true, false, true])
    #expect(side.runs.map(\.rows.count) == [46, 7, 47])
    #expect(side.runs.flatMap(\.rows) == side.rows)
  }

  @Test func `two lines are not worth folding`() {
    let old = (1...9).map(String.init)
    var new = old
    new[0] = "x"
    new[8] = "y"
    // 2 to 4 and 6 to 8 are near a change; only 5 is not.
    #expect(SideBySide(old, new).runs.map(\.isFolded) == [false])
  }

  @Test func `very long texts are compared line by line`() {
    let old = (1...5_000).map(String.init)
    var new = old
    new[4_000] = "x"
    let changed = SideBySide(old, new).rows.filter {
      if case .same = $0 { false } else { true }
    }
    #expect(changed == [.changed("4001", old: 4_001, "x", new: 4_001)])
  }
}
