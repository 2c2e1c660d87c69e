import Foundation
import Testing

@testable import VCRCore

/// A secret that is known by its value is found in every encoding, and restored in it.
struct NamedSecretTests {
  private static let secret = #"s3/cr+t & "q"=<é>~9"#
  private static let redaction = Redaction(.secret("API_TOKEN", value: secret))

  private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  private static func urlSafe(_ text: String) -> String {
    base64(text).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Texts with the secret in them, each in another encoding.
  private static let spellings: [(name: String, text: String)] = {
    let upper = percentEncoded(secret)
    let json = #"s3/cr+t & \"q\"=<é>~9"#
    return [
      ("plain", secret),
      ("percent-encoded", upper),
      ("percent-encoded in lower case", upper.replacing(/%[0-9A-F]{2}/) { $0.0.lowercased() }),
      (
        "percent-encoded but for what a path allows",
        secret.addingPercentEncoding(
          withAllowedCharacters: .urlPathAllowed) ?? ""
      ),
      ("form-encoded", upper.replacing("%20", with: "+")),
      ("percent-encoded twice", percentEncoded(upper)),
      ("JSON", json),
      ("JSON with slashes escaped", json.replacing("/", with: #"\/"#)),
      (
        "JSON as Go escapes it",
        json.replacing("<", with: #"\u003c"#).replacing(">", with: #"\u003e"#)
          .replacing("&", with: #"\u0026"#)
      ),
      ("JSON in ASCII", json.replacing("é", with: #"\u00e9"#)),
      ("JSON within JSON", json.replacing(#"\"#, with: #"\\"#).replacing("\"", with: "\\\"")),
      ("HTML", "s3/cr+t &amp; &quot;q&quot;=&lt;é&gt;~9"),
      ("HTML in numbers", "s3/cr+t &#38; &#x22;q&#34;=&#60;&#233;&#62;~9"),
      ("Base64", base64(secret)),
      ("Base64 after one byte", base64("x" + secret)),
      ("Base64 after two bytes", base64("xy" + secret + "z")),
      ("Base64 of a pair", base64("ada:" + secret)),
      ("Base64 without padding", base64("ab" + secret).replacing("=", with: "")),
      ("Base64 for URLs", urlSafe("ada>?:" + secret)),
      ("Base64 in a URL", percentEncoded(base64("a" + secret))),
      ("Base64 within a longer text", base64("{\"x\":1,\"t\":\"" + secret + "\",\"y\":[2,3]}")),
    ]
  }()

  private static func percentEncoded(_ text: String) -> String {
    text.utf8.map { byte in
      ByteSet.unreserved.contains(byte)
        ? String(UnicodeScalar(byte))
        : "%" + String(byte >> 4, radix: 16, uppercase: true)
          + String(byte & 15, radix: 16, uppercase: true)
    }.joined()
  }

  private func response(_ body: String, type: String = "text/plain") -> Interaction.Response {
    Interaction.Response(
      status: 200, headers: ["Content-Type": type, "X-Copy": body], body: Body(Array(body.utf8)))
  }

  @Test(arguments: spellings.indices)
  func `a secret is found however it is encoded, and restored to the same bytes`(index: Int) throws
  {
    let spelling = Self.spellings[index]
    let text = "before \(spelling.text) after"
    let original = response(text)
    let redacted = Self.redaction.redacting(original)
    let stored = String(decoding: redacted.body.bytes, as: UTF8.self)
    #expect(stored.contains("{{API_TOKEN}}"), "\(spelling.name)")
    #expect(!stored.contains(spelling.text))
    #expect(redacted.headers["X-Copy"] == stored)
    #expect(Self.redaction.redacting(redacted) == redacted)
    for other in Self.spellings.prefix(2) { #expect(!stored.contains(other.text)) }

    var outcome = Interaction.Outcome.response(redacted)
    Self.redaction.restore(&outcome)
    let restored = try #require(outcome.asResponse)
    let served = String(decoding: restored.body.bytes, as: UTF8.self)
    // What escapes now in one way and now in another comes back in the usual one.
    if spelling.name != "HTML in numbers" { #expect(served == text, "\(spelling.name)") }
    #expect(Self.redaction.redacting(restored).body.bytes.count == redacted.body.bytes.count)
  }

  @Test(arguments: spellings.indices)
  func `a request has the bare placeholder in every encoding`(index: Int) {
    let spelling = Self.spellings[index]
    let request = Interaction.Request(
      method: "POST", url: "http://h/?q=1", headers: ["X-Copy": spelling.text],
      body: Body(Array(spelling.text.utf8)))
    let redacted = Self.redaction.redacting(request)
    let body = String(decoding: redacted.body.bytes, as: UTF8.self)
    #expect(body.contains("{{API_TOKEN}}") && !body.contains("{{base64"), "\(spelling.name)")
    #expect(redacted.headers["X-Copy"] == body)
  }

  @Test func `Basic credentials are named after the secret in them`() {
    for user in ["", "a", "ad", "ada", "adal"] {
      let value = "Basic " + Self.base64("\(user):\(Self.secret)")
      let request = Interaction.Request(url: "http://h/", headers: ["Authorization": value])
      let redacted = Self.redaction.redacting(request)
      #expect(redacted.headers["Authorization"] == "Basic {{API_TOKEN}}")
      #expect(Self.redaction.redacting(redacted) == redacted)
    }
    let token = Interaction.Request(
      url: "http://h/", headers: ["Authorization": "Bearer \(Self.secret)"])
    #expect(Self.redaction.redacting(token).headers["Authorization"] == "Bearer {{API_TOKEN}}")
  }

  @Test func `a form keeps its encoding and gets the secret back in it`() throws {
    let form = "a=1&t=s3%2Fcr%2Bt+%26+%22q%22%3D%3C%C3%A9%3E~9&b=2"
    let type = "application/x-www-form-urlencoded"
    let redacted = Self.redaction.redacting(response(form, type: type))
    #expect(
      String(decoding: redacted.body.bytes, as: UTF8.self) == "a=1&t=%7B%7BAPI_TOKEN%7D%7D&b=2")
    var outcome = Interaction.Outcome.response(redacted)
    Self.redaction.restore(&outcome)
    let restored = try #require(outcome.asResponse)
    #expect(String(decoding: restored.body.bytes, as: UTF8.self) == form)
  }

  @Test func `two secrets in one group of Base64 are both found`() throws {
    let redaction = Redaction(
      .secret("USER", value: "ada-lovela"), .secret("PASSWORD", value: "hunter2-hunter2"))
    let text = Self.base64("ada-lovela:hunter2-hunter2")
    let redacted = redaction.redacting(response(text))
    #expect(redacted.headers["X-Copy"] == "{{base64:{{USER}}%3A{{PASSWORD}}}}")
    var outcome = Interaction.Outcome.response(redacted)
    redaction.restore(&outcome)
    let restored = try #require(outcome.asResponse)
    #expect(restored.headers["X-Copy"] == text)
  }

  @Test func `of two secrets one of which begins with the other the longer is found`() {
    let redaction = Redaction(
      .secret("SHORT", value: "token-1"), .secret("LONG", value: "token-12345"),
      .secret("OTHER", value: "token-2"))
    #expect(
      redaction.redacting(text: "token-12345 token-1234 token-2 token-3")
        == "{{LONG}} {{SHORT}}234 {{OTHER}} token-3")
  }

  @Test func `only secrets that were named are restored`() throws {
    let redacted = response(
      "{{API_TOKEN}} {{HOME}} {{base64:a{{HOME}}}} {{base64:a%3A{{API_TOKEN}}}}")
    var outcome = Interaction.Outcome.response(redacted)
    Redaction(.secret("API_TOKEN", value: "abcd")).restore(&outcome)
    let restored = try #require(outcome.asResponse)
    #expect(
      String(decoding: restored.body.bytes, as: UTF8.self)
        == "abcd {{HOME}} {{base64:a{{HOME}}}} YTphYmNk")
  }

  @Test func `thousands of secrets and hostile texts take time in proportion to the text`() {
    var redaction = Redaction.standard
    for index in 0..<3000 {
      redaction = redaction.adding(.secret("KEY_\(index)", value: "sk_live_sk_live_\(index)x"))
      redaction = redaction.adding(.query(["parameter-\(index)"]))
    }
    let texts = [
      String(repeating: "sk_live_", count: 20000), String(repeating: "{{A", count: 25000),
      String(repeating: "{{a:{{a:", count: 15000),
      String(repeating: "password:(", count: 10000),
      String(repeating: "eyJ-eyJ.", count: 10000),
      String(repeating: "-----BEGIN PRIVATE KEY-----", count: 4000),
      String(repeating: #"name="token" "#, count: 5000),
      String(repeating: #"\"\\\""#, count: 15000),
      String(repeating: "<password>", count: 10000),
      String(repeating: "http://a", count: 10000), String(repeating: "&#x", count: 20000),
      String(repeating: "%7B%7BA", count: 10000), String(repeating: "Bearer ", count: 10000),
    ]
    for text in texts {
      #expect(redaction.redacting(response(text)).status == 200)
    }
    let long = "a sk_live_sk_live_2999x b"
    #expect(redaction.redacting(text: long) == "a {{KEY_2999}} b")
  }
}
