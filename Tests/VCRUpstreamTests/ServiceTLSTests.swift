#if Recording
  import Foundation
  import TestSupport
  import Testing
  import VCRCore
  import VCRUpstream

  /// What TLS demands of a client, by nginx as a service.
  @Suite(.enabled(if: NginxLoopback.executable != nil, "nginx is not installed"))
  struct ServiceTLSTests {
    /// A service that wants a certificate and says whose it got.
    private func service(_ certificates: TestCertificates) async throws -> NginxLoopback {
      try await NginxLoopback(
        location: "if ($ssl_client_s_dn = '') { return 400 'none'; } return 200 $ssl_client_s_dn;",
        certificates: certificates, server: "ssl_verify_client optional_no_ca;")
    }

    /// A certificate with its key in one file.
    private func identity(_ certificates: TestCertificates, in folder: TemporaryDirectory) throws
      -> String
    {
      let text = try [certificates.certificateFile, certificates.keyFile]
        .map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
      return try folder.write(text, to: "client.pem").path(percentEncoded: false)
    }

    @Test(arguments: ["localhost", "LOCALHOST", "127.0.0.1"], [true, false])
    func `a service gets the certificate for its host`(pattern: String, allowsHTTP2: Bool)
      async throws
    {
      let certificates = try await TestCertificates()
      let nginx = try await service(certificates)
      let folder = try TemporaryDirectory()
      let file = try identity(certificates, in: folder)
      let pool = try makeClientPool {
        $0.additionalRoots = [certificates.rootFile]
        $0.clientCertificates = [
          .init(host: "other.test", file: file), .init(host: pattern, file: file),
        ]
        $0.allowsHTTP2 = allowsHTTP2
      }
      let host = pattern == "127.0.0.1" ? pattern : "localhost"
      let transcript = await pool.get("https://\(host):\(nginx.port)/")
      #expect(transcript.text == "CN=test server", "\(String(describing: transcript.failure))")
    }

    @Test(arguments: ["localhost", "127.0.0.1"], [true, false])
    func `a service that gets no certificate is known to have asked for one`(
      host: String, allowsHTTP2: Bool
    ) async throws {
      let certificates = try await TestCertificates()
      let nginx = try await service(certificates)
      var options = Upstream.Options()
      options.additionalRoots = [certificates.rootFile]
      options.allowsHTTP2 = allowsHTTP2
      let upstream = try Upstream(options: options)
      #expect(!upstream.lacksClientCertificate(for: host))
      let transcript = await upstream.makeClientPool().get("https://\(host):\(nginx.port)/")
      #expect(transcript.head?.status == 400 && transcript.text == "none")
      #expect(upstream.lacksClientCertificate(for: host))
      #expect(!upstream.lacksClientCertificate(for: "other.test"))
    }

    @Test func `a service that asks for none is not taken for one that does`() async throws {
      let certificates = try await TestCertificates()
      let nginx = try await NginxLoopback(location: "return 400;", certificates: certificates)
      var options = Upstream.Options()
      options.additionalRoots = [certificates.rootFile]
      let upstream = try Upstream(options: options)
      _ = await upstream.makeClientPool().get(nginx.origin(scheme: "https"))
      #expect(!upstream.lacksClientCertificate(for: "localhost"))
    }

    @Test func `a file without a key is no client certificate`() async throws {
      let certificates = try await TestCertificates()
      for file in ["/nonexistent", certificates.certificateFile, certificates.keyFile] {
        #expect(throws: ClientCertificateError.self) {
          try makeClientPool { $0.clientCertificates = [.init(host: "a.test", file: file)] }
        }
      }
    }

    @Test func `a key that is not that of the certificate is refused before any request`()
      async throws
    {
      let (own, other) = (try await TestCertificates(), try await TestCertificates())
      let text = try [own.certificateFile, other.keyFile]
        .map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
      let folder = try TemporaryDirectory()
      let file = try folder.write(text, to: "client.pem").path(percentEncoded: false)
      let error = #expect(throws: ClientCertificateError.self) {
        try makeClientPool { $0.clientCertificates = [.init(host: "a.test", file: file)] }
      }
      #expect(error?.reason == "its private key is not that of its first certificate")
    }

    @Test func `a client certificate that has ended is known with its day`() async throws {
      let folder = try TemporaryDirectory()
      var options = Upstream.Options()
      for (host, isExpired) in [("old.test", true), ("new.test", false)] {
        let certificates = try await TestCertificates(isExpired: isExpired)
        let text = try [certificates.certificateFile, certificates.keyFile]
          .map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
        let file = try folder.write(text, to: "\(host).pem").path(percentEncoded: false)
        options.clientCertificates.append(.init(host: host, file: file))
      }
      let upstream = try Upstream(options: options)
      let fault = try #require(upstream.dateFault(ofClientCertificateFor: "old.test"))
      #expect(fault.hasSuffix("/old.test.pem ended on 2020-02-01"))
      #expect(upstream.dateFault(ofClientCertificateFor: "new.test") == nil)
      #expect(upstream.dateFault(ofClientCertificateFor: "other.test") == nil)
    }

    @Test(arguments: ["1.2", "1.3"], [true, false])
    func `a certificate that is missing or refused is a failure that says so`(
      version: String, isMissing: Bool
    ) async throws {
      let (own, other) = (try await TestCertificates(), try await TestCertificates())
      let server = try LoopbackServer { _ in .init() }
      let service = try await TLSLoopback(
        before: server, certificates: own, clientRoot: own.rootFile, version: version)
      let folder = try TemporaryDirectory()
      let file = try identity(other, in: folder)
      let pool = try makeClientPool {
        $0.additionalRoots = [own.rootFile]
        if !isMissing { $0.clientCertificates = [.init(host: "localhost", file: file)] }
      }
      let failure = await pool.get(service.origin + "/").failure
      #expect(failure?.code == "secureConnectionFailed", "\(String(describing: failure))")
      #expect(failure?.message.contains(" alert ") == true)
    }

    @Test func `an old version of TLS is spoken only when it was asked for`() async throws {
      let certificates = try await TestCertificates()
      let nginx = try await NginxLoopback(
        location: "return 200 $ssl_protocol;", certificates: certificates,
        server: "ssl_protocols TLSv1.1; ssl_ciphers ALL:@SECLEVEL=0;")
      let url = nginx.origin(scheme: "https")
      let failure = await (try makeClientPool { $0.additionalRoots = [certificates.rootFile] }).get(
        url
      ).failure
      #expect(failure?.code == "secureConnectionFailed")
      #expect(failure?.message.hasSuffix("--upstream-tls 1.0") == true, "\(failure?.message ?? "")")
      let pool = try makeClientPool {
        $0.additionalRoots = [certificates.rootFile]
        $0.minimumTLSVersion = .v1_0
      }
      #expect(await pool.get(url).text == "TLSv1.1")
    }
  }
#endif
