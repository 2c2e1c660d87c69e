import Testing

@testable import VCRCore

/// Secrets that stores hand out, credentials that look like something else, and words of protocols
/// in the place of some.
struct StoredSecretTests: RedactedText {
  private static let secret = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"

  @Test(arguments: [
    #"{"Name":"/prod/db/main","Type":"SecureString","Value":"%","Version":1}"#,
    #"{"value":"%","id":"https://v.vault.azure.net/secrets/main/0f1e2d","attributes":{}}"#,
    #"{"name":"projects/1/secrets/main/versions/3","payload":{"data":"%"}}"#,
    #"{"ARN":"arn:aws:x","Name":"main","SecretBinary":"%"}"#,
  ])
  func `what a store of secrets hands out goes, whatever it looks like`(text: String) {
    for value in ["walnut", "walnut66thunder", "d2FsbnV0NjY=", Self.secret] {
      let result = redacted(text.replacing("%", with: value), "application/json")
      #expect(!result.contains("\"\(value)\""), "\(result)")
      #expect(result.hasPrefix(text.split(separator: "%")[0]))
    }
    let document = #"{\"host\":\"db.example.com\",\"password\":\"walnut66thunder\"}"#
    let stored = redacted(text.replacing("%", with: document), "application/json")
    #expect(!stored.contains("walnut66"))
  }

  @Test func `an identifier of another store stays`() {
    for text in [
      #"{"name":"projects/1/topics/main","data":"walnut66"}"#,
      #"{"Name":"/prod/db/main","Type":"String","Value":"walnut66thunder","Version":1}"#,
      #"{"value":"walnut66","id":"https://v.example.com/things/main/0f1e2d"}"#,
    ] {
      #expect(redacted(text, "application/json") == text)
    }
  }

  @Test func `the credentials of Vault, Consul and Nomad are UUIDs`() {
    let id = "6d5d9c0a-5d7c-47ec-b840-05e176010038"
    let other = "0a1b2c3d-5d7c-47ec-b840-05e176010038"
    #expect(
      redacted(#"{"SecretID":"\#(id)","AccessorID":"\#(other)"}"#, "application/json")
        == #"{"SecretID":"{{SECRETID}}","AccessorID":"\#(other)"}"#)
    #expect(
      !redacted("secret_id=\(id)&role_id=x", "application/x-www-form-urlencoded").contains(id))
    let accessor = #"{"secret_id_accessor":"\#(id)","policy_id":"\#(id)"}"#
    #expect(redacted(accessor, "application/json") == accessor)
  }

  @Test func `codes of a login that look less random than most go from a URL`() {
    for code in [
      "goteWQpJnDFkbi63FhfCz7MFIDPUNC",
      "358859508105.508105358859.8dafa214f52020586ec88c3ce72a40c19b0ea0ac1e3dc300db5c149d5f981cd4",
    ] {
      let url = "https://app.example.com/cb?code=\(code)"
      #expect(Redaction.standard.redacting(Interaction.Request(url: url)).url.hasSuffix("{{CODE}}"))
    }
    for state in [
      "awaiting-payment-2026-11-28-b2", "order20261128000123456", "page-22-of-section-17",
    ] {
      let url = "https://app.example.com/list?state=\(state)"
      #expect(Redaction.standard.redacting(Interaction.Request(url: url)).url == url)
    }
  }

  @Test func `what asks for a token is none`() {
    let request = Interaction.Request(
      url: "https://s.example.com/", headers: ["X-CSRF-Token": "Fetch"])
    #expect(Redaction.standard.redacting(request) == request)
    let response = Interaction.Response(status: 403, headers: ["x-csrf-token": "Required"])
    #expect(Redaction.standard.redacting(response) == response)
  }
}
