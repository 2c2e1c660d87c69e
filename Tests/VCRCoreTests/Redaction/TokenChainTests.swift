import Testing

@testable import VCRCore

/// A token that one message hands out has the same placeholder wherever another carries it.
struct TokenChainTests {
  private static let token = "tok_9f8e7d6c5b4a"

  private func exchange(
    _ url: String, headers: HeaderFields = [:], _ body: String = "", type: String = "",
    response: String = "{}"
  ) -> Interaction {
    var headers = headers
    if !type.isEmpty { headers.fields.append(HeaderField("Content-Type", type)) }
    return Interaction(
      request: Interaction.Request(
        method: "POST", url: url, headers: headers, body: Body(Array(body.utf8))),
      outcome: .response(
        Interaction.Response(
          status: 200, headers: ["Content-Type": "application/json"],
          body: Body(Array(response.utf8)))))
  }

  private func everything(_ interaction: Interaction) -> String {
    String(decoding: CassetteWriter().item(interaction), as: UTF8.self)
  }

  @Test(arguments: [
    ("Authorization", "Bearer \(token)"), ("X-Session", token), ("X-Api-Key", token),
    ("Cookie", "sid=\(token)"), ("Authorization", "Basic " + "YTp0b2tfOWY4ZTdkNmM1YjRh"),
  ])
  func `a token that was issued is the same placeholder in a later header`(
    name: String, value: String
  ) {
    let redactor = Redactor(.standard)
    let login = redactor.redacting(
      exchange("http://h/login", response: #"{"access_token":"\#(Self.token)","n":1}"#))
    #expect(everything(login).contains("{{ACCESS_TOKEN}}"))
    let later = redactor.redacting(exchange("http://h/me", headers: [name: value]))
    #expect(later.request.headers[name]?.contains("{{ACCESS_TOKEN}}") == true)
    #expect(!everything(later).contains(Self.token))
  }

  @Test func `a token that was issued is the same placeholder in URL, form, JSON and text`() {
    let redactor = Redactor(.standard)
    _ = redactor.redacting(
      exchange("http://h/login", response: #"{"data":{"refresh_token":"\#(Self.token)"}}"#))
    let later = [
      exchange("http://h/sessions/\(Self.token)/x?t=\(Self.token)"),
      exchange("http://h/", "t=\(Self.token)", type: "application/x-www-form-urlencoded"),
      exchange("http://h/", #"{"list":["\#(Self.token)"]}"#, type: "application/json"),
      exchange("http://h/", "again: \(Self.token)!", response: "no such token \(Self.token)"),
    ]
    for interaction in later.map(redactor.redacting) {
      #expect(!everything(interaction).contains(Self.token))
      #expect(everything(interaction).contains("{{REFRESH_TOKEN}}"))
    }
  }

  @Test func `what the client brought is found where a later response repeats it`() {
    let redactor = Redactor(.standard)
    let interaction = redactor.redacting(
      exchange(
        "http://h/", headers: ["X-Api-Key": Self.token], response: "bad key \(Self.token)"))
    #expect(everything(interaction).contains("bad key {{X_API_KEY}}"))
    // A name gives the same placeholder in whatever order requests come.
    let url = redactor.redacting(Interaction.Request(url: "http://h/?api_key=\(Self.token)")).url
    #expect(url == "http://h/?api_key={{API_KEY}}")
  }

  @Test func `a word behind a name is not looked for elsewhere`() {
    let redactor = Redactor(.standard)
    let interaction = redactor.redacting(
      exchange("http://h/users?api_key=users", response: #"{"password":"users","list":"users"}"#))
    #expect(interaction.request.url == "http://h/users?api_key={{API_KEY}}")
    #expect(everything(interaction).contains(#""list": "users""#))
  }

  @Test func `a placeholder that a client was served matches what was recorded`() throws {
    let redactor = Redactor(.standard)
    let login = redactor.redacting(
      exchange("http://h/login", response: #"{"access_token":"\#(Self.token)"}"#))
    let recorded = redactor.redacting(
      exchange(
        "http://h/s/\(Self.token)?x=\(Self.token)",
        headers: ["Authorization": "Bearer \(Self.token)"],
        #"{"t":"\#(Self.token)"}"#, type: "application/json"))
    let response = try #require(login.outcome.asResponse)
    #expect(
      String(decoding: response.body.bytes, as: UTF8.self)
        == #"{"access_token":"{{ACCESS_TOKEN}}"}"#)
    let served = "{{ACCESS_TOKEN}}"
    let incoming = Redactor(.standard).redacting(
      Interaction.Request(
        method: "POST", url: "http://h/s/%7B%7BACCESS_TOKEN%7D%7D?x=%7B%7BACCESS_TOKEN%7D%7D",
        headers: ["Authorization": "Bearer \(served)", "Content-Type": "application/json"],
        body: Body(Array(#"{"t":"\#(served)"}"#.utf8))))
    let policy: RequestEquivalence = [.method, .url, .headers("Authorization"), .json, .body]
    #expect(policy.areEquivalent(incoming, recorded.request))
  }

  @Test(arguments: ["last_order", "viewed-products", "page"])
  func `the identifier of a thing that a cookie names stays elsewhere`(name: String) {
    let redactor = Redactor(.standard)
    let value = "ord-20481a7Kq"
    func interaction(_ headers: Cassette.HeaderFields) -> Cassette.Interaction {
      Cassette.Interaction(
        request: .init(url: "http://h/orders/\(value)"),
        outcome: .response(
          .init(status: 200, headers: headers, body: Cassette.Body(Array("id: \(value)".utf8)))))
    }
    let redacted = redactor.redacting(interaction(["Set-Cookie": "\(name)=\(value); Path=/"]))
    #expect(redacted.request.url == "http://h/orders/\(value)")
    let text = everything(redacted)
    #expect(text.contains("id: \(value)"))
    #expect(!text.contains("=\(value)"))
    // A session is a session wherever it stands.
    let session = redactor.redacting(interaction(["Set-Cookie": "sessionid=\(value); Path=/"]))
    #expect(!everything(session).contains(value))
  }
}
