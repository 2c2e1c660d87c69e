import TestSupport
import Testing

@testable import VCRCore

struct RedactionTests {
  @Test(arguments: [
    ("Authorization", "Bearer s3cr3t", "{{AUTHORIZATION}}"),
    ("proxy-authorization", "Basic s3cr3t", "{{PROXY_AUTHORIZATION}}"),
    ("x-api-key", "s3cr3t", "{{X_API_KEY}}"),
    ("X_API_KEY", "s3cr3t", "{{X_API_KEY}}"),
    ("X-Acme-Api-Key", "s3cr3t", "{{X_ACME_API_KEY}}"),
    ("X-Amz-Security-Token", "s3cr3t", "{{X_AMZ_SECURITY_TOKEN}}"),
    ("X-CSRF-Token", "s3cr3t", "{{X_CSRF_TOKEN}}"),
    ("Private-Token", "s3cr3t", "{{PRIVATE_TOKEN}}"),
    ("Cookie", "sid=s3cr3t; theme=\"s3cr3t\"", "sid={{COOKIE_SID}}; theme={{COOKIE_THEME}}"),
    ("Cookie", "s3cr3t", "{{COOKIE}}"),
    (
      "Set-Cookie", "sid=s3cr3t; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly",
      "sid={{COOKIE_SID}}; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly"
    ),
    (
      "Set-Cookie", "a=s3cr3t; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b=s3cr3t; Path=/",
      "a={{COOKIE_A}}; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b={{COOKIE_B}}; Path=/"
    ),
    ("Set-Cookie", "a=x,y s3cr3t", "a={{COOKIE_A}}"),
    ("Set-Cookie", "path=s3cr3t; Path=/", "path={{COOKIE_PATH}}; Path=/"),
    ("Set-Cookie", "sid=; Max-Age=0", "sid=; Max-Age=0"),
    (
      "Location", "/cb?token=s3cr3t&page=2#access_token=s3cr3t&x=1",
      "/cb?token={{TOKEN}}&page=2#access_token={{ACCESS_TOKEN}}&x=1"
    ),
    (
      "Location", "/t/ghp_\(String(repeating: "a1", count: 18))?key=s3cr3t",
      "/t/{{GITHUB_TOKEN}}?key={{KEY}}"
    ),
    ("Referer", "https://u:s3cr3t@h/", "https://{{USERINFO}}@h/"),
    (
      "Link", "<https://h/?api_key=s3cr3t&p=2>; rel=next",
      "<https://h/?api_key={{API_KEY}}&p=2>; rel=next"
    ),
    ("Accept", "application/json", "application/json"),
    ("Content-Type", "text/html; charset=utf-8", "text/html; charset=utf-8"),
    ("X-Request-Id", "abc", "abc"), ("Monkey", "banana", "banana"), ("Authorization", "", ""),
    ("X-RateLimit-Tokens", "7", "7"),
  ])
  func `the value of a header that holds a secret is replaced`(
    name: String, value: String, redacted: String
  ) {
    let response = Interaction.Response(
      status: 200, headers: HeaderFields([HeaderField(name, value)]))
    let field = Redaction.standard.redacting(response).headers.fields[0]
    #expect(field == HeaderField(name, redacted))
    #expect(!field.value.contains("s3cr3t"))
    let request = Interaction.Request(url: "http://h/", headers: response.headers)
    #expect(Redaction.standard.redacting(request).headers.fields[0].value == redacted)
  }

