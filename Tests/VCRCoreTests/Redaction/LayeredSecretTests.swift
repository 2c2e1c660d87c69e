import Foundation
import Testing

@testable import VCRCore

/// A named secret is found in one encoding within another, in any order, and restored.
struct LayeredSecretTests {
  private static let secret = "q7ZtB4mWx9Kd2RvY8nPs"
  private static let redaction = Redaction(.secret("API_TOKEN", value: secret))

  /// What zlib made of a text with the secret.
  private static let compressed = [
    "gzip": """
    H4sIAAAAAAACAwvJSFUoLU4tUkhMSVQozkzPK1bIzFMozyzJUCg0jypxMskNr7D0TjEKKou0yAsoVkjMS1HIyy/J\
    yMxLV0jNKU7VUwjBNCG/tASfEemJmXl6AJx0Lw15AAAA
    """,
    "zlib": """
    eNp90btqAzEQheE+TzFPYHS0V6VM68YYQ4i7hZV3BRsttrS2Hz8pNEIDxtXAXwx8HPVJi/OWFK0XirOlZZ0+kGJX\
    Rp0i6rJWqWqUtebal7VJtWrK2qZa67J2XE1Z+1Sbtqwm1bYSCMUKacs4oQPzesED+4zwgYFGAMFCKEEEGwGBRJe7\
    YIKd0AIKlqISVK3yNsKqkbucMm/ZCK1mLVrBPf3fLdgbDeNAwU0+kPP0cHGma3eOX/Xv99PsR328//T+EGjwI/k1\
    zs5PZJdgd/Tiw7rFdy+mwfndH8gpyfE=
    """,
    "deflate": """
    C8lIVSgtTi1SSExJVCjOTM8rVsjMUyjPLMlQKDSPKnEyyQ2vsPROMQoqi7TICyhWSMxLUcjLL8nIzEtXSM0pTtVT\
    CME0Ib+0BJ8R6YmZeXoA
    """,
    "zip": """
    UEsDBBQAAAAIAAAAIQCcdC8NUQAAAHkAAAAFAAAAYS50eHQLyUhVKC1OLVJITElUKM5MzytWyMxTKM8syVAoNI8q\
    cTLJDa+w9E4xCiqLtMgLKFZIzEtRyMsvycjMS1dIzSlO1VMIwTQhv7QEnxHpiZl5egBQSwECFAMUAAAACAAAACEA\
    nHQvDVEAAAB5AAAABQAAAAAAAAAAAAAAgAEAAAAAYS50eHRQSwUGAAAAAAEAAQAzAAAAdAAAAAAA
    """,
  ]

