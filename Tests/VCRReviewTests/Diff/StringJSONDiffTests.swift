import Testing

@testable import VCRCore
@testable import VCRReview

/// Differences of JSON that stands in strings.
struct StringJSONDiffTests {
  private static func words(
    _ old: String, _ new: String, type: String = "application/json", volatile: [JSONPath] = []
  ) throws -> [String] {
    let comparison = InteractionComparison(
      volatility: Volatility(volatile.map { .place($0) }), showsVolatile: true)
    let change = comparison.change(
      from: DiffFixture.interaction(old, type: type), to: DiffFixture.interaction(new, type: type))
    return change?.differences.map {
      let count = $0.count > 1 ? " (\($0.count))" : ""
      return "\($0.volatility == nil ? "" : "volatile ")\($0.kind) \($0.place)\(count) "
        + "\($0.old ?? "-") \($0.new ?? "-")"
    } ?? []
  }

  @Test(
    arguments: [
      (
        #"{"arguments":"{\"id\":\"a\",\"city\":\"Paris\"}"}"#,
        #"{"arguments":"{\"id\":\"b\",\"city\":\"Paris\"}"}"#,
        [#"changed $.arguments $.id "a" "b""#]
      ),
      (
        #"{"a":"{\"x\":1}"}"#, #"{"a":" {\n\"x\":1, \"y\":\"\\u00e9\"}"}"#,
        [#"added $.a $.y - "\u00e9""#]
      ),
      (#"{"a":"[1,2,3]"}"#, #"{"a":"[1,3]"}"#, ["removed $.a $[1] 2 -"]),
      (#"{"a":"{\"x\":1}"}"#, #"{"a":"{\"x\":1.0}"}"#, ["changed $.a $.x 1 1.0"]),
      (#""{\"x\":1}""#, #""{\"x\":2}""#, ["changed $ $.x 1 2"]),
      (
        #"[{"p":"{\"t\":1}"},{"p":"{\"t\":1}"}]"#, #"[{"p":"{\"t\":2}"},{"p":"{\"t\":2}"}]"#,
        ["changed $[*].p $.t (2) 1 2"]
      ),
      // What is no JSON, or JSON of another kind, is shown as a whole.
      (
        #"{"a":"{\"x\":1}"}"#, #"{"a":"[1]"}"#, [#"changed $.a "{\"x\":1}" "[1]""#]
      ),
      (#"{"a":"{\"x\":1"}"#, #"{"a":"{\"x\":2"}"#, [#"changed $.a "{\"x\":1" "{\"x\":2""#]),
      (#"{"a":"1"}"#, #"{"a":"2"}"#, [#"changed $.a "1" "2""#]),
      // The same value, written otherwise.
      (#"{"a":"{\"x\":1}"}"#, #"{"a":"{\"x\": 1}"}"#, [#"changed $.a "{\"x\":1}" "{\"x\": 1}""#]),
      // No place leads into a string within a string.
      (
        #"{"a":"{\"b\":\"{\\\"c\\\":1}\"}"}"#, #"{"a":"{\"b\":\"{\\\"c\\\":2}\"}"}"#,
        [#"changed $.a $.b "{\"c\":1}" "{\"c\":2}""#]
      ),
    ] as [(String, String, [String])])
  func `a difference is at its place in the string`(old: String, new: String, expected: [String])
    throws
  {
    #expect(try Self.words(old, new) == expected)
    for place in expected.map({ $0.split(separator: " ") }) {
      let name = place.dropFirst().prefix { $0.hasPrefix("$") }.joined(separator: " ")
      #expect((try? VolatileName(named: name)) != nil, "\(name)")
    }
  }

  @Test func `many elements of a list in a string in another order are one difference`() throws {
    func list(_ numbers: some Sequence<Int>) -> String {
      #"{"a":"[\#(numbers.map(String.init).joined(separator: ","))]"}"#
    }
    let found = try Self.words(list(0..<9), list((0..<9).reversed()))
    #expect(found == ["moved $.a $[*] (8) - -"])
    #expect(try Self.words(list([1, 2, 3]), list([2, 3, 1])) == ["moved $.a $[2] [0] [2]"])
  }

  @Test func `a string in an event, a line and a field of an event is compared so, too`() throws {
    func events(_ value: Int, id: Int = 1) -> String {
      "id: {\"x\":\(id)}\nevent: call\ndata: {\"a\":\"{\\\"k\\\":\(value)}\"}\n\n"
    }
    let type = "text/event-stream"
    #expect(
      try Self.words(events(1), events(2), type: type) == ["changed event(1 call) $.a $.k 1 2"])
    // No place leads into a field that is not the data.
    #expect(
      try Self.words(events(1), events(1, id: 2), type: type) == [
        #"changed event(1 call) id "{\"x\":1}" "{\"x\":2}""#
      ])
    func lines(_ value: Int) -> String { "{\"a\":\"[\(value)]\"}\n{\"a\":\"[0]\"}\n" }
    #expect(
      try Self.words(lines(1), lines(2), type: "application/x-ndjson") == [
        "changed line(1) $.a $[0] 1 2"
      ])
  }

  @Test func `what is volatile in a string is marked at its place, and hides nothing beside it`()
    throws
  {
    let paths: [JSONPath] = ["$.a $.id"]
    func text(_ id: Int, _ rest: String = "1", space: String = "") -> String {
      #"{"a":"{\"id\":\#(space)\#(id),\"n\":\#(rest)}"}"#
    }
    #expect(try Self.words(text(1), text(2), volatile: paths) == ["volatile changed $.a $.id 1 2"])
    #expect(
      try Self.words(text(1), text(2, "3"), volatile: paths) == [
        "volatile changed $.a $.id 1 2", "changed $.a $.n 1 3",
      ])
    // White space in the string is another text.
    #expect(
      try Self.words(text(1), text(2, space: " "), volatile: paths) == [
        "volatile changed $.a $.id 1 2",
        #"changed $.a "{\"id\":1,\"n\":1}" "{\"id\": 2,\"n\":1}""#,
      ])
  }
}