  @Test(arguments: [
    ("https://h/a?api_key=s3cr3t", "https://h/a?api_key={{API_KEY}}"),
    ("https://h/a?page=1&apiKey=s3cr3t&b=2#x", "https://h/a?page=1&apiKey={{APIKEY}}&b=2#x"),
    ("https://h/?access%5Ftoken=s3cr3t", "https://h/?access%5Ftoken={{ACCESS_TOKEN}}"),
    (
      "https://h/?X-Amz-Signature=s3cr3t&X-Amz-Date=1",
      "https://h/?X-Amz-Signature={{X_AMZ_SIGNATURE}}&X-Amz-Date=1"
    ),
    ("https://h/?password=s3cr3t?s3cr3t", "https://h/?password={{PASSWORD}}"),
    ("https://h/?to=/x?token=s3cr3t", "https://h/?to=/x?token={{TOKEN}}"),
    (
      "https://h/?next=https%3A%2F%2Fa%3Faccess_token%3Ds3cr3t%26b%3D1&c=2",
      "https://h/?next=https%3A%2F%2Fa%3Faccess_token%3D{{ACCESS_TOKEN}}%26b%3D1&c=2"
    ),
    ("https://h/a;jsessionid=s3cr3t?b=1", "https://h/a;jsessionid={{JSESSIONID}}?b=1"),
    ("https://h/?user[password]=s3cr3t&b=1", "https://h/?user[password]={{PASSWORD}}&b=1"),
    ("https://h/?user%5Bpassword%5D=s3cr3t", "https://h/?user%5Bpassword%5D={{PASSWORD}}"),
    ("https://h/?bearer_token=s3cr3t", "https://h/?bearer_token={{BEARER_TOKEN}}"),
    (
      "https://h/?d=%7B%22password%22%3A+%22s3cr3t%22%2C%22a%22%3A1%7D",
      "https://h/?d=%7B%22password%22%3A+%22{{PASSWORD}}%22%2C%22a%22%3A1%7D"
    ),
    ("https://ada:s3cr3t@h:81/x", "https://{{USERINFO}}@h:81/x"),
    ("https://s3cr3t@a@h/", "https://{{USERINFO}}@h/"),
    ("https://h/?token=&page_token=7", "https://h/?token=&page_token=7"),
    ("https://h/mail@example.com?keys=1", "https://h/mail@example.com?keys=1"),
    ("https://h/?", "https://h/?"), ("epub://book/1", "epub://book/1"),
  ])
  func `secrets in a URL are replaced`(url: String, redacted: String) {
    let result = Redaction.standard.redacting(Interaction.Request(url: url)).url
    #expect(result == redacted)
    #expect(Redaction.standard.redacting(Interaction.Request(url: result)).url == redacted)
  }

