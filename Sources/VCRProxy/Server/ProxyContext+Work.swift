#if CommandLineTool
  import NIOCore
  import VCRCore
  import VCRUpstream

  extension ProxyContext {
    /// Does some work outside the event loop; the server does not stop before the work is done.
    ///
    /// - Parameters:
    ///   - scope: The scope that the work is for, which does not end before it either.
    ///   - work: Begins the work elsewhere. It is called on the event loop with a closure that
    ///     takes the result on any thread.
    ///   - then: Called with the result, on the event loop.
    func perform<Value: Sendable>(
      for scope: Scope? = nil, _ work: (@escaping @Sendable (Value) -> Void) -> Void,
      then: @escaping (Value) -> Void
    ) {
      workCount += 1
      scope?.beginWork()
      let eventLoop = eventLoop
      let bound = NIOLoopBound((self, scope, then), eventLoop: eventLoop)
      work { value in
        eventLoop.execute {
          let (proxy, scope, then) = bound.value
          then(value)
          scope?.endWork()
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
