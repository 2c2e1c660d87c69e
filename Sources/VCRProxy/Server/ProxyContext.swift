#if CommandLineTool
  import NIOCore
  import VCRCore
  import VCRUpstream

  /// The context that all connections of a server share.
  ///
  /// It is used on the server's event loop only.
  final class ProxyContext {
    let deck: Deck
    let upstream: Upstream?
    private let onEvent: @Sendable (ProxyEvent) -> Void
    /// Called with each exchange; nil where nobody wants to know.
    let onExchange: (@Sendable (ProxyExchange) -> Void)?
    let reverse: Origin?
    /// The deck that decides about requests to other services than ``reverse``; nil where ``deck``
    /// does.
    private let outgoing: Deck?
    private let alsoForwards: Bool
    private let clientele: Clientele
    let authority: CertificateAuthority
    let counters: Counters
    let limits: ProxyLimits
    let eventLoop: any EventLoop

    /// The host names and addresses by which a request would reach this server itself.
    let ownHosts: Set<String>
    private(set) var listenPort = 0

    /// The encoded responses of interactions that are served repeatedly.
    var rendered = RenderedResponses()
    /// The requests that get one of them again.
    var known = KnownRequests()
    /// True where nothing but the bytes of a head, its connection's kind and ``deck`` decide about
    /// a request, and it is reported to nobody.
    let knowsRequests: Bool

    /// How often connections are looked for on which nothing happens.
    private static let sweepInterval = TimeAmount.minutes(1)
    private var sweep: RepeatedTask?
    /// True while connections are looked for on which nothing happens.
    var isSweeping: Bool { sweep != nil }

    /// After how many looks a connection is unused that has had no request yet.
    var firstRequestLooks: Int {
      let time = TimeAmount(limits.headTime).nanoseconds
      return max(
        1, Int((time + Self.sweepInterval.nanoseconds - 1) / Self.sweepInterval.nanoseconds))
    }

    /// Finds the owners of connections; nil when the kernel cannot name them.
    private var peers: PeerLookup?
    /// The credential that a client has to send; nil where it is known whose a connection is, or
    /// the user's are all served.
    private(set) var credential: ProxyCredential?
    /// Counts connections of which no request is read.
    private let log: CaptureLog

    /// How much is done beside the event loop at the moment, see ``perform(_:then:)``.
    var workCount = 0
    /// The bytes of bodies of which a copy is being written, see ``LiveExchange``.
    var copiedBytes = 0

    /// How many requests are under way.
    var exchangeCount = 0
    /// True when so many are that one core is not enough for them.
    var isBusy: Bool { exchangeCount >= 4 }

    private var connections: [ObjectIdentifier: ClientConnection] = [:]
    /// The hosts for which connections came, and no request on any of them.
    var silentHosts = SilentHosts()
    private(set) var isDraining = false
    private var drained: EventLoopPromise<Void>?

    init(
      deck: Deck, upstream: Upstream?, options: ProxyOptions, reverse: Origin?,
      authority: CertificateAuthority, counters: Counters, log: CaptureLog,
      eventLoop: any EventLoop
    ) {
      self.deck = deck
      self.upstream = upstream
      onEvent = options.onEvent
      onExchange = options.onExchange
      self.reverse = reverse
      outgoing = options.outgoing
      alsoForwards = options.alsoForwards
      clientele = options.clientele
      self.log = log
      self.authority = authority
      self.counters = counters
      limits = options.limits
      self.eventLoop = eventLoop
      knowsRequests =
        options.knowsRequests && onExchange == nil && options.scopes == nil && outgoing == nil
        && !(reverse != nil && alsoForwards)
      ownHosts = ["127.0.0.1", "localhost", "::1", "0.0.0.0", "::", options.host.lowercased()]
      scopes = options.scopes.map { ScopeTable($0, path: options.scopePath, proxy: self) }
    }

    /// The scopes of the run; nil when it has none.
    private(set) var scopes: ScopeTable?

    /// The deck that decides about a request.
    func deck(of request: ClientRequest) -> Deck {
      if let outgoing, reverse?.isOrigin(of: request.request.url) == false { return outgoing }
      return request.scope?.deck ?? deck
    }

    /// Notes where the server listens.
    func listen(at address: SocketAddress?, port: Int) {
      listenPort = address?.port ?? port
      peers = address.flatMap { PeerLookup(listener: $0, for: clientele) }
      if peers == nil, clientele == .run { credential = ProxyCredential() }
    }

    /// Serves the processes whose environment contains a text, too.
    func serve(markedBy text: String) {
      #if os(Linux)
        peers?.owners.mark = Array(text.utf8)
      #endif
    }

    /// Serves a connection from now on.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - detector: Finds out what the client speaks.
    /// - Throws: The error of a pipeline that takes no handler.
    func admit(
      _ connection: ClientConnection, to detector: any ChannelHandler
    ) throws {
      let channel = connection.channel
      let id = ObjectIdentifier(connection)
      connections[id] = connection
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      channel.closeFuture.whenComplete { _ in bound.value.forget(id) }
      if sweep == nil {
        sweep = eventLoop.scheduleRepeatedTask(
          initialDelay: Self.sweepInterval, delay: Self.sweepInterval
        ) { _ in bound.value.closeUnused() }
      }
      try channel.pipeline.syncOperations.addHandler(detector)
    }

    /// Closes the connections that were unused for long.
    ///
    /// One look at all of them now and then costs less than a timer of each.
    func closeUnused() {
      for connection in connections.values { connection.closeIfUnused() }
      if connections.isEmpty { endSweep() }
    }

    /// Looks for unused connections no more: the looks keep all of this in memory, on an event loop
    /// that may outlive the server.
    private func endSweep() {
      sweep?.cancel()
      sweep = nil
    }

    /// True when a client of a reverse proxy may use it as a forward proxy, too.
    func mayForward(for connection: ClientConnection) -> Bool {
      alsoForwards && connection.peer == .own
    }

    /// The owner of a client; where the kernel cannot name it, the user that runs the proxy for a
    /// connection from this machine.
    func peer(of channel: any Channel, at entrance: Entrance) -> Peer {
      switch entrance {
      // Nobody but COMMAND is inside.
      case .inside, .captured: return .own
      case .outside, .redirected: break
      }
      guard let lookup = peers else { return Self.isLocal(channel) ? .own : .unknown }
      guard let remote = channel.remoteAddress, let local = channel.localAddress else {
        return .unknown
      }
      return lookup.peer(at: remote, of: local)
    }

    /// True when the other end of a connection is on this machine.
    private static func isLocal(_ channel: any Channel) -> Bool {
      guard let remote = channel.remoteAddress?.ipBytes else { return false }
      // A connection to another address of the machine itself comes from that address.
      return remote.isLoopbackAddress || remote == channel.localAddress?.ipBytes
    }

    /// Refuses a client that is not served, without reading its request.
    func dismiss(_ channel: any Channel, of peer: Peer) throws {
      var message =
        clientele == .user
        ? "This proxy serves the user that runs vcr alone, "
        : "This proxy serves COMMAND of its run and what COMMAND starts, "
      switch peer {
      case .own: return
      case .other(let user):
        turnAway("user \(user)")
        message += """
          and the connection is one of user \(user)
          To record or replay what that user runs, let the user run vcr too:
            sudo -u '#\(user)' vcr record -- COMMAND
          and not
            vcr record -- sudo -u '#\(user)' COMMAND
          """
      case .stranger(let name):
        turnAway(name ?? "a process that cannot be seen")
        message += """
          and the connection is from \(name ?? "a process that cannot be seen"), which is none of these
          To record or replay it too, let COMMAND start it, for instance in a shell:  vcr record -- sh
          """
      case .gone, .unknown:
        counters.addConnection()
        message += "and nothing on this machine says whose the connection is"
      }
      var response = channel.allocator.buffer(capacity: 512)
      let refusal = FailureResponse.text(
        status: 403, reason: "Forbidden", message, to: nil, from: deck)
      HTTP1ResponseHead.write(
        refusal, framing: .length(refusal.body.bytes.count), persistence: .close, isDecoded: false,
        into: &response)
      response.writeBytes(refusal.body.bytes)
      let log = peer == .gone ? self.log : nil
      try channel.pipeline.syncOperations.addHandler(
        FixedResponseHandler(response) { log?.add(.gone, "") })
    }

    /// Counts a client that is not served, or a request of one.
    func turnAway(_ client: String) { log.add(.turnedAway, client) }

    private func forget(_ id: ObjectIdentifier) {
      if let connection = connections.removeValue(forKey: id) {
        if let host = connection.awaitedHost { silentHosts.ended(host, agent: connection.agent) }
        connection.end()
      }
      endDrainingIfIdle()
    }

    /// Ends the draining once no connection is left, and nothing that was to be recorded.
    func endDrainingIfIdle() {
      guard isDraining, connections.isEmpty, workCount == 0 else { return }
      endSweep()
      reportSilentHosts()
      drained?.succeed()
      drained = nil
    }

    /// Names the hosts for which connections came, and no request on any of them.
    private func reportSilentHosts() {
      for distrust in silentHosts.take() { report(.untrusted(distrust)) }
    }

    /// Closes idle connections now, and busy ones when they are done or the time is up; what has
    /// arrived whole by then is recorded however long that takes.
    func drain(within grace: TimeAmount) -> EventLoopFuture<Void> {
      isDraining = true
      guard !connections.isEmpty || workCount > 0 else {
        reportSilentHosts()
        return eventLoop.makeSucceededVoidFuture()
      }
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

    /// Reports a request that is refused.
    func report(_ refusal: HTTP1Refusal) {
      if let stranger = refusal.stranger {
        turnAway(stranger)
      } else {
        report(.refused(refusal.message))
      }
    }

    /// Reports an event to the developer, without secrets.
    func report(_ event: ProxyEvent) {
      switch event {
      case .problem(let text): onEvent(.problem(deck.shown(text: text)))
      case .refused(let text): onEvent(.refused(deck.shown(text: text)))
      // These contain no secrets.
      case .unmatched, .untrusted: onEvent(event)
      }
    }

    /// Reports an exchange to a developer who wants to know of each.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - action: The action, in a word.
    ///   - outcome: The outcome; nil when it is not known.
    func report(
      _ request: Interaction.Request, _ action: String, _ outcome: @autoclosure () -> String
    ) {
      onExchange?(
        ProxyExchange(
          method: request.method, url: deck.shown(url: request.url), action: action,
          outcome: outcome()))
    }

    /// True when a request for this host and port would reach this server itself.
    func isOwnAddress(host: String, port: Int) -> Bool {
      port == listenPort && ownHosts.contains(host.lowercased())
    }

    /// True for a host whose traffic is passed through and never recorded.
    func isPassthrough(_ host: String) -> Bool {
      deck.options.passesThrough(host: host)
    }
  }
#endif
