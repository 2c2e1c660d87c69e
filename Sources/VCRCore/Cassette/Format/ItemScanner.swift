/// Finds where the items of a cassette begin, without parsing them.
///
/// Every item begins with `- ` in column 0 and nothing else below `interactions:` stands there, so
/// line ends are all that must be looked at, each found by one search of the C library.
struct ItemScanner {
  /// Where each item begins.
  private(set) var starts: [Int] = []

  /// The items that have, or may have, a rule of their own.
  private(set) var unusual: Set<Int> = []

  /// Scans from the line after `interactions:`.
  ///
  /// - Returns: nil when something stands in column 0 that the writer never puts there; then the
  ///   whole file must be parsed.
  static func scan(_ bytes: [UInt8], from start: Int) -> ItemScanner? {
    var scanner = ItemScanner()
    guard start < bytes.count else { return scanner }
    guard scanner.line(bytes, at: start) else { return nil }
    guard !scanner.starts.isEmpty else { return nil }
    let blank = UInt8(ascii: " ")
    var next = bytes.firstNewline(from: start, to: bytes.count) + 1
    while next < bytes.count {
      // Most lines are indented by three and more; only the others matter here.
      let isDeep =
        bytes[next] == blank && next + 2 < bytes.count && bytes[next + 1] == blank
        && bytes[next + 2] == blank
      if !isDeep, !scanner.line(bytes, at: next) { return nil }
      next = bytes.firstNewline(from: next, to: bytes.count) + 1
    }
    return scanner
  }

  /// Looks at the beginning of a line.
  ///
  /// - Returns: False for what the writer never writes.
  private mutating func line(_ bytes: [UInt8], at index: Int) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "-"):
      guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: " ") else { return false }
      starts.append(index)
      return true
    case UInt8(ascii: " "):
      // A key of the item itself stands in column 2.
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
