#if Recording
  public import NIOCore
  import NIOPosix
  import VCRCore

  /// The wire-level HTTP client that reaches the real service.
  ///
  /// It keeps what other clients discard: the order, case and repetition of header fields, the raw
  /// reason phrase, the encoded body, and trailers.
  public final class Upstream: Sendable {
    /// A host and a port.
    public struct Address: Sendable, Hashable {
      /// The host name or address literal, lower case, without brackets.
      public var host: String
      /// The port.
      public var port: Int
      /// Creates an address.
      ///
      /// - Parameters:
      ///   - host: The host name or address literal, lower case, without brackets.
      ///   - port: The port.
      public init(host: String, port: Int) {
        self.host = host
        self.port = port
      }
    }

    /// How the real service is reached.
    public struct Options: Sendable {
      /// Paths of PEM files with roots to trust in addition to the system's.
      public var additionalRoots: [String] = []
      /// The real addresses of services, by the host and port in the URL.
      public var addressMap: [Address: Address] = [:]
      /// The certificates for services that ask for one; the first whose host matches counts.
      public var clientCertificates: [ClientCertificate] = []
      /// The oldest version of TLS that is spoken with a service.
      public var minimumTLSVersion = TLSVersion.v1_2
      /// Where servers on loopback are looked for first; nil for this machine alone.
      package var innerLoopback: InnerLoopback?
      /// Holds connections to a service back that is being started; nil for none.
      package var gate: ServiceGate?
      /// The proxies through which services are reached; nil for none.
      package var proxies: UpstreamProxies?
      /// How long a connection may take to open, including its TLS handshake.
      public var connectTimeout: TimeAmount = .seconds(30)
      /// How long a response may send nothing; nil for no limit.
      public var idleTimeout: TimeAmount?
      /// The most bytes of a response's head, and of its trailer section; a longer one is a
      /// failure.
      public var headerLimit = 1 << 20
      /// Called on an event loop with what the developer should know about a service.
      package var onNotice: (@Sendable (String) -> Void)?
      /// Whether HTTP/2 may be negotiated over TLS.
      public var allowsHTTP2 = true
      /// Creates options.
      public init() {}
    }

    /// How the service is reached.
    package let options: Options
    let group: any EventLoopGroup
    let trust: TrustStore

    /// Creates an upstream.
    ///
    /// - Throws: `TrustRootsError` and `ClientCertificateError` when a file cannot be read.
    package init(
      options: Options = Options(),
      group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    ) throws {
      self.options = options
      self.group = group
      trust = try TrustStore(options)
    }
  }
#endif
