import Testing

@testable import VCRCore
@testable import VCRReview

/// Ids of one digit in a verification, and counts that are the same numbers.
struct ShortNumberTests {
  private typealias Tests = CorrelationTests

  /// What two live responses are in the terms of the recorded ones, and the second request.
  private func aligned(
    made: String, path: String, response: String, live id: Int
  ) throws -> (url: String, texts: [String]) {
    func text(_ text: String, _ id: Int) -> String { text.replacing("ID", with: "\(id)") }
    let recorded = [
      Tests.exchange("POST", "/orders", text(made, 1), sending: "{}"),
      Tests.exchange("GET", "/orders/1", "{}"),
      Tests.exchange("GET", text(path, 1), text(response, 1)),
    ]
    let bytes = CassetteWriter.prologue + recorded.flatMap { CassetteWriter().item($0) }
    var correlation = try Correlation(
      CassetteFile(path: "c.yaml", content: bytes), followsUnnamed: true)
    var texts: [String] = []
    var url = ""
    for (index, template) in [(0, made), (2, response)] {
      let old = try #require(recorded[index].response)
      let request = correlation.liveRequest(for: recorded[index].request, at: index).request
      if index == 2 { url = request.url }
      var new = old
      new.body = Tests.json(text(template, id))
      _ = correlation.learn(from: new, recorded: old, at: index)
      let alignment = LiveAlignment(
        correlatedValues: correlation.correlatedValues,
        nearValues: correlation.correlatedValues(for: request, at: index), origin: nil
      ) { [echoes = correlation.echoes, made = correlation.made.names] in
        CalledNumbers(among: $0, to: request, echoes: echoes, made: made)
      }
      texts.append(String(decoding: alignment.aligned(new, to: old).body.bytes, as: UTF8.self))
    }
    return (url, texts)
  }

  @Test(arguments: [
    #"{"self":ID,"url":"/orders/ID"}"#, #"{"order":ID}"#, "order ID made", #"{"id":ID}"#,
    #"{"say":"Order ID"}"#,
  ])
  func `an id of one digit is sent as the service hands it out, and is no drift`(made: String)
    throws
  {
    let found = try aligned(made: made, path: "/orders/ID", response: #"{"n":ID}"#, live: 7)
    #expect(found.url == "http://api.test/orders/7")
    #expect(found.texts == [made.replacing("ID", with: "1"), #"{"n":1}"#])
  }

  @Test(arguments: [
    #"{"data":[{"id":ID,"attributes":{"message":"Order ID was created"}}]}"#,
    #"[{"id":ID,"links":{"self":"/v1/orders/ID"}}]"#, #"{"of":[{"order_id":ID,"note":"of ID"}]}"#,
  ])
  func `in a list an order's own id is no drift wherever the order says it`(response: String)
    throws
  {
    let found = try aligned(made: #"{"id":ID}"#, path: "/list", response: response, live: 7)
    #expect(found.texts[1] == response.replacing("ID", with: "1"))
    // A number beside what the object says of itself is one that has to be seen.
    let beside = try aligned(
      made: #"{"id":ID}"#, path: "/list", response: #"{"of":\#(response),"note":"all ID"}"#,
      live: 7)
    #expect(beside.texts[1].hasSuffix(#""note":"all 7"}"#))
  }

  @Test(arguments: [
    #"{"message":"ID orders in all"}"#, #"{"count":ID}"#, "there are ID orders\n", "[ID]",
  ])
  func `a count that is the id of the last order is drift`(response: String) throws {
    for made in [#"{"id":ID}"#, #"{"order":ID}"#] {
      let found = try aligned(made: made, path: "/summary", response: response, live: 7)
      #expect(found.texts[1] == response.replacing("ID", with: "7"))
    }
    // Under the name of an id it is one anywhere.
    let named = try aligned(
      made: #"{"id":ID}"#, path: "/list", response: #"[{"id":ID,"n":ID}]"#, live: 7)
    #expect(named.texts[1] == #"[{"id":1,"n":7}]"#)
  }

  @Test(arguments: [
    #"{"id":ID,"stock":ID}"#, #"{"order":ID,"sold":{"total":ID}}"#, #"{"id":ID,"n":[ID]}"#,
  ])
  func `a count that is the id of the order that was asked for is drift`(response: String) throws {
    let found = try aligned(
      made: #"{"id":ID}"#, path: "/orders/ID", response: response, live: 7)
    let id = try #require(response.firstRange(of: "ID"))
    #expect(
      found.texts[1] == response[..<id.lowerBound] + "1"
        + response[id.upperBound...].replacing("ID", with: "7"))
  }
}
