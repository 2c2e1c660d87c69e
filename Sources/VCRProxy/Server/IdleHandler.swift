#if CommandLineTool
  import NIOCore

  /// Closes a connection that has been idle too long.
  final class IdleHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let connection: ClientConnection

    init(connection: ClientConnection) { self.connection = connection }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if event is IdleStateHandler.IdleStateEvent {
        connection.closeIfUnused()
      } else {
        context.fireUserInboundEventTriggered(event)
      }
    }
  }
#endif
