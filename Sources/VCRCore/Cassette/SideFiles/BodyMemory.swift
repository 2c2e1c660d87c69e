import VCRLocks

/// The memory that the body of one message takes on its way, of what all of them may take.
///
/// It is given back once nobody has the body any more.
final class BodyMemory: Sendable {
  /// The bytes that all bodies on their way may have in memory, those beside that are small.
  private static let limit = 24 << 20
  private static let total = Mutex(0)

  private let count = Mutex(0)

  deinit {
    let count = count.withLock { $0 }
    Self.total.withLock { $0 -= count }
  }

  /// Takes memory.
  ///
  /// - Parameter size: The number of bytes.
  /// - Returns: False when all bodies together would have too much.
  func take(_ size: Int) -> Bool {
    let isTaken = Self.total.withLock { total in
      guard total + size <= Self.limit else { return false }
      total += size
      return true
    }
    if isTaken { count.withLock { $0 += size } }
    return isTaken
  }
}
