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
    /// Opens a connection to a service, through the proxy of the options if there is one.
    ///
    /// - Parameters:
    ///   - address: The address of the service.
    ///   - eventLoop: The event loop of the connection.
    ///   - configure: Configures the bootstrap, except for its channel initializer.
    ///   - initialize: Adds the handlers; called when the next bytes will be those of the service.
    /// - Returns: The connection.
    package func connect(
      to address: Address, on eventLoop: any EventLoop,
      configure: (ClientBootstrap) -> ClientBootstrap,
      initialize: @escaping @Sendable (any Channel) throws -> Void
    ) -> EventLoopFuture<any Channel> {
      let bootstrap = configure(ClientBootstrap(group: eventLoop))
      let inner = options.innerLoopback?.connect(to: address)
      guard let proxy = options.proxy, inner == nil else {
        let direct = bootstrap.channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try Self.keepReserve()
            try initialize(channel)
          }
        }
        if let inner { return direct.withConnectedSocket(inner) }
        return direct.connect(host: address.host, port: address.port)
      }
      let (opened, credential) = (
        eventLoop.makePromise(of: Void.self), options.proxyCredential
      )
      return
        bootstrap
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try Self.keepReserve()
            try channel.pipeline.syncOperations.addHandler(
              TunnelHandler(to: address, with: credential, opened: opened))
          }
        }
        .connect(host: proxy.host, port: proxy.port)
        .flatMapErrorThrowing { error in
          opened.fail(error)
          throw TunnelError.unreachable(proxy, "\(error)")
        }
        .flatMap { channel in
          opened.futureResult.flatMapThrowing {
            try initialize(channel)
            return channel
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
