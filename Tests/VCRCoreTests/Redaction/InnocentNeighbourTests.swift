import Testing

@testable import VCRCore

/// What stands behind the name of a secret and is none: in code that is not declared as such, in
/// documentation and commands.
struct InnocentNeighbourTests: RedactedText {
  @Test(arguments: [
    "def f(self, session_key: Optional[str] = ...) -> None: ...",
    "def translate_token(self, token: Optional[_Token]) -> Literal: ...",
    "PR_EMS_AB_DXA_PASSWORD: Incomplete\nPR_EMS_AB_DXA_LIMIT: Incomplete\n",
    "  SEC_ERROR_BAD_PASSWORD = SEC_ERROR_BASE + 15,\n",
    " * @return array{username: string|null, password: string|null}\n",
    "        password = _gets_noecho\n", "   req_args { api_key: secret: }\n",
    "an assert(); problem identified by \"jamesh\"\n",
    "aws codebuild update-webhook --rotate-secret \\\n  --filter-groups \"[[x]]\"\n",
    "-----BEGIN RSA PRIVATE KEY----- -----END RSA PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----\n",
    "d_grpasswd='define'\ni_pwd='undef'\n", "aws route53 list --starting-token Z3M3LMPEX12\n",
  ])
  func `code, documentation and commands stay`(text: String) {
    #expect(redacted(text) == text)
  }

  @Test(arguments: [
    #"{"Sid":"Stmt1697451234567"}"#, #"{"SessionId":"tms-0567a4c6840a1b2c3"}"#,
    #"{"accessAssociationSource":"vpce-0567a4c6840a1b2c3"}"#,
    #"{"DkimTokens":["q7zt2lmx9vb4nrk8wd3hq7zt2lmx9vb4"]}"#,
    // Base64 of bytes with a colon among them.
    #"{"session":"Optional","token":"Optional","auth":"Optional"}"#,
  ])
  func `identifiers, labels and words stay`(json: String) {
    #expect(redacted(json, "application/json") == json)
  }

  @Test(arguments: [
    "password = _gets_no3cho\n", "DB_PASSWORD = HUNTER_TWO_17\n", "session_key: Opt1onal9x\n",
    "alter user scott identified by \"tiger12\";\n", "tool --rotate-secret --x q7Zt2LmX9vB4nRk8\n",
    "create database link l connect to u identified by 'tiger12';\n",
  ])
  func `their like with a digit is no name and goes`(text: String) {
    let secret = text.split { " =:\"';\n".contains($0) }.last.map(String.init) ?? text
    #expect(redacted(text).contains(secret) == text.hasPrefix("tool"))
  }

  @Test(arguments: ["acme_token: \"%\"\n", "ACME_TOKEN=%\n", "{\"acmeToken\":\"%\"}"])
  func `a token behind the number of its record goes as a whole`(frame: String) {
    let redacted = redacted(
      frame.replacing("%", with: "49|07KJBwfPzF2ESyNui5yBw9OVB6eWj0iXkssEKC7b"))
    let left = redacted.replacing(/\{\{\w+\}\}/, with: "%")
    #expect(left == frame, "\(redacted)")
    let union = frame.replacing("%", with: "string|integer")
    #expect(self.redacted(union) == union)
  }

  @Test(arguments: [
    (#"val conf = Map("smtpPassword" -> "%")"#, "text/x-scala"),
    (#"val conf = Map("apiKey" -> "%")"#, "text/plain"),
    (#"val m = mapOf("apiKey" to "%", "n" to "1")"#, "text/x-kotlin"),
    (#"public string ApiKey { get; set; } = "%";"#, "text/x-csharp"),
    (#"public string ApiKey { get; init; } = "%";"#, "text/plain"),
    ("<!doctype html><table><tr><td>Secret key</td>\n<td>%</td></tr></table>", "text/html"),
    ("<html><p>Your API token: <code>%</code></p></html>", "text/html"),
    ("Set `API_KEY` to `%`.\n", "text/plain"), ("- `client_secret`: `%`\n", "text/markdown"),
  ])
  func `a pair, a property and a word in back quotes have a value`(frame: String, type: String) {
    let value = "q7Zt2LmX9vB4nRk8Wd3H"
    let redacted = redacted(frame.replacing("%", with: value), type)
    #expect(!redacted.contains(value) && redacted.contains("{{"), "\(redacted)")
    let words = frame.replacing("%", with: "example")
    #expect(self.redacted(words, type) == words)
  }
}
