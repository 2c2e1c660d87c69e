extension String {
  /// True when both are the same apart from the case of ASCII letters.
  package func equalsIgnoringASCIICase(_ other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return withUTF8Span { left in
      other.withUTF8Span { right in
        for index in 0..<left.count {
          let (a, b) = (left[index], right[index])
          guard a == b || (a.isASCIILetter && a ^ b == 0x20) else { return false }
        }
        return true
      }
    }
  }
}
