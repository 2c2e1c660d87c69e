import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Merges of random edits, and of all orders of a few elements, against what a merge has to be.
struct MergeModelTests {
  /// How many random pairs are merged: the usual number, or `VCR_MODEL_TIMES` as many.
  static func rounds(_ usual: Int) -> Range<Int> {
    0..<usual * (ProcessInfo.processInfo.environment["VCR_MODEL_TIMES"].flatMap { Int($0) } ?? 1)
  }

  /// The pairs that a side turned round against the base's order.
  static func turned<Name: Hashable>(_ base: [Name], _ side: [Name]) -> Set<[Name]> {
    var pairs: Set<[Name]> = []
    for (index, first) in base.enumerated() {
      for second in base[(index + 1)...] {
        if let i = side.firstIndex(of: first), let j = side.firstIndex(of: second), j < i {
          pairs.insert([first, second])
        }
      }
    }
    return pairs
  }

  /// True when no order has all pairs as they are to be: 1 before 2, 2 before 3, 3 before 1.
  static func isContradictory<Name: Hashable>(_ base: [Name], _ turned: Set<[Name]>) -> Bool {
    func isBefore(_ one: Name, _ other: Name) -> Bool {
      turned.contains([other, one])
        || !turned.contains([one, other])
          && (base.firstIndex(of: one) ?? 0) < (base.firstIndex(of: other) ?? 0)
    }
    return base.contains { a in
      base.contains { b in
        a != b
          && base.contains { c in
            c != a && c != b && isBefore(a, b) && isBefore(b, c) && isBefore(c, a)
          }
      }
    }
  }

  /// How many elements two orders have in common in one order.
  static func common<Name: Hashable>(_ one: [Name], _ other: [Name]) -> Int {
    var row = [Int](repeating: 0, count: other.count + 1)
    for element in one {
      var next = row
      for (index, name) in other.enumerated() {
        next[index + 1] = element == name ? row[index] + 1 : max(row[index + 1], next[index])
      }
      row = next
    }
    return row[other.count]
  }

  private static func permutations(_ elements: [Int]) -> [[Int]] {
    guard elements.count > 1 else { return [elements] }
    return elements.indices.flatMap { index in
      var rest = elements
      let element = rest.remove(at: index)
      return permutations(rest).map { [element] + $0 }
    }
  }

  private static func order(_ groups: [MergeOrder.Group]) -> [Int]? {
    groups.reduce([]) { order, group in
      guard case .element(let element) = group else { return nil }
      return order.map { $0 + [element] }
    }
  }

  @Test(arguments: [3, 4, 5])
  func `every pair of orders comes together, or is a conflict where it contradicts itself`(
    count: Int
  ) {
    let base = Array(0..<count)
    let all = Self.permutations(base)
    var random = SeededRandom(seed: 3)
    for ours in all {
      let ourPairs = Self.turned(base, ours)
      // Of the 14,400 pairs of orders of five elements a tenth.
      for theirs in all where count < 5 || Int.random(in: 0..<10, using: &random) == 0 {
        let theirPairs = Self.turned(base, theirs)
        let both = ourPairs.union(theirPairs)
        let groups = MergeOrder.merge(base: base, ours: ours, theirs: theirs)
        let isContradictory = Self.isContradictory(base, both)
        guard let order = Self.order(groups) else {
          // Only what contradicts itself, or what both sides moved, each to a place of its own.
          #expect(isContradictory || !ourPairs.isDisjoint(with: theirPairs), "\(ours) \(theirs)")
          #expect(ours != theirs && ours != base && theirs != base)
          for (side, list) in [(ours, \MergeOrder.Conflict.ours), (theirs, \.theirs)] {
            let members = groups.flatMap { group in
              switch group {
              case .element(let element): [element]
              case .conflict(let conflict): conflict[keyPath: list]
              }
            }
            #expect(members.sorted() == base, "\(ours) \(theirs) \(side)")
          }
          continue
        }
        // No more than what each side made of it is between the result and the other side.
        #expect(Self.common(order, ours) >= Self.common(base, theirs), "\(ours) \(theirs)")
        #expect(Self.common(order, theirs) >= Self.common(base, ours), "\(ours) \(theirs)")
        if isContradictory {
          // Both moves are made, and neither is lost, though each was made past the other.
          // One side may have made the other's move as well, among at least three elements.
          let others = base.flatMap { one in base.map { Set([one, $0]) } }
          let isIncluded = others.contains { moved in
            let rests = [base, ours, theirs].map { $0.filter { !moved.contains($0) } }
            return rests[0].count > 2 && rests[1] == rests[2] && rests[0] != rests[1]
          }
          #expect(isIncluded || order != ours && order != theirs, "\(ours) \(theirs)")
        } else {
          #expect(Self.turned(base, order) == both, "\(ours) \(theirs) \(order)")
        }
      }
    }
  }

