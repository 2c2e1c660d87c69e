import VCRCore

/// Short scalars that a recording repeats by the thousand (names of members and of header fields,
/// numbers, hosts), each kept once.
///
/// A scalar takes the place of another with the same part of its hash, so there are never many.
struct RepeatedScalars {
  private static let longest = 48
  private var slots: [[UInt8]]

  /// Keeps none yet.
  ///
  /// - Parameter byteCount: The size of the text that they are in.
  init(byteCount: Int) {
    slots = Array(repeating: [], count: byteCount > 64 << 10 ? 4096 : 64)
  }

  /// The bytes of a part of a text.
  mutating func bytes(_ range: Range<Int>, of text: [UInt8]) -> [UInt8] {
    guard range.count <= Self.longest else { return Array(text[range]) }
    return unsafe text.withUnsafeBufferPointer { text in
      unsafe bytes(UnsafeBufferPointer(rebasing: text[range]))
    }
  }

  /// The bytes of a scalar.
  mutating func bytes(_ scalar: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    guard scalar.count <= Self.longest else { return unsafe Array(scalar) }
    let slot = unsafe slot(UnsafeRawBufferPointer(scalar))
    if unsafe !slots[slot].isEqual(to: scalar) { slots[slot] = unsafe Array(scalar) }
    return slots[slot]
  }

  /// The slot by the first and the last eight bytes and the length, which scalars that are repeated
  /// differ in; to hash all bytes costs as much as to keep a copy.
  private func slot(_ scalar: UnsafeRawBufferPointer) -> Int {
    var key = UInt64(scalar.count)
    if scalar.count >= 8 {
      let first = unsafe scalar.loadUnaligned(as: UInt64.self)
      let last = unsafe scalar.loadUnaligned(
        fromByteOffset: scalar.count - 8, as: UInt64.self)
      key ^= first &* Self.factor ^ (last << 32 | last >> 32)
    } else {
      for index in 0..<scalar.count { key = unsafe key << 8 | UInt64(scalar[index]) }
    }
    return Int(truncatingIfNeeded: (key &* Self.factor) >> 52) & (slots.count - 1)
  }

  /// 2 to the 64th divided by the golden ratio, which spreads keys evenly.
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
}
