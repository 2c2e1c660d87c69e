#if Recording
  import NIOCore
  import VCRCore

  /// Why a proxy did not lead to the service.
  enum TunnelError: Error, CustomStringConvertible {
    /// The proxy itself cannot be reached.
    case unreachable(UpstreamProxy, String)
    /// The proxy refused, with this status line.
    case refused(UpstreamProxy, String)
    /// The proxy wants other credentials (407, RFC 9110 §15.5.8), or any; it offers these schemes.
    case unauthorized(UpstreamProxy, schemes: [String])
    /// The proxy ended the connection.
    case lost(UpstreamProxy)
    /// The proxy did not respond in time.
    case silent(UpstreamProxy)

    /// True when the proxy says that the service could not be reached (5xx), which is then as true
    /// as it is without a proxy.
    var isOfService: Bool {
      guard case .refused(_, let line) = self else { return false }
      return line.split(separator: " ").dropFirst().first?.hasPrefix("5") == true
    }

    var description: String {
      switch self {
      case .unreachable(let proxy, let reason): "\(proxy.words) is not there: \(reason)"
      case .refused(let proxy, let line): "\(proxy.words) refused: \(PrintableText.line(line))"
      case .unauthorized(let proxy, let schemes):
        "\(proxy.words) "
          + (proxy.credential == nil ? "wants credentials" : "does not take the credentials given")
          + " (407)"
          + (schemes.isEmpty ? "" : "; it takes \(schemes.joined(separator: ", "))")
          + "; Basic ones stand in its URL: http://USER:PASSWORD@HOST:PORT"
      case .lost(let proxy): "\(proxy.words) ended the connection"
      case .silent(let proxy): "\(proxy.words) did not respond"
      }
    }

    /// What a refusal says.
    ///
    /// - Parameters:
    ///   - proxy: The proxy.
    ///   - line: The status line.
    ///   - fields: The fields of the response.
    /// - Returns: The error.
    static func refusal(
      by proxy: UpstreamProxy, _ line: String, _ fields: [HeaderField]
    ) -> TunnelError {
      guard line.split(separator: " ").dropFirst().first == "407" else {
        return .refused(proxy, line)
      }
      // A scheme stands at the beginning of a value, and behind it, with commas, its parameters.
      let challenges = fields.filter { $0.name.equalsIgnoringASCIICase("Proxy-Authenticate") }
      let schemes = challenges.compactMap {
        $0.value.split(separator: " ").first.map { PrintableText.line(String($0)) }
      }
      return .unauthorized(proxy, schemes: schemes)
    }
  }

  /// Asks a proxy for a tunnel (`CONNECT`, RFC 9110 §9.3.6), then removes itself.
  final class TunnelHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let headLimit = 64 << 10

    private let head: ByteBuffer
    private let proxy: UpstreamProxy
    private let timeout: TimeAmount
    private var timer: Scheduled<Void>?
    private var opened: EventLoopPromise<Void>?
    private var isAsked = false
    private var received = ByteBuffer()

    /// Creates the handler of one connection.
    ///
    /// - Parameters:
    ///   - address: Where the tunnel is to lead.
    ///   - proxy: The proxy.
    ///   - timeout: How long the proxy may take.
    ///   - opened: Told how the tunnel was opened.
    init(
      to address: Upstream.Address, through proxy: UpstreamProxy, within timeout: TimeAmount,
      opened: EventLoopPromise<Void>
    ) {
      let authority = address.place
      var head = ByteBuffer(string: "CONNECT \(authority) HTTP/1.1\r\nHost: \(authority)\r\n")
      if let field = proxy.authorization { OutgoingHead.write(field, to: &head) }
      head.writeString("\r\n")
      (self.head, self.proxy, self.timeout) = (head, proxy, timeout)
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
      context.writeAndFlush(wrapOutboundOut(head), promise: nil)
      context.read()
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      timer = context.eventLoop.scheduleTask(in: timeout) {
        let (handler, context) = bound.value
        handler.end(context, TunnelError.silent(handler.proxy))
      }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard let opened else { return context.fireChannelRead(data) }
      var bytes = unwrapInboundIn(data)
      received.writeBuffer(&bytes)
      let view = received.readableBytesView
      guard let end = view.firstRange(of: Array("\r\n\r\n".utf8)) else {
        if view.count > Self.headLimit {
          return self.end(context, TunnelError.refused(proxy, "a head without an end"))
        }
        // The channel may not have automatic reads.
        context.read()
        return
      }
      let lines = String(decoding: view[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
      let line = lines.first.map(String.init) ?? ""
      let words = line.split(separator: " ")
      guard words.count > 1, words[0].hasPrefix("HTTP/1."), words[1].hasPrefix("2") else {
        let fields = lines.dropFirst().compactMap { line -> HeaderField? in
          guard let colon = line.firstIndex(of: ":") else { return nil }
          return HeaderField(
            String(line[..<colon]),
            String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }))
        }
        return self.end(context, TunnelError.refusal(by: proxy, line, fields))
      }
      received.moveReaderIndex(to: end.upperBound)
      self.opened = nil
      timer?.cancel()
      opened.succeed()
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
