import Testing

@testable import VCRCore
@testable import VCRReview

/// Which places two recordings of one command show to be noise.
struct NoiseSearchTests {
  /// An exchange whose response is JSON.
  private static func exchange(
    _ method: String, _ path: String, _ response: String, type: String = "application/json",
    sending body: String = "", as requestType: String = "application/json"
  ) -> Interaction {
    Interaction(
      request: .init(
        method: method, url: "http://api.test\(path)", headers: ["Content-Type": requestType],
        body: Body(Array(body.utf8))),
      outcome: .response(
        .init(status: 200, headers: ["Content-Type": type], body: Body(Array(response.utf8)))))
  }

  private func search(_ recordings: [[Interaction]]) throws -> NoiseSearch {
    let files = try recordings.map { interactions in
      try CassetteFile(
        path: "c.yaml",
        content: CassetteWriter.prologue + interactions.flatMap { CassetteWriter().item($0) })
    }
    return try NoiseSearch(
      first: files[0], second: files[1], equivalence: .standard, volatility: .standard,
      redaction: .none)
  }

  @Test(arguments: [
    (#"["7ed0a1b2c3d4","b88f01c2d3e4"]"#, #"["93a1c0ffee11","44c2deadbeef"]"#, "$[*]"),
    (#"{"data":"f632a1b2c3d4"}"#, #"{"data":"0a9bc1d2e3f4"}"#, "$.data"),
  ])
  func `a place that is an object or a list in another response is doubtful`(
    old: String, new: String, name: String
  ) throws {
    let shop = name == "$[*]" ? #"[{"price":10}]"# : #"{"data":{"price":10}}"#
    let found = try search(
      [old, new].map { [Self.exchange("GET", "/ids", $0), Self.exchange("GET", "/shop", shop)] })
    let place = try #require(found.places.first { $0.name == name })
    #expect(place.confidence == .doubtful)
    #expect(place.words.contains("an object or a list elsewhere"), "\(place.words)")
    let alone = try search([old, new].map { [Self.exchange("GET", "/ids", $0)] })
    #expect(alone.places.first { $0.name == name }?.confidence == .certain)
  }

  @Test func `a signed URL that a later request asks for is not proposed`() throws {
    for isAsked in [false, true] {
      let found = try search(
        ["1795830680", "1795830681"].map { time in
          let path = "/up/a?Expires=\(time)&Key=K1"
          return [
            Self.exchange("POST", "/files", #"{"url":"http://files.test\#(path)"}"#),
            Self.exchange("PUT", isAsked ? path : "/up/b", "{}"),
          ]
        })
      #expect(found.places.contains { $0.name == "$.url" } != isAsked, "\(found.places)")
    }
  }

  @Test(arguments: [
    ("application/xml", "<o><id>ID</id></o>"),
    ("application/x-ndjson", "{\"x\":\"ID\"}\n{\"y\":1}\n"),
    ("text/plain", "cancel ID\n"), ("application/octet-stream", "\u{1}\u{2}ID"),
    ("application/json", #"{"query":"query {o(id:\"ID\"){x}}"}"#),
  ])
  func `what a later request carries is not proposed, in whatever format`(
    type: String, body: String
  ) throws {
    let found = try search(
      ["a7f3c0ffee11", "93d1deadbe42"].map { id in
        [
          Self.exchange("POST", "/orders", #"{"order":{"id":"\#(id)"}}"#),
          Self.exchange(
            "POST", "/use", "{}", sending: body.replacing("ID", with: id), as: type),
        ]
      })
    #expect(!found.places.contains { $0.confidence > .doubtful }, "\(found.places.map(\.words))")
  }

  @Test(arguments: [
    ("<o><id>8657</id></o>", true), ("cancel 8657", true), ("query {o(id:\"8657\"){x}}", true),
    ("cancel 18657", false), ("cancel order-8657", false), ("at 86575", false), ("8657", true),
  ])
  func `a value is carried where a request holds it as a whole word`(
    body: String, isCarried: Bool
  ) throws {
    let file = try CassetteFile(
      path: "c.yaml",
      content: CassetteWriter.prologue
        + CassetteWriter().item(Self.exchange("POST", "/use", "{}", sending: body, as: "text/x")))
    #expect(try NoiseTraffic([file]).carries("8657", from: .response, at: "$.x") == isCarried)
  }

  @Test(arguments: [
    (
      #"{\"id\": \"ID\", \"ID\": \"ok\"}"#,
      "JSON within a string, of which $.id, $.e0103ee40a8b, $.ff67e599b7b2 differ"
    ),
    ("id=ID&state=ok", "a form within a string, of which id differs"),
    (#"<p data-at='TIME'>costs 10<\/p>"#, "markup within a string"),
    (#"BASE64{"id": "ID", "state": "ok"}"#, "JSON in Base64, of which $.id differs"),
  ])
  func `a string with places of its own is no id and no time as a whole`(
    text: String, words: String
  ) throws {
    for member in [#"{"payload":"TEXT"}"#, #"{"items":[{"payload":"TEXT"},{"payload":"TEXT"}]}"#] {
      let found = try search(
        [("e0103ee40a8b", "2026-11-28T15:37:04Z"), ("ff67e599b7b2", "2026-11-28T15:37:05Z")].map {
          id, time in
          var text = text.replacing("ID", with: id).replacing("TIME", with: time)
          if let json = text.firstRange(of: "BASE64") {
            let letters = Base64Text.encode(Array(text[json.upperBound...].utf8))
            text = String(decoding: letters, as: UTF8.self)
          }
          return [Self.exchange("GET", "/jobs", member.replacing("TEXT", with: text))]
        })
      let place = try #require(found.places.first { $0.name.hasSuffix(".payload") })
      #expect(place.confidence == .doubtful)
      #expect(place.words.contains(words), "\(place.words)")
    }
  }

  @Test func `JSON within a string is named place by place, and then leaves nothing`() throws {
    let recordings = [
      ("e0103ee40a8b", "2026-11-28T15:37:04Z"), ("ff67e599b7b2", "2026-11-28T15:37:05Z"),
    ].map { id, time in
      [
        Self.exchange(
          "GET", "/call", #"{"arguments":"{\"id\": \"\#(id)\", \"state\": \"ok\"}"}"#),
        Self.exchange(
          "GET", "/calls",
          #"{"items":[{"said":"[{\"at\":\"\#(time)\"},{\"at\":\"\#(time)\"}]"},{"said":"{}"}]}"#),
      ]
    }
    let found = try search(recordings)
    #expect(found.places.map(\.name).sorted() == ["$.arguments $.id", "$.items[*].said $[*].at"])
    #expect(found.places.allSatisfy { $0.confidence == .certain }, "\(found.places.map(\.words))")
    #expect(found.rest.isEmpty, "\(found.rest)")
    let volatility = Volatility(try found.places.map { try VolatileName(named: $0.name) })
    for (old, new) in zip(recordings[0], recordings[1]) {
      #expect(volatility.carrying(old, into: new) == old)
    }
  }

  @Test func `what tells clients apart is no noise where their responses come in another order`()
    throws
  {
    let users = ["u_8f3a2b1c", "u_7d21e90f", "u_55c0a3b8"]
    let found = try search(
      [users, [users[1], users[2], users[0]]].enumerated().map { run, users in
        users.enumerated().map { number, user in
          Self.exchange(
            "GET", "/me",
            #"{"user":"\#(user)","at":"2026-11-28T15:37:\#(run)\#(number)Z","by":"w\#(run)c0\#(number)a9f1"}"#
          )
        }
      })
    #expect(found.places.map(\.name) == ["$.at", "$.by"])
  }

  @Test(arguments: [
    ("application/json", "[ITEM0,ITEM1]", "$[*]"),
    ("application/json", #"{"items":[ITEM0,ITEM1,ITEM2],"n":3}"#, "$.items[*]"),
    ("application/json", #"{"one":[ITEM0]}"#, "$.one[*]"),
    ("application/x-ndjson", "ITEM0\nITEM1\n", "line $"),
  ])
  func `elements of which all is new are named place by place`(
    type: String, list: String, place: String
  ) throws {
    let found = try search(
      [("e0103ee40a8b", "2026-11-28T15:37:04Z"), ("ff67e599b7b2", "2026-11-28T15:37:05Z")].map {
        id, time in
        let text = (0...2).reduce(list) { text, number in
          text.replacing(
            "ITEM\(number)",
            with: #"{"id":"\#(id)\#(number)","at":"\#(time)","of":{"id":"x\#(id)\#(number)"}}"#)
        }
        return [Self.exchange("GET", "/jobs", text, type: type)]
      })
    #expect(found.rest.isEmpty, "\(found.rest)")
    #expect(
      found.places.map { "\($0.confidence) \($0.name)" } == [
        "certain \(place).at", "certain \(place).id", "certain \(place).of.id",
      ])
  }

  @Test func `a query that a client writes is no id`() throws {
    let found = try search(
      ["a7f3c0ffee11", "93d1deadbe42"].map { id in
        [
          Self.exchange(
            "POST", "/graphql", "{}",
            sending: #"{"query":"query { o(id: \"\#(id)\") { x } }"}"#)
        ]
      })
    #expect(!found.places.contains { $0.confidence > .doubtful }, "\(found.places.map(\.words))")
    #expect(NoisePlace.Nature(#"{o(id:"a7f311842")}"#, #"{o(id:"93d111843")}"#) == .text)
    #expect(NoisePlace.Nature("(a7f311842)", "(93d111843)") == .text)
    #expect(NoisePlace.Nature("order a7f311842", "order 93d111843") == .id)
  }

  @Test func `a place within members that are named by ids is named for all of them`() throws {
    let found = try search(
      [("a7f3c0ffee11", "10:00:01"), ("93d1deadbe42", "10:00:09")].map { id, time in
        [
          Self.exchange("POST", "/orders", #"{"id":"\#(id)"}"#),
          Self.exchange("GET", "/orders/\(id)", "{}"),
          Self.exchange("GET", "/orders", #"{"by":{"\#(id)":{"at":"\#(time)","n":1}},"n":2}"#),
        ]
      })
    #expect(found.places.map(\.name) == ["$.by.*.at"], "\(found.places.map(\.words))")
  }

  @Test(arguments: [
    (#"{"parent_id":ID,"n":1}"#, "$.parent_id"),
    (#"{"say":"order a7f311ID was sent"}"#, "$.say"),
  ])
  func `an id that could not be put back is not proposed`(response: String, name: String) throws {
    let found = try search(
      ["14", "63"].map { id in
        [
          Self.exchange("POST", "/orders", "[[\(id)]]"),
          Self.exchange(
            "POST", "/use", response.replacing("ID", with: id),
            sending: #"{"id":\#(id),"of":"a7f311\#(id)"}"#),
          Self.exchange("GET", "/again", response.replacing("ID", with: id)),
        ]
      })
    let place = found.places.first { $0.name == name }
    #expect(place.map { $0.confidence == .doubtful } ?? true, "\(found.places.map(\.words))")
  }

  @Test func `a path to what requests carry in their bodies is not proposed`() throws {
    let found = try search(
      ["14", "63"].map { id in
        [Self.exchange("POST", "/orders", "[[\(id)]]")]
          + (1...3).flatMap { number in
            [
              Self.exchange("POST", "/use/\(number)", "{}", sending: #"{"id":\#(id)}"#),
              Self.exchange("GET", "/last/\(number)", #"{"self":"/orders/\#(id)"}"#),
            ]
          }
      })
    #expect(!found.places.contains { $0.name == "$.self" }, "\(found.places.map(\.words))")
    let rest = found.rest.filter { $0.contains("$.self is carried by other requests") }
    #expect(rest.count == 3, "\(found.rest)")
  }

  @Test func `ids beside one that requests carry are put back, and are no noise`() throws {
    for isAsked in [false, true] {
      let found = try search(
        [("a7f3c0ffee11", "0dd5"), ("93d1deadbe42", "7aa1")].map { id, end in
          [
            Self.exchange("POST", "/orders", #"{"id":"\#(id)"}"#),
            Self.exchange("GET", isAsked ? "/orders/\(id)" : "/orders/1", "{}"),
            Self.exchange(
              "GET", "/orders", #"{"items":[{"id":"\#(id)","n":1},{"id":"f1e2\#(end)c3","n":2}]}"#),
          ]
        })
      let place = found.places.first { $0.name == "$.items[*].id" }
      #expect(place?.confidence == (isAsked ? nil : .certain), "\(found.places.map(\.words))")
    }
  }

  @Test func `a place that holds ids elsewhere that requests carry is doubtful`() throws {
    let found = try search(
      [("a7f3c0ffee11", "0dd5"), ("93d1deadbe42", "7aa1")].map { id, end in
        [
          Self.exchange("POST", "/orders", #"{"items":[{"id":"\#(id)"}]}"#),
          Self.exchange("GET", "/orders/\(id)", "{}"),
          Self.exchange("GET", "/offers", #"{"items":[{"id":"f1e2\#(end)c3","n":2}]}"#),
        ]
      })
    let place = try #require(found.places.first { $0.name == "$.items[*].id" })
    #expect(place.confidence == .doubtful, "\(place.words)")
  }

  @Test func `numbers that are all ids of requests are doubtful under any name`() throws {
    let found = try search(
      [14, 63].map { id in
        (0..<3).flatMap { number in
          [
            Self.exchange("GET", "/orders/\(id + number)", "{}"),
            Self.exchange("GET", "/last/\(number)", #"{"self":\#(id + number)}"#),
          ]
        }
      })
    let place = found.places.first { $0.name == "$.self" }
    #expect(place.map { $0.confidence == .doubtful } ?? true, "\(found.places.map(\.words))")
  }

  @Test func `a number in one list is noise where members of the same name are`() throws {
    let found = try search(
      [1_500, 7_300].map { start in
        (0..<3).map { Self.exchange("GET", "/items/\($0)", #"{"hits":\#(start + $0 * 7)}"#) } + [
          Self.exchange(
            "GET", "/items",
            #"{"items":[{"n":"a","hits":\#(start + 41)},{"n":"b","hits":\#(start + 45)}],"of":\#(start)}"#
          )
        ]
      })
    let words = found.places.map { "\($0.confidence) \($0.name)" }
    #expect(
      words == ["likely $.hits", "likely $.items[*].hits", "doubtful $.of"], "\(words)")
  }

  @Test func `a cursor is noise where a later request carries another one`() throws {
    let found = try search(
      ["a7f3c0ffee11", "93d1deadbe42"].map { cursor in
        (0..<3).map { number in
          Self.exchange(
            "GET", number == 0 ? "/items" : "/items?after=\(cursor)\(number - 1)",
            #"{"cursor":"\#(cursor)\#(number)","n":\#(number)}"#)
        }
      })
    #expect(
      found.places.map { "\($0.confidence) \($0.name)" } == ["certain $.cursor"],
      "\(found.places.map(\.words)) \(found.rest)")
  }

  @Test(arguments: [("qkwzjxvb", "mtrplksd"), ("41", "87"), ("k3jqzxvb", "mtrplks9")])
  func `the id of an event is noise, whatever it looks like`(old: String, new: String) throws {
    let found = try search(
      [old, new].map { id in
        let events = "id: \(id)\nevent: done\ndata: {\"n\":1}\n\n"
        return [Self.exchange("GET", "/events", events, type: "text/event-stream")]
      })
    #expect(
      found.places.map { "\($0.confidence) \($0.name)" } == ["certain event(done) id"])
  }

  @Test func `events whose ids are others each time are named value by value`() throws {
    let found = try search(
      ["a7f3c0ffee11", "93d1deadbe42"].map { id in
        let events = "id: \(id)\nevent: done\ndata: {\"event_id\":\"e\(id)\",\"n\":1}\n\n"
        return [Self.exchange("GET", "/events", events, type: "text/event-stream")]
      })
    #expect(
      found.places.map { "\($0.confidence) \($0.name)" }
        == ["certain event(done) $.event_id", "certain event(done) id"])
  }
}
