import Testing

@testable import VCRCore

/// Ids in places that nothing names, and beside other differences, in a recording of what was
/// recorded before.
extension CorrelatedRecordingTests {
  /// An order that is made, read and told of in another response.
  private static func recording(
    _ id: String, told text: String, as type: String = "application/json"
  ) -> [Interaction] {
    let text = text.replacing("ID", with: id)
    return [
      exchange("/orders", #"{"id":"\#(id)"}"#, sending: "order"),
      exchange("/orders/\(id)", "{}"),
      exchange("/told", text, receiving: ["Content-Type": type]),
    ]
  }

  @Test(
    arguments: [
      #"{"order":"ID","n":1}"#, #"{"of":[{"ref":"ID"}]}"#, #"{"text":"made ID","parent":"ID"}"#,
      #"{"links":"{\"self\": \"/orders/ID\", \"of\": \"ID\"}"}"#,
    ],
    [("20417", "30552"), ("204175", "2041"), ("20251126-3002", "20261127-7822")])
  func `an id is the same thing under any name where the old one stood`(
    told: String, ids: (String, String)
  ) throws {
    let first = Self.recording(ids.0, told: told)
    #expect(try merged(Self.recording(ids.1, told: told), into: first) == text(first))
  }

  @Test(arguments: [
    ("text/html", #"<script nonce="NEW">var id = ID;</script><h1>Order ID</h1>"#),
    ("text/event-stream", "event: step\ndata: {\"order\": ID, \"step\": \"NEW\"}\n\n"),
    ("application/x-ndjson", "{\"of\": ID, \"at\": \"NEW\"}\n{\"of\": ID, \"at\": \"x\"}\n"),
    ("text/plain", "order ID\nmade at NEW for ID\n"), ("text/csv", "order,at\nID,NEW\n"),
    ("application/x-www-form-urlencoded", "at=NEW&links=%7B%22self%22%3A%22%2Forders%2FID%22%7D"),
    ("application/xml", "<told at='NEW'><by order='ID'>ID</by></told>"),
  ])
  func `an id is put back beside what differs as well`(type: String, told: String) throws {
    let recordings = [("20417", "ax81qk20"), ("30552", "m2k90zzw")].map { id, new in
      Self.recording(id, told: told.replacing("NEW", with: new), as: type)
    }
    let again = try merged(recordings[1], into: recordings[0])
    #expect(!again.contains("30552"), "\(again)")
    #expect(again.contains("m2k90zzw"), "\(again)")
  }

  @Test(arguments: [[4, 5], [11, 12], [2, 3]])
  func `a short id is put back in lines of JSON and in events`(ids: [Int]) throws {
    func recording(_ ids: [Int], _ time: String) -> [Interaction] {
      let lines = ids.map { #"{"id":\#($0),"at":"\#(time)","self":"/orders/\#($0)"}"# + "\n" }
      let events = ids.map { "event: order\ndata: {\"order_id\": \($0), \"at\": \"\(time)\"}\n\n" }
      return ids.enumerated().flatMap { number, id in
        [
          Self.exchange(
            "/orders", lines[number], sending: "order \(number)",
            receiving: ["Content-Type": "application/x-ndjson"]),
          Self.exchange("/orders/\(id)", "{}"),
        ]
      } + [
        Self.exchange(
          "/orders?page=1", lines.joined(), receiving: ["Content-Type": "application/x-ndjson"]),
        Self.exchange(
          "/events", events.joined(), receiving: ["Content-Type": "text/event-stream"]),
      ]
    }
    let first = recording([1, 2], "early")
    let again = try merged(recording(ids, "later"), into: first)
    let expected = try text(recording([1, 2], "later"))
    #expect(again == expected)
  }

  @Test(arguments: ["order:20417", "page=20417&of=3", #"{"after":20417}"#])
  func `an id that a service puts into Base64 is put back`(content: String) throws {
    func recording(_ id: String) -> [Interaction] {
      let bytes = Base64Text.encode(Array(content.replacing("20417", with: id).utf8))
      return Self.recording(id, told: #"{"next":"\#(String(decoding: bytes, as: UTF8.self))"}"#)
    }
    let again = try merged(recording("30552"), into: recording("20417"))
    let expected = try text(recording("20417"))
    #expect(again == expected)
  }

  @Test(arguments: [("7", "9"), ("120", "240"), ("2025", "2026"), ("1000", "2000")])
  func `what another value may equal by chance is a change`(old: String, new: String) throws {
    let recordings = [old, new].map { Self.recording($0, told: #"{"id":"x","stock":"ID"}"#) }
    #expect(try merged(recordings[1], into: recordings[0]).contains(#""stock": "\#(new)""#))
  }

  @Test func `an id is put back beside a word that is a value in one version alone`() throws {
    // A version of nothing but digits may be a number.
    func recording(_ version: String, _ id: String) -> [Interaction] {
      let text = "job_id: \(id)\nversion: \(version)\nstate: open\n"
      return [
        Self.exchange("/jobs", text, receiving: ["Content-Type": "text/plain"]),
        Self.exchange("/jobs/\(id)", text, receiving: ["Content-Type": "text/plain"]),
      ]
    }
    let first = recording("0c2655499613", "cus_2o8uhXFJSFGoJZnu")
    let again = try merged(recording("912345678901", "cus_LdAWO9z779VT9jH0"), into: first)
    #expect(!again.contains("cus_LdAWO9z779VT9jH0"), "\(again)")
  }

  @Test func `an id is put back where a volatile part of its request differs as well`() throws {
    func recording(_ id: String, _ time: Int) -> [Interaction] {
      [
        Self.exchange(
          "/orders", "<h1 id='\(id)'>Order \(id)</h1>", receiving: ["Content-Type": "text/html"]),
        Self.exchange("/orders/\(id).json?ts=\(time)", #"{"ok":true}"#),
      ]
    }
    let first = recording("lamp-2965", 1_796_129_759)
    let merge = try CassetteMerge(
      Self.file(recording("vase-1098", 1_796_414_351)), into: Self.file(first),
      equivalence: .standard, strategy: .replacing,
      volatility: .standard.adding(Volatility([VolatileName(named: "?ts")])))
    #expect(String(decoding: try merge.content().bytes, as: UTF8.self) == (try text(first)))
  }

  @Test(arguments: [("41", "87"), ("qkwzjxvb", "mtrplksd"), ("1-a", "2-a")])
  func `the id of an event is put back where a client says after which it resumes`(
    old: String, new: String
  ) throws {
    func recording(_ id: String) -> [Interaction] {
      let events = "id: \(id)0\ndata: {\"n\":1}\n\nid: \(id)\ndata: {\"n\":2}\n\n"
      var last = Self.exchange("/events", "", receiving: ["Content-Type": "text/event-stream"])
      last.request.headers.set("Last-Event-ID", id)
      return [
        Self.exchange("/events", events, receiving: ["Content-Type": "text/event-stream"]), last,
      ]
    }
    // With it the ids of the events before it are put back.
    #expect(try merged(recording(new), into: recording(old)) == text(recording(old)))
  }

  @Test func `an id is put back behind the beginning of a word, whatever differs beside it`() throws
  {
    func recording(_ id: String, _ nonce: String) -> [Interaction] {
      [
        Self.exchange("/entries", #"{"id":"\#(id)"}"#),
        Self.exchange(
          "/entries/\(id)", #"<p id="entry-\#(id)" nonce="\#(nonce)">"#,
          receiving: ["Content-Type": "text/html"]),
      ]
    }
    let (old, new) = (
      "7c9e6679-7425-40de-944b-e07fc1f90ae7", "1b4e28ba-2fa1-41d2-883f-0016d3cca427"
    )
    let first = recording(old, "r2Zq81bLmX")
    let again = try merged(recording(new, "kT55vvQw0a"), into: first)
    #expect(again.contains("entry-\(old)") && again.contains("kT55vvQw0a"), "\(again)")
  }

  @Test(arguments: [("/orders/lookup", "id"), ("/v1/orders/find-one", "id"), ("/orders", "id")])
  func `an id of two digits is put back in a body whose path names the thing`(
    path: String, name: String
  ) throws {
    func recording(_ id: Int) -> [Interaction] {
      [
        Self.exchange("/orders", #"{"orderId":\#(id)}"#, sending: "{}"),
        Self.exchange(
          path, #"{"orderId":\#(id),"n":3}"#, sending: #"{"\#(name)":\#(id),"limit":3}"#,
          as: "application/json"),
      ]
    }
    let first = recording(63)
    #expect(try merged(recording(76), into: first) == text(first))
  }

  @Test func `the last word of a name of several segments is put back beside what differs`() throws
  {
    func recording(_ id: String, _ time: String) -> [Interaction] {
      let name = "arn:aws:svc:eu-west-1:1234:booking/\(id)"
      let path = "/bookings/\(name.replacing(":", with: "%3A").replacing("/", with: "%2F"))"
      return [
        Self.exchange("/bookings", #"{"id":"\#(name)"}"#), Self.exchange(path, "{}"),
        Self.exchange(
          "\(path)/log", "\(time) booking \(name) made\n",
          receiving: ["Content-Type": "text/plain"]),
      ]
    }
    let again = try merged(
      recording("6E7EfEqmQQ", "10:07:08"), into: recording("i9Q8O5YhDW", "9:05"))
    #expect(!again.contains("6E7EfEqmQQ"), "\(again)")
    #expect(again.contains("10:07:08"), "\(again)")
  }

  @Test func `the id of an event is put back where it is volatile, too`() throws {
    func recording(_ id: Int) -> [Interaction] {
      let received: HeaderFields = ["Content-Type": "text/event-stream"]
      var last = Self.exchange("/events", "", receiving: received)
      last.request.headers.set("Last-Event-ID", "\(id)")
      return [
        Self.exchange("/events", "event: a\nid: \(id)\ndata: 1\n\n", receiving: received), last,
      ]
    }
    let first = recording(41)
    let merge = try CassetteMerge(
      Self.file(recording(87)), into: Self.file(first), equivalence: .standard,
      strategy: .replacing,
      volatility: .standard.adding(Volatility([VolatileName(named: "event(a) id")])))
    #expect(String(decoding: try merge.content().bytes, as: UTF8.self) == (try text(first)))
  }

  @Test(arguments: [("U80MDX", "XNMNFK"), ("6t9v6ruj", "fxptiwiv"), ("fxptiwiv", "6t9v6ruj")])
  func `an id of a link is put back that has no digit, as chance has it`(
    old: String, new: String
  ) throws {
    for (type, body) in [("text/xml", "<r>\n<id>ID</id></r>"), ("text/html", "<td>ID</td>")] {
      func recording(_ id: String) -> [Interaction] {
        let text = body.replacing("ID", with: id)
        return [
          Self.exchange(
            "/orders", text, receiving: ["Content-Type": type, "Location": "/orders/\(id)"]),
          Self.exchange("/orders/\(id)", text, receiving: ["Content-Type": type]),
        ]
      }
      let first = recording(old)
      #expect(try merged(recording(new), into: first) == text(first))
    }
    let links = ["/orders/orders", "/orders/order2"].map { link in
      [Self.exchange("/start", #"{"next":"\#(link)"}"#), Self.exchange(link, "{}")]
    }
    #expect(try merged(links[1], into: links[0]).contains("order2"), "a word is a change")
  }

  @Test(arguments: [("calm-otter-lamp", "brave-fox-stone"), ("qkXzJwVbRtYp", "mtRpLkSdQwEr")])
  func `an id that a response hands out in Base64 is put back`(old: String, new: String) throws {
    func recording(_ id: String) -> [Interaction] {
      let letters = Base64Text.encode(Array(#"{"order": {"id": "\#(id)"}, "n": 1}"#.utf8))
      return [
        Self.exchange("/orders", #"{"payload":"\#(String(decoding: letters, as: UTF8.self))"}"#),
        Self.exchange("/orders/\(id)", "{}"),
      ]
    }
    let first = recording(old)
    #expect(try merged(recording(new), into: first) == text(first))
  }

  @Test func `a code of capitals is put back where the old one has digits, too`() throws {
    func recording(_ code: String) -> [Interaction] {
      [
        Self.exchange(
          "/invoices", "<h1>Invoice \(code)</h1>", receiving: ["Content-Type": "text/html"]),
        Self.exchange("/invoices/\(code)", "{}"),
      ]
    }
    let first = recording("U80MDX")
    #expect(try merged(recording("XNMNFK"), into: first) == text(first))
  }
}
