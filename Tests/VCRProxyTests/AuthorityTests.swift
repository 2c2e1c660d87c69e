#if CommandLineTool
  import Foundation
  import NIOSSL
  import TestSupport
  import Testing
  import VCRCore

  @testable import VCRProxy

  /// The certificates that clients are shown.
  struct AuthorityTests {
    @Test func `a certificate lives for two days, and is renewed after one`() throws {
      let start = Date()
      let clock = Clock(start)
      let authority = try CertificateAuthority(now: { clock.time })
      /// The end of the certificate for a host, in hours from now.
      func hours(_ host: String) throws -> Double {
        guard
          case .certificate(let leaf)? = try authority.context(for: host).configuration
            .certificateChain.first
        else { throw NotRecorded() }
        return (Double(leaf.notValidAfter) - clock.time.timeIntervalSince1970) / 3600
      }
      #expect(try (47.9...48.1).contains(hours("a.test")))
      clock.time = start.addingTimeInterval(23 * 3600)
      #expect(try (24.9...25.1).contains(hours("A.test")))
      clock.time = start.addingTimeInterval(40 * 86_400)
      #expect(try (47.9...48.1).contains(hours("a.test")))
    }

    /// A clock that a test sets.
    private final class Clock {
      var time: Date

      init(_ time: Date) { self.time = time }
    }

    @Test(arguments: [
      ("-tls1", false), ("-tls1_1", false), ("-tls1_2", true), ("-tls1_3", true),
    ])
    func `a client must speak TLS 1_2 or newer`(version: String, isSpoken: Bool) async throws {
      let studio = try Studio()
      try await studio.run(deck: .init(mode: .once)) { bench in
        let result = try await Child.run(
          "openssl",
          [
            "s_client", "-proxy", "127.0.0.1:\(bench.server.port)", "-connect", "a.test:443",
            "-servername", "a.test", "-CAfile", bench.authorityFile, "-cipher", "ALL:@SECLEVEL=0",
            version,
          ])
        // Without a certificate there is nothing to verify, which some versions call a success.
        let hasCertificate = !result.text.contains("no peer certificate available")
        #expect(hasCertificate == isSpoken, "\(result.text)")
        if isSpoken { #expect(result.text.contains("Verify return code: 0 (ok)")) }
      }
    }

    @Test(arguments: [
      ["-tls1_1"], ["-tls1_2", "-cipher", "DHE-RSA-AES128-GCM-SHA256:@SECLEVEL=0"],
    ])
    func `a client of another TLS is told apart from one that does not trust the run`(
      options: [String]
    ) async throws {
      let studio = try Studio()
      var log: EventLog?
      try await studio.run(deck: .init(mode: .once)) { bench in
        let result = try await Child.run(
          "openssl",
          [
            "s_client", "-proxy", "127.0.0.1:\(bench.server.port)", "-connect", "a.test:443",
            "-cipher", "ALL:@SECLEVEL=0",
          ] + options)
        #expect(result.status != 0)
        log = bench.events
      }
      let events = try #require(log)
      #expect(
        events.problems.contains {
          $0.hasPrefix("a.test: a client speaks another TLS than this run (")
        }, "\(events.problems)")
      #expect(events.untrusting == [])
    }

    @Test func `a client that takes no certificate with an ECDSA key gets one with an RSA key`()
      async throws
    {
      let studio = try Studio()
      try await studio.run(deck: .init(mode: .once)) { bench in
        for options in [
          ["-tls1_2", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256"],
          ["-tls1_2", "-cipher", "AES128-GCM-SHA256"],
          ["-tls1_3", "-sigalgs", "rsa_pss_rsae_sha256"],
        ] {
          let result = try await Child.run(
            "openssl",
            [
              "s_client", "-proxy", "127.0.0.1:\(bench.server.port)", "-connect", "a.test:443",
              "-servername", "a.test", "-CAfile", bench.authorityFile, "-verify_hostname", "a.test",
            ] + options)
          #expect(result.text.contains("Verify return code: 0 (ok)"), "\(options): \(result.text)")
          #expect(result.text.contains("Server public key is 2048 bit"), "\(result.text)")
        }
      }
    }

    @Test func `a root in lines with spaces is one as any other, and damaged Base64 is none`() {
      let root = Array("a root, which is Base64 in PEM".utf8)
      let base64 = Data(root).base64EncodedString()
      func pem(_ lines: String) -> String {
        "# a name\n-----BEGIN CERTIFICATE-----\n\(lines)\n-----END CERTIFICATE-----\n"
      }
      let text = [base64, " \(base64.prefix(20))\t \r\n\(base64.dropFirst(20)) ", "!\(base64)"]
      #expect(JavaTrustStore.certificates(in: text.map(pem).joined()) == [root, root])
    }
  }
#endif
