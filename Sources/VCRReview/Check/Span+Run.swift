extension Span<UInt8> {
  /// The range around a position whose bytes are all in a set, within a line.
  func run(around index: Int, in line: Range<Int>, _ isPart: (UInt8) -> Bool) -> Range<Int> {
    var (start, end) = (index, index)
    while start > line.lowerBound, isPart(self[start - 1]) { start -= 1 }
    while end < line.upperBound, isPart(self[end]) { end += 1 }
    return start..<end
  }
}
