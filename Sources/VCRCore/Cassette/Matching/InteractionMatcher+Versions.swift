extension InteractionMatcher {
  /// Pairs the items of two versions whose requests have equal keys and bodies.
  ///
  /// Where one request was made several times, those items are paired first that are equal but for
  /// volatile parts, then those that have lines in common which no other of them has, then those
  /// between the same neighbours, and in the end the rest in order. An interaction that was added
  /// before another one is then not taken for a new version of that one.
  ///
  /// - Throws: `CassetteError` when an item cannot be decoded.
  package mutating func matchVersions() throws {
    let groups = try groups()
    let repeated = (0..<groups.count).filter {
      !groups.old[$0].isEmpty && !groups.new[$0].isEmpty
        && groups.old[$0].count + groups.new[$0].count > 2
    }
    for group in repeated {
      try matchAlike(groups.old[group], groups.new[group], by: [.content])
      try matchLines(remaining(in: groups, group))
    }
    let gaps = gaps
    for group in repeated {
      let (left, right) = remaining(in: groups, group)
      let known = Dictionary(grouping: left) { gaps.old[$0] }
      for (gap, items) in Dictionary(grouping: right, by: { gaps.new[$0] }) {
        try matchAlike(known[gap] ?? [], items, by: [.body])
      }
    }
    for group in 0..<groups.count {
      let (left, right) = remaining(in: groups, group)
      try matchAlike(left, right, by: [.body])
    }
  }

  private func remaining(in groups: KeyGroups, _ group: Int) -> (old: [Int], new: [Int]) {
    (
      groups.old[group].filter { partnersOfOld[$0] == nil },
      groups.new[group].filter { partnersOfNew[$0] == nil }
    )
  }

  /// For each item the last old item that has a partner and stands before it or its partner.
  private var gaps: (old: [Int], new: [Int]) {
    var (old, new) = ([Int](), [Int]())
    var gap = -1
    for item in partnersOfOld.indices {
      if partnersOfOld[item] != nil { gap = item }
      old.append(gap)
    }
    gap = -1
    for item in partnersOfNew.indices {
      if let partner = partnersOfNew[item] { gap = partner }
      new.append(gap)
    }
    return (old, new)
  }

  /// The most pairs of items whose lines are compared.
  private static let pairLimit = 1 << 18

  /// Pairs items by the lines that stand in one old and one new item alone, so that neither side's
  /// order changes and as many such lines as can be are in pairs.
  private mutating func matchLines(_ items: (old: [Int], new: [Int])) throws {
    let (left, right) = items
    guard left.count > 1 || right.count > 1, left.count * right.count <= Self.pairLimit,
      !left.isEmpty, !right.isEmpty
    else { return }
    let bodies = (
      old: try digests(of: left, in: old, [.body]), new: try digests(of: right, in: new, [.body])
    )
    let places = (old: Self.ownLines(left.map(old.text)), new: Self.ownLines(right.map(new.text)))
    var counts = [Int](repeating: 0, count: left.count * right.count)
    for (line, place) in places.old {
      guard let other = places.new[line], let body = bodies.old[left[place]]?[0],
        body == bodies.new[right[other]]?[0]
      else { continue }
      counts[place * right.count + other] += 1
    }
    guard counts.contains(where: { $0 > 0 }) else { return }
    let width = right.count + 1
    var best = [Int](repeating: 0, count: (left.count + 1) * width)
    for place in left.indices.reversed() {
      for other in right.indices.reversed() {
        best[place * width + other] = max(
          best[(place + 1) * width + other], best[place * width + other + 1],
          best[(place + 1) * width + other + 1] + counts[place * right.count + other])
      }
    }
    var (place, other) = (0, 0)
    while place < left.count, other < right.count {
      let count = counts[place * right.count + other]
      if count > 0, best[place * width + other] == best[(place + 1) * width + other + 1] + count,
        try mayPair(right[other], with: left[place])
      {
        join(left[place], right[other])
        (place, other) = (place + 1, other + 1)
      } else if best[(place + 1) * width + other] >= best[place * width + other + 1] {
        place += 1
      } else {
        other += 1
      }
    }
  }

  /// Digests of the lines that stand in one text alone, each with the number of that text.
  ///
  /// Two interactions may have taken as long by chance.
  private static func ownLines(_ texts: [ArraySlice<UInt8>]) -> [Int: Int] {
    var places: [Int: Int] = [:]
    var shared: Set<Int> = []
    for (number, text) in texts.enumerated() {
      let lines = text.split(separator: UInt8(ascii: "\n")).filter { !isDuration($0) }
      for line in Set(lines.map { Array($0).seededHash })
      where places.updateValue(number, forKey: line) != nil {
        shared.insert(line)
      }
    }
    return places.filter { !shared.contains($0.key) }
  }

  private static func isDuration(_ line: ArraySlice<UInt8>) -> Bool {
    line.drop { $0 == UInt8(ascii: " ") }.starts(with: "\(ItemKey.seconds.rawValue): ".utf8)
  }
}
