#if CommandLineTool
  import NIOCore

  /// Closes a connection on an error without a report, since clients may disconnect at any time.
  final class QuietClose: ChannelInboundHandler {
    typealias InboundIn = Any

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
#endif
