/// Base64 in lines of one length, as mail and certificates have it (RFC 2045 §6.8, RFC 7468).
struct Base64Block {
  /// The letters of all lines, without padding.
  private(set) var letters: [UInt8] = []
  /// The number of letters of a line.
  let width: Int
  /// True when lines end in a carriage return and a line feed.
  let hasReturns: Bool
  /// Where it stands, with its padding.
  private(set) var range: Range<Int>

  /// No program breaks Base64 after fewer letters.
  private static let shortestLine = 60

  /// Reads a block; nil for letters that are one line alone.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - first: The letters of the first line.
  init?(_ text: Span<UInt8>, first: Range<Int>) {
    guard first.count >= Self.shortestLine, first.count % 4 == 0, first.upperBound < text.count
    else { return nil }
    width = first.count
    hasReturns = text.equals("\r\n", at: first.upperBound)
    guard hasReturns || text[first.upperBound] == 0x0A else { return nil }
    range = first
    letters.append(text, first)
    let separator = hasReturns ? 2 : 1
    while hasReturns
      ? text.equals("\r\n", at: range.upperBound) : text.equals("\n", at: range.upperBound)
    {
      let start = range.upperBound + separator
      var end = start
      while end < text.count, end - start <= width, Base64Text.isLetter(text[end]) { end += 1 }
      guard end > start, end - start <= width else { break }
      letters.append(text, start..<end)
      var padded = end
      while padded < text.count, padded - start < width, text[padded] == UInt8(ascii: "=") {
        padded += 1
      }
      range = first.lowerBound..<padded
      if end - start < width { break }
    }
    guard range.count > first.count else { return nil }
  }

  /// Where some lines stand.
  func range(of lines: ClosedRange<Int>) -> Range<Int> {
    let step = width + (hasReturns ? 2 : 1)
    let start = range.lowerBound + lines.lowerBound * step
    return start..<min(range.upperBound, start + lines.count * step - (hasReturns ? 2 : 1))
  }
}
