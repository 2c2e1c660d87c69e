#if CommandLineTool
  import NIOCore
  import NIOTLS
  import VCRUpstream

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Waits for the TLS handshake, then adds the handlers of the negotiated protocol.
  final class NegotiationHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let connection: ClientConnection
    private let source: RequestSource
    private let host: String
    private let alerts: AlertWatcher
    private let handover = Handover()

    init(connection: ClientConnection, source: RequestSource, host: String, alerts: AlertWatcher) {
      self.connection = connection
      self.source = source
      self.host = host
      self.alerts = alerts
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      guard case .some(.handshakeCompleted(let negotiated)) = event as? TLSUserEvent else {
        context.fireUserInboundEventTriggered(event)
        return
      }
      acknowledge(on: context.channel)
      // Adding handlers fails only on a connection that is closed already.
      try? handover.carryOut(from: context) {
        context.pipeline.syncOperations.removeHandler(alerts, promise: nil)
        if negotiated == "h2" {
          try ProtocolDetector.addHTTP2(
            to: context.channel, connection: connection, source: source)
        } else {
          try ProtocolDetector.addHTTP1(
            to: context.channel, connection: connection, source: source)
        }
      }
    }

    /// Acknowledges the end of the client's handshake at once.
    ///
    /// The server's part ended before it, so that nothing is sent that would carry the
    /// acknowledgment. A client whose request has to wait for it (RFC 9293 §3.7.4) would wait for
    /// the 40 ms that the system may delay it (§3.8.6.3).
    private func acknowledge(on channel: any Channel) {
      #if os(Linux)
        // This is only advice, so its result does not matter.
        try? channel.syncOptions?.setOption(
          .tcpOption(NIOBSDSocket.Option(rawValue: TCP_QUICKACK)), value: 1)
      #endif
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      handover.hold(unwrapInboundIn(data))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      // These alerts come from a client that does not trust the authority (RFC 8446 §6.2), and
      // these errors from one that speaks another TLS. Others mean that the client disconnected,
      // which need not be reported.
      let text = "\(error)"
      let names = ["UNKNOWN_CA", "BAD_CERTIFICATE", "CERTIFICATE_UNKNOWN"]
      let others = [
        "NO_SHARED_CIPHER", "NO_SHARED_GROUP", "NO_COMMON_SIGNATURE_ALGORITHMS",
        "UNSUPPORTED_PROTOCOL", "WRONG_CURVE",
      ]
      if others.contains(where: text.contains) {
        connection.awaitedHost = nil
        connection.proxy.report(
          .problem(
            "\(host): a client speaks another TLS than this run (\(ErrorWords.text(for: error))), "
              + "which has TLS 1.2 and newer, with ECDHE or certificates with RSA keys; let it offer "
              + "these, or let the host through: --passthrough \(host)"))
      } else if alerts.isUntrusted || names.contains(where: text.contains) {
        connection.awaitedHost = nil
        connection.proxy.report(
          .untrusted(
            Distrust(host: host, agent: connection.agent, isCertain: true)))
      }
      context.close(promise: nil)
    }
  }
#endif
