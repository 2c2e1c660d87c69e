/// Finds what two sequences have in common, at a bounded cost for any input.
///
/// Elements are given as numbers, equal where the elements are equal. Few differences are found
/// exactly (Myers, “An O(ND) Difference Algorithm and Its Variations”, 1986). With many, the n-th
/// occurrences of equal elements are paired and the longest run in order is taken, in O(n log n).
package enum SequenceAlignment {
  /// Two positions that correspond.
  package struct Pair: Equatable {
    /// The position in the old sequence.
    package var old: Int
    /// The position in the new sequence.
    package var new: Int

    /// Creates a pair.
    package init(old: Int, new: Int) {
      self.old = old
      self.new = new
    }
  }

  /// The most insertions and deletions that the exact search takes on.
  private static let editLimit = 400

  /// The pairs of equal elements, ascending in both sequences.
  package static func matches(_ old: [Int], _ new: [Int]) -> [Pair] {
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
    var end = 0
    while end < old.count - start, end < new.count - start,
      old[old.count - 1 - end] == new[new.count - 1 - end]
    {
      end += 1
    }
    var pairs = (0..<start).map { Pair(old: $0, new: $0) }
    let (left, right) = (old[start..<old.count - end], new[start..<new.count - end])
    if !left.isEmpty, !right.isEmpty {
      let middle = exact(Array(left), Array(right)) ?? byOccurrence(Array(left), Array(right))
      pairs += middle.map { Pair(old: $0.old + start, new: $0.new + start) }
    }
    pairs += (0..<end).reversed().map { Pair(old: old.count - 1 - $0, new: new.count - 1 - $0) }
    return pairs
  }

  /// The fewest elements that must move to turn the old order into the new one.
  ///
  /// Those between two that changed places stay.
  ///
  /// - Parameter partners: For each new position, the old one; nil for an element that has none.
  /// - Returns: Their new positions.
  package static func moved(_ partners: [Int?]) -> Set<Int> {
    let pairs = partners.indices.filter { partners[$0] != nil }
    let order = pairs.compactMap { partners[$0] }
    let sorted = order.sorted()
    guard sorted != order else { return [] }
    var kept = longestAscending(order)
    // Those that have their place among the others are in ascending order, too.
    let still = order.indices.filter { order[$0] == sorted[$0] }
    if still.count == kept.count { kept = still }
    return Set(pairs).subtracting(kept.map { pairs[$0] })
  }

  /// The positions of a longest ascending subsequence of distinct values, in O(n log n).
  package static func longestAscending(_ values: [Int]) -> [Int] {
    let ascents = ascents(values)
    var run: [Int] = []
    var index = ascents.end
    while index >= 0 {
      run.append(index)
      index = ascents.previous[index]
    }
    return run.reversed()
  }

  /// For each of distinct values, the length of the longest ascending subsequence that ends with
  /// it, in O(n log n).
  package static func ascendingLengths(_ values: [Int]) -> [Int] { ascents(values).lengths }

  /// The longest ascending subsequence that ends with each value.
  ///
  /// - Returns: Its length, and the position of the value before, for each; and the position at
  ///   which a longest of all ends. -1 is none.
  private static func ascents(_ values: [Int]) -> (lengths: [Int], previous: [Int], end: Int) {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: values.count)
    var lengths: [Int] = []
    lengths.reserveCapacity(values.count)
    for index in values.indices {
      let place = tails.partitioningIndex { values[$0] >= values[index] }
      if place > 0 { previous[index] = tails[place - 1] }
      if place == tails.count { tails.append(index) } else { tails[place] = index }
      lengths.append(place + 1)
    }
    return (lengths, previous, tails.last ?? -1)
  }

  /// The pairs of n-th occurrences of equal elements, as far as they are in order.
  private static func byOccurrence(_ old: [Int], _ new: [Int]) -> [Pair] {
    var places: [Int: [Int]] = [:]
    for index in old.indices.reversed() { places[old[index], default: []].append(index) }
    var pairs: [Pair] = []
    for index in new.indices {
      if let place = places[new[index]]?.popLast() { pairs.append(Pair(old: place, new: index)) }
    }
    return longestAscending(pairs.map(\.old)).map { pairs[$0] }
  }

  /// The longest common subsequence; nil when there are too many differences.
  private static func exact(_ old: [Int], _ new: [Int]) -> [Pair]? {
    let limit = min(old.count + new.count, editLimit)
    var furthest = [Int](repeating: 0, count: 2 * limit + 3)
    var trace: [[Int]] = []
    let centre = limit + 1
    for edits in 0...limit {
      trace.append(Array(furthest[(centre - edits - 1)...(centre + edits + 1)]))
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let goesDown =
          diagonal == -edits
          || (diagonal != edits
            && furthest[centre + diagonal - 1] < furthest[centre + diagonal + 1])
        var x =
          goesDown ? furthest[centre + diagonal + 1] : furthest[centre + diagonal - 1] + 1
        while x < old.count, x - diagonal >= 0, x - diagonal < new.count,
          old[x] == new[x - diagonal]
        {
          x += 1
        }
        furthest[centre + diagonal] = x
        if x >= old.count, x - diagonal >= new.count { return pairs(trace, old.count, new.count) }
      }
    }
    return nil
  }

  /// Walks back from the end of both sequences.
  private static func pairs(_ trace: [[Int]], _ oldCount: Int, _ newCount: Int) -> [Pair] {
    var pairs: [Pair] = []
    var (x, y) = (oldCount, newCount)
    for edits in stride(from: trace.count - 1, through: 0, by: -1) {
      // The row holds the diagonals from -edits - 1 to edits + 1.
      let row = trace[edits]
      let centre = edits + 1
      let diagonal = x - y
      guard edits > 0 else {
        while x > 0, y > 0 {
          x -= 1
          y -= 1
          pairs.append(Pair(old: x, new: y))
        }
        break
      }
      let goesDown =
        diagonal == -edits
        || (diagonal != edits && row[centre + diagonal - 1] < row[centre + diagonal + 1])
      let before = goesDown ? diagonal + 1 : diagonal - 1
      let beforeX = row[centre + before]
      let startX = goesDown ? beforeX : beforeX + 1
      while x > startX {
        x -= 1
        y -= 1
        pairs.append(Pair(old: x, new: y))
      }
      x = beforeX
      y = beforeX - before
    }
    return pairs.reversed()
  }
}
