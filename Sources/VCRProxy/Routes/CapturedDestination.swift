#if CommandLineTool
  import NIOCore
  import VCRUpstream

  /// Where a captured connection was meant to go.
  struct CapturedDestination {
    /// The name that the client had looked up; the address itself when there was none.
    var host: String
    /// The port.
    var port: Int
    /// The address and port as the client used them.
    var address: SocketAddress
    /// True for an address of loopback.
    var isLoopback: Bool

    /// `HOST:PORT`, with an IPv6 address in brackets (RFC 3986 §3.2.2).
    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The port at which a client sends a request, not waits for a greeting.
    var isWebPort: Bool { [80, 443, 8000, 8008, 8080, 8443].contains(port) }

    /// The traffic that a connection there carries, for the choice of a proxy.
    var traffic: UpstreamProxies.Traffic {
      guard isWebPort else { return .other }
      return [443, 8443].contains(port) ? .secure : .plainTunnel
    }

    /// The ports of services that send the first bytes: FTP, SSH, SMTP, POP3, NNTP, IMAP,
    /// submission, MySQL and VNC.
    var isOfGreetingService: Bool { [21, 22, 25, 110, 119, 143, 587, 3306, 5900].contains(port) }
  }

  extension Origin {
    /// The origin as a request on a captured connection names it.
    ///
    /// The address of a connection may be one that the client did not look up here, and a name may
    /// have got one of the search domains of the machine at its end; `Host` has what the client
    /// meant.
    func named(by field: String?) -> Origin {
      guard let name = field.flatMap({ Authority($0) })?.host,
        !CertificateAuthority.isAddress(name)
      else { return self }
      let isSearched = host.lowercased().hasPrefix(name.lowercased() + ".")
      guard CertificateAuthority.isAddress(host) || isSearched else { return self }
      return Origin(scheme: scheme, host: name, port: port)
    }
  }
#endif
