import Foundation
import Testing

@testable import VCRCore

/// Where a secret is found again that one message has revealed.
struct RememberedValueTests {
  /// The text of a response after one that has a password.
  private func later(_ text: String, _ password: String) -> String? {
    let redactor = Redactor(.standard)
    func body(_ text: String, _ type: String) -> String? {
      let redacted = redactor.redacting(
        Interaction(
          request: .init(url: "https://api.example.com/"),
          outcome: .response(
            .init(
              status: 200, headers: ["Content-Type": type], body: Body(Array(text.utf8))))))
      guard case .response(let response) = redacted.outcome else { return nil }
      return String(decoding: response.body.bytes, as: UTF8.self)
    }
    let login = body(#"{"password": "\#(password)"}"#, "application/json")
    return login == #"{"password": "{{PASSWORD}}"}"# ? body(text, "text/plain") : nil
  }

  private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  @Test(arguments: [
    "serial tiger1234, batch 9tiger123", "a/btiger123/c", "tiger123x", base64("the tiger1234, sir"),
    #"{"serial": "tiger1234", "next": "xtiger123"}"#,
  ])
  func `a short one stays where it is a part of a longer word`(text: String) {
    #expect(later(text, "tiger123") == text)
  }

  @Test(arguments: [
    "the tiger123, sir", "tiger123_old tiger123-2", "a=1&b=%20tiger123", "b=%250Atiger123%250A",
    #"{"a": "\ntiger123\n", "b": "\u0022tiger123\u0022"}"#, "b=3Dtiger123", "密码tiger123是",
  ])
  func `a short one goes where it is a word of its own`(text: String) {
    #expect(later(text, "tiger123") == text.replacing("tiger123", with: "{{PASSWORD}}"))
  }

  @Test func `a short one goes as a word of what Base64 encodes`() throws {
    let text = try #require(later(Self.base64("the tiger123, sir"), "tiger123"))
    #expect(text.contains("{{PASSWORD}}") && !text.contains(Self.base64("tiger123").prefix(8)))
  }

  @Test(arguments: ["q7Zt2LmX9vB4nRk8Wd3H", "violet84battery", "correct-horse-battery-staple"])
  func `one that no word has by chance goes within a longer one, too`(password: String) {
    let text = "x\(password)y"
    #expect(later(text, password) == "x{{PASSWORD}}y")
  }
}
