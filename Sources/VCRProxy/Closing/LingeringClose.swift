#if CommandLineTool
  import NIOCore

  /// Ends connections so that the client can still read the last response.
  ///
  /// A socket that is closed with unread bytes resets the connection, and the client discards what
  /// it has not read yet. So the server's half is closed first, and what the client still sends is
  /// read and dropped until the client has closed its half too (RFC 9112 §9.6).
  enum LingeringClose {
    /// How long a client may take to close its half.
    private static let limit = TimeAmount.seconds(2)

    /// Closes the server's half of a connection now, after everything was written, and the rest
    /// later.
    ///
    /// The caller drops the bytes that are still read.
    static func begin(on channel: any Channel) {
      do {
        try channel.pipeline.syncOperations.addHandler(EndWatcher())
      } catch {
        channel.close(promise: nil)
        return
      }
      channel.close(mode: .output, promise: nil)
      channel.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    }

    /// Closes a connection once its client has closed its half.
    private final class EndWatcher: ChannelInboundHandler {
      typealias InboundIn = ByteBuffer

      func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

      func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent { context.close(promise: nil) }
      }

      func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
      }
    }
  }
#endif
