#if CommandLineTool
  import VCRCore
  import VCRUpstream

  /// How COMMAND is to be kept from going round `vcr`.
  struct IsolationSettings: Sendable {
    /// Which rungs are tried, and whether one is required.
    var setting: IsolationSetting
    /// True when services on this machine's loopback stay reachable.
    var relaysHostPorts: Bool
    /// Services that are reached directly.
    var allowed: Set<Upstream.Address>

    /// The ports of those.
    var allowedPorts: Set<UInt16> { Set(allowed.compactMap { UInt16(exactly: $0.port) }) }

    /// The ports of those that are on this machine's loopback.
    var allowedOwnPorts: Set<UInt16> {
      Set(allowed.filter(\.isLoopback).compactMap { UInt16(exactly: $0.port) })
    }
  }
#endif
