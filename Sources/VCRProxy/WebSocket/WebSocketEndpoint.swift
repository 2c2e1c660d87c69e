#if CommandLineTool
  import NIOCore
  import NIOWebSocket
  import VCRCore

  /// One end of a WebSocket: joins frames to messages, and checks them (RFC 6455 §5).
  ///
  /// It adds itself and the frame codec to a channel. What comes is given to its owner in order.
  final class WebSocketEndpoint: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    /// Something that came from the other side.
    enum Event {
      case text([UInt8])
      case binary([UInt8])
      case ping(ByteBuffer)
      case pong(ByteBuffer)
      /// The other side closes; nothing more comes from it.
      case close(code: Int?, reason: String)
      /// The other side broke the protocol, or exceeded a limit; nothing more is read from it.
      case fault(WebSocketFault)
      /// The connection has ended, with the error that ended it.
      case gone((any Error)?)
    }

    /// Who takes the events.
    protocol Owner: AnyObject {
      func receive(_ event: Event, from endpoint: WebSocketEndpoint)
      /// All that came at once has been received.
      func receivedAll(from endpoint: WebSocketEndpoint)
      /// The endpoint can take bytes again, or no more for now.
      func writabilityChanged(of endpoint: WebSocketEndpoint)
    }

    /// Takes the events; nil once the WebSocket is over.
    var owner: (any Owner)?
    /// True for the end that the client speaks to, whose frames are masked (§5.1).
    private let isServer: Bool
    /// The most bytes of one message.
    private let limit: Int
    private var context: ChannelHandlerContext?
    private var fragments: (opcode: WebSocketOpcode, bytes: ByteBuffer)?
    private var hasEnded = false
    private var isReadingPaused = false
    private var error: (any Error)?

    private init(isServer: Bool, limit: Int, owner: any Owner) {
      self.isServer = isServer
      self.limit = limit
      self.owner = owner
    }

    /// Adds an endpoint to a channel whose next bytes are frames.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - isServer: True for a client's connection, false for one to a service.
    ///   - limit: The most bytes of one message.
    ///   - owner: Takes the events.
    /// - Returns: The endpoint.
    /// - Throws: An error of NIO when the connection is closed already.
    static func add(
      to channel: any Channel, isServer: Bool, limit: Int, owner: any Owner
    ) throws -> WebSocketEndpoint {
      // The decoder knows lengths of 32 bits.
      let limit = min(max(limit, 0), Int(UInt32.max))
      let endpoint = WebSocketEndpoint(isServer: isServer, limit: limit, owner: owner)
      try channel.pipeline.syncOperations.addHandlers([
        ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: limit)),
        WebSocketFrameEncoder(), endpoint,
      ])
      return endpoint
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
      self.context = nil
      end(nil)
    }

    // MARK: Sending

    /// True while more may be sent without collecting it.
    var isWritable: Bool { context?.channel.isWritable ?? true }

    /// Sends a message, without flushing it.
    func send(text bytes: [UInt8]) { write(.text, ByteBuffer(bytes: bytes)) }

    /// Sends a message, without flushing it.
    func send(binary bytes: [UInt8]) { write(.binary, ByteBuffer(bytes: bytes)) }

    func send(ping bytes: ByteBuffer) { write(.ping, bytes) }

    func send(pong bytes: ByteBuffer) { write(.pong, bytes) }

    /// Sends a close message; nothing may follow.
    func send(closeCode code: Int?, reason: String) {
      var bytes = ByteBuffer()
      if let code {
        bytes.writeInteger(UInt16(code))
        // A control frame has at most 125 bytes (§5.5).
        var reason = Substring(reason)
        while reason.utf8.count > 123 { reason.removeLast() }
        bytes.writeSubstring(reason)
      }
      write(.connectionClose, bytes)
    }

    /// Sends what was written.
    func flush() { context?.flush() }

    private func write(_ opcode: WebSocketOpcode, _ bytes: ByteBuffer) {
      guard let context else { return }
      let frame = WebSocketFrame(
        fin: true, opcode: opcode, maskKey: isServer ? nil : .random(), data: bytes)
      context.write(wrapOutboundOut(frame), promise: nil)
    }

    /// Stops or restarts reading.
    func setReadingPaused(_ isPaused: Bool) {
      guard isPaused != isReadingPaused, let channel = context?.channel else { return }
      isReadingPaused = isPaused
      try? channel.syncOptions?.setOption(.autoRead, value: !isPaused)
    }

    /// Closes the connection once everything written was sent.
    func close() {
      afterWriting { [isServer] context in
        if isServer {
          LingeringClose.begin(on: context.channel)
        } else {
          context.close(promise: nil)
        }
      }
    }

    /// Breaks the connection off once everything written was sent.
    func abort(isReset: Bool) { afterWriting { BrokenClose.close($0, isReset: isReset) } }

    private func afterWriting(_ end: @escaping (ChannelHandlerContext) -> Void) {
      owner = nil
      guard let context else { return }
      setReadingPaused(false)
      let bound = NIOLoopBound((self, end), eventLoop: context.eventLoop)
      let written = context.eventLoop.makePromise(of: Void.self)
      written.futureResult.whenComplete { _ in
        let (endpoint, end) = bound.value
        if let context = endpoint.context { end(context) }
      }
      do {
        // No bytes, below what makes frames of them: they are sent after everything else.
        let handlers = context.pipeline.syncOperations
        try handlers.context(handlerType: WebSocketFrameEncoder.self)
          .writeAndFlush(NIOAny(ByteBuffer()), promise: written)
      } catch {
        written.succeed()
      }
    }

    // MARK: Receiving

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !hasEnded else { return }
      let frame = unwrapInboundIn(data)
      do throws(WebSocketFault) {
        try take(frame)
      } catch {
        fail(error)
      }
    }

    private func take(_ frame: WebSocketFrame) throws(WebSocketFault) {
      guard frame.reservedBits.isEmpty else {
        throw .protocolError("a frame has reserved bits set, which no extension was agreed on for")
      }
      guard (frame.maskKey != nil) == isServer else {
        throw .protocolError(
          isServer ? "a frame of a client is not masked" : "a frame of a service is masked")
      }
      switch frame.opcode {
      case .ping: owner?.receive(.ping(frame.unmaskedData), from: self)
      case .pong: owner?.receive(.pong(frame.unmaskedData), from: self)
      case .connectionClose: try takeClose(frame.unmaskedData)
      case .text, .binary:
        guard fragments == nil else {
          throw .protocolError("a message begins within another one")
        }
        fragments = (frame.opcode, frame.unmaskedData)
        try endMessage(if: frame.fin)
      case .continuation:
        guard let count = fragments?.bytes.readableBytes else {
          throw .protocolError("a message goes on that has not begun")
        }
        guard count + frame.length <= limit else { throw .tooLarge(limit) }
        fragments?.bytes.writeImmutableBuffer(frame.unmaskedData)
        try endMessage(if: frame.fin)
      default:
        throw .protocolError(
          "a frame has the reserved opcode \(Int(webSocketOpcode: frame.opcode))")
      }
    }

    private func endMessage(if isOver: Bool) throws(WebSocketFault) {
      guard isOver, let (opcode, buffer) = fragments else { return }
      fragments = nil
      let bytes = Array(buffer: buffer)
      guard opcode == .text else {
        owner?.receive(.binary(bytes), from: self)
        return
      }
      guard String(validating: bytes, as: UTF8.self) != nil else { throw .notText }
      owner?.receive(.text(bytes), from: self)
    }

    private func takeClose(_ payload: ByteBuffer) throws(WebSocketFault) {
      var payload = payload
      guard payload.readableBytes > 0 else {
        hasEnded = true
        owner?.receive(.close(code: nil, reason: ""), from: self)
        return
      }
      guard let code = payload.readInteger(as: UInt16.self).map({ Int($0) }) else {
        throw .protocolError("a close has half a code")
      }
      guard Interaction.WebSocketMessage.maySend(code: code) else {
        throw .protocolError("a close has the code \(code), which is never sent")
      }
      guard let reason = String(validating: payload.readableBytesView, as: UTF8.self) else {
        throw .notText
      }
      hasEnded = true
      owner?.receive(.close(code: code, reason: reason), from: self)
    }

    private func fail(_ fault: WebSocketFault) {
      guard !hasEnded else { return }
      hasEnded = true
      fragments = nil
      owner?.receive(.fault(fault), from: self)
      owner?.receivedAll(from: self)
    }

    private var isGone = false

    private func end(_ error: (any Error)?) {
      guard !isGone else { return }
      (hasEnded, isGone) = (true, true)
      owner?.receive(.gone(error), from: self)
      owner?.receivedAll(from: self)
    }

    // MARK: Channel events

    func channelReadComplete(context: ChannelHandlerContext) {
      owner?.receivedAll(from: self)
      context.fireChannelReadComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      owner?.writabilityChanged(of: self)
      context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      // There is no half of a WebSocket: whoever closes its half has left.
      if case .some(.inputClosed) = event as? ChannelEvent { end(nil) }
      context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
      end(error)
      context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      switch error {
      case NIOWebSocketError.invalidFrameLength: fail(.tooLarge(limit))
      case NIOWebSocketError.fragmentedControlFrame:
        fail(.protocolError("a control frame is fragmented"))
      case is NIOWebSocketError:
        fail(.protocolError("a control frame has more than 125 bytes"))
      default:
        if self.error == nil { self.error = error }
        context.close(promise: nil)
      }
    }
  }
#endif
