#if Recording
  import NIOCore
  import NIOHTTP2
  import VCRCore

  /// One HTTP/2 connection, shared by the exchanges of a client pool with one origin.
  ///
  /// It is used on one event loop only.
  final class HTTP2Connection: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    private let channel: any Channel
    private let pool: OriginPool
    private let target: RequestTarget
    private let multiplexer: HTTP2StreamMultiplexer
    private let blocks: FieldBlocks
    private var streamCount = 0
    private var closesWhenIdle = false
    private var isRetired = false
    /// True once the service has shown that it speaks HTTP/2.
    private(set) var isConfirmed = false
    /// The streams whose content waits for that.
    private var unconfirmed: [HTTP2Stream] = []
    /// Ends the wait for that.
    private var confirmation: Scheduled<Void>?
    /// The first error of the connection as a whole.
    private(set) var error: (any Error)?
    /// The last stream of which the service may have processed anything, once it has said so.
    private var lastStream: HTTP2StreamID?

    init(_ channel: any Channel, pool: OriginPool, target: RequestTarget) throws {
      self.channel = channel
      self.pool = pool
      self.target = target
      multiplexer = HTTP2StreamMultiplexer(
        mode: .client, channel: channel, targetWindowSize: 1 << 20,
        outboundBufferSizeHighWatermark: 1 << 16, outboundBufferSizeLowWatermark: 1 << 14,
        inboundStreamInitializer: nil)
      blocks = FieldBlocks(sizeLimit: pool.connector.upstream.options.headerLimit)
      var configuration = NIOHTTP2Handler.ConnectionConfiguration()
      configuration.initialSettings = [
        HTTP2Setting(parameter: .enablePush, value: 0),
        HTTP2Setting(
          parameter: .maxHeaderListSize, value: min(blocks.sizeLimit, Int(UInt32.max))),
        HTTP2Setting(parameter: .initialWindowSize, value: 1 << 20),
      ]
      var streams = NIOHTTP2Handler.StreamConfiguration()
      FrameAllowance.replaceLimits(of: &configuration, &streams)
      configuration.maximumRecentlyResetStreams = FieldBlocks.resetLimit
      // Whether a length that does not agree is a failure is decided here, as for HTTP/1 and with
      // the same message.
      try channel.pipeline.syncOperations.addHandlers([
        FieldBlockHandler(blocks, isClient: true),
        NIOHTTP2Handler(
          mode: .client, connectionConfiguration: configuration,
          streamConfiguration: streams),
        multiplexer, self,
      ])
    }

    /// True while the connection accepts further exchanges.
    var isUsable: Bool { !isRetired && channel.isActive }

    func start(_ exchange: ExchangeTask) {
      streamCount += 1
      let handler = NIOLoopBound(
        HTTP2Stream(exchange, connection: self, blocks: blocks, target: exchange.target ?? target),
        eventLoop: channel.eventLoop)
      let promise = channel.eventLoop.makePromise(of: (any Channel).self)
      promise.futureResult.whenFailure { error in
        handler.value.couldNotStart(error)
      }
      multiplexer.createStreamChannel(promise: promise) { stream in
        stream.eventLoop.makeCompletedFuture {
          try stream.pipeline.syncOperations.addHandler(handler.value)
        }
      }
    }

    /// Sends an exchange on another connection, when no response to it has begun on this one.
    func retry(_ exchange: ExchangeTask) {
      retire()
      pool.retry(exchange)
    }

    /// True when the service ends the connection without having processed a stream: a request may
    /// be sent on another one then, whatever it is (RFC 9113 §6.8).
    ///
    /// A service that has processed none at all may do so each time, so it is false there. The
    /// stream is nil for one that could not be opened.
    func leavesOut(_ stream: HTTP2StreamID?) -> Bool {
      guard let lastStream, lastStream != .rootStream else { return false }
      return stream.map { $0 > lastStream } ?? true
    }

    /// Sends an exchange of which the service has processed nothing when its turn comes, on this
    /// connection or the next one.
    func requeue(_ exchange: ExchangeTask) { pool.requeue(exchange) }

    /// Sends an exchange over HTTP/1 instead; see ``OriginPool/fallBack``.
    func fallBack(_ exchange: ExchangeTask) {
      retire()
      pool.fallBack(exchange)
    }

    /// Notifies a stream once the service has shown that it speaks HTTP/2.
    func onConfirmation(of stream: HTTP2Stream) { unconfirmed.append(stream) }

    /// Closes the connection unless the service shows in time that it speaks HTTP/2: one that does
    /// not may take the preface for the beginning of something, and wait for the rest of it.
    ///
    /// - Parameter timeout: How long it may take to send its own preface (RFC 9113 §3.4).
    func awaitConfirmation(for timeout: TimeAmount) {
      let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
      confirmation = channel.eventLoop.scheduleTask(in: timeout) {
        let connection = bound.value
        guard !connection.isConfirmed else { return }
        connection.retire()
        connection.channel.close(promise: nil)
      }
    }

    private func confirm() {
      isConfirmed = true
      confirmation?.cancel()
      let waiting = unconfirmed
      unconfirmed = []
      for stream in waiting { stream.connectionConfirmed() }
    }

    func streamEnded() {
      streamCount -= 1
      closeIfIdle()
    }

    func closeWhenIdle() {
      closesWhenIdle = true
      closeIfIdle()
    }

    private func retire() {
      guard !isRetired else { return }
      isRetired = true
      pool.retire(self)
      closeWhenIdle()
    }

    private func closeIfIdle() {
      if closesWhenIdle && streamCount == 0 { channel.close(promise: nil) }
    }

    // MARK: Channel events

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if !isConfirmed { confirm() }
      // After GOAWAY open streams continue, but no new one may begin (RFC 9113 §6.8).
      if case .goAway(let last, _, _) = unwrapInboundIn(data).payload {
        lastStream = min(last, lastStream ?? last)
        retire()
      }
      context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      // An error of one stream does not affect the others.
      if blocks.reset(reportedBy: error) != nil { return }
      if self.error == nil { self.error = error }
      retire()
      context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      isRetired = true
      unconfirmed = []
      confirmation?.cancel()
      pool.connectionClosed(self)
      context.fireChannelInactive()
    }
  }
#endif