  private static func bytes(compressed name: String) throws -> [UInt8] {
    Array(try #require(Data(base64Encoded: compressed[name] ?? "")))
  }

  /// The layers by their names in placeholders.
  private static let layers = [
    "percent-all", "json-unicode", "html-all", "base64", "base64url-unpadded", "base64-76-crlf",
    "hex", "hex-upper", "utf16le", "utf16be", "quoted-signs",
    "quoted-5-11-crlf",
  ]

  private static func encoded(_ text: [UInt8], _ layer: String) throws -> [UInt8] {
    let name = Array(layer.utf8)
    let encoded = EncodingLayer(named: name.view)?.encode(text)
    return try #require(encoded)
  }

  private static func document(_ text: [UInt8]) -> [UInt8] {
    Array("{\"id\": 7, \"name\": \"Ada Lovelace\", \"value\": \"".utf8) + text + Array("\"}".utf8)
  }

  private func redacted(_ bytes: [UInt8]) -> [UInt8] {
    let type = "application/octet-stream"
    let response = Interaction.Response(
      status: 200, headers: ["Content-Type": type], body: Body(bytes))
    let redacted = Self.redaction.redacting(response)
    #expect(Self.redaction.redacting(redacted) == redacted)
    return redacted.body.bytes
  }

  private func restored(_ bytes: [UInt8]) throws -> [UInt8] {
    let type = "application/octet-stream"
    var outcome = Interaction.Outcome.response(
      Interaction.Response(status: 200, headers: ["Content-Type": type], body: Body(bytes)))
    Self.redaction.restore(&outcome)
    return try #require(outcome.asResponse).body.bytes
  }

  /// Each layer in each, but for UTF-16 in UTF-16, which nobody writes.
  private static let pairs = layers.flatMap { inner in layers.map { (inner, $0) } }
    .filter { !$0.hasPrefix("utf16") || !$1.hasPrefix("utf16") }

  @Test(arguments: pairs)
  func `a secret in two encodings is found and comes back to the byte`(
    inner: String, outer: String
  ) throws {
    let value = try Self.encoded(Array(Self.secret.utf8), inner)
    for text in [value, Self.document(value)] {
      let bytes = Array("before ".utf8) + (try Self.encoded(text, outer)) + Array(" after".utf8)
      let stored = redacted(bytes)
      #expect(stored.contains(Array("{{API_TOKEN}}".utf8), in: stored.indices))
      #expect(try restored(stored) == bytes)
    }
  }

  @Test(arguments: [
    ["base64", "base64", "base64", "base64"], ["percent-all", "base64", "hex", "base64"],
    ["base64", "json-unicode", "base64", "percent-all"], ["utf16le", "base64", "base64"],
    ["hex", "utf16be", "base64-76-crlf"],
  ])
  func `more encodings are undone in any order`(path: [String]) throws {
    var bytes = Array(Self.secret.utf8)
    for layer in path { bytes = try Self.encoded(Self.document(bytes), layer) }
    let stored = redacted(bytes)
    #expect(stored.contains(Array("{{API_TOKEN}}".utf8), in: stored.indices))
    #expect(try restored(stored) == bytes)
  }

  @Test func `a secret over the end of a line of Base64 is found`() throws {
    for before in 40..<60 {
      let text = Array((String(repeating: "x", count: before) + Self.secret + " and more").utf8)
      for layer in ["base64-76-crlf", "base64-64-lf"] {
        let bytes = Array("MIME\r\n\r\n".utf8) + (try Self.encoded(text, layer))
        let stored = redacted(bytes)
        #expect(stored.contains(Array("{{API_TOKEN}}".utf8), in: stored.indices))
        #expect(try restored(stored) == bytes)
      }
    }
  }

  @Test(arguments: ["gzip", "zlib"])
  func `a compressed file in a part of a form holds no secret, and decompresses in a replay`(
    name: String
  ) throws {
    let data = try Self.bytes(compressed: name)
    let head = Array("--B\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n".utf8)
    let bytes = head + data + Array("\r\n--B--\r\n".utf8)
    let stored = redacted(bytes)
    #expect(stored.starts(with: head + Array("{{\(name):".utf8)))
    #expect(stored.suffix(9) == bytes.suffix(9))
    let served = try restored(stored)
    var budget = 1 << 20
    let sent = CompressedData.next(in: bytes.view, from: 0, &budget)
    let received = CompressedData.next(in: served.view, from: 0, &budget)
    let (before, after) = (try #require(sent), try #require(received))
    #expect(after.wrapper.rawValue == name)
    #expect(after.content == before.content)
    #expect(after.content.contains(Array(Self.secret.utf8), in: after.content.indices))
  }

  @Test func `compressed data are found in Base64, in a URL, in an archive and cut off`() throws {
    let placeholder = Array("{{API_TOKEN}}".utf8)
    for name in Self.compressed.keys where name != "deflate" {
      let data = try Self.bytes(compressed: name)
      let texts = [
        Array(#"{"file": ""#.utf8) + (try Self.encoded(data, "base64")) + Array("\"}".utf8),
        try Self.encoded(try Self.encoded(data, "base64"), "percent"), Array(data.dropLast(6)),
        Array("some bytes\0".utf8) + data,
      ]
      for text in texts {
        let stored = redacted(text)
        #expect(stored.contains(placeholder, in: stored.indices), "\(name)")
        var budget = 1 << 20
        let rest = CompressedData.next(in: stored.view, from: 0, &budget)
        let holdsSecret = rest?.content.contains(
          Array(Self.secret.utf8), in: rest?.content.indices ?? 0..<0)
        #expect(holdsSecret != true, "\(name)")
      }
    }
    // SAML's request in a URL is compressed without a header.
    let saml = try Self.encoded(try Self.bytes(compressed: "deflate"), "base64")
    let request = Self.redaction.redacting(
      Interaction.Request(
        url: "http://h/?SAMLRequest="
          + String(decoding: try Self.encoded(saml, "percent"), as: UTF8.self)))
    #expect(request.url.contains("{{API_TOKEN}}") || request.url.contains("{{SAMLREQUEST}}"))
  }

  @Test func `of a long compressed file a file of its kind is left, without the secret`() throws {
    var noise = SystemRandomNumberGenerator()
    let filler = (0..<100_000).map { _ in UInt8.random(in: 128...255, using: &noise) }
    let content = filler + Array("token \(Self.secret) end".utf8)
    let stored = redacted(CompressedData.Wrapper.gzip.encode(content))
    var budget = 1 << 20
    let data = CompressedData.next(in: stored.view, from: 0, &budget)
    #expect(data?.content == filler + Array("token {{API_TOKEN}} end".utf8))
  }

  @Test(arguments: ["gzip", "zlib", "base64"])
  func `a placeholder with a content shows no other secret of it`(layer: String) throws {
    let redaction = Redaction.standard.adding(.secret("API_TOKEN", value: Self.secret))
    let key = "AKIA" + "QZ7M4KXNPLWE2RTY"
    let content =
      #"{"password": "hunter2-Xy9!", "aws": "\#(key)", "t": "\#(Self.secret)"}"#
    let bytes = try Self.encoded(Array(content.utf8), layer)
    let type = "application/octet-stream"
    var outcome = Interaction.Outcome.response(
      redaction.redacting(
        Interaction.Response(
          status: 200, headers: ["Content-Type": type], body: Body(bytes))))
    let stored = try #require(outcome.asResponse).body.bytes
    for secret in ["hunter2-Xy9", key, Self.secret] {
      #expect(!stored.contains(Array(secret.utf8), in: stored.indices))
    }
    redaction.restore(&outcome)
    var served = try #require(outcome.asResponse).body.bytes
    if layer == "base64" {
      let decoded = Base64Text.decode(served.view, in: served.indices)
      served = try #require(decoded)
    } else {
      var budget = 1 << 20
      let data = CompressedData.next(in: served.view, from: 0, &budget)
      served = try #require(data).content
    }
    let text = String(decoding: served, as: UTF8.self)
    #expect(text.hasPrefix(#"{"password": "{{PASSWORD}}", "aws": "{{"#), "\(text)")
    #expect(text.hasSuffix(#"", "t": "\#(Self.secret)"}"#), "\(text)")
  }

  @Test(arguments: ["\r\n", "\n"])
  func `a quoted-printable part of a mail comes back to the byte`(end: String) throws {
    let value = "pä=ss word/7"
    let redaction = Redaction(.secret("API_TOKEN", value: value))
    let head = "--B\nContent-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n"
    for before in 0..<80 {
      let text = String(repeating: "x", count: before) + value + " and more, and yet more of it. "
      // As most programs write it: at most 76 characters a line.
      var body = ""
      var count = 0
      for byte in Array((text + text).utf8) {
        let isQuoted = byte > 0x7E || byte == 0x3D
        let character =
          isQuoted
          ? "=" + String(byte, radix: 16, uppercase: true) : String(UnicodeScalar(byte))
        if count + character.count > 75 {
          body += "=" + end
          count = 0
        }
        body += character
        count += character.count
      }
      let bytes = Array((head + body + "\n--B--\n").utf8)
      let type = "multipart/mixed; boundary=B"
      let response = Interaction.Response(
        status: 200, headers: ["Content-Type": type], body: Body(bytes))
      var outcome = Interaction.Outcome.response(redaction.redacting(response))
      let stored = try #require(outcome.asResponse).body.bytes
      #expect(!stored.contains(Array("ss word/7".utf8), in: stored.indices))
      #expect(!stored.contains(Array("=A4=3Dss".utf8), in: stored.indices))
      redaction.restore(&outcome)
      #expect(outcome.asResponse?.body.bytes == bytes, "\(before)")
    }
  }

  @Test(arguments: ["base64", "hex", "base64url-unpadded", "percent-all"])
  func `a secret in the name of a field comes back as it was encoded`(layer: String) throws {
    let name =
      "X-" + String(decoding: try Self.encoded(Array(Self.secret.utf8), layer), as: UTF8.self)
    let response = Interaction.Response(
      status: 200, headers: [name: "1", "Content-Type": "text/plain"], body: Body([UInt8]()))
    let interaction = Self.redaction.redacting(
      Interaction(
        request: Interaction.Request(url: "http://h/"), outcome: .response(response)))
    let item = CassetteWriter().item(interaction)
    let text = "vcr: 1\ninteractions:\n" + String(decoding: item, as: UTF8.self)
    #expect(text.contains("{{API_TOKEN}}") && !text.contains(name.dropFirst(2)), "\(text)")
    let read = try CassetteFile(path: "c.yaml", content: Array(text.utf8)) { _ in Body([UInt8]()) }
      .interaction(at: 0)
    var outcome = read.outcome
    Self.redaction.restore(&outcome)
    #expect(outcome.asResponse?.headers.fields.first?.name == name)
    // Without the secret the name is still one.
    outcome = read.outcome
    Redaction.standard.restore(&outcome)
    #expect(outcome.asResponse?.headers.fields.first?.name.contains("API_TOKEN") == true)
    #expect(outcome.asResponse?.headers.fields.first?.name.contains("{") == false)
  }

  @Test(arguments: layers + ["gzip", "zlib"])
  func `a message of a WebSocket comes back to the byte`(layer: String) throws {
    let text = Array("x \(Self.secret) y".utf8)
    for value in [try Self.encoded(text, layer), try Self.encoded(Self.document(text), layer)] {
      let message = Interaction.WebSocketMessage(.service, .binary(Body(value)))
      var response = Interaction.Response(status: 101, headers: [:], body: Body([UInt8]()))
      response.messages = Redactor(Self.redaction).redacting([message])
      let stored = try #require(response.messages.first?.body).bytes.filter { $0 != 0 }
      #expect(stored.contains(Array("API_TOKEN".utf8), in: stored.indices))
      #expect(!stored.contains(Array(Self.secret.utf8), in: stored.indices))
      var outcome = Interaction.Outcome.response(response)
      Self.redaction.restore(&outcome)
      #expect(outcome.asResponse?.messages.first?.body?.bytes == value)
    }
  }

  @Test func `two uploads with one secret stay two`() throws {
    func request(_ name: String) -> Interaction.Request {
      let content = Array("\(name) \(Self.secret)".utf8)
      return Self.redaction.redacting(
        Interaction.Request(
          method: "POST", url: "http://h/", body: Body(CompressedData.Wrapper.gzip.encode(content)))
      )
    }
    #expect(request("one") != request("two"))
    #expect(request("one").body.bytes == Array("{{gzip:one%20{{API_TOKEN}}}}".utf8))
  }

  @Test func `a long text in Base64 comes back to the byte`() throws {
    let lines = (0..<400).map { "line \($0): all is well, thank you.\n" }.joined()
    let text = Array((lines + Self.secret + lines).utf8)
    let bytes = try Self.encoded(text, "base64")
    #expect(try restored(redacted(bytes)) == bytes)
  }

  @Test func `a value that a stream sends in parts is found in Base64`() throws {
    let letters = try Self.encoded(Array("ada:\(Self.secret)".utf8), "base64")
    let events = letters.indices.map {
      "data: {\"t\":\"\(Character(UnicodeScalar(letters[$0])))\"}\n\n"
    }
    let response = Interaction.Response(
      status: 200, headers: ["Content-Type": "text/event-stream"],
      body: Body(Array(events.joined().utf8)))
    let stored = String(decoding: Self.redaction.redacting(response).body.bytes, as: UTF8.self)
    #expect(stored.contains("{{base64:ada%3A{{API_TOKEN}}}}"))
    #expect(stored.contains("data: {\"t\":\"\"}\n"))
  }

  @Test func `a value with quotes that a stream sends in parts leaves JSON valid`() throws {
    let value = #"p@ss "w/rd" \5 é+"#
    let redaction = Redaction(.secret("API_TOKEN", value: value))
    let events = try value.map { character in
      let json = try JSONEncoder().encode(["t": String(character)])
      return "data: \(String(decoding: json, as: UTF8.self))\n\n"
    }
    let response = Interaction.Response(
      status: 200, headers: ["Content-Type": "text/event-stream"],
      body: Body(Array(events.joined().utf8)))
    var outcome = Interaction.Outcome.response(redaction.redacting(response))
    let stored = try #require(outcome.asResponse).body.bytes
    #expect(stored.contains(Array("{{API_TOKEN}}".utf8), in: stored.indices))
    redaction.restore(&outcome)
    let served = String(decoding: try #require(outcome.asResponse).body.bytes, as: UTF8.self)
    let texts = try served.split(separator: "\n\n").map { event in
      try JSONDecoder().decode([String: String].self, from: Data(event.dropFirst(6).utf8))["t"]
    }
    #expect(texts.compactMap(\.self).joined() == value)
  }

  @Test func `a message of gRPC says how long it is without its secret and with it`() throws {
    let content = Array("\u{0A}\u{14}\(Self.secret)".utf8)
    let message = GRPCMessages.message(content)
    let compressed = CompressedData.Wrapper.gzip.encode(content)
    let flagged = [1] + GRPCMessages.message(compressed).dropFirst()
    let body = Body(
      message + flagged,
      chunks: [.init(length: message.count), .init(length: flagged.count)])
    let response = Interaction.Response(
      status: 200, headers: ["Content-Type": "application/grpc"], body: body)
    let redacted = Self.redaction.redacting(response)
    #expect(GRPCMessages.ends(in: redacted.body.bytes).last == redacted.body.count)
    #expect(GRPCMessages.ends(in: redacted.body.bytes).count == 2)
    // The field says how long it is as well, and what was compressed need not be.
    let clean = GRPCMessages.message(Array("\u{0A}\u{0D}{{API_TOKEN}}".utf8))
    #expect(redacted.body.bytes == clean + clean)
    var outcome = Interaction.Outcome.response(redacted)
    Self.redaction.restore(&outcome)
    #expect(outcome.asResponse?.body.bytes == message + message)
  }

  @Test func `hostile texts take time in proportion to their length`() {
    let gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    let bomb = CompressedData.Wrapper.gzip.encode([UInt8](repeating: 0x78, count: 50_000))
    let texts: [[UInt8]] = [
      (0..<5_000).flatMap { _ in gzip }, (0..<25_000).flatMap { _ in [0x78, 0x9C] },
      (0..<12_500).flatMap { _ in [0x50, 0x4B, 3, 4] }, bomb + bomb,
      Array(String(repeating: "%25\\u0025&#37;+", count: 1_500).utf8),
      Array(String(repeating: "QUFB", count: 6_000).utf8),
      Array(String(repeating: "a\0", count: 12_500).utf8),
    ]
    for text in texts { #expect(!redacted(text).isEmpty) }
  }
}
