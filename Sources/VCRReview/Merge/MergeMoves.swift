import VCRCore

/// The moves of two sides within a block of elements, which are identified by their base positions.
struct MergeMoves {
  /// The order of two elements in the result.
  enum Order {
    /// The order of the base.
    case kept
    /// The reverse order, as a side swapped them.
    case turned
    /// Both orders at once: both sides moved one of the elements, each to a different place.
    case disputed
  }

  private let start: Int
  private let our: [Int]
  private let their: [Int]
  private let isOurMove: [Bool]
  private let isTheirMove: [Bool]
  /// For each element, true when neither side moved it, assuming the fewest possible moves.
  private var isStable: [Bool]
  /// For each element, true when a side moved it past an element that neither side moved.
  private var isSeen: (ours: [Bool], theirs: [Bool])
  /// For each element, true when both sides moved it to different places among the unmoved ones.
  private var isMovedApart: [Bool]

  /// Finds the moves in a block.
  ///
  /// - Parameters:
  ///   - block: The elements.
  ///   - our: For each element, its position on our side.
  ///   - their: For each element, its position on their side.
  init(_ block: Range<Int>, _ our: [Int], _ their: [Int]) {
    (start, self.our, self.their) = (block.lowerBound, our, their)
    let orders = (block.sorted { our[$0] < our[$1] }, block.sorted { their[$0] < their[$1] })
    let stayed = (
      Self.ascending(in: orders.0, among: nil), Self.ascending(in: orders.1, among: nil)
    )
    isOurMove = block.map { !stayed.0.contains($0) }
    isTheirMove = block.map { !stayed.1.contains($0) }
    let (one, other) = (
      Self.ascending(in: orders.1, among: stayed.0), Self.ascending(in: orders.0, among: stayed.1)
    )
    // The two sides are treated alike.
    let isFirst =
      one.count == other.count
      ? one.sorted().lexicographicallyPrecedes(other.sorted()) : one.count > other.count
    let stable = isFirst ? one : other
    isStable = block.map(stable.contains)
    let none = Array(repeating: false, count: block.count)
    isSeen = (none, none)
    isMovedApart = none
    for element in block where !stable.contains(element) {
      var (isOurs, isTheirs, isApart) = (false, false, false)
      for other in stable {
        let wasBefore = element < other
        let turned = (
          (our[element] < our[other]) != wasBefore, (their[element] < their[other]) != wasBefore
        )
        isOurs = isOurs || turned.0
        isTheirs = isTheirs || turned.1
        isApart = isApart || turned.0 != turned.1
      }
      isSeen.ours[element - start] = isOurs
      isSeen.theirs[element - start] = isTheirs
      isMovedApart[element - start] = isOurs && isTheirs && isApart
    }
  }

  /// The order of two elements.
  ///
  /// - Parameters:
  ///   - first: The element that comes first in the base.
  ///   - second: The other element.
  /// - Returns: Their order in the result.
  func order(of first: Int, _ second: Int) -> Order {
    let (i, j) = (first - start, second - start)
    let turned = (our[first] > our[second], their[first] > their[second])
    if turned.0 != turned.1, isMovedApart[i] && isStable[j] || isMovedApart[j] && isStable[i] {
      return .disputed
    }
    return turned.0 || turned.1 ? .turned : .kept
  }

  /// True when each side moved one of two elements, so that neither side has decided their order at
  /// the new places.
  ///
  /// A side that swapped the two must also have moved its element past another one, since otherwise
  /// nothing would remain of its move.
  ///
  /// - Parameters:
  ///   - first: The element that comes first in the base.
  ///   - second: The other element.
  /// - Returns: True when their order may be given up.
  func isOpen(_ first: Int, _ second: Int) -> Bool {
    let (i, j) = (first - start, second - start)
    let mover: (ours: Int, theirs: Int)
    if isOurMove[i] && isTheirMove[j] {
      mover = (i, j)
    } else if isTheirMove[i] && isOurMove[j] {
      mover = (j, i)
    } else {
      return false
    }
    return (our[first] < our[second] || isSeen.ours[mover.ours])
      && (their[first] < their[second] || isSeen.theirs[mover.theirs])
  }

  /// True when a list has the order of only one side, so that it keeps nothing of the other side's
  /// moves, unless that side made them as well.
  func isOneSided(_ elements: some Sequence<Int>) -> Bool {
    func isOrdered(_ side: [Int]) -> Bool {
      zip(elements, elements.dropFirst()).allSatisfy { side[$0] < side[$1] }
    }
    func areMadeByBoth(_ moves: [Bool]) -> Bool {
      elements.lazy.map { $0 - start }.filter { moves[$0] }
        .allSatisfy { isSeen.ours[$0] && isSeen.theirs[$0] && !isMovedApart[$0] }
    }
    return isOrdered(our) && !areMadeByBoth(isTheirMove)
      || isOrdered(their) && !areMadeByBoth(isOurMove)
  }

  /// The largest set of elements that keep their old order.
  private static func ascending(in order: [Int], among known: Set<Int>?) -> Set<Int> {
    let values = known.map { known in order.filter(known.contains) } ?? order
    return Set(SequenceAlignment.longestAscending(values).map { values[$0] })
  }
}
