import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

struct CheckScreenTests {
  private static let secret = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"

  /// A cassette as a recording leaves it.
  private static func cassette(_ random: inout SeededRandom) -> [UInt8] {
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
    var random = SeededRandom(seed: 1)
    let text = Self.cassette(&random)
    #expect(Self.isClean(text), "\(String(decoding: text, as: UTF8.self))")
  }

  @Test(arguments: 0..<8)
  func `what is clean at a glance is clean when looked at`(seed: UInt64) {
    var screen = CheckScreen()
    let careful = CassetteCheck(.standard, isStandard: false)
    var random = SeededRandom(seed: seed)
    let pieces =
      [
        Self.secret, "token", "secret=", "\"password\": \"", "api_key=\(Self.secret)", "{{", "}}",
        "'", "\"", ":", ": ", " ", "\n", "  ", "- ", "#", "\\", "\\u0041", "://u:\(Self.secret)@",
        "é",
        "\u{85}", "\u{7F}", "\t", "|", "-", "=", "&", "?", "{", "}", "Bearer \(Self.secret)",
        "Cookie: a=\(Self.secret)", "X-Api-Key: \(Self.secret)", "      X: y\n", "    headers:\n",
        "  seconds: 1\n", "- request:\n", "    url: https://a/?token=\(Self.secret)\n",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefghijklmnop", "vcr: 1\n", "path=\(Self.secret)",
        "\"session_id\": \"\(Self.secret)\"", "AKIAQ7ZT2LMX9VB4NRK8", "p%61ssword=\(Self.secret)",
        "sid=\(Self.secret)", "password : \(Self.secret)", "%", "\\n", "@", "//", "+", " : ", " = ",
        "\"a,token,b\": \"\(Self.secret)\"", "&#112;assword=\(Self.secret)", "{{TOKEN}}", ";",
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

  /// Every name that the rules know.
  private static var names: [String] {
    SecretMarks.knownNames.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Spellings of a name that are the same to the rules, or to one of them.
  private static func spellings(_ name: String) -> [String] {
    let middle = name.index(name.startIndex, offsetBy: name.count / 2)
    let (head, tail) = (name[..<middle], name[middle...])
    let second = String(UInt8(name.utf8.dropFirst().first ?? 0), radix: 16)
    let rest = name.dropFirst(2)
    return [
      name, name.uppercased(), "my_" + name, "\(head)_\(tail)", "\(head) \(tail)", "user[\(name)]",
      "\(name.prefix(1))-\(name.dropFirst())", "\(name.prefix(1))%\(second)\(rest)",
      "\(name.prefix(1))\\u00\(second)\(rest)", "\\n\(name)", "a/\(name)", "\(name),b",
    ]
  }

  /// What writes a cassette with a name and a value in one of the ways in which a name has one.
  private static func cassettes(_ name: String, _ value: String) -> [() -> [UInt8]] {
    func cassette(
      url: String = "https://api.example.com/", headers: HeaderFields = [:], body: String = ""
    ) -> () -> [UInt8] {
      {
        CassetteWriter.prologue
          + CassetteWriter().item(
            Interaction(
              request: .init(url: url, headers: headers, body: Body(Array(body.utf8))),
              outcome: .response(
                .init(status: 200, headers: headers, body: Body(Array(body.utf8))))))
      }
    }
    func encoded(_ text: String) -> String {
      text.utf8.map { byte in
        byte.isASCIILetter || byte.isASCIIDigit
          ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
      }
      .joined()
    }
    let texts = [
      "\(name)=\(value)", "\(name): \(value)", "\(name) : \(value)", "\(name) = \(value)",
      "\(name):\(value)", "\(name) \(value)", "see\n  \(name): '\(value)'\n",
      "\"\(name)\" : \"\(value)\"", "{'\(name)': '\(value)'}", "<\(name)>\(value)</\(name)>",
      "<a:\(name) b='c'>\(value)</a:\(name)>", "a=b&\(name)=\(value)",
      "<input name=\"\(name)\" value=\"\(value)\">", "x?a=1&\(name)%3D\(value)",
      "the \(name) is: \(value)", "**\(name)**: `\(value)`", "\(name):: \(value)",
      "string \(name) { get; set; } = \"\(value)\";", "\"\(name)\"=>\"\(value)\"",
      "'\(name)' -> '\(value)'", "<td>\(name)</td><td>\(value)</td>",
      "\(name):\n  type: string\n  example: \(value)\n",
      "<html><pre><span>\"\(name)\"</span>: <span>\"\(value)\"</span></pre></html>",
      "<html><pre><b>\(name)</b><i>=</i><span>\(value)</span></pre></html>",
    ]
    var all = texts.map { cassette(body: $0) }
    for text in [
      #"{"\#(name)":"\#(value)"}"#, #"{"a":"{\"\#(name)\": \"\#(value)\"}"}"#,
      #"{"columns":["id","\#(name)"],"rows":[[1,"\#(value)"]]}"#,
    ] {
      all.append(cassette(headers: ["Content-Type": "application/json"], body: text))
    }
    all.append(
      cassette(headers: ["Content-Type": "text/x-ruby"], body: "c.\(name) = \"\(value)\"\n"))
    for text in texts { all.append(cassette(body: JSONValue.array([.string(text)]).text)) }
    for text in ["{'\(name)': '\(value)'}", "a: \(name)='\(value)'", "'\(name)', '\(value)': x"] {
      all.append(cassette(headers: ["X-Note": text]))
    }
    if !name.contains("\\"), !name.contains(" ") {
      all.append(cassette(headers: ["Cookie": "a=b; \(name)=\(value)"]))
      all.append(cassette(headers: ["Set-Cookie": "\(name)=\(value); Path=/"]))
      let inner = "https://a.test/?\(name)=\(value)"
      let once = encoded(inner)
      for url in [
        "?\(name)=\(value)", "?a=1&\(name)=\(value)", "#\(name)=\(value)", "?u=\(once)",
        "?u=\(encoded(once))",
      ] {
        all.append(cassette(url: "https://api.example.com/a" + url))
        all.append(cassette(headers: ["Location": "https://api.example.com/a" + url]))
      }
    }
    if name.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }) {
      all.append(cassette(headers: HeaderFields([HeaderField(name, value)])))
    }
    return all
  }

  @Test(arguments: names)
  func `whatever carries a name, the file is judged as without the glance`(name: String) {
    var screen = CheckScreen()
    let careful = CassetteCheck(.standard, isStandard: false)
    var found = 0
    for (value, spellings) in [
      (Self.secret, Self.spellings(name)), ("tr0ub4dor&3", [name, name.uppercased()]),
    ] {
      for (turn, spelling) in spellings.enumerated() {
        let cassettes = Self.cassettes(spelling, value)
        // As it is a name stands in every carrier, percent-encoded in every second, else in every
        // eighth: which ones differs from spelling to spelling and from name to name.
        let step = spelling == name ? 1 : spelling.contains("%") ? 2 : 8
        let first = (turn + name.utf8.reduce(0) { $0 + Int($1) }) % step
        for index in stride(from: first, to: cassettes.count, by: step) {
          let text = cassettes[index]()
          guard screen.isClean(text.span) else {
            found += 1
            continue
          }
          let findings = careful.findings(path: "c.yaml", content: text.span, isNamed: true)
          #expect(findings?.isEmpty == true, "\(String(decoding: text, as: UTF8.self))")
        }
      }
    }
    #expect(found > 20)
  }

  @Test(arguments: [
    #"{"Name":"main","Type":"SecureString","Value":"walnut"}"#,
    #"{"a":"{\"Name\":\"main\",\"Type\":\"SecureString\",\"Value\":\"walnut\"}"}"#,
    #"{"value":"walnut","id":"https://v.vault.azure.net/secrets/main/0f1e"}"#,
    #"{"name":"projects/1/secrets/main/versions/3","payload":{"data":"d2FsbnV0"}}"#,
    #"{"issued_on":"2026-01-01T05:20:00Z","value":"8M7wS6hCpXVc-DoRnPPY_UCWPgy8aea4Wy6kCe5T"}"#,
  ])
  func `what a store of secrets hands out is seen`(body: String) {
    let item = CassetteWriter().item(
      Interaction(
        request: .init(url: "https://example.com/"),
        outcome: .response(
          .init(
            status: 200, headers: ["Content-Type": "application/json"],
            body: Body(Array(body.utf8))))))
    let isClean = Self.isClean(CassetteWriter.prologue + item)
    #expect(!isClean)
  }

  @Test(arguments: [
    ("X-Hub-Signature-256", "sha256=%"), ("Stripe-Signature", "t=1492774577,v1=%"),
    ("X-Shopify-Hmac-Sha256", "%"), ("Signature", "sig1=:%:"), ("X-Slack-Signature", "v0=%"),
  ])
  func `a signature of a webhook is seen`(name: String, value: String) {
    let digest = "5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd"
    let field = HeaderField(name, value.replacing("%", with: digest))
    let item = CassetteWriter().item(
      Interaction(
        request: .init(method: "POST", url: "https://a.test/", headers: HeaderFields([field])),
        outcome: .response(.init(status: 204))))
    let isClean = Self.isClean(CassetteWriter.prologue + item)
    #expect(!isClean)
  }

  @Test func `a token of every shape is seen wherever it stands`() throws {
    var values = MadeUpValues(seed: 3)
    for shape in TokenShape.all {
      // Of a form with a short mark some values look like words, and the rules leave these.
      let token = try #require(
        values.samples(of: shape, 9).first { sample in
          !shape.isWeak || Entropy.looksRandom(Array(sample.utf8)[shape.mark.count...])
        }, "\(shape.form)")
      for text in ["see \(token).", "\"\(token)\"", "a\n\(token)\n", "/\(token)/", "x=\(token)&"] {
        for body in [text, JSONValue.array([.string(text)]).text] {
          let item = CassetteWriter().item(
            Interaction(
              request: .init(url: "https://example.com/", body: Body(Array(body.utf8))),
              outcome: .response(.init(status: 200))))
          let isClean = Self.isClean(CassetteWriter.prologue + item)
          #expect(!isClean, "\(body)")
        }
      }
      let url = CassetteWriter().item(
        Interaction(
          request: .init(url: "https://example.com/\(token)/?a=\(token)"),
          outcome: .response(.init(status: 200))))
      let isClean = Self.isClean(CassetteWriter.prologue + url)
      #expect(!isClean, "\(token)")
    }
  }

  @Test(arguments: [
    "https://u:p4ss@example.com/", "https://u:p@ss/w?rd@example.com/", "//u:p4ss@example.com/",
    "https://a.test/?next=https%3A%2F%2Fu%3Ap4ss%40example.com",
  ])
  func `user information is seen in every kind of URL`(url: String) {
    let careful = CassetteCheck(.standard, isStandard: false)
    for headers: HeaderFields in [["Location": url], ["X-Note": url], [:]] {
      for body in ["see \(url) there", "{\"a\":\"\(url)\"}", ""] {
        let text =
          CassetteWriter.prologue
          + CassetteWriter().item(
            Interaction(
              request: .init(url: "https://a.test/"),
              outcome: .response(
                .init(status: 200, headers: headers, body: Body(Array(body.utf8))))))
        if Self.isClean(text) {
          let findings = careful.findings(path: "c.yaml", content: text.span, isNamed: true)
          #expect(findings?.isEmpty == true, "\(String(decoding: text, as: UTF8.self))")
        }
      }
    }
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
