/// Counts the lines of a text up to places that come one after the other, each byte once.
struct LineCounter {
  private var line = 1
  private var counted = 0

  /// Counts up to a place.
  ///
  /// - Parameters:
  ///   - index: The place, not before the one that was asked for last.
  ///   - bytes: The text.
  /// - Returns: The line in which the place is, from 1.
  mutating func line(of index: Int, in bytes: [UInt8]) -> Int {
    while counted < index {
      if bytes[counted] == UInt8(ascii: "\n") { line += 1 }
      counted += 1
    }
    return line
  }
}
