import Testing

@testable import VCRCore

/// What PHP serialises says how long its texts are.
struct CountedTextTests: RedactedText {
  @Test(arguments: [
    (
      #"a:2:{s:4:"user";s:3:"ada";s:8:"password";s:8:"tiger123";}"#,
      #"a:2:{s:4:"user";s:3:"ada";s:8:"password";s:12:"{{PASSWORD}}";}"#
    ),
    (
      #"a:2:{s:8:"password";s:10:"t\u{EF}ger\u{DF}12";s:1:"x";s:2:"no";}"#,
      #"a:2:{s:8:"password";s:12:"{{PASSWORD}}";s:1:"x";s:2:"no";}"#
    ),
  ])
  func `a text is as long as it says`(text: String, expected: String) {
    let text = text.replacing(#"\u{EF}"#, with: "\u{EF}").replacing(#"\u{DF}"#, with: "\u{DF}")
    #expect(redacted(text, "text/plain") == expected)
    #expect(redacted(expected, "text/plain") == expected)
  }

  @Test func `a text within JSON is as long as it says`() {
    let text = #"{"meta":"a:1:{s:7:\"api_key\";s:18:\"q7Zt2LmX9\/B4nRk8Wd\";}"}"#
    let redacted = redacted(text, "application/json")
    #expect(redacted == #"{"meta":"a:1:{s:7:\"api_key\";s:11:\"{{API_KEY}}\";}"}"#, "\(redacted)")
  }

  @Test func `a named secret comes back with its own length`() {
    let redaction = Redaction(.secret("KEY", value: "correct horse"))
    let text = #"a:1:{s:4:"note";s:19:"the correct horse !";}"#
    let response = Interaction.Response(status: 200, body: Body(Array(text.utf8)))
    let recorded = redaction.redacting(response)
    #expect(
      String(decoding: recorded.body.bytes, as: UTF8.self)
        == #"a:1:{s:4:"note";s:13:"the {{KEY}} !";}"#)
    var outcome = Interaction.Outcome.response(recorded)
    redaction.restore(&outcome)
    #expect(outcome == .response(response))
  }

  @Test(arguments: [
    #"{"links:1:\"x\"":"https:8:\"a\""}"#, #"s:8:"tiger";s:3:"abcdef";"#,
    #"a:1:{s:4:"user";s:3:"ada";}"#,
  ])
  func `what is no such text stays`(text: String) { #expect(redacted(text) == text) }
}
