/// An IPv6 address in a URL's host, brackets included (RFC 3986 §3.2.2).
struct IPv6Literal {
  private var groups: [UInt16]

  /// Reads an address; nil when the text is not one, or carries a zone, which has no normal form.
  init?(_ text: Span<UInt8>, _ range: Range<Int>) {
    guard range.count >= 4, text[range.lowerBound] == UInt8(ascii: "["),
      text[range.upperBound - 1] == UInt8(ascii: "]")
    else { return nil }
    let end = range.upperBound - 1
    var index = range.lowerBound + 1
    var groups: [UInt16] = []
    var gap: Int?
    let colon = UInt8(ascii: ":")
    if text[index] == colon {
      guard index + 1 < end, text[index + 1] == colon else { return nil }
      gap = 0
      index += 2
    }
    while index < end {
      guard groups.count < 8 else { return nil }
      let start = index
      var value: UInt32 = 0
      while index < end, index - start < 4, let digit = text[index].hexValue {
        value = value << 4 | UInt32(digit)
        index += 1
      }
      guard index > start else { return nil }
      if index < end, text[index] == UInt8(ascii: ".") {
        guard let tail = Self.dottedQuad(text, start..<end), groups.count <= 6 else { return nil }
        groups.append(tail.0)
        groups.append(tail.1)
        index = end
        break
      }
      groups.append(UInt16(truncatingIfNeeded: value))
      guard index < end else { break }
      guard text[index] == colon, index + 1 < end else { return nil }
      index += 1
      if text[index] == colon {
        guard gap == nil else { return nil }
        gap = groups.count
        index += 1
      }
    }
    if let gap {
      guard groups.count < 8 else { return nil }
      groups.insert(contentsOf: [UInt16](repeating: 0, count: 8 - groups.count), at: gap)
    }
    guard groups.count == 8 else { return nil }
    self.groups = groups
  }

  /// Appends the address in brackets as RFC 5952 §4 writes it: lower case, no leading zeros, and
  /// `::` for the longest run of at least two zero groups, the first of several equal ones.
  func append(to output: inout [UInt8]) {
    var best = 0..<0
    var index = 0
    while index < 8 {
      var end = index
      while end < 8, groups[end] == 0 { end += 1 }
      if end - index > max(best.count, 1) { best = index..<end }
      index = max(end, index + 1)
    }
    var text = "["
    for index in 0..<8 where !best.contains(index) {
      if index == best.upperBound, !best.isEmpty {
        text += "::"
      } else if index > 0 {
        text += ":"
      }
      text += String(groups[index], radix: 16)
    }
    if best.upperBound == 8, !best.isEmpty { text += "::" }
    output.append(contentsOf: (text + "]").utf8)
  }

  /// The two groups that an IPv4 address in dotted form encodes.
  private static func dottedQuad(_ text: Span<UInt8>, _ range: Range<Int>) -> (UInt16, UInt16)? {
    var numbers: [UInt16] = []
    var index = range.lowerBound
    while true {
      let start = index
      var value: UInt16 = 0
      while index < range.upperBound, index - start < 3, text[index].isASCIIDigit {
        value = value * 10 + UInt16(text[index] - 0x30)
        index += 1
      }
      // A leading zero is not allowed (RFC 3986 §3.2.2): some would read an octal number.
      let hasLeadingZero = index > start + 1 && text[start] == UInt8(ascii: "0")
      guard index > start, value <= 255, !hasLeadingZero else { return nil }
      numbers.append(value)
      guard index < range.upperBound else { break }
      guard text[index] == UInt8(ascii: "."), numbers.count < 4 else { return nil }
      index += 1
    }
    guard numbers.count == 4 else { return nil }
    return (numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3])
  }
}
