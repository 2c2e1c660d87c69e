#if Recording
  package import NIOCore
  package import NIOPosix

  extension Upstream {
    /// Opens a connection to a service, through the proxy of the options where there is one.
    ///
    /// - Parameters:
    ///   - address: Where the service is.
    ///   - eventLoop: Where the connection lives.
    ///   - configure: Sets what the bootstrap is to have apart from an initializer.
    ///   - initialize: Adds what speaks with the service; called once its bytes are the next.
    /// - Returns: The connection.
    package func connect(
      to address: Address, on eventLoop: any EventLoop,
      configure: (ClientBootstrap) -> ClientBootstrap,
      initialize: @escaping @Sendable (any Channel) throws -> Void
    ) -> EventLoopFuture<any Channel> {
      let bootstrap = configure(ClientBootstrap(group: eventLoop))
      guard let proxy = options.proxy else {
        return
          bootstrap
          .channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture { try initialize(channel) }
          }
          .connect(host: address.host, port: address.port)
      }
      let opened = eventLoop.makePromise(of: Void.self)
      return
        bootstrap
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(
              TunnelHandler(to: address, opened: opened))
          }
        }
        .connect(host: proxy.host, port: proxy.port)
        .flatMapErrorThrowing { error in
          opened.fail(error)
          throw TunnelError.unreachable(proxy, "\(error)")
        }
        .flatMap { channel in
          opened.futureResult.flatMapThrowing {
            try initialize(channel)
            return channel
          }
        }
    }
  }

  /// Why a proxy did not lead to a service.
  enum TunnelError: Error, CustomStringConvertible {
    /// The proxy itself is not there.
    case unreachable(Upstream.Address, String)
    /// The proxy said no; the first line of its response.
    case refused(String)
    /// The proxy ended the connection.
    case lost

    var description: String {
      switch self {
      case .unreachable(let proxy, let reason):
        "the proxy \(proxy.host):\(proxy.port), of the vcr run around this one, is not there: \(reason)"
      case .refused(let line): "the vcr run around this one refused the tunnel: \(line)"
      case .lost: "the vcr run around this one ended the tunnel"
      }
    }
  }

  /// Asks a proxy for a tunnel (`CONNECT`, RFC 9110 §9.3.6) and makes room for what uses it.
  final class TunnelHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let headLimit = 64 << 10

    private let authority: String
    private var opened: EventLoopPromise<Void>?
    private var isAsked = false
    private var received = ByteBuffer()

    init(to address: Upstream.Address, opened: EventLoopPromise<Void>) {
      let host = address.host.contains(":") ? "[\(address.host)]" : address.host
      authority = "\(host):\(address.port)"
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
      let head = "CONNECT \(authority) HTTP/1.1\r\nHost: \(authority)\r\n\r\n"
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: head)), promise: nil)
      context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard let opened else { return context.fireChannelRead(data) }
      var bytes = unwrapInboundIn(data)
      received.writeBuffer(&bytes)
      let view = received.readableBytesView
      guard let end = view.firstRange(of: Array("\r\n\r\n".utf8)) else {
        if view.count > Self.headLimit { end(context, "a head without an end") }
        // The channel may not read by itself.
        context.read()
        return
      }
      let head = String(decoding: view[..<end.lowerBound], as: UTF8.self)
      let line = head.split(separator: "\r\n").first.map(String.init) ?? ""
      let words = line.split(separator: " ")
      guard words.count > 1, words[0].hasPrefix("HTTP/1."), words[1].hasPrefix("2") else {
        return self.end(context, line)
      }
      received.moveReaderIndex(to: end.upperBound)
      self.opened = nil
      opened.succeed()
      // What the service has said already is for those who were just added.
      if received.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(received)) }
      context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    private func end(_ context: ChannelHandlerContext, _ line: String) {
      opened?.fail(TunnelError.refused(line))
      opened = nil
      context.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      opened?.fail(error)
      opened = nil
      context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      // An attempt that came second is closed without having asked.
      if isAsked { opened?.fail(TunnelError.lost) }
      opened = nil
      context.fireChannelInactive()
    }
  }
#endif
