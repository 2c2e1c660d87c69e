#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

extension [UInt8] {
  /// True when bytes stand somewhere in a range.
  func contains(_ pattern: [UInt8], in range: Range<Int>) -> Bool {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    guard let first = pattern.first else { return true }
    return unsafe withUnsafeBytes { text in
      unsafe pattern.withUnsafeBytes { pattern in
        guard let base = text.baseAddress, let wanted = pattern.baseAddress else { return false }
        var index = range.lowerBound
        while index + pattern.count <= range.upperBound {
          let rest = range.upperBound - pattern.count + 1 - index
          guard let found = unsafe memchr(base + index, Int32(first), rest) else { return false }
          if unsafe memcmp(found, wanted, pattern.count) == 0 { return true }
          unsafe index = UnsafeRawPointer(found) - base + 1
        }
        return false
      }
    }
  }

  /// The index of the first line feed in a range, or the range's end.
  func firstNewline(from start: Int, to end: Int) -> Int {
    guard start < end else { return end }
    precondition(start >= 0 && end <= count)
    return unsafe withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress,
        let found = unsafe memchr(base + start, 0x0A, end - start)
      else { return end }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}

extension ArraySlice<UInt8> {
  /// True when all bytes are printable ASCII, tabs and line feeds.
  var isPlainASCII: Bool {
    unsafe withUnsafeBytes { buffer in
      var index = 0
      // Eight bytes at a time; the high bit of each byte of a mask says what was found there. Every
      // sum is taken without the high bits, so that none carries into the next byte.
      let high: UInt64 = 0x8080_8080_8080_8080
      while index + 8 <= buffer.count {
        let word = unsafe buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let low = word & ~high
        let printable = low &+ 0x6060_6060_6060_6060
        let delete = low &+ 0x0101_0101_0101_0101
        let notNewline = (low ^ 0x0A0A_0A0A_0A0A_0A0A) &+ 0x7F7F_7F7F_7F7F_7F7F
        let notTab = (low ^ 0x0909_0909_0909_0909) &+ 0x7F7F_7F7F_7F7F_7F7F
        let odd = word | delete | (~printable & notNewline & notTab)
        if odd & high != 0 { return false }
        index += 8
      }
      while index < buffer.count {
        let byte = unsafe buffer[index]
        guard byte < 0x7F && (byte >= 0x20 || byte == 0x0A || byte == 0x09) else { return false }
        index += 1
      }
      return true
    }
  }
}
