/// Finds the starts of a cassette's items without parsing them.
///
/// Every item begins with `- ` in column 0, and nothing else below `interactions:` is in that
/// column, so only line ends are examined, each found by one search of the C library.
struct ItemScanner {
  /// The start of each item.
  private(set) var starts: [Int] = []

  /// The items that have, or may have, their own rule.
  private(set) var unusual: Set<Int> = []

  /// Scans from the line after `interactions:`.
  ///
  /// - Returns: Nil when column 0 holds something that the writer never puts there; then the whole
  ///   file must be parsed.
  static func scan(_ bytes: [UInt8], from start: Int) -> ItemScanner? {
    var scanner = ItemScanner()
    guard start < bytes.count else { return scanner }
    guard scanner.line(bytes, at: start) else { return nil }
    guard !scanner.starts.isEmpty else { return nil }
    let space = UInt8(ascii: " ")
    var next = bytes.firstNewline(from: start, to: bytes.count) + 1
    while next < bytes.count {
      // Most lines are indented by three columns and more; only the others matter here.
      let isDeep =
        bytes[next] == space && next + 2 < bytes.count && bytes[next + 1] == space
        && bytes[next + 2] == space
      if !isDeep, !scanner.line(bytes, at: next) { return nil }
      next = bytes.firstNewline(from: next, to: bytes.count) + 1
    }
    return scanner
  }

  /// Examines the beginning of a line.
  ///
  /// - Returns: False for a line that the writer never writes.
  private mutating func line(_ bytes: [UInt8], at index: Int) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "-"):
      guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: " ") else { return false }
      starts.append(index)
      return true
    case UInt8(ascii: " "):
      // The keys of the item itself are in column 2.
      guard index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: " ") else { return true }
      // `match`, `times`, or one of them in some other notation.
      let first = bytes[index + 2]
      let isOther =
        first.isASCIILetter && first != UInt8(ascii: "m") && first != UInt8(ascii: "t")
      if !isOther && first != UInt8(ascii: " ") && first != UInt8(ascii: "\n") {
        unusual.insert(starts.count - 1)
      }
      return true
    case UInt8(ascii: "\n"), UInt8(ascii: "#"): return true
    default: return false
    }
  }
}
