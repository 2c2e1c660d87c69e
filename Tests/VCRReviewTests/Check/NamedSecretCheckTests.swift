import Testing

@testable import VCRCore
@testable import VCRReview

/// Check tells of what its name gives away in whatever text it stands.
struct NamedSecretCheckTests {
  @Test(arguments: [
    (#"{"card":{"cvv":"482"}}"#, 1), (#"{"otp":"482913","pin":"7391"}"#, 2),
    (#"{"text":"Your verification code is 482913."}"#, 1), (#"{"pin":"13","code":"482913"}"#, 0),
    (#"{"md":"| user | password |\n|---|---|\n| ada | tiger12x |\n"}"#, 1),
    (#"{"text":"The api key for ada is: q7Zt81kPz0vLm3Xc"}"#, 1),
    (#"{"html":"<input name=\"user[password]\" value=\"tiger82x\">"}"#, 1),
  ])
  func `a code, and a secret in a sentence or a table is found`(json: String, count: Int) {
    let item = CassetteWriter().item(
      Interaction(
        request: Interaction.Request(url: "https://api.example.com/"),
        outcome: .response(
          Interaction.Response(
            status: 200, headers: ["Content-Type": "application/json"],
            body: Body(Array(json.utf8))))))
    let text = CassetteWriter.prologue + item
    let check = CassetteCheck(.standard, isStandard: true)
    let found = check.findings(path: "c.yaml", content: text.view, isNamed: true) ?? []
    #expect(found.count == count, "\(found)")
  }

  @Test(arguments: [
    ("token", true), ("authToken", true), ("X-Signing-Secret", true), ("private_key", true),
    ("sessionId", true), ("session_id", true), ("webhook-signature", true), ("db_password", true),
    ("next_page_token", false), ("nextPageToken", false), ("public_key", false), ("key_id", false),
    ("nonce", false), ("author", false), ("keyboard", false), ("object_key", false),
    ("token_type", false), ("etag", false), ("continuationToken", false), ("id", false),
    ("tokens_used", false), ("authorization_endpoint", false), ("subject_key_identifier", false),
    ("pass_rate", false), ("authenticationMethod", false), ("vendor-authentication", true),
  ])
  func `credentials are known by their names`(name: String, isCredential: Bool) {
    #expect(CredentialNames.isCredential(Array(name.utf8)[...]) == isCredential)
  }
}
