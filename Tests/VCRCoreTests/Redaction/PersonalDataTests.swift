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
    ("01019023741", "NATIONAL_ID"), ("10000000146", "NATIONAL_ID"), ("37605030299", "NATIONAL_ID"),
    ("8001015009087", "NATIONAL_ID"), ("901125/1007", "NATIONAL_ID"),
    ("HEGG560427MVZRRL04", "NATIONAL_ID"), ("12.345.678-5", "NATIONAL_ID"),
    ("880111-1002346", "NATIONAL_ID"), ("ünï@exämple.de", "EMAIL"), ("0049 30 901820", "PHONE"),
    ("de89 3704 0044 0532 0130 00", "IBAN"), ("de89370400440532013000", "IBAN"),
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
    "811218-9877", "https://user@host.example.com/", "icon@2x.png", "logo@3x.jpg", "00123 456",
    "01019023742", "8001015009088", "901125/1008", "12.345.678-6", "de89370400440532013001",
    "zz89370400440532013000", "version 8.0.33.1", "\"version\": \"8.0.33.1\"",
    "mysql_version=8.0.33.1",
  ])
  func `other numbers and names stay`(text: String) {
    for frame in ["see % there", #"{"a":"%"}"#, "%"] {
      let body = frame.replacing("%", with: text)
      #expect(Redaction(.personalData).redacting(text: body) == body)
    }
  }

  /// Values as forms and queries have them, and in the escapes of JSON and HTML.
  private static let encoded: [(text: String, name: String)] = [
    ("4012+8888+8888+1881", "CARD_NUMBER"), ("4012%208888%208888%201881", "CARD_NUMBER"),
    ("DE89+3704+0044+0532+0130+00", "IBAN"), ("%2B49+30+901820", "PHONE"),
    ("%2B49%2030%20901820", "PHONE"), ("%2B4930901820", "PHONE"), ("ada%40example.org", "EMAIL"),
    ("ada+x@example.org", "EMAIL"), ("ada%2Bx%40example.org", "EMAIL"),
    ("2001%3Adb8%3A%3A8a2e%3A370%3A7334", "IP_ADDRESS"), ("12345678Z", "NATIONAL_ID"),
  ]

  @Test(arguments: encoded)
  func `what a form or a query encodes goes as well`(text: String, name: String) {
    let request = Redaction(.personalData).redacting(
      Interaction.Request(
        method: "POST", url: "https://h/a?n=1&v=\(text)&z=2",
        headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: Body(Array("n=1&v=\(text)&z=2".utf8))))
    #expect(request.url == "https://h/a?n=1&v={{\(name)}}&z=2")
    #expect(
      String(decoding: request.body.bytes, as: UTF8.self) == "n=1&v=%7B%7B\(name)%7D%7D&z=2")
  }

  @Test(arguments: [
    (#"{"m":"ada\u0040example.org"}"#, #"{"m":"{{EMAIL}}"}"#),
    (#"{"m":"x\nada@example.org"}"#, #"{"m":"x\n{{EMAIL}}"}"#),
    ("<p>ada&#64;example.org &#x2B;49 30 901820</p>", "<p>{{EMAIL}} {{PHONE}}</p>"),
  ])
  func `escapes hide no person`(body: String, redacted: String) {
    let response = Redaction(.personalData).redacting(
      Interaction.Response(status: 200, body: Body(Array(body.utf8))))
    #expect(String(decoding: response.body.bytes, as: UTF8.self) == redacted)
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
