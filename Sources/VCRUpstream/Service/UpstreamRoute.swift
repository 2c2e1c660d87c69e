#if Recording
  import NIOCore

  /// How connections to a service are opened.
  package struct UpstreamRoute: Sendable {
    /// The means between client and service.
    enum Means: Sendable {
      case direct
      /// A proxy that gets the requests themselves, with the URL in their first line (RFC 9112
      /// §3.2.2).
      case forwarded(UpstreamProxy)
      /// A proxy that opens a tunnel.
      case tunnelled(UpstreamProxy)
      /// A proxy is named that cannot be used.
      case barred(UnusableProxy)
    }

    /// Where the service really is.
    let address: Upstream.Address
    let means: Means

    /// The proxy that gets the requests themselves; nil for none.
    var forwarder: UpstreamProxy? {
      if case .forwarded(let proxy) = means { proxy } else { nil }
    }

    /// The words for the proxy between, behind the name of a service in a message; empty for none.
    var words: String {
      switch means {
      case .direct, .barred: ""
      case .forwarded(let proxy), .tunnelled(let proxy): " through \(proxy.words.dropLast())"
      }
    }
  }

  extension Upstream {
    /// Where a service really is.
    func realAddress(of asked: Address) -> Address { options.addressMap[asked] ?? asked }

    /// Finds the way to a service.
    ///
    /// - Parameters:
    ///   - asked: The service as its URL names it.
    ///   - traffic: The traffic that the connections carry.
    /// - Returns: The way.
    package func route(
      to asked: Address, _ traffic: UpstreamProxies.Traffic
    ) -> UpstreamRoute {
      let address = realAddress(of: asked)
      let means: UpstreamRoute.Means =
        switch options.proxies?.choice(for: [asked, address], traffic) {
        case nil: .direct
        case .failure(let problem): .barred(problem)
        case .success(let proxy):
          // An outer run tells requests and tunnels apart by itself. To a proxy the first line of a
          // request names where it goes, and that is not where the service of the URL is.
          if case .plain = traffic, case .variable = proxy.source, !proxy.kind.isSOCKS,
            address == asked
          {
            .forwarded(proxy)
          } else {
            .tunnelled(proxy)
          }
        }
      return UpstreamRoute(address: address, means: means)
    }
  }
#endif
