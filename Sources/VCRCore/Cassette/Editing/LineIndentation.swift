/// Moves lines to the right and left.
enum LineIndentation {
  /// Lines with more spaces at their start, or fewer; empty lines stay empty.
  ///
  /// - Parameters:
  ///   - text: The lines.
  ///   - columns: The number of columns to the right; to the left a line moves as far as it can.
  /// - Returns: The lines.
  static func moved(_ text: ArraySlice<UInt8>, by columns: Int) -> [UInt8] {
    guard columns != 0 else { return Array(text) }
    var out: [UInt8] = []
    out.reserveCapacity(text.count + text.count / 16)
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if columns > 0 {
        if !line.isEmpty { out.appendSpaces(columns) }
        out += line
      } else {
        out += line.dropFirst(line.prefix(-columns).prefix { $0 == UInt8(ascii: " ") }.count)
      }
      out.append(UInt8(ascii: "\n"))
    }
    // The last line feed ends the last line and begins none.
    out.removeLast()
    return out
  }
}
