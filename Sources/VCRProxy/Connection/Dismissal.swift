#if CommandLineTool
  import NIOCore

  /// Sends a fixed response without reading the request, and closes the connection.
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
