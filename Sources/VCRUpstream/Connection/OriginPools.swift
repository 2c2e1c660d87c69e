#if Recording
  import NIOCore
  import VCRCore

  /// The connections of a client pool, as one pool for each origin.
  ///
  /// It is used on the client pool's event loop only.
  final class OriginPools {
    private struct Origin: Hashable {
      var isSecure: Bool
      var host: String
      var port: Int
      var hasPriorKnowledge: Bool
      /// True for connections that are to speak another protocol, to which only HTTP/1 can switch.
      var isForUpgrades: Bool

      var withoutPriorKnowledge: Origin {
        var copy = self
        copy.hasPriorKnowledge = false
        return copy
      }
    }

    private let upstream: Upstream
    private let eventLoop: any EventLoop
    private let connectionLimit: Int
    private let ownListener: OwnListener?
    private var pools: [Origin: OriginPool] = [:]
    /// The origins that turned out not to speak HTTP/2 in plaintext.
    private var withoutPriorKnowledge: Set<Origin> = []
    private var isClosed = false

    init(
      upstream: Upstream, eventLoop: any EventLoop, connectionLimit: Int,
      ownListener: OwnListener?
    ) {
      self.upstream = upstream
      self.eventLoop = eventLoop
      self.connectionLimit = connectionLimit
      self.ownListener = ownListener
    }

    func start(_ exchange: ExchangeTask) {
      guard !exchange.isFinished else { return }
      let target: RequestTarget
      do throws(Interaction.Failure) {
        target = try exchange.makeTarget()
      } catch {
        exchange.deliver(.failure(error))
        return
      }
      exchange.target = target
      let origin = Origin(
        isSecure: target.isSecure, host: target.host, port: target.port,
        hasPriorKnowledge: exchange.hasPriorKnowledge && !target.isSecure
          && exchange.upgrade == nil,
        isForUpgrades: exchange.upgrade != nil)
      let isKnown = withoutPriorKnowledge.contains(origin) && !exchange.needsHTTP2
      pool(for: target, isKnown ? origin.withoutPriorKnowledge : origin).add(exchange)
    }

    /// Sends an exchange over HTTP/1 whose plaintext service turned out not to speak HTTP/2: it has
    /// processed nothing of it.
    private func fallBack(_ exchange: ExchangeTask, from origin: Origin) {
      withoutPriorKnowledge.insert(origin)
      exchange.restart(isUntouched: true)
      start(exchange)
    }

    func close() {
      isClosed = true
      for pool in pools.values { pool.close() }
      pools = [:]
    }

    private func pool(for target: RequestTarget, _ origin: Origin) -> OriginPool {
      if let pool = pools[origin] { return pool }
      let pool = OriginPool(
        connector: Connector(
          upstream: upstream, target: target, hasPriorKnowledge: origin.hasPriorKnowledge,
          isForUpgrades: origin.isForUpgrades, eventLoop: eventLoop, ownListener: ownListener),
        connectionLimit: connectionLimit
      ) { [weak self] in self?.fallBack($0, from: origin) }
      if isClosed {
        // A closed client pool still serves requests, but keeps no connections.
        pool.close()
      } else {
        pools[origin] = pool
      }
      return pool
    }
  }
#endif
