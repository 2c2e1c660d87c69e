extension [UInt8] {
  /// Appends a number of spaces.
  mutating func appendSpaces(_ count: Int) {
    for _ in 0..<count { append(UInt8(ascii: " ")) }
  }
}
