private import Dispatch
private import VCRLocks

extension Range<Int> {
  /// The results of a function for each number, in their order, worked out on all cores.
  ///
  /// - Parameters:
  ///   - blockSize: How many numbers one core takes at a time: enough that taking them costs
  ///     nothing beside the work.
  ///   - transform: The function.
  /// - Returns: The results.
  package func concurrentMap<Result: Sendable>(
    blockSize: Int = 16, _ transform: @Sendable (Int) -> Result
  ) -> [Result] {
    let blocks = (count + blockSize - 1) / blockSize
    guard blocks > 1 else { return map(transform) }
    let results = Mutex([[Result]](repeating: [], count: blocks))
    DispatchQueue.concurrentPerform(iterations: blocks) { block in
      let start = lowerBound + block * blockSize
      let part = (start..<Swift.min(start + blockSize, upperBound)).map(transform)
      results.withLock { $0[block] = part }
    }
    return results.withLock { Array($0.joined()) }
  }
}
