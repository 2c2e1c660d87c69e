#if CommandLineTool
  import NIOCore

  /// Keeps what a TLS client says first, while it passes.
  final class HelloWatcher: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    /// The most bytes that are kept, more than a record has.
    private static let limit = 1 << 15

    private var bytes = ByteBuffer()

    /// The first message of the client; nil while it is not there, and for one that cannot be read.
    var hello: ClientHello? { ClientHello(bytes) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if bytes.readableBytes < Self.limit { bytes.writeImmutableBuffer(unwrapInboundIn(data)) }
      context.fireChannelRead(data)
    }
  }
#endif
