import Foundation
import TestSupport
import Testing

@testable import VCRCore

struct CassetteFileTests {
  private func open(_ text: String) throws -> CassetteFile {
    try CassetteFile(path: "users.yaml", content: Array(text.utf8))
  }

  private static let canonical = """
    vcr: 1
    owner: team
    interactions:
    - request:
        method: POST
        url: https://a.example/one
        headers:
          Accept: '*/*'
        body:
          text: |
            a

            b
      response:
        status: 200 OK
        body:
          json: |-
            {
              "a": 1
            }
      note: kept
    - request:
        method: GET
        url: https://a.example/two
      response:
        status: 404

    """

  private static let variants = [
    canonical.replacing("\n", with: "\r\n"),
    String(canonical.dropLast()),
    "\u{FEFF}# comment\n" + canonical,
    canonical.replacing("interactions:\n", with: "interactions:   # the items\n"),
    """
    # by hand
    vcr: 1
    owner: team
    interactions:
      - request: {method: POST, url: https://a.example/one, headers: {Accept: '*/*'}, body: {text: "a\\n\\nb\\n"}}
        response: {status: 200 OK, body: {json: '{"a": 1}'}}
        note: kept
      - request:
          url: https://a.example/two
        response:
          status: 404
    """,
    """
    {"vcr": 1, "owner": "team", "interactions": [
      {"request": {"method": "POST", "url": "https://a.example/one",
         "headers": {"Accept": "*/*"}, "body": {"text": "a\\n\\nb\\n"}},
       "response": {"status": "200 OK", "body": {"json": "{\\"a\\":1}"}}, "note": "kept"},
      {"request": {"url": "https://a.example/two"}, "response": {"status": 404}}]}
    """,
  ]

  @Test(arguments: variants)
  func `a cassette in another layout reads the same`(text: String) throws {
    let expected = try open(Self.canonical)
    let file = try open(text)
    #expect(file.count == 2)
    for index in 0..<2 {
      #expect(try file.interaction(at: index) == expected.interaction(at: index))
    }
    // Rewritten, it is in the cassette's own layout with nothing lost.
    let rewritten =
      file.prologueForRewriting + (0..<2).flatMap { Array(file.text(at: $0)) }
    let again = try CassetteFile(path: "users.yaml", content: rewritten)
    #expect(again.count == 2)
    let length = unsafe again.withMethodAndURL(at: 0) { $1.count }
    #expect(length == 21)
    for index in 0..<2 {
      #expect(try again.interaction(at: index) == expected.interaction(at: index))
    }
    let words = String(decoding: rewritten, as: UTF8.self)
    #expect(words.contains("owner: team") && words.contains("note: kept"))
  }

  @Test(arguments: [
    "vcr: 1\ninteractions: []\n", "vcr: 1\ninteractions:\n", "vcr: 1\ninteractions:",
    "interactions: []\nvcr: 1", "vcr: 1\ninteractions:\n\n# none yet\n",
  ])
  func `an empty cassette can be opened and added to`(text: String) throws {
    let file = try open(text)
    #expect(file.count == 0)
    let item = Array("- request:\n    url: a\n  response:\n    status: 200\n".utf8)
    let more = try CassetteFile(path: "users.yaml", content: file.prologueForRewriting + item)
    #expect(more.count == 1)
  }

  @Test func `method and URL are had without parsing, except where there is a rule`() throws {
    func item(_ text: String) throws -> String? {
      let file = try open("vcr: 1\ninteractions:\n" + text)
      return unsafe file.withMethodAndURL(at: 0) {
        unsafe String(decoding: $0, as: UTF8.self) + " " + String(decoding: $1, as: UTF8.self)
      }
    }
    let plain = "- request:\n    method: GET\n    url: https://a.example/\n  response: {}\n"
    #expect(try item(plain) == "GET https://a.example/")
    #expect(try item(plain + "  seconds: 1\n") == "GET https://a.example/")
    #expect(try item(plain + "  match: pattern\n") == nil)
    #expect(try item(plain + "  \"times\": any\n") == nil)
    #expect(try item("- match: pattern\n" + plain.replacing("- ", with: "  ")) == nil)
    #expect(try item(plain.replacing("GET", with: "'GET'")) == nil)
    #expect(try item(plain.replacing("example/\n", with: "example/ # x\n")) == nil)
    #expect(try item(plain.replacing("example/\n", with: "example/\n      more\n")) == nil)
  }

