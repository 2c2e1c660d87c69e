#if CommandLineTool
  import NIOCore
  import NIOPosix
  import VCRUpstream

  /// Decides what becomes of connections that were captured by their destination.
  ///
  /// It is used on the server's event loop only.
  final class Capture {
    /// The treatment of a connection before any of its bytes are read.
    enum Treatment {
      /// The bytes of the connection show whether it is HTTP.
      case inspect
      /// The connection asks about names.
      case names
      /// The connection is joined to its service, and counted as the given kind.
      case join(CapturedTraffic.Kind)
    }

    let policy: CapturePolicy
    let log: CaptureLog
    let names: NameServer
    private let redirections: Redirections?
    private let proxy: ProxyContext

    init(
      _ policy: CapturePolicy, redirections: Redirections?, log: CaptureLog, proxy: ProxyContext
    ) {
      self.policy = policy
      self.redirections = redirections
      self.log = log
      self.proxy = proxy
      let mapped = proxy.upstream?.options.addressMap.keys.map(\.host) ?? []
      names = NameServer(
        looksUp: policy.records,
        mapped: Set(mapped + policy.allowed.map(\.host)), eventLoop: proxy.eventLoop)
    }

    /// Where a connection was meant to go; nil when that is not known.
    func destination(of channel: any Channel) -> CapturedDestination? {
      guard let accepted = channel.localAddress, let (address, bytes) = meant(by: accepted),
        let port = address.port, let literal = address.ipAddress
      else { return nil }
      return CapturedDestination(
        host: names.name(of: bytes) ?? literal, port: port, address: address,
        isLoopback: bytes.isLoopbackAddress)
    }

    /// The address that the client asked for, which the one of the accepted connection may stand
    /// for.
    private func meant(by accepted: SocketAddress) -> (SocketAddress, [UInt8])? {
      guard let bytes = accepted.ipBytes else { return nil }
      guard let redirections else { return (accepted, bytes) }
      guard let place = redirections.place(of: bytes),
        let address = try? SocketAddress(
          packedIPAddress: ByteBuffer(bytes: place.address), port: Int(place.port))
      else { return nil }
      return (address, place.address)
    }

    /// Returns the treatment of a connection.
    func treatment(of destination: CapturedDestination) -> Treatment {
      if isAllowed(destination) { return .join(.passed) }
      // A resolver of this machine would ask the network.
      if destination.port == 53 { return .names }
      if destination.isLoopback { return .join(.relayed) }
      if proxy.upstream != nil, proxy.isPassthrough(destination.host) { return .join(.passed) }
      return .inspect
    }

    private func isAllowed(_ destination: CapturedDestination) -> Bool {
      let host = destination.host.lowercased()
      return policy.allowed.contains { allowed in
        allowed.port == destination.port
          && (allowed.host == host || destination.isLoopback && allowed.isLoopback)
      }
    }

    /// Opens a connection to a destination.
    func connect(to destination: CapturedDestination) -> EventLoopFuture<any Channel> {
      if !destination.isLoopback, let upstream = proxy.upstream {
        return PassthroughTunnel.connect(
          to: destination.host, port: destination.port, as: destination.traffic,
          upstream: upstream, ownListener: nil, on: proxy.eventLoop)
      }
      let bootstrap = ClientBootstrap(group: proxy.eventLoop)
        .channelOption(.allowRemoteHalfClosure, value: true)
        .channelOption(.tcpOption(.tcp_nodelay), value: 1)
        .channelOption(.autoRead, value: false)
      return destination.isLoopback
        ? bootstrap.connect(to: destination.address)
        : bootstrap.connect(host: destination.host, port: destination.port)
    }
  }
#endif
