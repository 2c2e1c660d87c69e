#if Recording
  import VCRLocks

  /// Loopback of another network namespace, in which servers may listen that are asked for by the
  /// names of this machine's own.
  package final class InnerLoopback: Sendable {
    /// Opens a connection to an address in network byte order and a port; nil when nobody listens.
    package typealias Connect = @Sendable (_ address: [UInt8], _ port: UInt16) -> Int32?

    private let state = Mutex<Connect?>(nil)

    /// Creates it, without a namespace yet.
    package init() {}

    /// Says how connections are opened from here on.
    package func use(_ connect: @escaping Connect) { state.withLock { $0 = connect } }

    /// Opens a connection to a host of loopback, if somebody listens there inside.
    func connect(to address: Upstream.Address) -> Int32? {
      guard let connect = state.withLock({ $0 }), let port = UInt16(exactly: address.port) else {
        return nil
      }
      let new = [UInt8](repeating: 0, count: 15) + [1]
      let places: [[UInt8]]
      switch address.host {
      case "localhost": places = [[127, 0, 0, 1], new]
      case "::1": places = [new]
      default:
        let numbers = address.host.split(separator: ".").compactMap { UInt8($0) }
        places = numbers.count == 4 && numbers[0] == 127 ? [numbers] : []
      }
      // A loop, since a lazy sequence may call its closure more than once for one element.
      for place in places {
        if let descriptor = connect(place, port) { return descriptor }
      }
      return nil
    }
  }
#endif
