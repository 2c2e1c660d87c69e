#if CommandLineTool
  import NIOCore

  /// Calls back once a client has sent nothing for a while.
  struct SilenceTimer {
    private var scheduled: Scheduled<Void>?

    /// Begins to wait, from now on.
    ///
    /// - Parameters:
    ///   - time: How long.
    ///   - eventLoop: The event loop that this is called on.
    ///   - owner: The object to call back; it lives for as long as it waits.
    ///   - body: The closure to call.
    mutating func restart<Owner: AnyObject>(
      after time: TimeAmount, on eventLoop: any EventLoop, for owner: Owner,
      _ body: @escaping @Sendable (Owner) -> Void
    ) {
      cancel()
      let bound = NIOLoopBound(owner, eventLoop: eventLoop)
      scheduled = eventLoop.scheduleTask(in: time) { body(bound.value) }
    }

    /// Waits no longer.
    mutating func cancel() {
      scheduled?.cancel()
      scheduled = nil
    }
  }
#endif
