#if CommandLineTool
  import NIOCore
  import NIOHTTP2
  import VCRUpstream

  /// Makes a connection of an HTTP/2 stream in which another protocol is spoken (RFC 8441 §5):
  /// bytes are `DATA` frames, the end of a half is the end of the stream, and a break its reset.
  final class HTTP2DataHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = HTTP2Frame.FramePayload

    private let blocks: FieldBlocks
    private var isOutputClosed = false

    /// Creates the handler of one stream.
    ///
    /// - Parameter blocks: Holds the header sections of the connection.
    init(_ blocks: FieldBlocks) { self.blocks = blocks }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let isLast: Bool
      switch unwrapInboundIn(data) {
      case .data(let frame):
        if case .byteBuffer(let bytes) = frame.data, bytes.readableBytes > 0 {
          context.fireChannelRead(wrapInboundOut(bytes))
        }
        isLast = frame.endStream
      case .headers(let frame):
        // The section that was received is taken in any case, so that nothing of it is kept.
        _ = blocks.received(frame.headers)
        isLast = frame.endStream
      default: return
      }
      if isLast { context.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }
    }

    func write(
      context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
      guard !isOutputClosed else {
        promise?.fail(ChannelError.outputClosed)
        return
      }
      let bytes = unwrapOutboundIn(data)
      context.write(
        wrapOutboundOut(.data(.init(data: .byteBuffer(bytes)))), promise: promise)
    }

    func close(
      context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
    ) {
      guard case .output = mode else { return context.close(mode: mode, promise: promise) }
      guard !isOutputClosed else {
        promise?.fail(ChannelError.outputClosed)
        return
      }
      isOutputClosed = true
      context.writeAndFlush(
        wrapOutboundOut(.data(.init(data: .byteBuffer(ByteBuffer()), endStream: true))),
        promise: promise)
    }
  }
#endif
