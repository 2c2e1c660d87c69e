import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

struct CassetteRedactorTests {
  /// Redacts a cassette in memory, and again to see that nothing more changes.
  private func redacted(
    _ text: String, _ redaction: Redaction = .standard
  ) throws -> (text: String, outcome: CassetteRedactor.Outcome) {
    let redactor = CassetteRedactor(redaction)
    let first = try redactor.redact(Array(text.utf8), path: "c.yaml")
    let second = try redactor.redact(first.content, path: "c.yaml")
    #expect(!second.isChanged)
    #expect(second.outcome == .init())
    #expect(first.isChanged == (first.outcome.interactions + first.outcome.others > 0))
    return (String(decoding: first.content, as: UTF8.self), first.outcome)
  }

  /// A text with words replaced, each of which must be there.
  private func replacing(_ text: String, _ words: [(String, String)]) -> String {
    words.reduce(text) { text, word in
      #expect(text.contains(word.0), "\(word.0)")
      return text.replacing(word.0, with: word.1)
    }
  }

  /// A request in the file's layout, with lines added below it.
  private func cassette(_ lines: String) -> String {
    """
    vcr: 1
    interactions:
    - request:
        method: POST
        url: https://api.example.com/
    \(lines.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    " + $0 }
      .joined(separator: "\n"))
      response:
        status: 200

    """
  }

  @Test func `a secret in a comment on the line of a block goes`() throws {
    let text = cassette(
      """
      body:
        text: | # token: ghp_16C7e42F292c6912E7710c838347Ae178B4a
          hello
          you
      """)
    let result = try redacted(text)
    #expect(!result.text.contains("ghp_16C7"))
    #expect(result.outcome.others == 1)
    #expect(result.outcome.remaining.isEmpty)
  }

