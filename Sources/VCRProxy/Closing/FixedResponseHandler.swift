#if CommandLineTool
  import NIOCore

  /// Sends a fixed response without parsing the request, and closes the connection.
  final class FixedResponseHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let response: ByteBuffer
    private var onRequest: (() -> Void)?

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - response: The bytes to send.
    ///   - onRequest: Called once if the client sends anything.
    init(_ response: ByteBuffer, onRequest: @escaping () -> Void) {
      self.response = response
      self.onRequest = onRequest
    }

    func channelActive(context: ChannelHandlerContext) {
      let channel = context.channel
      context.writeAndFlush(wrapOutboundOut(response)).whenComplete { _ in
        LingeringClose.begin(on: channel)
      }
      context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      onRequest?()
      onRequest = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
#endif
