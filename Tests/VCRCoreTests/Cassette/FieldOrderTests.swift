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
