import Testing

@testable import VCRCore

/// Credentials in what pages, tools and handshakes carry them in, redacted once and for all.
struct CarriedTokenTests {
  private static let token = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"

  private func redacted(_ text: String, _ type: String) -> String {
    let response = Interaction.Response(
      status: 200, headers: ["Content-Type": type], body: Body(Array(text.utf8)))
    let redacted = Redaction.standard.redacting(response)
    // What was redacted once has nothing more to redact.
    #expect(Redaction.standard.redacting(redacted) == redacted)
    return String(decoding: redacted.body.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    "&quot;apiToken&quot;:&quot;T&quot;", "&#34;api_token&#34;: &#34;T&#34;",
    "&quot;password&quot;:&quot;T&quot;", "&#x27;clientSecret&#x27;:&#x27;T&#x27;",
  ])
  func `a member of JSON in an attribute of a page is found`(member: String) {
    let page = "<!DOCTYPE html><html><div data-page=\"{&quot;a&quot;:1,\(member)}\"></div></html>"
    for type in ["text/html", "application/xml", "text/plain"] {
      let result = redacted(page.replacing("T&", with: Self.token + "&"), type)
      #expect(!result.contains(Self.token), "\(type) \(result)")
      #expect(result.contains("{{"), "\(type) \(result)")
    }
  }

  @Test(arguments: 0...3)
  func `a token in JSON within strings is known afterwards, and nothing else goes`(depth: Int) {
    var text = #"{"password": "violet84battery", "engine": "x"}"#
    for _ in 0..<depth { text = #"{"a": \#(JSONValue.string(text).text), "b": [1]}"# }
    let redactor = Redactor(.standard)
    func body(_ text: String, _ type: String) -> String? {
      let response = Interaction.Response(
        status: 200, headers: ["Content-Type": type], body: Body(Array(text.utf8)))
      let redacted = redactor.redacting(
        Interaction(
          request: .init(url: "https://api.example.com/"), outcome: .response(response)))
      guard case .response(let response) = redacted.outcome else { return nil }
      return String(decoding: response.body.bytes, as: UTF8.self)
    }
    // What the first has taught changes nothing in those after it.
    for _ in 0..<3 {
      #expect(
        body(text, "application/json")
          == text.replacing("violet84battery", with: "{{PASSWORD}}"))
    }
    #expect(body("it is violet84battery, sir", "text/plain") == "it is {{PASSWORD}}, sir")
  }

  @Test func `a quotation mark in the value of such a member does not end it`() {
    let page =
      "<!DOCTYPE html><html><div data-page=\"{&quot;password&quot;:&quot;pa\\&quot;ss\\\\w77x&quot;,"
      + "&quot;a&quot;:1}\"></div></html>"
    let expected = page.replacing("pa\\&quot;ss\\\\w77x", with: "{{PASSWORD}}")
    #expect(redacted(page, "text/html") == expected)
  }

  @Test func `other members in an attribute of a page stay`() {
    for member in [
      "&quot;next_page_token&quot;:&quot;\(Self.token)&quot;",
      "&quot;password&quot;:&quot;Enter your password&quot;",
      "&quot;token&quot;:&quot;none&quot;", "password&quot;:&quot;x", "&quot;password&quot;:null",
    ] {
      let page = "<!DOCTYPE html><html><div data-page=\"{\(member)}\"></div></html>"
      #expect(redacted(page, "text/html") == page)
    }
  }

  @Test func `the password of an entry of netrc is found, and a sentence stays`() {
    #expect(
      redacted("machine a.test\n  login ada\n  password tiger99\n", "text/plain")
        == "machine a.test\n  login ada\n  password {{PASSWORD}}\n")
    #expect(
      redacted("machine a.test login ada password \(Self.token)", "text/plain")
        == "machine a.test login ada password {{PASSWORD}}")
    let sentence = "To login enter the password that you chose.\n"
    #expect(redacted(sentence, "text/plain") == sentence)
  }

  @Test(arguments: [
    ("curl --user='ada:ti9erLily' h", "curl --user='{{USERINFO}}' h"),
    ("curl -u=ada:ti9erLily h", "curl -u={{USERINFO}} h"),
    ("curl -H 'Token: at0z~ohp~V7H' h", "curl -H 'Token: {{TOKEN}}' h"),
    ("curl --header=\"Token: at0z~ohp~V7H\" h", "curl --header=\"Token: {{TOKEN}}\" h"),
    ("curl -H 'Token: $TOKEN' h", "curl -H 'Token: $TOKEN' h"),
    ("docker run --user=1000:1000 x", "docker run --user=1000:1000 x"),
  ])
  func `the options of curl that take credentials are known`(text: String, expected: String) {
    #expect(redacted(text, "text/plain") == expected)
  }

  @Test func `a token beside the protocols of a WebSocket is found, and protocols stay`() {
    func protocols(_ value: String) -> String? {
      let request = Interaction.Request(
        method: "GET", url: "ws://h/", headers: ["Sec-WebSocket-Protocol": value])
      return Redaction.standard.redacting(request).headers["Sec-WebSocket-Protocol"]
    }
    #expect(
      protocols("graphql-ws, access_token, \(Self.token)")
        == "graphql-ws, access_token, {{SEC_WEBSOCKET_PROTOCOL}}")
    for value in ["graphql-transport-ws, graphql-ws", "mqtt", "v4.channel.k8s.io, mqtt"] {
      #expect(protocols(value) == value)
    }
  }

  @Test func `an attribute of an element with a token is no value of its name`() {
    let element = "<wsse:BinarySecurityToken EncodingType=\"Base64Binary\">T</wsse:x>"
    #expect(
      redacted(element.replacing("T</", with: Self.token + "</"), "text/xml")
        == element.replacing("T</", with: "{{BINARYSECURITYTOKEN}}</"))
  }

  @Test func `Slack's short tokens and letters after ClickHouse's mark are shapes`() {
    #expect(redacted("got xoxr-UtMH5wR3Rg now", "text/plain") == "got {{SLACK_TOKEN}} now")
    #expect(
      redacted("x 4b1dNgdfaFlCGTZJBkpblru05rMLAVmpxMEkWlLTRW y", "text/plain")
        == "x {{CLICKHOUSE_KEY}} y")
  }

  @Test func `a text that only begins like JSON is read as what it is`() {
    func kind(_ text: String) -> TextKind { .of(Array(text.utf8), nil) }
    #expect(kind("{not json, but begins so} [x]") == .data)
    #expect(kind("[1,2,{\"a\":null}]\n") == .data)
    // Deeper than a layout shows, but JSON.
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    #expect(JSONScanner.layout(of: Array(deep.utf8)) == nil)
    #expect(JSONScanner.isJSON(Array(deep.utf8)))
    for text in ["", "{", "[1,]", "{\"a\"}", "[1] x", "{\"a\":01}", deep + "]"] {
      #expect(!JSONScanner.isJSON(Array(text.utf8)), "\(text.prefix(20))")
      #expect(JSONText(Array(text.utf8)) == nil)
    }
  }
}
