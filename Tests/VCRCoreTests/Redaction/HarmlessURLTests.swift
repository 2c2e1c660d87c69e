import Testing

@testable import VCRCore

/// What is remembered of URLs in which no secret was found.
struct HarmlessURLTests {
  @Test func `a URL without secrets is looked through once for the same rules`() {
    let redaction = Redaction.standard.adding(.query(["customer"]))
    let url = "https://api.example.com/users/42?page=2"
    #expect(!redaction.harmless.withMemo({ $0.contains(url: url) }))
    let request = redaction.redacting(Interaction.Request(url: url))
    #expect(request.url == url && redaction.harmless.withMemo({ $0.contains(url: url) }))
  }

  @Test func `a URL that was harmless by other rules is looked through again`() {
    let url = "https://api.example.com/users?customer=Ada"
    #expect(Redaction.standard.redacting(Interaction.Request(url: url)).url == url)
    let stricter = Redaction.standard.adding(.query(["customer"]))
    #expect(
      stricter.redacting(Interaction.Request(url: url)).url
        == "https://api.example.com/users?customer={{CUSTOMER}}")
  }

  @Test func `a URL with a secret is never taken for harmless`() {
    let url = "https://api.example.com/users?access_token=q7ZtB3nX9mK2vL5pR8wY"
    for _ in 1...2 {
      let redacted = Redaction.standard.redacting(Interaction.Request(url: url)).url
      #expect(redacted == "https://api.example.com/users?access_token={{ACCESS_TOKEN}}")
    }
    #expect(!Redaction.standard.harmless.withMemo({ $0.contains(url: url) }))
  }
}
