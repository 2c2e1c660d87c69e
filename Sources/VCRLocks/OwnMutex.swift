#if canImport(Darwin)
  public import Darwin
#elseif canImport(Musl)
  public import Musl
#else
  public import Glibc
#endif

/// A lock with the value that it guards, as `Mutex` of the module Synchronization, for systems on
/// which that is not available.
@safe @usableFromInline package final class OwnMutex<Value: ~Copyable>: @unchecked Sendable {
  @usableFromInline let lock: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline var value: Value

  /// Creates a lock that is not held.
  ///
  /// - Parameter value: The value that it guards, to which nobody else has a reference.
  package init(_ value: consuming sending Value) {
    self.value = value
    unsafe lock = .allocate(capacity: 1)
    unsafe pthread_mutex_init(lock, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(lock)
    unsafe lock.deallocate()
  }

  /// Calls a closure while the lock is held.
  ///
  /// - Parameter body: Gets the value, and must not ask for the same lock.
  /// - Returns: The value that the closure returns.
  /// - Throws: The error that the closure throws.
  @inlinable
  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return try body(&value)
  }
}
