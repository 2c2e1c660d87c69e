#if CommandLineTool
  import TestSupport
  import Testing

  @testable import VCRCommand

  /// A secret that was typed on the command line is in no error.
  struct TypedSecretsTests {
    @Test(arguments: [
      ["record", "--secret", "API_TOKEN=tiger", "--", "true"],
      ["record", "--secret=A,API_TOKEN=tiger", "--", "true"],
      ["record", "--secret", "q7Zt2LmX9tigervB4nRk8==", "--", "true"],
      ["check", "--secret", "API_TOKEN=tiger", "c.yaml"],
      ["redact", "--secret", "API_TOKEN=tiger", "c.yaml"],
      ["record", "--map", "a.test:80=ada:tiger@b.test:80", "--", "true"],
      ["record", "--upstream", "ftp://ada:tiger@h.test", "--listen", "127.0.0.1:0"],
      ["verify", "c.yaml", "--against", "http://ada:tiger@h.test"],
      ["verify", "c.yaml", "--send-secrets", "http://ada:tiger@h.test"],
      ["show", "http://ada:tiger@h.test"], ["http://ada:tiger@h.test"],
      ["record", "--redact-json", "q7Zt2LmX9tigervB4nRk8", "--", "true"],
      ["record", "--map", "q7Zt2LmX9tigervB4nRk8", "--", "true"],
      ["check", "http://ada:tiger@h.test"], ["convert", "http://ada:tiger@h.test", "b.yaml"],
    ])
    func `a typed secret is refused without being shown`(arguments: [String]) async throws {
      let workshop = try Workshop()
      let result = try await workshop.vcr(arguments)
      #expect(result.status != 0, "\(arguments)")
      #expect(!(result.errorText + result.text).contains("tiger"), "\(result.errorText)")
      #expect(!result.errorText.isEmpty)
    }

    @Test func `what an error quotes of a file or a variable shows four characters`() {
      let secret = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"
      for message in [
        ".vcr.yaml:1:8: '\(secret)' is not HOST:PORT", "VCR_ALLOW: 'NAME=\(secret)' is not one",
        "c.yaml:1:6: the alias *\(secret) stands for nothing", "the tag !\(secret); tags are not",
        "“\(secret)” is no setting",
      ] {
        #expect(TypedSecrets([]).masking(message) == message.replacing(secret, with: "q7Zt…"))
      }
      let message = "“ada:\(secret)@h.test:80” is there already"
      #expect(TypedSecrets([]).masking(message) == "“ada:…@h.test:80” is there already")
      for message in [
        "/tmp/\(secret)/c.yaml: no such file", "'2026-13-01T10:00:00Z' is no date",
        "commit 43427b7aa01c9e4cdd1e2e2b8a2d05c11e9a7b60: there is no such file",
      ] {
        #expect(TypedSecrets([]).masking(message) == message)
      }
    }

    @Test(arguments: [
      (["show", "user-flow-2026"], "there is no user-flow-2026"),
      (["record", "--secret", "AWS_S3_KEY2"], "the secret AWS_S3_KEY2 has no value"),
      (["record", "--map", "a:80=b:81"], "--map 'a:80=b:81' is used already"),
      (["check", "ada@example.com.yaml"], "ada@example.com.yaml: no such file"),
    ])
    func `other words are shown`(arguments: [String], message: String) {
      #expect(TypedSecrets(arguments).masking(message) == message)
    }
  }
#endif
