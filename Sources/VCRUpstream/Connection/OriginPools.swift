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
    }

    private let upstream: Upstream
    private let eventLoop: any EventLoop
    private let connectionLimit: Int
    private let ownListener: OwnListener?
    private var pools: [Origin: OriginPool] = [:]
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
        target = try RequestTarget(exchange.request.url)
      } catch {
        exchange.deliver(.failure(error))
        return
      }
      exchange.target = target
      pool(for: target).add(exchange)
    }

    func close() {
      isClosed = true
      for pool in pools.values { pool.close() }
      pools = [:]
    }

    private func pool(for target: RequestTarget) -> OriginPool {
      let origin = Origin(isSecure: target.isSecure, host: target.host, port: target.port)
      if let pool = pools[origin] { return pool }
      let pool = OriginPool(
        connector: Connector(
          upstream: upstream, target: target, eventLoop: eventLoop, ownListener: ownListener),
        connectionLimit: connectionLimit)
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
