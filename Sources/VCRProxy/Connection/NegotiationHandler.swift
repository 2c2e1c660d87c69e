#if CommandLineTool
  import NIOCore
  import NIOTLS

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

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      handover.hold(unwrapInboundIn(data))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      // These alerts come from a client that does not trust the authority (RFC 8446 §6.2). Other
      // errors mean that the client disconnected, which need not be reported.
      let text = "\(error)"
      let names = ["UNKNOWN_CA", "BAD_CERTIFICATE", "CERTIFICATE_UNKNOWN"]
      if alerts.isUntrusted || names.contains(where: text.contains) {
        connection.awaitedHost = nil
        connection.proxy.report(
          .untrusted(
            ProxyServer.Distrust(host: host, agent: connection.agent, isCertain: true)))
      }
      context.close(promise: nil)
    }
  }
#endif
