#if CommandLineTool
  import NIOCore

  /// Questions about names over UDP.
  final class NameDatagramHandler: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>
    typealias OutboundOut = AddressedEnvelope<ByteBuffer>

    private let names: NameServer

    init(_ names: NameServer) { self.names = names }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let envelope = unwrapInboundIn(data)
      let channel = context.channel
      names.answer(Array(envelope.data.readableBytesView)) { response in
        let buffer = channel.allocator.buffer(bytes: response)
        channel.writeAndFlush(
          AddressedEnvelope(remoteAddress: envelope.remoteAddress, data: buffer), promise: nil)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {}
  }
#endif
