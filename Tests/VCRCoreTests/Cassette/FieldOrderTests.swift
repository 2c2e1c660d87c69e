import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// The order of fields on the wire, where others came between those of one name.
struct FieldOrderTests {
  private static func fields(_ words: String) -> HeaderFields {
    HeaderFields(
      words.split(separator: " ").enumerated().map { HeaderField(String($1), "\($0)") })
  }

  private static func item(_ response: Interaction.Response) -> String {
    String(
      decoding: CassetteWriter().item(
        Interaction(request: .init(url: "https://a.example/"), outcome: .response(response))),
      as: UTF8.self)
  }

  private static func file(_ items: String) throws -> CassetteFile {
    try CassetteFile(path: "a.yaml", content: CassetteWriter.prologue + Array(items.utf8))
  }

  private static func response(_ item: String) throws -> Interaction.Response {
    guard case .response(let response) = try file(item).interaction(at: 0).outcome else {
      throw TestFailure()
    }
    return response
  }

  private struct TestFailure: Error {}

  /// The names on the wire, and those of the order that the cassette has.
  @Test(arguments: [
    ("A B C", nil), ("A A B", nil), ("A a B b", nil), ("A B A", "A B A"),
    ("Z A B A Y", "A B A"), ("A Z B A B Y", "A Z B A"), ("A B A C A A", "A B A C A A"),
    ("a B A", nil), ("a B A a", "a B A a"), ("A Z A Y B X B", "A Z A Y B X B"),
  ])
  func `an order is written from the first field that stands elsewhere to the last`(
    names: String, order: String?
  ) throws {
    let fields = Self.fields(names)
    let text = Self.item(.init(status: 200, headers: fields))
    #expect(text.contains("header_order:") == (order != nil), "\(text)")
    if let order { #expect(text.contains("    header_order: \(order)\n"), "\(text)") }
    #expect(try Self.response(text).headers == fields)
  }

  /// What came on the wire, where `E` stands for `Content-Encoding` and `L` for `Content-Length`,
  /// and the order that is written.
  @Test(arguments: [
    ("A B E L", nil), ("A B L", nil), ("A L B", "L B"), ("L A B C", "L A"), ("E A B L", "E A"),
    ("A B L E", "L E"), ("A E L B C", "E L B"), ("A E B L C D", "E B L"), ("L A E B", "L A E"),
    ("A L B A", "A L B A"), ("A B A L", "A B A"), ("A A L B", "L B"), ("A l B", "l B"),
    ("A B l", "l"), ("a b l", nil), ("a b L", "L"), ("L", nil), ("l", "l"), ("L E", "L E"),
    ("T A B L K", nil), ("A T L B", "L B"), ("e L", "e L"), ("a E l", "E l"),
  ])
  func `what follows from the body is written where it did not come last`(
    wire: String, order: String?
  ) throws {
    let names = [
      "E": "Content-Encoding", "L": "Content-Length", "l": "content-length",
      "e": "content-encoding", "T": "Transfer-Encoding", "K": "Keep-Alive",
    ]
    func spelled(_ words: String) -> [String] {
      words.split(separator: " ").map { names[String($0)] ?? String($0) }
    }
    let came = HeaderFields(spelled(wire).map { HeaderField($0, "1") })
    let isEncoded = wire.uppercased().contains("E")
    var response = Interaction.Response(
      status: 200, headers: came, body: Body([0x61], encoding: isEncoded ? "gzip" : nil))
    response.fieldOrder = FieldOrder(of: came)
    response.headers.remove("Content-Encoding")
    let text = Self.item(response)
    let lines = text.split(separator: "\n").filter { $0.contains("header_order: ") }
    let words = order.map { "    header_order: \(spelled($0).joined(separator: " "))" }
    #expect(lines.map(String.init) == (words.map { [$0] } ?? []), "\(text)")
    var replayed = try Self.response(text)
    #expect(Self.item(replayed) == text)
    if isEncoded { replayed.headers.insert(.coding, "gzip", at: replayed.fieldOrder) }
    replayed.announce(length: 1)
    let unrecorded = ["Transfer-Encoding", "Keep-Alive"]
    #expect(
      replayed.headers.fields.map(\.name) == spelled(wire).filter { !unrecorded.contains($0) })
  }

