private import Dispatch

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
    // Each result is moved to its place: copied and let go, interactions cost as much as the work.
    return unsafe [Result](unsafeUninitializedCapacity: count) { places, filled in
      nonisolated(unsafe) let places = unsafe places
      DispatchQueue.concurrentPerform(iterations: blocks) { block in
        let start = block * blockSize
        for index in start..<Swift.min(start + blockSize, count) {
          unsafe places.initializeElement(at: index, to: transform(lowerBound + index))
        }
      }
      filled = count
    }
  }
}

extension Array where Element: Sendable {
  /// The results of a function for each element of a range, which it may change in its place,
  /// worked out on all cores.
  ///
  /// - Parameters:
  ///   - range: The positions of the elements.
  ///   - transform: The function.
  /// - Returns: The results.
  mutating func concurrentMap<Result: Sendable>(
    in range: Range<Int>, _ transform: @Sendable (inout Element) -> Result
  ) -> [Result] {
    unsafe withUnsafeMutableBufferPointer { elements in
      nonisolated(unsafe) let elements = unsafe elements
      return range.concurrentMap { unsafe transform(&elements[$0]) }
    }
  }
}
