import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// Secrets in bodies that are looked through in windows.
struct LargeBodyRedactionTests {
  private static let named = "zK4-named.Value+77"

  /// What a secret may look like where it stands, and a part of it that must not be left.
  private static let plants: [(text: String, secret: String)] = [
    (named, named),
    (String(decoding: Base64Text.encode(Array(named.utf8)), as: UTF8.self), "eks0LW5hbWVk"),
    ("zK4-named.Value%2B77", "zK4-named.Value"),
    ("password=hunter2-Horse9 ", "hunter2-Horse9"),
    ("\n{\"password\": \"hunter2-Horse9\"}\n", "hunter2-Horse9"),
    ("ghp_0123456789abcdefghijABCDEFGHIJ012345", "0123456789abcdefghij"),
    ("Authorization: Bearer abcDEF123456ghiJKL789", "abcDEF123456ghiJKL789"),
  ]

  private static let redaction = Redaction.standard.adding(.secret("NAMED", value: named))

  /// Words, or bytes of all values, in which nothing is a secret.
  private static func filling(_ count: Int, isText: Bool) -> [UInt8] {
    guard !isText else { return Array(Array("the quick brown fox. ".utf8).cycled(to: count)) }
    var random = SeededRandom(seed: UInt64(count))
    return (0..<count).map { _ in
      // No letters: a run of them might begin a word that the secret's name ends.
      let byte = UInt8(random.below(256))
      return byte.isASCIILetter || byte.isASCIIDigit || byte > 0x20 && byte < 0x7F
        ? byte | 0x80 : byte
    }
  }

