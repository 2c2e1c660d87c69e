import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

struct CheckScreenTests {
  private static let secret = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"

  /// A cassette as a recording leaves it.
  private static func cassette(_ random: inout CassetteRandom) -> [UInt8] {
    var text = CassetteWriter.prologue
    for number in 0...random.below(2) {
      let json = """
        {"id":\(number),"author":"Ada é","next_page_token":"abc","password":"{{PASSWORD}}","key":null,\
        "url":"https://example.com/a?page=2&token={{TOKEN}}","list":[{"a":"b \\u003c c"},{}]}
        """
      let request = Interaction.Request(
        method: "POST", url: "https://api.example.com/v1/users?page=\(number)&api_key={{API_KEY}}",
        headers: [
          "Accept": "*/*", "Authorization": "{{AUTHORIZATION}}", "Cookie": "sid={{COOKIE_SID}}",
          "User-Agent": "curl/8.5.0",
        ], body: Body(Array("The key is: 'token', and so on.\n\nBasic it is.\n".utf8)))
      var response = Interaction.Response(
        status: 200, reason: "OK",
        headers: [
          "Content-Type": "application/json; charset=utf-8", "ETag": #"W/"0123456789abcdef""#,
          "Set-Cookie": "sid={{COOKIE_SID}}; Path=/; HttpOnly", "X-Tags": "a: b",
        ], body: Body(Array(json.utf8)))
      response.headers.append("Set-Cookie", "b={{COOKIE_B}}")
      response.headers.fields.sort { $0.name < $1.name }
      text += CassetteWriter().item(
        Interaction(
          request: request, outcome: .response(response), seconds: 0.142,
          recordedAt: Timestamp.date(Array("2026-11-20T10:00:00Z".utf8)[...])))
    }
    return text
  }

  private static func isClean(_ text: [UInt8]) -> Bool {
    var screen = CheckScreen()
    return screen.isClean(text.span)
  }

  @Test func `what a recording leaves is clean at a glance`() {
    var random = CassetteRandom(seed: 1)
    let text = Self.cassette(&random)
    #expect(Self.isClean(text), "\(String(decoding: text, as: UTF8.self))")
  }

  @Test(arguments: 0..<8)
  func `what is clean at a glance is clean when looked at`(seed: UInt64) {
    var screen = CheckScreen()
    let careful = CassetteCheck(.standard, isStandard: false)
    var random = CassetteRandom(seed: seed)
    let pieces =
      [
        Self.secret, "token", "secret=", "\"password\": \"", "api_key=\(Self.secret)", "{{", "}}",
        "'", "\"", ":", ": ", " ", "\n", "  ", "- ", "#", "\\", "\\u0041", "://u:\(Self.secret)@",
        "é",
        "\u{85}", "\u{7F}", "\t", "|", "-", "=", "&", "?", "{", "}", "Bearer \(Self.secret)",
        "Cookie: a=\(Self.secret)", "X-Api-Key: \(Self.secret)", "      X: y\n", "    headers:\n",
        "  seconds: 1\n", "- request:\n", "    url: https://a/?token=\(Self.secret)\n",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefghijklmnop", "vcr: 1\n", "path=\(Self.secret)",
        "\"session_id\": \"\(Self.secret)\"", "AKIAQ7ZT2LMX9VB4NRK8",
      ].map { Array($0.utf8) }
    var clean = 0
    for _ in 0..<400 {
      var text = Self.cassette(&random)
      for _ in 0...random.below(2) {
        let start = random.below(text.count)
        let end = min(text.count, start + (random.one(in: 2) ? 0 : random.below(12)))
        let piece = random.one(in: 6) ? [] : random.pick(pieces)
        text.replaceSubrange(start..<end, with: piece)
      }
      guard screen.isClean(text.span) else { continue }
      clean += 1
      let found = careful.findings(path: "c.yaml", content: text.span, isNamed: true)
      #expect(found?.map(\.description) == [], "\(String(decoding: text, as: UTF8.self))")
    }
    #expect(clean > 40)
  }

  @Test func `every name of the built-in rules has a word that is looked for`() {
    let names =
      StandardSecrets.headers.map(\.name) + StandardSecrets.query.map(\.name)
      + StandardSecrets.body.map(\.name)
    for name in names {
      let lowered = name.lowercased()
      #expect(SecretAnchors.names.contains { lowered.contains($0) }, "\(name)")
    }
  }

  @Test(arguments: StandardSecrets.headers.map(\.name))
  func `a header that the rules name is never passed over`(name: String) {
    let item = CassetteWriter().item(
      Interaction(
        request: .init(
          url: "https://example.com/", headers: HeaderFields([.init(name, Self.secret)])),
        outcome: .response(.init(status: 200))))
    let text = CassetteWriter.prologue + item
    #expect(!Self.isClean(text))
  }

  @Test(arguments: StandardSecrets.query.map(\.name) + StandardSecrets.body.map(\.name))
  func `a name in a query or a member is never passed over`(name: String) {
    func isClean(_ url: String, _ body: String) -> Bool {
      let item = CassetteWriter().item(
        Interaction(
          request: .init(url: url, body: Body(Array(body.utf8))),
          outcome: .response(.init(status: 200))))
      return Self.isClean(CassetteWriter.prologue + item)
    }
    #expect(isClean("https://example.com/", "{\"a\":1}"))
    #expect(!isClean("https://example.com/?a=1&\(name)=\(Self.secret)", ""))
    #expect(!isClean("https://example.com/", "{\"\(name)\":\"\(Self.secret)\"}"))
  }

  @Test func `a hostile text takes time in proportion to its length`() {
    let line = String(repeating: "token", count: 200_000)
    let item = CassetteWriter().item(
      Interaction(
        request: .init(url: "https://example.com/", body: Body(Array("{\"a\":\"\(line)\"}".utf8))),
        outcome: .response(.init(status: 200))))
    #expect(Self.isClean(CassetteWriter.prologue + item))
  }
}
