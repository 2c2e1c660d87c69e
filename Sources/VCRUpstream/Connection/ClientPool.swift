#if Recording
  package import NIOCore
  package import VCRCore
  import VCRLocks

  extension Upstream {
    /// Makes a pool for the upstream connections of one client connection or one session.
    ///
    /// The pool reuses its connections: requests to one origin share an HTTP/2 connection or take
    /// idle HTTP/1 ones.
    ///
    /// - Parameters:
    ///   - eventLoop: The pool's event loop; that of its client avoids switching threads.
    ///   - connectionLimit: The most connections to one origin, at least 1; more requests wait.
    /// - Returns: A pool without connections.
    package func makeClientPool(
      on eventLoop: (any EventLoop)? = nil, connectionLimit: Int = 256
    ) -> ClientPool {
      ClientPool(
        upstream: self, eventLoop: eventLoop ?? group.next(),
        connectionLimit: max(1, connectionLimit), ownListener: nil)
    }

    /// Makes a pool for requests from a listener; a connection that leads back to the listener
    /// fails.
    package func makeClientPool(on eventLoop: any EventLoop, ownListener: OwnListener?)
      -> ClientPool
    {
      ClientPool(
        upstream: self, eventLoop: eventLoop, connectionLimit: 256, ownListener: ownListener)
    }

    /// The upstream connections of one client connection or one session.
    ///
    /// It may be used from any thread.
    package final class ClientPool: Sendable {
      let upstream: Upstream
      /// The event loop on which all events are delivered.
      package let eventLoop: any EventLoop
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

      /// Sends a request with its whole body, in the content coding that it has.
      ///
      /// `body.bytes` is sent as it is. Hop-by-hop fields are dropped (RFC 9110 §7.6.1), `Host` and
      /// framing are added when missing, and all other fields are sent in the order and case given.
      ///
      /// - Parameters:
      ///   - request: The request to send; its `http` is ignored.
      ///   - onEvent: Called on `eventLoop` for each event in order.
      /// - Returns: The exchange, which can be cancelled and paused.
      package func send(
        _ request: Interaction.Request, onEvent: @escaping @Sendable (Event) -> Void
      ) -> Exchange {
        send(request, Sending(), onEvent: onEvent)
      }

      /// Sends a request, of which the content may follow.
      ///
      /// Of a streamed request the head alone is sent; `Expect` is sent with it (RFC 9110 §10.1.1),
      /// and the content is framed by the `Content-Length` of the request, if it has one.
      ///
      /// - Parameters:
      ///   - request: The request to send; its `http` is ignored, and so is the body if it is
      ///     streamed.
      ///   - sending: How it is sent.
      ///   - onEvent: Called on `eventLoop` for each event in order. The response may end before
      ///     the content.
      /// - Returns: The exchange, to which content is given.
      package func send(
        _ request: Interaction.Request, _ sending: Sending,
        onEvent: @escaping @Sendable (Event) -> Void
      ) -> Exchange {
        let exchange = Exchange(
          request, sending, eventLoop: eventLoop, idleTimeout: upstream.options.idleTimeout,
          onEvent: onEvent)
        if eventLoop.inEventLoop {
          pools.value.start(exchange.task.value)
        } else {
          let pools = pools
          eventLoop.execute { pools.value.start(exchange.task.value) }
        }
        return exchange
      }

      /// When the first connections to a service that was being started were let through.
      ///
      /// - Parameter url: A URL of the service.
      /// - Returns: The time; nil for a service that was not waited for.
      package func opening(of url: String) -> ContinuousClock.Instant? {
        guard let gate = upstream.options.gate, let target = try? RequestTarget(url) else {
          return nil
        }
        return gate.opening(to: upstream.realAddress(of: target.address))
      }

      /// Closes idle connections now and busy ones when they are done.
      package func close() {
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
  }
#endif
