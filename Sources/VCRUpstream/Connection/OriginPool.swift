#if Recording
  import NIOCore
  import VCRCore

  /// The connections to one origin and the exchanges that wait for a connection.
  ///
  /// It is used on one event loop only.
  final class OriginPool {
    /// The most connections at a time; further requests wait.
    private let connectionLimit: Int
    let connector: Connector
    private var idle: [HTTP1Connection] = []
    private var multiplexed: HTTP2Connection?
    private var waiting: [ExchangeTask] = []
    private var openingCount = 0
    private var connectionCount = 0
    /// True once a connection showed that the origin speaks HTTP/1, so that further exchanges need
    /// not wait for a connection that they might share.
    private var isHTTP1Known = false
    private(set) var isClosed = false
    /// Sends an exchange over HTTP/1 instead, when the origin does not speak HTTP/2 in plaintext.
    let fallBack: (ExchangeTask) -> Void

    init(
      connector: Connector, connectionLimit: Int, fallBack: @escaping (ExchangeTask) -> Void
    ) {
      self.fallBack = fallBack
      self.connector = connector
      self.connectionLimit = connectionLimit
    }

    private var mayShare: Bool {
      connector.hasPriorKnowledge
        || connector.target.isSecure && connector.allowsHTTP2 && !isHTTP1Known
    }

    func add(_ exchange: ExchangeTask) {
      waiting.append(exchange)
      pump()
    }

    /// Sends an exchange again after its reused connection turned out to be closed.
    func retry(_ exchange: ExchangeTask) {
      exchange.restart(isUntouched: false)
      // A service that has closed one idle connection has probably closed them all.
      for connection in idle { connection.close() }
      idle = []
      waiting.insert(exchange, at: 0)
      pump()
    }

    /// Sends an exchange again of which the service has processed nothing.
    ///
    /// It waits behind those that were sent back before it, so that each gets its turn.
    func requeue(_ exchange: ExchangeTask) {
      exchange.restart(isUntouched: true)
      waiting.append(exchange)
      pump()
    }

    func close() {
      isClosed = true
      for connection in idle { connection.close() }
      idle = []
      multiplexed?.closeWhenIdle()
    }

    // MARK: Called by connections

    /// Passes on what the developer should know about the service.
    func note(_ text: String) { connector.upstream.options.onNotice?(text) }

    /// Takes back a connection that has finished its response and can be reused.
    func release(_ connection: HTTP1Connection) {
      if isClosed && waiting.isEmpty {
        connection.close()
      } else {
        idle.append(connection)
        pump()
      }
    }

    func connectionClosed(_ connection: HTTP1Connection) {
      connectionCount -= 1
      idle.removeAll { $0 === connection }
      pump()
    }

    /// Removes an HTTP/2 connection that accepts no further streams.
    func retire(_ connection: HTTP2Connection) {
      if multiplexed === connection { multiplexed = nil }
    }

    func connectionClosed(_ connection: HTTP2Connection) {
      connectionCount -= 1
      retire(connection)
      pump()
    }

    // MARK: Assigning exchanges to connections

    private func pump() {
      while let exchange = waiting.first {
        if exchange.isFinished {
          waiting.removeFirst()
        } else if let multiplexed, multiplexed.isUsable {
          waiting.removeFirst()
          multiplexed.start(exchange)
        } else if let connection = idle.popLast() {
          waiting.removeFirst()
          connection.start(exchange)
        } else {
          break
        }
      }
      if waiting.count > openingCount {
        waiting.removeAll { $0.isFinished }
      }
      // An attempt may fail at once together with its exchanges, so the count is read each time.
      while openingCount < (mayShare ? min(1, waiting.count) : waiting.count),
        connectionCount < connectionLimit
      {
        open()
      }
    }

    private func open() {
      openingCount += 1
      connectionCount += 1
      connector.open(for: self) { [self] result in
        openingCount -= 1
        switch result {
        case .success(.http1(let connection)):
          isHTTP1Known = true
          idle.append(connection)
        case .success(.http2(let connection)):
          multiplexed = connection
        case .failure(let failure):
          connectionCount -= 1
          failWaiting(failure)
        }
        pump()
        if isClosed { close() }
      }
    }

    private func failWaiting(_ failure: Interaction.Failure) {
      // Exchanges that share an attempt share its failure; otherwise each attempt is for one
      // exchange.
      let count = mayShare ? waiting.count : min(1, waiting.count)
      let failed = waiting.prefix(count)
      waiting.removeFirst(count)
      for exchange in failed { exchange.deliver(.failure(failure)) }
    }
  }
#endif
