#if CommandLineTool
  package import VCRUpstream

  /// The policy for connections that were captured by their destination.
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
      address.isLoopbackAddress || localAddresses.contains(address)
    }
  }
#endif
