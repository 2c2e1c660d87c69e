import TestSupport
import Testing

@testable import VCRCore

/// What identifies a person goes where that is asked for, and stays otherwise.
struct PersonalDataTests {
  /// Numbers are put together here with the check digits that make them valid.
  private static let finds: [(text: String, name: String)] = [
    ("ada@example.com", "EMAIL"), ("Bob.Smith+x@mail.example.co.uk", "EMAIL"),
    ("ada%40example.com", "EMAIL"), ("+49 (30) 1234-5678", "PHONE"), ("+4930123456789", "PHONE"),
    ("415-555-2671", "PHONE"), ("(415) 555-2671", "PHONE"),
    ("DE89 3704 0044 0532 0130 00", "IBAN"), ("GB82WEST12345698765432", "IBAN"),
    ("4111 1111 1111 1111", "CARD_NUMBER"), ("5500-0000-0000-0004", "CARD_NUMBER"),
    ("378282246310005", "CARD_NUMBER"), ("12345678Z", "NATIONAL_ID"),
    ("529.982.247-25", "NATIONAL_ID"), ("811218-9876", "NATIONAL_ID"),
    ("756.9217.0769.85", "NATIONAL_ID"), ("RSSMRA85T10A562S", "NATIONAL_ID"),
    ("44051401359", "NATIONAL_ID"), ("11010519491231002X", "NATIONAL_ID"),
    ("203.0.113.7", "IP_ADDRESS"), ("2001:db8::8a2e:370:7334", "IP_ADDRESS"),
  ]

  @Test(arguments: finds.map(\.text), ["see % there", #"{"a":"%"}"#, "<b>%</b>", "a: %\n", "%"])
  func `what identifies a person goes wherever it stands`(text: String, frame: String) throws {
    let name = try #require(Self.finds.first { $0.text == text }?.name)
    let response = Interaction.Response(
      status: 200, body: Body(Array(frame.replacing("%", with: text).utf8)))
    let redacted = Redaction(.personalData).redacting(response)
    #expect(
      String(decoding: redacted.body.bytes, as: UTF8.self)
        == frame.replacing("%", with: "{{\(name)}}"))
    #expect(Redaction(.personalData).redacting(redacted) == redacted)
    #expect(Redaction.standard.redacting(response) == response)
  }

  @Test(arguments: [
    "git@github.com:a/b.git", "lodash@4.17.21", "@scope/pkg", "1700000000000", "4111111111111112",
    "550e8400-e29b-41d4-a716-446655440000", "v1.2.3.4", "Chrome/120.0.0.0", "127.0.0.1",
    "2026-11-22T10:00:00+01:00", "12:30:45", "1.234.567", "GB82WEST12345698765433",
    "12345678A", "4111111111111111f", "::1", "a@b", "00:1a:2b:3c:4d:5e", "1763822418123456",
    "811218-9877", "https://user@host.example.com/",
  ])
  func `other numbers and names stay`(text: String) {
    for frame in ["see % there", #"{"a":"%"}"#, "%"] {
      let body = frame.replacing("%", with: text)
      #expect(Redaction(.personalData).redacting(text: body) == body)
    }
  }

  @Test func `a number in JSON stays a number`() {
    let body = #"{"card":4111111111111111,"n":[44051401359, 7]}"#
    let response = Redaction(.personalData).redacting(
      Interaction.Response(status: 200, body: Body(Array(body.utf8))))
    #expect(String(decoding: response.body.bytes, as: UTF8.self) == #"{"card":0,"n":[0, 7]}"#)
  }

  @Test func `each person has one placeholder in a recording`() {
    let redactor = Redactor(Redaction(.personalData), numbersValues: true)
    let people = #"[{"email":"ada@example.com"},{"email":"bob@example.com"}]"#
    let list = redactor.redacting(
      Interaction(
        request: Interaction.Request(url: "https://h/people"),
        outcome: .response(
          Interaction.Response(status: 200, body: Body(Array(people.utf8))))))
    guard case .response(let response) = list.outcome else {
      Issue.record("there is no response")
      return
    }
    #expect(
      String(decoding: response.body.bytes, as: UTF8.self)
        == #"[{"email":"{{EMAIL}}"},{"email":"{{EMAIL_2}}"}]"#)
    let asked = redactor.redacting(
      Interaction(
        request: Interaction.Request(url: "https://h/people/bob@example.com?by=bob%40example.com"),
        outcome: .response(Interaction.Response(status: 204))))
    #expect(asked.request.url == "https://h/people/{{EMAIL}}?by={{EMAIL_2}}")
    // A client of a replay sends what it was served.
    let replayed = Redactor(Redaction(.personalData)).redacting(
      Interaction.Request(url: "https://h/people/{{EMAIL_2}}?by={{EMAIL_2}}"))
    #expect(replayed.url == asked.request.url)
  }

  @Test func `the word pii names the set of rules`() {
    let rules = RedactionRules(names: ["X-Customer", "pii"])
    let redaction = rules.added(to: .standard) { _ in nil }
    #expect(redaction.findsPersonalData)
    let request = redaction.redacting(
      Interaction.Request(
        url: "https://h/", headers: ["X-Customer": "7", "X-Note": "a@example.com"]))
    #expect(request.headers["X-Customer"] == "{{X_CUSTOMER}}")
    #expect(request.headers["X-Note"] == "{{EMAIL}}")
  }
}
