#if Recording
  import NIOCore
  import VCRCore

  /// Asks a proxy of SOCKS for a tunnel (RFC 1928, with the credentials of RFC 1929).
  ///
  /// The client of swift-nio-extras cannot send credentials.
  struct SOCKSDialogue: TunnelDialogue {
    private enum Phase {
      case method
      case credential
      case reply
    }

    private static let version: UInt8 = 5
    /// The most bytes of a name, whose length is one byte.
    private static let longestName = 255

    let opening: ByteBuffer
    private let request: ByteBuffer
    private let proxy: UpstreamProxy
    private var phase = Phase.method

    /// Creates a dialogue.
    ///
    /// - Parameters:
    ///   - host: Where the tunnel is to lead: an address literal, or a name of at most 255 bytes
    ///     for the proxy to look up.
    ///   - port: The port there.
    ///   - proxy: The proxy.
    init(to host: String, port: Int, through proxy: UpstreamProxy) {
      self.proxy = proxy
      // No credential, and user with password if there are any.
      let methods: [UInt8] = proxy.credential == nil ? [0] : [0, 2]
      opening = ByteBuffer(bytes: [Self.version, UInt8(methods.count)] + methods)
      var request = ByteBuffer(bytes: [Self.version, 1, 0])
      if let address = try? SocketAddress(ipAddress: host, port: port).ipBytes {
        request.writeInteger(UInt8(address.count == 4 ? 1 : 4))
        request.writeBytes(address)
      } else {
        request.writeInteger(UInt8(3))
        Self.write(host.utf8.prefix(Self.longestName), to: &request)
      }
      request.writeInteger(UInt16(truncatingIfNeeded: port))
      self.request = request
    }

    private static func write(_ text: some Collection<UInt8>, to buffer: inout ByteBuffer) {
      buffer.writeInteger(UInt8(truncatingIfNeeded: text.count))
      buffer.writeBytes(text)
    }

    mutating func next(_ received: inout ByteBuffer) throws(TunnelError) -> TunnelStep {
      switch phase {
      case .method:
        guard let reply = received.readBytes(length: 2) else { return .needsMore }
        guard reply[0] == Self.version else { throw .refused(proxy, "it speaks no SOCKS 5") }
        switch reply[1] {
        case 0:
          phase = .reply
          return .send(request)
        case 2:
          guard let credential = proxy.credential else {
            throw .unauthorized(proxy, schemes: [])
          }
          phase = .credential
          var buffer = ByteBuffer(bytes: [1])
          let parts = SOCKSCredential(credential)
          Self.write(parts.user.utf8, to: &buffer)
          Self.write(parts.password.utf8, to: &buffer)
          return .send(buffer)
        default: throw .unauthorized(proxy, schemes: [])
        }
      case .credential:
        guard let reply = received.readBytes(length: 2) else { return .needsMore }
        guard reply[1] == 0 else { throw .unauthorized(proxy, schemes: []) }
        phase = .reply
        return .send(request)
      case .reply:
        let bytes = received.readableBytesView
        guard bytes.count >= 2 else { return .needsMore }
        guard bytes.first == Self.version else { throw .refused(proxy, "it speaks no SOCKS 5") }
        let code = bytes[bytes.startIndex + 1]
        guard code == 0 else { throw Self.error(code, proxy) }
        // The address from which the proxy reaches the service follows, in one of three forms.
        guard bytes.count >= 5 else { return .needsMore }
        let length =
          switch bytes[bytes.startIndex + 3] {
          case 1: 4
          case 3: 1 + Int(bytes[bytes.startIndex + 4])
          case 4: 16
          default: throw .refused(proxy, "a reply that is no SOCKS 5")
          }
        guard received.readSlice(length: 4 + length + 2) != nil else { return .needsMore }
        return .opened
      }
    }

    /// Returns the error that a reply means (RFC 1928 §6).
    private static func error(_ code: UInt8, _ proxy: UpstreamProxy) -> TunnelError {
      switch code {
      case 1: .refused(proxy, "general failure")
      case 2: .refused(proxy, "its rules do not allow this service")
      case 3: .unreached(proxy, "network unreachable")
      case 4: .unreached(proxy, "host unreachable")
      case 5: .unreached(proxy, "connection refused")
      case 6: .unreached(proxy, "time to live expired")
      case 8: .refused(proxy, "it does not take this kind of address")
      default: .refused(proxy, "code \(code)")
      }
    }
  }
#endif
