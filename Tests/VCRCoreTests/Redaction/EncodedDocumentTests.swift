import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// Documents within other texts: encoded, or recognised by what they say of themselves.
struct EncodedDocumentTests {
  private static let password = "Hunter-12!"

  private func redacted(_ body: String, _ type: String = "application/json") -> String {
    let response = Interaction.Response(
      status: 200, headers: ["Content-Type": type], body: Body(Array(body.utf8)))
    return String(decoding: Redaction.standard.redacting(response).body.bytes, as: UTF8.self)
  }

  private func base64(_ text: String, isURLSafe: Bool = false) -> String {
    String(decoding: Base64Text.encode(Array(text.utf8), isURLSafe: isURLSafe), as: UTF8.self)
  }

  @Test(arguments: [
    "{\"user\":\"ada\",\"password\":\"Hunter-12!\"}", "[{\"password\":\"Hunter-12!\"}]",
  ])
  func `JSON in Base64 loses its secrets and stays JSON in Base64`(json: String) throws {
    let body = redacted("{\"data\":\"\(base64(json))\",\"n\":1}")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])
    let data = try #require((object["data"] as? String).flatMap { Data(base64Encoded: $0) })
    #expect(
      String(decoding: data, as: UTF8.self)
        == json.replacing(Self.password, with: "{{PASSWORD}}"))
    #expect(redacted(body) == body)
  }

  @Test func `JSON in Base64 goes from a query, a form and a header`() throws {
    let json = "{\"user\":\"ada\",\"password\":\"\(Self.password)\"}"
    let value = base64(json).replacing("=", with: "%3D")
    let form = "application/x-www-form-urlencoded"
    let request = Redaction.standard.redacting(
      Interaction.Request(
        method: "POST", url: "http://h/?state=\(value)&n=1",
        headers: ["Content-Type": form, "X-Context": base64(json, isURLSafe: true)],
        body: Body(Array("state=\(value)&n=1".utf8))))
    let texts = [
      request.url, request.headers["X-Context"] ?? "",
      String(decoding: request.body.bytes, as: UTF8.self),
    ]
    for text in texts {
      let letters = try #require(text.firstMatch(of: /eyJ[A-Za-z0-9_-]+/))
      let value = Array(letters.0.utf8)
      let bytes = Base64Text.decode(value.view, in: value.indices) ?? []
      let decoded = String(decoding: bytes, as: UTF8.self)
      #expect(decoded.hasPrefix(#"{"user":"ada""#))
      #expect(decoded.contains("PASSWORD"))
      #expect(!decoded.contains("Hunter"))
    }
    #expect(request.url.hasSuffix("&n=1"))
  }

  @Test(arguments: ["ada", "lovelace", "grace1"])
  func `JSON in Base64 goes from a segment of a path, and the others stay`(user: String) throws {
    let json = "{\"user\":\"\(user)\",\"password\":\"\(Self.password)\"}"
    let value = base64(json, isURLSafe: true).replacing("=", with: "")
    let url = "http://h.test/add/\(value)/\(value)/manifest/all.json"
    let redacted = Redaction.standard.redacting(Interaction.Request(url: url)).url
    let rest = json.replacing(Self.password, with: "{{PASSWORD}}")
    let segments = redacted.split(separator: "/").map { Array($0.utf8) }
    #expect(segments.count == 7 && redacted.hasSuffix("/manifest/all.json"))
    for segment in segments[3...4] {
      let bytes = Base64Text.decode(segment.view, in: segment.indices)
      #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == rest)
    }
  }

  @Test func `a file of gzip in Base64 loses its secrets, and one without any stays`() throws {
    let packed =
      "H4sIAAAAAAACA6tWKi1OLVKyUkpMSVTSUSpILC4uzy9KAQp4lOaVpBbpGhopAsXz8ktSgWJAKiMzL10hNac4VSEjtShV"
      + "RwFFKLFEITEnR6kWAONAp7RWAAAA"
    let body = redacted("{\"data\":\"\(packed)\",\"n\":1}")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])
    let data = try #require((object["data"] as? String).flatMap { Data(base64Encoded: $0) })
    var budget = 1 << 16
    let file = try #require(CompressedData.next(in: Array(data).view, from: 0, &budget))
    #expect(file.wrapper == .gzip && !file.isCutOff)
    let content = String(decoding: file.content, as: UTF8.self)
    #expect(content.hasPrefix(#"{"user":"ada","password":"{{PASSWORD}}","note":"nothing"#))
    #expect(redacted(body) == body)
    let harmless =
      "H4sIAAAAAAACA6tWKi1OLVKyUkpMSVTSUcrLL0kFcoBURmZeukJqTnGqQkZqUaqOAopQYolCYk6OUi0AN8pSHD4AAAA="
    for text in [harmless, String(packed.dropLast(40)), "H4sIabcdefghijklmnopqrstuvwx"] {
      let json = "{\"data\":\"\(text)\",\"n\":1}"
      #expect(redacted(json) == json)
    }
  }

  @Test(arguments: ["0x", "\\\\x", "", "https://h.test/a/"], [false, true])
  func `settings in hexadecimal digits lose their secrets, and a digest stays`(
    prefix: String, isUpper: Bool
  ) throws {
    let settings = "user=ada\npassword=\(Self.password)\n"
    func body(_ text: String) -> String {
      let digits = String(decoding: Array(text.utf8).hexadecimal(isUpper: isUpper), as: UTF8.self)
      return "{\"data\":\"\(prefix)\(digits)\"}"
    }
    #expect(
      redacted(body(settings)) == body(settings.replacing(Self.password, with: "{{PASSWORD}}")))
    let harmless = body("user=ada\nhost=db.example.com\n")
    #expect(redacted(harmless) == harmless)
    let digest = "{\"sha256\":\"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\"}"
    #expect(redacted(digest) == digest)
  }

  @Test(arguments: ["?d=", "a/"], [1, 2])
  func `settings in Base64, once or twice, go from a query and a segment of a path`(
    start: String, times: Int
  ) throws {
    var value = "a=1\npassword=\(Self.password)?>\n"
    for _ in 0..<times { value = base64(value, isURLSafe: start == "a/") }
    value = value.replacing("=", with: start == "a/" ? "" : "%3D").replacing("+", with: "%2B")
      .replacing("/", with: "%2F")
    let sent = Interaction.Request(
      url: "http://h.test/\(start)\(value)" + (start == "a/" ? "/x" : "&n=1"))
    let url = Redaction.standard.redacting(sent).url
    #expect(url != sent.url && url.hasPrefix("http://h.test/\(start)"))
    #expect(url.hasSuffix(start == "a/" ? "/x" : "&n=1"))
    #expect(Redaction.standard.redacting(Interaction.Request(url: url)).url == url)
  }

  @Test func `an element whose attributes stand in lines of their own loses its value`() {
    let xml = "<r><a:password\n  type=\"x\"\n>\n  \(Self.password)\n</a:password></r>"
    for type in ["application/xml", "text/html"] {
      #expect(
        redacted(xml, type) == xml.replacing("\n  \(Self.password)", with: "\n  {{PASSWORD}}"))
    }
  }

  @Test(arguments: [Charset.utf32LittleEndian, .utf32BigEndian], ["", "\u{FEFF}"])
  func `a text in UTF-32 loses its secrets and stays one`(charset: Charset, mark: String) throws {
    let text = mark + "{\"user\":\"ada\",\"password\":\"\(Self.password)\",\"é\":\"🐎\"}"
    let response = Interaction.Response(
      status: 200, headers: ["Content-Type": "application/json"],
      body: Body(try #require(charset.encode(text.utf8))))
    let redacted = Redaction.standard.redacting(response)
    let stored = try #require(charset.decode(redacted.body.bytes))
    #expect(
      String(decoding: stored, as: UTF8.self)
        == text.replacing(Self.password, with: "{{PASSWORD}}"))
    #expect(Redaction.standard.redacting(redacted) == redacted)
  }

  @Test func `cursors and other harmless JSON in Base64 stay`() {
    let body = "{\"next\":\"\(base64("{\"id\":4711,\"after\":\"2026-11-24\"}"))\"}"
    #expect(redacted(body) == body)
  }

  @Test(arguments: ["postgres%3A%2F%2Fada%3AHunter-12%21%40db%2Fx", "amqp://ada:Hunter-12!@db/x"])
  func `the password of a URL goes from queries and forms`(url: String) {
    let form = "application/x-www-form-urlencoded"
    let request = Redaction.standard.redacting(
      Interaction.Request(
        method: "POST", url: "http://h/?target=\(url)&n=1", headers: ["Content-Type": form],
        body: Body(Array("n=1&target=\(url)".utf8))))
    #expect(!request.url.contains("Hunter"))
    #expect(request.url.hasSuffix("&n=1"))
    #expect(!String(decoding: request.body.bytes, as: UTF8.self).contains("Hunter"))
  }

  @Test func `all data of a Secret of Kubernetes goes, and nothing of another object`() {
    let (value, certificate) = (base64("tiger"), base64("-----BEGIN CERTIFICATE-----\nMII"))
    func object(_ kind: String) -> String {
      #"{"kind":"\#(kind)","data":{"conf":"\#(value)","ca.crt":"\#(certificate)"},"type":"Opaque"}"#
    }
    #expect(
      redacted(object("Secret"))
        == #"{"kind":"Secret","data":{"conf":"{{CONF}}","ca.crt":"\#(certificate)"},"type":"Opaque"}"#
    )
    #expect(redacted(object("ConfigMap")) == object("ConfigMap"))
    let list = #"{"kind":"SecretList","items":[{"stringData":{"conf":"tiger"}}]}"#
    #expect(redacted(list) == list.replacing("tiger", with: "{{CONF}}"))
    let (other, block) = (base64("lioness"), base64("leopard"))
    let yaml = """
      kind: ConfigMap
      data:
        a: \(value)
      ---
      data:
        a: \(other)
        b: |
          \(block)
      kind: Secret
      type: Opaque
      """
    let wanted = """
      kind: ConfigMap
      data:
        a: \(value)
      ---
      data:
        a: {{A}}
        b: |
          {{DATA}}
      kind: Secret
      type: Opaque
      """
    #expect(redacted(yaml, "application/yaml") == wanted)
  }

  @Test func `a token is found behind the byte that says how long it is`() {
    let token =
      "xoxb-" + String(repeating: "4711", count: 5) + "-" + String(repeating: "aZ3", count: 7)
    for text in [token, token + "bcdefghij", "ghp_" + String(repeating: "aB1", count: 12)] {
      let field = [0x0A, UInt8(text.utf8.count)] + Array(text.utf8) + [0x10, 1]
      let body = [0, 0, 0, 0, UInt8(field.count)] + field
      let request = Redaction.standard.redacting(
        Interaction.Request(
          method: "POST", url: "http://h/", headers: ["Content-Type": "application/grpc"],
          body: Body(body)))
      #expect(
        !request.body.bytes.contains(Array(text.utf8.prefix(12)), in: request.body.bytes.indices))
    }
  }
}
