#if CommandLineTool
  import NIOCore
  import NIOTLS

  /// Waits for the handshake, then adds what speaks the protocol that was negotiated.
  final class NegotiationHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let connection: ClientConnection
    private let front: RequestSource
    private let host: String
    private let alerts: AlertWatcher
    private let handover = Handover()

    init(connection: ClientConnection, front: RequestSource, host: String, alerts: AlertWatcher) {
      self.connection = connection
      self.front = front
      self.host = host
      self.alerts = alerts
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      guard case .some(.handshakeCompleted(let negotiated)) = event as? TLSUserEvent else {
        context.fireUserInboundEventTriggered(event)
        return
      }
      // A connection whose handlers cannot be added is gone, and closed by now.
      try? handover.carryOut(from: context) {
        context.pipeline.syncOperations.removeHandler(alerts, promise: nil)
        if negotiated == "h2" {
          try ProtocolDetector.addHTTP2(
            to: context.channel, connection: connection, front: front)
        } else {
          try ProtocolDetector.addHTTP1(
            to: context.channel, connection: connection, front: front)
        }
      }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      handover.hold(unwrapInboundIn(data))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      // The alerts of a client that does not know the authority (RFC 8446 §6.2). Other errors are
      // clients that went away, which is no news.
      let text = "\(error)"
      let names = ["UNKNOWN_CA", "BAD_CERTIFICATE", "CERTIFICATE_UNKNOWN"]
      if alerts.isUntrusted || names.contains(where: text.contains) {
        connection.proxy.tell(.untrusted(host: host))
      }
      context.close(promise: nil)
    }
  }

  /// Watches for a client that gives up over the certificate with an alert in the clear.
  ///
  /// OpenSSL sends it so even where TLS 1.3 has keys already; the TLS library then sees a record it
  /// cannot decrypt and has no idea of what it said.
  final class AlertWatcher: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private(set) var isUntrusted = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let bytes = unwrapInboundIn(data).readableBytesView
      // A fatal alert of two bytes (RFC 8446 §5.1, §6.2), perhaps after a change of cipher.
      if bytes.count <= 64, let type = bytes.lastIndex(of: 0x15), bytes.endIndex - type == 7,
        bytes[type + 1] == 3, bytes[type + 5] == 2
      {
        isUntrusted = [42, 43, 46, 48].contains(bytes[type + 6])
      }
      context.fireChannelRead(data)
    }
  }
#endif
