#if Recording
  import NIOCore
  import NIOTLS

  /// Waits for the TLS handshake with a proxy, then removes itself.
  final class ProxyHandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let proxy: UpstreamProxy
    private var secured: EventLoopPromise<Void>?

    /// Creates the handler of one connection.
    ///
    /// - Parameters:
    ///   - proxy: The proxy.
    ///   - secured: The promise for the end of the handshake.
    init(with proxy: UpstreamProxy, secured: EventLoopPromise<Void>) {
      self.proxy = proxy
      self.secured = secured
    }

    func channelActive(context: ChannelHandlerContext) {
      context.fireChannelActive()
      // The channel may not have automatic reads.
      context.read()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      guard case TLSUserEvent.handshakeCompleted = event, let secured else {
        return context.fireUserInboundEventTriggered(event)
      }
      self.secured = nil
      secured.succeed()
      context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      fail(ErrorWords.text(for: error))
      context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      fail("it ended the connection in the handshake")
      context.fireChannelInactive()
    }

    private func fail(_ reason: String) {
      secured?.fail(TunnelError.insecure(proxy, reason))
      secured = nil
    }
  }
#endif
