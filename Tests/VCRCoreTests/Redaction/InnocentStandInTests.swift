import Testing

@testable import VCRCore

/// What stands in the place of a secret, whatever carries it.
struct InnocentStandInTests: RedactedText {
  private func header(_ name: String, _ value: String) -> String? {
    Redaction.standard.redacting(
      Interaction.Request(url: "https://api.example.com/", headers: [name: value])
    ).headers[name]
  }

  @Test(arguments: [
    ("X-Api-Key", "none"), ("X-Api-Key", "--"), ("Authorization", "Bearer null"),
    ("X-Auth-Token", "expired"), ("X-Haspassword", "certainly"), ("X-Acme-Api-Key", "undefined"),
    ("X-Show-Password", "Tiger12"), ("X-Uppercase-Password", "allowed"),
  ])
  func `a header field keeps what is no secret`(name: String, value: String) {
    #expect(header(name, value) == value)
  }

  @Test(arguments: [
    ("X-Api-Key", "nonesuch"), ("X-Auth-Token", "a1"), ("Authorization", "Bearer tiger"),
    ("X-Acme-Api-Key", "demo"), ("X-Password", "tiger"), ("Authorization", "<REDACTED>"),
    ("X-Session-Id", "%"),
  ])
  func `a header field loses what may be one`(name: String, value: String) {
    let value = value == "%" ? "9f86d081-884c-4d65-9a2f-0123456789ab" : value
    #expect(header(name, value)?.contains("{{") == true)
  }

  @Test(arguments: [
    "postgres://db_user:db_password@host/db", "mysql://myuser:mypassword@localhost/app",
    "redis://user:secret@host", "mongodb://app_user:app-password@host:27017",
    "amqp://your_username:your_password@host",
  ])
  func `the names of a user and a password stay in a URL`(url: String) {
    for text in ["see \(url) for more\n", "DATABASE_URL=\(url)\n", "{\"url\":\"\(url)\"}"] {
      #expect(redacted(text) == text)
    }
  }

  @Test(arguments: [
    "postgres://db_user:db_passw0rd@host/db", "mysql://ada:mypassword@localhost/app",
    "redis://user:secretary9@host", "mongodb://app_user:tiger@host:27017",
  ])
  func `a user and a password go from a URL`(url: String) {
    #expect(redacted("see \(url) for more\n").contains("{{USERINFO}}"))
  }

  @Test(arguments: ["--", "-", "---", "–", "..."])
  func `signs that stand for nothing stay`(value: String) {
    for name in ["client_secret", "password", "api_key", "token"] {
      let json = "{\"\(name)\":\"\(value)\"}"
      #expect(redacted(json, "application/json") == json)
    }
  }

  @Test(arguments: ["session", "session_id", "sessionId", "sid"])
  func `the identifier of a session stays in what a service says, and goes from what is presented`(
    name: String
  ) {
    let value = "9f86d081-884c-4d65-9a2f-0123456789ab"
    let json = "{\"trace\":1,\"\(name)\":\"\(value)\"}"
    #expect(redacted(json, "application/json") == json)
    #expect(redacted("12:01 \(name)=\(value) ok\n").contains(value))
    let url = Redaction.standard.redacting(
      Interaction.Request(url: "https://h.test/?\(name)=\(value)")
    ).url
    #expect(!url.contains(value))
  }

  @Test func `the identifier of an authorization stays`() {
    let json =
      #"{"authorization":"iauth_1Q7Zt2LmX9vB4nRk8Wd3Hs6","object":"issuing.authorization"}"#
    #expect(redacted(json, "application/json") == json)
    let other = #"{"authorization":"q7Zt2LmX9vB4nRk8Wd3Hs6Yc"}"#
    #expect(redacted(other, "application/json") == #"{"authorization":"{{AUTHORIZATION}}"}"#)
  }
}
