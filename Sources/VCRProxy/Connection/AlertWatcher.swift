#if CommandLineTool
  import NIOCore

  /// Watches for the unencrypted alert of a client that does not accept the certificate.
  ///
  /// OpenSSL sends it unencrypted even when TLS 1.3 has keys already; the TLS library then sees a
  /// record that it cannot decrypt, and cannot report the alert.
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
