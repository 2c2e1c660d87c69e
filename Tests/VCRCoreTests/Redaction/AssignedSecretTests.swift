import Testing

@testable import VCRCore

/// Values that code, settings and command lines assign to a name, in the ways of many languages.
struct AssignedSecretTests: RedactedText {
  private static let secret = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"

  @Test(
    arguments: [
      "var stripeToken string = \"%\"\n", "stripeToken := \"%\"\n", "stripeToken := `%`\n",
      "let stripeToken: String = \"%\"\n", "private stripeToken: string = '%';",
      "const STRIPE_TOKEN: &str = \"%\";", "$stripeToken .= \"%\";", "stripe_TOKEN ?= \"%\"\n",
      "STRIPE_TOKEN ::= \"%\"\n", "STRIPE_TOKEN :::= \"%\"\n", "stripe_token ||= '%'\n",
      "stripeToken ??= \"%\";", "STRIPE_TOKEN += \"%\"\n", "stripeToken:=\"%\"",
      "System.setProperty(\"STRIPE_TOKEN\", \"%\")", "os.Setenv('STRIPE_TOKEN', '%')",
    ], ["text/plain", "text/x-go"])
  func `a value goes whatever sign assigns it`(frame: String, type: String) {
    let stored = redacted(frame.replacing("%", with: Self.secret), type)
    let parts = frame.split(separator: "%", omittingEmptySubsequences: false)
    #expect(!stored.contains(Self.secret), "\(stored)")
    #expect(stored.hasPrefix(parts[0] + "{{") && stored.hasSuffix("}}" + parts[1]), "\(stored)")
  }

  @Test(arguments: [
    "if token == \"\(secret)\" {", "if (token != '\(secret)') {", "token === \"\(secret)\"",
    "fields := []string{\"token\", \"secret\", \"password\", \"refresh_token\"}",
    "t(\"password\", \"Choose a new one\")", "let token: String = \"\"",
    "var token string = \"anonymous\"",
  ])
  func `a comparison, a list of names and a label stay`(text: String) {
    #expect(redacted(text) == text)
  }

  @Test(arguments: [
    "linkedInToken", "linked_in_token", "LINKED-IN-KEY", "message_bird_key", "privateAiKey",
    "newRelicKey", "snyk_key", "heroku-key", "launch_darkly",
  ])
  func `the name of a service may be two words`(name: String) {
    for value in [Self.secret, "9c86181d-13d9-4dc6-8190-d809c10b5328"] {
      let stored = redacted(#"{"a":1,"\#(name)":"\#(value)"}"#, "application/json")
      #expect(!stored.contains(value), "\(stored)")
    }
    #expect(redacted(#"{"\#(name)":"ENG-1234"}"#) == #"{"\#(name)":"ENG-1234"}"#)
  }

  @Test(arguments: [
    "curl -u ada:%@x https://h.test", "curl -s --user 'ada:%@x' https://h.test",
    "curl --proxy-user \"ada:%@x\" -x p https://h.test",
    "curl \\\n  -u ada:%@x \\\n  https://h.test",
    #"{"cmd":"curl -u \"ada:%@x\" https://h.test"}"#,
  ])
  func `the user and password of a command line of curl go`(frame: String) {
    let text = frame.replacing("%", with: "tiger")
    let stored = redacted(text)
    #expect(!stored.contains("tiger") && stored.contains("https://h.test"), "\(stored)")
    #expect(redacted(stored) == stored)
  }

  @Test(arguments: [
    "curl -u $USER:$PASSWORD https://h.test", "curl -u USER:PASSWORD https://h.test",
    "sort -u a:b", "docker run -u 1000:1000 image", "tool --user ada:tiger",
  ])
  func `a variable and the options of other programs stay`(text: String) {
    #expect(redacted(text) == text)
  }

  @Test func `a pair of an identifier and its secret goes as a whole`() {
    for text in [
      "BUNDLE_GEMS__CONTRIBSYS__COM=9b6a56ce:7fb09f67", "token: 48120391:Gh7Kq2Lm9vB4nRk8",
      #"{"api_token":"9b6a56ce:7fb09f67"}"#,
    ] {
      let stored = redacted(text)
      #expect(!stored.contains("7fb09f67") && !stored.contains("Rk8"), "\(stored)")
    }
  }

  // MARK: - Web tokens

  private static func base64(_ text: String, isURLSafe: Bool = true) -> String {
    String(decoding: Base64Text.encode(Array(text.utf8), isURLSafe: isURLSafe), as: UTF8.self)
      .replacing("=", with: "")
  }

  @Test(arguments: [
    #"{"alg":"HS256"}"#, #"{ "typ": "JWT", "alg": "RS256" }"#, "{\n  \"alg\": \"ES256\"\n}",
  ])
  func `a web token is one however its head is laid out, and in Base64 again`(head: String) {
    let token = "\(Self.base64(head)).\(Self.base64(#"{"sub":"7"}"#)).\(Self.secret)\(Self.secret)"
    for text in [token, Self.base64(token, isURLSafe: false)] {
      #expect(redacted("see \(text) there") == "see {{JWT}} there")
      #expect(redacted(#"{"a":"\#(text)"}"#, "application/json") == #"{"a":"{{JWT}}"}"#)
    }
    let host = "see eyAlong-name.example.organisation there"
    #expect(redacted(host) == host)
  }
}
