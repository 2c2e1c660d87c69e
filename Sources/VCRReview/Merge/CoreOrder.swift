import VCRCore

/// The merged order of elements that three lists have in common.
///
/// An element is identified by its position in the base, counted from 0, and each side is given by
/// the position that it gives to each element. A pair is swapped in the result when a side swapped
/// it. This yields a tournament (of two elements, one is before the other), whose strongly
/// connected components have a unique order. Within a component of several elements the pairs
/// contradict each other; there, a pair of which each side moved one element counts only where the
/// other pairs leave a choice.
enum CoreOrder {
  /// The components in their order.
  ///
  /// - Parameters:
  ///   - our: For each element, its position on our side.
  ///   - their: For each element, its position on their side.
  /// - Returns: Every element once: alone, or in a group whose order conflicts.
  static func groups(our: [Int], their: [Int]) -> [[Int]] {
    var groups: [[Int]] = []
    // Here a prefix ends within which both sides only permuted the elements.
    var (start, reach) = (0, -1)
    for element in our.indices {
      reach = max(reach, our[element], their[element])
      guard reach == element else { continue }
      groups += self.groups(ofBlock: start..<(element + 1), our, their)
      start = element + 1
    }
    return groups
  }

  private static func groups(
    ofBlock block: Range<Int>, _ our: [Int], _ their: [Int]
  ) -> [[Int]] {
    let isMoved = (block.contains { our[$0] != $0 }, block.contains { their[$0] != $0 })
    if !isMoved.0 || our[block] == their[block] { return alone(block, by: their) }
    if !isMoved.1 { return alone(block, by: our) }
    let moves = MergeMoves(block, our, their)
    /// For each element, how many are before it, including those that are both before and after it.
    var before = [Int](repeating: 0, count: block.count)
    /// For each element, twice the number of those before it, where one that is both before and
    /// after counts half.
    var weight = before
    for first in block {
      for second in (first + 1)..<block.upperBound {
        let (i, j) = (first - block.lowerBound, second - block.lowerBound)
        switch moves.order(of: first, second) {
        case .kept:
          before[j] += 1
          weight[j] += 2
        case .turned:
          before[i] += 1
          weight[i] += 2
        case .disputed:
          before[i] += 1
          before[j] += 1
          weight[i] += 1
          weight[j] += 1
        }
      }
    }
    // Elements of a component have fewer predecessors than those of the next one. A component ends
    // where no later element precedes an earlier one: the counts then equal the pairs so far.
    let sorted = block.sorted {
      (before[$0 - block.lowerBound], $0) < (before[$1 - block.lowerBound], $1)
    }
    var groups: [[Int]] = []
    var group: [Int] = []
    var (count, sum) = (0, 0)
    for element in sorted {
      group.append(element)
      count += 1
      sum += weight[element - block.lowerBound]
      guard sum == count * (count - 1) else { continue }
      groups.append(group.sorted())
      group = []
    }
    let order = groups.flatMap { $0.count == 1 ? [$0] : resolved($0, moves) }
    // When contradictions were resolved, the result must keep something of each side's moves.
    return moves.isOneSided(order.joined()) && order != groups ? groups : order
  }

  private static func alone(_ block: Range<Int>, by side: [Int]) -> [[Int]] {
    block.sorted { side[$0] < side[$1] }.map { [$0] }
  }

  /// Orders a component by its fixed pairs; open pairs decide only where the fixed ones leave a
  /// choice.
  ///
  /// - Returns: Each element alone, or all of them as one group if the fixed pairs contradict each
  ///   other.
  private static func resolved(_ group: [Int], _ moves: MergeMoves) -> [[Int]] {
    /// True when one element must precede another, or does unless a fixed pair demands otherwise.
    func isBefore(_ one: Int, _ other: Int, isOpen: Bool) -> Bool {
      guard one != other else { return false }
      let order = moves.order(of: min(one, other), max(one, other))
      if order == .disputed { return !isOpen }
      return moves.isOpen(min(one, other), max(one, other)) == isOpen
        && (order == .kept) == (one < other)
    }
    /// For each element, how many of the remaining ones must precede it.
    var before = group.map { element in
      group.count { isBefore($0, element, isOpen: false) }
    }
    var left = Array(group.indices)
    var order: [Int] = []
    while true {
      let free = left.filter { before[$0] == 0 }
      let first = free.first { index in
        !free.contains { isBefore(group[$0], group[index], isOpen: true) }
      }
      guard let next = first ?? free.first else { break }
      left.removeAll { $0 == next }
      order.append(group[next])
      for index in left where isBefore(group[next], group[index], isOpen: false) {
        before[index] -= 1
      }
    }
    return left.isEmpty ? order.map { [$0] } : [group]
  }
}
