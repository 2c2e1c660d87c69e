import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Differences of JSON values.
struct JSONTreeDiffTests {
  private func differences(
    _ old: [UInt8], _ new: [UInt8], volatile: [JSONPath] = []
  ) throws -> [PlacedDifference] {
    var diff = JSONTreeDiff(
      try #require(JSONText(old)), try #require(JSONText(new)), side: .response, place: "",
      volatile: volatile, limits: .usual)
    return diff.differences()
  }

  private func words(_ old: String, _ new: String, volatile: [JSONPath] = []) throws -> [String] {
    try differences(Array(old.utf8), Array(new.utf8), volatile: volatile).map {
      "\($0.difference.kind) \($0.place) \($0.difference.old ?? "-") \($0.difference.new ?? "-")"
    }
  }

  @Test(
    arguments: [
      ("1", "1.0", []), ("1", "2", ["changed $ 1 2"]), ("1", "\"1\"", ["changed $ 1 \"1\""]),
      (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, []),
      (#"{"a":1}"#, #"{"b":1}"#, ["removed $.a 1 -", "added $.b - 1"]),
      (#"{"a":{"b":[1,2]}}"#, #"{"a":{"b":[1,3]}}"#, ["changed $.a.b[1] 2 3"]),
      ("[1,2,3]", "[1,3]", ["removed $[1] 2 -"]), ("[1,3]", "[1,2,3]", ["added $[1] - 2"]),
      ("[1,2,3,4]", "[2,3,4,1]", ["moved $[3] [0] [3]"]),
      (#"{"a.b":1}"#, #"{"a.b":2}"#, ["changed $['a.b'] 1 2"]), ("[]", "{}", ["changed $ [] {}"]),
      (#""\u00e9""#, #""é""#, []), (#"{"a":1,"a":2}"#, #"{"a":1,"a":3}"#, ["changed $.a 2 3"]),
    ] as [(String, String, [String])])
  func `a difference is at its place`(old: String, new: String, expected: [String]) throws {
    #expect(try words(old, new) == expected)
  }

  @Test func `what is volatile is marked, and alone is no difference`() throws {
    let (old, new) = (#"{"a":1,"t":5}"#, #"{"a":2,"t":6}"#)
    let found = try differences(Array(old.utf8), Array(new.utf8), volatile: ["$.t"])
    #expect(found.map(\.place) == ["$.a", "$.t"])
    #expect(found.map { $0.difference.volatility == .named } == [false, true])
    // An element that differs in nothing else is the same element.
    let pair = (
      #"[{"x":1,"y":2,"t":1},{"x":3,"y":4,"t":2}]"#, #"[{"x":3,"y":4,"t":8},{"x":1,"y":2,"t":9}]"#
    )
    let moved = try words(pair.0, pair.1, volatile: ["$[*].t"])
    #expect(moved.count { $0.hasPrefix("moved") } == 1, "\(moved)")
    #expect(!moved.contains { $0.hasPrefix("removed") || $0.hasPrefix("added") }, "\(moved)")
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `there is a difference exactly where the normal forms differ`(seed: UInt64) throws {
    var generator = InteractionGenerator(seed: seed)
    var (same, other) = (0, 0)
    for _ in 0..<120 {
      let old = Array(generator.json(depth: 0, spacing: 0).utf8)
      var new = old
      if generator.random.one(in: 3) {
        JSONMemberOrder.sort(&new)
      } else {
        // A token is replaced here and there, so that the text stays JSON mostly.
        let place = generator.random.below(new.count)
        new.replaceSubrange(
          place...place, with: generator.random.pick([[0x31], [], [0x61], [0x31, 0x30]]))
      }
      guard let left = JSONText(old), let right = JSONText(new) else { continue }
      let isSame = JSONNormalForm.make(left) == JSONNormalForm.make(right)
      if isSame { same += 1 } else { other += 1 }
      let texts = [old, new].map { String(decoding: $0, as: UTF8.self) }
      #expect(try differences(old, new).isEmpty == isSame, "\(texts)")
      #expect(try differences(new, old).isEmpty == isSame, "\(texts)")
    }
    #expect(same > 5)
    #expect(other > 5)
  }

  @Test func `values nested to the limit and lists of ten thousand are compared`() throws {
    func nested(_ value: String) -> [UInt8] {
      Array((String(repeating: "[", count: 500) + value + String(repeating: "]", count: 500)).utf8)
    }
    #expect(try differences(nested("1"), nested("2")).count == 1)
    #expect(try differences(nested("1"), nested("1")).isEmpty)
    func list(_ numbers: some Sequence<Int>) -> [UInt8] {
      Array(("[" + numbers.map(String.init).joined(separator: ",") + "]").utf8)
    }
    #expect(
      try differences(list(0..<10_000), list((0..<10_000).filter { $0 != 5000 })).map(\.place) == [
        "$[5000]"
      ])
    let reversed = try differences(list(0..<10_000), list((0..<10_000).reversed()))
    #expect(reversed.map(\.difference.kind) == [.moved])
    #expect(reversed.first?.difference.count == 9999)
  }

  private func lines(_ text: String) -> String? {
    StreamDocument(lines: Array(text.utf8), type: nil, volatile: []).map {
      String(decoding: $0.text.bytes, as: UTF8.self)
    }
  }

  @Test(
    arguments: [
      ("{\"a\":1}\n{\"a\":2}\n", #"[{"a":1},{"a":2}]"#), ("[1]\r\n\r\n[2]", "[[1],[2]]"),
      ("{}\n", nil), ("{}", nil), ("", nil), ("1\n2\n", nil), ("{\"a\":\n1}\n", nil),
      ("[1\n2]", nil),
      ("{}\nx\n", nil), ("{},{}\n{}\n", nil),
    ] as [(String, String?)])
  func `line-delimited JSON is a list of its lines`(text: String, array: String?) {
    #expect(lines(text) == array)
  }

  private func events(_ text: String, type: String = "text/event-stream; charset=utf-8") -> String?
  {
    StreamDocument(events: Array(text.utf8), type: MediaType(type), volatile: []).map {
      String(decoding: $0.text.bytes, as: UTF8.self)
    }
  }

  @Test(arguments: [
    // The examples of WHATWG HTML §9.2.6
    ("data: YHOO\ndata: +2\ndata: 10\n\n", #"[{"data":"YHOO\n+2\n10"}]"#),
    (
      ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
      #"[{"data":"first event","id":"1"},{"data":"second event","id":""},{"data":" third event"}]"#
    ),
    ("data\n\ndata\ndata\n\ndata:", #"[{"data":""},{"data":"\n"},{"data":""}]"#),
    ("data:test\n\ndata: test\n\n", #"[{"data":"test"},{"data":"test"}]"#),
    // Line ends of every kind, JSON, and a byte order mark.
    (
      "data: {\"a\":1}\r\n\r\ndata: 2\r\rdata: x\n\n",
      #"[{"data":{"a":1}},{"data":2},{"data":"x"}]"#
    ),
    ("\u{FEFF}data: 1\n\n", #"[{"data":1}]"#), ("data: [1,\ndata: 2]\n\n", "[{\"data\":[1,\n2]}]"),
    ("event: e\ndata: \u{1}\"\\\n\n", #"[{"event":"e","data":"\u0001\"\\"}]"#), ("", "[]"),
    ("\n\n\n", "[]"),
  ])
  func `an event stream is a list of its events`(text: String, array: String) {
    #expect(events(text) == array)
  }

  @Test func `what is no event stream is not read as one`() {
    #expect(events("data: 1\n\n", type: "text/plain") == nil)
    let type = MediaType("text/event-stream")
    #expect(StreamDocument(events: [0x64, 0xFF], type: type, volatile: []) == nil)
    #expect(StreamDocument(events: [], type: nil, volatile: []) == nil)
  }
}
