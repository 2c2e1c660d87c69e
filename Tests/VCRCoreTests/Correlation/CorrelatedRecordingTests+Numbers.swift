import Testing

@testable import VCRCore

/// Ids of one or two digits, which are counts as often, in a recording of what was recorded before.
extension CorrelatedRecordingTests {
  @Test func `an id of two digits is put back although a link has the same number`() throws {
    func recording(_ id: Int) -> [Interaction] {
      let body = #"{"data":{"self":\#(id),"stock":5,"url":"/orders/\#(id)"}}"#
      return [Self.exchange("/orders", body), Self.exchange("/orders/\(id)", body)]
        + [
          Self.exchange("/orders", body.replacing("\(id)", with: "\(id + 1)")),
          Self.exchange("/orders/\(id + 1)", body.replacing("\(id)", with: "\(id + 1)")),
        ]
    }
    let first = recording(63)
    #expect(try merged(recording(76), into: first) == text(first))
  }

  @Test(arguments: [
    ("/use", #"{"value":ID,"limit":10}"#), ("/use", #"{"parent_id":ID}"#), ("/use?ref=ID", ""),
    ("/use", #"{"of":[ID,3]}"#),
  ])
  func `a number of two digits is put back where the request is then the old one`(
    path: String, body: String
  ) throws {
    func recording(_ id: Int) -> [Interaction] {
      func text(_ text: String) -> String { text.replacing("ID", with: "\(id)") }
      return [
        Self.exchange("/orders", #"{"id":\#(id),"stock":3}"#),
        Self.exchange(text(path), "{}", sending: text(body), as: "application/json"),
      ]
    }
    let first = recording(63)
    #expect(try merged(recording(76), into: first) == text(first))
    var changed = recording(76)
    changed[1].request.url = changed[1].request.url.replacing("76", with: "75")
    changed[1].request.body = Body(
      Array(body.replacing("ID", with: "75").utf8))
    #expect(try merged(changed, into: first).contains("75"), "another number is a change")
  }

  @Test(arguments: [
    #"{"data":[{"id":ID,"attributes":{"message":"Order ID was created","stock":9}}]}"#,
    #"[{"id":ID,"links":{"self":"/orders/ID"},"title":"Order #ID"}]"#,
    #"{"of":[{"note":"see order ID","order_id":ID}],"count":1}"#,
  ])
  func `in a list an order's own id is put back wherever the order says it`(list: String) throws {
    func recording(_ ids: [Int]) -> [Interaction] {
      ids.flatMap { id in
        [
          Self.exchange("/orders", #"{"id":\#(id)}"#, sending: "lamp"),
          Self.read("/orders/\(id)", #"{"id":\#(id)}"#),
        ]
      } + [Self.read("/shelves/4/orders", list.replacing("ID", with: "\(ids[0])"))]
    }
    let first = recording([49, 50])
    #expect(try merged(recording([34, 35]), into: first) == text(first))
    // Another order in its place, and a count that is its number, are changes.
    var other = recording([34, 35])
    let index = other.count - 1
    other[index] = Self.read("/shelves/4/orders", list.replacing("ID", with: "35"))
    #expect(try merged(other, into: first) != text(first))
    for (place, count) in [(#""stock":9"#, #""stock":34"#), (#""count":1"#, #""count":34"#)]
    where list.contains(place) {
      var changed = recording([34, 35])
      changed[index] = Self.read(
        "/shelves/4/orders",
        list.replacing(place, with: count).replacing("ID", with: "34"))
      let spaced = count.replacing(":", with: ": ")
      #expect(try merged(changed, into: first).contains(spaced))
    }
  }

  private static func read(_ path: String, _ response: String, type: String = "application/json")
    -> Interaction
  {
    var exchange = exchange(path, response, receiving: ["Content-Type": type])
    exchange.request.method = "GET"
    exchange.request.body = Body([])
    return exchange
  }

  /// Three orders, each made and then read.
  private static func orders(
    _ ids: [Int], made: String, type: String = "application/json",
    read: String = #"{"pk":ID,"items":2}"#
  ) -> [Interaction] {
    ids.enumerated().flatMap { number, id in
      [
        exchange(
          "/orders", made.replacing("ID", with: "\(id)"),
          sending: "lamp \(["a", "b", "c"][number])",
          receiving: ["Content-Type": type]),
        Self.read("/orders/\(id)", read.replacing("ID", with: "\(id)")),
      ]
    }
  }

  @Test(arguments: [
    ("application/json", #"{"order":ID}"#), ("application/json", #"{"orderNumber":ID,"left":93}"#),
    ("application/json", #"{"order":{"pk":"ID"}}"#), ("application/json", "ID"),
    ("application/json", #"{"message":"Order ID created"}"#), ("text/plain", "ID\n"),
    ("text/plain", "created order ID\n"), ("application/xml", "<made><order>ID</order></made>"),
    ("text/html", "<p>Order <b>ID</b> created</p>"),
  ])
  func `an id of one digit that nothing names is put back where a later path has it`(
    type: String, made: String
  ) throws {
    let first = Self.orders([1, 2, 3], made: made, type: type)
    for ids in [[4, 5, 6], [3, 4, 5], [11, 12, 13], [7, 1, 9]] {
      let again = try merged(Self.orders(ids, made: made, type: type), into: first)
      #expect(again == (try text(first)), "\(ids)")
    }
  }

  @Test(arguments: [
    #"{"order":ID,"total":ID}"#, #"{"order":ID,"text":"order ID of ID","of":ID}"#,
  ])
  func `of two numbers none is taken for the id`(made: String) throws {
    let recordings = [[1], [4]].map { Self.orders($0, made: made) }
    let again = try merged(recordings[1], into: recordings[0])
    #expect(try again == text(recordings[1]))
  }

  @Test func `of several places the one with the id in most responses is meant`() throws {
    // What is left is the number of another order now and then.
    func shop(_ ids: [Int], _ left: [Int]) -> [Interaction] {
      let made = zip(ids, left).enumerated().map { number, order in
        Self.exchange(
          "/orders", #"{"order":\#(order.0),"left":\#(order.1)}"#,
          sending: "lamp \(["a", "b", "c"][number])")
      }
      return made + ids.map { Self.read("/orders/\($0)", "{}") }
    }
    let first = shop([4, 5, 6], [9, 8, 7])
    #expect(try merged(shop([1, 2, 3], [9, 8, 7]), into: first) == text(first))
    for (ids, left) in [
      ([1, 2, 3], [2, 9, 8]), ([7, 8, 9], [1, 9, 8]), ([5, 6, 7], [6, 5, 4]),
    ] {
      let again = try merged(shop(ids, left), into: first)
      #expect(try again == text(shop([4, 5, 6], left)), "\(ids) \(left)")
    }
  }

  @Test func `a number for which no later path asks is another one`() throws {
    for path in ["/pages/ID", "/orders?page=ID", "/orders/x/ID"] {
      let recordings = [3, 5].map { number in
        [
          Self.exchange("/orders", #"{"count":\#(number)}"#, sending: "order"),
          Self.read(path.replacing("ID", with: "\(number)"), "{}"),
        ]
      }
      let again = try merged(recordings[1], into: recordings[0])
      #expect(try again == text(recordings[1]), "\(path)")
    }
  }

  @Test(arguments: [
    ("application/json", #"{"message":"ID orders in all","count":ID}"#),
    ("text/plain", "there are ID orders\n"), ("text/html", "<p>ID orders</p>"),
    ("application/json", #"["ID open"]"#),
  ])
  func `a count that is the id of the last order is a change`(type: String, text: String) throws {
    for made in [#"{"id":ID}"#, #"{"order":ID}"#] {
      let recordings = [[1], [5]].map { ids in
        Self.orders(ids, made: made, read: #"{"id":ID}"#)
          + [Self.read("/summary", text.replacing("ID", with: "\(ids[0])"), type: type)]
      }
      let again = try merged(recordings[1], into: recordings[0])
      let (old, new) = (
        text.replacing("ID", with: "1"), text.replacing("ID", with: "5")
      )
      let expected =
        Self.orders([1], made: made, read: #"{"id":ID}"#)
        + [Self.read("/summary", new, type: type)]
      #expect(try again == self.text(expected), "\(made) \(old)")
    }
  }

  @Test(arguments: [
    #"{"id":ID,"stock":N}"#, #"{"id":ID,"sold":{"total":"N"}}"#, #"{"order":ID,"days":[N,3]}"#,
    #"{"self":"/orders/ID","left":N}"#, #"{"order_ids":[ID],"of":N}"#,
    #"{"id":ID,"stock":"N left"}"#, #"{"id":ID,"in":{"stock":"N in stock"}}"#,
  ])
  func `a count that is the id of the order that was asked for is a change`(read: String) throws {
    func orders(_ id: Int, _ count: Int) -> [Interaction] {
      Self.orders([id], made: #"{"id":ID}"#, read: read.replacing("N", with: "\(count)"))
    }
    let first = orders(7, 7)
    #expect(try merged(orders(8, 7), into: first) == text(first))
    #expect(try merged(orders(8, 8), into: first) == text(orders(7, 8)))
    #expect(try merged(orders(12, 9), into: first) == text(orders(7, 9)))
  }

  @Test func `what gives back the id of each of several orders is one under any name`() throws {
    let read = #"{"id":ID,"of":ID,"stock":7}"#
    func orders(_ ids: [Int]) -> [Interaction] { Self.orders(ids, made: #"{"id":ID}"#, read: read) }
    let first = orders([7, 8, 9])
    for ids in [[4, 5, 6], [11, 12, 13], [8, 9, 7]] {
      #expect(try merged(orders(ids), into: first) == text(first), "\(ids)")
    }
  }
}
