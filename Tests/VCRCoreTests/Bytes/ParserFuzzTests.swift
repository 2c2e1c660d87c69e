import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// Mutants of well-formed texts: no parser crashes or takes long, and parsers of the same text
/// agree.
struct ParserFuzzTests {
  private static let json = [
    #"{"id":"chatcmpl-1","choices":[{"delta":{"content":"Hé\u0041\n"}}],"n":-1.5e+10,"x":null}"#,
    #"[1, 2, {"a": [], "b": {}, "token": "sk-live-0123456789abcdef"}, true]"#, #""\ud83d\ude00""#,
  ].map { Array($0.utf8) }

  private static let words = [
    "{", "}", "[", "]", "\"", "\\u", "\\ud800", "\\", ",", ":", ": ", "\n", "\n  ", "- ", "  - ",
    "|",
    "|2-", "'", "#", " #", "null", "1e999", "-", "&a", "*a", "!!binary ", "---\n", "\r\n", "\u{0}",
    "--XX", "--XX--", "\r\n\r\n", "base64: ", "file: ", "chunks:", "left: client", "headers:",
    "body:",
  ]

  @Test func `a mutated JSON text reads alike in all of its readers`() throws {
    try FuzzRun(count: 5000).feed("json", Self.json, words: Self.words) { input, _ in
      let text = JSONText(input)
      if let layout = JSONScanner.layout(of: input) {
        if text == nil { return "the scanner takes it, and the reader does not" }
        guard layout.spacing == .compact || layout.spacing == .spaced else { return nil }
        var indented: [UInt8] = []
        JSONLayout.appendIndented(input, indent: 4, to: &indented)
        let isSpaced = layout.spacing == .spaced
        let restored = JSONLayout.restore(indented[...], isSpaced: isSpaced)
        // A final line feed is kept by whoever lays the text out.
        if restored.filter({ $0 != 10 }) != input.filter({ $0 != 10 }) {
          return "it became \(String(decoding: restored, as: UTF8.self))"
        }
      }
      if let text {
        let compact = JSONLayout.restore(input[...], isSpaced: false)
        guard let again = JSONText(compact) else { return "without white space it is no JSON" }
        let forms = [text, again].map { JSONNormalForm.make($0, choosing: .all) }
        if forms[0] != forms[1] { return "without white space it is another value" }
      }
      return nil
    }
  }

  private static let cassette = """
    # A comment
    vcr: 1
    interactions:
    - request:
        method: POST
        url: https://api.test/v1/items?a=1
        headers:
          Content-Type: application/json
          Cookie: [a=b, c=d]
        body:
          json:
            {
              "name": "Ada"
            }
      response:
        status: 201 Created
        headers:
          Content-Type: text/event-stream
        trailers:
          T: end
        body:
          chunks:
          - after: 0.5
            text: |+
              data: 1

          - base64: AAECAw==
      seconds: 0.25
      recorded_at: 2026-01-02T03:04:05Z
    - request: {method: GET, url: 'http://a.test/'}
      failure: {code: timedOut, message: "no response"}
    - request:
        method: GET
        url: http://a.test/left
      response:
        status: 200
        body:
          text: "a\\tb"
      left: client

    """

  @Test func `a mutated cassette is refused, or read the same twice`() throws {
    let samples = [Self.cassette, Self.cassette.replacing("\n", with: "\r\n")].map {
      Array($0.utf8)
    }
    try FuzzRun(count: 1500).feed("cassette", samples, words: Self.words) { input, _ in
      let file: CassetteFile
      do {
        file = try CassetteFile(path: "c.yaml", content: input) { _ in Body([]) }
      } catch {
        return error is CassetteError ? nil : "\(error)"
      }
      for index in 0..<file.count {
        do {
          let interaction = try file.interaction(at: index)
          let item = CassetteWriter.prologue + CassetteWriter().item(interaction)
          let again = try CassetteFile(path: "d.yaml", content: item) { _ in Body([]) }
          if try again.interaction(at: 0) != interaction { return "interaction \(index) changed" }
        } catch {
          if !(error is CassetteError) { return "\(error)" }
        }
      }
      return nil
    }
  }

  @Test func `a mutated multipart body has parts within it, or none`() throws {
    let samples = [
      "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n--XX\r\n"
        + "Content-Disposition: form-data; name=\"f\"; filename=\"x\"\r\nContent-Type: text/plain\r\n\r\n"
        + "two\r\n--XX--\r\n",
      "preamble\n--XX\n\nbare\n--XX--",
    ].map { Array($0.utf8) }
    try FuzzRun(count: 5000).feed("multipart", samples, words: Self.words) { input, _ in
      guard let body = MultipartBody(input, boundary: "XX") else { return nil }
      var end = 0
      for part in body.parts {
        guard part.content.lowerBound >= end, part.content.upperBound <= input.count else {
          return "a part at \(part.content)"
        }
        end = part.content.upperBound
      }
      return nil
    }
  }

  @Test func `words for settings are refused or understood`() throws {
    let samples = [
      "$.a[0]['b'][?@.c == 1]..d[1:-1:2].*", "method, url, body", "url(without query), json($.a)",
    ].map { Array($0.utf8) }
    try FuzzRun(count: 5000).feed(
      "words", samples,
      words: ["[", "]", "'", "..", "*", "-1", "99999999999999999999", "(", ",", "é"]
    ) { input, _ in
      let text = String(decoding: input, as: UTF8.self)
      if let path = try? JSONPath(parsing: text), let json = JSONText(Self.json[1]) {
        _ = path.select(in: json)
      }
      _ = try? RequestEquivalence(parsing: text)
      return nil
    }
  }

  @Test func `a mutated body of any type is redacted without harm, and alike each time`() throws {
    let samples =
      Self.json
      + [
        "user=ada&password=hunter2hunter2&x=%41%42", "Authorization: Bearer abcdef0123456789abcdef",
        "<a href=\"https://u:p@a.test/?api_key=0123456789abcdef\">",
        "eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2ln",
        "--XX\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nhunter2\r\n--XX--\r\n",
      ].map { Array($0.utf8) }
    let types = [
      "application/json", "text/plain", "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=XX", "text/html", "application/octet-stream",
    ]
    try FuzzRun(count: 600).feed("redaction", samples, words: Self.words) { input, mutator in
      let type = mutator.random.pick(types)
      let request = Interaction.Request(
        method: "POST", url: "https://a.test/?q=\(input.count)", headers: ["Content-Type": type],
        body: Body(input))
      let redacted = Redaction.standard.redacting(request)
      return Redaction.standard.redacting(request) == redacted ? nil : "as \(type), it differs"
    }
  }
}
