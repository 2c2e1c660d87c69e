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
}
