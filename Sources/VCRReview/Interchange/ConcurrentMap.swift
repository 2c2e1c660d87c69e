private import Dispatch
private import VCRLocks

extension Range<Int> {
  /// How many numbers one core takes at a time: enough that taking them costs nothing beside the work.
  private static var block: Int { 16 }

  /// The results of a function for each number, in their order, worked out on all cores.
  ///
  /// - Parameter transform: The function.
  /// - Returns: The results.
  func concurrentMap<Result: Sendable>(_ transform: @Sendable (Int) -> Result) -> [Result] {
    let blocks = (count + Self.block - 1) / Self.block
    guard blocks > 1 else { return map(transform) }
    let results = Mutex([[Result]](repeating: [], count: blocks))
    DispatchQueue.concurrentPerform(iterations: blocks) { block in
      let start = lowerBound + block * Self.block
      let part = (start..<Swift.min(start + Self.block, upperBound)).map(transform)
      results.withLock { $0[block] = part }
    }
    return results.withLock { Array($0.joined()) }
  }
}
