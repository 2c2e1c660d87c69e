import Testing

@testable import VCRCore

/// Tokens are known by their shape, and values by the name before them, in any text.
struct TextSecretTests {
  /// A token-like text of an alphabet, the same in every run.
  private static func filler(_ count: Int, _ letters: String = "aB3dE5gH7jK9mN1pQ") -> String {
    let letters = Array(letters)
    return String((0..<count).map { letters[($0 * 7 + $0 / 5) % letters.count] })
  }

  private static let pem =
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA75J\nqZ9==\n-----END RSA PRIVATE KEY-----\n"

  @Test(arguments: [
    ("GITHUB_TOKEN", "ghp_" + filler(36)), ("GITHUB_TOKEN", "github_pat_" + filler(82)),
    ("GITLAB_TOKEN", "glpat-" + filler(20)), ("SLACK_TOKEN", "xoxb-1234567890-" + filler(24)),
    ("STRIPE_SECRET_KEY", "sk_live_" + filler(24)), ("AWS_ACCESS_KEY_ID", "AKIAIOSFODNN7ABCDEFG"),
    ("GOOGLE_API_KEY", "AIza" + filler(35)), ("GOOGLE_ACCESS_TOKEN", "ya29.a0" + filler(60)),
    ("OPENAI_API_KEY", "sk-proj-" + filler(48)), ("OPENAI_API_KEY", "sk-" + filler(48)),
    ("ANTHROPIC_API_KEY", "sk-ant-api03-" + filler(80)), ("HUGGINGFACE_TOKEN", "hf_" + filler(34)),
    ("SENDGRID_API_KEY", "SG." + filler(22) + "." + filler(43)),
    ("NPM_TOKEN", "npm_" + filler(36)),
    ("DIGITALOCEAN_TOKEN", "dop_v1_" + filler(64, "0a1b2c3d4e5f")),
    ("TWILIO_API_KEY", "SK" + filler(32, "0a1b2c3d4e5f")),
    ("TELEGRAM_BOT_TOKEN", "123456789:AA" + filler(33)),
    ("JWT", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0." + filler(43)),
  ])
  func `a provider's token is known by its shape wherever it stands`(name: String, token: String) {
    let redaction = Redaction.standard
    for frame in ["%", "a %.", "\"%\"", "/x/%/y", "token-%", "k=%&", "<b>%</b>", "(%)", "%\n%"] {
      let text = frame.replacing("%", with: token)
      let expected = frame.replacing("%", with: "{{\(name)}}")
      #expect(redaction.redacting(text: text) == expected)
      let response = Interaction.Response(
        status: 200, headers: ["X-Trace": text.replacing("\n", with: " ")],
        body: Body(Array(text.utf8)))
      let redacted = redaction.redacting(response)
      #expect(String(decoding: redacted.body.bytes, as: UTF8.self) == expected)
      #expect(redacted.headers["X-Trace"]?.contains(token) == false)
    }
    let url = redaction.redacting(Interaction.Request(url: "https://h/bot\(token)/x")).url
    if name == "TELEGRAM_BOT_TOKEN" {
      #expect(url == "https://h/bot{{TELEGRAM_BOT_TOKEN}}/x")
    }
    #expect(
      redaction.redacting(Interaction.Request(url: "https://h/x/\(token)?a=1")).url
        == "https://h/x/{{\(name)}}?a=1")
  }

  @Test(arguments: [
    (
      "curl -H 'Authorization: Bearer abcdef123456' u",
      "curl -H 'Authorization: {{AUTHORIZATION}}' u"
    ),
    ("> X-Api-Key: s3cr3t-1\n> Accept: */*", "> X-Api-Key: {{X_API_KEY}}\n> Accept: */*"),
    (
      "AWS_SECRET_ACCESS_KEY=wJalrXUtnF9MI/K7MD2NG/bPxRfiCYzT4mplEq8Y\nB=1",
      "AWS_SECRET_ACCESS_KEY={{AWS_SECRET_ACCESS_KEY}}\nB=1"
    ),
    ("API_KEY=s3cr3t-1\nDEBUG=1", "API_KEY={{API_KEY}}\nDEBUG=1"),
    ("client_secret = \"s3cr3t-1\"", "client_secret = \"{{CLIENT_SECRET}}\""),
    ("Ada's password: 's3cr3t-1'", "Ada's password: '{{PASSWORD}}'"),
    ("see https://u:s3cr3t@h/?sig=s3cr3t&x=1.", "see https://{{USERINFO}}@h/?sig={{SIG}}&x=1."),
    ("postgres://app:s3cr3t@db/x", "postgres://{{USERINFO}}@db/x"),
    ("<AccessToken>s3cr3t</AccessToken>", "<AccessToken>{{ACCESSTOKEN}}</AccessToken>"),
    ("<a:password> s3 </a:password>", "<a:password> {{PASSWORD}} </a:password>"),
    (
      #"<input type=hidden name="authenticity_token" value="s3cr3t">"#,
      #"<input type=hidden name="authenticity_token" value="{{AUTHENTICITY_TOKEN}}">"#
    ),
    (
      #"<meta name="csrf-token" content="s3cr3t">"#,
      #"<meta name="csrf-token" content="{{CSRF_TOKEN}}">"#
    ),
    (
      "/login?next=%2Fcb%3Faccess_token%3Ds3cr3t%26a%3D1&b=2",
      "/login?next=%2Fcb%3Faccess_token%3D{{ACCESS_TOKEN}}%26a%3D1&b=2"
    ),
    ("token Basic YWRhOnMzY3IzdA== ok", "token Basic {{BASIC_CREDENTIALS}} ok"),
    ("a Bearer s3cr3ts3cr3t.", "a Bearer {{BEARER_TOKEN}}."),
    (
      #"{"m":"{\"access_token\":\"s3\",\"n\":1}"}"#,
      #"{"m":"{\"access_token\":\"{{ACCESS_TOKEN}}\",\"n\":1}"}"#
    ),
    (
      #"{"m":"{\"n\":\"{\\\"password\\\":\\\"s3\\\"}\"}"}"#,
      #"{"m":"{\"n\":\"{\\\"password\\\":\\\"{{PASSWORD}}\\\"}\"}"}"#
    ),
    (
      pem, "-----BEGIN RSA PRIVATE KEY-----\n{{PRIVATE_KEY}}\n-----END RSA PRIVATE KEY-----\n"
    ),
    (
      #"{"k":"\#(pem.replacing("\n", with: #"\n"#))"}"#,
      #"{"k":"-----BEGIN RSA PRIVATE KEY-----\n{{PRIVATE_KEY}}\n-----END RSA PRIVATE KEY-----\n"}"#
    ),
  ])
  func `a value is known by the name before it`(text: String, expected: String) {
    let response = Interaction.Response(
      status: 200, headers: ["Content-Type": "text/plain"], body: Body(Array(text.utf8)))
    let once = Redaction.standard.redacting(response)
    #expect(String(decoding: once.body.bytes, as: UTF8.self) == expected)
    #expect(Redaction.standard.redacting(once) == once)
  }

