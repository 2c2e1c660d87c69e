#if Recording
  package import NIOCore

  /// The listener that requests came through, to which no upstream connection may lead back.
  ///
  /// The spelling of a name or an address does not show where it leads, so the address at the other
  /// end of the open connection is compared.
  package struct OwnListener: Sendable {
    private let address: [UInt8]
    private let port: Int

    /// Creates a description of the listener; nil for an address that is not an internet address.
    package init?(_ address: SocketAddress?) {
      guard let address, let bytes = address.ipBytes, let port = address.port else { return nil }
      self.address = bytes
      self.port = port
    }

    /// True when a connection has reached the listener.
    package func isReached(by channel: any Channel) -> Bool {
      guard let remote = channel.remoteAddress, remote.port == port, let bytes = remote.ipBytes
      else { return false }
      if address.contains(where: { $0 != 0 }) { return bytes == address }
      // The listener is on every address of the machine. A connection to one of these has the same
      // address at both ends, except for those of loopback (127.0.0.0/8, RFC 1122 §3.2.1.3).
      return bytes == channel.localAddress?.ipBytes || (bytes.count == 4 && bytes[0] == 127)
    }
  }

  extension [UInt8] {
    /// True for an address of loopback: 127.0.0.0/8 (RFC 1122 §3.2.1.3) and ::1 (RFC 4291 §2.5.3).
    package var isLoopbackAddress: Bool {
      (count == 4 && self[0] == 127) || self == [UInt8](repeating: 0, count: 15) + [1]
    }
  }

  extension SocketAddress {
    /// The address in network byte order; nil for a Unix domain socket.
    ///
    /// It has 4 bytes for IPv4, also when mapped into IPv6 (RFC 4291 §2.5.5.2), and 16 for IPv6.
    package var ipBytes: [UInt8]? {
      let (offset, count): (Int, Int)
      switch self {
      // The offsets of `sin_addr` and `sin6_addr` (POSIX <netinet/in.h>, the same on every system
      // here).
      case .v4: (offset, count) = (4, 4)
      case .v6: (offset, count) = (8, 16)
      case .unixDomainSocket: return nil
      }
      let bytes = unsafe withSockAddr { address, size in
        unsafe Array(
          UnsafeRawBufferPointer(start: address, count: size).dropFirst(offset).prefix(count))
      }
      let isMapped = bytes.dropLast(4).elementsEqual(
        [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF])
      return isMapped ? Array(bytes.suffix(4)) : bytes
    }
  }
#endif
