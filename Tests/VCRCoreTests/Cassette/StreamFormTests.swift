import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// The form of events and lines of streams in a cassette.
struct StreamFormTests {
  static let eventType = "text/event-stream; charset=utf-8"

  /// A response whose body is cut as a recording cuts it.
  static func exchange(
    _ pieces: [String], type: String = eventType, after: Double = 0.1
  ) -> Interaction {
    let chunks = pieces.enumerated().map { index, piece in
      Body.Chunk(
        length: piece.utf8.count, after: (after * 1000 * Double(index + 1)).rounded() / 1000)
    }
    return Interaction(
      request: .init(method: "POST", url: "https://llm.example/v1/chat"),
      outcome: .response(
        .init(
          status: 200, reason: "OK", headers: ["Content-Type": type],
          body: Body(Array(pieces.joined().utf8), chunks: chunks))),
      seconds: after, recordedAt: Date(timeIntervalSince1970: 1_780_000_000))
  }

  static func text(_ interactions: [Interaction]) -> String {
    String(
      decoding: interactions.reduce(into: CassetteWriter.prologue) {
        $0 += CassetteWriter().item($1)
      }, as: UTF8.self)
  }

  static func read(_ text: String) throws -> Interaction {
    try CassetteFile(path: "c.yaml", content: Array(text.utf8)).interaction(at: 0)
  }

  /// The lines below `body:`, after a check that they give the interaction back.
  private func body(_ pieces: [String], type: String = eventType) throws -> String {
    let exchange = Self.exchange(pieces, type: type)
    let text = Self.text([exchange])
    #expect(try Self.read(text) == exchange, "\(text)")
    let start = try #require(text.range(of: "    body:\n"))
    let end = try #require(text.range(of: "  seconds:"))
    return String(text[start.upperBound..<end.lowerBound])
  }

