import Testing

@testable import VCRCore

/// Lists of ids, and members that are named by them, in a recording of what was recorded before.
extension CorrelatedRecordingTests {
  private static func orders(_ ids: [Int], listed list: String) -> [Interaction] {
    let text = ids.enumerated().reduce(list) { text, id in
      text.replacing("ID\(id.offset)", with: "\(id.element)")
    }
    return ids.enumerated().map { number, id in
      exchange("/orders", #"{"id":\#(id)}"#, sending: "order \(number)")
    } + [exchange("/list", text)] + ids.map { exchange("/orders/\($0)", "{}") }
  }

  @Test(
    arguments: [
      #"{"ids":[ID0,ID1,ID2]}"#, #"{"order_ids":["ID0","ID1","ID2"]}"#, "[ID0,ID1,ID2]",
      #"{"orders":[ID2,ID1,ID0],"count":3}"#, #"{"by":{"ID0":{"n":1},"ID1":{},"ID2":{"n":3}}}"#,
      #"[{"of":{"ID0":{"id":ID0}}},{"of":{"ID1":[ID1,ID2]}}]"#,
    ],
    [[201, 202, 203], [103, 104, 105], [101, 103, 104], [103, 101, 102]])
  func `ids in a list, and those that name members, are put back`(list: String, ids: [Int]) throws {
    let first = Self.orders([101, 102, 103], listed: list)
    #expect(try merged(Self.orders(ids, listed: list), into: first) == text(first))
  }

  @Test func `beside members that are named by ids there may be new ones`() throws {
    let recordings = [[101, 102, 103], [201, 202, 203]].map { ids in
      let list = ids[0] == 101 ? #"{"by":{"ID0":1}}"# : #"{"by":{"other":2,"ID0":1}}"#
      return Self.orders(ids, listed: list)
    }
    let merged = try merged(recordings[1], into: recordings[0])
    #expect(merged.contains(#""101": 1"#) && merged.contains(#""other": 2"#), "\(merged)")
  }

  @Test(arguments: [
    ("application/json", #"{"id":ID,"text":"Order ID made"}"#),
    ("application/xml", #"<order id="ID"><id>ID</id></order>"#),
    ("text/html", #"<h1>Order ID</h1><a href="/orders/ID">x</a><input name=id value="ID">"#),
    ("text/event-stream", "event: order\ndata: {\"id\": ID}\n\n"),
    ("text/csv", "id,item\nID,a\n"), ("text/plain", "order ID made\n"),
    ("application/x-www-form-urlencoded", "id=ID&x=a"),
  ])
  func `an id of one digit is put back wherever the old response has the old one`(
    type: String, response: String
  ) throws {
    let recordings = [[1, 2, 3], [4, 5, 6], [3, 4, 5], [11, 12, 13]].map { ids in
      ids.enumerated().flatMap { number, id in
        let text = response.replacing("ID", with: "\(id)")
        let fields: HeaderFields = ["Content-Type": type, "Location": "/orders/\(id)"]
        return [
          Self.exchange("/orders", text, sending: "order \(number)", receiving: fields),
          Self.exchange("/orders/\(id)", text, receiving: fields),
          Self.exchange(
            "/orders/\(id)/pay", text, sending: "order_id=\(id)",
            as: "application/x-www-form-urlencoded", receiving: fields),
        ]
      }
    }
    for again in recordings.dropFirst() {
      #expect(try merged(again, into: recordings[0]) == text(recordings[0]))
    }
  }

  @Test func `a number that is no id is a change beside one`() throws {
    let recordings = [(1, 3), (2, 4)].map { id, count in
      [
        Self.exchange(
          "/orders", "Order \(id): \(count) items", receiving: ["Location": "/orders/\(id)"]),
        Self.exchange("/orders/\(id)", "{}"),
      ]
    }
    #expect(try merged(recordings[1], into: recordings[0]).contains("4 items"))
  }

  @Test(arguments: ["ITEM", #"{"id":ITEM}"#, #"{"order":{"id":"ITEM","x":1}}"#])
  func `an id that was handed out before is the same in a list with others`(item: String) throws {
    func list(_ ids: [Int]) -> String {
      "[\(ids.map { item.replacing("ITEM", with: "\($0)") }.joined(separator: ","))]"
    }
    let first = Self.orders([101, 102, 103], listed: list([101, 102, 103]))
    for (ids, listed) in [
      ([201, 202, 203], [55, 201, 202, 203]), ([201, 203, 202], [201, 202, 203]),
    ] {
      let expected = listed.map { id in ids.firstIndex(of: id).map { 101 + $0 } ?? id }
      let again = try merged(Self.orders(ids, listed: list(listed)), into: first)
      #expect(try again == text(Self.orders([101, 102, 103], listed: list(expected))))
    }
    // No two elements become one.
    let all = Self.orders([103, 104, 105], listed: list([101, 102, 103, 104, 105]))
    let again = try merged(all, into: first)
    #expect([101, 102, 103, 104, 105].allSatisfy { again.contains("\($0)") }, "\(again)")
  }
}
