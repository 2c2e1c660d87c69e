#if CommandLineTool
  import Synchronization

  /// Counters that the event loop increments and any thread may read.
  final class Counters: Sendable {
    private let connections = Atomic<Int>(0)
    private let requests = Atomic<Int>(0)
    private let tunnels = Atomic<Int>(0)
    private let dropped = Atomic<Int>(0)
    private let bytes = Atomic<Int>(0)

    var progress: ProxyServer.Progress {
      ProxyServer.Progress(
        connections: connections.load(ordering: .relaxed),
        requests: requests.load(ordering: .relaxed), tunnels: tunnels.load(ordering: .relaxed),
        dropped: dropped.load(ordering: .relaxed), bytes: bytes.load(ordering: .relaxed))
    }

    func addConnection() { connections.wrappingAdd(1, ordering: .relaxed) }

    func addRequest() { requests.wrappingAdd(1, ordering: .relaxed) }

    func addTunnel() { tunnels.wrappingAdd(1, ordering: .relaxed) }

    func addDropped() { dropped.wrappingAdd(1, ordering: .relaxed) }

    func addBytes(_ count: Int) { bytes.wrappingAdd(count, ordering: .relaxed) }
  }
#endif
