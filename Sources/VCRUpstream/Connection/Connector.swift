#if Recording
  import NIOCore
  import NIOPosix
  import NIOSSL
  import VCRCore

  /// Opens connections to one origin: resolves the name, connects, and negotiates TLS and protocol.
  ///
  /// It is used on one event loop only.
  final class Connector {
    /// A connection that is ready for requests.
    enum Connection {
      case http1(HTTP1Connection)
      case http2(HTTP2Connection)
    }

    /// Called once, when an attempt ends.
    typealias Completion = (Result<Connection, Interaction.Failure>) -> Void

    let upstream: Upstream
    let target: RequestTarget
    /// True when the service speaks HTTP/2 in plaintext.
    let hasPriorKnowledge: Bool
    /// True when HTTP/2 may be negotiated over TLS.
    let allowsHTTP2: Bool
    /// True for connections that are to speak another protocol.
    private let isForUpgrades: Bool
    let eventLoop: any EventLoop
    private let ownListener: OwnListener?

    init(
      upstream: Upstream, target: RequestTarget, hasPriorKnowledge: Bool,
      isForUpgrades: Bool, eventLoop: any EventLoop, ownListener: OwnListener?
    ) {
      self.upstream = upstream
      self.target = target
      self.hasPriorKnowledge = hasPriorKnowledge
      self.isForUpgrades = isForUpgrades
      // Only HTTP/1 can switch to another protocol.
      allowsHTTP2 = upstream.options.allowsHTTP2 && !isForUpgrades
      self.eventLoop = eventLoop
      self.ownListener = ownListener
    }

    private var traffic: UpstreamProxies.Traffic {
      if target.isSecure { return .secure }
      return isForUpgrades || hasPriorKnowledge ? .plainTunnel : .plain
    }

    /// Opens a connection; the completion is called on the event loop.
    func open(for pool: OriginPool, completion: @escaping Completion) {
      let route = upstream.route(to: target.address, traffic)
      let attempt: ConnectionAttempt
      do {
        attempt = ConnectionAttempt(
          pool: pool, target: target, route: route,
          context: target.isSecure
            ? try upstream.trust.context(for: target.host, allowsHTTP2: allowsHTTP2) : nil,
          plaintextProtocol: hasPriorKnowledge ? "h2" : nil, ownListener: ownListener,
          completion: completion)
      } catch {
        // The roots of this machine could not be read, so no connection was attempted.
        completion(
          .failure(
            Interaction.Failure(
              .secureConnectionFailed,
              message: "no TLS with \(target.place): \(ErrorWords.text(for: error))"
            ).asOwn))
        return
      }
      guard let gate = upstream.options.gate else { return start(attempt, along: route) }
      let bound = NIOLoopBound((self, attempt), eventLoop: eventLoop)
      gate.pass(to: route.address) { [eventLoop] in
        eventLoop.execute {
          let (connector, attempt) = bound.value
          connector.start(attempt, along: route)
        }
      }
    }

    private func start(_ attempt: ConnectionAttempt, along route: UpstreamRoute) {
      let timeout = upstream.options.connectTimeout
      let bound = NIOLoopBound(attempt, eventLoop: eventLoop)
      attempt.timer = eventLoop.scheduleTask(in: timeout) { bound.value.timeOut(after: timeout) }
      let connection = upstream.connect(along: route, on: eventLoop) { bootstrap in
        bootstrap
          // The attempt has its own timer; this timeout is only a safeguard, so it comes later.
          .connectTimeout(timeout + .seconds(1))
          .channelOption(.tcpOption(.tcp_nodelay), value: 1)
          .channelOption(.allowRemoteHalfClosure, value: false)
      } initialize: {
        try bound.value.initialize($0)
      }
      connection.whenComplete { bound.value.connected($0) }
    }
  }
#endif
