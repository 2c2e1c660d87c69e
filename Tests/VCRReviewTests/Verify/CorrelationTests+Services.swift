import Testing

@testable import VCRCore
@testable import VCRReview

/// What requests carry when a service holds other things than when it was recorded.
extension CorrelationTests {
  @Test func `of secrets with one name a request gets that of the response whose id it has`()
    throws
  {
    let recorded =
      [7, 8].map { Self.exchange("POST", "/jobs", #"{"id":\#($0),"ticket":"{{TICKET}}"}"#) }
      + ["/jobs/8", "/jobs/7", "/other"].map { path in
        var use = Self.exchange("GET", path, "{}")
        use.request.headers.set("X-Ticket", "{{TICKET}}")
        return use
      }
    var correlation = Correlation(recorded)
    for (index, live) in [(41, "kXbQzRtW1a"), (42, "vLfPmZqJ2b")].enumerated() {
      let response = try #require(recorded[index].response)
      var new = response
      new.body = Self.json(#"{"id":\#(live.0),"ticket":"\#(live.1)"}"#)
      _ = correlation.learn(from: new, recorded: response, at: index)
    }
    let sent = (2...4).map { index in
      correlation.secrets(for: recorded[index].request, at: index)[Array("TICKET".utf8)]
    }
    #expect(sent.map { $0?.source } == [1, 0, 1])
    #expect(
      sent.map { $0?.bytes } == ["vLfPmZqJ2b", "kXbQzRtW1a", "vLfPmZqJ2b"].map { Array($0.utf8) })
  }

  @Test(arguments: [
    ("/pay?amount=10", "/pay?amount=20", false), ("/list?page=2", "/list?page=3", false),
    ("/list?currency=EUR", "/list?currency=USD", false),
    ("/list?api-version=2024-05-01", "/list?api-version=2025-05-01", false),
    ("/api/users/7", "/api/admins/7", false), ("/v1/users/7", "/v2/users/7", false),
    ("/api/users/7", "/api/users/8", true), ("/lines?order_id=7", "/lines?order_id=8", true),
    ("/put/3f2a-99b1-d0?max=5", "/put/77aa-1c0e-42?max=5", true),
  ])
  func `a link that says something else is followed, and is no link that stands for the old one`(
    old: String, new: String, isSame: Bool
  ) throws {
    for name in ["href", "next"] {
      let recorded = [
        Self.exchange("GET", "/start", #"{"\#(name)":"\#(old)"}"#), Self.exchange("GET", old, "{}"),
      ]
      var correlation = try Correlation(
        CassetteFile(
          path: "c.yaml",
          content: CassetteWriter.prologue + recorded.flatMap { CassetteWriter().item($0) }),
        followsUnnamed: true)
      let response = try #require(recorded[0].response)
      var live = response
      live.body = Self.json(#"{"\#(name)":"\#(new)"}"#)
      _ = correlation.learn(from: live, recorded: response, at: 0)
      let sent = correlation.liveRequest(for: recorded[1].request, at: 1).request
      #expect(sent.url == "http://api.test" + new)
      #expect(correlation.correlatedValues.areSame(new, old) == isSame)
    }
  }

  @Test(arguments: ["ITEM", #"{"id":ITEM}"#, #"{"order":{"id":ITEM,"x":1}}"#])
  func `an id that was handed out before is that one whatever a list has in its place`(
    item: String
  ) throws {
    func list(_ ids: [Int]) -> String {
      #"{"ids":[\#(ids.map { item.replacing("ITEM", with: "\($0)") }.joined(separator: ","))]}"#
    }
    let recorded = [
      Self.exchange("POST", "/orders", #"{"id":101}"#),
      Self.exchange("GET", "/orders", list([101])), Self.exchange("GET", "/orders/101", "{}"),
    ]
    var correlation = Correlation(recorded)
    for (index, live) in [#"{"id":201}"#, list([55, 201])].enumerated() {
      let response = try #require(recorded[index].response)
      var new = response
      new.body = Self.json(live)
      _ = correlation.learn(from: new, recorded: response, at: index)
    }
    let sent = correlation.liveRequest(for: recorded[2].request, at: 2).request
    #expect(sent.url == "http://api.test/orders/201")
  }

  @Test(arguments: [
    (#"{ user(id: \"ID\") { name } }"#, "calm-otter-lamp", "brave-fox-stone"),
    (#"{ user(limit: 3, of: { id: \"ID\" }) { name } }"#, "calm-otter-lamp", "brave-fox-stone"),
    (#"{ user(id: \"ID\") { name } }"#, "14", "63"), (#"{ user(id: ID) { name } }"#, "14", "63"),
  ])
  func `an id goes into a query of GraphQL that has it as a literal`(
    query: String, old: String, new: String
  ) throws {
    func sending(_ id: String) -> Interaction {
      var use = Self.exchange("POST", "/graphql", "{}")
      use.request.body = Self.json(#"{"query":"\#(query.replacing("ID", with: id))"}"#)
      return use
    }
    let recorded = [Self.exchange("POST", "/users", #"{"id":"\#(old)"}"#), sending(old)]
    var correlation = Correlation(recorded)
    let response = try #require(recorded[0].response)
    var live = response
    live.body = Self.json(#"{"id":"\#(new)"}"#)
    _ = correlation.learn(from: live, recorded: response, at: 0)
    let sent = correlation.liveRequest(for: recorded[1].request, at: 1).request
    #expect(sent.body == sending(new).request.body)
  }

  @Test(arguments: [
    ("/boxes", "/graphql/boxes/7", true), ("/boxes", "/box/7", true),
    ("/addresses", "/address/7", true),
    ("/statuses", "/status/7", true), ("/caches", "/cache/7", true),
    ("/orders", "/orders/archive/7", true),
    ("/orders", "/orders/page/7", false), ("/orders", "/orders/lines/7", false),
    ("/orders", "/orders/2024/7", false),
  ])
  func `an id of one digit goes where the path names what it is the id of`(
    made: String, path: String, isCarried: Bool
  ) throws {
    let recorded = [Self.exchange("POST", made, #"{"id":7}"#), Self.exchange("GET", path, "{}")]
    var correlation = Correlation(recorded)
    let response = try #require(recorded[0].response)
    var live = response
    live.body = Self.json(#"{"id":8}"#)
    _ = correlation.learn(from: live, recorded: response, at: 0)
    let sent = correlation.liveRequest(for: recorded[1].request, at: 1).request
    #expect(sent.url == "http://api.test" + (isCarried ? path.replacing("7", with: "8") : path))
  }

  @Test(arguments: [#"{"payload":"BASE64"}"#, #"{"payload":"TEXT"}"#])
  func `an id that a response hands out within a string goes into a later request`(body: String)
    throws
  {
    func response(_ id: String) -> String {
      let json = #"{"order": {"id": "\#(id)"}}"#
      let letters = Base64Text.encode(Array(json.utf8))
      return body.replacing("BASE64", with: String(decoding: letters, as: UTF8.self))
        .replacing("TEXT", with: json.replacing("\"", with: "\\\""))
    }
    let recorded = [
      Self.exchange("POST", "/orders", response("calm-otter")),
      Self.exchange("GET", "/orders/calm-otter", "{}"),
    ]
    var correlation = Correlation(recorded)
    let old = try #require(recorded[0].response)
    var live = old
    live.body = Self.json(response("brave-fox"))
    _ = correlation.learn(from: live, recorded: old, at: 0)
    let sent = correlation.liveRequest(for: recorded[1].request, at: 1).request
    #expect(sent.url == "http://api.test/orders/brave-fox")
  }

  @Test func `two things of which one is left are drift`() throws {
    let recorded =
      [6, 7].map { Self.exchange("POST", "/devices", #"{"device_id":\#($0)}"#) }
      + [6, 7].map { Self.exchange("GET", "/devices/\($0)", "{}") }
    var correlation = Correlation(recorded)
    for (index, live) in [44, 44].enumerated() {
      let old = try #require(recorded[index].response)
      var new = old
      new.body = Self.json(#"{"device_id":\#(live)}"#)
      _ = correlation.learn(from: new, recorded: old, at: index)
    }
    // The requests follow what the service says all the same.
    #expect(
      (2...3).map { correlation.liveRequest(for: recorded[$0].request, at: $0).request.url }
        == Array(repeating: "http://api.test/devices/44", count: 2))
    #expect(correlation.correlatedValues.areSame("44", "6"))
    #expect(!correlation.correlatedValues.areSame("44", "7"))
  }
}
