#if Recording
  import NIOCore
  import NIOSSL
  import VCRCore

  /// One HTTP/1 connection, which serves one exchange after the other.
  ///
  /// It is used on one event loop only.
  final class HTTP1Connection: ChannelInboundHandler, ExchangeTask.Carrier {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let channel: any Channel
    private let pool: OriginPool
    private let target: RequestTarget
    private var parser = HTTP1ResponseParser()
    private var exchange: ExchangeTask?
    private var servedCount = 0
    private var error: (any Error)?
    private var isOver = false

    init(_ channel: any Channel, pool: OriginPool, target: RequestTarget) throws {
      self.channel = channel
      self.pool = pool
      self.target = target
      try channel.pipeline.syncOperations.addHandler(self)
    }

    func start(_ exchange: ExchangeTask) {
      guard channel.isActive, !isOver else {
        // Nothing was written, so even an unsafe request may use another connection.
        self.exchange = nil
        pool.retry(exchange)
        return
      }
      let head: OutgoingHead
      let requestTarget = exchange.target ?? target
      do throws(Interaction.Failure) {
        head = try OutgoingHead(exchange.request, target: requestTarget)
      } catch {
        pool.release(self)
        exchange.deliver(.failure(error))
        return
      }
      self.exchange = exchange
      parser.expectResponse(to: exchange.request.method)
      exchange.carrier = self
      exchange.watchForSilence()
      channel.writeAndFlush(
        head.encoded(exchange.request, target: requestTarget, allocator: channel.allocator),
        promise: nil)
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
      guard exchange != nil else {
        // Nobody asked: what would be read as the next response could be anything.
        context.close(promise: nil)
        return
      }
      parser.append(unwrapInboundIn(data))
      exchange?.touch()
      do {
        while exchange != nil, let part = try parser.next() { deliver(part) }
      } catch {
        guard let exchange else { return }
        self.exchange = nil
        context.close(promise: nil)
        exchange.fail(
          .badServerResponse, "the response of \(target.place) \(Self.words(for: error))")
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      if self.error == nil { self.error = error }
      context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      isOver = true
      if exchange != nil {
        do {
          let part = try parser.finish()
          if let error {
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
      case .head(let response): exchange.deliver(.head(response))
      case .body(let piece): exchange.deliver(.body(piece))
      case .end(let trailers, let isReusable):
        self.exchange = nil
        servedCount += 1
        exchange.carrier = nil
        if isReusable && parser.leftover == 0 && !isOver {
          if exchange.isReadingPaused { setReadingPaused(false) }
          pool.release(self)
        } else if !isOver {
          channel.close(promise: nil)
        }
        exchange.deliver(.end(trailers: trailers))
      }
    }

    private func lost(_ truncation: any Error) {
      guard let exchange else { return }
      self.exchange = nil
      if servedCount > 0, !parser.hasBegun, !exchange.wasRetried, exchange.isIdempotent {
        pool.retry(exchange)
        return
      }
      exchange.deliver(
        .failure(.lost(target, error, reason: Self.words(for: truncation))))
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
