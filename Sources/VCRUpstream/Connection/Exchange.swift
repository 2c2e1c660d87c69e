#if Recording
  import NIOCore
  import VCRCore

  extension Upstream {
    /// A request under way.
    public final class Exchange: Sendable {
      let eventLoop: any EventLoop
      let task: NIOLoopBoundBox<ExchangeTask>
      private let cancellation: Cancellation

      init(
        _ request: Interaction.Request, eventLoop: any EventLoop, idleTimeout: TimeAmount?,
        onEvent: @escaping @Sendable (Event) -> Void
      ) {
        self.eventLoop = eventLoop
        let cancellation = Cancellation()
        self.cancellation = cancellation
        task = .makeBoxSendingValue(
          ExchangeTask(
            request, eventLoop: eventLoop, idleTimeout: idleTimeout, cancellation: cancellation,
            onEvent: onEvent),
          eventLoop: eventLoop)
      }

      /// Ends the exchange; no further event is delivered.
      public func cancel() {
        cancellation.cancel()
        let task = task
        if eventLoop.inEventLoop {
          task.value.cancel()
        } else {
          eventLoop.execute { task.value.cancel() }
        }
      }

      /// Stops or restarts reading from the service, for a client that reads slowly.
      ///
      /// Bytes that were read already are still delivered.
      public func setReadingPaused(_ isPaused: Bool) {
        let task = task
        if eventLoop.inEventLoop {
          task.value.setReadingPaused(isPaused)
        } else {
          eventLoop.execute { task.value.setReadingPaused(isPaused) }
        }
      }
    }
  }
#endif
