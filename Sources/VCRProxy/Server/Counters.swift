#if CommandLineTool
  import VCRLocks

  /// Counters that the event loop increments and any thread may read.
  final class Counters: Sendable {
    private let counts = Mutex(
      ProxyProgress(connections: 0, requests: 0, tunnels: 0, dropped: 0, bytes: 0))

    var progress: ProxyProgress { counts.withLock { $0 } }

    func addConnection() { counts.withLock { $0.connections += 1 } }

    func addRequest() { counts.withLock { $0.requests += 1 } }

    func addTunnel() { counts.withLock { $0.tunnels += 1 } }

    func addDropped() { counts.withLock { $0.dropped += 1 } }

    func addBytes(_ count: Int) { counts.withLock { $0.bytes += count } }
  }
#endif
