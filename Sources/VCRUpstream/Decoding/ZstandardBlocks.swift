#if Recording
  /// Finds the blocks of `zstd` (RFC 8878 §3.1.1), each of which is decoded whole or not at all.
  enum ZstandardBlocks {
    /// The length of the beginning of a body up to the end of its last whole block.
    ///
    /// - Parameter bytes: The bytes that came of a body.
    /// - Returns: The length; it ends before whatever a decoder leaves out, such as a skippable
    ///   frame (§3.1.2).
    static func wholeLength(of bytes: [UInt8]) -> Int {
      var end = 0
      while let frame = frame(in: bytes, at: end) {
        var isLast = false
        while !isLast {
          let start = end == frame.start ? frame.blocks : end
          guard let block = block(in: bytes, at: start) else { return end }
          (end, isLast) = (block.end, block.isLast)
        }
        guard end + frame.checksum <= bytes.count else { return end }
        end += frame.checksum
      }
      return end
    }

    /// The header of a frame (§3.1.1.1): where its blocks begin, and how long its checksum is.
    private static func frame(
      in bytes: [UInt8], at start: Int
    ) -> (start: Int, blocks: Int, checksum: Int)? {
      guard bytes.count > start + 4, bytes[start...].starts(with: [0x28, 0xB5, 0x2F, 0xFD]) else {
        return nil
      }
      let descriptor = Int(bytes[start + 4])
      let isSingle = descriptor & 0x20 != 0
      let window = isSingle ? 0 : 1
      let dictionary = [0, 1, 2, 4][descriptor & 3]
      let size = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]
      return (start, start + 5 + window + dictionary + size, descriptor & 4)
    }

    /// A block that is there whole (§3.1.1.2).
    private static func block(in bytes: [UInt8], at start: Int) -> (end: Int, isLast: Bool)? {
      guard bytes.count >= start + 3 else { return nil }
      let header = Int(bytes[start]) | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2]) << 16
      // One byte stands for all of a block of equal ones; the last type is reserved.
      let length = [header >> 3, 1, header >> 3, Int.max >> 1][header >> 1 & 3]
      let end = start + 3 + length
      return end <= bytes.count ? (end, header & 1 == 1) : nil
    }
  }
#endif