  /// What came on the wire, and the order that is written.
  @Test(arguments: [
    ("A E=gzip E=br L", "E E"), ("E=gzip A e=br L", "E A e"), ("e=gzip e=br", "e e"),
    ("E=gzip E= E=br B L", "E E E B"), ("E=gzip E=gzip,_br L A", "E E L A"),
    ("L E=a A E=b", "L E A E"),
  ])
  func `codings of a body that came in several fields come back as they were`(
    wire: String, order: String
  ) throws {
    let names = ["E": "Content-Encoding", "e": "content-encoding", "L": "Content-Length"]
    func spelled(_ word: some StringProtocol) -> String { names[String(word)] ?? String(word) }
    let came = HeaderFields(
      wire.split(separator: " ").map { word in
        let sides = word.split(separator: "=", omittingEmptySubsequences: false)
        let value = sides.dropFirst().first.map { String($0).replacing("_", with: " ") }
        return HeaderField(spelled(sides[0]), value ?? "1")
      })
    let coding = try #require(came["Content-Encoding"])
    var response = Interaction.Response(
      status: 200, headers: came, body: Body([0x61], encoding: coding))
    response.fieldOrder = FieldOrder(of: came)
    response.headers.remove("Content-Encoding")
    let text = Self.item(response)
    let words = order.split(separator: " ").map(spelled).joined(separator: " ")
    #expect(text.contains("    header_order: \(words)\n"), "\(text)")
    var replayed = try Self.response(text)
    #expect(Self.item(replayed) == text)
    replayed.headers.insert(.coding, coding, at: replayed.fieldOrder)
    if came["Content-Length"] != nil { replayed.announce(length: 1) }
    #expect(replayed.headers == came)
  }