  @Test func `a rule stands before or after the request`() throws {
    let file = try open(
      """
      vcr: 1
      interactions:
      - match: [method, pattern]
        request:
          url: https://*.example/**
        response:
          status: 200
      - request:
          method: GET
          url: https://a.example/
        response:
          status: 200
        match: method, json(ignoring $.a, $.b)
        times: 3
      - request:
          method: GET
          url: https://a.example/
        response:
          status: 200
        times: any

      """)
    #expect(try file.rule(at: 0) == .init(match: ["method"], isPattern: true))
    #expect(
      try file.rule(at: 1) == .init(match: ["method", "json(ignoring $.a, $.b)"], times: 3))
    #expect(try file.rule(at: 2) == .init(times: .max))
    #expect(file.position(ofItem: 1) == 8)
  }

  @Test func `a cassette of a hundred thousand interactions opens, any of them can be read`() throws
  {
    var bytes = CassetteWriter.prologue
    for number in 0..<100_000 {
      bytes += "- request:\n    method: GET\n    url: https://a.example/\(number)\n".utf8
      bytes += "  response:\n    status: 200 OK\n".utf8
    }
    let file = try CassetteFile(path: "users.yaml", content: bytes)
    #expect(file.count == 100_000)
    #expect(try file.request(at: 99_999).url == "https://a.example/99999")
    #expect(file.position(ofItem: 99_999) == 3 + 5 * 99_999)
    let length = unsafe file.withMethodAndURL(at: 50_000) { $1.count }
    #expect(length == 23)
  }

  @Test func `text that looks like an item, a rule or a heading stays text`() throws {
    let body = "- request:\ninteractions:\n  match: pattern\n- \nvcr: 2\n---\n...\n"
    let interaction = Interaction(
      request: .init(url: "https://a.example/", body: Body(Array(body.utf8))),
      outcome: .response(.init(status: 200, body: Body(Array(body.utf8)))))
    let item = CassetteWriter().item(interaction)
    let file = try CassetteFile(
      path: "users.yaml", content: CassetteWriter.prologue + item + item)
    #expect(file.count == 2)
    #expect(try file.interaction(at: 1) == interaction)
    #expect(Array(file.text(at: 0)) == item && Array(file.text(at: 1)) == item)
  }

  @Test(arguments: ["", " ~", " null", " Null", " NULL"])
  func `null is nothing, however another tool has written it`(null: String) throws {
    for list in ["interactions", "value_digests:\(null)\ninteractions"] {
      #expect(try open("vcr: 1\n\(list):\(null)\n").count == 0)
    }
    let file = try open(
      """
      vcr: 1
      interactions:
      - request:
          method: GET
          url: https://a.example/
          headers:\(null)
          body:\(null)
          trailers:\(null)
        response:
          status: 200
          interim:\(null)
          headers:\(null)
          body:\(null)
          trailers:\(null)

      """)
    let interaction = Interaction(
      request: .init(url: "https://a.example/"), outcome: .response(.init(status: 200)))
    #expect(try file.interaction(at: 0) == interaction)
  }

  @Test(arguments: ["~", "null"]) func `a text that says null stays one`(word: String) throws {
    let file = try open(
      """
      vcr: 1
      interactions:
      - request:
          method: GET
          url: https://a.example/
          headers:
            X-Word: \(word)
        response:
          status: 200
          body:
            text: \(word)

      """)
    let interaction = try file.interaction(at: 0)
    #expect(interaction.request.headers["X-Word"] == word)
    guard case .response(let response) = interaction.outcome else { throw NotRecorded() }
    #expect(response.body.bytes == Array(word.utf8))
  }

  @Test(arguments: [
    // PyYAML, in one line and in several, and Ruby.
    "!!timestamp '2026-11-20 10:00:00+00:00'", "2026-11-20 10:00:00+00:00",
    "2026-11-20 10:00:00.000000000 Z",
  ])
  func `a time is read as another YAML tool writes it`(time: String) throws {
    let file = try open(
      """
      {vcr: 1, interactions: [{request: {method: GET, url: 'https://a.example/'}, response: {
        status: 200 OK}, recorded_at: \(time)}]}

      """)
    #expect(try file.interaction(at: 0).recordedAt == Date(timeIntervalSince1970: 1_795_168_800))
  }
}
