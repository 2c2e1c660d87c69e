#if CommandLineTool
  import NIOCore
  import NIOPosix
  package import VCRCore
  import VCRLocks
  package import VCRUpstream

  /// A loopback proxy whose requests are decided by a deck: replayed, recorded, passed through or
  /// refused.
  ///
  /// It serves forward-proxy requests in absolute form, `CONNECT` tunnels (whose TLS it terminates
  /// with a certificate from an authority that lives as long as the server), and, when
  /// ``ProxyOptions/reverseOrigin`` is set, requests for that origin and no other. Without an
  /// upstream it never opens a connection.
  ///
  /// As a forward proxy it serves those of ``Clientele``. On Linux it asks the kernel who owns a
  /// connection, and responds to others with `403` before it reads their requests. As a reverse
  /// proxy it serves everyone who reaches its address.
  package final class ProxyServer: Sendable {
    /// The port it listens on.
    package let port: Int

    /// The certificate of the run's authority as PEM, which clients must trust.
    package let authorityCertificatePEM: String

    let context: NIOLoopBound<ProxyContext>
    private let listener: any Channel
    private let counters: Counters
    private let ownGroup: MultiThreadedEventLoopGroup?
    private let stopping = Mutex<Task<Void, Never>?>(nil)
    /// The credential that a client sends in `Proxy-Authorization`, as the user information of a
    /// URL: where the system does not show whose a connection is, and nobody but the run is served;
    /// nil elsewhere.
    package let credential: String?
    private let captureLog: CaptureLog
    /// The listeners and sockets of another network.
    private let inner = Mutex<[any Channel]>([])

    private init(
      context: NIOLoopBound<ProxyContext>, listener: any Channel, port: Int, certificate: String,
      credential: String?, counters: Counters, log: CaptureLog,
      ownGroup: MultiThreadedEventLoopGroup?
    ) {
      self.context = context
      self.listener = listener
      self.port = port
      authorityCertificatePEM = certificate
      self.credential = credential
      self.counters = counters
      captureLog = log
      self.ownGroup = ownGroup
    }

    /// Starts listening.
    ///
    /// - Parameters:
    ///   - deck: Decides about each request; the caller closes it, after `stop`.
    ///   - upstream: How the real services are reached; nil to replay only.
    ///   - options: Where to listen and to whom to report.
    /// - Returns: The running server.
    /// - Throws: `IOError` when it cannot listen on the address, `ProxyOptionError` for an origin
    ///   that is not a URL.
    package static func start(
      deck: Deck, upstream: Upstream?, options: ProxyOptions = ProxyOptions()
    ) async throws -> ProxyServer {
      let ownGroup =
        options.group == nil ? MultiThreadedEventLoopGroup(numberOfThreads: 1) : nil
      let loop = (options.group ?? ownGroup ?? MultiThreadedEventLoopGroup.singleton).next()
      let (counters, log) = (Counters(), CaptureLog())
      do {
        let reverse = try options.reverseOrigin.map { try Origin(url: $0) }
        let (context, certificate) = try await loop.submit {
          let authority = try CertificateAuthority()
          let context = ProxyContext(
            deck: deck, upstream: upstream, options: options, reverse: reverse,
            authority: authority, counters: counters, log: log, eventLoop: loop)
          return (NIOLoopBound(context, eventLoop: loop), try authority.certificatePEM())
        }.get()
        let listener = try await listen(context, options, besidePortsOf: deck)
        let port = listener.localAddress?.port ?? options.port
        let credential = try await loop.submit {
          context.value.listen(at: listener.localAddress, port: port)
          return context.value.credential?.userInformation
        }.get()
        return ProxyServer(
          context: context, listener: listener, port: port, certificate: certificate,
          credential: credential, counters: counters, log: log, ownGroup: ownGroup)
      } catch {
        try? await ownGroup?.shutdownGracefully()
        throw error
      }
    }

    /// The most ports that are tried when the system picks one.
    private static let mostPorts = 64

    /// Listens where the options say.
    ///
    /// A port that the system picks is none that the cassette names: a request for the service that
    /// had it when it was recorded would reach this server instead, or seem to mean it.
    private static func listen(
      _ context: NIOLoopBound<ProxyContext>, _ options: ProxyOptions, besidePortsOf deck: Deck
    ) async throws -> any Channel {
      var named: [any Channel] = []
      defer { for channel in named { channel.close(promise: nil) } }
      while true {
        let listener = try await bootstrap(context, at: .outside)
          .bind(host: options.host, port: options.port).get()
        guard options.port == 0, named.count < mostPorts, let port = listener.localAddress?.port,
          deck.names(port: port)
        else { return listener }
        // Its port is picked again unless it stays in use.
        named.append(listener)
      }
    }

    private static func bootstrap(
      _ context: NIOLoopBound<ProxyContext>, at entrance: Entrance,
      of capture: NIOLoopBound<Capture>? = nil
    ) -> ServerBootstrap {
      ServerBootstrap(group: context.eventLoop)
        .serverChannelOption(.backlog, value: 1024)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .serverChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(AcceptLimit())
          }
        }
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelOption(.allowRemoteHalfClosure, value: true)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try context.value.accept(channel, at: entrance, of: capture?.value)
          }
        }
    }

    /// Serves the sockets of another network, too.
    ///
    /// - Parameters:
    ///   - sockets: The sockets, which belong to the server from here on.
    ///   - policy: The policy for connections that were captured by their destination.
    /// - Throws: `IOError` when a socket cannot be used; the others are closed by
    ///   ``stop(gracePeriod:)``.
    package func capture(_ sockets: CaptureSockets, _ policy: CapturePolicy) async throws {
      let (context, log) = (context, captureLog)
      let (capture, names) = try await context.eventLoop.submit {
        let capture = Capture(
          policy, redirections: sockets.redirections, log: log, proxy: context.value)
        return (
          NIOLoopBound(capture, eventLoop: context.eventLoop),
          NIOLoopBound(capture.names, eventLoop: context.eventLoop)
        )
      }.get()
      for (descriptors, entrance) in [
        (sockets.proxies, Entrance.inside), (sockets.listeners, .captured),
        (sockets.redirected, .redirected),
      ] {
        for descriptor in descriptors {
          let channel = try await Self.bootstrap(context, at: entrance, of: capture)
            .withBoundSocket(descriptor).get()
          inner.withLock { $0.append(channel) }
        }
      }
      for descriptor in sockets.nameQueries {
        let channel = try await DatagramBootstrap(group: context.eventLoop)
          .channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
              try channel.pipeline.syncOperations.addHandler(NameDatagramHandler(names.value))
            }
          }
          .withBoundSocket(descriptor).get()
        inner.withLock { $0.append(channel) }
      }
    }

    /// Serves the processes whose environment contains a text, too.
    ///
    /// - Parameter text: The text that the environment of COMMAND contains, and no other.
    /// - Throws: An error once the server has stopped.
    package func serve(markedBy text: String) async throws {
      try await context.eventLoop.submit { [context] in context.value.serve(markedBy: text) }.get()
    }

    /// Counts a connection of COMMAND's to a service of this machine that does not come through
    /// here, by the file or the name of its socket.
    package var onService: @Sendable (String) -> Void {
      { [captureLog] in captureLog.add(.relayed, $0) }
    }

    /// The captured connections that were not HTTP, so far.
    package var capturedTraffic: CapturedTraffic { captureLog.traffic }

    /// The address it listens on, in network byte order.
    package var address: [UInt8]? { listener.localAddress?.ipBytes }

    /// True when it listens on more than loopback, so that other machines may connect.
    package var isOpenToOtherMachines: Bool {
      guard let address = listener.localAddress?.ipBytes else { return false }
      // 127.0.0.0/8 (RFC 1122 §3.2.1.3) and ::1 (RFC 4291 §2.5.3).
      return address.count == 4
        ? address[0] != 127 : address != [UInt8](repeating: 0, count: 15) + [1]
    }

    /// The counts of what the server has handled so far.
    package var progress: ProxyProgress { counters.progress }

    /// Stops listening, lets the requests under way finish, and closes every connection.
    ///
    /// - Parameter gracePeriod: How long open requests may still take; longer ones are broken off
    ///   and recorded up to there, as if their clients had left.
    package func stop(gracePeriod: Duration = .seconds(2)) async {
      let task = stopping.withLock { task in
        let current = task ?? Task { await self.close(within: gracePeriod) }
        task = current
        return current
      }
      await task.value
    }

    private func close(within grace: Duration) async {
      // A listener that is closed already is no error here.
      try? await listener.close().get()
      for channel in inner.withLock({ $0 }) { try? await channel.close().get() }
      let context = self.context
      let drained = context.eventLoop.flatSubmit {
        context.value.drain(within: TimeAmount(grace))
      }
      try? await drained.get()
      try? await context.eventLoop.submit { context.value.scopes?.closeAll() }.get()
      try? await ownGroup?.shutdownGracefully()
    }
  }
#endif
