import Testing

@testable import VCRCore

/// Documents in binary forms of JSON lose their secrets as JSON does, and are documents afterwards.
struct BinaryDocumentTests {
  private static let long = String(repeating: "q7Zt2LmX9vB4nRk8Wd3Hs6Yc", count: 12)

  /// Values of which a short one becomes longer, and long ones shorter.
  private static let values = ["tiger99", "q7Zt2LmX9vB4nRk8Wd3Hs6Yc-q7Zt2LmX", long]

  /// A document: `{"id": 7, "cfg": {"password": value, "list": ["a", 1.5, null]}, "n": true}`.
  private static func messagePack(_ value: String) -> [UInt8] {
    let head: [UInt8] =
      value.utf8.count < 32
      ? [0xA0 | UInt8(value.utf8.count)]
      : value.utf8.count < 256
        ? [0xD9, UInt8(value.utf8.count)]
        : [0xDA, UInt8(value.utf8.count >> 8), UInt8(value.utf8.count & 0xFF)]
    return [0x83, 0xA2] + Array("id".utf8) + [0x07, 0xA3] + Array("cfg".utf8) + [0x82, 0xA8]
      + Array("password".utf8) + head + Array(value.utf8) + [0xA4] + Array("list".utf8)
      + [0x93, 0xA1, 0x61, 0xCB, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0, 0xC0, 0xA1, 0x6E, 0xC3]
  }

  private static func cbor(_ value: String) -> [UInt8] {
    let head: [UInt8] =
      value.utf8.count < 24
      ? [0x60 | UInt8(value.utf8.count)]
      : value.utf8.count < 256
        ? [0x78, UInt8(value.utf8.count)]
        : [0x79, UInt8(value.utf8.count >> 8), UInt8(value.utf8.count & 0xFF)]
    return [0xA3, 0x62] + Array("id".utf8) + [0x07, 0x63] + Array("cfg".utf8) + [0xBF, 0x68]
      + Array("password".utf8) + head + Array(value.utf8) + [0x64] + Array("list".utf8)
      + [0x83, 0x61, 0x61, 0xF9, 0x3E, 0x00, 0xF6, 0xFF, 0x61, 0x6E, 0xF5]
  }

  private static func bson(_ value: String) -> [UInt8] {
    func int32(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
    func document(_ elements: [UInt8]) -> [UInt8] { int32(elements.count + 5) + elements + [0] }
    func element(_ kind: UInt8, _ name: String, _ value: [UInt8]) -> [UInt8] {
      [kind] + Array(name.utf8) + [0] + value
    }
    let list = document(
      element(0x02, "0", int32(2) + [0x61, 0]) + element(0x0A, "1", []))
    let password = int32(value.utf8.count + 1) + Array(value.utf8) + [0]
    return document(
      element(0x10, "id", int32(7))
        + element(
          0x03, "cfg", document(element(0x02, "password", password) + element(0x04, "list", list)))
        + element(0x08, "n", [1]))
  }

  private static let forms: [(type: String, make: @Sendable (String) -> [UInt8])] = [
    ("application/msgpack", messagePack), ("application/cbor", cbor), ("application/bson", bson),
  ]

  private func redacted(_ bytes: [UInt8], _ type: String) -> [UInt8] {
    Redaction.standard.redacting(
      Interaction.Response(status: 200, headers: ["Content-Type": type], body: Body(bytes))
    ).body.bytes
  }

  @Test func `a password in a document goes, and what is left is the document without it`() {
    for form in Self.forms {
      for type in [form.type, "application/octet-stream"] {
        for value in Self.values {
          #expect(redacted(form.make(value), type) == form.make("{{PASSWORD}}"), "\(type) \(value)")
        }
      }
    }
  }

  @Test func `a token in a document is known by its form`() {
    let token = "gh" + "p_" + "x7Zt2LmX9vB4nRk8Wd3Hs6Ycq7Zt2LmX9vB4"
    let document: [UInt8] = [0x81, 0xA1, 0x76, 0xD9, 40] + Array(token.utf8)
    #expect(
      redacted(document, "application/x-msgpack")
        == [0x81, 0xA1, 0x76, 0xB0] + Array("{{GITHUB_TOKEN}}".utf8))
  }

  @Test func `several documents after one another are all read`() {
    let two = Self.cbor("tiger99") + Self.cbor(Self.long)
    #expect(
      redacted(two, "application/cbor-seq")
        == Self.cbor("{{PASSWORD}}") + Self.cbor("{{PASSWORD}}"))
  }

  @Test(arguments: [-1, 0, 1])
  func `a text whose beginning happens to announce its length is no document`(more: Int) {
    // `X-` is the head of 45 bytes in CBOR.
    let name = "X--Hasura-Admin-Secret"
    let value = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc" + String(repeating: "z", count: more + 1)
    let body = Array("\(name) \(value.dropLast())".utf8)
    #expect(redacted(body, "application/octet-stream") == redacted(body, "text/plain"))
  }

  @Test func `what ends early, or is longer than it says, is no document`() {
    for form in Self.forms {
      let whole = form.make("tiger99")
      for end in whole.indices {
        // A shorter one may be a document of another form, and nothing fails.
        _ = redacted(Array(whole[..<end]), form.type)
        _ = redacted(Array(whole[end...]), form.type)
      }
      var generator = SystemRandomNumberGenerator()
      for _ in 0..<300 {
        var broken = whole
        broken[Int.random(in: broken.indices, using: &generator)] = UInt8.random(in: 0...255)
        _ = redacted(broken, form.type)
      }
    }
    let deep = Array(repeating: UInt8(0x91), count: 100_000)
    #expect(redacted(deep, "application/msgpack") == deep)
  }
}
