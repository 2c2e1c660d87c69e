import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

struct DiffableTextTests {
  private static func text(
    _ items: String, heading: String = "vcr: 1\ninteractions:\n", volatility: Volatility = .standard
  ) throws -> String {
    try DiffableText(
      path: "a.yaml", content: Array((heading + items).utf8), redaction: .standard,
      isStandard: true, volatility: volatility
    ).text
  }

  @Test func `a folded string is shown by its lines, and a place in it is hidden in whole`() throws
  {
    let items = """
      - request:
          url: https://a.example/
        response:
          status: 200
          body:
            json_folded: |-
              {
                "content":
                  "The first line of a text, which is as long as such texts are.\\n"
                  "The second one, which has so many letters that the whole is long.\\n"
                  "    return x",
                "id": 7
              }

      """
    let text = try Self.text(items)
    #expect(text.contains("  {\n    \"content\":\n      \"The first line of"), "\(text)")
    #expect(text.contains("\n      \"    return x\",\n    \"id\": 7\n  }\n"), "\(text)")
    let path = try JSONPath(parsing: "$.content")
    let masked = try Self.text(items, volatility: Volatility.standard.adding(jsonPaths: [path]))
    #expect(masked.contains("    \"content\": …,\n    \"id\": 7\n"), "\(masked)")
  }

