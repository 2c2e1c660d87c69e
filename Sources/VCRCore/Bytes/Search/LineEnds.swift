/// The line ends of a text, CR LF or LF, which mean the same in YAML (YAML 1.2 §5.4).
package enum LineEnds {
  /// A text whose lines end in LF.
  ///
  /// - Parameter text: The text.
  /// - Returns: The text with LF for each CR LF, the number of replaced line ends, and the number
  ///   of all line ends.
  package static func withoutCarriageReturns(
    _ text: [UInt8]
  ) -> (text: [UInt8], replaced: Int, ends: Int) {
    var out: [UInt8] = []
    out.reserveCapacity(text.count)
    var (replaced, ends) = (0, 0)
    for byte in text {
      if byte == UInt8(ascii: "\n") {
        ends += 1
        if out.last == UInt8(ascii: "\r") {
          out.removeLast()
          replaced += 1
        }
      }
      out.append(byte)
    }
    return (out, replaced, ends)
  }

  /// A text with CR LF for each LF.
  package static func withCarriageReturns(_ text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(text.count + text.count / 16)
    for byte in text {
      if byte == UInt8(ascii: "\n") { out.append(UInt8(ascii: "\r")) }
      out.append(byte)
    }
    return out
  }
}
