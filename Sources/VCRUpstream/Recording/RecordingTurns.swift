#if Recording
  import Dispatch

  /// The turns of exchanges whose bodies wait in files until they are recorded.
  ///
  /// They wait since there is too much for the memory of all together, so that each is read back,
  /// searched and written once the one before it is.
  package enum RecordingTurns {
    private static let queue = DispatchQueue(label: "vcr.waiting")

    /// Does work on another thread when its turn comes.
    ///
    /// - Parameter work: The work, which is done once it calls the closure that it is given.
    package static func take(_ work: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
      queue.async {
        let isDone = DispatchSemaphore(value: 0)
        work { isDone.signal() }
        isDone.wait()
      }
    }
  }
#endif
