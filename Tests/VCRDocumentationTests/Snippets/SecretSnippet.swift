import Foundation
import TestSupport
import Testing
import VCRTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct SecretSnippet {
  /// Where a program may have its token from.
  private struct Configuration { var token: String }

  @Test func `a secret has a name and a value`() {
    let configuration = Configuration(token: "not-a-real-token")
    let redaction = Redaction(
      .secret("API_TOKEN", value: configuration.token)
    )
    #expect(redaction.redacting(text: "it is not-a-real-token") == "it is {{API_TOKEN}}")
  }

  @Test func `rules name what is a secret`() {
    let key = "not-a-real-key"
    let redaction = Redaction.standard.adding(
      .headers(["X-Customer"]),
      .query(["customer"]),
      .jsonPaths(["$.user.email"]),
      .secret("API_TOKEN"),
      .secret("DEPLOY_KEY", value: key))
    let request = Cassette.Interaction.Request(
      method: "POST", url: "https://api.example.com/\(key)?Customer=acme",
      headers: ["x-customer": "acme", "Content-Type": "application/json"],
      body: Cassette.Body(Array(#"{"user":{"email":"ada@example.com","id":7}}"#.utf8)))
    let redacted = redaction.redacting(request)
    #expect(redacted.url == "https://api.example.com/{{DEPLOY_KEY}}?Customer={{CUSTOMER}}")
    #expect(redacted.headers["X-Customer"] == "{{X_CUSTOMER}}")
    #expect(
      String(decoding: redacted.body.bytes, as: UTF8.self)
        == #"{"user":{"email":"{{EMAIL}}","id":7}}"#)
  }

  @Test func `name and look together give a secret away`() {
    let random = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"
    let request = Cassette.Interaction.Request(
      url: "https://api.example.com/?sid=a1b2c3d4e5f6&signing_key=\(random)",
      headers: ["X-Shop-Signing-Secret": random, "Accept": "text/plain"])
    let redacted = Redaction.standard.redacting(request)
    #expect(redacted.url == "https://api.example.com/?sid={{SID}}&signing_key={{SIGNING_KEY}}")
    #expect(redacted.headers["X-Shop-Signing-Secret"]?.hasPrefix("{{") == true)
  }

  @Test func `a value that a later request gives away is replaced at the end`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("late.yaml").path
    let deck = try Cassette.Deck(cassette: path, options: .init(mode: .once))
    let json: Cassette.HeaderFields = ["Content-Type": "application/json"]
    for (headers, body) in [
      (Cassette.HeaderFields(), #"{"key":"a1b2c3d4e5f6"}"#), (["X-Api-Key": "a1b2c3d4e5f6"], "{}"),
    ] {
      let request = Cassette.Interaction.Request(url: "https://api.example.com/", headers: headers)
      guard case .record(let ticket) = try deck.decide(request) else { continue }
      let response = Cassette.Interaction.Response(
        status: 200, headers: json, body: Cassette.Body(Array(body.utf8)))
      try deck.record(.response(response), for: ticket)
    }
    let journal = try String(contentsOfFile: path + ".recording", encoding: .utf8)
    #expect(journal.contains("a1b2c3d4e5f6"))
    try deck.close()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains("a1b2c3d4e5f6") && text.contains(#""key": "{{X_API_KEY}}""#))
  }

  private func redacted(_ text: String, type: String = "text/plain") -> String {
    let response = Cassette.Interaction.Response(
      status: 200, headers: ["Content-Type": type], body: Cassette.Body(Array(text.utf8)))
    let redaction = Redaction(.secret("API_TOKEN", value: "p@ss w\"rd"))
    return String(decoding: redaction.redacting(response).body.bytes, as: UTF8.self)
  }

  @Test func `a placeholder of a response says how the secret was encoded`() {
    #expect(redacted("x p@ss w\"rd") == "x {{API_TOKEN}}")
    #expect(redacted("x p%40ss%20w%22rd") == "x {{percent:{{API_TOKEN}}}}")
    #expect(redacted("x p%40ss+w%22rd") == "x {{form:{{API_TOKEN}}}}")
    #expect(redacted(#"{"v":"p@ss w\"rd"}"#) == #"{"v":"{{json:{{API_TOKEN}}}}"}"#)
    #expect(redacted("<p>p@ss w&quot;rd") == "<p>{{html:{{API_TOKEN}}}}")
    let pair = Data("user:p@ss w\"rd".utf8).base64EncodedString()
    #expect(redacted("x \(pair)") == "x {{base64:user%3A{{API_TOKEN}}}}")
    #expect(
      redacted("x " + pair.replacing("=", with: "")) == "x {{base64-unpadded:user%3A{{API_TOKEN}}}}"
    )
    let form = "application/x-www-form-urlencoded"
    #expect(redacted("v=p%40ss+w%22rd", type: form) == "v=%7B%7BAPI_TOKEN%7D%7D")
  }

  @Test func `what the article says is not found is not found`() {
    let value = "s3cret-t0ken"
    let redaction = Redaction(.secret("API_TOKEN", value: value), .secret("PIN", value: "q1w2e"))
    for text in [Data("q1w2e".utf8).base64EncodedString(), "s3cret-", "t0ken"] {
      #expect(redaction.redacting(text: text) == text)
    }
    #expect(redaction.redacting(text: "q1w2e") == "{{PIN}}")
    let body = #"{"token":"monday","key":"a1b2c3d4e5f6","code":"a1b2c3d4e5f6"}"#
    let response = Cassette.Interaction.Response(
      status: 200, headers: ["Content-Type": "application/json"],
      body: Cassette.Body(Array(body.utf8)))
    #expect(redaction.redacting(response) == response)
  }

  @Test(.cassette("login", equivalence: [.method, .url, .headers("Authorization")]))
  func `a token from the cassette goes back to it`() async throws {
    var login = URLRequest(url: loginURL)
    login.httpMethod = "POST"
    let (body, _) = try await VCR.session.data(for: login)
    let token = try JSONDecoder().decode(Login.self, from: body).token
    // While recording this is the real token, in a replay {{ACCESS_TOKEN}}.
    var request = URLRequest(url: usersURL)
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    let (users, _) = try await VCR.session.data(for: request)
    #expect(try JSONDecoder().decode([User].self, from: users).count == 1)
    #expect(token == "{{ACCESS_TOKEN}}")
  }
}
