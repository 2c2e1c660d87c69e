import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// The redaction of a recording of which the interactions are worked on side by side.
struct ForeignRedactionTests {
  private static let (first, second) = ("q7Zt2LmX9vB4nRk8Wd3Hs6Yc", "Ab5Rt8Yq2Wm7Lx4Kc9Zn3VjQ")

  /// The bodies of some interactions of many: two name a token, others hold one without a name.
  private static let bodies = [
    10: "see \(first)", 300: #"{"session_token":"\#(second)"}"#,
    301: #"{"access_token":"\#(second)"}"#, 302: "then \(second)",
    700: #"{"access_token":"\#(first)"}"#, 1100: "again \(first) and \(second)",
  ]

  /// A body of a recording in which every other interaction names a token of its own, and those
  /// between hold one of earlier or of later ones without a name.
  private static func denseBody(_ number: Int) -> String {
    func token(_ number: Int) -> String { "q7Zt2LmX9vB4nRk8Wd3H\(1000 + number)" }
    return number.isMultiple(of: 2)
      ? #"{"access_token":"\#(token(number))"}"#
      : "see \(token(max(number - 301, 0))) and \(token(min(number + 299, 1498)))"
  }

  @Test(arguments: [false, true])
  func `many interactions are redacted as if one came after the other`(isDense: Bool) throws {
    func body(_ number: Int) -> String {
      isDense ? Self.denseBody(number) : Self.bodies[number] ?? "plain \(number)"
    }
    var recording = try ForeignCassette(
      path: "old",
      content: Array(
        "interactions:\n- request: {method: GET, uri: 'http://h.test/'}\n  response: {status: {code: 200}}\n"
          .utf8))
    recording.interactions = (0..<1500).map { number in
      Interaction(
        request: .init(url: "https://h.test/\(number)"),
        outcome: .response(
          .init(status: 200, body: Body(Array(body(number).utf8)))))
    }
    let redactor = Redactor(.standard)
    for interaction in recording.interactions { redactor.learn(from: interaction) }
    let expected = recording.interactions.map { redactor.redacting($0) }
    recording.redact(.standard)
    let redacted = recording.interactions
    #expect(redacted == expected)
    for number in isDense ? Array(0..<1500) : Array(Self.bodies.keys) {
      guard case .response(let response) = redacted[number].outcome else {
        Issue.record("no response \(number)")
        continue
      }
      let text = String(decoding: response.body.bytes, as: UTF8.self)
      #expect(!text.contains(Self.first.prefix(12)) && !text.contains(Self.second), "\(text)")
    }
  }
}
