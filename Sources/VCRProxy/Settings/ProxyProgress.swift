#if CommandLineTool
  /// The counts of what a server has handled so far.
  package struct ProxyProgress: Sendable, Equatable {
    /// Connections from clients, with or without a request.
    package var connections: Int
    /// Requests received.
    package var requests: Int
    /// Tunnels to hosts that are passed through, whose requests are not seen.
    package var tunnels: Int
    /// Requests whose client vanished while it was sending them; they are not recorded.
    package var dropped: Int
    /// Bytes of response bodies sent to clients.
    package var bytes: Int
  }
#endif
