#if CommandLineTool
  import NIOCore
  import VCRCore

  /// Accepts no more connections than leave descriptors for everything else; the others wait in the
  /// system's queue until some are closed.
  final class AcceptLimit: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = Never

    /// How long after it was found that there are too many is looked again.
    private static let pause = TimeAmount.milliseconds(20)

    private var isPausing = false

    func read(context: ChannelHandlerContext) {
      guard !isPausing else { return }
      guard !DescriptorReserve.clients.isLeft else { return context.read() }
      isPausing = true
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      context.eventLoop.scheduleTask(in: Self.pause) {
        let (limit, context) = bound.value
        limit.isPausing = false
        if context.channel.isActive { limit.read(context: context) }
      }
    }
  }
#endif
