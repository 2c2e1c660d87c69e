import Testing

@testable import VCRCore

/// Literals that do not begin with a quotation mark.
struct PrefixedLiteralTests: RedactedText {
  private static let token = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"

  @Test(arguments: [
    "{'password': b'%', 'n': 1}", "{'password': u'%'}", "{u'api_key': u'%'}",
    "{\"password\": b\"%\"}", "password = r\"%\"", "password = f\"%\"", "password = @\"%\"",
    "password = L\"%\"", "API_KEY = b\"%\"", "{'api_key': b'%', 'n': 1}",
    "Config { token: Some(\"%\"), password: None }", "{'token': SecretStr('%')}",
    "my $password = q{%};", "password = %q(%)", "{ api_key = [[%]] }",
    "{ api_key = [==[%]==] }",
    "Dim password As String = \"%\"", "NSString *apiKey = @\"%\";",
    "{\"log\":\"{'password': b'%', \\\"token\\\": 1}\"}",
    "{\"log\":\"api_key = b\\\"%\\\"\"}", "{\"log\":\"token: Some(\\\"%\\\")\"}",
  ])
  func `a secret goes from a literal`(frame: String) {
    let mark = frame.contains("%q") ? "%)" : "%"
    let text = frame.replacing(mark, with: mark == "%" ? Self.token : Self.token + ")")
    let redacted = redacted(text)
    #expect(redacted.contains("{{") && !redacted.contains(Self.token), "\(redacted)")
  }

  @Test(arguments: [
    ("text/x-python", "PASSWORD = r\"tiger82horse\"\n"),
    ("text/x-python", "API_KEY = b\"q7Zt2LmX9vB4nRk8Wd3Hs6Yc\"\n"),
    ("text/x-csharp", "var password = @\"tiger82horse\";"),
    ("text/x-objective-c", "NSString *apiKey = @\"q7Zt2LmX9vB4nRk8Wd3Hs6Yc\";"),
  ])
  func `a secret goes from a literal of a program`(type: String, text: String) {
    #expect(redacted(text, type).contains("{{"))
  }

  @Test(arguments: [
    "password = f\"{user}:{word9}\"\n", "password = os.getenv(\"DB_PASSWORD9\")\n",
    "token = lookup(\"a1b2c3d4e5\")\n", "if [[ $password == x1 ]]; then\n",
    "proxy_set_header X-Api-Key $http_x_api_key9;\n", "setenv API_TOKEN $other_token9\n",
  ])
  func `what a program looks up stays`(text: String) { #expect(redacted(text) == text) }
}
