import Foundation

/// A gate at which threads wait until a test opens it.
public final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// Creates a closed gate.
  public init() {}

  /// Lets all threads through, now and later.
  public func open() { semaphore.signal() }

  /// Blocks the thread until the gate is open, or for a minute.
  ///
  /// It must not be called from an async function, as it would block a thread that other tests
  /// need.
  public func wait() {
    // A test that fails before it opens the gate must not leave the thread waiting for ever.
    _ = semaphore.wait(timeout: .now() + 240)
    semaphore.signal()
  }
}
