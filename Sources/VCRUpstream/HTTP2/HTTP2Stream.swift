#if Recording
  import NIOCore
  import NIOHPACK
  import NIOHTTP2
  import VCRCore

  /// One exchange on an HTTP/2 stream (RFC 9113 §8).
  ///
  /// It is used on one event loop only.
  final class HTTP2Stream: ChannelInboundHandler, ExchangeTask.Carrier {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private let exchange: ExchangeTask
    private let connection: HTTP2Connection
    private let target: RequestTarget
    private var channel: (any Channel)?
    private var hasHead = false
    private var hasBegun = false
    private var isOver = false
    private var hasLeft = false
    private var error: (any Error)?

    init(_ exchange: ExchangeTask, connection: HTTP2Connection, target: RequestTarget) {
      self.exchange = exchange
      self.connection = connection
      self.target = target
    }

    /// Handles a stream that could not be opened, so that nothing was sent.
    func couldNotStart(_ error: any Error) {
      guard !isOver else { return }
      isOver = true
      leave()
      if exchange.isFinished { return }
      if exchange.wasRetried {
        exchange.deliver(.failure(.lost(target, error, reason: "before the request was sent")))
      } else {
        connection.retry(exchange)
      }
    }

    func abandon() {
      isOver = true
      channel?.close(promise: nil)
    }

    func setReadingPaused(_ isPaused: Bool) {
      try? channel?.syncOptions?.setOption(.autoRead, value: !isPaused)
      // Unlike the channel of a socket, that of a stream does not start reading when automatic
      // reads are turned on: bytes received meanwhile would stay in its buffer, the flow-control
      // window would not open, and both sides would wait for each other.
      guard !isPaused, let channel else { return }
      let stream = NIOLoopBound(self, eventLoop: channel.eventLoop)
      // The read is deferred, since the client may pause and resume while a frame is delivered.
      channel.eventLoop.execute {
        if !stream.value.exchange.isReadingPaused { channel.read() }
      }
    }

    // MARK: Channel events

    func channelActive(context: ChannelHandlerContext) {
      channel = context.channel
      guard !exchange.isFinished else {
        context.close(promise: nil)
        return
      }
      do throws(Interaction.Failure) {
        let head = try OutgoingHead(exchange.request, target: target)
        exchange.carrier = self
        exchange.watchForSilence()
        send(head, context: context)
      } catch {
        isOver = true
        exchange.deliver(.failure(error))
        context.close(promise: nil)
      }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      hasBegun = true
      guard !isOver else { return }
      exchange.touch()
      switch unwrapInboundIn(data) {
      case .headers(let headers): receive(headers)
      case .data(let data):
        if case .byteBuffer(let buffer) = data.data, buffer.readableBytes > 0 {
          exchange.deliver(.body(buffer))
        }
        if data.endStream { end([:]) }
      default: break
      }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if let event = event as? StreamClosedEvent, let reason = event.reason, error == nil {
        error = NIOHTTP2Errors.streamClosed(streamID: event.streamID, errorCode: reason)
      }
      context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      if self.error == nil { self.error = error }
      context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      leave()
      if !isOver {
        isOver = true
        fail()
      }
      context.fireChannelInactive()
    }

    // MARK: Sending

    private func send(_ head: OutgoingHead, context: ChannelHandlerContext) {
      let request = exchange.request
      var headers = HPACKHeaders()
      headers.add(name: ":method", value: request.method)
      headers.add(name: ":scheme", value: target.isSecure ? "https" : "http")
      headers.add(name: ":authority", value: head.host)
      headers.add(name: ":path", value: target.path)
      for field in head.fields where !field.name.equalsIgnoringASCIICase("host") {
        headers.add(name: field.name.lowercased(), value: field.value)
      }
      let hasBody = !request.body.isEmpty
      let headFrame = HTTP2Frame.FramePayload.Headers(
        headers: headers, endStream: !hasBody && !head.hasTrailers)
      context.write(wrapOutboundOut(.headers(headFrame)), promise: nil)
      if hasBody {
        let buffer = context.channel.allocator.buffer(bytes: request.body.bytes)
        context.write(
          wrapOutboundOut(.data(.init(data: .byteBuffer(buffer), endStream: !head.hasTrailers))),
          promise: nil)
      }
      if head.hasTrailers {
        var trailers = HPACKHeaders()
        for field in request.trailers.fields {
          trailers.add(name: field.name.lowercased(), value: field.value)
        }
        context.write(
          wrapOutboundOut(.headers(.init(headers: trailers, endStream: true))), promise: nil)
      }
      context.flush()
    }

    // MARK: Receiving

    private func receive(_ frame: HTTP2Frame.FramePayload.Headers) {
      var fields: [HeaderField] = []
      var status: Int?
      for (name, value, _) in frame.headers {
        if name == ":status" { status = Int(value) }
        if name.utf8.first != 0x3A { fields.append(HeaderField(name, value)) }
      }
      let headers = HeaderFields(fields)
      if hasHead {
        if frame.endStream { end(headers) }
        return
      }
      guard let status else {
        abandon()
        exchange.fail(.badServerResponse, "the response of \(target.place) has no status")
        return
      }
      let response = Interaction.Response(status: status, http: "HTTP/2", headers: headers)
      if (100..<200).contains(status) {
        exchange.deliver(.informational(response))
        return
      }
      hasHead = true
      exchange.deliver(.head(response))
      if frame.endStream { end([:]) }
    }

    private func end(_ trailers: HeaderFields) {
      guard !isOver else { return }
      isOver = true
      exchange.carrier = nil
      exchange.deliver(.end(trailers: trailers))
    }

    private func fail() {
      guard !exchange.isFinished else { return }
      let cause = error ?? connection.error
      if let closed = cause as? NIOHTTP2Errors.StreamClosed, closed.errorCode == .refusedStream,
        !exchange.wasRetried
      {
        // The service has not processed the request (RFC 9113 §8.7).
        connection.retry(exchange)
        return
      }
      if !hasBegun, !exchange.wasRetried, exchange.isIdempotent, !connection.isUsable {
        connection.retry(exchange)
        return
      }
      if let closed = cause as? NIOHTTP2Errors.StreamClosed {
        exchange.fail(
          .networkConnectionLost, "\(target.place) reset the stream: \(closed.errorCode)")
      } else {
        exchange.deliver(.failure(.lost(target, cause, reason: "before the end of the response")))
      }
    }

    private func leave() {
      guard !hasLeft else { return }
      hasLeft = true
      connection.streamEnded()
    }
  }
#endif
