#if Recording
  import NIOCore

  extension Upstream.Address {
    /// The host without the dot that may end a name.
    var hostWithoutFinalDot: String {
      host.hasSuffix(".") ? String(host.dropLast()) : host
    }

    /// True for what leads to this machine's loopback: its addresses, one that is none in
    /// particular (RFC 1122 §3.2.1.3), and the names that stand for it (RFC 6761 §6.3).
    package var isLoopback: Bool {
      let host = hostWithoutFinalDot
      guard let address = (try? SocketAddress(ipAddress: host, port: 0))?.ipBytes else {
        return host == "localhost" || host.hasSuffix(".localhost")
      }
      return address.isLoopbackAddress || address.allSatisfy { $0 == 0 }
    }
  }
#endif
