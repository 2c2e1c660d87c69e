#if CommandLineTool
  import NIOCore
  import NIOPosix
  import VCRUpstream

  /// Joins a client's tunnel to a host that is passed through: bytes are forwarded, not inspected.
  enum PassthroughTunnel {
    /// The error for a host that turns out to be the listener that the tunnel came through.
    private struct LeadsBack: Error, CustomStringConvertible {
      var description: String { "it is this proxy itself" }
    }

    /// Opens a connection to a host, at the address that the upstream's map gives for it.
    ///
    /// The future fails when the connection leads back to the listener that the tunnel came
    /// through.
    static func connect(
      to host: String, port: Int, upstream: Upstream, ownListener: OwnListener?,
      on eventLoop: any EventLoop
    ) -> EventLoopFuture<any Channel> {
      let asked = Upstream.Address(host: host.lowercased(), port: port)
      let address = upstream.options.addressMap[asked] ?? asked
      return upstream.connect(to: address, on: eventLoop) { bootstrap in
        bootstrap
          .connectTimeout(upstream.options.connectTimeout)
          .channelOption(.allowRemoteHalfClosure, value: true)
          .channelOption(.tcpOption(.tcp_nodelay), value: 1)
          .channelOption(.autoRead, value: false)
      } initialize: { _ in
      }
      .flatMapThrowing { channel in
        guard let ownListener, ownListener.isReached(by: channel) else { return channel }
        channel.close(promise: nil)
        throw LeadsBack()
      }
    }

    /// Adds a handler to each of two channels that forwards what it reads to the other.
    static func join(_ client: any Channel, _ service: any Channel) throws {
      let near = PassthroughTunnelHandler()
      let far = PassthroughTunnelHandler()
      near.partner = far
      far.partner = near
      try client.pipeline.syncOperations.addHandler(near)
      try service.pipeline.syncOperations.addHandler(far)
      try service.syncOptions?.setOption(.autoRead, value: true)
    }
  }

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
