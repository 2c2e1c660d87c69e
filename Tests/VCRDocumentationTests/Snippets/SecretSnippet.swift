import Testing
import VCRCore

struct SecretSnippet {
  /// Where a program may have its token from.
  private struct Configuration { var token: String }

  @Test func `a secret has a name and a value`() {
    let configuration = Configuration(token: "not-a-real-token")
    let redaction = Redaction(
      .secret("API_TOKEN", value: configuration.token)
    )
    #expect(redaction.redacting(text: "it is not-a-real-token") == "it is {{API_TOKEN}}")
  }
}
