#if Recording
  import VCRCore

  /// A proxy through which services are reached.
  package struct UpstreamProxy: Sendable, Hashable {
    /// Who named a proxy.
    package enum Source: Sendable, Hashable {
      /// The run of `vcr` around this one.
      case outerRun
      /// A variable of the environment.
      case variable(String)
    }

    /// How it is spoken with.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      /// HTTP without TLS.
      case http
      /// HTTP within TLS.
      case https
      /// SOCKS 5 (RFC 1928) with the addresses of services.
      case socks5
      /// SOCKS 5 with the names of services, which the proxy looks up.
      case socks5h

      /// True for what opens tunnels alone, and knows nothing of requests.
      var isSOCKS: Bool { self == .socks5 || self == .socks5h }

      /// The port of a URL that names none; of HTTP as most clients have it, curl alone takes 1080.
      var defaultPort: Int {
        switch self {
        case .http: 80
        case .https: 443
        case .socks5, .socks5h: 1080
        }
      }
    }

    /// Where it listens.
    package var address: Upstream.Address
    /// How it is spoken with.
    package var kind = Kind.http
    /// The credential that it asks for: user and password with a colon between them; nil for none.
    package var credential: String?
    /// Who named it.
    package var source: Source

    /// Creates a proxy.
    package init(
      _ address: Upstream.Address, kind: Kind = .http, credential: String?, source: Source
    ) {
      self.address = address
      self.kind = kind
      self.credential = credential
      self.source = source
    }

    /// The field by which the proxy knows its client (RFC 9110 §11.7.2); nil for none.
    var authorization: HeaderField? {
      credential.map { HeaderField("Proxy-Authorization", BasicCredential.fieldValue(of: $0)) }
    }

    /// Its host and port, and who named it, for messages: nothing of its credential.
    var words: String {
      let place = (kind == .http ? "" : "\(kind.rawValue)://") + address.place
      return switch source {
      case .outerRun: "the proxy \(place), of the vcr run around this one,"
      case .variable(let name): "the proxy \(place), which \(name) names,"
      }
    }

    /// Where a credential belongs, for messages.
    ///
    /// In words: what looks like user information is shown by no message.
    static let credentialPlace = "before the host of its URL: user, colon, password, @"
  }

  extension Upstream.Address {
    /// Host and port for messages and for a request line.
    var place: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
  }
#endif
