import VCRLocks

/// Counts how often something happened, on any thread.
public final class Counter: Sendable {
  private let count = Mutex(0)

  /// Creates a counter at zero.
  public init() {}

  /// How often it has happened so far.
  public var current: Int { count.withLock { $0 } }

  /// Counts once more.
  ///
  /// - Returns: How often it has happened now.
  @discardableResult
  public func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