  @Test(arguments: [
    (
      "application/json", #"{"a" : 1, "password" :  "s3cr3t\"" }"#,
      #"{"a" : 1, "password" :  "{{PASSWORD}}" }"#
    ),
    (
      "application/vnd.x+json; v=1", #"[{"x":{"access_token":"s3cr3t","n":1.0}}]"#,
      #"[{"x":{"access_token":"{{ACCESS_TOKEN}}","n":1.0}}]"#
    ),
    ("application/json", #"{"clientSecret":53}"#, #"{"clientSecret":0}"#),
    ("application/json", #"{"pass\u0077ord":"s3cr3t"}"#, #"{"pass\u0077ord":"{{PASSWORD}}"}"#),
    ("application/json", #"{"password":""}"#, #"{"password":""}"#),
    (
      "application/json", #"{"password":null,"api_key":true}"#, #"{"password":null,"api_key":true}"#
    ),
    (
      "application/json", #"{"errors":{"password":["is short"]}}"#,
      #"{"errors":{"password":["is short"]}}"#
    ),
    (
      "application/json", #"{"text":"\"password\":\"x\"","a":"password"}"#,
      #"{"text":"\"password\":\"{{PASSWORD}}\"","a":"password"}"#
    ),
    ("application/json", #"{"password":"s3cr3t"#, #"{"password":"{{PASSWORD}}""#),
    (
      "application/x-ndjson", "{\"id_token\":\"s3cr3t\"}\n{\"id_token\":\"s3cr3t\"}\n",
      "{\"id_token\":\"{{ID_TOKEN}}\"}\n{\"id_token\":\"{{ID_TOKEN}}\"}\n"
    ),
    (
      "text/event-stream", "data: {\"api_key\":\"s3cr3t\"}\n\n",
      "data: {\"api_key\":\"{{API_KEY}}\"}\n\n"
    ),
    ("text/plain", #"{"password":"s3cr3t"}"#, #"{"password":"{{PASSWORD}}"}"#),
    (
      "application/x-www-form-urlencoded", "user=ada&password=s3cr3t&x=%7e+",
      "user=ada&password=%7B%7BPASSWORD%7D%7D&x=%7e+"
    ),
    ("application/x-www-form-urlencoded", "token=s3cr3t", "token=%7B%7BTOKEN%7D%7D"),
    (
      "multipart/form-data; boundary=B",
      "--B\r\nContent-Disposition: form-data; name=\"api_key\"\r\n\r\ns3cr3t\r\n--B--\r\n",
      "--B\r\nContent-Disposition: form-data; name=\"api_key\"\r\n\r\n{{API_KEY}}\r\n--B--\r\n"
    ),
  ])
  func `secrets in a body are replaced and no other byte changes`(
    type: String, body: String, redacted: String
  ) {
    let response = Interaction.Response(
      status: 200, headers: ["Content-Type": type], body: Body(Array(body.utf8)))
    let once = Redaction.standard.redacting(response)
    #expect(String(decoding: once.body.bytes, as: UTF8.self) == redacted)
    #expect(Redaction.standard.redacting(once) == once)
    if JSONText(Array(body.utf8)) != nil { #expect(JSONText(once.body.bytes) != nil) }
  }

  @Test func `JSON without a declared type is found by its first character`() {
    let request = request("POST", "http://h", #" {"password":"s3cr3t"}"#)
    #expect(
      Redaction.standard.redacting(request).body.bytes
        == Array(#" {"password":"{{PASSWORD}}"}"#.utf8))
  }

  @Test func `the pieces of a stream keep their borders`() {
    let pieces = [
      "data: {\"api_key\":\"s3cr3t\"}\n\n", "data: {\"api_", "key\":\"s3", "cr3t", "\"}\n\n",
      "data: 1\n\n",
    ]
    let response = Interaction.Response(
      status: 200, headers: ["Content-Type": "text/event-stream"],
      body: Body(
        Array(pieces.joined().utf8),
        chunks: pieces.enumerated().map { .init(length: $1.utf8.count, after: Double($0)) }))
    let redacted = Redaction.standard.redacting(response).body
    #expect(redacted.chunks.reduce(0) { $0 + $1.length } == redacted.bytes.count)
    var start = 0
    let texts = redacted.chunks.map { chunk in
      defer { start += chunk.length }
      return String(decoding: redacted.bytes[start..<start + chunk.length], as: UTF8.self)
    }
    #expect(
      texts == [
        "data: {\"api_key\":\"{{API_KEY}}\"}\n\n", "data: {\"api_", "key\":\"{{API_KEY}}\"",
        "}\n\n", "data: 1\n\n",
      ])
    #expect(redacted.chunks.map(\.after) == [0, 1, 2, 4, 5])
  }

  @Test func `rules of one's own are added to the standard ones`() {
    let redaction = Redaction(
      .headers(["X-Customer"]), .query(["customer"]), .jsonPaths(["$.user", "$.n[*]"]),
      .secret("KEY", value: "s3/cr t"))
    let request = Interaction.Request(
      method: "POST", url: "http://h/s3%2Fcr%20t?customer=1&q=s3%2fcr%20t&r=s3%2Fcr+t",
      headers: ["x-customer": "ada", "Authorization": "x", "X-Copy": "s3/cr t"],
      body: Body(
        Array(
          #"{"user":{"name":"ada","age":36,"ok":true},"n":[1,2],"b":"s3\/cr t","c":"czMvY3IgdA=="}"#
            .utf8)))
    let redacted = redaction.redacting(request)
    #expect(redacted.url == "http://h/{{KEY}}?customer={{CUSTOMER}}&q={{KEY}}&r={{KEY}}")
    #expect(
      redacted.headers == [
        "x-customer": "{{X_CUSTOMER}}", "Authorization": "{{AUTHORIZATION}}", "X-Copy": "{{KEY}}",
      ])
    #expect(
      String(decoding: redacted.body.bytes, as: UTF8.self)
        == #"{"user":{"name":"{{USER}}","age":0,"ok":true},"n":[0,0],"b":"{{KEY}}","c":"{{KEY}}"}"#
    )
    #expect(redaction.redacting(redacted) == redacted)
  }

  @Test func `a secret that is a word of its placeholder does not grow`() {
    let redaction = Redaction(.secret("A_KEYS", value: "KEYS"), .secret("B", value: "{{{{"))
    let once = redaction.redacting(Interaction.Request(url: "http://h/KEYS/{{{{x"))
    #expect(once.url == "http://h/{{A_KEYS}}/{{B}}x")
    #expect(redaction.redacting(once) == once)
  }

  @Test func `nothing is redacted by none`() {
    let request = request(
      "POST", "https://u:p@h/?token=1", headers: ["Authorization": "x", "Cookie": "a=b"],
      #"{"password":"x"}"#)
    #expect(Redaction.none.redacting(request) == request)
    #expect(Redaction.none.redacting(text: "https://u:p@h/?token=1") == "https://u:p@h/?token=1")
  }

  @Test(arguments: [
    (
      "GET https://u:s3cr3t@h/?token=s3cr3t&a=1 failed",
      "GET https://{{USERINFO}}@h/?token={{TOKEN}}&a=1 failed"
    ),
    ("see <https://h/?sig=s3cr3t>, \"x\"", "see <https://h/?sig={{SIG}}>, \"x\""),
    ("mail a@b.c about http://h/@x", "mail a@b.c about http://h/@x"),
    ("could not resolve h", "could not resolve h"),
  ])
  func `messages are redacted`(text: String, redacted: String) {
    #expect(Redaction.standard.redacting(text: text) == redacted)
  }

  @Test func `the failure that a response broke off with is redacted with it`() {
    var response = Interaction.Response(status: 200, body: Body(Array("part".utf8)))
    response.failure = Interaction.Failure(
      .networkConnectionLost, message: "lost https://h/?api_key=s3cr3t")
    let words = "lost https://h/?api_key={{API_KEY}}"
    #expect(Redaction.standard.redacting(response).failure?.message == words)
    let interaction = Interaction(
      request: Interaction.Request(url: "https://h/"), outcome: .response(response))
    #expect(Redaction.standard.redacting(interaction).response?.failure?.message == words)
  }

  @Test func `the message of a failure is redacted`() {
    let interaction = Interaction(
      request: request("GET", "https://h/?token=s3cr3t"),
      outcome: .failure(
        .init(code: "timedOut", number: -1001, message: "https://h/?token=s3cr3t timed out")))
    let redacted = Redaction.standard.redacting(interaction)
    #expect(redacted.request.url == "https://h/?token={{TOKEN}}")
    #expect(
      redacted.outcome
        == .failure(
          .init(code: "timedOut", number: -1001, message: "https://h/?token={{TOKEN}} timed out")))
  }

  @Test(arguments: UInt64(0)..<6)
  func `a redacted request matches its redacted recording whatever the secrets`(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    let form = "application/x-www-form-urlencoded"
    func secret() -> String {
      String(
        (0..<Int.random(in: 1...20, using: &generator)).map { _ in
          "abcXYZ019-._~!$'()*,;:@/{}".randomElement(using: &generator) ?? "a"
        })
    }
    func made(isForm: Bool) -> (Interaction.Request, [String]) {
      let secrets = (0..<7).map { _ in "S" + secret() + "E" }
      let headers: HeaderFields = [
        "Authorization": "Bearer \(secrets[0])",
        "Cookie": "sid=\(secrets[1].replacing(";", with: ""))",
        "X-Api-Key": secrets[2], "Accept": "*/*",
        "Content-Type": isForm ? form : "application/json",
      ]
      let body =
        isForm ? "password=\(secrets[3])&user=ada" : #"{"user":"ada","password":"\#(secrets[3])"}"#
      return (
        Interaction.Request(
          method: "POST", url: "https://h/a?x=1&access_token=\(secrets[4])&signature=\(secrets[5])",
          headers: headers, body: Body(Array(body.utf8))), secrets
      )
    }
    let policy: RequestEquivalence = [
      .method, .url, .body, .json, .form,
      .headers("Authorization", "Cookie", "X-Api-Key", "Accept"),
    ]
    for round in 0..<50 {
      let (recorded, secrets) = made(isForm: round.isMultiple(of: 2))
      let (incoming, _) = made(isForm: round.isMultiple(of: 2))
      let (left, right) = (
        Redaction.standard.redacting(recorded), Redaction.standard.redacting(incoming)
      )
      #expect(policy.areEquivalent(left, right))
      #expect(policy.key(of: left) == policy.key(of: right))
      #expect(Redaction.standard.redacting(left) == left)
      let everything =
        left.url + left.headers.fields.map(\.value).joined()
        + String(decoding: left.body.bytes, as: UTF8.self)
      for secret in secrets { #expect(!everything.contains(secret)) }
    }
  }

  @Test func `rules are taken one by one and as a list`() {
    let rules = ["customer", "tenant"].map { Redaction.Rule.query([$0]) }
    let request = Interaction.Request(url: "https://api.example.com/a?customer=Ada&tenant=Babbage")
    for redaction in [
      Redaction(rules), Redaction.standard.adding(rules), Redaction(rules[0], rules[1]),
    ] {
      #expect(
        redaction.redacting(request).url
          == "https://api.example.com/a?customer={{CUSTOMER}}&tenant={{TENANT}}")
    }
  }

  @Test func `hostile bodies take time in proportion to their length`() {
    let quotes = String(repeating: "\"", count: 500_001)
    let deep = String(repeating: #"{"password":"#, count: 50_000)
    let braces = String(repeating: "{{A", count: 125_000)
    let redaction = Redaction(.secret("X", value: "s3cret"))
    for text in [quotes, deep, braces] {
      let response = Interaction.Response(
        status: 200, headers: ["Content-Type": "application/json"], body: Body(Array(text.utf8)))
      #expect(redaction.redacting(response).body.bytes.count == text.utf8.count)
    }
    let cookie =
      "a=" + String(repeating: "b", count: 100_000) + String(repeating: ", c", count: 25_000)
    #expect(
      Redaction.standard.redacting(
        Interaction.Response(status: 200, headers: ["Set-Cookie": cookie])
      )
      .headers["Set-Cookie"] == "a={{COOKIE_A}}")
  }
}
