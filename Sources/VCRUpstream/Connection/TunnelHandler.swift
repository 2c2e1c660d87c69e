#if Recording
  import NIOCore
  import VCRCore

  /// Why a tunnel through a proxy could not be opened.
  enum TunnelError: Error, CustomStringConvertible {
    /// The proxy itself cannot be reached.
    case unreachable(Upstream.Address, String)
    /// The proxy refused the tunnel, with this first line of its response.
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

  /// Asks a proxy for a tunnel (`CONNECT`, RFC 9110 §9.3.6), then removes itself.
  final class TunnelHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let headLimit = 64 << 10

    private let head: String
    private var opened: EventLoopPromise<Void>?
    private var isAsked = false
    private var received = ByteBuffer()

    /// Creates the handler of one connection.
    ///
    /// - Parameters:
    ///   - address: Where the tunnel is to lead.
    ///   - credential: What the proxy asks for, as the user information of a URL; nil for nothing.
    ///   - opened: Told how the tunnel was opened.
    init(to address: Upstream.Address, with credential: String?, opened: EventLoopPromise<Void>) {
      let host = address.host.contains(":") ? "[\(address.host)]" : address.host
      let authority = "\(host):\(address.port)"
      let field = credential.map {
        "Proxy-Authorization: \(BasicCredential.fieldValue(of: $0))\r\n"
      }
      head = "CONNECT \(authority) HTTP/1.1\r\nHost: \(authority)\r\n\(field ?? "")\r\n"
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
        // The channel may not have automatic reads.
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
      // Bytes that the service has already sent are for the handlers that were just added.
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
      // A connection that lost the race of addresses is closed before it has asked.
      if isAsked { opened?.fail(TunnelError.lost) }
      opened = nil
      context.fireChannelInactive()
    }
  }
#endif
