#if CommandLineTool
  import NIOCore
  import VCRUpstream

  /// One client's connection, with its own pool of upstream connections and its open exchanges.
  final class ClientConnection {
    let channel: any Channel
    let proxy: ProxyContext
    private var pool: Upstream.ClientPool?
    private var exchanges = 0
    /// How many looks for unused connections there were since an exchange was under way.
    private var unusedLooks = 0
    /// The most of them; with one more, the connection is closed.
    static let maximumUnusedLooks = 10
    /// True once there was an exchange.
    private var wasUsed = false
    private(set) var isClosing = false
    private var isInputClosed = false

    /// True once the client speaks TLS.
    var isSecure = false
    /// Where the connection comes in.
    let entrance: Entrance

    /// True once the client has opened a tunnel on the connection.
    var isTunnel = false

    /// True where a client may have been captured on its way to a proxy of its own settings, such
    /// as those of git or npm.
    ///
    /// What it says in TLS or in a tunnel is for the service at the other end.
    var mayLeadToProxy: Bool { entrance.isCaptured && !isSecure && !isTunnel }

    /// True for a tunnel whose bytes are forwarded without being read.
    var isPassedThrough = false

    /// The host for which the client has opened a tunnel or begun TLS; nil once it has sent a
    /// request, and when it never did.
    var awaitedHost: String?
    /// The name that the client gave itself when it asked for a tunnel; nil when it did not.
    var agent: String?

    /// Where the last request to the forward proxy led.
    var forwarded: ForwardedOrigin?

    /// Closures that end the exchanges which the client has in full, and services have not ended.
    private var unended: [ObjectIdentifier: () -> Void] = [:]

    /// Closes the connection once everything written has been sent; set by the handler that writes.
    var closeAfterWriting: (() -> Void)?

    private var headTimer: Scheduled<Void>?

    /// The owner of the client.
    private(set) lazy var peer = proxy.peer(of: channel, at: entrance)

    /// True when a request to the forward proxy shows what it has to show.
    ///
    /// - Parameter sent: Its `Proxy-Authorization`.
    /// - Returns: True also where nothing has to be shown.
    func isAuthorized(_ sent: String?) -> Bool {
      guard let credential = proxy.credential, entrance == .outside else { return true }
      return credential.isSent(in: sent)
    }

    /// The process at the other end and its ancestors up to the run's own, which is none of them;
    /// nil when it is not known, and empty for a process that is no descendant.
    private(set) lazy var lineage: [Int32]? = channel.remoteAddress.flatMap { remote in
      channel.localAddress.flatMap { Descendants.lineage(at: remote, of: $0) }
    }

    /// True once the client has closed its socket, as far as the system shows.
    ///
    /// One that has only closed its half of the connection may wait for a response (RFC 9112 §9.6).
    var isLeft: Bool {
      guard isInputClosed, let remote = channel.remoteAddress, let local = channel.localAddress
      else { return false }
      return Descendants.haveClosed(remote, of: local)
    }

    init(channel: any Channel, proxy: ProxyContext, entrance: Entrance = .outside) {
      self.channel = channel
      self.proxy = proxy
      self.entrance = entrance
    }

    /// The listener that accepted the connection.
    var listener: OwnListener? { OwnListener(channel.parent?.localAddress) }

    /// The pool of upstream connections for this client; nil when the server only replays.
    func upstreamPool() -> Upstream.ClientPool? {
      if pool == nil {
        pool = proxy.upstream?.makeClientPool(on: proxy.eventLoop, ownListener: listener)
      }
      return pool
    }

    /// True when an authority, in a URL with that scheme, is one of this server's own addresses.
    func isOwn(_ authority: Authority, scheme: String) -> Bool {
      let port = authority.port ?? Origin.defaultPort(of: scheme)
      if proxy.isOwnAddress(host: authority.host, port: port) { return true }
      return port == proxy.listenPort && authority.host == channel.localAddress?.ipAddress
    }

    /// Starts the time in which the head of a request, or the TLS handshake before it, must have
    /// arrived, unless it has started already.
    ///
    /// - Parameter expired: Called when the time is over and `headArrived` was not called.
    func awaitHead(_ expired: @escaping () -> Void) {
      guard headTimer == nil else { return }
      let bound = NIOLoopBound(expired, eventLoop: proxy.eventLoop)
      headTimer = proxy.eventLoop.scheduleTask(in: TimeAmount(proxy.limits.headTime)) {
        bound.value()
      }
    }

    /// Notes that a head, or the TLS handshake before it, is complete.
    func headArrived() {
      headTimer?.cancel()
      headTimer = nil
    }

    /// Notes that a request is under way.
    ///
    /// - Parameter scope: The scope that it belongs to; nil for none.
    func beginExchange(in scope: Scope? = nil) {
      exchanges += 1
      unusedLooks = 0
      wasUsed = true
      proxy.exchangeCount += 1
      if let host = awaitedHost {
        proxy.silentHosts.asked(host)
        awaitedHost = nil
      }
      scope?.beginExchange(on: self)
    }

    /// Notes that a request is finished, and closes the connection if it was waiting for that.
    ///
    /// - Parameter scope: The scope that it belongs to; nil for none.
    func endExchange(in scope: Scope? = nil) {
      exchanges -= 1
      proxy.exchangeCount -= 1
      scope?.endExchange(on: self)
      if exchanges == 0, isClosing { close() }
    }

    /// Closes the connection once nothing is under way on it.
    ///
    /// At the end of a run, a client that has closed its half of the connection has ended with
    /// COMMAND, so nobody waits for a response and the connection is closed at once.
    func closeWhenIdle() {
      isClosing = true
      if exchanges == 0 { close() } else if isInputClosed { closeNow() }
    }

    /// Notes that the client has closed its half; during a run it may still wait for responses.
    func inputClosed() {
      isInputClosed = true
      if isClosing { closeNow() }
    }

    /// Closes a connection that was unused too long, except for a tunnel, which may be silent.
    ///
    /// A connection that never had a request is closed sooner: whatever it sends, be it nothing, a
    /// TLS handshake alone, or the head of a request over HTTP/2 that is never finished.
    func closeIfUnused() {
      guard exchanges == 0, !isPassedThrough else {
        unusedLooks = 0
        return
      }
      unusedLooks += 1
      // A first request has to come in the time that its head has, as far as looks show.
      let limit = wasUsed ? Self.maximumUnusedLooks : proxy.firstRequestLooks
      if unusedLooks > limit { closeWhenIdle() }
    }

    /// Closes the connection even if exchanges are under way.
    func closeNow() { channel.close(promise: nil) }

    private func close() {
      if let closeAfterWriting { closeAfterWriting() } else { channel.close(promise: nil) }
    }

    /// Keeps an exchange of which the client has all that it gets, until the service ends it or the
    /// connection ends.
    ///
    /// - Parameters:
    ///   - exchange: The exchange.
    ///   - cancel: Called when the connection ends before; it holds the exchange.
    func keep(_ exchange: AnyObject, untilEnded cancel: @escaping () -> Void) {
      unended[ObjectIdentifier(exchange)] = cancel
    }

    /// Notes that the service has ended such an exchange.
    func forget(_ exchange: AnyObject) { unended[ObjectIdentifier(exchange)] = nil }

    /// Releases what belongs to the connection after it was closed.
    func end() {
      closeAfterWriting = nil
      headArrived()
      for cancel in unended.values { cancel() }
      unended = [:]
      pool?.close()
    }
  }
#endif
