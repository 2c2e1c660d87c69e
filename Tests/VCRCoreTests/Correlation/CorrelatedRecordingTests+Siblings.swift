import Testing

@testable import VCRCore

/// Ids that no request carries, beside others that requests carry, in a recording of what was
/// recorded before.
extension CorrelatedRecordingTests {
  /// A client makes an order with several lines, and asks for the first of them.
  private static func order(
    _ ids: [String], _ response: String, type: String = "application/json"
  ) -> [Interaction] {
    let text = ids.enumerated().reduce(response) { text, id in
      text.replacing("ID\(id.offset)", with: id.element)
    }
    let exchanges = [
      exchange("/orders", text, sending: "{}", receiving: ["Content-Type": type]),
      exchange("/lines/\(ids[0])", "{}"),
    ]
    return exchanges
  }

  @Test(
    arguments: [
      (#"{"lines":[{"id":"ID0","n":1},{"id":"ID1","n":2},{"id":"ID2","n":3}]}"#, ""),
      (#"{"line_ids":["ID0","ID1","ID2"]}"#, ""),
      (#"[{"line":{"uid":"ID0"}},{"line":{"uid":"ID1"}},{"line":{"uid":"ID2"}}]"#, ""),
      ("{\"id\":\"ID0\"}\n{\"id\":\"ID1\"}\n{\"id\":\"ID2\"}\n", "application/x-ndjson"),
      ("data: {\"id\":\"ID0\"}\n\ndata: {\"id\":\"ID1\"}\n\n", "text/event-stream"),
      ("<lines><id>ID0</id><id>ID1</id><id>ID2</id></lines>", "application/xml"),
    ],
    [["20417", "20419", "20420"], ["b7Zt2LmX9v", "Kw83hsT0qa", "9xQm41RtZz"]])
  func `ids of siblings of what a request asks for are put back`(
    response: (body: String, type: String), ids: [String]
  ) throws {
    let type = response.type.isEmpty ? "application/json" : response.type
    let old =
      ids[0] == "20417"
      ? ["10311", "10312", "10313"] : ["a1B2c3D4e5", "f6G7h8I9j0", "k1L2m3N4o5"]
    let first = Self.order(old, response.body, type: type)
    #expect(try merged(Self.order(ids, response.body, type: type), into: first) == text(first))
  }

  @Test func `ids of events are put back where a client sends back that of the last`() throws {
    func recording(_ ids: [Int]) -> [Interaction] {
      let events = ids.map { "event: update\nid: \($0)\ndata: {}\n\n" }.joined()
      var again = Self.exchange("/events", "")
      again.request.headers.fields.append(HeaderField("Last-Event-ID", "\(ids[2])"))
      return [
        Self.exchange("/events", events, receiving: ["Content-Type": "text/event-stream"]), again,
      ]
    }
    let first = recording([38101, 38102, 38103])
    #expect(try merged(recording([77201, 77204, 77205]), into: first) == text(first))
  }

  @Test func `what is said of a sibling is still compared`() throws {
    let first = Self.order(
      ["10311", "10312"], #"{"lines":[{"id":"ID0","n":1},{"id":"ID1","n":2}]}"#)
    let second = Self.order(
      ["20417", "20419"], #"{"lines":[{"id":"ID0","n":1},{"id":"ID1","n":5}]}"#)
    let merged = try merged(second, into: first)
    #expect(merged.contains("10312") && merged.contains(#""n": 5"#), "\(merged)")
  }

  @Test func `an id stays in a list that is longer now, and under another name`() throws {
    let longer = try merged(
      Self.order(
        ["20417", "20418", "20419"], #"{"lines":[{"id":"ID0"},{"id":"ID1"},{"id":"ID2"}]}"#),
      into: Self.order(["10311", "10312"], #"{"lines":[{"id":"ID0"},{"id":"ID1"}]}"#))
    #expect(longer.contains("10311") && longer.contains("20418") && longer.contains("20419"))
    let other = try merged(
      Self.order(["20417", "20418"], #"{"line":{"id":"ID0","product_id":"ID1"}}"#),
      into: Self.order(["10311", "10312"], #"{"line":{"id":"ID0","product_id":"ID1"}}"#))
    #expect(other.contains("10311") && other.contains("20418"), "\(other)")
  }

  @Test func `siblings in another order are no other ids`() throws {
    let lines = #"{"lines":[{"id":"ID0"},{"id":"ID1"},{"id":"ID2"}]}"#
    let merged = try merged(
      Self.order(["10311", "10313", "10312"], lines),
      into: Self.order(["10311", "10312", "10313"], lines))
    #expect(merged.contains("10313"))
    let found = SiblingIDs.pairs(
      among: ["20417", "10313", "10312"].enumerated().map { Self.line($0.offset, $0.element) },
      unlike: ["10311", "10312", "10313"].enumerated().map { Self.line($0.offset, $0.element) }
    ) { $0 == "20417" && $1 == "10311" }
    #expect(found.isEmpty)
  }

  private static func line(_ number: Int, _ id: String) -> ProducedValue {
    ProducedValue(
      kind: .json, place: "json $[\(number)].id", anyPlace: "json $[*].id", names: ["id"], text: id)
  }
}
