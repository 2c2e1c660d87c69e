import Foundation

package import VCRCore

/// Makes interactions of every kind that a cassette can hold, with unusual ones more often.
package struct InteractionGenerator {
  package var random: SeededRandom
  package let corpus: [[UInt8]]

  package init(seed: UInt64, corpus: [[UInt8]] = []) {
    random = SeededRandom(seed: seed)
    self.corpus = corpus
  }

  package static let contentTypes = [
    "application/json", "application/json; charset=utf-8", "text/plain; charset=iso-8859-1",
    "text/html; charset=windows-1252", "application/x-www-form-urlencoded",
    "text/event-stream", "application/octet-stream", "image/png", "text/html",
    "multipart/form-data; boundary=XX", "multipart/mixed; boundary=\"XX\"",
  ]

  package mutating func interaction() -> Interaction {
    var request = Interaction.Request(
      method: random.pick(["GET", "POST", "PUT", "HEAD", "on", "M-SEARCH", "*"]),
      url: "https://example.com/" + text(20, "abcdefghijklmnopqrstuvwxyz?&=%#~:/"))
    request.headers = headers()
    request.body = body()
    if random.one(in: 4) { request.http = "HTTP/2" }
    if random.one(in: 8) { request.trailers = headers() }
    var interaction = Interaction(
      request: request,
      outcome: .failure(
        .init(code: "timedOut", number: -1001, message: text(30, "abc: #'\"\n\t{}é"))))
    if !random.one(in: 6) {
      var response = Interaction.Response(
        status: 100 + random.below(500), reason: random.pick([nil, "OK", "Not Found", "a: b", "#"]))
      response.headers = mixed(headers())
      response.body = body()
      if random.one(in: 8) { response.trailers = mixed(headers()) }
      if random.one(in: 8), response.hasContent(toMethod: request.method) {
        response.hasUnknownLength = true
      }
      if random.one(in: 8) {
        response.status = nil
        response.reason = nil
        response.mediaType = "text/html"
        response.textEncoding = "utf-8"
      }
      if random.one(in: 6) {
        response.failure = random.pick([
          .left, .init(.networkConnectionLost, message: "cut: #"),
          .init(code: "x", number: 1, message: "", reset: .connection),
          .init(code: "y", number: 2, message: "", reset: .stream(UInt32(random.below(20)))),
        ])
      }
      interaction.outcome = .response(response)
    }
    if !random.one(in: 4) { interaction.seconds = Double(random.below(100_000)) / 1000 }
    if !random.one(in: 4) {
      interaction.recordedAt = Date(timeIntervalSince1970: Double(random.below(4_000_000_000)))
    }
    if random.one(in: 10) {
      interaction.rule = random.pick([
        .init(match: ["method", "json(ignoring $.nonce)"]), .init(isPattern: true),
        .init(match: ["path"], isPattern: true, times: .max), .init(times: 3),
      ])
    }
    return interaction
  }

  package mutating func headers() -> HeaderFields {
    var fields: [HeaderField] = [HeaderField("Content-Type", random.pick(Self.contentTypes))]
    // Fields with one name are adjacent: a request keeps no others in between.
    for number in 0..<random.below(5) {
      var name = random.pick(["X-A", "x-a", "Accept", "no", "~", "1", "!x", "*", "X:Y", "{a}", "#"])
      name += "\(number)"
      for _ in 0...random.below(random.one(in: 4) ? 4 : 1) {
        if random.one(in: 8) {
          fields.append(HeaderField(name, "M\u{FC}ller \u{85}\u{A0}", isLatin1: true))
        } else {
          fields.append(HeaderField(name, value()))
        }
      }
    }
    return HeaderFields(fields)
  }

  /// Fields of which those of one name may have others in between, in their order.
  private mutating func mixed(_ headers: HeaderFields) -> HeaderFields {
    random.one(in: 4) ? HeaderFields(headers.fields.shuffled(using: &random)) : headers
  }

  package mutating func value() -> String {
    random.one(in: 3)
      ? random.pick([
        "", "yes", "No", "null", "~", "0x1F", "1e3", "2026-11-20", "12:30:45", "-", "- a", "a: b",
        "a #b", "#a", "*/*", "&a", "!a", "%a", "@a", "`a`", "'a'", "\"a\"", "|", ">", "a:", "a ",
        " a", "?", "? a", "[a]", "{a}", "a\tb", "\u{FEFF}a", "é", "😀", "\u{2028}", "=", "<<",
        ".inf",
        "...", "---", "a\\b", "\u{7F}", "\u{0}", "\u{FFFE}x", "\u{85}",
      ])
      : text(40, "abcXYZ 019:;,#'\"\\/-_=+é😀{}[]")
  }

  package mutating func text(_ longest: Int, _ alphabet: String) -> String {
    let characters = Array(alphabet)
    return String((0..<random.below(longest)).map { _ in random.pick(characters) })
  }

  package mutating func body() -> Body {
    var body = Body(bytes())
    if random.one(in: 5) { body.encoding = random.pick(["gzip", "br", "deflate", "zstd"]) }
    if random.one(in: 6), !body.bytes.isEmpty {
      var left = body.bytes.count
      while left > 0 {
        let length = min(left, random.below(60))
        let after: Double? = random.one(in: 3) ? nil : Double(random.below(9000)) / 1000
        body.chunks.append(.init(length: length, after: after))
        left -= length
      }
    }
    return body
  }

  package mutating func bytes() -> [UInt8] {
    switch random.below(14) {
    case 0: return []
    case 12: return parts()
    case 13:
      // Lines that are too long, with and without a character after which they can be split.
      return Array(
        (0..<random.below(5)).map { _ in
          String(
            repeating: text(30, "abc,;{}<>& \t\"\\é😀"), count: random.pick([1, 12, 40]))
            + random.pick(["\n", "\r\n", "\r", ""])
        }.joined().utf8)
    case 1: return (0..<random.below(200)).map { _ in UInt8(random.below(256)) }
    case 2: return Array(json(depth: 0, spacing: random.below(5)).utf8) + newlines()
    case 3:
      return Array(
        "a=\(random.below(9))&b=\(random.pick(["x+y", "%C3%A9", "x%20y", "", "&", "%0A"]))&a=1".utf8
      )
    case 4:
      let line = text(30, "abc <>é\t")
      return Array(
        (0..<random.below(9)).map { _ in line + random.pick(["\r\n", "\n", "\r"]) }
          .joined().utf8)
    case 5: return Array(String(repeating: "<p class=\"x\">\(text(9, "abé"))</p>", count: 12).utf8)
    case 6: return Array(String(repeating: "\n", count: random.below(4)).utf8)
    case 7: return Array(text(60, "a\n ").utf8)
    case 8:
      return Array(text(60, "\u{85}\u{2028}\u{2029}\u{FEFF}\u{7F}\u{0}\u{1B}\n\r ab\"\\é😀").utf8)
    case 9: return Array("M\u{FC}ller \u{E9}\n".unicodeScalars.map { UInt8($0.value) }) + newlines()
    case 10 where !corpus.isEmpty:
      let file = random.pick(corpus)
      let start = random.below(max(file.count, 1))
      return Array(file[start..<min(file.count, start + random.below(3000))])
    default: return Array(text(200, "abc: - #'\"|>{}[]&*!%@`,\n\n  \té😀").utf8) + newlines()
    }
  }

  /// A multipart body, some of whose parts are invalid.
  private mutating func parts() -> [UInt8] {
    let end = random.pick(["\r\n", "\r\n", "\r\n", "\n"])
    var bytes = Array(random.pick(["", "", "before\(end)"]).utf8)
    for number in 0..<1 + random.below(3) {
      bytes += Array("--XX\(end)".utf8)
      if !random.one(in: 5) {
        bytes += Array("Content-Disposition: form-data; name=\"n\(number)\"\(end)".utf8)
      }
      if random.one(in: 3) {
        bytes += Array("Content-Type: \(random.pick(Self.contentTypes))\(end)".utf8)
      }
      bytes += Array(end.utf8)
      if !random.one(in: 5) { bytes += self.bytes() }
      bytes += Array(end.utf8)
    }
    return bytes
      + Array("--XX\(random.pick(["--", "--", "--", ""]))\(random.pick([end, end, ""]))".utf8)
  }

  private mutating func newlines() -> [UInt8] {
    Array(repeating: UInt8(ascii: "\n"), count: random.pick([0, 0, 0, 1, 1, 2]))
  }

  package mutating func json(depth: Int, spacing: Int) -> String {
    let comma = [",", ", ", ",", ", ", ",\n  "][spacing]
    let colon = [":", ": ", ": ", ":", " : "][spacing]
    switch random.below(depth > 3 ? 4 : 7) {
    case 0: return random.pick(["0", "-1.50e+10", "12345678901234567890", "1E5"])
    case 1: return random.pick(["true", "false", "null"])
    case 2:
      return "\"" + text(20, "ab ,:{}[]é😀")
        + random.pick(["", "\\n", "\\\"", "\\u00e9", "\u{2028}"]) + "\""
    case 3: return random.pick(["{}", "[]", "\"\"", "{ }"])
    case 4, 5:
      let members = (0..<random.below(4)).map {
        "\"k\($0)\"" + colon + json(depth: depth + 1, spacing: spacing)
      }
      return "{" + members.joined(separator: comma) + "}"
    default:
      let elements = (0..<random.below(4)).map { _ in json(depth: depth + 1, spacing: spacing) }
      return "[" + elements.joined(separator: comma) + "]"
    }
  }
}
