/// Numbers with their nouns.
package enum Quantity {
  /// `1 interaction`, `2 interactions`.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - noun: The singular of a noun whose plural takes an s.
  /// - Returns: The words.
  package static func of(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Bytes in the unit that keeps the number short: `512 B`, `1.5 kB`, `20.1 MB`.
  ///
  /// - Parameter count: How many bytes.
  /// - Returns: The words, in powers of 1000.
  package static func bytes(_ count: Int) -> String {
    var unit = "B"
    var divisor = 1
    for next in ["kB", "MB", "GB"] where count / divisor >= 1000 {
      unit = next
      divisor *= 1000
    }
    guard divisor > 1 else { return "\(count) B" }
    let tenths = count / (divisor / 10)
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}
