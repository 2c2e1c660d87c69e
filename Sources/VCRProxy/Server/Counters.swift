#if CommandLineTool
  import Synchronization

  /// Counts that the event loop raises and any thread reads.
  final class Counters: Sendable {
    private let requests = Atomic<Int>(0)
    private let bytes = Atomic<Int>(0)

    var progress: ProxyServer.Progress {
      ProxyServer.Progress(
        requests: requests.load(ordering: .relaxed), bytes: bytes.load(ordering: .relaxed))
    }

    func addRequest() { requests.wrappingAdd(1, ordering: .relaxed) }

    func addBytes(_ count: Int) { bytes.wrappingAdd(count, ordering: .relaxed) }
  }
#endif
