#if CommandLineTool
  import NIOCore
  import VCRCore
  import VCRUpstream

  /// What all connections of a server share.
  ///
  /// It is used on the server's event loop only.
  final class ProxyContext {
    let deck: Deck
    let upstream: Upstream?
    private let onEvent: @Sendable (ProxyServer.Event) -> Void
    let reverse: Origin?
    private let forwardsForOwnUser: Bool
    let authority: CertificateAuthority
    let counters: Counters
    let eventLoop: any EventLoop

    /// The host names and addresses by which a request would reach this server itself.
    let ownHosts: Set<String>
    var listenPort = 0

    /// The encoded responses of interactions that are served repeatedly.
    var rendered = RenderedResponses()

    /// How long a connection may be idle.
    private static let idleTimeout = TimeAmount.minutes(10)

    /// Finds the owners of connections: nil before the first use, and nil within it when the kernel
    /// cannot tell.
    private var peers: PeerLookup??
    private var reportedUsers: Set<UInt32> = []

    private var connections: [ObjectIdentifier: ClientConnection] = [:]
    private var isDraining = false
    private var drained: EventLoopPromise<Void>?

    init(
      deck: Deck, upstream: Upstream?, options: ProxyServer.Options, reverse: Origin?,
      authority: CertificateAuthority, counters: Counters, eventLoop: any EventLoop
    ) {
      self.deck = deck
      self.upstream = upstream
      onEvent = options.onEvent
      self.reverse = reverse
      forwardsForOwnUser = options.forwardsForOwnUser
      self.authority = authority
      self.counters = counters
      self.eventLoop = eventLoop
      ownHosts = ["127.0.0.1", "localhost", "::1", "0.0.0.0", "::", options.host.lowercased()]
    }

    /// Accepts a connection.
    func accept(_ channel: any Channel) throws {
      let connection = ClientConnection(channel: channel, proxy: self)
      guard !isDraining else {
        channel.close(promise: nil)
        return
      }
      counters.addConnection()
      // A reverse proxy serves all who reach its address.
      let peer = reverse == nil ? peer(of: channel) : .own
      guard peer == .own else {
        try dismiss(channel, of: peer)
        return
      }
      let id = ObjectIdentifier(connection)
      connections[id] = connection
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      channel.closeFuture.whenComplete { _ in bound.value.forget(id) }
      try channel.pipeline.syncOperations.addHandlers([
        IdleStateHandler(readTimeout: Self.idleTimeout),
        IdleHandler(connection: connection),
        ProtocolDetector(connection: connection, source: .listener),
      ])
    }

    /// True when a client of a reverse proxy may use it as a forward proxy, too: it is COMMAND's.
    func mayForward(for channel: any Channel) -> Bool {
      forwardsForOwnUser && peer(of: channel) == .own
    }

    /// The owner of a client; the user that runs the proxy where the kernel cannot tell.
    private func peer(of channel: any Channel) -> Peer {
      if peers == nil {
        peers = .some(channel.parent?.localAddress.flatMap { PeerLookup(listener: $0) })
      }
      guard case .some(.some(let lookup)) = peers else { return .own }
      guard let remote = channel.remoteAddress, let local = channel.localAddress else {
        return .unknown
      }
      return lookup.peer(at: remote, of: local)
    }

    /// Refuses a client that is not served, without reading its request.
    private func dismiss(_ channel: any Channel, of peer: Peer) throws {
      var message = "This proxy serves the user that runs vcr alone, "
      switch peer {
      case .own: return
      case .other(let user):
        message += """
          and the connection is one of user \(user)
          To record or replay what that user runs, let the user run vcr too:
            sudo -u '#\(user)' vcr record -- COMMAND
          and not
            vcr record -- sudo -u '#\(user)' COMMAND
          """
        if reportedUsers.insert(user).inserted {
          report(.problem("a client was turned away: " + message))
        }
      case .unknown:
        message += "and nothing on this machine says whose the connection is"
      }
      var response = channel.allocator.buffer(capacity: 512)
      let refusal = FailureResponse.text(
        status: 403, reason: "Forbidden", message, from: deck)
      HTTP1ResponseHead.write(
        refusal, framing: .length(refusal.body.bytes.count), persistence: .close, isDecoded: false,
        into: &response)
      response.writeBytes(refusal.body.bytes)
      try channel.pipeline.syncOperations.addHandler(Dismissal(response))
    }

    private func forget(_ id: ObjectIdentifier) {
      connections.removeValue(forKey: id)?.end()
      if isDraining, connections.isEmpty {
        drained?.succeed()
        drained = nil
      }
    }

    /// Closes idle connections now, and busy ones when they are done or the time is up.
    func drain(within grace: TimeAmount) -> EventLoopFuture<Void> {
      isDraining = true
      guard !connections.isEmpty else { return eventLoop.makeSucceededVoidFuture() }
      let promise = drained ?? eventLoop.makePromise(of: Void.self)
      drained = promise
      for connection in connections.values { connection.closeWhenIdle() }
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      let limit = eventLoop.scheduleTask(in: grace) {
        for connection in bound.value.connections.values { connection.closeNow() }
      }
      promise.futureResult.whenComplete { _ in limit.cancel() }
      return promise.futureResult
    }

    /// Reports an event to the developer, without secrets.
    func report(_ event: ProxyServer.Event) {
      switch event {
      case .problem(let text): onEvent(.problem(deck.shown(text: text)))
      case .refused(let text): onEvent(.refused(deck.shown(text: text)))
      // These contain no secrets.
      case .unmatched, .untrusted: onEvent(event)
      }
    }

    /// True when a request for this host and port would reach this server itself.
    func isOwnAddress(host: String, port: Int) -> Bool {
      port == listenPort && ownHosts.contains(host.lowercased())
    }

    /// True for a host whose traffic is passed through and never recorded.
    func isPassthrough(_ host: String) -> Bool {
      deck.options.passthroughHosts.contains { Deck.matches(host: host, pattern: $0) }
    }
  }
#endif
