import Foundation
import Testing

@testable import VCRCore

struct CassetteWriterTests {
  private func text(_ interaction: Interaction) -> String {
    String(decoding: CassetteWriter().item(interaction), as: UTF8.self)
  }

  /// The lines of a body as they stand in a request that has that content type.
  private func body(_ body: Body, _ type: String? = nil) throws -> String {
    var request = Interaction.Request(url: "https://a.example/", body: body)
    if let type { request.headers = ["Content-Type": type] }
    let text = text(
      Interaction(request: request, outcome: .response(.init(status: 200))))
    let start = try #require(text.range(of: "    body:\n"))
    let end = try #require(text.range(of: "  response:\n"))
    return String(text[start.upperBound..<end.lowerBound])
  }

  @Test(arguments: [
    (["X-A", "x-a", "X-A"], nil), (["X-A", "X-A", "x-a"], nil),
    (["X-A", "x-a", "X-a", "B", "x-a", "b"], ["X-A", "x-a", "X-a", "x-a", "B", "b"]),
    (["a", "A", "a", "A"], nil),
    (["Latin1", "LATIN1", "latin1", "Latin1"], ["Latin1", "LATIN1", "Latin1", "Latin1"]),
  ])
  func `values of one name keep their order and their spelling of it`(
    names: [String], expected: [String]?
  ) throws {
    let fields = names.enumerated().map { HeaderField($0.element, "\($0.offset)") }
    let item = CassetteWriter().item(
      Interaction(
        request: .init(url: "https://a.example/", headers: HeaderFields(fields)),
        outcome: .response(.init(status: 200))))
    let file = try CassetteFile(path: "a.yaml", content: CassetteWriter.prologue + item)
    let read = try file.request(at: 0).headers
    #expect(read.fields.map(\.name) == expected ?? names)
    for name in names { #expect(read.values(name) == HeaderFields(fields).values(name)) }
  }

  @Test func `the example of the format's page comes out to the letter`() {
    let interaction = Interaction(
      request: .init(
        method: "POST", url: "https://api.example.com/v1/users?expand=team",
        headers: [
          "Accept": "application/json", "Authorization": "{{AUTHORIZATION}}",
          "Content-Type": "application/json",
        ], body: Body(Array(#"{"name":"Ada"}"#.utf8))),
      outcome: .response(
        .init(
          status: 201, reason: "Created",
          headers: [
            "Content-Type": "application/json; charset=utf-8",
            "Content-Length": "23", "Set-Cookie": "theme=dark; Path=/",
            "Set-Cookie": "seen=1; Path=/", "Connection": "keep-alive",
          ], body: Body(Array(#"{"id":42,"name":"Ada"}"#.utf8)))),
      seconds: 0.1421, recordedAt: Date(timeIntervalSince1970: 1_795_168_800.7))
    let prologue = String(decoding: CassetteWriter.prologue, as: UTF8.self)
    #expect(
      prologue + text(interaction) == """
        vcr: 1
        interactions:
        - request:
            method: POST
            url: https://api.example.com/v1/users?expand=team
            headers:
              Accept: application/json
              Authorization: '{{AUTHORIZATION}}'
              Content-Type: application/json
            body:
              json: |-
                {
                  "name": "Ada"
                }
          response:
            status: 201 Created
            headers:
              Content-Type: application/json; charset=utf-8
              Set-Cookie:
              - theme=dark; Path=/
              - seen=1; Path=/
            body:
              json: |-
                {
                  "id": 42,
                  "name": "Ada"
                }
          seconds: 0.142
          recorded_at: 2026-11-20T10:00:00Z

        """)
  }

  @Test func `a failure, a rule, a version and trailers have their places`() {
    let interaction = Interaction(
      request: .init(
        method: "GET", url: "https://a.example/*", http: "HTTP/2", trailers: ["X-Sum": "1a"]),
      outcome: .failure(.init(code: "timedOut", number: -1001, message: "no answer: 60 s")),
      seconds: 60, rule: .init(match: ["method"], isPattern: true, times: .max))
    #expect(
      text(interaction) == """
        - match:
          - method
          - pattern
          times: any
          request:
            method: GET
            url: https://a.example/*
            http: HTTP/2
            trailers:
              X-Sum: '1a'
          error:
            code: timedOut
            domain: NSURLErrorDomain
            number: -1001
            message: 'no answer: 60 s'
          seconds: 60

        """)
  }

  @Test func `a name that alternates with another spelling of it stands in the list`() throws {
    let fields = HeaderFields([
      HeaderField("X-A", "1"), HeaderField("x-a", "2"), HeaderField("x-A", bytes: [0xE9]),
      HeaderField("X-A", "3"),
    ])
    let text = text(
      Interaction(
        request: .init(url: "https://a.example/"),
        outcome: .response(.init(status: 200, headers: fields))))
    #expect(
      text.contains(
        """
            headers:
              X-A:
              - '1'
              - x-a: '2'
              - x-A:
                  latin1: é
              - '3'

        """), "\(text)")
    let file = try CassetteFile(
      path: "a.yaml", content: CassetteWriter.prologue + Array(text.utf8))
    guard case .response(let response) = try file.interaction(at: 0).outcome else {
      Issue.record("no response")
      return
    }
    #expect(response.headers == fields)
  }

  @Test func `a value in Latin-1 is marked`() {
    let interaction = Interaction(
      request: .init(url: "https://a.example/"),
      outcome: .response(
        .init(
          status: 200,
          headers: HeaderFields([
            HeaderField("X-Name", bytes: [0x4D, 0xFC]), HeaderField("X-Two", bytes: [0xE9]),
            HeaderField("X-Two", "é"),
          ]))))
    #expect(
      text(interaction) == """
        - request:
            method: GET
            url: https://a.example/
          response:
            status: 200
            headers:
              X-Name:
                latin1: Mü
              X-Two:
              - latin1: é
              - é

        """)
  }

  @Test(arguments: ["HEAD", "GET"])
  func `the length of a response to HEAD is kept`(method: String) {
    let interaction = Interaction(
      request: .init(method: method, url: "https://a.example/"),
      outcome: .response(.init(status: 200, headers: ["Content-Length": "5"])))
    #expect(text(interaction).contains("Content-Length: '5'") == (method == "HEAD"))
  }

  @Test(arguments: [
    (#"{"a":[1,{}],"b":"x, y"}"# + "\n", "json: |"),
    (#"{"a": [1, {}], "b": "x, y"}"#, "json_spaced: |-"),
  ])
  func `JSON is shown indented`(json: String, first: String) throws {
    #expect(
      try body(Body(Array(json.utf8))) == """
              \(first)
                {
                  "a": [
                    1,
                    {}
                  ],
                  "b": "x, y"
                }

        """)
  }

  @Test func `a form is a mapping, or a list where a name repeats`() throws {
    let type = "application/x-www-form-urlencoded"
    #expect(
      try body(Body(Array("name=Ada+L%C3%B6we&no=1".utf8)), type) == """
              form:
                name: Ada Löwe
                'no': '1'

        """)
    #expect(
      try body(Body(Array("a=1&b=&a=2".utf8)), type) == """
              form:
              - a: '1'
              - b: ''
              - a: '2'

        """)
    #expect(
      try body(Body(Array("a=x%20y".utf8)), type) == """
              text: |-
                a=x%20y

        """)
  }

  @Test func `text keeps tabs, trailing spaces and emoji in a literal block`() throws {
    #expect(
      try body(Body(Array("a\tb  \n\n😀\n".utf8)))
        == "      text: |\n        a\tb  \n\n        😀\n")
    #expect(try body(Body(Array("  a\n b".utf8))) == "      text: |2-\n          a\n         b\n")
    #expect(try body(Body(Array("a\n\n".utf8))) == "      text: |+\n        a\n\n")
  }

  @Test func `what a literal block cannot hold is a list of lines`() throws {
    #expect(
      try body(Body(Array("a\r\nb\u{85}\rc\u{2028}\u{FEFF}\"\\".utf8))) == #"""
              lines:
              - "a\r\n"
              - "b\N\r"
              - "c\L\uFEFF\"\\"

        """#)
    #expect(
      try body(Body([0x4D, 0xFC, 0x0A]), "text/plain; charset=ISO-8859-1") == #"""
              charset: iso-8859-1
              lines:
              - "Mü\n"

        """#)
  }

  @Test func `one long line of markup or of odd JSON is cut`() throws {
    let markup = "<ul>" + String(repeating: "<li>one</li>", count: 12) + "</ul>\n"
    #expect(
      try body(Body(Array(markup.utf8)), "text/html")
        == "      lines:\n      - \"<ul>\"\n"
        + String(repeating: "      - \"<li>\"\n      - \"one</li>\"\n", count: 12)
        + "      - \"</ul>\\n\"\n")
    let json = "{" + (0..<20).map { "\"key \($0)\":  \($0)" }.joined(separator: ", ") + "}"
    let lines = try body(Body(Array(json.utf8)))
    #expect(lines.hasPrefix("      lines:\n      - \"{\"\n      - \"\\\"key 0\\\":  0,\"\n"))
  }

  @Test func `a stream of no known kind is a list of pieces`() throws {
    let bytes = Array("data: 1\n\ndata: 2\n\n".utf8) + [0xFF]
    let chunks: [Body.Chunk] = [
      .init(length: 9, after: 0.15), .init(length: 9, after: 0.3), .init(length: 1),
    ]
    #expect(
      try body(Body(bytes, chunks: chunks)) == """
              chunks:
              - after: 0.15
                text: |+
                  data: 1

              - after: 0.3
                text: |+
                  data: 2

              - base64: |-
                  /w==

        """)
  }

  @Test func `binary is Base64 in lines of 76 columns, its coding beside it`() throws {
    let bytes = (0..<60).map { UInt8($0 * 4) }
    #expect(
      try body(Body(bytes, encoding: "gzip")) == """
              encoding: gzip
              base64: |-
                AAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2Nzg
                5Ojs

        """)
  }
}
