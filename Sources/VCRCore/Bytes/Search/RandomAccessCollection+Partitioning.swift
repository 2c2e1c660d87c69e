extension RandomAccessCollection {
  /// Returns the index of the first element for which something holds that holds for all after it,
  /// too, in O(log n).
  ///
  /// - Parameter belongs: Whether an element is one of the second part.
  /// - Returns: The index; the end when there is no such element.
  /// - Throws: What `belongs` throws.
  @inlinable
  package func partitioningIndex(
    where belongs: (Element) throws -> Bool
  ) rethrows -> Index {
    var (start, left) = (startIndex, count)
    while left > 0 {
      let half = left / 2
      let middle = index(start, offsetBy: half)
      if try belongs(self[middle]) {
        left = half
      } else {
        start = index(after: middle)
        left -= half + 1
      }
    }
    return start
  }
}
