#if CommandLineTool
  import NIOCore

  /// Ends connections so that the client can still read the last response.
  ///
  /// A socket that is closed with bytes left unread resets the connection, and the client throws away
  /// what it has not read. So the server's half is closed first, and what the client still sends is
  /// read and dropped until it has ended its half too (RFC 9112 §9.6).
  enum LingeringClose {
    /// How long a client has to end its half.
    private static let limit = TimeAmount.seconds(2)

    /// Closes the server's half of a connection, all of which was written, and the rest later.
    ///
    /// The caller drops what is read.
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

    /// Closes a connection once its client has ended its half.
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

  /// Answers a connection without looking at what it sends, and ends it.
  final class Dismissal: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let response: ByteBuffer

    init(_ response: ByteBuffer) { self.response = response }

    func channelActive(context: ChannelHandlerContext) {
      let channel = context.channel
      context.writeAndFlush(wrapOutboundOut(response)).whenComplete { _ in
        LingeringClose.begin(on: channel)
      }
      context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
#endif
