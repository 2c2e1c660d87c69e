#if CommandLineTool
  import VCRLocks

  /// Connections of which no request was read: captured ones that were not HTTP, by `HOST:PORT`,
  /// and those of others than COMMAND.
  package struct CapturedTraffic: Sendable, Equatable {
    /// The way in which a connection was handled.
    enum Kind: Sendable {
      case refused
      case passed
      case relayed
      case turnedAway
      case gone
    }

    /// Connections that were refused, with the number of attempts.
    package var refused: [String: Int] = [:]
    /// Connections that reached their service.
    package var passed: [String: Int] = [:]
    /// Connections that reached a service of this machine.
    package var relayed: [String: Int] = [:]
    /// Connections that are not COMMAND's, by what is known of their clients.
    package var turnedAway: [String: Int] = [:]
    /// How many connections sent something and were closed before it was known whose they are.
    package var gone = 0

    /// Creates an empty record.
    package init() {}
  }

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
