/// Pairs the successive responses to one request in a run with those of the cassette, so that
/// neither side's order changes.
///
/// The cheapest alignment is taken (Wagner and Fischer, “The String-to-String Correction Problem”,
/// 1974): an equal response costs nothing, and a changed one costs less than one that is removed
/// and another that is added. In a very long series equal responses are aligned first, which
/// takes no more than O(n log n).
struct ResponseAlignment {
  /// The digests that are compared of an interaction.
  struct Fingerprint {
    /// A digest of everything that is not volatile.
    var content: Int
    /// A digest of the contents of the request and its users.
    var request: Int
    /// A digest of the contents of the request and its header fields.
    var whole: Int
  }

  /// The old interactions, in the order of the cassette.
  let old: [Fingerprint]
  /// The new interactions, in the order of the run.
  let new: [Fingerprint]

  /// The most pairs whose costs are computed.
  private static let limit = 1 << 21

  private enum Cost {
    static let changed: Int32 = 2
    static let otherRequest: Int32 = 3
    static let goneOrNew: Int32 = 2
    static let never = Int32.max / 4
  }

  /// The pairs, ascending on both sides.
  ///
  /// - Parameter mayPair: Whether a new interaction, given first, may replace an old one.
  /// - Returns: The positions of the pairs.
  /// - Throws: The errors that the closure throws.
  func pairs(mayPair: (Int, Int) throws -> Bool) rethrows -> [SequenceAlignment.Pair] {
    var start = 0
    while start < old.count, start < new.count, old[start].content == new[start].content,
      try mayPair(start, start)
    {
      start += 1
    }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1].content == new[newEnd - 1].content,
      try mayPair(newEnd - 1, oldEnd - 1)
    {
      oldEnd -= 1
      newEnd -= 1
    }
    let middle =
      (oldEnd - start) * (newEnd - start) <= Self.limit
      ? try cheapest(start..<oldEnd, start..<newEnd, mayPair)
      : try common(start..<oldEnd, start..<newEnd, mayPair)
    return (0..<start).map { .init(old: $0, new: $0) } + middle
      + zip(oldEnd..<old.count, newEnd..<new.count).map { .init(old: $0, new: $1) }
  }

  private func cheapest(
    _ left: Range<Int>, _ right: Range<Int>, _ mayPair: (Int, Int) throws -> Bool
  ) rethrows -> [SequenceAlignment.Pair] {
    guard !left.isEmpty, !right.isEmpty else { return [] }
    let width = right.count + 1
    var costs = [Int32](repeating: 0, count: (left.count + 1) * width)
    for j in 1..<width { costs[j] = Int32(j) * Cost.goneOrNew }
    for i in 1...left.count {
      costs[i * width] = Int32(i) * Cost.goneOrNew
      for j in 1..<width {
        let (one, other) = (left.lowerBound + i - 1, right.lowerBound + j - 1)
        let paired =
          costs[(i - 1) * width + j - 1] + (try mayPair(other, one) ? cost(one, other) : Cost.never)
        let unpaired = min(costs[(i - 1) * width + j], costs[i * width + j - 1]) + Cost.goneOrNew
        costs[i * width + j] = min(paired, unpaired)
      }
    }
    var pairs: [SequenceAlignment.Pair] = []
    var (i, j) = (left.count, right.count)
    while i > 0, j > 0 {
      let (one, other) = (left.lowerBound + i - 1, right.lowerBound + j - 1)
      let total = costs[i * width + j]
      // Of two alignments of equal cost the one that keeps the places is taken.
      if total == costs[(i - 1) * width + j - 1] + cost(one, other), try mayPair(other, one) {
        pairs.append(.init(old: one, new: other))
        i -= 1
        j -= 1
      } else if total == costs[(i - 1) * width + j] + Cost.goneOrNew {
        i -= 1
      } else {
        j -= 1
      }
    }
    return pairs.reversed()
  }

  private func cost(_ one: Int, _ other: Int) -> Int32 {
    if old[one].content == new[other].content { return 0 }
    return old[one].request == new[other].request ? Cost.changed : Cost.otherRequest
  }

  /// The equal interactions, and the others between them paired in order.
  private func common(
    _ left: Range<Int>, _ right: Range<Int>, _ mayPair: (Int, Int) throws -> Bool
  ) rethrows -> [SequenceAlignment.Pair] {
    let matches = SequenceAlignment.matches(
      left.map { old[$0].content }, right.map { new[$0].content }
    )
    .map { SequenceAlignment.Pair(old: $0.old + left.lowerBound, new: $0.new + right.lowerBound) }
    var pairs: [SequenceAlignment.Pair] = []
    var (i, j) = (left.lowerBound, right.lowerBound)
    for match in matches + [.init(old: left.upperBound, new: right.upperBound)] {
      pairs += zip(i..<match.old, j..<match.new).map { .init(old: $0, new: $1) }
      if match.old < left.upperBound { pairs.append(match) }
      (i, j) = (match.old + 1, match.new + 1)
    }
    return try pairs.filter { try mayPair($0.new, $0.old) }
  }
}
