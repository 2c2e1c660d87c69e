import Testing

@testable import VCRCore

/// Secrets in code and in descriptions of data that are shown rather than used.
struct ShownCodeTests: RedactedText {
  private static let secret = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"

  @Test(arguments: [
    "<span class=\"nt\">\"token\"</span>: <span class=\"s\">\"%\"</span>",
    "<span class=\"nt\">\"api_key\"</span><span class=\"p\">:</span> <span class=\"s2\">\"%\"</span>",
    "<span>&quot;apiKey&quot;</span><span>:</span> <span>&quot;%&quot;</span>,",
    "<span class=\"nv\">API_KEY</span><span class=\"o\">=</span><span class=\"s\">%</span>\n",
    "<span>password</span> <span>=</span> <span>'%'</span>",
  ])
  func `a value in highlighted code goes and its tags stay`(code: String) {
    let page = "<html><body><pre><code>\(code)</code></pre></body></html>"
    let result = redacted(page.replacing("%", with: Self.secret), "text/html")
    #expect(!result.contains(Self.secret))
    #expect(result.split(separator: "{{").count == 2)
    #expect(result.hasSuffix(String(page.split(separator: "%")[1])))
  }

  @Test(arguments: [
    "<span>\"token\"</span>: <span>\"string\"</span>", "<b>Password</b> <i>required</i>",
    "<span>token</span>: <span>page-2</span>", "<td>\"key\"</td><td>\"alpha\"</td>",
    "<span>password</span><span>:</span> <span>string</span>",
  ])
  func `words in highlighted code stay`(code: String) {
    let page = "<html><body><pre><code>\(code)</code></pre></body></html>"
    #expect(redacted(page, "text/html") == page)
  }

  @Test func `an example in the description of an interface is a value of its name`() {
    let description = { (key: String) in
      #"{"properties":{"api_key":{"type":"string","example":"\#(key)"},"#
        + #""limit":{"type":"integer","example":20}}}"#
    }
    #expect(
      redacted(description(Self.secret), "application/json") == description("{{API_KEY}}"))
    #expect(redacted(description("string"), "application/json") == description("string"))
  }

  @Test func `an example below a name in YAML is a value of its name`() {
    let description = { (key: String, password: String) in
      "properties:\n  api_key:\n    type: string\n    description: of the client\n    example: \(key)\n"
        + "  password:\n    type: string\n    example: '\(password)'\n  limit:\n    example: 20\n"
    }
    #expect(
      redacted(description(Self.secret, "Xk9!vmQ2#tiger"), "application/yaml")
        == description("{{API_KEY}}", "{{PASSWORD}}"))
    let words = description("none", "string")
    #expect(redacted(words, "application/yaml") == words)
    let other = "token:\n  type: string\nid:\n  example: \(Self.secret)\n"
    #expect(redacted(other, "application/yaml") == other)
  }

  @Test func `a personal access token has a short name`() {
    #expect(redacted(#"{"pat":"\#(Self.secret)"}"#, "application/json") == #"{"pat":"{{PAT}}"}"#)
    for word in ["Pat Morita", "/users/*", "b22", "postman"] {
      let text = #"{"pat":"\#(word)"}"#
      #expect(redacted(text, "application/json") == text)
    }
  }
}
