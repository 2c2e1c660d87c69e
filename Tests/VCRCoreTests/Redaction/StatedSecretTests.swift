import Testing

@testable import VCRCore

/// Secrets that a sentence names.
struct StatedSecretTests: RedactedText {
  @Test(arguments: [
    ("The api key for ada is: VALUE.", "q7Zt81kPz0vLm3Xc"),
    ("Your API key for production: VALUE", "q7Zt81kPz0vLm3Xc"),
    ("Here is the token you asked for: VALUE", "q7Zt81kPz0vLm3Xc"),
    ("The secret of the client is \"VALUE\".", "8fK2mQ9xWz4tBn6vRj1y"),
    ("Your temporary password for the portal is: VALUE", "tiger-12x"),
    ("The password for user ada is VALUE and it expires", "tiger!12x"),
    ("the access token of bob is VALUE", "q7Zt81kPz0vLm3Xc"),
    ("Invalid API key provided: VALUE. You can find", "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"),
    ("Token VALUE has been revoked", "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"),
    ("No user for session id VALUE", "9c1e64f0b7a25d83e1f04c6a7b9d2e58"),
    ("session VALUE not found", "9c1e64f0b7a25d83e1f04c6a7b9d2e58"),
    ("auth failed: secret VALUE does not match", "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"),
    ("sent API key VALUE", "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"),
    ("VALUE is your verification code.", "482913"),
    ("VALUE is your Acme login code", "482913"),
    ("Use VALUE as your login code.", "482913"),
  ])
  func `a value goes after words that say whose it is`(frame: String, value: String) {
    let text = frame.replacing("VALUE", with: value)
    for (text, type) in [
      (text, "text/plain"),
      (
        "{\"a\":1,\"m\":\"\(text.replacing("\"", with: "\\\""))\"}",
        "application/json"
      ),
    ] {
      let redacted = redacted(text, type)
      #expect(!redacted.contains(value) && redacted.contains("{{"), "\(redacted)")
    }
  }

  @Test(arguments: [
    "The token for page 2 is: next.", "The key for ada is: user_profile_2.",
    "The API key for this project is: not set.", "The secret of good coffee is: fresh beans.",
    "access token expiry for the client is: 3600s", "The password for ada is changed.",
    "The password for all of them is: required", "Keys for 2026: alpha, beta2",
    "Fix token for login. See: 4f5e6d7c8b9a", "token of ada at https://x.test/q7Zt81kPz0",
    "The signature of the method is: update(id:value2)", "token in page 3 at log4j2: iPhone15",
    "session of row 7: s3bucket1", "passcode in HTTP/2 at step 2: INV-2026-0042",
    "94103 is your zip code.", "482913 is your order number, and the code is old",
    "cache key q7Zt2LmX9vB4nRk8Wd3Hs6Yc was evicted", "next token q7Zt2LmX9vB4nRk8Wd3Hs6Yc",
    "commit token 9c1e64f0b7a25d83e1f04c6a7b9d2e5801234567",
    "session 3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    "password of the service: AES-256-GCM", "The password for it is: https://h.test/a1b2",
  ])
  func `a sentence without a secret stays`(text: String) {
    #expect(redacted(text) == text)
    let json = "{\"m\":\"\(text)\"}"
    #expect(redacted(json, "application/json") == json)
  }
}
