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
          "--client-cert: cannot read a client certificate from missing.pem: no such file"))
    }

    /// Files of a user, and what is said of each.
    @Test(arguments: [
      ("certificate", "it holds no private key\nto put one behind it:  cat client.pem KEY > "),
      ("key", "it holds no certificate\nto put one before it:  cat CERTIFICATE client.pem > "),
      ("locked", "its private key has a password\n"), ("text", "it holds nothing in PEM form"),
      ("PKCS #12", "it is binary, and PEM is read\n"), ("folder", "a folder, not a file"),
    ])
    func `a file that is no client certificate is named, with the reason and what to do`(
      kind: String, reason: String
    ) async throws {
      let workshop = try Workshop()
      let certificates = try await TestCertificates()
      func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
      }
      let certificate = try text(certificates.certificateFile)
      let contents = [
        "certificate": certificate, "key": try text(certificates.keyFile), "text": "secret",
        "locked": certificate + "-----BEGIN ENCRYPTED PRIVATE KEY-----\n",
        "PKCS #12": "0\u{2}\u{1}\u{3}",
      ]
      if let content = contents[kind] {
        try workshop.folder.write(content, to: "client.pem")
      } else {
        try FileManager.default.createDirectory(
          at: workshop.folder.file("client.pem"), withIntermediateDirectories: true)
      }
      let result = try await workshop.vcr(
        "record", "-c", "c.yaml", "--client-cert", "a.test=client.pem", "--", "true")
      #expect(result.status == 64)
      #expect(
        result.errorText.contains("cannot read a client certificate from client.pem: \(reason)"),
        "\(result.errorText)")
    }

    @Test func `a client certificate and its key may come through a pipe`() async throws {
      let workshop = try Workshop()
      let certificates = try await TestCertificates()
      let result = try await Child.run(
        "bash",
        [
          "-c", #""$0" record -c c.yaml --client-cert a.test=<(cat "$1" "$2") -- true"#,
          Workshop.tool, certificates.certificateFile, certificates.keyFile,
        ], environment: workshop.environment, directory: workshop.folder.url)
      #expect(result.status == 0, "\(result.errorText)")
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
