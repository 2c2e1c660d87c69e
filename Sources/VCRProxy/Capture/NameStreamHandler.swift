#if CommandLineTool
  import NIOCore

  /// Questions about names over TCP, each after its length (RFC 1035 §4.2.2).
  final class NameStreamHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let names: NameServer
    private var waiting = ByteBuffer()

    init(_ names: NameServer) { self.names = names }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      waiting.writeImmutableBuffer(unwrapInboundIn(data))
      let channel = context.channel
      while let length = waiting.getInteger(at: waiting.readerIndex, as: UInt16.self),
        let message = waiting.getBytes(at: waiting.readerIndex + 2, length: Int(length))
      {
        waiting.moveReaderIndex(forwardBy: 2 + Int(length))
        names.answer(message) { response in
          var buffer = channel.allocator.buffer(capacity: response.count + 2)
          buffer.writeInteger(UInt16(response.count))
          buffer.writeBytes(response)
          channel.writeAndFlush(buffer, promise: nil)
        }
      }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case .some(.inputClosed) = event as? ChannelEvent { context.close(promise: nil) }
      context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
#endif