  @Test func `an order of many names is that of few`() {
    let names = (0..<40).map { "X-\($0 % 30)" }
    let wire = names.reversed().joined(separator: " ")
    let places = FieldOrder(wire).places(of: names)
    #expect(
      places.map { names[$0] } == names.reversed()
        && FieldOrder("X-5 X-2 X-5").places(of: Array(names.prefix(6)) + ["X-5"])
          == [0, 1, 5, 2, 6, 3, 4]
    )
  }

  @Test func `header and trailer sections and interim responses have their order`() throws {
    let fields = Self.fields("A B A")
    var response = Interaction.Response(status: 200, headers: fields, trailers: fields)
    response.interim = [.init(status: 103, headers: fields)]
    let text = Self.item(response)
    #expect(
      text.hasSuffix(
        """
          response:
            interim:
            - status: 103
              headers:
                A:
                - '0'
                - '2'
                B: '1'
              header_order: A B A
            status: 200
            headers:
              A:
              - '0'
              - '2'
              B: '1'
            header_order: A B A
            trailers:
              A:
              - '0'
              - '2'
              B: '1'
            trailer_order: A B A

        """), "\(text)")
    #expect(try Self.response(text) == response)
  }

  /// What a person left of a section, and what comes of it.
  @Test(arguments: [
    (["A: [a, b]", "B: c"], "A B A", "a c b"), (["A: a", "B: c"], "A B A", "a c"),
    (["A: [a, b, d]", "B: c", "C: e"], "A B A", "a c b d e"), (["B: c"], "A B A", "c"),
    (["C: e", "A: [a, b]", "B: c"], "  a   b a x", "e a c b"), (["A: [a, b]"], "''", "a b"),
  ])
  func `fields that a person adds and removes need no change of the order`(
    lines: [String], order: String, values: String
  ) throws {
    let text = """
      - request: {method: GET, url: 'https://a.example/'}
        response:
          status: 200
          header_order: \(order)
          headers:
      \(lines.map { "      \($0)" }.joined(separator: "\n"))

      """
    let read = try Self.response(text).headers.fields.map(\.value)
    #expect(read.joined(separator: " ") == values)
  }

  @Test func `what is redacted keeps its place`() throws {
    let text = """
      vcr: 1
      interactions:
      - request:
          method: GET
          url: https://a.example/
        response:
          status: 200
          headers:
            # the session
            Set-Cookie:
            - session=5f1c7e42f292c6912e7710c838347ae1; Path=/
            - theme=dark
            Vary: Accept
          header_order: Set-Cookie Vary Set-Cookie # as it came

      """
    let result = try CassetteRedactor(.standard).redact(Array(text.utf8), path: "c.yaml")
    let redacted = String(decoding: result.content, as: UTF8.self)
    #expect(!redacted.contains("5f1c7e42"), "\(redacted)")
    #expect(
      redacted.hasSuffix(
        """
              Vary: Accept
            header_order: Set-Cookie Vary Set-Cookie # as it came

        """), "\(redacted)")
  }

  /// The order that stands beside fields, the lines of fields that a person has put there, and what
  /// a replay makes of them.
  @Test(arguments: [
    ("Content-Length B", ["A: 1", "B: 2"], "A Content-Length B"),
    ("Content-Length B", ["A: 1", "C: 3", "B: 2"], "A C Content-Length B"),
    ("Content-Length B", ["A: 1"], "A Content-Length"),
    ("Content-Length B", ["A: 1", "Content-Length: 7", "B: 2"], "A Content-Length B"),
    ("Content-Length", ["A: 1", "B: 2"], "A B Content-Length"),
  ])
  func `the place of what follows from the body outlives changes by hand`(
    order: String, lines: [String], names: String
  ) throws {
    var response = try Self.response(
      """
      - request: {method: GET, url: 'https://a.example/'}
        response:
          status: 200
          headers:
      \(lines.map { "      \($0)" }.joined(separator: "\n"))
          header_order: \(order)

      """)
    response.announce(length: 2)
    #expect(response.headers.fields.map(\.name).joined(separator: " ") == names)
    #expect(response.headers["Content-Length"] == "2")
  }

  @Test func `a place that a cassette does not say is not written when it is recorded again`()
    throws
  {
    func text(_ value: String, _ order: String?) -> String {
      let fields: HeaderFields = ["A": value, "Content-Length": "0", "B": "2"]
      var response = Interaction.Response(status: 200, headers: fields)
      response.fieldOrder = order.map { FieldOrder($0) }
      return Self.item(response)
    }
    let wire = "A Content-Length B"
    for (old, new, expected) in [
      (text("1", nil), text("1", wire), text("1", nil)),
      (text("1", nil), text("3", wire), text("3", nil)),
      (text("1", wire), text("1", nil), text("1", wire)),
      (text("1", wire), text("3", nil), text("3", wire)),
    ] {
      let merge = try CassetteMerge(
        try Self.file(new), into: try Self.file(old), equivalence: .standard,
        strategy: .replacing, volatility: .standard, expiry: nil)
      let written = String(decoding: try merge.content().bytes, as: UTF8.self)
      #expect(written == String(decoding: CassetteWriter.prologue, as: UTF8.self) + expected)
    }
  }

  /// A section that a cassette has, one that is recorded again, and the names and values after it.
  @Test(arguments: [
    // What was grouped stays grouped: a cassette of an older version is left as it is.
    ("A=1 A=2 B=3", "A=1 B=3 A=2", nil), ("A=1 B=3 A=2", "A=1 A=2 B=3", nil),
    ("A=1 B=3 A=2", "A=1 B=3 A=2", nil), ("A=1 B=3 A=2", "A=1 B=4 A=2", "A=1 B=4 A=2"),
    ("A=1 B=3 A=2", "A=1 C=5 B=3 A=2", "A=1 C=5 B=3 A=2"), ("A=1 B=3 A=2", "A=1 B=3", "A=1 B=3"),
    ("A=1 Date=x A=2", "A=1 Date=y A=2", nil),
  ])
  func `a section that is recorded again keeps its order`(
    old: String, new: String, expected: String?
  ) throws {
    func text(_ fields: String) -> String {
      let pairs = fields.split(separator: " ").map { $0.split(separator: "=").map(String.init) }
      return Self.item(
        .init(status: 200, headers: HeaderFields(pairs.map { HeaderField($0[0], $0[1]) })))
    }
    let base = try Self.file(text(old))
    let merge = try CassetteMerge(
      try Self.file(text(new)), into: base, equivalence: .standard, strategy: .replacing,
      volatility: .standard, expiry: nil)
    let result = try merge.content().bytes
    #expect(merge.isUnchanged == (expected == nil))
    let written = String(decoding: result, as: UTF8.self)
    #expect(
      written == String(decoding: CassetteWriter.prologue, as: UTF8.self) + text(expected ?? old))
  }
}
