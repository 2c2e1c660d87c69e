#if Recording
  import NIOCore
  import NIOTLS

  /// Reports the end of a TLS handshake to the attempt.
  final class HandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let attempt: ConnectionAttempt
    private var isDone = false

    init(attempt: ConnectionAttempt) { self.attempt = attempt }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case TLSUserEvent.handshakeCompleted(let negotiated) = event, !isDone {
        isDone = true
        attempt.ready(context.channel, protocolName: negotiated)
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
      } else {
        context.fireUserInboundEventTriggered(event)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      guard !isDone else {
        context.fireErrorCaught(error)
        return
      }
      isDone = true
      attempt.handshakeFailed(error)
      context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      if !isDone {
        isDone = true
        attempt.handshakeFailed(nil)
      }
      context.fireChannelInactive()
    }
  }
#endif
