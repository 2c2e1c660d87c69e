import Testing

@testable import VCRCore

/// Under a name that may mean anything a word, a number or a label stays, so that what differs in
/// it alone is told apart, and code, data and prose are served as they were.
struct DoubtfulNameTests {
  private static let words = [
    "alpha", "beta", "gamma", "users", "v2", "2026-11-22", "spring-2026-semester",
    "conference-talk-042", "page-2", "user42", "a%20b", "SAVE20", "en_US", "1234567", "next.page",
    "orderByChild", "true", "config/app/main", "00testacc",
  ]

  @Test(arguments: ["key", "token", "auth", "sig", "session_id", "sessionid", "session"], words)
  func `a word under a doubtful name stays in a query, a form and JSON`(
    name: String, value: String
  ) {
    let url = "http://h/a.css?\(name)=\(value)&n=1"
    let form = "\(name)=\(value)&n=1"
    let request = Interaction.Request(
      method: "POST", url: url, headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Body(Array(form.utf8)))
    #expect(Redaction.standard.redacting(request) == request)
    let json = Interaction.Response(
      status: 200, headers: ["Content-Type": "application/json"],
      body: Body(Array(#"{"\#(name)":"\#(value)","see":"http://h/?\#(name)=\#(value)"}"#.utf8)))
    #expect(Redaction.standard.redacting(json) == json)
  }

  @Test(arguments: ["key", "token", "auth", "sig", "session_id", "sessionid", "session"])
  func `what a machine made goes under the same names`(name: String) {
    for value in [
      "q7Zt2LmX9vB4nRk8", "9f86d081884c7d65", "s3cr3t", "AIzb-Q9xZ2_7", "abc%2Fd1e2f3%3D",
      "9f86d081-884c-4d65-9a2f-0123456789ab",
    ] {
      let request = Redaction.standard.redacting(
        Interaction.Request(
          method: "POST", url: "http://h/?\(name)=\(value)&n=1",
          headers: ["Content-Type": "application/x-www-form-urlencoded"],
          body: Body(Array("\(name)=\(value)".utf8))))
      #expect(request.url == "http://h/?\(name)={{\(name.uppercased())}}&n=1", "\(value)")
      #expect(!String(decoding: request.body.bytes, as: UTF8.self).contains(value))
    }
  }

  @Test(arguments: ["code", "state", "refresh", "pepper", "one_time_token"])
  func `a long random value goes under a name that mostly means something else`(name: String) {
    let value = "q7Zt2LmX9vB4nRk8Wd3H"
    let type = "application/x-www-form-urlencoded"
    let request = Redaction.standard.redacting(
      Interaction.Request(
        method: "POST", url: "http://h/?\(name)=\(value)&n=1", headers: ["Content-Type": type],
        body: Body(Array("\(name)=\(value)".utf8))))
    #expect(request.url == "http://h/?\(name)={{\(name.uppercased())}}&n=1")
    #expect(!String(decoding: request.body.bytes, as: UTF8.self).contains(value))
    func redacted(_ text: String, _ type: String) -> String {
      let response = Interaction.Response(
        status: 200, headers: ["Content-Type": type, "Location": "/cb?\(name)=\(value)"],
        body: Body(Array(text.utf8)))
      let redacted = Redaction.standard.redacting(response)
      #expect(redacted.headers["Location"] == "/cb?\(name)={{\(name.uppercased())}}")
      return String(decoding: redacted.body.bytes, as: UTF8.self)
    }
    let json = redacted(#"{"a":1,"\#(name)":"\#(value)"}"#, "application/json")
    #expect(json == #"{"a":1,"\#(name)":"{{\#(name.uppercased())}}"}"#)
    for word in ["open", "ERR_INVALID_ARGUMENT", "de-DE", "4711", "SKU-2026-000123", "en_US.UTF-8"]
    {
      let text = #"{"a":1,"\#(name)":"\#(word)"}"#
      #expect(redacted(text, "application/json") == text)
    }
  }

  @Test(arguments: ["code", "state"])
  func `shorter values under a name of a step, identifiers and code with it stay`(name: String) {
    for (text, type) in [
      (#"{"\#(name)":"9f86d081-884c-4d65-9a2f-0123456789ab"}"#, "application/json"),
      (#"{"\#(name)":"q7Zt2LmX9vB4nRk8"}"#, "application/json"),
      (#"{"\#(name)":"0x608060405234801561001057600080fd5b50610150806100206000396000f3"}"#, ""),
      (#"var a={\#(name):"q7Zt2LmX9vB4nRk8Wd3H"};f();"#, "text/javascript"),
    ] {
      let response = Interaction.Response(
        status: 200, headers: ["Content-Type": type.isEmpty ? "application/json" : type],
        body: Body(Array(text.utf8)))
      #expect(Redaction.standard.redacting(response) == response)
    }
  }

  @Test(arguments: ["csrf", "xsrf_token", "authenticity_token"])
  func `a token of a session has now and then no digit`(name: String) {
    let token = "Pvd_ztheqUpxdyuhIaYbKZCY"
    let request = Redaction.standard.redacting(
      Interaction.Request(
        method: "POST", url: "http://h/",
        headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: Body(Array("\(name)=\(token)&user=ada".utf8))))
    #expect(
      String(decoding: request.body.bytes, as: UTF8.self)
        == "\(name)=%7B%7B\(name.uppercased())%7D%7D&user=ada")
    let page = Redaction.standard.redacting(
      Interaction.Response(
        status: 200, headers: ["Content-Type": "text/html"],
        body: Body(Array(#"<input type="hidden" name="\#(name)" value="\#(token)">"#.utf8))))
    #expect(!String(decoding: page.body.bytes, as: UTF8.self).contains(token))
    // Words are none.
    for word in ["csrf-is-disabled-here", "token_is_not_in_use"] where name == "csrf" {
      let form = Interaction.Request(
        method: "POST", url: "http://h/",
        headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: Body(Array("\(name)=\(word)".utf8)))
      #expect(Redaction.standard.redacting(form) == form)
    }
  }

  @Test(arguments: [
    "arn:aws:secretsmanager:us-east-1:123456789012:secret:db-AbCdEf",
    #"{"arn":"arn:aws:secretsmanager:us-east-1:123456789012:secret:prod/db-a1B2c3"}"#,
    "orn:okta:auth:00o1a2b3c4d5e6f7g8h9:policy", "auth policy 00 testacc12ab34",
    "see https://user@example.com/docs", "csrf is off. api_key: see the docs",
    #"{"session": "spring-2026-semester"}"#, "/a.css?key=v2", "ssh://git@host/x",
  ])
  func `what only names something stays`(text: String) {
    let response = Interaction.Response(
      status: 200, headers: ["Content-Type": "text/plain"], body: Body(Array(text.utf8)))
    #expect(Redaction.standard.redacting(response) == response)
  }

  @Test func `a user's name alone in a URL stays, and a token in its place goes`() {
    func url(_ text: String) -> String {
      Redaction.standard.redacting(Interaction.Request(url: text)).url
    }
    #expect(url("https://ada@example.com/x") == "https://ada@example.com/x")
    #expect(url("https://q7Zt2LmX9vB4@example.com/x") == "https://{{USERINFO}}@example.com/x")
    #expect(url("https://ada:tiger@example.com/x") == "https://{{USERINFO}}@example.com/x")
  }

  @Test func `two requests that differ in a word under a doubtful name are told apart`() throws {
    let redactor = Redactor(.standard)
    let policy: RequestEquivalence = [.method, .url, .form]
    let made = ["alpha", "beta", "gamma"].map { word in
      redactor.redacting(
        Interaction.Request(
          method: "POST", url: "http://h/kv?key=\(word)",
          headers: ["Content-Type": "application/x-www-form-urlencoded"],
          body: Body(Array("token=\(word)".utf8))))
    }
    #expect(!policy.areEquivalent(made[0], made[1]) && !policy.areEquivalent(made[1], made[2]))
  }

  @Test(arguments: [
    "userPassword", "adminPassword", "masterUserPassword", "db_password", "root_password",
    "temporary_password", "user_password", "login.password", "j_password", "loginPassword",
    "password1", "password2", "new_passwd", "wifi-passphrase", "PGPASSWORD", "client_pwd_password",
  ])
  func `a password is known by the end of its name`(name: String) {
    for value in ["tiger", "correct horse", "hunter2"] {
      let json = Interaction.Response(
        status: 200, headers: ["Content-Type": "application/json"],
        body: Body(Array(#"{"a":1,"\#(name)":"\#(value)"}"#.utf8)))
      let redacted = String(
        decoding: Redaction.standard.redacting(json).body.bytes, as: UTF8.self)
      #expect(!redacted.contains(value), "\(redacted)")
      let form = Interaction.Request(
        method: "POST", url: "http://h/",
        headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: Body(Array("a=1&\(name)=\(value.replacing(" ", with: "+"))".utf8)))
      let sent = String(decoding: Redaction.standard.redacting(form).body.bytes, as: UTF8.self)
      #expect(sent.hasPrefix("a=1&\(name)=%7B%7B"), "\(sent)")
    }
  }

  @Test(arguments: ["pass", "pwd", "smtp_pass", "userPwd", "secret", "my-secret"])
  func `the last word of a name means a password when its value is no word`(name: String) {
    func body(_ value: String) -> String {
      let json = Interaction.Response(
        status: 200, headers: ["Content-Type": "application/json"],
        body: Body(Array(#"{"a":1,"\#(name)":\#(value)}"#.utf8)))
      return String(decoding: Redaction.standard.redacting(json).body.bytes, as: UTF8.self)
    }
    #expect(!body(#""hunter2""#).contains("hunter2"))
    for value in [#""yes""#, "12", "true", #""Agent""#] {
      #expect(body(value).hasSuffix(value + "}"))
    }
  }

  @Test(arguments: [
    #"{"forgotPassword":"/reset?x=1"}"#, #"{"has_password":true}"#, #"{"wrong_password":3}"#,
    #"{"userPassword":"Enter your password"}"#, #"{"user_password":"required"}"#,
    #"{"compass":"north-42"}"#, #"{"showPassword":"toggle"}"#, #"{"password_policy":"strict1"}"#,
    #"{"changePassword":"https://h/p"}"#,
  ])
  func `what is about a password stays`(json: String) {
    let response = Interaction.Response(
      status: 200, headers: ["Content-Type": "application/json"], body: Body(Array(json.utf8)))
    #expect(Redaction.standard.redacting(response) == response)
  }

  @Test(arguments: [
    (#"<wsse:Password Type="http://x#PasswordText">v&gt;x</wsse:Password>"#, "v&gt;x"),
    (#"<password xsi:type="xsd:string">tiger</password>"#, "tiger"),
    ("<password><![CDATA[ti<g>er]]></password>", "ti<g>er"),
    ("<a:userPassword>\n  tiger\n</a:userPassword>", "tiger"),
    ("<sessionId>00D5g0000!AQ4a1b2c3d4</sessionId>", "AQ4a1b2c3d4"),
    ("Endpoint=sb://x/;SharedAccessKeyName=Root;SharedAccessKey=q7Zt2LmX9vB4+/8W=;E=1", "q7Zt2LmX"),
    ("DefaultEndpointsProtocol=https;AccountName=a;AccountKey=q7Zt2LmX9vB4==;E=1", "q7Zt2LmX"),
    ("{'user': 'ada', 'password': 'q7Zt2LmX9vB4'}", "q7Zt2LmX9vB4"),
    ("LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlFcEFJQkFBS0NBUUVBNzVK", "UlFcEFJQkFBS0NBU"),
    (
      "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2 (GNU/Linux)\n\nlQOYBF\n=a1b2\n"
        + "-----END PGP PRIVATE KEY BLOCK-----\n", "lQOYBF"
    ),
  ])
  func `a secret in XML, settings and armor is found`(text: String, secret: String) {
    let response = Interaction.Response(
      status: 200, headers: ["Content-Type": "text/xml"], body: Body(Array(text.utf8)))
    let redacted = Redaction.standard.redacting(response)
    let stored = String(decoding: redacted.body.bytes, as: UTF8.self)
    #expect(!stored.contains(secret), "\(stored)")
    #expect(Redaction.standard.redacting(redacted) == redacted)
  }
}
