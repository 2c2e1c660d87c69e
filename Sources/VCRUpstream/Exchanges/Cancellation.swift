#if Recording
  import VCRLocks

  /// Whether an exchange was cancelled, visible at once from every thread.
  final class Cancellation: Sendable {
    private let value = Mutex(false)

    var isCancelled: Bool { value.withLock { $0 } }

    func cancel() { value.withLock { $0 = true } }
  }
#endif
