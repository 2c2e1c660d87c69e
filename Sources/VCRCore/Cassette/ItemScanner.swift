/// Finds where the items of a cassette begin, without parsing them.
///
/// Every item begins with `- ` in column 0 and nothing else below `interactions:` stands there, so
/// line ends are all that must be looked at. The scan runs at memory speed.
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
    let width = 16
    var isCanonical = true
    unsafe bytes.withUnsafeBytes { buffer in
      let newline = SIMD16<UInt8>(repeating: UInt8(ascii: "\n"))
      let blank = SIMD16<UInt8>(repeating: UInt8(ascii: " "))
      let limit = bytes.count - width - 3
      var index = start
      while index < limit {
        let here = unsafe buffer.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        let ends = here .== newline
        if any(ends) {
          // Most lines are indented by three and more; only the others matter here.
          let one = unsafe buffer.loadUnaligned(fromByteOffset: index + 1, as: SIMD16<UInt8>.self)
          let two = unsafe buffer.loadUnaligned(fromByteOffset: index + 2, as: SIMD16<UInt8>.self)
          let three = unsafe buffer.loadUnaligned(fromByteOffset: index + 3, as: SIMD16<UInt8>.self)
          let deep = (one .== blank) .& (two .== blank) .& (three .== blank)
          let shallow = ends .& .!deep
          if any(shallow) {
            for offset in 0..<width where shallow[offset] {
              guard scanner.line(bytes, at: index + offset + 1) else {
                isCanonical = false
                return
              }
            }
          }
        }
        index += width
      }
      while index < bytes.count - 1 {
        if unsafe buffer[index] == UInt8(ascii: "\n"), !scanner.line(bytes, at: index + 1) {
          isCanonical = false
          return
        }
        index += 1
      }
    }
    return isCanonical ? scanner : nil
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
