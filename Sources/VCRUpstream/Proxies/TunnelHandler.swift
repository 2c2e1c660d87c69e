#if Recording
  import NIOCore

  /// Has a proxy open a tunnel, then removes itself.
  final class TunnelHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var dialogue: any TunnelDialogue
    private let proxy: UpstreamProxy
    private let timeout: TimeAmount
    private var timer: Scheduled<Void>?
    private var opened: EventLoopPromise<Void>?
    private var isAsked = false
    private var received = ByteBuffer()

    /// Creates the handler of one connection.
    ///
    /// - Parameters:
    ///   - dialogue: The dialogue.
    ///   - proxy: The proxy.
    ///   - timeout: How long the proxy may take.
    ///   - opened: The promise for the opening of the tunnel.
    init(
      _ dialogue: any TunnelDialogue, with proxy: UpstreamProxy, within timeout: TimeAmount,
      opened: EventLoopPromise<Void>
    ) {
      (self.dialogue, self.proxy, self.timeout) = (dialogue, proxy, timeout)
      self.opened = opened
    }

    func handlerAdded(context: ChannelHandlerContext) {
      if context.channel.isActive { ask(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
      ask(context)
      context.fireChannelActive()
    }

    private func ask(_ context: ChannelHandlerContext) {
      guard !isAsked else { return }
      isAsked = true
      context.writeAndFlush(wrapOutboundOut(dialogue.opening), promise: nil)
      context.read()
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      timer = context.eventLoop.scheduleTask(in: timeout) {
        let (handler, context) = bound.value
        handler.end(context, TunnelError.silent(handler.proxy))
      }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard opened != nil else { return context.fireChannelRead(data) }
      var bytes = unwrapInboundIn(data)
      received.writeBuffer(&bytes)
      do throws(TunnelError) {
        while true {
          switch try dialogue.next(&received) {
          case .needsMore:
            // The channel may not have automatic reads.
            context.read()
            return
          case .send(let bytes): context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
          case .opened: return finish(context)
          }
        }
      } catch {
        end(context, error)
      }
    }

    private func finish(_ context: ChannelHandlerContext) {
      timer?.cancel()
      opened?.succeed()
      opened = nil
      // Bytes that the service has already sent are for the handlers that were just added.
      if received.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(received)) }
      context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    private func end(_ context: ChannelHandlerContext, _ error: any Error) {
      timer?.cancel()
      guard let opened else { return }
      self.opened = nil
      opened.fail(error)
      context.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      end(context, TunnelError.unreachable(proxy, ErrorWords.text(for: error)))
    }

    func channelInactive(context: ChannelHandlerContext) {
      timer?.cancel()
      // A connection that lost the race of addresses is closed before it has asked.
      if isAsked { opened?.fail(TunnelError.lost(proxy)) }
      opened = nil
      context.fireChannelInactive()
    }
  }
#endif
