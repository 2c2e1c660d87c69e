#if CommandLineTool
  package import VCRUpstream

  /// What becomes of connections that were captured by their destination.
  package struct CapturePolicy: Sendable {
    /// True when the run records: names are looked up, and what is not HTTP reaches its service.
    package var records: Bool
    /// Hosts and ports that are let through whatever they speak.
    package var allowed: Set<Upstream.Address>
    /// The addresses of this machine, in network byte order, beside those of loopback.
    ///
    /// COMMAND's own servers are reached there; what else listens there is a service of the
    /// network.
    package var localAddresses: Set<[UInt8]>

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - records: True when the run records.
    ///   - allowed: Hosts and ports that are let through.
    ///   - localAddresses: The addresses of this machine.
    package init(
      records: Bool, allowed: Set<Upstream.Address>, localAddresses: Set<[UInt8]>
    ) {
      self.records = records
      self.allowed = allowed
      self.localAddresses = localAddresses
    }

    /// True for an address of this machine.
    package func isLocal(_ address: [UInt8]) -> Bool {
      Self.isLoopback(address) || localAddresses.contains(address)
    }

    /// True for an address of loopback: 127.0.0.0/8 (RFC 1122 §3.2.1.3) and ::1 (RFC 4291 §2.5.3).
    ///
    /// Services that listen there are reached directly.
    package static func isLoopback(_ address: [UInt8]) -> Bool {
      (address.count == 4 && address[0] == 127)
        || address == [UInt8](repeating: 0, count: 15) + [1]
    }
  }
#endif
