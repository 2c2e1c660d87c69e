#if Recording
  import NIOCore
  import VCRCore

  /// Why a proxy did not lead to the service.
  enum TunnelError: Error, CustomStringConvertible {
    /// The proxy itself cannot be reached.
    case unreachable(UpstreamProxy, String)
    /// There is no TLS with the proxy.
    case insecure(UpstreamProxy, String)
    /// The proxy refused, with this status line, or for this reason.
    case refused(UpstreamProxy, String)
    /// The proxy could not reach the service, for this reason.
    case unreached(UpstreamProxy, String)
    /// The proxy responded in place of the service, with this status line.
    case responded(UpstreamProxy, String)
    /// The proxy wants other credentials (407, RFC 9110 §15.5.8), or any; it offers these schemes.
    case unauthorized(UpstreamProxy, schemes: [String])
    /// The proxy ended the connection.
    case lost(UpstreamProxy)
    /// The proxy did not respond in time.
    case silent(UpstreamProxy)

    /// True when the proxy says what became of a connection to the service, as a reply of SOCKS
    /// does, which is then as true as it is without a proxy.
    ///
    /// No status of HTTP says so: 502 to 504 are also what a proxy responds that has lost its own
    /// way, is overloaded, or is being restarted (RFC 9110 §15.6).
    var isOfService: Bool {
      switch self {
      case .unreached: true
      case .unreachable, .insecure, .refused, .responded, .unauthorized, .lost, .silent: false
      }
    }

    var description: String {
      switch self {
      case .unreachable(let proxy, let reason): "\(proxy.words) is not there: \(reason)"
      case .insecure(let proxy, let reason): "no TLS with \(proxy.words.dropLast()): \(reason)"
      case .refused(let proxy, let line): "\(proxy.words) refused: \(PrintableText.line(line))"
      case .unreached(let proxy, let reason): "\(proxy.words) could not reach it: \(reason)"
      case .responded(let proxy, let line):
        "\(proxy.words) responded in its place: \(PrintableText.line(line))"
      case .unauthorized(let proxy, let schemes):
        "\(proxy.words) "
          + (proxy.credential == nil ? "wants credentials" : "does not take the credentials given")
          + (proxy.kind.isSOCKS ? "" : " (407)")
          + (schemes.isEmpty ? "" : "; it takes \(schemes.joined(separator: ", "))")
          + "; \(proxy.kind.isSOCKS ? "they" : "Basic ones") stand \(UpstreamProxy.credentialPlace)"
      case .lost(let proxy): "\(proxy.words) ended the connection"
      case .silent(let proxy): "\(proxy.words) did not respond"
      }
    }

    /// Makes the error for a refusal.
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

  /// The dialogue with a proxy until a tunnel is open.
  protocol TunnelDialogue {
    /// The bytes that are sent first.
    var opening: ByteBuffer { get }

    /// Reads what the proxy has sent, as far as it is understood.
    ///
    /// - Parameter received: The bytes that were not read yet.
    /// - Returns: How to go on.
    /// - Throws: Why there is no tunnel.
    mutating func next(_ received: inout ByteBuffer) throws(TunnelError) -> TunnelStep
  }

  /// How a dialogue goes on.
  enum TunnelStep {
    /// More bytes are needed.
    case needsMore
    /// These bytes are sent.
    case send(ByteBuffer)
    /// The bytes that follow come from the service.
    case opened
  }

  /// Asks a proxy of HTTP for a tunnel (`CONNECT`, RFC 9110 §9.3.6).
  struct ConnectDialogue: TunnelDialogue {
    private static let headLimit = 64 << 10

    let opening: ByteBuffer
    private let proxy: UpstreamProxy

    /// Creates a dialogue.
    ///
    /// - Parameters:
    ///   - address: Where the tunnel is to lead.
    ///   - proxy: The proxy.
    init(to address: Upstream.Address, through proxy: UpstreamProxy) {
      let authority = address.place
      var head = ByteBuffer(string: "CONNECT \(authority) HTTP/1.1\r\nHost: \(authority)\r\n")
      if let field = proxy.authorization { head.writeField(field) }
      head.writeString("\r\n")
      (opening, self.proxy) = (head, proxy)
    }

    mutating func next(_ received: inout ByteBuffer) throws(TunnelError) -> TunnelStep {
      let view = received.readableBytesView
      guard let end = view.firstRange(of: Array("\r\n\r\n".utf8)) else {
        if view.count > Self.headLimit { throw .refused(proxy, "a head without an end") }
        return .needsMore
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
        throw .refusal(by: proxy, line, fields)
      }
      received.moveReaderIndex(to: end.upperBound)
      return .opened
    }
  }

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
