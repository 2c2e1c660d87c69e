import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// A named secret is found in whatever carries it, and whatever its own carrier put around it.
struct SecretCarrierTests {
  private static let phrase = "correct horse battery staple"

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func response(
    _ body: [UInt8], _ type: String, headers: HeaderFields = [:]
  ) -> Interaction.Response {
    var headers = headers
    headers.fields.append(HeaderField("Content-Type", type))
    return Interaction.Response(status: 200, headers: headers, body: Body(body))
  }

  /// What a client is served of a redacted response when the values are at hand.
  private func restored(
    _ response: Interaction.Response, _ redaction: Redaction
  ) -> Interaction.Response? {
    var outcome = Interaction.Outcome.response(response)
    redaction.restore(&outcome)
    guard case .response(let restored) = outcome else { return nil }
    return restored
  }

  @Test(arguments: ["+", "%20"], ["plain", "with/slash", "with~tilde"])
  func `a value with spaces is found in forms and queries`(space: String, kind: String) throws {
    let value = kind == "plain" ? Self.phrase : "correct \(kind) battery"
    let redaction = Redaction(.secret("PHRASE", value: value))
    let encoded = value.replacing(" ", with: space).replacing("/", with: "%2F")
      .replacing("~", with: space == "+" ? "%7E" : "~")
    let form = "application/x-www-form-urlencoded"
    let request = redaction.redacting(
      Interaction.Request(
        method: "POST", url: "http://h/?q=\(encoded)&n=1", headers: ["Content-Type": form],
        body: Body(Array("note=\(encoded)&n=1".utf8))))
    #expect(request.url == "http://h/?q={{PHRASE}}&n=1")
    #expect(text(request.body.bytes) == "note=%7B%7BPHRASE%7D%7D&n=1")
    let original = response(
      Array("note=\(encoded)&n=1".utf8), form, headers: ["Location": "/x?q=\(encoded)"])
    let redacted = redaction.redacting(original)
    #expect(!text(redacted.body.bytes).contains("horse"))
    #expect(redacted.headers["Location"]?.contains("battery") == false)
    #expect(restored(redacted, redaction) == original)
    let json = response(Array(#"{"next":"/x?q=\#(encoded)"}"#.utf8), "application/json")
    let stored = redaction.redacting(json)
    #expect(!text(stored.body.bytes).contains("battery"))
    #expect(restored(stored, redaction) == json)
  }

  @Test(arguments: [
    ("s3cret-t0ken\n", "s3cret-t0ken"), ("s3cret-t0ken\r\n", "s3cret-t0ken"),
    ("  s3cret-t0ken ", "s3cret-t0ken"), ("\"s3cret-t0ken\"", "s3cret-t0ken"),
    ("'s3cret-t0ken'\n", "s3cret-t0ken"), ("Bearer s3cret-t0ken", "s3cret-t0ken"),
    ("ada:s3cret-t0ken", "s3cret-t0ken"), ("Basic YWRhOnMzY3JldC10MGtlbg==", "s3cret-t0ken"),
    ("postgres://ada:s3cret-t0ken@db/x", "s3cret-t0ken"),
    ("https://ada:s3cret%2Dt0ken@db/x", "s3cret-t0ken"),
  ])
  func `what travels of a value is found`(value: String, part: String) {
    let redaction = Redaction(.secret("TOKEN", value: value))
    #expect(redaction.unusableSecret == nil)
    #expect(!redaction.secretNotices.isEmpty)
    for notice in redaction.secretNotices { #expect(!notice.contains(part)) }
    let message = redaction.redacting(
      Interaction.Request(url: "http://h/\(part)", headers: ["X-Any": "a \(part) b"]))
    #expect(!message.url.contains(part))
    #expect(message.headers["X-Any"]?.contains(part) == false)
    let whole = value.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(!redaction.redacting(text: "x \(whole) y").contains(part))
  }

  @Test(arguments: [
    "a", "xy", "key", " \n", "ab\n", "password", "Bearer abc", "JSON", "localhost", "Bearer ",
    "{{API_KEY}}x9", "a{{TOKEN}}",
  ])
  func `what stands in everything is refused as a secret`(value: String) throws {
    let redaction = Redaction(.secret("SHORT", value: value))
    let unusable = try #require(redaction.unusableSecret)
    #expect(unusable.name == "SHORT" && unusable.reason != nil)
    #expect(!unusable.description().contains("'\(value)'"))
    #expect(redaction.redacting(text: "api.example.com \(value)").contains("example"))
    let folder = try TemporaryDirectory()
    let error = #expect(throws: DeckError.self) {
      try Deck(
        cassette: folder.file("a.yaml").path, options: .init(mode: .all, redaction: redaction))
    }
    #expect(error?.kind == .unknownSecret)
  }

  @Test func `a replay takes a dummy that would be refused while recording`() {
    let redaction = Redaction(.secret("TOKEN", value: "x"))
    #expect(
      redaction.redacting(Interaction.Request(url: "http://example.com/x")).url
        == "http://example.com/x")
  }

  @Test(arguments: ["utf-16le", "utf-16be", "utf-16", "", "iso-8859-1", "windows-1252"])
  func `a body in another charset is searched in it`(name: String) throws {
    let secret = name.hasPrefix("utf-16") || name.isEmpty ? "s3crét-t0kén-🐎" : "s3crét-t0kén"
    let charset = Charset(name: name) ?? .utf16LittleEndian
    let redaction = Redaction(.secret("TOKEN", value: secret))
    let source =
      #"{"note":"a long text in front","t":"\#(secret)","password":"q1w2e3r4","g":"ghp_"#
      + String(repeating: "a1", count: 18) + "\"}"
    let bytes = try #require(charset.encode(source.utf8))
    let type = "text/plain" + (name.isEmpty ? "" : "; charset=\(name)")
    let original = response(bytes, type)
    let redacted = redaction.redacting(original)
    let stored = try #require(charset.decode(redacted.body.bytes).map(text))
    #expect(
      stored
        == #"{"note":"a long text in front","t":"{{TOKEN}}","password":"{{PASSWORD}}","g":"{{GITHUB_TOKEN}}"}"#
    )
    #expect(redaction.redacting(redacted) == redacted)
    let served = try #require(restored(redacted, redaction))
    #expect(charset.decode(served.body.bytes).map(text)?.contains(secret) == true)
  }

