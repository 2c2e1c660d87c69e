import Foundation

/// A gate that holds threads up until a test opens it.
public final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// Creates a closed gate.
  public init() {}

  /// Lets everyone through, now and later.
  public func open() { semaphore.signal() }

  /// Blocks the thread until the gate is open, or for a minute.
  ///
  /// Never called from an async function: it would hold up a thread that other tests need.
  public func wait() {
    // A test that failed before it opened the gate must not leave the thread waiting for ever.
    _ = semaphore.wait(timeout: .now() + 60)
    semaphore.signal()
  }
}