  @Test func `an event is its fields, each on one line`() throws {
    #expect(
      try body([
        "data: {\"id\":\"chatcmpl-1\",\"choices\":[{\"delta\":{\"content\":\"I'm\"}}]}\n\n",
        "event: content_block_delta\ndata: {\"type\": \"x\", \"n\": 1}\n\n",
        "id: 7\nevent: a\nretry: 10\ndata: one\n\n", "data: [DONE]\n\n",
      ]) == """
              chunks:
              - after: 0.1
                data: '{"id":"chatcmpl-1","choices":[{"delta":{"content":"I''m"}}]}'
              - after: 0.2
                event: content_block_delta
                data: '{"type": "x", "n": 1}'
              - after: 0.3
                id: '7'
                event: a
                retry: '10'
                data: one
              - after: 0.4
                data: '[DONE]'

        """)
  }

  @Test func `comments and data of several lines are readable`() throws {
    #expect(
      try body([": OPENROUTER PROCESSING\n\n", "data: {\ndata:   \"a\": 1\ndata: }\n\n"]) == """
              chunks:
              - after: 0.1
                comment: OPENROUTER PROCESSING
              - after: 0.2
                data: |-
                  {
                    "a": 1
                  }

        """)
  }

  @Test func `the spelling of the lines is named once`() throws {
    #expect(
      try body(["event:a\r\ndata:{\"n\":1}\r\n\r\n", "data:2\r\n\r\n"]) == """
              spelling: crlf unspaced
              chunks:
              - after: 0.1
                event: a
                data: '{"n":1}'
              - after: 0.2
                data: '2'

        """)
  }

  @Test(arguments: [
    "data: 1\r\n\r\n", "data:1\n\n", "data: 1\ndata:2\n\n", "data\n\n", "foo: bar\n\n",
    "data: 1\nid: 2\ndata: 3\n\n", "data: cut", "data: 1\n", "\n", "data: a\rb\n\n", ":\n\n",
    " data: 1\n\n", "data: 1\n\n\n", "data : 1\n\n", "comment: x\n\n",
  ])
  func `an event that is spelled otherwise than the first is kept as text`(event: String) throws {
    let escaped = event.unicodeScalars.map { scalar in
      scalar == "\n" ? "\\n" : scalar == "\r" ? "\\r" : "\(scalar)"
    }.joined()
    #expect(
      try body(["data: 0\n\n", event]) == """
              chunks:
              - after: 0.1
                data: '0'
              - after: 0.2
                text: "\(escaped)"

        """)
  }

  @Test func `long JSON is on as few lines as it needs`() throws {
    let numbers = (1...120).map(String.init).joined(separator: ",")
    let usage = "{\"input_tokens\":25,\"output_tokens\":1}"
    let json =
      "{\"type\":\"message_start\",\"usage\":\(usage),\"context\":[\(numbers)],\"text\":\"a, b\"}"
    let lines = try body(["data: \(json)\n\n"])
    #expect(
      lines.hasPrefix(
        """
              chunks:
              - after: 0.1
                data:
                  json: |-
                    {
                      "type": "message_start",
                      "usage": \(usage),
                      "context": [
                        1, 2, 3,
        """), "\(lines)")
    #expect(lines.split(separator: "\n").count < 20, "\(lines)")
    #expect(lines.split(separator: "\n").allSatisfy { $0.count <= 110 }, "\(lines)")
  }

  /// An event whose JSON holds a text of 100 sentences, of which one may be another.
  private static func story(_ word: String = "fox") -> String {
    let sentences = (1...100).map { "Sentence \($0) is of a \($0 == 70 ? word : "fox")." }
    let text = sentences.joined(separator: #"\n"#)
    return "data: {\"type\":\"done\",\"content\":[{\"text\":\"\(text)\"}]}\n\n"
  }

  @Test func `a long string in an event is folded, and one word of it is one line`() throws {
    let lines = try body([Self.story()])
    #expect(lines.contains("        data:\n          json_folded: |-\n            {\n"), "\(lines)")
    #expect(lines.split(separator: "\n").allSatisfy { $0.count <= 120 }, "\(lines)")
    let changed = try body([Self.story("dog")])
    let difference = changed.split(separator: "\n").difference(from: lines.split(separator: "\n"))
    #expect(difference.count == 2, "\(difference)")
    let spaced = try body(["data: {\"a\": \"\(String(repeating: "one two ", count: 100))\"}\n\n"])
    #expect(spaced.contains("json_spaced_folded: |-\n"), "\(spaced)")
  }

  @Test func `prose and markup in an event are cut, and one word of them is one line`() throws {
    func prose(_ word: String) -> String {
      (1...40).map { "Sentence \($0) is of a \($0 == 20 ? word : "fox") in “quotes”." }
        .joined(separator: " ")
    }
    for (start, end) in [("data: ", "\n\n"), ("data: one\ndata: ", "\ndata: two\n\n")] {
      let lines = try body([start + prose("fox") + end])
      #expect(lines.contains("        data:\n          lines:\n          - \""), "\(lines)")
      #expect(lines.split(separator: "\n").allSatisfy { $0.count <= 120 }, "\(lines)")
      let changed = try body([start + prose("dog") + end])
      let difference = changed.split(separator: "\n").difference(
        from: lines.split(separator: "\n"))
      #expect(difference.count == 2, "\(difference)")
    }
    let list = (1...20).map { "<li>Item \($0)</li>" }.joined()
    let markup = try body(["event: swap\ndata: <ul>\(list)</ul>\n\n"])
    #expect(markup.contains("\n          - \"<li>\"\n"), "\(markup)")
    #expect(
      try body([String(repeating: "word ", count: 100) + "\n"], type: "application/jsonl")
        .contains("        line:\n          lines:\n          - \"word "))
  }

  @Test func `a secret in the prose of an event is replaced in its line`() throws {
    let token = "sk-proj-Zk3v9QpX7Lw2Rt8Yb5Nc1Hd6"
    let prose = (1...20).map { "Sentence \($0) is of a \($0 == 9 ? token : "fox"). " }.joined()
    let text = Self.text([Self.exchange(["data: \(prose)\n\n"])])
    let file = try CassetteFile(path: "c.yaml", content: Array(text.utf8))
    let before = try file.interaction(at: 0)
    let after = Self.exchange(["data: \(prose.replacing(token, with: "{{KEY}}"))\n\n"])
    var files: [SideFile] = []
    let written = try file.text(at: 0, from: before, to: after, files: &files)
    let lines = String(decoding: written.bytes, as: UTF8.self).split(separator: "\n")
    // The token was a string of its own, and what it was cut from may end before it or behind it.
    let others = lines.filter { !text.contains($0) }
    #expect(others.count <= 2, "\(others)")
    #expect(others.contains { $0.contains("{{KEY}}") })
    #expect(!String(decoding: written.bytes, as: UTF8.self).contains(token.suffix(20)))
  }

  @Test func `a long string that is not folded keeps its text until its event changes`() throws {
    let folded = Self.text([Self.exchange([Self.story()], after: 0.3)])
    let head = try #require(folded.range(of: "json_folded: |-\n"))
    let content = try #require(folded[head.upperBound...].range(of: "\n  seconds:"))
    let block = folded[head.upperBound..<content.lowerBound]
    let joined = String(decoding: FoldedJSON.joining(Array(block.utf8)[...]), as: UTF8.self)
    let former = folded.replacing(
      "json_folded: |-\n\(block)", with: "json: |-\n\(joined)")
    #expect(former != folded)
    #expect(try Self.read(former) == Self.read(folded))
    let same = Self.exchange([Self.story()], after: 0.7)
    #expect(try merged(same, into: former) == former)
    let changed = try merged(Self.exchange([Self.story("dog")], after: 0.7), into: former)
    #expect(try Self.read(changed).outcome.body?.bytes == Array(Self.story("dog").utf8))
  }

  @Test func `JSON lines and JSON sequences are a line each`() throws {
    let json = "{\"a\":\"" + String(repeating: "x", count: 500) + "\"}"
    #expect(
      try body(["{\"n\":1}\n", "\n", json + "\n", "{\"n\""], type: "application/x-ndjson") == """
              chunks:
              - after: 0.1
                line: '{"n":1}'
              - after: 0.2
                text: "\\n"
              - after: 0.3
                line:
                  json: |-
                    {
                      "a": "\(String(repeating: "x", count: 500))"
                    }
              - after: 0.4
                text: "{\\"n\\""

        """)
    #expect(
      try body(["\u{1E}{\"n\":1}\n"], type: "application/json-seq") == """
              chunks:
              - after: 0.1
                record: '{"n":1}'

        """)
  }

  @Test func `any stream gives its bytes back`() throws {
    var random = SeededRandom(seed: 13)
    for _ in 0..<400 {
      let end = random.pick(["\n", "\r\n"])
      let colon = random.pick([": ", ":"])
      let pieces = (0..<random.below(9)).map { _ -> String in
        let lines = (0..<random.below(5)).map { _ -> String in
          let value = random.pick([
            "", "x", "{\"a\":\"b, c\"}", "{\"a\": [1, 2]}", "[DONE]", "é\u{2028}", "'", " y", "\t",
            "{\"long\":[" + String(repeating: "12345,", count: 90) + "0]}", "{ \"odd\":1}", "\u{0}",
            "{\"l\": \"" + String(repeating: "ä ", count: 300) + "\", \"m\": {}}", "# no", "a: b",
            String(repeating: "One of \"many\". ", count: 30), String(repeating: "x", count: 500),
            String(repeating: "<li>\u{0}é</li>", count: 40),
          ])
          let name = random.pick(["data", "event", "id", "retry", "", "data", "other"])
          return name + (random.one(in: 9) ? " :" : colon) + value
            + (random.one(in: 20) ? "\n" : end)
        }
        return lines.joined() + (random.one(in: 20) ? "" : end)
      }.filter { !$0.isEmpty }
      guard !pieces.isEmpty else { continue }
      for type in [Self.eventType, "application/jsonl"] {
        let exchange = Self.exchange(pieces, type: type)
        let text = Self.text([exchange])
        #expect(try Self.read(text) == exchange, "\(text)")
        #expect(Self.text([try Self.read(text)]) == text)
      }
    }
  }

  @Test func `a stream of 10,000 events is two lines an event`() throws {
    let pieces = (1...10_000).map { "data: {\"n\":\($0)}\n\n" }
    let text = Self.text([Self.exchange(pieces)])
    #expect(text.split(separator: "\n").count < 20_020)
    #expect(try Self.read(text) == Self.exchange(pieces))
  }

  @Test(arguments: [
    ("chunks:\n        - data: 1\n          text: x\n", "a chunk has"),
    ("chunks:\n        - after: 1\n", "a chunk has"),
    ("chunks:\n        - data:\n            yaml: x\n", "json:"),
    ("chunks:\n        - event:\n            json: x\n", "takes text"),
    ("spelling: lf\n      chunks:\n        - data: 1\n", "crlf"),
  ])
  func `a wrong form is reported`(form: String, words: String) throws {
    let text = """
      vcr: 1
      interactions:
      - request:
          url: http://a/
        response:
          status: 200
          body:
            \(form)
      """
    let error = #expect(throws: CassetteError.self) { try Self.read(text) }
    #expect(error?.reason.contains(words) == true, "\(String(describing: error))")
  }

  // MARK: - Cassettes that exist

  /// The same exchange in the form of former versions.
  private static let former = """
    vcr: 1
    interactions:
    - request:
        method: POST
        url: https://llm.example/v1/chat
      response:
        status: 200 OK
        headers:
          Content-Type: \(eventType)
        body:
          chunks:
          - after: 0.07
            text: |+
              event: ping
              data: {"n":1}

          - after: 0.2
            text: |+
              data: {"n":2}

      seconds: 0.2
      recorded_at: 2026-05-28T20:26:40Z

    """

  private func merged(
    _ new: Interaction, into old: String, _ volatility: Volatility = .standard
  ) throws -> String {
    let merge = try CassetteMerge(
      CassetteFile(path: "c.yaml", content: Array(Self.text([new]).utf8)),
      into: CassetteFile(path: "c.yaml", content: Array(old.utf8)), equivalence: .standard,
      strategy: .replacing, volatility: volatility)
    let text = String(decoding: try merge.content().bytes, as: UTF8.self)
    #expect(merge.isUnchanged == (text == old))
    return text
  }

  @Test func `a former form is read, and keeps its text when nothing changed`() throws {
    let new = Self.exchange(
      ["event: ping\ndata: {\"n\":1}\n\n", "data: {\"n\":2}\n\n"], after: 0.3)
    #expect(try Self.read(Self.former).outcome.body?.bytes == new.outcome.body?.bytes)
    #expect(try merged(new, into: Self.former) == Self.former)
    let changed = Self.exchange(
      ["event: ping\ndata: {\"n\":1}\n\n", "data: {\"n\":3}\n\n"], after: 0.3)
    #expect(
      try merged(changed, into: Self.former)
        == Self.former.replacing("{\"n\":2}", with: "{\"n\":3}"))
  }

  // MARK: - Recording again

  private static func delta(_ run: String, _ text: String) -> String {
    "event: delta\ndata: {\"id\":\"\(run)\",\"text\":\"\(text)\"}\n\n"
  }
  private static let ping = "event: ping\ndata: {\"type\": \"ping\"}\n\n"

  @Test func `events that come and go leave no diff once their kind is named`() throws {
    let volatility = Volatility.standard.adding(jsonPaths: ["event(ping)", "event $.id"])
    let old = Self.text([
      Self.exchange([Self.delta("a", "1"), Self.ping, Self.delta("a", "2"), Self.delta("a", "3")])
    ])
    for pieces in [
      [Self.delta("b", "1"), Self.delta("b", "2"), Self.delta("b", "3")],
      [Self.ping, Self.ping, Self.delta("b", "1"), Self.delta("b", "2"), Self.delta("b", "3")],
      [
        ": hello\n\n", Self.delta("b", "1"), Self.delta("b", "2"), Self.ping, Self.delta("b", "3"),
        Self.ping,
      ],
    ] {
      #expect(try merged(Self.exchange(pieces, after: 0.2), into: old, volatility) == old)
    }
    // One changed event is that event alone.
    let changed = try merged(
      Self.exchange([Self.delta("b", "1"), Self.delta("b", "2"), Self.ping, Self.delta("b", "4")]),
      into: old, volatility)
    #expect(changed == old.replacing("\"text\":\"3\"", with: "\"text\":\"4\""))
    // So are one that is new and one that is gone: the others keep their ids.
    let added = try merged(
      Self.exchange([
        Self.delta("b", "0"), Self.delta("b", "1"), Self.delta("b", "2"), Self.delta("b", "3"),
      ]), into: old, volatility)
    #expect(added.contains("\"id\":\"b\",\"text\":\"0\""), "\(added)")
    #expect(added.split(separator: "\"id\":\"a\"").count == 4, "\(added)")
    #expect(added.split(separator: "event: ping").count == 2, "\(added)")
  }

  @Test func `without a name an event that is gone is a change`() throws {
    let old = Self.text([Self.exchange([Self.delta("a", "1"), Self.ping])])
    #expect(try merged(Self.exchange([Self.delta("a", "1")]), into: old) != old)
  }

  @Test func `a comment is never a change`() throws {
    let old = Self.text([Self.exchange([": keep-alive\n\n", Self.delta("a", "1")])])
    for pieces in [
      [Self.delta("a", "1")], [Self.delta("a", "1"), ": keep-alive\n\n", ": more\n\n"],
    ] {
      #expect(try merged(Self.exchange(pieces), into: old) == old)
    }
  }

  /// An event's value at a volatile place, which the next request carries, recorded again.
  private func again(
    _ place: String, _ old: String, _ new: String, _ event: (String) -> String
  ) throws -> (text: String, old: String, new: String) {
    func run(_ value: String) -> String {
      var next = Self.exchange(["data: done\n\n"])
      next.request.url = "https://llm.example/v1/chat/\(value)"
      return Self.text([Self.exchange([event(value)]), next])
    }
    let merge = try CassetteMerge(
      CassetteFile(path: "c.yaml", content: Array(run(new).utf8)),
      into: CassetteFile(path: "c.yaml", content: Array(run(old).utf8)),
      equivalence: .standard, strategy: .replacing,
      volatility: Volatility.standard.adding(jsonPaths: [JSONPath(parsing: place)]))
    return (String(decoding: try merge.content().bytes, as: UTF8.self), run(old), run(new))
  }

  @Test func `a volatile value that a later path carries is put back everywhere`() throws {
    let found = try again("event $.text", "t-1111", "t-2222") { Self.delta("id-1", $0) }
    #expect(found.text == found.old, "\(found.text)")
  }

  @Test func `an id of an event that a later request carries is put back everywhere`() throws {
    let found = try again("event $.id", "id-1111", "id-2222") { Self.delta($0, "1") }
    #expect(found.text == found.old, "\(found.text)")
  }

  // MARK: - Secrets

  @Test func `secrets in events go, and the form stays`() throws {
    let long = String(repeating: "x", count: 420)
    let pieces = [
      "event: a\ndata: {\"access_token\":\"s3cr3t\",\"n\":1}\n\n",
      "data: {\"password\":\"hunter22\",\"n\":\"\(long)\"}\n\n", "data: {\"n\":3}\n\n",
    ]
    let text = Self.text([Self.exchange(pieces)]).replacing("event: a", with: "event: a # why")
    let result = try CassetteRedactor(.standard).redact(Array(text.utf8), path: "c.yaml")
    let expected =
      text.replacing("\"s3cr3t\"", with: "\"{{ACCESS_TOKEN}}\"")
      .replacing("\"hunter22\"", with: "\"{{PASSWORD}}\"")
    #expect(String(decoding: result.content, as: UTF8.self) == expected)
  }

  @Test func `places of events are redacted as they are named`() throws {
    let redaction = Redaction.standard.adding(.jsonPaths(["event(a) $.user.name", "$.mail"]))
    let body = "event: a\ndata: {\"user\":{\"name\":\"Ada\"},\"mail\":\"m@x\"}\n\n"
    let other = "event: b\ndata: {\"user\":{\"name\":\"Bob\"},\"mail\":\"m@x\"}\n\n"
    let redacted = Redactor(redaction).redacting(Self.exchange([body, other]))
    let text = String(decoding: redacted.outcome.body?.bytes ?? [], as: UTF8.self)
    #expect(
      text
        == body.replacing("Ada", with: "{{NAME}}").replacing("m@x", with: "{{MAIL}}")
        + other.replacing("m@x", with: "{{MAIL}}"))
  }
}

extension Interaction.Outcome {
  /// The body of a response.
  fileprivate var body: Body? {
    if case .response(let response) = self { response.body } else { nil }
  }
}
