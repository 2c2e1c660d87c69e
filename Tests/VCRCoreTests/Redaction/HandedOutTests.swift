import Testing

@testable import VCRCore

/// Signatures of webhooks, a token that is handed out once, and keys that are no secret.
struct HandedOutTests: RedactedText {
  private static let hexadecimal =
    "5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd"
  private static let base64 = "K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="

  private func redactedField(_ name: String, _ value: String) -> String? {
    let request = Interaction.Request(
      method: "POST", url: "https://hook.test/",
      headers: HeaderFields([HeaderField(name, value)]))
    return Redaction.standard.redacting(request).headers.fields.first?.value
  }

  @Test(arguments: [
    ("X-Slack-Signature", "v0=%"), ("X-Hub-Signature-256", "sha256=%"), ("X-Zm-Signature", "v0=%"),
    ("Stripe-Signature", "t=1492774577,v1=%,v0=%"), ("Svix-Signature", "v1,% v1,%"),
    ("X-Shopify-Hmac-Sha256", "%"), ("Paddle-Signature", "ts=1671552777;h1=%"),
    ("X-Pagerduty-Signature", "v1=%,v1=%"), ("Signature", "sig1=:%:"),
  ])
  func `a signature of a webhook goes, and its version and time stay`(name: String, value: String) {
    let placeholder = "{{\(name.uppercased().replacing("-", with: "_"))}}"
    for digest in [Self.hexadecimal, Self.base64] {
      let redacted = redactedField(name, value.replacing("%", with: digest))
      // Where nothing but a method stands before it, the whole value may go.
      let expected = value.replacing("%", with: placeholder)
      #expect(redacted == expected || redacted == placeholder && !value.contains(/[,; ]/))
    }
  }

  @Test(arguments: [
    ("Signature-Input", #"sig1=("@method");created=1;keyid="k-1""#), ("X-Signature-Version", "2"),
    (
      "Content-Signature",
      "x5u=https://a.test/chain;p384ecdsa=\(String(repeating: "aB3_", count: 32))"
    ),
    ("X-Hub-Signature-Key-Id", hexadecimal), ("ETag", "\"\(hexadecimal)\""),
    ("X-Amz-Content-Sha256", hexadecimal), ("X-Slack-Request-Timestamp", "1531420618"),
    ("Sec-WebSocket-Key", "x3JJHMbDL1EzLkh9GBhXDw=="),
  ])
  func `digests under other names and signatures that anybody may check stay`(
    name: String, value: String
  ) {
    #expect(redactedField(name, value) == value)
  }

  @Test func `the token that Cloudflare hands out once goes, whatever it is called`() {
    let token = "8M7wS6hCpXVc-DoRnPPY_UCWPgy8aea4Wy6kCe5T"
    let text = """
      {"result":{"id":"ed17574386854bf78a67040be0a770b0","name":"ci","status":"active",\
      "issued_on":"2018-07-01T05:20:00Z","policies":[{"id":"f267e341f3dd4697bd3b9f71dd96247f"}],\
      "value":"\(token)"},"success":true}
      """
    #expect(
      redacted(text, "application/json") == text.replacing(token, with: "{{VALUE}}"))
    let other = #"{"name":"ci","value":"\#(token)"}"#
    #expect(redacted(other, "application/json") == other)
  }

  @Test(arguments: [
    (#"{"dsn":"https://9f86d081884c7d659a2feaa0c55ad015@o4479.ingest.sentry.io/54285"}"#, true),
    (#"{"dsn":"https:\/\/9f86d081884c7d659a2feaa0c55ad015@errors.test:9000\/2"}"#, true),
    (#"{"dsn":"https://9f86d081884c7d659a2feaa0c55ad015:x8f@o4479.ingest.sentry.io/542"}"#, false),
    (#"{"url":"https://9f86d081884c7d659a2feaa0c55ad015@git.test/a/b.git"}"#, false),
    (#"{"ClientToken":"3f2504e0-4f89-11d3-9a0c-0305e82c3301"}"#, true),
    (#"{"clientRequestToken":"3f2504e0-4f89-11d3-9a0c-0305e82c3301"}"#, true),
    (#"{"client_token":"3f2504e0-4f89-11d3-9a0c-0305e82c3301"}"#, false),
    (#"{"clientToken":"q7Zt2LmX9vB4nRk8Wd3Hs6Yc"}"#, false),
    ("<r><clientToken>3f2504e0-4f89-11d3-9a0c-0305e82c3301</clientToken></r>", true),
    ("Action=Run&ClientToken=3f2504e0-4f89-11d3-9a0c-0305e82c3301&Version=2016-11-15", true),
  ])
  func `a key that every page shows and the number of a repeated request stay`(
    text: String, isHarmless: Bool
  ) {
    let types = ["{": "application/json", "<": "text/xml"]
    let type = types[String(text.prefix(1))] ?? "application/x-www-form-urlencoded"
    #expect((redacted(text, type) == text) == isHarmless)
  }
}
