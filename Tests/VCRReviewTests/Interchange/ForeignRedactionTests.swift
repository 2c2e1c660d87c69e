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

  @Test func `many interactions are redacted as if one came after the other`() throws {
    var recording = try ForeignCassette(
      path: "old",
      content: Array(
        "interactions:\n- request: {method: GET, uri: 'http://h.test/'}\n  response: {status: {code: 200}}\n"
          .utf8))
    recording.interactions = (0..<1500).map { number in
      Interaction(
        request: .init(url: "https://h.test/\(number)"),
        outcome: .response(
          .init(status: 200, body: Body(Array((Self.bodies[number] ?? "plain \(number)").utf8)))))
    }
    let redactor = Redactor(.standard)
    for interaction in recording.interactions { redactor.learn(from: interaction) }
    let expected = recording.interactions.map { redactor.redacting($0) }
    recording.redact(.standard)
    let redacted = recording.interactions
    #expect(redacted == expected)
    for number in Self.bodies.keys {
      guard case .response(let response) = redacted[number].outcome else {
        Issue.record("no response \(number)")
        continue
      }
      let text = String(decoding: response.body.bytes, as: UTF8.self)
      #expect(!text.contains(Self.first) && !text.contains(Self.second), "\(text)")
    }
  }
}
