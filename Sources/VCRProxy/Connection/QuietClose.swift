#if CommandLineTool
  import NIOCore
  import VCRUpstream

  /// Closes an HTTP/2 connection on an error of it without a report, since clients may disconnect
  /// at any time.
  ///
  /// A malformed request ends its stream alone (RFC 9113 §8.1.1), and is reported.
  final class QuietClose: ChannelInboundHandler {
    typealias InboundIn = Any

    private let connection: ClientConnection
    private let blocks: FieldBlocks

    /// Creates the handler of one connection.
    init(connection: ClientConnection, blocks: FieldBlocks) {
      self.connection = connection
      self.blocks = blocks
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      guard let reset = blocks.reset(reportedBy: error) else {
        context.close(promise: nil)
        return
      }
      // Where its head was sound, the handler of the stream knows more about the request.
      guard let section = reset.refused, !section.pseudo.isEmpty else { return }
      connection.proxy.report(
        .malformed(
          "its header section has what HTTP/2 forbids, or lacks what it demands (RFC 9113 §8.2, "
            + "§8.3), and its stream was reset"))
    }
  }
#endif
