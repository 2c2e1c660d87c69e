import Testing

@testable import VCRCore

/// Passwords that Terraform generates and keeps in its state.
struct GeneratedPasswordTests: RedactedText {
  @Test func `the result of a random password goes, in a state and in what shows it`() {
    let state = #"""
      {"version":4,"resources":[{"mode":"managed","type":"random_password","name":"db","instances":
      [{"schema_version":3,"attributes":{"length":16,"result":"winter meadow","special":true}}]},
      {"type":"random_pet","instances":[{"attributes":{"result":"ready-quail"}}]}]}
      """#
    let shown = #"{"address":"a","type":"random_password","values":{"result":"qZ7!"}}"#
    #expect(
      redacted(state, "application/json") == state.replacing("winter meadow", with: "{{RESULT}}"))
    #expect(redacted(shown, "application/json") == shown.replacing("qZ7!", with: "{{RESULT}}"))
    #expect(redacted(state) == state.replacing("winter meadow", with: "{{RESULT}}"))
  }

  @Test(arguments: [
    #"{"result":"qZ7!xY2pLm9","type":"calculation"}"#,
    #"{"types":["random_password","random_pet"],"result":"ready-quail"}"#,
  ])
  func `a result of anything else stays`(text: String) {
    #expect(redacted(text, "application/json") == text)
  }
}
