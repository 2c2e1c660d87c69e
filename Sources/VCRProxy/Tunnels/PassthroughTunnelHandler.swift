#if CommandLineTool
  import NIOCore

  /// One end of a passed-through tunnel; it reads only while the other end is writable.
  final class PassthroughTunnelHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    var partner: PassthroughTunnelHandler?
    private var context: ChannelHandlerContext?
    private var isReadHeldBack = false
    private var isInputClosed = false

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
      self.context = nil
      partner = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      partner?.context?.write(wrapOutboundOut(unwrapInboundIn(data)), promise: nil)
    }

    func channelReadComplete(context: ChannelHandlerContext) { partner?.context?.flush() }

    func read(context: ChannelHandlerContext) {
      if partner?.context?.channel.isWritable ?? true {
        context.read()
      } else {
        isReadHeldBack = true
      }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      if context.channel.isWritable, let partner, partner.isReadHeldBack {
        partner.isReadHeldBack = false
        partner.context?.read()
      }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case .some(.inputClosed) = event as? ChannelEvent {
        isInputClosed = true
        if let partner, partner.isInputClosed {
          partner.closeWhenWritten()
          closeWhenWritten()
        } else {
          partner?.context?.close(mode: .output, promise: nil)
        }
      }
    }

    func channelInactive(context: ChannelHandlerContext) {
      partner?.closeWhenWritten()
      partner = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }

    private func closeWhenWritten() {
      guard let context else { return }
      let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
      context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in
        bound.value.close(promise: nil)
      }
    }
  }
#endif
