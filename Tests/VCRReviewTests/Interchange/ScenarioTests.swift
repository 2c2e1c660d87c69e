import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Scenarios of WireMock and sequences of Hoverfly, as the order of a cassette says them.
@Suite struct ScenarioTests {
  /// A stub of WireMock: its body, and the states before and after it.
  private func stub(
    _ body: String, _ state: String?, _ next: String?, of scenario: String? = "s",
    path: String = "/a", more: String = ""
  ) -> String {
    let words = [
      ("scenarioName", scenario), ("requiredScenarioState", state), ("newScenarioState", next),
    ].compactMap { name, value in value.map { #", "\#(name)": "\#($0)""# } }.joined()
    return #"""
      {"request": {"url": "\#(path)", "method": "GET"},
       "response": {"status": 200, "body": "\#(body)"}\#(words)\#(more)}
      """#
  }

  private func read(_ stubs: String...) throws -> ForeignCassette {
    try ForeignCassette(#"{"mappings": [\#(stubs.joined(separator: ",\n"))]}"#)
  }

  /// The bodies in the order in which they are served, with `*` where they are served again.
  private func served(_ cassette: ForeignCassette) throws -> String {
    try cassette.interactions.indices.map { index in
      let body = String(decoding: try cassette.response(index).body.bytes, as: UTF8.self)
      return body + (cassette.interactions[index].rule?.times == .max ? "*" : "")
    }.joined(separator: " ")
  }

  @Test func `what WireMock recorded while a service changed is served in that order`() throws {
    let cassette = try read(
      stub("two", "s-2", "s-3"), stub("last", "s-3", nil), stub("other", nil, nil, of: nil),
      stub("one", "Started", "s-2"), stub("b", "Started", nil, of: "t", path: "/b"))
    #expect(cassette.losses.map(\.interaction) == [1], "\(cassette.problems)")
    #expect(try served(cassette) == "b* one other* two last*")
    #expect(cassette.lines == [9, 7, 5, 1, 3])
    let alone = try read(
      stub("two", "s-2", "s-3"), stub("last", "s-3", nil), stub("one", "Started", "s-2"))
    #expect(alone.losses == [], "\(alone.problems)")
    #expect(try served(alone) == "one two last*")
    let same = try read(stub("two", "2", "2"), stub("one", "Started", "2"))
    #expect(try same.losses == [] && served(same) == "one two*")
    let once = try read(stub("one", "Started", "2"))
    #expect(try once.losses == [] && served(once) == "one")
  }

  @Test func `what has no state, or no name, is served as any stub`() throws {
    for text in [
      stub("one", nil, nil), stub("one", "2", "3", of: nil), stub("one", "Started", "Started"),
    ] {
      let cassette = try read(text)
      #expect(try cassette.losses == [] && served(cassette) == "one*")
    }
  }

  /// A state that nothing leads to, one that two need, one that is never left, any state, circles.
  private static let tangled: [[(String, String?, String?)]] = [
    [("one", "2", nil)], [("one", "Started", nil), ("two", "Started", "2")],
    [("one", "Started", nil), ("two", "2", nil)], [("one", "Started", "2"), ("two", nil, "3")],
    [("one", "Started", "2"), ("two", "2", "Started")],
    [("one", "Started", "2"), ("two", "2", "3"), ("three", "3", "2")],
  ]

  @Test(arguments: tangled)
  func `states that do not follow one another are named`(
    stubs: [(body: String, state: String?, next: String?)]
  ) throws {
    let texts = stubs.map { stub($0.body, $0.state, $0.next) }
    let cassette = try ForeignCassette(#"{"mappings": [\#(texts.joined(separator: ","))]}"#)
    #expect(cassette.interactions.count == stubs.count)
    #expect(cassette.losses.map(\.interaction) == Array(1...stubs.count))
    #expect(cassette.interactions.allSatisfy { $0.rule?.times == .max })
  }

  @Test func `that another request leads to a state is named, and the order kept`() throws {
    let cassette = try read(
      stub("empty", "Started", "2"), stub("added", "2", "3", path: "/add"), stub("full", "3", nil))
    #expect(try served(cassette) == "empty added full*")
    #expect(cassette.losses.map(\.interaction) == [2, 3], "\(cassette.problems)")
  }

  @Test func `a stub that is left out breaks its scenario`() throws {
    let cassette = try read(
      stub("one", "Started", "2"), stub("two", "2", "3").replacing("200", with: "0"),
      stub("three", "3", nil))
    #expect(cassette.interactions.count == 2)
    #expect(cassette.losses.map(\.kind) == [.member, .interaction, .member])
  }

  @Test func `a scenario is a text`() throws {
    for name in ["scenarioName", "requiredScenarioState"] {
      let cassette = try read(stub("one", nil, nil, of: nil, more: #", "\#(name)": [1]"#))
      #expect(cassette.losses.map(\.kind) == [.member])
    }
  }

  /// A pair of Hoverfly.
  private func pair(_ body: String, _ state: String, _ change: String = "") -> String {
    let parts = [
      ("method", "GET"), ("scheme", "http"), ("destination", "h.test"), ("path", "/a"),
    ].map { #""\#($0)": [{"matcher": "exact", "value": "\#($1)"}], "# }.joined()
    return #"""
      {"request": {\#(parts)"requiresState": {\#(state)}},
       "response": {"status": 200, "body": "\#(body)", "encodedBody": false\#(change)}}
      """#
  }

  private func simulation(_ pairs: String...) throws -> ForeignCassette {
    try ForeignCassette(
      #"{"data": {"pairs": [\#(pairs.joined(separator: ","))]}, "meta": {"schemaVersion": "v5"}}"#)
  }

  @Test func `a sequence that Hoverfly captured is served in its order`() throws {
    let sequence = try simulation(
      pair("one", #""sequence:1": "1""#, #", "transitionsState": {"sequence:1": "2"}"#),
      pair("three", #""sequence:1": "3""#),
      pair("two", #""sequence:1": "2""#, #", "transitionsState": {"sequence:1": "3"}"#))
    #expect(try sequence.losses == [] && served(sequence) == "one two three*")
    #expect(sequence.lines == [1, 3, 2])
  }

  @Test(arguments: [
    (#""a": "1""#, ""), (#""sequence:1": "2""#, ""), (#""sequence:1": "1", "b": "2""#, ""),
    (#""sequence:1": "1""#, #", "transitionsState": {"other": "2"}"#),
    (#""sequence:1": "1""#, #", "removesState": ["sequence:1"]"#),
    (#""sequence:1": ["1"]"#, ""), ("", #", "transitionsState": {"sequence:1": "2"}"#),
  ])
  func `state of Hoverfly that is no sequence is named`(state: String, change: String) throws {
    let cassette = try simulation(pair("one", state, change))
    #expect(cassette.interactions.count == 1 && !cassette.losses.isEmpty)
  }
}