  @Test func `two moves to two places are a conflict, not the one side's choice`() {
    let base = [0, 1, 2, 3]
    for (ours, theirs) in [([3, 0, 1, 2], [0, 3, 1, 2]), ([1, 2, 3, 0], [1, 2, 0, 3])] {
      #expect(Self.order(MergeOrder.merge(base: base, ours: ours, theirs: theirs)) == nil)
      #expect(Self.order(MergeOrder.merge(base: base, ours: theirs, theirs: ours)) == nil)
    }
  }

  @Test func `a move that both sides made is none that the one's other move loses`() {
    let (base, ours) = ([0, 1, 2, 3, 4, 5, 6], [0, 1, 6, 2, 3, 4, 5])
    let theirs = [3, 0, 1, 6, 2, 4, 5]
    #expect(Self.order(MergeOrder.merge(base: base, ours: ours, theirs: theirs)) == theirs)
    #expect(Self.order(MergeOrder.merge(base: base, ours: theirs, theirs: ours)) == theirs)
  }

  @Test func `a long list in which both sides moved something is merged at once`() {
    let base = Array(0..<3_000)
    var ours = base
    ours.append(ours.remove(at: 0))
    var theirs = base
    theirs.swapAt(1_500, 1_501)
    theirs.swapAt(2_900, 2_901)
    var expected = theirs
    expected.append(expected.remove(at: 0))
    #expect(Self.order(MergeOrder.merge(base: base, ours: ours, theirs: theirs)) == expected)
  }

  /// What `git merge-file` makes of the files `baseN`, `oursN` and `theirsN`, a line for each N.
  private static func merged(_ count: Int, in folder: TemporaryDirectory) async throws
    -> [Substring]
  {
    // One shell for all, as a process for each would take longer than all merges.
    let script = """
      n=0; while [ -e base$n ]; do
      git merge-file -p ours$n base$n theirs$n 2>&1 | tr '\\n' ' ' || exit; echo; n=$((n + 1)); done
      """
    let git = try await Child.run("sh", ["-c", script], directory: folder.url)
    let results = git.text.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(results.count == count + 1)
    return results
  }

  /// Plain text that `git merge-file` merges, a line for each element.
  @Test func `git's merge of text never keeps a move that ours does not`() async throws {
    var random = SeededRandom(seed: 7)
    let folder = try TemporaryDirectory()
    var clean = 0
    var rounds: [(base: [Int], ours: [Int], theirs: [Int])] = []
    for number in Self.rounds(150) {
      let base = Array(0..<Int.random(in: 4...9, using: &random))
      func moved() -> [Int] {
        var list = base
        for _ in 0...Int.random(in: 0...1, using: &random) {
          let element = list.remove(at: Int.random(in: list.indices, using: &random))
          list.insert(element, at: Int.random(in: 0...list.count, using: &random))
        }
        return list
      }
      let (ours, theirs) = (moved(), moved())
      for (name, list) in [("base", base), ("ours", ours), ("theirs", theirs)] {
        try folder.write(list.map { "\($0)\n" }.joined(), to: "\(name)\(number)")
      }
      rounds.append((base, ours, theirs))
    }
    let results = try await Self.merged(rounds.count, in: folder)
    for (result, (base, ours, theirs)) in zip(results, rounds) {
      // A conflict has markers, which are no numbers.
      let lines = result.split(separator: " ").map { Int($0) ?? -1 }
      guard lines.sorted() == base else { continue }
      clean += 1
      let merged = Self.order(MergeOrder.merge(base: base, ours: ours, theirs: theirs))
      // Where blocks change places there are two ways to see it; both keep what was done.
      let order = try #require(merged, "\(base) \(ours) \(theirs)")
      #expect(Self.common(order, ours) >= Self.common(base, theirs))
      #expect(Self.common(order, theirs) >= Self.common(base, ours))
    }
    #expect(clean > 30)
  }

