#if CommandLineTool
  import VCRCore
  import VCRUpstream

  /// How TLS is spoken with services.
  struct UpstreamTLSOptions: Sendable {
    /// The certificates for services that ask for one.
    var certificates: [Upstream.ClientCertificate]
    /// The oldest version.
    var minimumVersion: Upstream.TLSVersion

    /// Sets them for a client.
    func apply(to options: inout Upstream.Options) {
      options.clientCertificates = certificates
      options.minimumTLSVersion = minimumVersion
    }
  }

  extension SettingSources {
    /// How TLS is spoken with services.
    ///
    /// - Parameter options: The options of the command line.
    /// - Returns: The options that the sources give.
    /// - Throws: `CommandFailure` with status 64.
    func upstreamTLS(_ options: UpstreamOptions) throws -> UpstreamTLSOptions {
      let certificates = try values(SettingTable.clientCertificates, options.clientCertificates)
      let version = try value(SettingTable.upstreamTLS, options.minimumTLS)
      return UpstreamTLSOptions(
        certificates: certificates.map { .init(host: $0.host, file: $0.file) },
        minimumVersion: version.flatMap(Upstream.TLSVersion.init(rawValue:)) ?? .v1_2)
    }
  }

  extension CommandFailure {
    /// The failure of an upstream that cannot be made, with the option that it comes from.
    init(upstream error: any Error) {
      let option = error is ClientCertificateError ? "--client-cert" : "--upstream-ca"
      self.init(.usage, "\(option): \(error)")
    }
  }
#endif
