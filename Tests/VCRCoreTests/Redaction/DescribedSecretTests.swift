import Testing

@testable import VCRCore

/// Secrets with something else than a sign between their name and them: the word of a command, a
/// call, a brace, the border of a table, a slash; and such that a text in Base64 holds.
struct DescribedSecretTests: RedactedText {
  @Test(arguments: [
    "setenv API_TOKEN %", "ENV API_TOKEN %", "set -gx API_TOKEN %", "#define API_TOKEN \"%\"",
    "config.setApiToken(\"%\");", "Client.builder().apiToken(\"%\").build()",
    "variable \"api_token\" {\n  type = string\n  default = \"%\"\n}", "api_token { value: \"%\" }",
    "{:user \"ada\" :api-token \"%\"}", "| API_TOKEN | % | secret |", "api_tokens:\n- \"%\"\n- b",
    "api_token: !!str \"%\"", "api_token: &one \"%\"", "**api_token:** `%`",
    "const t = process.env.API_TOKEN || '%';", "java -Dtoken=% -jar a.jar",
    "- name: API_TOKEN\n  required: true\n  value: \"%\"", "db.example.com:5432:app:ada:%\n",
    "see https://example.com/reset-password/%?x=1", "https://h.test/login/magic/%",
    "api_token | %\n", "-[ RECORD 1 ]\nid        | 7\napi_token | %\n",
    "http-request set-header X-Api-Token %\n", "header_up X-Api-Token %",
    "let api_token = String::from(\"%\");", "https://h.test/reset/%",
    "https://h.test/verify/%?lang=en",
  ])
  func `a value is found behind other things than a sign`(text: String) {
    let secret = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"
    let (head, tail) = (text.split(separator: "%")[0], text.split(separator: "%").dropFirst().first)
    let result = redacted(text.replacing("%", with: secret))
    #expect(!result.contains(secret))
    #expect(result.hasPrefix(head))
    #expect(result.hasSuffix(tail ?? ""))
    #expect(result.contains("{{"))
  }

  @Test(arguments: [
    "Set the password \"required\" in the form", "ENV PASSWORD_FILE /run/secrets/db22",
    "form.setPassword(passwordField.value)", "label.password(\"Password\")",
    "token { value: \"page\" }", "| password | at least 8 characters |", "| token | string |",
    "tokens:\n- alpha\n- beta", "see https://example.com/tokens/42/uses",
    "https://example.com/secrets/2d07157e15a880ddf86fec14", "10:54:32: token: ok",
    "https://example.com/invite/5f0c3c2e-7f5c-4d0a-9d8e-2b7f0a1c9e11", "localhost:5432:app",
    "?key=ShippingRequestCustomerRelease",
  ])
  func `words in the same places stay`(text: String) { #expect(redacted(text) == text) }

  @Test func `a text in Base64 is encoded again without its secret`() {
    let plain = "# settings\nhost=db.example.org\nDB_PASSWORD=gr8-horse77\nport=5432\n"
    let expected = plain.replacing("gr8-horse77", with: "{{DB_PASSWORD}}")
    #expect(
      redacted("{\"content\":\"\(base64(plain))\"}", "application/json")
        == "{\"content\":\"\(base64(expected))\"}")
    #expect(
      redacted("relay \(base64("a=1&token=q7Zt2LmX9vB4nRk8Wd3Hs6Yc"))")
        == "relay \(base64("a=1&token={{TOKEN}}"))")
  }

  @Test func `the lines of a text in Base64 stay as wide as they were`() {
    func lines(_ text: String) -> String {
      let letters = Array(base64(text))
      return stride(from: 0, to: letters.count, by: 60)
        .map { String(letters[$0..<min(letters.count, $0 + 60)]) }.joined(separator: "\\n")
    }
    let prose = "# settings of the service, as they are when it starts\nhost=db.example.org\n"
    let plain = prose + "DB_PASSWORD=gr8-horse77\n" + prose
    let expected = plain.replacing("gr8-horse77", with: "{{DB_PASSWORD}}")
    #expect(
      redacted("{\"content\":\"\(lines(plain))\",\"encoding\":\"base64\"}", "application/json")
        == "{\"content\":\"\(lines(expected))\",\"encoding\":\"base64\"}")
  }

  @Test(arguments: [
    "the quick brown fox jumps over the lazy dog", "cursor:v2:998877665544", "a,b;c=d",
  ])
  func `another text in Base64 stays`(text: String) {
    let body = "{\"data\":\"\(base64(text))\"}"
    #expect(redacted(body, "application/json") == body)
  }

  @Test func `escapes, lists and a cut end hide no secret`() {
    let escaped = "q7\\u005at2LmX9vB4nRk8\\u0057d3Hs6Yc"
    #expect(
      redacted("{\"bot_token\":\"\(escaped)\"}", "application/json")
        == "{\"bot_token\":\"{{BOT_TOKEN}}\"}")
    #expect(
      redacted("<bot_token>q7&#x5a;t2LmX9vB4nRk8Wd3Hs6Yc</bot_token>", "application/xml")
        == "<bot_token>{{BOT_TOKEN}}</bot_token>")
    #expect(
      redacted("{\"n\":1,\"bot_token\":\"q7Zt2LmX9vB4nRk8Wd3Hs", "application/json")
        == "{\"n\":1,\"bot_token\":\"{{BOT_TOKEN}}\"")
    #expect(
      redacted("ldap_password%5B%5D=gr8-horse77&b=2", "application/x-www-form-urlencoded")
        == "ldap_password%5B%5D=%7B%7BLDAP_PASSWORD%7D%7D&b=2")
  }
}
