import Testing

@testable import VCRCore
@testable import VCRReview

/// Texts that Unicode calls canonically equivalent, and that are other bytes all the same.
struct SpellingTests {
  private static let one = "caf\u{E9}"
  private static let two = "cafe\u{301}"
  private static let change = #"caf\u{e9} → cafe\u{301}"#

  private static func response(
    _ text: String, _ change: (inout Interaction.Response, String) -> Void
  ) -> Interaction {
    var response = Interaction.Response(status: 200, reason: "OK")
    change(&response, text)
    return Interaction(request: .init(url: "https://api.test/"), outcome: .response(response))
  }

  private static let places: [(String, @Sendable (inout Interaction.Response, String) -> Void)] = [
    ("header X-A", { $0.headers = ["X-A": $1] }),
    ("trailer X-A", { $0.trailers = ["X-A": $1] }),
    ("reason", { $0.reason = $1 }),
    ("version", { $0.http = $1 }),
    ("header media_type", { $0.mediaType = $1 }),
    ("header text_encoding", { $0.textEncoding = $1 }),
    ("encoding", { $0.body = Body([1], encoding: $1) }),
  ]

  @Test(arguments: places.indices)
  func `two spellings of a character are told apart`(index: Int) {
    let (label, set) = Self.places[index]
    let (old, new) = (Self.response(Self.one, set), Self.response(Self.two, set))
    #expect(DiffFixture.lines(old, new) == ["\(label) \(Self.change)"])
    #expect(DiffFixture.lines(old, old).isEmpty)
    #expect(!Volatility.standard.isSame(old, new))
    #expect(Volatility.standard.digest(old) != Volatility.standard.digest(new))
    #expect(old != new)
  }

  @Test(arguments: [
    ("q\u{200B}", #"q\u{200B}"#, #"q\u{200b} → q\\u{200B}"#),
    (#"q\u{200b}"#, #"q\"# + "\u{200B}", #"q\\u{200b} → q\\\u{200b}"#),
    ("a\tb", #"a\tb"#, #"a\tb → a\\tb"#),
  ])
  func `what nobody sees is told apart from the text of its escape`(
    old: String, new: String, change: String
  ) {
    func item(_ text: String) -> Interaction {
      Self.response(text) { $0.headers = ["X-A": $1] }
    }
    #expect(DiffFixture.lines(item(old), item(new)) == ["header X-A \(change)"])
    let lines = [old, new].map { Array("one\n\($0)\ntwo\n".utf8) }
    let shown = LineDiff(lines[0], lines[1], .usual).hunks.flatMap(\.lines).compactMap {
      (line: TextHunk.Line) -> String? in
      switch line {
      case .same: return nil
      case .removed(let text), .added(let text): return text
      }
    }
    #expect(shown.count == 2 && shown.first != shown.last, "\(shown)")
  }

  @Test func `a text in the web's charset is compared by lines`() throws {
    func item(_ number: Int) -> Interaction {
      var item = DiffFixture.interaction("", type: "text/html")
      item.outcome = .response(
        .init(
          status: 200, reason: "OK", headers: ["Content-Type": "text/html"],
          body: Body(Array("<p>Prix: ".utf8) + [0xE9, 0x20, 0x80] + Array("\(number)\n".utf8))))
      return item
    }
    let change = try #require(
      InteractionComparison(volatility: .standard, showsVolatile: false)
        .change(from: item(10), to: item(99)))
    #expect(
      change.differences.flatMap(\.hunks).flatMap(\.lines) == [
        .removed("<p>Prix: é €10"), .added("<p>Prix: é €99"),
      ])
    let page = MessageLines(item(10), leavingOut: nil).lines
    #expect(page.contains("<p>Prix: é €10"), "\(page)")
    #expect(
      MessageLines.beginning(of: item(10), .usual, schema: nil).last == "  <p>Prix: é €10")
  }

