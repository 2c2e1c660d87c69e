#if CommandLineTool
  import NIOCore
  import NIOHTTP2
  import NIOSSL
  import NIOTLS
  import VCRCore
  import VCRUpstream

  /// Looks at the first bytes of a connection or tunnel and adds the handlers of its protocol.
  ///
  /// The protocol is TLS, HTTP/2 over plain TCP, or HTTP/1; the port of a tunnel does not show
  /// which.
  final class ProtocolDetector: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private static let preface = Array("PRI ".utf8)

    /// The most streams of a client's connection at a time.
    ///
    /// Services of gRPC set no limit. A client whose calls stay open and wait for each other would
    /// wait for ever if this were lower than their number.
    private static let mostStreams = 1_000

    private let connection: ClientConnection
    private let source: RequestSource
    private let handover = Handover()

    init(connection: ClientConnection, source: RequestSource) {
      self.connection = connection
      self.source = source
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
            try Self.addHTTP2(to: channel, connection: connection, source: resolved(scheme: "http"))
          }
        } else if !Self.preface.starts(with: bytes) {
          try handover.carryOut(from: context) {
            try Self.addHTTP1(to: channel, connection: connection, source: resolved(scheme: "http"))
          }
        }
        if !handover.hasBegun || first == 0x16 {
          connection.awaitHead { [connection] in connection.closeNow() }
        }
      } catch {
        // A client that has disconnected in the meantime need not be reported.
        if channel.isActive { connection.proxy.report(.problem(ErrorWords.text(for: error))) }
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
      guard case .tunnel(let host, let port) = source else { return source }
      return .origin(Origin(scheme: scheme, host: host, port: port))
    }

    /// Reads the server name that the client asks for (SNI), and what certificates it takes, which
    /// decide about the certificate that it gets.
    private func expectTLS(on channel: any Channel) throws {
      // TLS has its own closing message, so a half-closed TCP connection under it counts as closed.
      try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: false)
      let watcher = HelloWatcher()
      let bound = NIOLoopBound((self, watcher), eventLoop: channel.eventLoop)
      let reader = ByteToMessageHandler(
        SNIHandler { result in
          let (detector, watcher) = bound.value
          channel.pipeline.syncOperations.removeHandler(watcher, promise: nil)
          let name: String? = if case .hostname(let host) = result { host } else { nil }
          guard watcher.hello?.takesECDSA == false else {
            return channel.eventLoop.makeCompletedFuture {
              try detector.addTLS(to: channel, name: name)
            }
          }
          return detector.connection.proxy.authority.makeKeyOfRSA(on: channel.eventLoop)
            .flatMapThrowing { try bound.value.0.addTLS(to: channel, name: name, key: $0) }
        })
      try channel.pipeline.syncOperations.addHandlers([watcher, reader])
    }

    private func addTLS(to channel: any Channel, name: String?, key: LeafKey? = nil) throws {
      connection.isSecure = true
      if let name, !HostName.isValid(name) {
        connection.proxy.report(
          .refused("There is no certificate for '\(name)', which is not a host name"))
        return connection.closeNow()
      }
      var source = resolved(scheme: "https")
      var host = name
      switch source {
      case .origin(let origin):
        // A tunnel to an IP address whose TLS asks for a name is treated as a tunnel to that name.
        // The name that a captured client looked up may have a search domain at its end.
        if let name,
          CertificateAuthority.isAddress(origin.host) || connection.entrance.isCaptured
        {
          source = .origin(Origin(scheme: "https", host: name, port: origin.port))
        }
        host = name ?? origin.host
      case .listener, .tunnel: host = name ?? "127.0.0.1"
      }
      let server = NIOSSLServerHandler(
        context: try connection.proxy.authority.context(for: host ?? "localhost", key: key))
      connection.awaitedHost = host ?? "localhost"
      let alerts = AlertWatcher()
      try channel.pipeline.syncOperations.addHandlers([
        alerts, server,
        NegotiationHandler(
          connection: connection, source: source, host: host ?? "localhost", alerts: alerts),
      ])
    }

    /// Adds the HTTP/1 handler at the end of a pipeline.
    static func addHTTP1(
      to channel: any Channel, connection: ClientConnection, source: RequestSource
    ) throws {
      connection.headArrived()
      try channel.pipeline.syncOperations.addHandler(
        HTTP1Handler(connection: connection, source: source))
    }

    /// Adds the HTTP/2 handlers at the end of a pipeline.
    static func addHTTP2(
      to channel: any Channel, connection: ClientConnection, source: RequestSource
    ) throws {
      connection.headArrived()
      try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: false)
      let bound = NIOLoopBound(connection, eventLoop: channel.eventLoop)
      var streams = NIOHTTP2Handler.StreamConfiguration()
      // With the default window of 64 KiB, an upload would wait for a round trip per 64 KiB.
      streams.targetWindowSize = 1 << 20
      streams.outboundBufferSizeHighWatermark = 64 << 10
      streams.outboundBufferSizeLowWatermark = 32 << 10
      let blocks = NIOLoopBound(
        FieldBlocks(sizeLimit: connection.proxy.limits.headerBytes), eventLoop: channel.eventLoop)
      var settings = NIOHTTP2Handler.ConnectionConfiguration()
      settings.initialSettings = [
        HTTP2Setting(parameter: .maxConcurrentStreams, value: mostStreams),
        HTTP2Setting(
          parameter: .maxHeaderListSize, value: min(blocks.value.sizeLimit, Int(UInt32.max))),
        // WebSockets are served in streams (RFC 8441 §3).
        HTTP2Setting(parameter: .enableConnectProtocol, value: 1),
      ]
      FrameAllowance.replaceLimits(of: &settings, &streams)
      settings.maximumRecentlyResetStreams = FieldBlocks.resetLimit
      try channel.pipeline.syncOperations.addHandler(
        FieldBlockHandler(blocks.value, isClient: false))
      _ = try channel.pipeline.syncOperations.configureHTTP2Pipeline(
        mode: .server, connectionConfiguration: settings, streamConfiguration: streams
      ) { stream in
        stream.eventLoop.makeCompletedFuture {
          try stream.pipeline.syncOperations.addHandler(
            HTTP2StreamHandler(connection: bound.value, blocks: blocks.value, source: source))
        }
      }
      try channel.pipeline.syncOperations.addHandler(
        QuietClose(connection: connection, blocks: blocks.value))
    }
  }
#endif