  @Test func `an interaction reads as HTTP, without what differs from run to run`() throws {
    let text = try Self.text(
      """
      - match: [method, path]
        request:
          method: POST
          url: https://api.example.com/users
          headers:
            Accept: application/json
            X-Request-Id: 1234
          body:
            form:
              name: Ada
        response:
          status: 201 Created
          headers:
            Content-Type: application/json
            Date: Mon, 02 Nov 2026 10:00:00 GMT
            Link:
            - </a>; rel=next
            - </b>; rel=prev
          body:
            json: |-
              {
                "id": 42
              }
        seconds: 0.142
        recorded_at: 2026-11-20T10:00:00Z
      - request:
          url: https://api.example.com/slow
        error:
          code: timedOut
          domain: NSURLErrorDomain
          number: -1001
          message: The request timed out.

      """)
    #expect(
      text == """
        POST https://api.example.com/users
          match:
          - method
          - path
          Accept: application/json

          name: Ada

          HTTP/1.1 201 Created
          Content-Type: application/json
          Link: </a>; rel=next
          Link: </b>; rel=prev

          {
            "id": 42
          }

        GET https://api.example.com/slow

          failed: timedOut (NSURLErrorDomain -1001): The request timed out.


        """)
  }

  @Test(arguments: [
    ("lines:\n      - \"a\\r\\n\"\n      - \"b\"", "  a\\r\\n\n  b\n"),
    ("text: |\n        a\n\n        b", "  a\n\n  b\n"),
    (
      "chunks:\n      - after: 0.1\n        text: |+\n          data: 1\n\n"
        + "      - after: 0.2\n        text: |\n          data: 2", "  data: 1\n\n  data: 2\n"
    ),
    (
      "base64: |\n        AAEC\n        Aw==",
      "  (4 bytes, not text; SHA-256 054edec1d0211f624fed0cbca9d4f9400b0e491c)\n"
    ),
    ("file: a.yaml.files/3f2a.png", "  (in the file a.yaml.files/3f2a.png)\n"),
    ("text: 'file: x'", "  file: x\n"),
    ("encoding: gzip\n      text: a", "  (encoding: gzip)\n  a\n"),
    ("text: \"\\e[2Ja\"", "  \\u{1B}[2Ja\n"),
    // What is no escape is written otherwise.
    (#"text: '\u{1B}[2Ja'"#, "  \\\\u{1B}[2Ja\n"),
    (#"lines: ["a\n", "b\\n", "c\\d"]"#, #"  a\n"# + "\n" + #"  b\\n"# + "\n" + #"  c\d"# + "\n"),
  ])
  func `each form of a body has its lines`(form: String, lines: String) throws {
    let text = try Self.text(
      "- request:\n    url: https://a/\n  response:\n    status: 200\n    body:\n      \(form)\n")
    #expect(text == "GET https://a/\n\n  HTTP/1.1 200\n\n\(lines)\n")
  }

  @Test func `a place in JSON that the project names is not shown`() throws {
    let paths = [try JSONPath(parsing: "$.at"), try JSONPath(parsing: "$.list[*].id")]
    let text = try Self.text(
      """
      - request:
          url: https://a/
        response:
          body:
            json: |-
              {
                "at": "now",
                "list": [
                  {
                    "id": 1,
                    "name": "x"
                  }
                ]
              }

      """, volatility: .standard.adding(jsonPaths: paths))
    #expect(text.contains("\"at\": …,\n"))
    #expect(text.contains("\"id\": …,\n"))
    #expect(text.contains("\"name\": \"x\"\n"))
  }

  @Test func `a secret beside a body in a file is not shown either`() throws {
    let text = try Self.text(
      """
      - request:
          url: https://a/
          headers:
            Authorization: Bearer s3cr3t
        response:
          status: 200
          body:
            file: gone.yaml.files/3f2a.png

      """)
    #expect(!text.contains("s3cr3t"))
    #expect(text.contains("  (in the file gone.yaml.files/3f2a.png)\n"))
  }

  @Test func `a secret in the file is mentioned, and not shown`() throws {
    let text = try Self.text(
      """
      - request:
          url: https://a/
          headers:
            Authorization: Bearer s3cr3t
        response:
          status: 200

      """)
    #expect(!text.contains("s3cr3t"))
    #expect(text.contains("  (secrets that the file holds here are not shown"))
  }

  @Test(arguments: [
    "url: https://a/?sid=SECRET", "url: https://a/?p%61ssword=SECRET",
    "url: https://a/\n    body:\n      text: 'password : SECRET'",
    "url: https://a/\n    body:\n      json: '{\"csrf\":\"SECRET\"}'",
    "url: https://a/\n    note: Bearer SECRET", "url: https://a/\n    method: Bearer SECRET",
  ])
  func `no secret that the rules know is shown`(request: String) throws {
    let secret = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"
    let text = try Self.text(
      "- request:\n    \(request.replacing("SECRET", with: secret))\n  response:\n    status: 200\n"
    )
    #expect(!text.contains(secret), "\(text)")
    #expect(text.contains("{{"), "\(text)")
  }

  @Test func `keys that nobody knows are shown`() throws {
    let text = try Self.text(
      "- request: {url: 'https://a/', note: x}\n  response: {status: 200}\n  mine: 1\n",
      heading: "vcr: 1\nowner: team\ninteractions:\n")
    #expect(text == "owner: team\n\nGET https://a/\n  mine: 1\n  note: x\n\n  HTTP/1.1 200\n\n")
  }

  @Test func `a part in lines is shown whatever is volatile, and a pattern hides what it finds`()
    throws
  {
    func text(_ tag: String, _ paths: [String]) throws -> String {
      let items = """
        - request:
            url: https://a.example/
          response:
            status: 200
            headers:
              Content-Type: multipart/mixed; boundary=b
            body:
              multipart:
              - headers:
                  Content-Type: application/http
                lines:
                - "ETag: \(tag)\\r\\n"
              - text: 'ETag: \(tag)'
              - text: '{"at":"\(tag)"}'

        """
      let paths = try paths.map { try JSONPath(parsing: $0) }
      return try Self.text(items, volatility: Volatility.standard.adding(jsonPaths: paths))
    }
    for paths in [["$.at"], ["text(/ETag: (\\w+)/)"]] {
      let (one, other) = (try text("one", paths), try text("two", paths))
      #expect(one.contains("ETag: one\\r") && other.contains("ETag: two\\r"), "\(one)")
    }
    let hidden = try text("one", ["$.at", "text(/ETag: (\\w+)/)"])
    #expect(hidden.contains("ETag: …") && hidden.contains("\"at\":…"), "\(hidden)")
  }

  @Test(arguments: 0..<4)
  func `messages that differ never look the same`(seed: UInt64) throws {
    func text(_ interaction: Interaction) throws -> String {
      let content = CassetteWriter.prologue + CassetteWriter().item(interaction)
      return try DiffableText(
        path: "a.yaml", content: content, redaction: Redaction(), isStandard: false
      ).text
    }
    var generator = InteractionGenerator(seed: 4000 + seed)
    for _ in 0..<12 {
      var old = generator.interaction()
      guard case .response(var response) = old.outcome else { continue }
      // Where a stream is cut is as volatile as its times.
      response.body.chunks = []
      old.outcome = .response(response)
      var new = old
      switch generator.random.below(4) {
      case 0: change(&new.request.headers)
      case 1: change(&response.headers)
      case 2: change(&response.trailers)
      default: change(&response.body)
      }
      new.outcome = .response(response)
      #expect(try text(old) != text(new), "\(old)")
    }

    func change(_ fields: inout HeaderFields) {
      fields = HeaderFields(fields.fields + [HeaderField("X-New", generator.value())])
    }
    func change(_ body: inout Body) {
      var bytes = body.bytes
      let place = generator.random.below(bytes.count + 1)
      bytes.insert(generator.random.pick(Array("\n\r \t\\\"a0,:{}".utf8)), at: place)
      body = Body(bytes, encoding: body.encoding)
    }
  }
}
