/// Collects the body of one message as it passes, whichever way it goes.
///
/// Up to `Body.memoryLimit` bytes are held in memory, so that small bodies cost no more than an
/// array. What is larger goes to a file as it passes, see ``LargeBody``, and takes no more memory
/// however long it gets.
///
/// A collector is appended to, and then either finished or discarded.
package struct BodyCollector: Sendable {
  /// Begins the file of a body, by its first bytes; nil for one that has to stay in memory.
  package typealias Spill = @Sendable (_ start: [UInt8]) -> LargeBody?

  private let limit: Int
  private let spill: Spill?
  /// The bytes, until there are too many of them.
  package private(set) var bytes: [UInt8] = []
  /// The body that takes them from then on.
  package private(set) var large: LargeBody?
  /// True when the body has to stay in memory.
  private var isKept = false
  /// The number of bytes that were appended.
  package private(set) var count = 0

  /// Creates an empty collector.
  ///
  /// - Parameters:
  ///   - limit: The most bytes to hold in memory.
  ///   - spill: Begins the file of a larger body; nil to hold any in memory.
  package init(limit: Int = Body.memoryLimit, spill: Spill? = nil) {
    self.limit = limit
    self.spill = spill
  }

  /// Adds bytes that have passed.
  package mutating func append(_ piece: some Collection<UInt8>) {
    count += piece.count
    if let large {
      large.append(piece)
      return
    }
    // What is too much for the memory is not put there first, which would take twice as much of it.
    guard bytes.count + piece.count > limit, !isKept, let spill else {
      return bytes.append(contentsOf: piece)
    }
    guard let begun = spill(bytes.isEmpty ? Array(piece) : bytes) else {
      isKept = true
      return bytes.append(contentsOf: piece)
    }
    begun.append(bytes)
    begun.append(piece)
    large = begun
    bytes = []
  }

  /// Forgets the body, and removes its file.
  package mutating func discard() {
    large?.discard()
    large = nil
    bytes = []
  }
}
