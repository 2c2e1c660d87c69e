#if Recording
  package import NIOCore
  package import NIOPosix
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
      if let inner = options.innerLoopback?.connect(to: address) {
        return plain.withConnectedSocket(inner)
      }
      switch route.means {
      case .direct: return plain.connect(host: address.host, port: address.port)
      case .barred(let problem): return eventLoop.makeFailedFuture(problem)
      case .forwarded(let proxy):
        return plain.connect(host: proxy.address.host, port: proxy.address.port)
          .flatMapErrorThrowing { throw TunnelError.unreachable(proxy, ErrorWords.text(for: $0)) }
      case .tunnelled(let proxy):
        let opened = eventLoop.makePromise(of: Void.self)
        let timeout = options.connectTimeout
        return
          bootstrap
          .channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
              try Self.keepReserve()
              try channel.pipeline.syncOperations.addHandler(
                TunnelHandler(to: address, through: proxy, within: timeout, opened: opened))
            }
          }
          .connect(host: proxy.address.host, port: proxy.address.port)
          .flatMapErrorThrowing { error in
            opened.fail(error)
            throw TunnelError.unreachable(proxy, ErrorWords.text(for: error))
          }
          .flatMap { channel in
            opened.futureResult.flatMapThrowing {
              try initialize(channel)
              return channel
            }
          }
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
