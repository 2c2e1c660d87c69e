import VCRCore

/// The elements of a list that may stand elsewhere than they stood.
enum MovedElements {
  /// The elements that some smallest set of moves has in it.
  ///
  /// Of two that changed places either may have been moved, so both are among them.
  ///
  /// - Parameter order: The old positions of the elements, each once, in their new order.
  /// - Returns: The old positions of those that may have been moved.
  static func perhaps(in order: [Int]) -> Set<Int> {
    guard zip(order, order.dropFirst()).contains(where: { $0 > $1 }) else { return [] }
    let before = SequenceAlignment.ascendingLengths(order)
    let after = SequenceAlignment.ascendingLengths(order.reversed().map { -$0 }).reversed()
    let runs = zip(before, after).map { $0 + $1 - 1 }
    let longest = runs.max() ?? 0
    // In every longest run are those that alone can have their place in it.
    var counts = [Int](repeating: 0, count: longest + 1)
    for (run, place) in zip(runs, before) where run == longest { counts[place] += 1 }
    return Set(
      order.indices.filter { runs[$0] < longest || counts[before[$0]] > 1 }.map { order[$0] })
  }
}
