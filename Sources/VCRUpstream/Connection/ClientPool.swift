#if Recording
  public import NIOCore
  import Synchronization
  public import VCRCore

  extension Upstream {
    /// The connections of one client connection or session.
    ///
    /// Safe to use from any thread.
    public final class ClientPool: Sendable {
      let upstream: Upstream
      /// Where all events of the lane are delivered.
      public let eventLoop: any EventLoop
      private let pools: NIOLoopBoundBox<OriginPools>
      private let isClosed = Mutex(false)

      init(
        upstream: Upstream, eventLoop: any EventLoop, connectionLimit: Int,
        ownListener: OwnListener?
      ) {
        self.upstream = upstream
        self.eventLoop = eventLoop
        pools = .makeBoxSendingValue(
          OriginPools(
            upstream: upstream, eventLoop: eventLoop, connectionLimit: connectionLimit,
            ownListener: ownListener),
          eventLoop: eventLoop)
      }

      deinit { close() }

      /// Sends a request, its body whole and in its content coding.
      ///
      /// `body.bytes` goes on the wire as it stands. Hop-by-hop fields are dropped (RFC 9110
      /// §7.6.1), `Host` and framing are supplied when missing, all else goes out in the order and
      /// case given.
      ///
      /// - Parameters:
      ///   - request: What to send; its `http` is not looked at.
      ///   - onEvent: Called on `eventLoop`, one event after the other.
      /// - Returns: The handle that cancels or pauses the exchange.
      public func send(
        _ request: Interaction.Request, onEvent: @escaping @Sendable (Event) -> Void
      ) -> Exchange {
        let exchange = Exchange(
          request, eventLoop: eventLoop, idleTimeout: upstream.options.idleTimeout,
          onEvent: onEvent)
        if eventLoop.inEventLoop {
          pools.value.start(exchange.task.value)
        } else {
          let pools = pools
          eventLoop.execute { pools.value.start(exchange.task.value) }
        }
        return exchange
      }

      /// Closes idle connections now and the others when they are done.
      public func close() {
        let wasClosed = isClosed.withLock { isClosed in
          defer { isClosed = true }
          return isClosed
        }
        guard !wasClosed else { return }
        let pools = pools
        if eventLoop.inEventLoop {
          pools.value.close()
        } else {
          eventLoop.execute { pools.value.close() }
        }
      }
    }

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
      /// What was read already is still delivered.
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

  /// Whether an exchange was cancelled, seen at once from every thread.
  final class Cancellation: Sendable {
    private let value = Mutex(false)

    var isCancelled: Bool { value.withLock { $0 } }

    func cancel() { value.withLock { $0 = true } }
  }
#endif