  @Test func `git's merge of text never keeps what one side removed and ours drops in silence`()
    async throws
  {
    var random = SeededRandom(seed: 11)
    let folder = try TemporaryDirectory()
    var rounds: [(base: [String], ours: [String], theirs: [String])] = []
    for number in Self.rounds(200) {
      let base = (0..<Int.random(in: 3...8, using: &random)).map { "base\($0)" }
      let removed = base.randomElement(using: &random)
      var moved = base
      for _ in 0...Int.random(in: 0...1, using: &random) {
        let element = moved.remove(at: Int.random(in: moved.indices, using: &random))
        moved.insert(element, at: Int.random(in: 0...moved.count, using: &random))
      }
      let sides = [base.filter { $0 != removed }, moved].shuffled(using: &random)
      for (name, list) in [("base", base), ("ours", sides[0]), ("theirs", sides[1])] {
        try folder.write(list.map { "\($0)\n" }.joined(), to: "\(name)\(number)")
      }
      rounds.append((base, sides[0], sides[1]))
    }
    let results = try await Self.merged(rounds.count, in: folder)
    var (kept, conflicts) = (0, 0)
    for (result, (base, ours, theirs)) in zip(results, rounds) {
      func version(_ order: [String]) -> [UInt8] {
        Version(order: order, bodies: Dictionary(uniqueKeysWithValues: base.map { ($0, "old") }))
          .cassette
      }
      let lines = result.split(separator: " ").map(String.init)
      guard lines.allSatisfy({ $0.hasPrefix("base") }) else { continue }
      let merge = try ThreeWayMerge(
        path: "a.yaml", base: version(base), ours: version(ours), theirs: version(theirs))
      let text = String(decoding: merge.content, as: UTF8.self)
      for name in lines { #expect(text.contains("/\(name)\n"), "\(base) \(ours) \(theirs)") }
      if lines.count == base.count { kept += 1 }
      if merge.conflicts > 0 { conflicts += 1 }
    }
    #expect(kept > 10 && conflicts >= kept, "\(kept) \(conflicts)")
  }

  // MARK: - Whole cassettes

  /// One version of a cassette: its interactions in their order, each with what it answers.
  private struct Version {
    var order: [String]
    var bodies: [String: String]

    var cassette: [UInt8] {
      let items = order.map { ThreeWayMergeTests.item($0, body: bodies[$0] ?? "") }
      return Array((ThreeWayMergeTests.heading + items.joined()).utf8)
    }
  }

  /// Makes up to three random edits.
  private static func edited(
    _ base: Version, name: String, moves: Bool, _ random: inout SeededRandom
  ) -> Version {
    var side = base
    for number in 0..<Int.random(in: 0...3, using: &random) {
      let place = Int.random(in: 0...side.order.count, using: &random)
      let victim = side.order.randomElement(using: &random)
      switch Int.random(in: 0..<(moves ? 4 : 3), using: &random) {
      case 0:
        side.order.insert("\(name)\(number)", at: place)
        side.bodies["\(name)\(number)"] = "new"
      case 1: side.order.removeAll { $0 == victim }
      case 2:
        // Sometimes both sides make the same change.
        if let victim { side.bodies[victim] = "\(Bool.random(using: &random) ? name : "both")" }
      default:
        side.order.removeAll { $0 == victim }
        if let victim { side.order.insert(victim, at: min(place, side.order.count)) }
      }
    }
    return side
  }

  /// True where one side removed what the other moved, or may have moved: not all of the most
  /// elements that kept their order are in that order without it.
  private static func isMovedAndRemoved(
    _ base: Version, _ ours: Version, _ theirs: Version
  ) -> Bool {
    [(ours, theirs), (theirs, ours)].contains { mover, remover in
      let old = base.order.filter(mover.order.contains)
      let new = mover.order.filter(old.contains)
      return old.contains { name in
        !remover.order.contains(name)
          && common(old.filter { $0 != name }, new) == common(old, new)
      }
    }
  }

  /// What a merge has to hold: each interaction with its body, or nil when that is a conflict.
  private static func expected(_ base: Version, _ ours: Version, _ theirs: Version)
    -> [String: String]?
  {
    var merged: [String: String] = [:]
    for name in Set(base.order + ours.order + theirs.order) {
      func body(_ side: Version) -> String? { side.order.contains(name) ? side.bodies[name] : nil }
      let (old, our, their) = (body(base), body(ours), body(theirs))
      if our != their, our != old, their != old { return nil }
      merged[name] = our == old ? their : our
    }
    if isMovedAndRemoved(base, ours, theirs) { return nil }
    return merged
  }

  @Test(arguments: [false, true])
  func `a merge never loses and never invents, whatever both sides edited`(moves: Bool) throws {
    var random = SeededRandom(seed: moves ? 1 : 2)
    var (clean, conflicts) = (0, 0)
    for _ in Self.rounds(500) {
      let names = (0..<Int.random(in: 0...6, using: &random)).map { "base\($0)" }
      let base = Version(
        order: names, bodies: Dictionary(uniqueKeysWithValues: names.map { ($0, "old") }))
      let ours = Self.edited(base, name: "ours", moves: moves, &random)
      let theirs = Self.edited(base, name: "theirs", moves: moves, &random)
      var words: Comment { "\(base) \(ours) \(theirs)" }
      let merge = try ThreeWayMerge(
        path: "a.yaml", base: base.cassette, ours: ours.cassette, theirs: theirs.cassette)
      let pairs = Self.turned(names, ours.order).union(Self.turned(names, theirs.order))
      let core = names.filter { ours.order.contains($0) && theirs.order.contains($0) }
      let isContradictory = Self.isContradictory(core, pairs)
      guard let expected = Self.expected(base, ours, theirs) else {
        #expect(merge.conflicts > 0, words)
        conflicts += 1
        continue
      }
      guard merge.conflicts == 0 else {
        // Only what both sides moved, each in its way.
        let common = Self.turned(names, ours.order).intersection(Self.turned(names, theirs.order))
        #expect(isContradictory || !common.isEmpty, words)
        conflicts += 1
        continue
      }
      clean += 1
      let file = try CassetteFile(path: "a.yaml", content: merge.content)
      var (order, bodies): ([String], [String: String]) = ([], [:])
      for index in 0..<file.count {
        let interaction = try file.interaction(at: index)
        let name = String(interaction.request.url.split(separator: "/").last ?? "")
        order.append(name)
        guard case .response(let response) = interaction.outcome else { continue }
        bodies[name] = String(decoding: response.body.bytes, as: UTF8.self)
      }
      #expect(bodies == expected, words)
      #expect(order.count == expected.count, words)
      if !isContradictory {
        #expect(Self.turned(core, order) == pairs.filter { Set($0).isSubset(of: core) }, words)
      }
      // What a side alone has stands there as on that side, unless the other moved something.
      for (side, other) in [(ours, theirs), (theirs, ours)]
      where Self.turned(names, other.order).isEmpty {
        let kept = side.order.filter(order.contains)
        #expect(order.filter(kept.contains) == kept, words)
      }
    }
    #expect(clean > 100 && conflicts > 30, "\(clean) \(conflicts)")
  }

  @Test func `moves of responses to one request, of both sides, are both made`() throws {
    func cassette(_ bodies: [Int]) -> [UInt8] {
      let items = bodies.map { ThreeWayMergeTests.item("a", body: "\($0)") }
      return Array((ThreeWayMergeTests.heading + items.joined()).utf8)
    }
    func merge(_ ours: [Int], _ theirs: [Int]) throws -> (conflicts: Int, bodies: [Int]) {
      let merge = try ThreeWayMerge(
        path: "a.yaml", base: cassette([1, 2, 3, 4]), ours: cassette(ours),
        theirs: cassette(theirs))
      let bodies = String(decoding: merge.content, as: UTF8.self).split(separator: "\n")
        .compactMap { Int($0.drop { $0 == " " }) }
      return (merge.conflicts, bodies)
    }
    #expect(try merge([2, 1, 3, 4], [1, 2, 4, 3]) == (0, [2, 1, 4, 3]))
    #expect(try merge([1, 2, 4, 3], [2, 1, 3, 4]) == (0, [2, 1, 4, 3]))
    #expect(try merge([2, 3, 4, 1], [1, 3, 2, 4]) == (0, [3, 2, 4, 1]))
    #expect(try merge([2, 1, 3, 4], [2, 1, 3, 4]) == (0, [2, 1, 3, 4]))
    // 2 before 1, 3 before 2, and 1 before 3: both orders are in the conflict.
    let disputed = try merge([2, 1, 3, 4], [1, 3, 2, 4])
    #expect(disputed == (1, [2, 1, 3, 1, 3, 2, 4]))
  }

  @Test func `responses that the sides added around those of one request are all there`() throws {
    func merge(_ base: [Int], _ ours: [Int], _ theirs: [Int]) throws -> (Int, [Int]) {
      func items(_ bodies: [Int]) -> [ThreeWayMergeTests.Item] {
        bodies.map { .item("a", body: "\($0)") }
      }
      let merge = try ThreeWayMergeTests.merge(
        items(base), ours: items(ours), theirs: items(theirs))
      let bodies = String(decoding: merge.content, as: UTF8.self).split(separator: "\n")
        .compactMap { Int($0.drop { $0 == " " }) }
      return (merge.conflicts, bodies)
    }
    #expect(try merge([2, 3], [1, 2, 3], [2, 3, 4]) == (0, [1, 2, 3, 4]))
    #expect(try merge([2, 3], [2, 3, 4], [1, 2, 3]) == (0, [1, 2, 3, 4]))
    #expect(try merge([1, 3, 5], [1, 2, 3, 5], [1, 3, 4, 5]) == (0, [1, 2, 3, 4, 5]))
    // In one place it is a matter of taste which one comes first.
    #expect(try merge([1], [1, 2], [1, 3]).0 == 1)
    let mixed = try merge([2, 3], [1, 2, 3, 4], [2, 3, 5])
    #expect(mixed.0 == 1 && mixed.1.prefix(3) == [1, 2, 3])
  }

  @Test func `the order in which both sides added responses to one request is no matter of taste`()
    throws
  {
    func merge(_ ours: [(String, String)], _ theirs: [(String, String)]) throws -> ThreeWayMerge {
      func items(_ list: [(String, String)]) -> [ThreeWayMergeTests.Item] {
        list.map { .item($0.0, body: $0.1) }
      }
      return try ThreeWayMergeTests.merge([], ours: items(ours), theirs: items(theirs))
    }
    let busy = ("poll", "busy")
    let done = ("poll", "done")
    #expect(try merge([busy, done], [busy, done]).conflicts == 0)
    #expect(try merge([busy, done], [done, busy]).conflicts == 1)
    // Which of two requests came first is chance where they run beside each other.
    let merged = try merge([("a", "1"), ("b", "2")], [("b", "2"), ("a", "1")])
    #expect(merged.conflicts == 0)
    #expect(
      merged.content
        == Array(
          ThreeWayMergeTests.cassette([
            .item("a", body: "1"), .item("b", body: "2"),
          ]).utf8))
  }
}
