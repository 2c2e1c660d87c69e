#if Recording
  import VCRLocks

  /// Holds connections to a service back until it is known to respond.
  package final class ServiceGate: Sendable {
    /// The real address of the service.
    private let address: Upstream.Address
    /// The closures that wait for the opening; nil once the gate is open.
    private let waiting = Mutex<[@Sendable () -> Void]?>([])
    /// When the gate was opened; nil before.
    private let opening = Mutex<ContinuousClock.Instant?>(nil)

    /// Creates a closed gate.
    ///
    /// - Parameter address: The address that connections are opened to.
    package init(to address: Upstream.Address) { self.address = address }

    /// Lets all through that wait, and whatever comes later.
    package func open() {
      opening.withLock { $0 = $0 ?? .now }
      let bodies = waiting.withLock { waiting in
        let bodies = waiting
        waiting = nil
        return bodies
      }
      for body in bodies ?? [] { body() }
    }

    /// When connections to an address were let through; nil where they were not held back, or are
    /// still.
    func opening(to address: Upstream.Address) -> ContinuousClock.Instant? {
      address == self.address ? opening.withLock { $0 } : nil
    }

    /// Calls a closure once connections to an address may be opened, at once where they may be now.
    func pass(to address: Upstream.Address, _ body: @escaping @Sendable () -> Void) {
      let isHeld =
        address == self.address
        && waiting.withLock { waiting in
          waiting?.append(body)
          return waiting != nil
        }
      if !isHeld { body() }
    }
  }
#endif
