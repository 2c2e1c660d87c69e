extension Span<UInt8> {
  /// Finds the end of the object or list of JSON with which a range begins, by its brackets and
  /// strings alone.
  ///
  /// - Parameter range: The range.
  /// - Returns: The index behind the last bracket; nil where something else than white space comes
  ///   before the first, or the range ends within.
  package func endOfBrackets(in range: Range<Int>) -> Int? {
    var (depth, isInString, isEscaped) = (0, false, false)
    for index in range {
      let byte = self[index]
      if isInString {
        if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      if depth == 0, byte > 0x20, byte != UInt8(ascii: "{"), byte != UInt8(ascii: "[") {
        return nil
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return index + 1 }
      default: break
      }
    }
    return nil
  }
}
