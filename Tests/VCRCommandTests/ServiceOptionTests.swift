#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// The options that say how much is read, and how services are reached.
  struct ServiceOptionTests {
    @Test(.enabled(if: NginxLoopback.executable != nil, "nginx is not installed"))
    func `a client certificate reaches the service, and its lack is named`() async throws {
      let workshop = try Workshop()
      let certificates = try await TestCertificates()
      let nginx = try await NginxLoopback(
        location: "if ($ssl_client_s_dn = '') { return 400 'none'; } return 200 $ssl_client_s_dn;",
        certificates: certificates, server: "ssl_verify_client optional_no_ca;")
      let text = try [certificates.certificateFile, certificates.keyFile]
        .map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
      try workshop.folder.write(text, to: "client.pem")
      func record(_ name: String, _ options: [String] = []) async throws -> Child.Result {
        try await workshop.vcr(
          ["record", "-c", name, "--upstream-ca", certificates.rootFile] + options
            + ["--", "curl", "-sS", nginx.origin(scheme: "https")])
      }
      let without = try await record("a.yaml")
      #expect(without.text == "none")
      let hint =
        "localhost asks for a client certificate, and none was given: --client-cert localhost=FILE"
      #expect(without.errorText.contains(hint), "\(without.errorText)")
      let with = try await record("b.yaml", ["--client-cert", "localhost=client.pem"])
      #expect(with.text == "CN=test server", "\(with.errorText)")
      #expect(!with.errorText.contains("client certificate"))
      let broken = try await record("c.yaml", ["--client-cert", "localhost=missing.pem"])
      #expect(broken.status == 64)
      #expect(
        broken.errorText.contains(
          "--client-cert: cannot read a client certificate from missing.pem"))
    }

    @Test(arguments: [
      ["--client-cert", "localhost"], ["--upstream-tls", "1.4"], ["--max-headers", "0"],
      ["--max-header-size", "x"],
    ])
    func `an option without a meaning is a usage error`(option: [String]) async throws {
      let workshop = try Workshop()
      let result = try await workshop.vcr(["record", "-c", "c.yaml"] + option + ["--", "true"])
      #expect(result.status == 64, "\(result.errorText)")
      #expect(result.errorText.contains(option[0]))
    }

    @Test func `a header section above the limit of the options is refused with it`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://a.test/one"])
      let client = ["curl", "-sS", "-H", "A: b", "-H", "C: d", "http://a.test/one"]
      let refused = try await workshop.vcr(
        ["replay", "-c", "c.yaml", "--max-headers", "3", "--"] + client)
      #expect(refused.text.contains("more than the 3 fields that are read of one"))
      #expect(refused.status == 80)
      let served = try await workshop.vcr(
        ["replay", "-c", "c.yaml", "--max-headers", "20", "--"] + client)
      #expect(served.text == "one\n", "\(served.errorText)")
    }
  }
#endif
