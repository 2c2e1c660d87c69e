/// Makes malformed inputs out of well-formed ones; the same seed makes the same inputs.
package struct Mutator {
  package var random: SeededRandom
  private let samples: [[UInt8]]
  private let words: [[UInt8]]

  /// Creates a mutator.
  ///
  /// - Parameters:
  ///   - seed: What decides every choice.
  ///   - samples: Well-formed inputs.
  ///   - words: What such inputs are made of, to be put in other places.
  package init(seed: UInt64, samples: [[UInt8]], words: [String] = []) {
    random = SeededRandom(seed: seed)
    self.samples = samples
    self.words = words.map { Array($0.utf8) }
  }

  /// The next input: a sample after none to eight changes.
  package mutating func next() -> [UInt8] {
    var bytes = random.pick(samples)
    for _ in 0..<random.below(9) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let range = range(in: bytes)
    switch random.below(10) {
    case 0: if !range.isEmpty { bytes[range.lowerBound] ^= 1 << UInt8(random.below(8)) }
    case 1: if !range.isEmpty { bytes[range.lowerBound] = interesting() }
    case 2: bytes.insert(interesting(), at: range.lowerBound)
    case 3: bytes.removeSubrange(range)
    case 4: bytes.insert(contentsOf: bytes[range], at: range.lowerBound)
    case 5:
      let other = random.pick(samples)
      let piece = other[self.range(in: other)]
      bytes.replaceSubrange(range, with: piece)
    case 6 where !words.isEmpty: bytes.replaceSubrange(range, with: random.pick(words))
    case 7 where !words.isEmpty: bytes.insert(contentsOf: random.pick(words), at: range.lowerBound)
    case 8: bytes.removeSubrange(range.lowerBound...)
    default:
      let piece = Array(bytes[range].prefix(16))
      guard !piece.isEmpty, random.one(in: 4) else { return }
      let copies = [1, 10, 100, 2000][random.below(4)]
      bytes.insert(
        contentsOf: (0..<copies).flatMap { _ in piece }, at: range.lowerBound)
    }
  }

  private mutating func range(in bytes: [UInt8]) -> Range<Int> {
    let start = random.below(bytes.count + 1)
    let longest = random.one(in: 3) ? bytes.count - start : min(8, bytes.count - start)
    return start..<start + random.below(longest + 1)
  }

  private mutating func interesting() -> UInt8 {
    random.one(in: 2)
      ? UInt8(truncatingIfNeeded: random.next())
      : random.pick([0, 1, 9, 10, 13, 32, 34, 37, 44, 45, 48, 57, 58, 59, 92, 127, 128, 192, 255])
  }

  /// The input in pieces, as a network may deliver it.
  package mutating func split(_ bytes: [UInt8]) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty, pieces.count < 64 {
      let length = random.one(in: 3) ? 1 + random.below(4) : 1 + random.below(rest.count)
      pieces.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    if !rest.isEmpty { pieces.append(Array(rest)) }
    return pieces
  }
}
