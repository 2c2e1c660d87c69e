import Testing

@testable import VCRCore

/// What stands in a query or a form in the place of a secret.
struct InnocentPairTests {
  private func query(_ pair: String, _ redaction: Redaction = .standard) -> String {
    redaction.redacting(Interaction.Request(url: "https://api.example.com/a?\(pair)")).url
  }

  private func form(_ pair: String) -> String {
    let request = Interaction.Request(
      method: "POST", url: "https://api.example.com/a",
      headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Body(Array(pair.utf8)))
    return String(decoding: Redaction.standard.redacting(request).body.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    "password=****", "password=%2A%2A%2A%2A%2A%2A", "api_key=null", "access_token=undefined",
    "secret=%5BFILTERED%5D", "client_secret=%3Cyour-client-secret%3E", "api_key=YOUR_API_KEY",
    "password=%E2%80%A2%E2%80%A2%E2%80%A2", "private_token=%24%7BTOKEN%7D",
    "user%5Bpassword%5D=null",
    "db_secret=arn%3Aaws%3Asecretsmanager%3Aeu-west-1%3A123456789012%3Asecret%3Aweb-kQe3N7",
    "authorization=bearer", "credentials=include",
    "database_password=%2Frun%2Fsecrets%2Fdb-password",
    "ticket=0b3d9d1e-5c5e-4c3a-9d8e-5a8d5b0e7a11",
    "note=Password:%20must%20contain%20a%20number", "hint=pass:%2012%2C%20fail:%200",
  ])
  func `a mask, a template and a word stay`(pair: String) {
    #expect(query(pair).hasSuffix("?" + pair))
    #expect(form(pair) == pair)
  }

  @Test(arguments: [
    "password=tiger", "password=nullpointer", "api_key=demo", "client_secret=x", "secret=a%2Ab",
    "authorization=Kx7Qp2LmX9vB4nRk", "credentials=ada%3AKirsche12%21",
    "note=Password:%20Kirsche12%21", "ticket=ST-1-q7Zt2LmX9vB4nRk8Wd3Hs6Yc",
  ])
  func `a secret goes`(pair: String) {
    #expect(query(pair).contains("{{"))
    #expect(form(pair).contains("%7B%7B") || form(pair).contains("{{"))
  }

  @Test func `the value of a name that was named goes whatever it is`() {
    let redaction = Redaction.standard.adding(.query(["state_of_it"]))
    #expect(query("state_of_it=null", redaction).hasSuffix("?state_of_it={{STATE_OF_IT}}"))
  }
}
