#if Recording
  import NIOSSL

  extension Upstream {
    /// A version of TLS.
    public enum TLSVersion: String, Sendable, CaseIterable {
      /// TLS 1.0 (RFC 2246), obsolete since RFC 8996.
      case v1_0 = "1.0"
      /// TLS 1.1 (RFC 4346), obsolete since RFC 8996.
      case v1_1 = "1.1"
      /// TLS 1.2 (RFC 5246).
      case v1_2 = "1.2"
      /// TLS 1.3 (RFC 8446).
      case v1_3 = "1.3"

      var library: NIOSSL.TLSVersion {
        switch self {
        case .v1_0: .tlsv1
        case .v1_1: .tlsv11
        case .v1_2: .tlsv12
        case .v1_3: .tlsv13
        }
      }
    }

    /// The certificate by which a service knows its client (RFC 8446 §4.4.2.4).
    public struct ClientCertificate: Sendable, Hashable {
      /// The host that gets it, or a pattern such as `*.example.com`.
      public var host: String
      /// The path of a PEM file with the certificate, the chain above it, and its private key.
      public var file: String
      /// Creates a certificate for a host.
      ///
      /// - Parameters:
      ///   - host: The host that gets it, or a pattern such as `*.example.com`.
      ///   - file: The path of a PEM file with the certificate, the chain above it, and its
      ///     private key.
      public init(host: String, file: String) {
        self.host = host
        self.file = file
      }
    }

    /// True when a host has asked for a client certificate and there is none for it.
    ///
    /// - Parameter host: The host of a URL, in any case, without brackets.
    /// - Returns: False before the first handshake with the host.
    package func lacksClientCertificate(for host: String) -> Bool {
      trust.lacksClientCertificate(for: host)
    }

    /// The fault in the time of the client certificate for a host.
    ///
    /// - Parameter host: The host of a URL, in any case, without brackets.
    /// - Returns: The file and the day; nil when nothing is, and where there is no certificate.
    package func dateFault(ofClientCertificateFor host: String) -> String? {
      trust.dateFault(ofClientCertificateFor: host)
    }
  }
#endif