  @Test func `secrets go and everything else keeps its bytes`() throws {
    let text = """
      # Mine. Do not touch: s3cr3t
      vcr: 1
      owner:   "me"   # unknown
      interactions:
      # the first
      - request:
          url:    https://u:s3cr3t-1@api.example.com/a?page=2&api_key=s3cr3t-2&q=1   # here
          method: 'GET'
          headers:
            Accept:   application/json
            authorization: Bearer s3cr3t-3 # mine
            X-Api-Key: "s3cr3t-4\\t\\u00e9"
            Cookie: 'sid=s3cr3t-5; name=it''s-6'
            "X-Note": "caf\\u00e9 \\x41"
            Private-Token: !!str 12345
            X-Auth-Token:
              - 's3cr3t-7'
              - {latin1: "Mü s3cr3t-8"}
              - x-auth-token: s3cr3t-15
          trailers: {X-Auth-Token: s3cr3t-9}
        note: {token: s3cr3t, list: [ 1,2 ]}

        response:
          status: 200 OK

          headers: { Set-Cookie: [ "sid=s3cr3t-10; Path=/", 'b=s3cr3t-11' ], X-Api-Key: s3cr3t-12 }
        seconds: 1.50
      - request: {method: GET, url: https://api.example.com/}
        response: {status: 204}   # clean

      - request:
          url: "https://api.example.com/?token=s3cr3t-13"
        error:
          code: timedOut
          message: no answer from https://u:s3cr3t-14@api.example.com/é
      # end

      """
    let (result, outcome) = try redacted(text)
    let expected = replacing(
      text,
      [
        ("u:s3cr3t-1@", "{{USERINFO}}@"), ("api_key=s3cr3t-2", "api_key={{API_KEY}}"),
        ("Bearer s3cr3t-3 ", "'{{AUTHORIZATION}}' "),
        (#""s3cr3t-4\t\u00e9""#, #""{{X_API_KEY}}""#),
        ("sid=s3cr3t-5; name=it''s-6", "sid={{COOKIE_SID}}; name={{COOKIE_NAME}}"),
        ("!!str 12345", "!!str '{{PRIVATE_TOKEN}}'"),
        ("'s3cr3t-7'", "'{{X_AUTH_TOKEN}}'"), ("\"Mü s3cr3t-8\"", "\"{{X_AUTH_TOKEN}}\""),
        ("x-auth-token: s3cr3t-15", "x-auth-token: '{{X_AUTH_TOKEN}}'"),
        ("s3cr3t-9", "\"{{X_AUTH_TOKEN}}\""),
        ("sid=s3cr3t-10;", "sid={{COOKIE_SID}};"), ("b=s3cr3t-11", "b={{COOKIE_B}}"),
        ("X-Api-Key: s3cr3t-12", "X-Api-Key: \"{{X_API_KEY}}\""),
        ("?token=s3cr3t-13", "?token={{TOKEN}}"),
        ("u:s3cr3t-14@", "{{USERINFO}}@"),
      ])
    #expect(result == expected)
    #expect(outcome == .init(values: 16, interactions: 2))
  }

  @Test(arguments: [
    // JSON as shown by the writer, and as somebody rearranged it.
    (
      """
      body:
        json: |-
          {
            "password": "s3cr3t",
            "n": 1.50,

            "api_key":
               "s3cr3t",
            "client_secret": 12345678,
            "last": "é"
          }
      """,
      [
        (#""password": "s3cr3t""#, #""password": "{{PASSWORD}}""#),
        (#"   "s3cr3t","#, #"   "{{API_KEY}}","#), ("12345678", "0"),
      ]
    ),
    (
      """
      body:
        json_spaced: |
          {"password": "s3cr3t",
           "a": [1, 2]}
      """, [(#""s3cr3t""#, #""{{PASSWORD}}""#)]
    ),
    (
      """
      body: {json: '{"password": "it''s s3cr3t", "a": "it''s"}'}
      """, [(#""it''s s3cr3t""#, #""{{PASSWORD}}""#)]
    ),
    (
      """
      body:
        json: "{\\"password\\":\\"s3cr3t\\",\\"a\\":\\"\\u00e9\\"}"
      """, [("s3cr3t", "{{PASSWORD}}")]
    ),
    (
      """
      headers: {Content-Type: application/json}
      body:
        text: |+
          {

            "password" : "s3cr3t" ,
            "api_token" : "s3cr3t"   
          }

      """,
      [
        (#""password" : "s3cr3t""#, #""password" : "{{PASSWORD}}""#),
        (#""api_token" : "s3cr3t""#, #""api_token" : "{{API_TOKEN}}""#),
      ]
    ),
    (
      """
      headers: {Content-Type: application/json}
      body:
        text: >-
          {"password":
          "s3cr3t"}
      """,
      [
        (
          """
          >-
                  {"password":
                  "s3cr3t"}
          """, #"'{"password": "{{PASSWORD}}"}'"#
        )
      ]
    ),
    (
      """
      headers:
        Content-Type: application/x-www-form-urlencoded
      body:
        form:
          user:   ada # who
          password: s3cr3t é
          api_key: "s3cr3t\\n"
      """, [("s3cr3t é", "'{{PASSWORD}}'"), ("s3cr3t\\n", "{{API_KEY}}")]
    ),
    (
      """
      body:
        form:
        - a: 1
        - {token: s3cr3t}
        - a: 2
      """, [("s3cr3t", "\"{{TOKEN}}\"")]
    ),
    (
      """
      headers: {Content-Type: application/json}
      body:
        lines:
        - "{\\"a\\":1,\\r\\n"
        - '"password":"s3c'
        - r3t
        - "\\", \\"b\\":\\"\\x41\\"}"
      """, [("s3c'", "{{PASSWORD}}'"), ("- r3t", "- ''")]
    ),
    (
      """
      headers: {Content-Type: application/json; charset=iso-8859-1}
      body:
        charset: iso-8859-1
        lines:
        - "{\\"name\\":\\"Müller\\",\\n"
        - "\\"password\\":\\"s3cr3t-é\\"}\\n"
      """, [("s3cr3t-é", "{{PASSWORD}}")]
    ),
    (
      """
      headers: {Content-Type: text/event-stream}
      body:
        chunks:
        - after: 0.1
          text: |+
            data: {"access_token":"s3cr3t"}

        - text: |+
            data: {"id_token":"s3c

        - after: 0.250
          base64: cjN0In0K
        - text: "data: {\\"a\\":1}\\n\\n"
      """,
      [
        ("\"s3cr3t\"", "\"{{ACCESS_TOKEN}}\""),
        (
          "|+\n          data: {\"id_token\":\"s3c\n\n",
          "|-\n          data: {\"id_token\":\"{{ID_TOKEN}}\n"
        ),
        ("cjN0In0K", "In0K"),
      ]
    ),
    (
      """
      headers: {Content-Type: application/json}
      body:
        base64: |-
          eyJwYXNzd29yZCI6InMzY3IzdCIsImEi
          OiJhYWFhYWFhYWFhIn0=
      """,
      [
        (
          "eyJwYXNzd29yZCI6InMzY3IzdCIsImEi\n        OiJhYWFhYWFhYWFhIn0=",
          "eyJwYXNzd29yZCI6Int7UEFTU1dPUkR9\n        fSIsImEiOiJhYWFhYWFhYWFhIn0="
        )
      ]
    ),
  ])
  func `a body stays in its form`(lines: String, words: [(String, String)]) throws {
    let text = cassette(lines)
    let expected = replacing(text, words)
    let found = try redacted(text).text
    #expect(found == expected, "\(found)")
  }

  @Test func `other layouts keep theirs`() throws {
    let json = #"""
      {"vcr":1, "interactions":[
        {"request":{"method":"GET", "url":"https://api.example.com/?api_key=s3cr3t",
           "headers":{"X-Api-Key":12345678,"Accept":"a\/b"}}, "x":[1,2],
         "response":{"status":200,"body":{"json":"{\"password\":\"s3cr3t\"}"}}}]}

      """#
    #expect(
      try redacted(json).text
        == replacing(
          json,
          [
            ("api_key=s3cr3t", "api_key={{API_KEY}}"), ("12345678", "\"{{X_API_KEY}}\""),
            ("s3cr3t", "{{PASSWORD}}"),
          ]))
    let indented = """
      vcr: 1
      interactions:
        # é
        - request:
            url: https://api.example.com/
            headers:
              Authorization:
                Basic s3cr3t
          response:
            body:
                text: |-
                    {"password":"s3cr3t"}

      """
    let expected = replacing(
      indented, [("Basic s3cr3t", "'{{AUTHORIZATION}}'"), ("s3cr3t", "{{PASSWORD}}")])
    #expect(try redacted(indented).text == expected)
    let carriage = indented.replacing("\n", with: "\r\n")
    #expect(try redacted(carriage).text == expected.replacing("\n", with: "\r\n"))
  }

  @Test func `a named secret is replaced wherever it is read`() throws {
    let text = cassette(
      """
      headers: {X-Note: the s3cr3t is s3cr3t}
      body:
        text: |-
          one s3cr3t
          two s3cr3t s3cr3t
      """)
    let (result, outcome) = try redacted(text, Redaction(.secret("TOKEN", value: "s3cr3t")))
    #expect(
      result
        == replacing(
          text,
          [
            ("the s3cr3t is s3cr3t", "\"the {{TOKEN}} is {{TOKEN}}\""), ("s3cr3t", "{{TOKEN}}"),
          ]))
    #expect(outcome.interactions == 1)
  }

  @Test func `a clean file is not written, a changed one keeps its permissions`() throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write(
      cassette("headers: {Authorization: Bearer s3cr3t}"), to: "c.yaml")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    func state() throws -> [FileAttributeKey: Any] {
      try FileManager.default.attributesOfItem(atPath: file.path)
    }
    let redactor = CassetteRedactor(.standard)
    let before = try state()[.systemFileNumber] as? Int
    #expect(try redactor.redact(path: file.path, isDryRun: true).values == 1)
    #expect(try state()[.systemFileNumber] as? Int == before)
    #expect(try redactor.redact(path: file.path).values == 1)
    let written = try state()
    #expect(written[.systemFileNumber] as? Int != before)
    #expect(written[.posixPermissions] as? Int == 0o640)
    #expect(try redactor.redact(path: file.path).values == 0)
    #expect(try state()[.systemFileNumber] as? Int == written[.systemFileNumber] as? Int)
    #expect(
      try state()[.modificationDate] as? Date == written[.modificationDate] as? Date)
  }

  @Test func `a journal keeps what a recovery needs, and loses a torn tail`() throws {
    let folder = try TemporaryDirectory()
    var text = String(decoding: CassetteWriter.prologue, as: UTF8.self)
    for order in 0..<2 {
      var item = CassetteWriter().item(
        Interaction(
          request: .init(
            url: "https://api.example.com/\(order)", headers: ["Authorization": "s3cr3t"]),
          outcome: .response(.init(status: 200)), recordedAt: Date(timeIntervalSince1970: 0)))
      _ = JournalItem(
        marking: &item, at: text.utf8.count, run: 1, mode: .once, order: order, next: order + 1,
        isReplacement: false)
      text += String(decoding: item, as: UTF8.self)
    }
    let torn = text + "- request:\n    url: https://api.example.com/?token=s3c"
    let file = try folder.write(torn, to: "c.yaml.recording")
    #expect(try CassetteRedactor(.standard).redact(path: file.path).interactions == 2)
    let result = try String(contentsOf: file, encoding: .utf8)
    #expect(result == text.replacing("s3cr3t", with: "'{{AUTHORIZATION}}'"))
    #expect(JournalLeftover(Array(result.utf8)).items.count == 2)
  }

  @Test(arguments: 0..<3)
  func `what is read back is the redacted interaction`(seed: UInt64) throws {
    var generator = InteractionGenerator(seed: seed)
    let redaction = Redaction(
      .headers(["X-A1", "x-a2", "no0", "{a}1"]), .query(["a"]), .secret("AB", value: "abab"),
      .jsonPaths([try JSONPath(parsing: "$..k1")]))
    var text = CassetteWriter.prologue
    var expected: [Interaction] = []
    let redactor = Redactor(redaction)
    for _ in 0..<60 {
      let interaction = generator.interaction()
      text += CassetteWriter().item(interaction)
      redactor.learn(from: interaction)
      expected.append(interaction)
    }
    expected = expected.map { redactor.redacting($0) }
    let result = try CassetteRedactor(redaction).redact(text, path: "c.yaml")
    let file = try CassetteFile(path: "c.yaml", content: result.content)
    try #require(file.count == expected.count)
    for index in 0..<file.count {
      let item = String(decoding: file.text(at: index), as: UTF8.self)
      let interaction = try file.interaction(at: index)
      let isSame = interaction.withoutPieces == expected[index].withoutPieces
      #expect(isSame, "\(item)")
    }
    let again = try CassetteRedactor(redaction).redact(result.content, path: "c.yaml")
    #expect(!again.isChanged)
  }

  @Test func `secrets in comments and under unknown keys are replaced where they stand`() throws {
    let token = "ghp_" + String(repeating: "a1B2c3", count: 6)
    let text = """
      # made with \(token), see below
      vcr: 1
      owner: \(token)
      interactions:
      - request:
          method: GET
          url: https://api.example.com/
        response: {status: 200} # by \(token)
        note: "is \(token)"
        list: [a, \(token)]
        more: {password: 'tr0ub4dor-and-3', b: c}
      # \(token)

      """
    let (result, outcome) = try redacted(text)
    let expected = replacing(
      text,
      [
        ("owner: \(token)", "owner: '{{GITHUB_TOKEN}}'"),
        ("[a, \(token)]", "[a, '{{GITHUB_TOKEN}}']"), (token, "{{GITHUB_TOKEN}}"),
        ("tr0ub4dor-and-3", "{{PASSWORD}}"),
      ])
    #expect(result == expected)
    #expect(outcome == .init(others: 7))
  }

  @Test func `a secret that is a message's method stays, and its line is reported`() throws {
    let token = "ghp_" + String(repeating: "a1B2c3", count: 6)
    let text = """
      vcr: 1
      interactions:
      - request:
          method: \(token)
          url: https://api.example.com/
        response:
          status: 200

      """
    let result = try CassetteRedactor(.standard).redact(Array(text.utf8), path: "c.yaml")
    #expect(!result.isChanged)
    #expect(result.outcome == .init(remaining: [4]))
  }

  @Test(.enabled(if: CorpusLocation.isConfigured, "VCR_CORPUS is not set"))
  func `the corpus, converted without redaction, is redacted as its interactions are`() throws {
    let folder = try CorpusLocation.folder()
    let work = try TemporaryDirectory()
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    var (read, values) = (0, 0)
    for name in names {
      guard let cassette = try? ForeignCassette(path: folder.appending(path: name).path) else {
        continue
      }
      let path = work.file("\(read).yaml").path
      read += 1
      try cassette.write(to: path, redaction: .none)
      let file = try CassetteFile(path: path)
      let redactor = Redactor(.standard)
      let interactions = try (0..<file.count).map { try file.interaction(at: $0) }
      for interaction in interactions { redactor.learn(from: interaction) }
      values += try CassetteRedactor(.standard).redact(path: path).values
      let changed = try CassetteFile(path: path)
      for index in interactions.indices {
        let isSame =
          try changed.interaction(at: index).withoutPieces
          == redactor.redacting(interactions[index]).withoutPieces
        #expect(isSame, "\(name) #\(index + 1)")
      }
      let content = try FileContents.read(path)
      let isStable = try CassetteRedactor(.standard).redact(path: path) == .init()
      let isUntouched = try FileContents.read(path) == content
      #expect(isStable && isUntouched, "\(name)")
    }
    #expect(read > 80)
    #expect(values > 80)
  }
}
