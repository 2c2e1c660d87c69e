#if CommandLineTool
  import NIOCore

  /// Waits for the first bytes of a service that may speak before its client does.
  final class GreetingHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let onGreeting: () -> Void
    private let handover = Handover()
    private var context: ChannelHandlerContext?
    private var isHeard = false

    init(_ onGreeting: @escaping () -> Void) { self.onGreeting = onGreeting }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      handover.hold(unwrapInboundIn(data))
      hear()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case .some(.inputClosed) = event as? ChannelEvent { hear() }
      context.fireUserInboundEventTriggered(event)
    }

    private func hear() {
      guard !isHeard else { return }
      isHeard = true
      onGreeting()
    }

    /// Gives what was read to the handlers that were added meanwhile, and leaves.
    func handOver() {
      guard let context else { return }
      handover.carryOut(from: context) {}
    }

    /// Closes the connection, which turns out not to be needed.
    func close() { context?.close(promise: nil) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
#endif
