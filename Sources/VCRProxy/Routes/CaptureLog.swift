#if CommandLineTool
  import VCRLocks

  /// Counts such connections; any thread may read it.
  final class CaptureLog: Sendable {
    private let state = Mutex(CapturedTraffic())

    var traffic: CapturedTraffic { state.withLock { $0 } }

    func add(_ kind: CapturedTraffic.Kind, _ name: String) {
      state.withLock { traffic in
        switch kind {
        case .refused: Self.count(name, in: &traffic.refused)
        case .passed: Self.count(name, in: &traffic.passed)
        case .relayed: Self.count(name, in: &traffic.relayed)
        case .gone: traffic.gone += 1
        case .turnedAway: Self.count(name, in: &traffic.turnedAway)
        }
      }
    }

    /// How many names are told apart: they are whatever a process asks for or calls itself.
    private static let limit = 1000

    private static func count(_ name: String, in counts: inout [String: Int]) {
      let isKnown = counts.count < limit || counts[name] != nil
      counts[isKnown ? name : "others", default: 0] += 1
    }
  }
#endif
