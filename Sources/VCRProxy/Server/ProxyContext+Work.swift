#if CommandLineTool
  import NIOCore
  import VCRCore
  import VCRUpstream

  extension ProxyContext {
    /// Does something beside the event loop; the server does not stop before it is done.
    ///
    /// - Parameters:
    ///   - work: Called on the event loop to begin it elsewhere, with what takes its result, on any
    ///     thread.
    ///   - then: Called with the result, on the event loop.
    func perform<Value: Sendable>(
      _ work: (@escaping @Sendable (Value) -> Void) -> Void, then: @escaping (Value) -> Void
    ) {
      workCount += 1
      let eventLoop = eventLoop
      let bound = NIOLoopBound((self, then), eventLoop: eventLoop)
      work { value in
        eventLoop.execute {
          let (proxy, then) = bound.value
          then(value)
          proxy.workCount -= 1
          proxy.endDrainingIfIdle()
        }
      }
    }

    /// Lets the server stop only once the files of bodies that are discarded now are removed.
    func whenDiscarded(_ bodies: LargeBody?...) {
      for body in bodies.compactMap({ $0 }) {
        perform { done in
          body.whenDiscarded { done(()) }
        } then: { (_: Void) in
        }
      }
    }
  }
#endif
