import VCRCore

/// What two sides did to the order of the elements of a block, each given by its place in the base.
struct MergeMoves {
  /// How two elements stand to each other in the result.
  enum Order {
    /// As in the base.
    case kept
    /// The other way round, as a side has turned them.
    case turned
    /// Both orders at once: both sides moved one of them, each to another place.
    case disputed
  }

  private let start: Int
  private let our: [Int]
  private let their: [Int]
  private let isOurMove: [Bool]
  private let isTheirMove: [Bool]
  /// True for what neither side moved, as few moves as possible assumed.
  private var isStable: [Bool]
  /// True for what a side moved past something that neither side moved.
  private var isSeen: (ours: [Bool], theirs: [Bool])
  /// True for what both sides moved, each to another place among those that stayed.
  private var isMovedApart: [Bool]

  /// Looks at a block.
  ///
  /// - Parameters:
  ///   - block: The elements.
  ///   - our: For each element its place on our side.
  ///   - their: For each element its place on theirs.
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
    // Which side is ours makes no difference.
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

  /// How two elements stand to each other.
  ///
  /// - Parameters:
  ///   - first: The one that is before the other in the base.
  ///   - second: The other.
  /// - Returns: Their order.
  func order(of first: Int, _ second: Int) -> Order {
    let (i, j) = (first - start, second - start)
    let turned = (our[first] > our[second], their[first] > their[second])
    if turned.0 != turned.1, isMovedApart[i] && isStable[j] || isMovedApart[j] && isStable[i] {
      return .disputed
    }
    return turned.0 || turned.1 ? .turned : .kept
  }

  /// True when one of two elements was moved by one side and the other by the other side, so that
  /// neither side knows how they stand to each other where they are now.
  ///
  /// A side that turned them round must have moved its element past another one too, as nothing would
  /// be left of its move otherwise.
  ///
  /// - Parameters:
  ///   - first: The one that is before the other in the base.
  ///   - second: The other.
  /// - Returns: Whether their order may be given up.
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

  /// True when a list of elements stands as one side alone has it, so that nothing is left in it of what
  /// the other side did.
  func isOneSided(_ elements: some Sequence<Int>) -> Bool {
    func isOrdered(_ side: [Int]) -> Bool {
      zip(elements, elements.dropFirst()).allSatisfy { side[$0] < side[$1] }
    }
    return isOrdered(our) || isOrdered(their)
  }

  /// Most elements that stand in their old order.
  private static func ascending(in order: [Int], among known: Set<Int>?) -> Set<Int> {
    let values = known.map { known in order.filter(known.contains) } ?? order
    return Set(SequenceAlignment.longestAscending(values).map { values[$0] })
  }
}
