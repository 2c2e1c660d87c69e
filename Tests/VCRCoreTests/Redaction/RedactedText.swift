@testable import VCRCore

/// Tests that look at what redaction leaves of the body of a response.
protocol RedactedText {}

extension RedactedText {
  func redacted(_ text: String, _ type: String = "text/plain") -> String {
    let response = Interaction.Response(
      status: 200, headers: ["Content-Type": type], body: Body(Array(text.utf8)))
    return String(decoding: Redaction.standard.redacting(response).body.bytes, as: UTF8.self)
  }

  func base64(_ text: String) -> String {
    String(decoding: Base64Text.encode(Array(text.utf8)), as: UTF8.self)
  }
}
