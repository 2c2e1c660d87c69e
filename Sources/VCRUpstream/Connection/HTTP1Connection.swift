#if Recording
  import NIOCore
  import NIOSSL
  import VCRCore

  /// One HTTP/1 connection, which serves one exchange after the other.
  ///
  /// Once the service has switched to another protocol, bytes pass through to the handlers of that.
  ///
  /// It is used on one event loop only.
  final class HTTP1Connection: ChannelDuplexHandler, ExchangeTask.Carrier {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let channel: any Channel
    private let pool: OriginPool
    private let target: RequestTarget
    /// The proxy at the other end, which forwards the requests; nil for the service itself.
    private let forwarder: UpstreamProxy?
    private var parser: HTTP1ResponseParser
    private var exchange: ExchangeTask?
    /// True when the content of the request is sent in chunks.
    private var isChunked = false
    private var isFlushPlanned = false
    /// True when the whole request was sent.
    private var isRequestSent = true
    private var servedCount = 0
    private var error: (any Error)?
    private var isOver = false
    private let turns = EventLoopTurns()
    private var isReadHeldBack = false
    /// True once the connection speaks another protocol, and belongs to whoever asked for that.
    private var hasSwitched = false

    init(
      _ channel: any Channel, pool: OriginPool, target: RequestTarget, forwarder: UpstreamProxy?
    ) throws {
      self.forwarder = forwarder
      self.channel = channel
      self.pool = pool
      self.target = target
      parser = HTTP1ResponseParser(sectionLimit: pool.connector.upstream.options.headerLimit)
      try channel.pipeline.syncOperations.addHandler(self)
    }

    func start(_ exchange: ExchangeTask) {
      guard channel.isActive, !isOver else {
        // Nothing was written, so even an unsafe request may use another connection.
        self.exchange = nil
        pool.retry(exchange)
        return
      }
      var head: OutgoingHead
      let requestTarget = exchange.target ?? target
      do throws(Interaction.Failure) {
        head = try OutgoingHead(
          exchange.request, target: requestTarget, isStreamed: exchange.content != nil)
      } catch {
        pool.release(self)
        exchange.deliver(.failure(error))
        return
      }
      head.upgrade = exchange.upgrade
      self.exchange = exchange
      parser.expectResponse(to: exchange.request.method)
      exchange.carrier = self
      exchange.watchForSilence()
      let bytes = head.encoded(
        exchange.request, target: requestTarget, through: forwarder, allocator: channel.allocator)
      guard exchange.content != nil else {
        isRequestSent = true
        channel.writeAndFlush(bytes, promise: nil)
        return
      }
      isRequestSent = false
      isChunked = head.isOpen
      channel.write(bytes, promise: nil)
      sendContent()
      exchange.writabilityChanged()
    }

    var isWritable: Bool { channel.isWritable }

    var unsentBytes: Int? { try? channel.syncOptions?.getOption(.bufferedWritableBytes) }

    func sendContent() {
      guard let exchange, let content = exchange.content, !isRequestSent else { return }
      for piece in content.take() {
        guard isChunked else {
          channel.write(piece, promise: nil)
          continue
        }
        var chunk = channel.allocator.buffer(capacity: piece.readableBytes + 16)
        chunk.writeString(String(piece.readableBytes, radix: 16) + "\r\n")
        chunk.writeImmutableBuffer(piece)
        chunk.writeString("\r\n")
        channel.write(chunk, promise: nil)
      }
      if let trailers = content.trailers {
        isRequestSent = true
        if isChunked {
          var end = ByteBuffer(string: "0\r\n")
          for field in trailers.fields { end.writeField(field) }
          end.writeString("\r\n")
          channel.write(end, promise: nil)
        }
      }
      flushSoon()
    }

    /// Sends what was written in this turn of the event loop, usually head and content together.
    private func flushSoon() {
      guard !isFlushPlanned else { return }
      isFlushPlanned = true
      let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
      channel.eventLoop.execute {
        bound.value.isFlushPlanned = false
        bound.value.channel.flush()
      }
    }

    /// Closes an idle connection.
    func close() { channel.close(promise: nil) }

    func abandon() {
      exchange = nil
      channel.close(promise: nil)
    }

    func setReadingPaused(_ isPaused: Bool) {
      try? channel.syncOptions?.setOption(.autoRead, value: !isPaused)
    }

    // MARK: Channel events

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !hasSwitched else { return context.fireChannelRead(data) }
      guard exchange != nil else {
        // Nobody asked: what would be read as the next response could be anything.
        context.close(promise: nil)
        return
      }
      parser.append(unwrapInboundIn(data))
      exchange?.touch()
      takeParts(context)
    }

    func read(context: ChannelHandlerContext) {
      if turns.isWaiting { isReadHeldBack = true } else { context.read() }
    }

    private func takeParts(_ context: ChannelHandlerContext) {
      turns.take(on: context.eventLoop) {
        takePart(context)
      } then: {
        self.takeParts(context)
        guard self.isReadHeldBack, !self.turns.isWaiting else { return }
        self.isReadHeldBack = false
        context.read()
      }
    }

    /// Handles the next part of a response; nil when more bytes are needed.
    private func takePart(_ context: ChannelHandlerContext) -> Int? {
      do {
        guard exchange != nil, let part = try parser.next() else {
          if hasSwitched, let rest = parser.takeLeftover() { context.fireChannelRead(NIOAny(rest)) }
          return nil
        }
        deliver(part)
        return 1
      } catch {
        guard let exchange else { return nil }
        self.exchange = nil
        context.close(promise: nil)
        exchange.fail(
          .badServerResponse, "the response of \(target.place) \(Self.words(for: error))")
        return nil
      }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      exchange?.writabilityChanged()
      context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      guard !hasSwitched else { return context.fireErrorCaught(error) }
      if self.error == nil { self.error = error }
      context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      turns.finish { takePart(context) }
      isOver = true
      if exchange != nil {
        do {
          let part = try parser.finish()
          if case .end? = part, case .uncleanShutdown? = error as? NIOSSLError {
            // A response that ends with the connection may have been cut, as only a closure alert
            // proves the end (RFC 9112 §9.8). Clients take it for whole; so does the recording, and
            // says so.
            pool.note(
              "\(target.place) ended a response with its connection, and that without the closure "
                + "alert of TLS (close_notify): it is taken for whole, as nothing else tells its end"
            )
          } else if let error {
            throw HTTP1ResponseParser.Truncated(
              reason: error is NIOSSLError ? "at a point that proves no end" : "within the body")
          }
          if let part { deliver(part) }
        } catch {
          lost(error)
        }
      }
      pool.connectionClosed(self)
      context.fireChannelInactive()
    }

    // MARK: Parts

    private func deliver(_ part: HTTP1ResponseParser.Part) {
      guard let exchange else { return }
      switch part {
      case .informational(let response): exchange.deliver(.informational(response))
      case .head(let response) where response.status == 101: switchOver(exchange, response)
      case .head(let response):
        if let forwarder, let error = ForwardedResponse(response: response, proxy: forwarder).fault
        {
          refused(exchange, error)
        } else {
          exchange.deliver(.head(response))
        }
      case .body(let piece): exchange.deliver(.body(piece))
      case .end(let trailers, let isReusable):
        self.exchange = nil
        servedCount += 1
        exchange.carrier = nil
        // After a response that did not wait for the whole request, the rest of it is never sent.
        if isReusable && isRequestSent && parser.leftover == 0 && !isOver {
          if exchange.isReadingPaused { setReadingPaused(false) }
          pool.release(self)
        } else if !isOver {
          channel.close(promise: nil)
        }
        exchange.deliver(.end(trailers: trailers))
      }
    }

    /// Ends an exchange to which the proxy between, and not the service, has responded.
    private func refused(_ exchange: ExchangeTask, _ error: TunnelError) {
      self.exchange = nil
      exchange.carrier = nil
      channel.close(promise: nil)
      exchange.deliver(.failure(.connecting(to: target, error)))
    }

    /// Hands the connection over to whoever asked the service for another protocol.
    private func switchOver(_ exchange: ExchangeTask, _ response: Interaction.Response) {
      self.exchange = nil
      exchange.carrier = nil
      guard exchange.upgrade != nil, isRequestSent else {
        channel.close(promise: nil)
        return exchange.fail(
          .badServerResponse,
          "the response of \(target.place) switches to another protocol, which nothing asked for")
      }
      hasSwitched = true
      if exchange.isReadingPaused { setReadingPaused(false) }
      exchange.deliver(.switched(response, Upstream.SwitchedConnection(channel: channel)))
    }

    private func lost(_ truncation: any Error) {
      guard let exchange else { return }
      self.exchange = nil
      if servedCount > 0, !parser.hasBegun, exchange.canRestart, exchange.request.isIdempotent {
        pool.retry(exchange)
        return
      }
      exchange.deliver(
        .failure(
          .lost(
            target, error, reason: Self.words(for: truncation), hasBegun: parser.hasBegun)))
    }

    private static func words(for error: any Error) -> String {
      switch error {
      case let error as HTTP1ResponseParser.Malformed: error.reason
      case let error as HTTP1ResponseParser.Truncated: error.reason
      default: ErrorWords.text(for: error)
      }
    }
  }
#endif
