import TestSupport
import Testing

@testable import VCRCore

/// What two sequences have in common, against a search that tries everything.
struct SequenceAlignmentTests {
  /// The length of a longest common subsequence, by the table of the textbook.
  private func longest(_ old: [Int], _ new: [Int]) -> Int {
    var row = [Int](repeating: 0, count: new.count + 1)
    for element in old {
      var diagonal = 0
      for place in new.indices {
        let above = row[place + 1]
        row[place + 1] = element == new[place] ? diagonal + 1 : max(above, row[place])
        diagonal = above
      }
    }
    return row[new.count]
  }

  private func isSound(_ pairs: [SequenceAlignment.Pair], _ old: [Int], _ new: [Int]) -> Bool {
    zip(pairs, pairs.dropFirst()).allSatisfy { $0.old < $1.old && $0.new < $1.new }
      && pairs.allSatisfy { old[$0.old] == new[$0.new] }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `few differences leave a longest common subsequence`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let letters = Int.random(in: 1...6, using: &random)
      func sequence() -> [Int] {
        (0..<Int.random(in: 0...24, using: &random)).map { _ in
          Int.random(in: 0..<letters, using: &random)
        }
      }
      let (old, new) = (sequence(), sequence())
      let pairs = SequenceAlignment.matches(old, new)
      #expect(isSound(pairs, old, new), "\(old) and \(new)")
      #expect(pairs.count == longest(old, new), "\(old) and \(new)")
    }
  }

  @Test func `many differences leave pairs in order, and elements that stand once each`() {
    var random = SeededRandom(seed: 5)
    let kept = (0..<1000).map { $0 * 2 }
    // All elements are distinct, so that the longest run in order is a longest subsequence.
    let old = (kept + (0..<900).map { 10_000 + $0 }).shuffled(using: &random)
    let new = old.filter { $0 < 10_000 } + (0..<900).map { 20_000 + $0 }
    let pairs = SequenceAlignment.matches(old, new)
    #expect(isSound(pairs, old, new))
    #expect(pairs.count == kept.count)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `what is left of a sequence ascends, and nothing longer does`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let values = Array(0..<Int.random(in: 0...9, using: &random)).shuffled(using: &random)
      let run = SequenceAlignment.longestAscending(values).map { values[$0] }
      #expect(zip(run, run.dropFirst()).allSatisfy { $0 < $1 })
      #expect(run.count == longest(values.sorted(), values), "\(values)")
    }
  }

  @Test(
    arguments: [
      ([0, 1, 2], []), ([], []), ([nil, 0, nil, 1], []), ([1, 0], [0]), ([2, 1, 0], [0, 2]),
      ([1, 2, 3, 0], [3]), ([3, 0, 1, 2], [0]), ([nil, 4, 0, nil, 1], [1]),
    ] as [([Int?], [Int])])
  func `the fewest elements move`(partners: [Int?], moved: [Int]) {
    #expect(SequenceAlignment.moved(partners) == Set(moved))
  }
}
