#if Recording
  /// Finds the blocks of `zstd` (RFC 8878 §3.1.1), each of which is decoded whole or not at all,
  /// while they arrive.
  struct ZstandardBlocks {
    /// The part to which the next bytes belong.
    private enum Part {
      /// The header of a frame (§3.1.1.1), of which so many bytes are needed.
      case frame(size: Int)
      /// The header of a block (§3.1.1.2).
      case block
      /// The rest of a block.
      case content(Int, isLast: Bool)
      /// The rest of the checksum of a frame.
      case checksum(Int)
      /// Something that a decoder leaves out, such as a skippable frame (§3.1.2).
      case other
    }

    /// The number of bytes up to the end of the last whole block.
    private(set) var wholeLength = 0
    private var count = 0
    private var part = Part.frame(size: 5)
    /// The bytes of a header that has not arrived whole.
    private var header: [UInt8] = []
    /// The length of the checksum of this frame.
    private var checksum = 0

    /// Takes the bytes that follow.
    mutating func take(_ bytes: ArraySlice<UInt8>) {
      var rest = bytes
      while !rest.isEmpty {
        switch part {
        case .frame(let size):
          guard takeHeader(of: size, from: &rest) else { return }
          beginFrame()
        case .block:
          guard takeHeader(of: 3, from: &rest) else { return }
          beginBlock()
        case .content(let left, let isLast):
          let left = skip(left, of: &rest)
          part = .content(left, isLast: isLast)
          if left == 0 { endBlock(isLast: isLast) }
        case .checksum(let left):
          let left = skip(left, of: &rest)
          part = .checksum(left)
          if left == 0 { endFrame() }
        case .other: return
        }
      }
    }

    /// Collects a header; false while it is not whole.
    private mutating func takeHeader(of size: Int, from rest: inout ArraySlice<UInt8>) -> Bool {
      let piece = rest.prefix(size - header.count)
      header += piece
      count += piece.count
      rest = rest.dropFirst(piece.count)
      return header.count == size
    }

    /// Passes over bytes, and returns how many are left of them.
    private mutating func skip(_ length: Int, of rest: inout ArraySlice<UInt8>) -> Int {
      let size = min(length, rest.count)
      count += size
      rest = rest.dropFirst(size)
      return length - size
    }

    private mutating func beginFrame() {
      guard header.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) else { return part = .other }
      let descriptor = Int(header[4])
      let isSingle = descriptor & 0x20 != 0
      let window = isSingle ? 0 : 1
      let dictionary = [0, 1, 2, 4][descriptor & 3]
      let content = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]
      let size = 5 + window + dictionary + content
      guard header.count == size else { return part = .frame(size: size) }
      header = []
      checksum = descriptor & 4
      part = .block
    }

    private mutating func beginBlock() {
      let value = Int(header[0]) | Int(header[1]) << 8 | Int(header[2]) << 16
      header = []
      let isLast = value & 1 == 1
      switch value >> 1 & 3 {
      case 0, 2: part = .content(value >> 3, isLast: isLast)
      // One byte stands for all of a block of equal ones.
      case 1: part = .content(1, isLast: isLast)
      // It is reserved.
      default: part = .other
      }
      if case .content(0, _) = part { endBlock(isLast: isLast) }
    }

    private mutating func endBlock(isLast: Bool) {
      wholeLength = count
      guard isLast else { return part = .block }
      part = .checksum(checksum)
      if checksum == 0 { endFrame() }
    }

    private mutating func endFrame() {
      wholeLength = count
      part = .frame(size: 5)
    }
  }
#endif