  @Test(arguments: [
    "password: required", "Bearer authentication is needed", "Basic plan for everybody",
    "password = getPassword(form)", "the api key: see the docs", "ssh://git@github.com/a/b",
    "sk-folding-cube sk-fading-circle", "key-value-store", "eyJhbGciOiJIUzI1NiJ9 alone",
    "{{API_TOKEN}} {{percent:{{X}}}}", "xoxb-words-only-here-and-more", "http://h/a@b?page_token=2",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
    "<password></password>", "AKIAshort", "a&token", "authorization: none",
  ])
  func `what only looks like it stays`(text: String) {
    let response = Interaction.Response(status: 200, body: Body(Array(text.utf8)))
    #expect(
      String(decoding: Redaction.standard.redacting(response).body.bytes, as: UTF8.self) == text)
  }

  @Test(arguments: [
    "user[password]=s3cr3t1&a=b", "password=s3cr3t1", "a=1&login%5Bpassword%5D=s3cr3t1",
  ])
  func `a form's nested name is known by its last key`(form: String) {
    let request = Interaction.Request(
      method: "POST", url: "http://h/",
      headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Body(Array(form.utf8)))
    let body = String(decoding: Redaction.standard.redacting(request).body.bytes, as: UTF8.self)
    #expect(!body.contains("s3cr3t1") && body.contains("PASSWORD%7D%7D"))
  }

  @Test(arguments: [
    (#"{"token":"a1b2c3d4e5"}"#, #"{"token":"{{TOKEN}}"}"#),
    (#"{"data":{"session":"9f86d081-884c-4d65-9a2f"}}"#, #"{"data":{"session":"{{SESSION}}"}}"#),
    (
      #"{"webhookSigningSecret":"q7Zt2LmX9vB4nRk8Wd3Hs6Yc"}"#,
      #"{"webhookSigningSecret":"{{WEBHOOKSIGNINGSECRET}}"}"#
    ),
    (#"{"token":"hello","secret":"Agent"}"#, #"{"token":"hello","secret":"Agent"}"#),
    (
      #"{"nextPageToken":"q7Zt2LmX9vB4nRk8Wd3Hs6Yc"}"#,
      #"{"nextPageToken":"q7Zt2LmX9vB4nRk8Wd3Hs6Yc"}"#
    ),
    (#"{"key":"photos/2020/01/holiday-1.jpg"}"#, #"{"key":"photos/2020/01/holiday-1.jpg"}"#),
    (#"{"token":{"type":"a1b2c3d4e5"}}"#, #"{"token":{"type":"a1b2c3d4e5"}}"#),
  ])
  func `a doubtful name means a secret when its value looks like one`(
    json: String, expected: String
  ) {
    let response = Interaction.Response(
      status: 200, headers: ["Content-Type": "application/json"], body: Body(Array(json.utf8)))
    let redacted = Redaction.standard.redacting(response)
    #expect(String(decoding: redacted.body.bytes, as: UTF8.self) == expected)
  }

  @Test func `a header and a query item are judged by name and value together`() {
    let random = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"
    let request = Interaction.Request(
      url: "http://h/?signing_secret=\(random)&id=\(random)",
      headers: ["X-Shop-Signing-Secret": random, "X-Request-Id": random, "X-Auth-Mode": "simple"])
    let redacted = Redaction.standard.redacting(request)
    #expect(redacted.headers["X-Shop-Signing-Secret"] == "{{X_SHOP_SIGNING_SECRET}}")
    #expect(redacted.headers["X-Auth-Mode"] == "simple")
    #expect(redacted.url.hasPrefix("http://h/?signing_secret={{SIGNING_SECRET}}&id="))
  }
}
