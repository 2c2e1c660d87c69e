#if Recording
  import NIOCore
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
    private let blocks: FieldBlocks
    private let target: RequestTarget
    private var channel: (any Channel)?
    private var isRequestSent = false
    private var hasHead = false
    private var hasBegun = false
    private var isOver = false
    private var hasLeft = false
    private var error: (any Error)?

    init(
      _ exchange: ExchangeTask, connection: HTTP2Connection, blocks: FieldBlocks,
      target: RequestTarget
    ) {
      self.exchange = exchange
      self.connection = connection
      self.blocks = blocks
      self.target = target
    }

    /// Handles a stream that could not be opened, so that nothing was sent.
    func couldNotStart(_ error: any Error) {
      guard !isOver else { return }
      isOver = true
      leave()
      if exchange.isFinished || sendElsewhere(ifLeftOut: connection.leavesOut(nil)) { return }
      if !exchange.canRestart {
        exchange.deliver(
          .failure(
            .lost(target, error, reason: "before the request was sent", hasBegun: false)))
      } else {
        connection.retry(exchange)
      }
    }

    var isWritable: Bool { channel?.isWritable ?? false && !isUnspoken }

    var unsentBytes: Int? { nil }

    /// True while it is not known whether the service speaks HTTP/2: one that does not gets the
    /// content over HTTP/1, and nothing of it before, as more than is kept could not be sent again.
    private var isUnspoken: Bool { exchange.hasPriorKnowledge && !connection.isConfirmed }

    /// Sends the content that was held back.
    func connectionConfirmed() {
      guard !isOver, !exchange.isFinished else { return }
      sendContent()
      exchange.writabilityChanged()
    }

    func sendContent() {
      guard let channel, let content = exchange.content, !isOver, !isRequestSent,
        !isUnspoken
      else { return }
      let pieces = content.take()
      let trailers = content.trailers
      let hasTrailers = trailers?.isEmpty == false
      isRequestSent = trailers != nil
      for (index, piece) in pieces.enumerated() {
        let isLast = isRequestSent && !hasTrailers && index == pieces.count - 1
        write(.data(.init(data: .byteBuffer(piece), endStream: isLast)), to: channel)
      }
      if let trailers, hasTrailers {
        let headers = blocks.outgoing([], trailers.fields)
        channel.write(
          HTTP2Frame.FramePayload.headers(.init(headers: headers, endStream: true)),
          promise: blocks.promise(for: headers, nil, on: channel.eventLoop))
      } else if isRequestSent, pieces.isEmpty {
        write(.data(.init(data: .byteBuffer(ByteBuffer()), endStream: true)), to: channel)
      }
      channel.flush()
    }

    private func write(_ frame: HTTP2Frame.FramePayload, to channel: any Channel) {
      channel.write(frame, promise: nil)
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
        let head = try OutgoingHead(
          exchange.request, target: target, isStreamed: exchange.content != nil)
        exchange.carrier = self
        exchange.watchForSilence()
        send(head, context: context)
        if isUnspoken { connection.onConfirmation(of: self) }
        exchange.writabilityChanged()
      } catch {
        isOver = true
        exchange.deliver(.failure(error))
        context.close(promise: nil)
      }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let frame = unwrapInboundIn(data)
      switch frame {
      case .headers, .data: hasBegun = true
      // A reset and a wider window are no part of a response.
      default: break
      }
      guard !isOver else { return }
      exchange.touch()
      switch frame {
      case .headers(let headers): receive(headers)
      case .data(let data):
        if case .byteBuffer(let buffer) = data.data, buffer.readableBytes > 0 {
          exchange.deliver(.body(buffer))
        }
        if data.endStream { end([:]) }
      default: break
      }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      if !isOver { exchange.writabilityChanged() }
      context.fireChannelWritabilityChanged()
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
      // A pseudo-header field is a string here, so bytes that are not UTF-8 stay percent-encoded.
      let rawPath = target.rawPath.flatMap { String(validating: $0, as: UTF8.self) }
      let path = rawPath ?? target.path
      let headers = blocks.outgoing(
        [
          (":method", request.method), (":scheme", target.isSecure ? "https" : "http"),
          (":authority", head.host), (":path", path),
        ], head.fields.lazy.filter { !$0.name.equalsIgnoringASCIICase("host") })
      guard exchange.content == nil else {
        context.write(
          wrapOutboundOut(.headers(.init(headers: headers, endStream: false))),
          promise: blocks.promise(for: headers, nil, on: context.eventLoop))
        sendContent()
        context.flush()
        return
      }
      isRequestSent = true
      let hasBody = !request.body.isEmpty
      let headFrame = HTTP2Frame.FramePayload.Headers(
        headers: headers, endStream: !hasBody && !head.hasTrailers)
      context.write(
        wrapOutboundOut(.headers(headFrame)),
        promise: blocks.promise(for: headers, nil, on: context.eventLoop))
      if hasBody {
        let buffer = context.channel.allocator.buffer(bytes: request.body.bytes)
        context.write(
          wrapOutboundOut(.data(.init(data: .byteBuffer(buffer), endStream: !head.hasTrailers))),
          promise: nil)
      }
      if head.hasTrailers {
        let trailers = blocks.outgoing([], TransferFields.trailers(request.trailers).fields)
        context.write(
          wrapOutboundOut(.headers(.init(headers: trailers, endStream: true))),
          promise: blocks.promise(for: trailers, nil, on: context.eventLoop))
      }
      context.flush()
    }

    // MARK: Receiving

    private func receive(_ frame: HTTP2Frame.FramePayload.Headers) {
      let section = blocks.received(frame.headers)
      guard !section.isTooLarge else {
        return refuse(
          "has a header or trailer section of more than \(blocks.sizeLimit) bytes")
      }
      let headers = HeaderFields(section.fields)
      if hasHead {
        if frame.endStream { end(TransferFields.trailers(headers)) }
        return
      }
      guard let status = section.pseudo[":status"].flatMap(Self.status) else {
        return refuse("has no status code of three digits, 100 or above")
      }
      let response = Interaction.Response(status: status, http: "HTTP/2", headers: headers)
      if (100..<200).contains(status) {
        // It would be the last that comes of the stream.
        guard !frame.endStream else { return refuse("ends with an interim response") }
        // RFC 9113 §8.6.
        guard status != 101 else {
          return refuse("switches to another protocol, which HTTP/2 does not")
        }
        exchange.deliver(.informational(response))
        return
      }
      hasHead = true
      exchange.deliver(.head(response))
      if frame.endStream { end([:]) }
    }

    /// Gives the stream up for a response that cannot be passed on.
    private func refuse(_ words: String) {
      abandon()
      exchange.fail(.badServerResponse, "the response of \(target.place) \(words)")
    }

    /// The status code in a field; nil for what is none (RFC 9110 §15).
    private static func status(_ text: String) -> Int? {
      guard text.utf8.count == 3, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let status = Int(text), status >= 100
      else { return nil }
      return status
    }

    private func end(_ trailers: HeaderFields) {
      guard !isOver else { return }
      isOver = true
      exchange.carrier = nil
      exchange.deliver(.end(trailers: trailers))
      // The service wants no more of the request (RFC 9113 §8.1), so the stream is given up.
      if !isRequestSent { channel?.close(promise: nil) }
    }

    private func fail() {
      guard !exchange.isFinished else { return }
      let cause = error ?? connection.error
      let closed = cause as? NIOHTTP2Errors.StreamClosed
      let isLeftOut = closed.map { connection.leavesOut($0.streamID) } ?? false
      if sendElsewhere(ifLeftOut: isLeftOut && !hasBegun) { return }
      if closed?.errorCode == .refusedStream, !hasBegun {
        // The service has not processed the request (RFC 9113 §8.7). Often it is one more than it
        // takes at a time, which it only says when others are on their way already (§6.5.2).
        if exchange.takesRefusal() { return connection.requeue(exchange) }
        if exchange.canRestart { return connection.retry(exchange) }
      }
      if !hasBegun, exchange.canRestart, exchange.request.isIdempotent, !connection.isUsable {
        connection.retry(exchange)
        return
      }
      if isUnspoken {
        exchange.fail(
          .badServerResponse,
          "\(target.place) does not speak HTTP/2 without TLS, as the client does")
      } else if let closed {
        // The library resets the stream of a malformed response (RFC 9113 §8.1.1).
        let isMalformed =
          closed.errorCode == .protocolError && blocks.hasReset(Int(closed.streamID))
        var failure = Interaction.Failure(
          .networkConnectionLost,
          message: isMalformed
            ? "the response of \(target.place) is malformed, and its stream was reset"
            : "\(target.place) reset the stream: \(closed.errorCode)")
        failure.reset = .stream(UInt32(closed.errorCode.networkCode))
        exchange.deliver(.failure(failure))
      } else {
        exchange.deliver(
          .failure(
            .lost(target, cause, reason: "before the end of the response", hasBegun: hasBegun)))
      }
    }

    /// Sends the exchange over HTTP/1, or on another connection, when nothing of it was processed.
    ///
    /// - Parameter isLeftOut: Whether the service has said so.
    /// - Returns: False when there is no such way.
    private func sendElsewhere(ifLeftOut isLeftOut: Bool) -> Bool {
      if isUnspoken, exchange.canRestart, !exchange.needsHTTP2 {
        connection.fallBack(exchange)
        return true
      }
      guard isLeftOut, exchange.isRepeatable else { return false }
      connection.requeue(exchange)
      return true
    }

    private func leave() {
      guard !hasLeft else { return }
      hasLeft = true
      connection.streamEnded()
    }
  }
#endif
