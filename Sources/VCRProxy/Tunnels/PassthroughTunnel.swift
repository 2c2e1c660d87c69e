#if CommandLineTool
  import NIOCore
  import NIOPosix
  import VCRUpstream

  /// Joins a client's tunnel to a host that is passed through: bytes are forwarded, not inspected.
  enum PassthroughTunnel {
    /// The error for a host that turns out to be the listener that the tunnel came through.
    private struct TunnelLoop: Error, CustomStringConvertible {
      var description: String { "it is this proxy itself" }
    }

    /// Opens a connection to a host, at the address that the upstream's map gives for it.
    ///
    /// The future fails when the connection leads back to the listener that the tunnel came
    /// through.
    static func connect(
      to host: String, port: Int, as traffic: UpstreamProxies.Traffic, upstream: Upstream,
      ownListener: OwnListener?, on eventLoop: any EventLoop
    ) -> EventLoopFuture<any Channel> {
      let route = upstream.route(
        to: Upstream.Address(host: host.lowercased(), port: port), traffic)
      return upstream.connect(along: route, on: eventLoop) { bootstrap in
        bootstrap
          .connectTimeout(upstream.options.connectTimeout)
          .channelOption(.allowRemoteHalfClosure, value: true)
          .channelOption(.tcpOption(.tcp_nodelay), value: 1)
          .channelOption(.autoRead, value: false)
      } initialize: { _ in
      }
      .flatMapThrowing { channel in
        guard let ownListener, ownListener.isReached(by: channel) else { return channel }
        channel.close(promise: nil)
        throw TunnelLoop()
      }
    }

    /// Adds a handler to each of two channels that forwards what it reads to the other.
    static func join(_ client: any Channel, _ service: any Channel) throws {
      let near = PassthroughTunnelHandler()
      let far = PassthroughTunnelHandler()
      near.partner = far
      far.partner = near
      try client.pipeline.syncOperations.addHandler(near)
      try service.pipeline.syncOperations.addHandler(far)
      try service.syncOptions?.setOption(.autoRead, value: true)
    }
  }
#endif
