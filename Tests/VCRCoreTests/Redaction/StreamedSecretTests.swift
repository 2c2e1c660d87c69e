import Testing

@testable import VCRCore

/// Secrets that a stream hands out in parts, in the forms in which services stream.
struct StreamedSecretTests {
  /// How a service streams a text.
  enum Form: CaseIterable {
    case events
    case lines
    case list
    case byTurns
    case tuples
    case plain
    case secondLine

    var type: String {
      switch self {
      case .lines: "application/x-ndjson"
      case .list: "application/json"
      default: "text/event-stream"
      }
    }

    func body(_ parts: [String]) -> String {
      switch self {
      case .events:
        parts.map { #"data: {"choices":[{"index":0,"delta":{"content":"\#($0)"}}]}"# + "\n\n" }
          .joined()
      case .lines: parts.map { #"{"message":{"content":"\#($0)"}}"# + "\n" }.joined()
      case .list:
        "["
          + parts.map { #"{"candidates":[{"content":{"parts":[{"text":"\#($0)"}]}}]}"# }
          .joined(separator: "\n,\n") + "]"
      case .byTurns:
        parts.map {
          #"data: {"choices":[{"index":0,"delta":{"content":"\#($0)"}}]}"# + "\n\n"
            + #"data: {"choices":[{"index":1,"delta":{"content":"blah "}}]}"# + "\n\n"
        }.joined()
      case .tuples: parts.map { #"data: ["delta","\#($0)"]"# + "\n\n" }.joined()
      case .plain: parts.map { "data: \($0)\n\n" }.joined()
      case .secondLine: parts.map { "data: a\ndata: \($0)\n\n" }.joined()
      }
    }
  }

  /// A text in the parts that end at some places.
  private func parts(_ text: String, _ cuts: [Int]) -> [String] {
    let bytes = Array(text.utf8)
    return zip([0] + cuts, cuts + [bytes.count]).map {
      String(decoding: bytes[$0..<$1], as: UTF8.self)
    }
  }

  private func redacted(_ body: String, _ type: String, _ redaction: Redaction) -> String {
    let response = Interaction.Response(
      status: 200, headers: ["Content-Type": type], body: Body(Array(body.utf8)))
    let interaction = Interaction(
      request: .init(url: "https://api.example.com/"), outcome: .response(response))
    guard case .response(let result) = redaction.redacting(interaction).outcome else { return "" }
    return String(decoding: result.body.bytes, as: UTF8.self)
  }

  @Test(arguments: Form.allCases)
  func `a named secret is found wherever a stream divides it`(form: Form) {
    let secret = "Tr0ub4dor-and-3-horses"
    let redaction = Redaction(.secret("TOKEN", value: secret))
    let all = Array(1..<secret.utf8.count)
    for cuts in all.map({ [$0] }) + [[2, 5, 6, 9], [1, 2, 3], all] {
      let body = form.body(["Keep "] + parts(secret, cuts) + [" safe."])
      let whole = form.body(
        ["Keep ", "{{TOKEN}}"] + Array(repeating: "", count: cuts.count) + [" safe."])
      #expect(redacted(body, form.type, redaction) == whole, "\(cuts)")
    }
  }

  @Test(arguments: [Form.events, .lines, .list, .byTurns, .tuples, .secondLine])
  func `a token is found by its shape wherever a stream divides it`(form: Form) {
    let token = ["ghp_", "16C7e42F292c6912", "E7710c838347Ae178B4a"].joined()
    for cuts in (1..<token.utf8.count).map({ [$0] }) + [[2, 4, 9, 20]] {
      let text = redacted(
        form.body(["Your token is "] + parts(token, cuts) + [" now."]), form.type, .standard)
      #expect(
        text
          == form.body(
            ["Your token is ", "{{GITHUB_TOKEN}}"] + Array(repeating: "", count: cuts.count)
              + [" now."]), "\(cuts)")
    }
  }

  @Test(arguments: [Form.events, .lines, .list, .byTurns, .tuples, .plain, .secondLine])
  func `a secret that its name gives away is found in a text that comes word by word`(form: Form) {
    for (before, secret, after) in [
      (["Your", " pass", "word", ": "], ["hun", "ter", "2x"], [" now"]),
      (["DB_", "PASSWORD", "="], ["tiger82"], [" is", " set"]),
      (["The", " api", " key", " is", ": "], ["q7Zt81k", "Pz0vLm", "3Xc"], ["."]),
    ] {
      let text = redacted(form.body(before + secret + after), form.type, .standard)
      #expect(text.contains("{{") && !secret.contains(where: text.contains), "\(text)")
      #expect(redacted(text, form.type, .standard) == text)
    }
  }

  @Test func `JSON that a model writes word by word has its secrets replaced`() {
    let parts = [#"{\""#, "api", "_key", #"\":"#, #" \""#, "q7Zt81k", "Pz0vLm3Xc", #"\"}"#]
    let text = redacted(Form.events.body(parts), Form.events.type, .standard)
    #expect(text.contains("{{API_KEY}}") && !text.contains("Pz0vLm3Xc"), "\(text)")
  }

  @Test func `words and records that come one by one stay`() {
    for parts in [
      ["The", " pass", "word", " must", " have", " 8", " characters", ":", " see", " below"],
      ["level=", "info", " page", "_token", "=", "abc12", "345", " ok"],
    ] {
      let body = Form.events.body(parts)
      #expect(redacted(body, Form.events.type, .standard) == body)
    }
    let lines = (1...40).map {
      #"{"time":"12:01:\#($0 % 50 + 10)","msg":"checking the password of user:","n":"job-\#($0)a"}"#
        + "\n"
    }
    .joined()
    #expect(redacted(lines, "application/x-ndjson", .standard) == lines)
  }

  @Test func `records are no text in parts`() {
    let body = (1...40).map { #"{"id":"cus_\#($0)00","name":"sk_","kind":"live"}"# + "\n" }.joined()
    #expect(redacted(body, "application/x-ndjson", .standard) == body)
  }

  @Test(arguments: [
    ["say ghp_q7Zt2LmX9vB4nRk8", "Wd3Hs6YcP1xA5oN0uEjT and go"],
    [
      #"{"type":"d","text":"ghp_q7Zt2LmX9v"}"#,
      #"{"type":"d","text":"B4nRk8Wd3Hs6YcP1xA5oN0uEjT"}"#,
    ],
    ["a correct ho", "rse b"], [#"{"d":"correct"}"#, #"{"d":" "}"#, #"{"d":"horse"}"#],
  ])
  func `a secret that a service sends in several messages goes`(parts: [String]) {
    let redaction = Redaction.standard.adding(.secret("KEY", value: "correct horse"))
    let messages = redaction.redacting(
      conversation(parts.map { .init(.service, .text(Body(Array($0.utf8)))) })
    ).messages
    let texts = messages.map { String(decoding: $0.body?.bytes ?? [], as: UTF8.self) }
    let text = texts.joined(separator: "\n")
    #expect(text.contains("{{KEY}}") || text.contains("{{GITHUB_TOKEN}}"), "\(text)")
    for rest in ["q7Zt2", "Wd3Hs6", "horse", "correct"] {
      #expect(!text.contains(rest), "\(text)")
    }
    #expect(redaction.redacting(conversation(messages)).messages == messages)
  }

  private func conversation(
    _ messages: [Interaction.WebSocketMessage]
  ) -> Interaction.Response {
    var response = Interaction.Response(status: 101)
    response.messages = messages
    return response
  }
}
