/// Undoes the compression of RFC 1951, for a search of what compressed data hold.
///
/// zlib is not linked where nothing is recorded. A search looks through little data, and wants what
/// comes before a fault, too.
struct Inflation {
  /// How compressed data ended.
  enum End {
    /// After their last block.
    case complete
    /// Before it: bytes are missing.
    case cutOff
    /// At something that is no compressed data.
    case broken
    /// At the most bytes that were wanted.
    case tooLong
  }

  /// The decompressed bytes.
  private(set) var content: [UInt8] = []
  /// The position after the last byte that was read.
  private(set) var position: Int
  /// How the data ended.
  private(set) var end = End.complete

  private let limit: Int
  private var bits: UInt32 = 0
  private var bitCount = 0

  /// Decompresses data.
  ///
  /// - Parameters:
  ///   - data: A text that holds the data.
  ///   - start: Where they begin.
  ///   - limit: The most bytes to make of them.
  init(_ data: Span<UInt8>, from start: Int, limit: Int) {
    position = start
    self.limit = limit
    while true {
      guard let isLast = take(1, data), let kind = take(2, data), block(kind, data) else {
        // What stopped it was said where it happened.
        if end == .complete { end = .broken }
        return
      }
      if isLast == 1 { return }
    }
  }

  private mutating func fail(_ reason: End) -> Bool {
    end = reason
    return false
  }

  /// The next bits, the first of which counts least.
  private mutating func take(_ count: Int, _ data: Span<UInt8>) -> Int? {
    while bitCount < count {
      guard position < data.count else {
        end = .cutOff
        return nil
      }
      bits |= UInt32(data[position]) << UInt32(bitCount)
      position += 1
      bitCount += 8
    }
    let value = bits & (1 << UInt32(count) - 1)
    bits >>= UInt32(count)
    bitCount -= count
    return Int(value)
  }

  private mutating func block(_ kind: Int, _ data: Span<UInt8>) -> Bool {
    switch kind {
    case 0: stored(data)
    case 1: compressed(Self.fixed.0, Self.fixed.1, data)
    case 2: dynamic(data)
    default: fail(.broken)
    }
  }

  /// A block without compression (§3.2.4).
  private mutating func stored(_ data: Span<UInt8>) -> Bool {
    (bits, bitCount) = (0, 0)
    guard let length = take(16, data), let complement = take(16, data) else { return false }
    guard length ^ complement == 0xFFFF else { return fail(.broken) }
    let count = min(length, data.count - position, limit - content.count)
    content.append(data, position..<position + count)
    position += count
    if count == length { return true }
    return fail(content.count == limit ? .tooLong : .cutOff)
  }

  // MARK: - Huffman codes

  /// A code by the lengths of its words (§3.2.2).
  private struct Code {
    private var counts = [Int](repeating: 0, count: 16)
    private var symbols: [UInt16]

    /// Creates a code; nil for lengths of which there is none.
    init?(_ lengths: ArraySlice<UInt8>) {
      for length in lengths { counts[Int(length)] += 1 }
      var left = 1
      for length in 1..<16 {
        left = left * 2 - counts[length]
        if left < 0 { return nil }
      }
      // Only a single word may leave others unused (§3.2.7).
      if left > 0, lengths.count - counts[0] > 1 { return nil }
      var offsets = [Int](repeating: 0, count: 16)
      for length in 1..<15 { offsets[length + 1] = offsets[length] + counts[length] }
      symbols = Array(repeating: 0, count: lengths.count)
      for (symbol, length) in lengths.enumerated() where length > 0 {
        symbols[offsets[Int(length)]] = UInt16(symbol)
        offsets[Int(length)] += 1
      }
      counts[0] = 0
    }

    /// The next symbol; nil where the data end or no word stands.
    @inline(__always)
    func next(_ bit: () -> Int?) -> Int? {
      var (code, first, index) = (0, 0, 0)
      for length in 1..<16 {
        guard let bit = bit() else { return nil }
        code |= bit
        let count = counts[length]
        if code - count < first { return Int(symbols[index + code - first]) }
        index += count
        first = (first + count) << 1
        code <<= 1
      }
      return nil
    }
  }

  /// The codes of blocks that bring none (§3.2.6).
  private static let fixed: (Code?, Code?) = {
    let lengths =
      [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112)
      + [UInt8](repeating: 7, count: 24) + [UInt8](repeating: 8, count: 8)
    return (Code(lengths[...]), Code([UInt8](repeating: 5, count: 32)[...]))
  }()

  /// The order in which the lengths of the code for lengths come (§3.2.7).
  private static let order = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  private mutating func dynamic(_ data: Span<UInt8>) -> Bool {
    guard let literals = take(5, data), let distances = take(5, data), let count = take(4, data)
    else { return false }
    guard literals <= 29, distances <= 29 else { return fail(.broken) }
    var own = [UInt8](repeating: 0, count: 19)
    for index in 0..<count + 4 {
      guard let length = take(3, data) else { return false }
      own[Self.order[index]] = UInt8(length)
    }
    guard let code = Code(own[...]) else { return fail(.broken) }
    let (first, all) = (literals + 257, literals + distances + 258)
    var lengths: [UInt8] = []
    while lengths.count < all {
      guard let symbol = code.next({ take(1, data) }) else { return false }
      guard symbol >= 16 else {
        lengths.append(UInt8(symbol))
        continue
      }
      let (size, least) = symbol == 16 ? (2, 3) : symbol == 17 ? (3, 3) : (7, 11)
      guard let more = take(size, data) else { return false }
      guard symbol > 16 || !lengths.isEmpty, lengths.count + least + more <= all else {
        return fail(.broken)
      }
      let repeated = symbol == 16 ? lengths[lengths.count - 1] : 0
      lengths += repeatElement(repeated, count: least + more)
    }
    return compressed(Code(lengths[..<first]), Code(lengths[first...]), data)
  }

  private mutating func compressed(
    _ literals: Code?, _ distances: Code?, _ data: Span<UInt8>
  ) -> Bool {
    guard let literals, let distances else { return fail(.broken) }
    while true {
      guard let symbol = literals.next({ take(1, data) }) else { return false }
      guard content.count < limit else { return fail(.tooLong) }
      if symbol < 256 {
        content.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return true }
      guard symbol <= 285 else { return fail(.broken) }
      let (least, size) = Self.length(symbol - 257)
      guard let more = take(size, data), let place = distances.next({ take(1, data) }) else {
        return false
      }
      guard place < 30 else { return fail(.broken) }
      let extra = max(0, place / 2 - 1)
      guard let rest = take(extra, data) else { return false }
      let distance = (place < 4 ? place : (2 + place % 2) << extra) + 1 + rest
      guard distance <= content.count else { return fail(.broken) }
      for _ in 0..<min(least + more, limit - content.count) {
        content.append(content[content.count - distance])
      }
    }
  }

  /// The least length of a symbol, and the number of bits that add to it (§3.2.5).
  private static func length(_ symbol: Int) -> (Int, Int) {
    if symbol == 28 { return (258, 0) }
    let extra = max(0, symbol / 4 - 1)
    return ((symbol < 8 ? symbol : (4 + symbol % 4) << extra) + 3, extra)
  }
}
