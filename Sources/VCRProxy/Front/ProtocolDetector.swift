#if CommandLineTool
  import NIOCore
  import NIOHTTP2
  import NIOSSL
  import NIOTLS
  import VCRCore
  import VCRUpstream

  /// Looks at the first bytes of a connection or tunnel and sets up what speaks its protocol.
  ///
  /// That is TLS, HTTP/2 in the clear, or HTTP/1; a tunnel's port says nothing about it.
  final class ProtocolDetector: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private static let preface = Array("PRI ".utf8)

    private let connection: ClientConnection
    private let front: RequestSource
    private let handover = Handover()

    init(connection: ClientConnection, front: RequestSource) {
      self.connection = connection
      self.front = front
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      handover.hold(unwrapInboundIn(data))
      let bytes = handover.bytes
      guard !handover.hasBegun, let first = bytes.first else { return }
      let channel = context.channel
      do {
        if first == 0x16 {
          try handover.carryOut(from: context) { try expectTLS(on: channel) }
        } else if bytes.starts(with: Self.preface) {
          try handover.carryOut(from: context) {
            try Self.addHTTP2(to: channel, connection: connection, front: resolved(scheme: "http"))
          }
        } else if !Self.preface.starts(with: bytes) {
          try handover.carryOut(from: context) {
            try Self.addHTTP1(to: channel, connection: connection, front: resolved(scheme: "http"))
          }
        }
      } catch {
        // That a client has left in the meantime is no news.
        if channel.isActive { connection.proxy.tell(.problem(ErrorWords.text(for: error))) }
      }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case .some(.inputClosed) = event as? ChannelEvent { context.close(promise: nil) }
      context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }

    private func resolved(scheme: String) -> RequestSource {
      guard case .tunnel(let host, let port) = front else { return front }
      return .origin(Origin(scheme: scheme, host: host, port: port))
    }

    /// Reads the name that the client asks for, which decides the certificate.
    private func expectTLS(on channel: any Channel) throws {
      // TLS has an end of its own; a half-closed TCP connection under it is just gone.
      try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: false)
      let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
      let reader = ByteToMessageHandler(
        SNIHandler { result in
          channel.eventLoop.makeCompletedFuture {
            var name: String?
            if case .hostname(let host) = result { name = host }
            try bound.value.addTLS(to: channel, name: name)
          }
        })
      try channel.pipeline.syncOperations.addHandler(reader)
    }

    private func addTLS(to channel: any Channel, name: String?) throws {
      var front = resolved(scheme: "https")
      var host = name
      switch front {
      case .origin(let origin):
        // A tunnel to an address whose TLS asks for a name is a tunnel to that name's service.
        if let name, CertificateAuthority.isAddress(origin.host) {
          front = .origin(Origin(scheme: "https", host: name, port: origin.port))
        }
        host = name ?? origin.host
      case .listener, .tunnel: host = name ?? "127.0.0.1"
      }
      let server = NIOSSLServerHandler(
        context: try connection.proxy.authority.context(for: host ?? "localhost"))
      let alerts = AlertWatcher()
      try channel.pipeline.syncOperations.addHandlers([
        alerts, server,
        NegotiationHandler(
          connection: connection, front: front, host: host ?? "localhost", alerts: alerts),
      ])
    }

    /// Adds what serves HTTP/1 at the end of a pipeline.
    static func addHTTP1(
      to channel: any Channel, connection: ClientConnection, front: RequestSource
    ) throws {
      try channel.pipeline.syncOperations.addHandler(
        HTTP1Handler(connection: connection, front: front))
    }

    /// Adds what serves HTTP/2 at the end of a pipeline.
    static func addHTTP2(
      to channel: any Channel, connection: ClientConnection, front: RequestSource
    ) throws {
      try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: false)
      let bound = NIOLoopBound(connection, eventLoop: channel.eventLoop)
      var streams = NIOHTTP2Handler.StreamConfiguration()
      // A window that lets an upload go on without a round trip for every 64 KiB.
      streams.targetWindowSize = 1 << 20
      streams.outboundBufferSizeHighWatermark = 64 << 10
      streams.outboundBufferSizeLowWatermark = 32 << 10
      _ = try channel.pipeline.syncOperations.configureHTTP2Pipeline(
        mode: .server, connectionConfiguration: NIOHTTP2Handler.ConnectionConfiguration(),
        streamConfiguration: streams
      ) { stream in
        stream.eventLoop.makeCompletedFuture {
          try stream.pipeline.syncOperations.addHandler(
            HTTP2StreamHandler(connection: bound.value, front: front))
        }
      }
      try channel.pipeline.syncOperations.addHandler(QuietClose())
    }
  }

  /// Ends a connection on an error: a client that leaves without a word is no news.
  final class QuietClose: ChannelInboundHandler {
    typealias InboundIn = Any

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
#endif