  @Test func `the pieces of a stream in UTF-16 keep their borders`() throws {
    let redaction = Redaction(.secret("TOKEN", value: "s3cret-t0ken"))
    let bytes = try #require(
      Charset.utf16LittleEndian.encode("before s3cret-t0ken after🐎x".utf8))
    for cut in 1..<bytes.count {
      var original = response(bytes, "text/plain; charset=utf-16le")
      original.body.chunks = [
        .init(length: cut, after: 0), .init(length: bytes.count - cut, after: 1),
      ]
      let body = redaction.redacting(original).body
      #expect(body.chunks.reduce(0) { $0 + $1.length } == body.bytes.count)
      #expect(
        Charset.utf16LittleEndian.decode(body.bytes).map(text) == "before {{TOKEN}} after🐎x")
    }
  }

  @Test func `a secret in a name is found there`() {
    let redaction = Redaction(.secret("TOKEN", value: "s3cret-t0ken"))
    let token = "ghp_" + String(repeating: "a1", count: 18)
    let request = redaction.redacting(
      Interaction.Request(
        url: "http://h/?s3cret-t0ken=1&b=2",
        headers: HeaderFields([.init("X-s3cret-t0ken", "1"), .init("X-\(token)", "1")])))
    #expect(request.url == "http://h/?{{TOKEN}}=1&b=2")
    #expect(request.headers.fields.map(\.name) == ["X-{{TOKEN}}", "X-{{GITHUB_TOKEN}}"])
    let original = response([], "text/plain", headers: ["X-s3cret-t0ken": "1"])
    let redacted = redaction.redacting(original)
    #expect(redacted.headers["X-{{TOKEN}}"] == "1")
    #expect(restored(redacted, redaction) == original)
    #expect(restored(redacted, .standard)?.headers["X-TOKEN"] == "1")
  }

  @Test(arguments: ["dummy=1&b=2", "b=2&dummy=1", "s3cret-t0ken=1&b=2"])
  func `a query's name that was a secret stands for anything in a replay`(query: String) {
    let alignment = PlaceholderAlignment(known: [])
    let recorded = Interaction.Request(url: "http://h/?{{TOKEN}}=1&b=2")
    let aligned = alignment.aligned(
      Interaction.Request(url: "http://h/?\(query)"), to: recorded)
    let policy: RequestEquivalence = .standard
    #expect(policy.areEquivalent(aligned, recorded))
    let other = alignment.aligned(Interaction.Request(url: "http://h/?dummy=3&b=2"), to: recorded)
    #expect(!policy.areEquivalent(other, recorded))
  }

  @Test(arguments: [false, true])
  func `hexadecimal digits of a secret are found and restored`(isUpper: Bool) {
    let redaction = Redaction(.secret("TOKEN", value: "s3cret-t0ken"))
    let hex = "s3cret-t0ken".utf8.map { String($0, radix: 16, uppercase: isUpper) }.joined()
    let original = response(Array("id \(hex) end".utf8), "text/plain")
    let redacted = redaction.redacting(original)
    #expect(
      text(redacted.body.bytes) == "id {{\(isUpper ? "hex-upper" : "hex"):{{TOKEN}}}} end")
    #expect(restored(redacted, redaction) == original)
    #expect(
      redaction.redacting(Interaction.Request(url: "http://h/\(hex)")).url == "http://h/{{TOKEN}}")
  }

  @Test(arguments: ["text/event-stream", "application/x-ndjson"], 1..<12)
  func `a secret that a stream hands out in parts is found`(type: String, cut: Int) {
    let secret = "s3cret\"t0ken"
    func quoted(_ part: String) -> String { part.replacing("\"", with: "\\\"") }
    let middle = min(secret.count, cut + 3)
    let parts = [
      "one ", String(secret.prefix(cut)),
      String(secret.dropFirst(cut).prefix(middle - cut)), String(secret.dropFirst(middle)), " two",
    ]
    let isEvents = type == "text/event-stream"
    let body = parts.map { part in
      let line = #"{"id":"a","choices":[{"delta":{"content":"\#(quoted(part))"}}]}"#
      return isEvents ? "data: \(line)\n\n" : line + "\n"
    }.joined()
    let redaction = Redaction(.secret("TOKEN", value: secret))
    let redacted = redaction.redacting(response(Array(body.utf8), type))
    let stored = text(redacted.body.bytes)
    #expect(stored.contains("{{TOKEN}}"))
    let joined = stored.matches(of: /"content":"((?:[^"\\]|\\.)*)"/).map { $0.1 }.joined()
    #expect(joined == "one {{json:{{TOKEN}}}} two")
    #expect(stored.split(separator: "\n").allSatisfy { $0.hasSuffix("}]}") })
    #expect(redaction.redacting(redacted) == redacted)
  }

  @Test func `plain data of events is read as one text`() {
    let redaction = Redaction(.secret("TOKEN", value: "s3cret-t0ken"))
    let body = "event: x\ndata: a s3cr\n\nevent: x\ndata: et-t0ken b\n\n"
    let redacted = redaction.redacting(response(Array(body.utf8), "text/event-stream"))
    #expect(
      text(redacted.body.bytes) == "event: x\ndata: a {{TOKEN}}\n\nevent: x\ndata:  b\n\n")
  }
}