  @Test func `a name of a member in escapes is no other order`() {
    #expect(
      DiffFixture.lines(
        DiffFixture.json(#"{"price":1,"a":2}"#), DiffFixture.json(#"{"\u0070rice":1,"a":2}"#)) == [
          "body the same JSON value, written differently: names of members in other escapes"
        ])
  }

  @Test func `a call of gRPC that is no POST has its method in the heading`() {
    func words(_ method: String) -> String {
      DiffWords.request(
        .init(
          method: method, url: "https://a.test/p.S/M",
          headers: ["Content-Type": "application/grpc"]))
    }
    #expect(words("POST") == "gRPC p.S/M at https://a.test")
    #expect(words("PUT") == "gRPC PUT p.S/M at https://a.test")
  }

  @Test func `so are those of URLs, methods and rules`() throws {
    func item(_ text: String) -> Interaction {
      var item = DiffFixture.json("{}", url: "https://api.test/\(text)")
      item.request.method = text
      item.rule = .init(match: [text])
      return item
    }
    #expect(
      DiffFixture.lines(item(Self.one), item(Self.two)) == [
        "request method \(Self.change)",
        #"request url https://api.test/caf\u{e9} → https://api.test/cafe\u{301}"#,
        "rule match \(Self.change)",
      ])
    #expect(item(Self.one).rule != item(Self.two).rule)
  }

  @Test func `so are those of failures`() {
    func item(_ text: String) -> Interaction {
      Interaction(
        request: .init(url: "https://api.test/"),
        outcome: .failure(.init(code: text, domain: text, number: 1, message: text)))
    }
    #expect(
      DiffFixture.lines(item(Self.one), item(Self.two), showsVolatile: true) == [
        "outcome \(Self.change)", #"error number caf\u{e9} 1 → cafe\u{301} 1"#,
        "error message \(Self.change) (volatile: call)",
      ])
    #expect(!Volatility.standard.isSame(item(Self.one), item(Self.two)))
  }

  @Test func `so are those of JSON's strings and names`() {
    func value(_ text: String) -> Interaction { DiffFixture.json("{\"a\":\"\(text)\"}") }
    #expect(
      DiffFixture.lines(value(Self.one), value(Self.two))
        == [#"$.a "caf\u{e9}" → "cafe\u{301}""#])
    func name(_ text: String) -> Interaction { DiffFixture.json("{\"\(text)\":1}") }
    #expect(
      DiffFixture.lines(name(Self.one), name(Self.two)).count == 2)
  }

  @Test func `so are those of a text's lines`() throws {
    func text(_ line: String) -> Interaction {
      DiffFixture.interaction("one\n\(line)\n", type: "text/plain")
    }
    let comparison = InteractionComparison()
    let change = try #require(comparison.change(from: text(Self.one), to: text(Self.two)))
    let lines = change.differences.flatMap(\.hunks).flatMap(\.lines)
    #expect(
      lines == [.same("one"), .removed(#"caf\u{e9}"#), .added(#"cafe\u{301}"#)])
    #expect(
      SideBySide([Self.one], [Self.two]).rows
        == [.changed(Self.one, old: 1, Self.two, new: 1)])
  }

  @Test func `so are the names and types of a form's parts`() {
    func item(_ name: String, _ type: String) -> Interaction {
      var item = DiffFixture.json("{}")
      item.request.headers = ["Content-Type": "multipart/form-data; boundary=b"]
      let part = """
        --b\r\nContent-Disposition: form-data; name="\(name)"\r\nContent-Type: \(type)\r\n\r\n1\r
        --b--\r\n
        """
      item.request.body = Body(Array(part.utf8))
      return item
    }
    #expect(
      DiffFixture.lines(item("a", "text/\(Self.one)"), item("a", "text/\(Self.two)")).count == 1)
    #expect(
      DiffFixture.lines(item(Self.one, "text/plain"), item(Self.two, "text/plain")).count == 2)
  }
}
