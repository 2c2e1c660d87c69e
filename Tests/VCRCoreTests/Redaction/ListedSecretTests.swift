import Testing

@testable import VCRCore

/// Secrets between whose name and value something else than a usual sign stands.
struct ListedSecretTests: RedactedText {
  @Test(arguments: [
    #"{"args":["-p","%"]}"#, #"{"args":["-u","ada","-p","%"]}"#, #"{"args":["--password","%"]}"#,
    #"{"credentials":"ada:%"}"#, #"{"basic_auth":"ada:%"}"#, #"{"dbCredentials":"ada@x.org:%"}"#,
    #"{"field":"password","old":"x","new":"%"}"#,
    #"{"changes":[{"attribute":"password","from":"a1","to":"%"}]}"#,
    #"{"property":"client_secret","before":"x","after":"%"}"#,
    #"{"cmd":"ACL SETUSER ada on >% ~* +@all"}"#, #"["ACL","SETUSER","ada","on",">%","~*"]"#,
    #"{"msg":"set password -> %"}"#, #"{"env":["basicAuthPassword=correct % battery"]}"#,
  ])
  func `a password in a list, a change or a command in JSON goes`(frame: String) {
    let json = frame.replacing("%", with: "S3cret99x")
    #expect(!redacted(json, "application/json").contains("S3cret99x"), "\(json)")
  }

  @Test(arguments: [
    "password -> %", "password → %", "password <- \"%\"", "  ~ password = \"old\" -> \"%\"",
    "args:\n  - --password\n  - %\n", "ACL SETUSER ada on >% ~* +@all",
    "redis-cli ACL SETUSER ada on '>%' allkeys", "config.secret_key = '%'",
    "config.api_token = \"%\"", "The password is \"%\".", "a.id_token: %",
  ])
  func `a secret behind an arrow, an option or a place goes`(frame: String) {
    let text = frame.replacing("%", with: "S3cret99xQ7w5Lp2")
    #expect(!redacted(text).contains("S3cret99xQ7w5Lp2"), "\(text)")
  }

  @Test(arguments: [
    "enable secret S3c9", "enable secret 0 tiger", "enable secret 5 %",
    "username ada password 0 tiger", "username ada privilege 15 secret 5 %",
  ])
  func `a password in the settings of a router goes, also a short one`(frame: String) {
    let line = frame.replacing("%", with: "$1$mERr$hx5rVt7rPNoS4wqbXKX7m0")
    let secret = line.split(separator: " ").last.map(String.init) ?? line
    #expect(!redacted("hostname r1\n\(line)\nend\n").contains(secret), "\(redacted(line))")
  }

  @Test(arguments: [
    "edge_config_token", "endpoint_secret", "X-Acme-Id-Token", "merchantKey", "snykKey", "snykkey",
  ])
  func `the place of a credential does not give its name another meaning`(name: String) {
    let json = "{\"\(name)\":\"q1w2e3r4t5y6u7i8o9p0a1s2\"}"
    #expect(redacted(json, "application/json") != json)
    for other in ["config_key", "endpoint_url", "token_config", "token_endpoint", "id_key"] {
      let json = "{\"\(other)\":\"q1w2e3r4t5y6u7i8o9p0a1s2\"}"
      #expect(redacted(json, "application/json") == json)
    }
  }
}
