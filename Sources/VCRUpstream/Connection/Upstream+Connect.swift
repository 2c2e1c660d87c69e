#if Recording
  import Dispatch
  package import NIOCore
  package import NIOPosix
  import NIOSSL
  import VCRCore

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #endif

  extension Upstream {
    /// Opens a connection to a service.
    ///
    /// - Parameters:
    ///   - route: The way to the service.
    ///   - eventLoop: The event loop of the connection.
    ///   - configure: Configures the bootstrap, except for its channel initializer.
    ///   - initialize: Adds the handlers; called when the next bytes will be those of the service,
    ///     or of the proxy that gets the requests themselves.
    /// - Returns: The connection.
    package func connect(
      along route: UpstreamRoute, on eventLoop: any EventLoop,
      configure: (ClientBootstrap) -> ClientBootstrap,
      initialize: @escaping @Sendable (any Channel) throws -> Void
    ) -> EventLoopFuture<any Channel> {
      let bootstrap = configure(ClientBootstrap(group: eventLoop))
      let plain = bootstrap.channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try Self.keepReserve()
          try initialize(channel)
        }
      }
      let address = route.address
      let timeout = options.connectTimeout
      if let inner = options.innerLoopback?.connect(to: address) {
        return plain.withConnectedSocket(inner)
      }
      switch route.means {
      case .direct: return plain.connect(host: address.host, port: address.port)
      case .barred(let problem): return eventLoop.makeFailedFuture(problem)
      case .forwarded(let proxy):
        return connect(to: proxy, bootstrap, on: eventLoop) { channel in
          channel.eventLoop.makeCompletedFuture { try initialize(channel) }
        }
      case .tunnelled(let proxy):
        let dialogue = dialogue(to: address, through: proxy, on: eventLoop)
        return connect(to: proxy, bootstrap, on: eventLoop) { channel in
          dialogue.flatMap { dialogue in
            let opened = channel.eventLoop.makePromise(of: Void.self)
            do {
              try channel.pipeline.syncOperations.addHandler(
                TunnelHandler(dialogue(), with: proxy, within: timeout, opened: opened))
            } catch {
              opened.fail(error)
            }
            return opened.futureResult.flatMapThrowing { try initialize(channel) }
          }
        }
      }
    }

    /// Makes what is said to a proxy for a tunnel.
    private func dialogue(
      to address: Address, through proxy: UpstreamProxy, on eventLoop: any EventLoop
    ) -> EventLoopFuture<@Sendable () -> any TunnelDialogue> {
      switch proxy.kind {
      case .http, .https:
        return eventLoop.makeSucceededFuture { ConnectDialogue(to: address, through: proxy) }
      case .socks5h:
        return eventLoop.makeSucceededFuture {
          SOCKSDialogue(to: address.host, port: address.port, through: proxy)
        }
      case .socks5:
        let found = eventLoop.makePromise(of: (@Sendable () -> any TunnelDialogue).self)
        // To look a name up takes its time.
        DispatchQueue.global().async {
          found.completeWith(
            Result {
              let found = try SocketAddress.makeAddressResolvingHost(
                address.host, port: address.port)
              let host = found.ipAddress ?? address.host
              return { SOCKSDialogue(to: host, port: address.port, through: proxy) }
            })
        }
        return found.futureResult
      }
    }

    /// Opens a connection to a proxy, with TLS if that is its kind.
    ///
    /// - Parameters:
    ///   - proxy: The proxy.
    ///   - bootstrap: The bootstrap that opens connections.
    ///   - eventLoop: The event loop of the connection.
    ///   - prepare: Called on the event loop, once the proxy can be spoken with.
    /// - Returns: The connection.
    private func connect(
      to proxy: UpstreamProxy, _ bootstrap: ClientBootstrap, on eventLoop: any EventLoop,
      prepare: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) -> EventLoopFuture<any Channel> {
      let isSecure = proxy.kind == .https
      let secured = eventLoop.makePromise(of: Void.self)
      let (trust, host) = (trust, proxy.address.host)
      return
        bootstrap
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try Self.keepReserve()
            guard isSecure else { return }
            let context = try trust.context(for: host, allowsHTTP2: false)
            let isLiteral = host.contains(":") || host.isIPv4Literal
            try channel.pipeline.syncOperations.addHandlers([
              try NIOSSLClientHandler(context: context, serverHostname: isLiteral ? nil : host),
              ProxyHandshakeHandler(with: proxy, secured: secured),
            ])
          }
        }
        .connect(host: host, port: proxy.address.port)
        .flatMapErrorThrowing { error in
          secured.fail(error)
          throw TunnelError.unreachable(proxy, ErrorWords.text(for: error))
        }
        .flatMap { channel in
          if !isSecure { secured.succeed() }
          return secured.futureResult.flatMap { prepare(channel) }.map { channel }
        }
    }

    /// Refuses a connection that takes what is to be left free.
    ///
    /// To be asked when its descriptor is open: of many that are opened at once each counts then.
    private static func keepReserve() throws {
      guard DescriptorReserve.services.isLeft else {
        throw IOError(errnoCode: EMFILE, reason: "connect")
      }
    }
  }
#endif