  /// What comes out of windows of 256 bytes with as much around them.
  private static func redacted(
    _ bytes: [UInt8], headers: HeaderFields, pieces size: Int,
    by redactor: Redactor = Redactor(redaction)
  ) -> [UInt8] {
    var redaction = LargeBodyRedaction(
      redactor, .response, headers: headers, windows: ContentWindows(step: 256, context: 256))
    var output: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      redaction.take(Array(bytes[start..<min(start + size, bytes.count)])) { (piece: [UInt8]) in
        output += piece
      }
    }
    redaction.finish { (piece: [UInt8]) in output += piece }
    return output
  }

  @Test(arguments: plants.indices, [true, false])
  func `a secret is found at any offset`(plant: Int, isText: Bool) {
    let (text, secret) = Self.plants[plant]
    let headers: HeaderFields = [
      "Content-Type": isText ? "text/plain" : "application/octet-stream"
    ]
    let filling = Self.filling(1500, isText: isText)
    for offset in stride(from: 0, to: 1200, by: 37) {
      let bytes = filling[..<offset] + Array(" \(text) ".utf8) + filling[offset...]
      let output = Self.redacted(Array(bytes), headers: headers, pieces: 1 + offset % 500)
      #expect(!output.contains(Array(secret.utf8), in: output.indices), "at \(offset)")
      #expect(output.contains(Array("{{".utf8), in: output.indices), "at \(offset)")
      // Everything else is as it was.
      let kept = offset - 40 > 0 ? filling[..<(offset - 40)] : []
      #expect(output.starts(with: kept), "at \(offset)")
      #expect(output.suffix(200).elementsEqual(filling.suffix(200)), "at \(offset)")
    }
  }

  @Test func `what holds no secret keeps every byte`() {
    for isText in [true, false] {
      for count in [0, 1, 255, 256, 511, 512, 513, 767, 768, 769, 5000] {
        let bytes = Self.filling(count, isText: isText)
        #expect(Self.redacted(bytes, headers: [:], pieces: 97) == bytes, "\(count)")
      }
    }
  }

  @Test func `windows give what the whole gives`() {
    let line = "user=ada password=hunter2-Horse9 and ghp_0123456789abcdefghijABCDEFGHIJ012345; "
    let bytes = Array(Array((line + Self.named + " and more\n").utf8).cycled(to: 4000))
    let headers: HeaderFields = ["Content-Type": "text/plain"]
    let whole = Self.redaction.redacting(
      Interaction.Response(status: 200, headers: headers, body: Body(bytes)))
    #expect(Self.redacted(bytes, headers: headers, pieces: 1000) == whole.body.bytes)
  }

  @Test func `a secret is found in UTF-16 far from the byte order mark`() {
    let text =
      String(repeating: "日本語の文章。", count: 300) + Self.named
      + String(repeating: "終わり。", count: 100)
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let output = Self.redacted(bytes, headers: ["Content-Type": "text/plain"], pieces: 1000)
    let secret = Self.named.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(!output.contains(secret, in: output.indices))
    #expect(output.count == bytes.count - secret.count + 2 * "{{NAMED}}".utf8.count)
  }

  @Test func `a secret part of a multipart body is found behind a large file`() {
    let file = Self.filling(3000, isText: false)
    var bytes = Array("--XX\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n".utf8)
    bytes += file
    bytes += Array(
      "\r\n--XX\r\nContent-Disposition: form-data; name=\"api_key\"\r\n\r\nq7Zt2LmX9vB4\r\n--XX--\r\n"
        .utf8)
    let output = Self.redacted(
      bytes, headers: ["Content-Type": "multipart/form-data; boundary=XX"], pieces: 300)
    let secret = Array("q7Zt2LmX9vB4".utf8)
    #expect(!output.contains(secret, in: output.indices))
    #expect(output.contains(file, in: output.indices))
  }

  /// What gzip made of sixty lines and one with the named secret: more than one window.
  private static let compressed = """
    H4sIAAAAAAACAx1Tu84mNQzt/RR/jxY5ia/PQE9vx45YCSiAbXh6/KGRRsok8bmOayqjn9t53ivYS848lrw9KaBDk/NxJ8sK
    AnVO3+7hYTjnnXKnvcD9DoWAJ5rvs/CKvnJoC5tReLhfbAa19fxyiRC/cLBCPNa0hVGI4Kwlm/bJV6vOgVTXOfC6t5MKWGjR
    STU5B5XA7rDEKtmbRRmEI/ya+ttkiVBX8q2O4/5sB5zkd8q2WN9LDFsK0yn2DAx90DVoldXHjhqBnNpNbkP/0EE4jWEr6+5o
    d7jyrOJE9vLHBttuy9trtHDxgserTffdKwV9Qzya8a68qSTgap41gmq9Rn9Qu9iIUB/Kvg1Ez9Wpys9ZguBGy9ZSR1nsAj3W
    j11pSKMJh+0Jxm583qMDrt9lqCm1zuQCUpQe1XkHkRsyRFRSeF3efMBPIgfeQuPUoS+3y1FX7Xi6YUxWN++xckw24PKdmwav
    RGvasF9VLXv70rqgnRj19kipeAm0MXGKpnaV6kJcjKaeydO1O3RVIh/JC5vtgLmE60NI7rwXSBbKmb2FWDZ2Mfddk0dFzLcP
    /NmqY53tZQxmGS+KvZgYpxzG0sTO/wNN2VIrxnj2ZeIE/Ol+Uqv6JcUpvwwETdIiyw8oC/npuk8WOpC6f7zNU2vxwOeaOowX
    ufQxQU4P/GBkmfO+sy7Tmr/hYn/S4yk+T3LjfX7kWuTa97wp0H60Ro5kdLR6bG2BFUE5DFYuVGv4/s/X97+//v2Fvv0Zf3T9
    /Gv8/qN/Uv36rf9q+A+83wKb2gMAAA==
    """

  @Test func `a secret in a compressed file is found wherever windows end`() throws {
    let decoded = Data(base64Encoded: Self.compressed, options: .ignoreUnknownCharacters)
    let file = Array(try #require(decoded))
    #expect(file.count > 512)
    for offset in stride(from: 0, to: 1200, by: 37) {
      let before = Self.filling(offset, isText: false)
      let after = Self.filling(1500, isText: false)
      let output = Self.redacted(before + file + after, headers: [:], pieces: 1 + offset % 300)
      #expect(output.contains(Array("{{NAMED}}".utf8), in: output.indices), "at \(offset)")
      #expect(!output.contains(file.suffix(200), in: output.indices), "at \(offset)")
      #expect(output.starts(with: before.dropLast(8)), "at \(offset)")
      #expect(output.suffix(1490).elementsEqual(after.suffix(1490)), "at \(offset)")
    }
  }

  @Test func `what the end gives away asks for a second pass`() {
    let redactor = Redactor(Self.redaction)
    let token = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"
    let bytes = Array(
      ("it is \(token) here" + String(repeating: " and so on", count: 500)
        + " access_token=\(token) ").utf8)
    let first = LargeBodyRedaction(redactor, .response, headers: [:])
    let once = Self.redacted(bytes, headers: [:], pieces: 100, by: redactor)
    #expect(once.contains(Array(token.utf8), in: once.indices))
    #expect(first.needsSecondPass)
    let twice = Self.redacted(once, headers: [:], pieces: 100, by: redactor)
    #expect(!twice.contains(Array(token.utf8), in: twice.indices))
  }

  @Test func `JSON of which paths are named is no body to be looked at in windows`() {
    let redaction = Redaction.standard.adding(.jsonPaths(["$.a"]))
    let json: HeaderFields = ["Content-Type": "application/json"]
    #expect(!LargeBodyRedaction.isPossible(for: json, [], redaction))
    #expect(!LargeBodyRedaction.isPossible(for: [:], Array(" {".utf8), redaction))
    #expect(LargeBodyRedaction.isPossible(for: [:], Array("a".utf8), redaction))
    #expect(LargeBodyRedaction.isPossible(for: json, [], .standard))
    let text: HeaderFields = ["Content-Type": "text/plain"]
    #expect(!LargeBodyRedaction.isPossible(for: text, Array("{\"a\":1}".utf8), redaction))
    let lines: HeaderFields = ["Content-Type": "application/x-ndjson"]
    #expect(!LargeBodyRedaction.isPossible(for: lines, [], redaction))
    let pattern = Redaction.standard.adding(.jsonPaths(["text(/x=(\\d+)/)"]))
    #expect(!LargeBodyRedaction.isPossible(for: text, Array("a".utf8), pattern))
    #expect(LargeBodyRedaction.isPossible(for: [:], [0, 0xFF, 0x1B, 0x80], pattern))
  }
}

extension [UInt8] {
  /// The bytes, repeated until there are so many.
  fileprivate func cycled(to count: Int) -> [UInt8] { (0..<count).map { self[$0 % self.count] } }
}
