extension Span<UInt8> {
  /// Calls the closure with each pair of a query or of an `application/x-www-form-urlencoded` text.
  ///
  /// The text is split as the WHATWG URL Standard §5.1 says: at `&`, then at the first `=`; empty
  /// pieces are skipped. Nothing is decoded.
  ///
  /// - Parameters:
  ///   - range: The range of the pairs.
  ///   - body: Gets the ranges of a pair's name and of its value; the latter is nil for a piece
  ///     without `=`.
  package func forEachFormPair(
    in range: Range<Int>, _ body: (_ name: Range<Int>, _ value: Range<Int>?) -> Void
  ) {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = firstIndex(of: UInt8(ascii: "&"), in: start..<range.upperBound) ?? range.upperBound
      if start < end {
        if let equals = firstIndex(of: UInt8(ascii: "="), in: start..<end) {
          body(start..<equals, equals + 1..<end)
        } else {
          body(start..<end, nil)
        }
      }
      start = end + 1
    }
  }
}

extension [UInt8] {
  /// Appends a text with its percent-encoding undone (RFC 3986 §2.1).
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - range: The range of the encoded text.
  ///   - isForm: True when `+` stands for a space, as in queries and forms.
  package mutating func appendPercentDecoded(_ text: Span<UInt8>, _ range: Range<Int>, isForm: Bool)
  {
    var index = range.lowerBound
    while index < range.upperBound {
      if let decoded = text.percentDecoded(at: index, before: range.upperBound) {
        append(decoded)
        index += 3
      } else {
        let byte = text[index]
        append(isForm && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
  }
}
