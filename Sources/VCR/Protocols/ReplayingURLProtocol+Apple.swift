#if !canImport(FoundationNetworking)
  import Foundation

  extension ReplayingURLProtocol {
    /// Responds at once when that is possible.
    func load() { load(Self.handle, on: RunLoopThread(), over: SystemNetwork()) }

    /// Ends the transfer; called at the end of every request.
    func stop() { stopRelay() }
  }

  /// The thread that it was created on, which has a run loop.
  private struct RunLoopThread: LoadingThread, @unchecked Sendable {
    // Core Foundation allows adding blocks to a run loop, and waking it, from any thread.
    private let runLoop: CFRunLoop? = CFRunLoopGetCurrent()
    private let mode: CFRunLoopMode? =
      CFRunLoopCopyCurrentMode(CFRunLoopGetCurrent()) ?? CFRunLoopMode.defaultMode

    func perform(_ work: @escaping @Sendable () -> Void) {
      guard let runLoop, let mode else { return }
      CFRunLoopPerformBlock(runLoop, mode.rawValue, work)
      CFRunLoopWakeUp(runLoop)
    }
  }
#endif
