extension String {
  /// True when both are the same apart from the case of ASCII letters.
  package func equalsIgnoringASCIICase(_ other: String) -> Bool {
    var left = utf8.makeIterator()
    var right = other.utf8.makeIterator()
    while true {
      let (a, b) = (left.next(), right.next())
      guard let a, let b else { return a == nil && b == nil }
      guard a == b || (a.isASCIILetter && a ^ b == 0x20) else { return false }
    }
  }
}

extension UInt8 {
  /// True for `A` to `Z` and `a` to `z`.
  package var isASCIILetter: Bool {
    let lowered = self | 0x20
    return lowered >= 0x61 && lowered <= 0x7A
  }
}
