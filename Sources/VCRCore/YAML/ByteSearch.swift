#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

extension [UInt8] {
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
