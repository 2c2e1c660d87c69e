import Testing

@testable import VCRCore

/// Secrets in carriers that few programs use.
struct RareCarrierTests: RedactedText {
  private static let token = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"

  @Test(arguments: [
    ("db:\n  db_password:\n    %\n  n: 1\n", "application/yaml"),
    ("client_secret:\n  %\nn: 1\n", "text/yaml"), ("SetEnv DB_PASSWORD %\n", "text/plain"),
    (#"[{host, "x"}, {db_password, "%"}]."#, "text/plain"),
    (#"[{client_secret, <<"%">>}]."#, "text/plain"),
    (#"{"settings":[{"id":"db_password","value":"%"}]}"#, "application/json"),
    (#"{"settings":[{"title":"api_key","val":"%"}]}"#, "application/json"),
    (#"{"settings":[{"value":"%","id":"client_secret"}]}"#, "application/json"),
    (#"{"secrets":{"API_TOKEN":{"raw":"%","note":""}}}"#, "application/json"),
    ("api_token <- \"%\"\nx <- 1\n", "text/x-r"),
    ("let api_token = String::from(\"%\");\n", "text/x-rust"),
  ])
  func `a value on the next line, of Erlang and of a labelled member goes`(
    frame: String, type: String
  ) {
    let secret = "q7ZtB4mWx9Kd2RvY8nPs"
    let redacted = redacted(frame.replacing("%", with: secret), type)
    #expect(redacted.contains("{{") && !redacted.contains("q7Zt"), "\(redacted)")
  }

  @Test(arguments: [
    "user[password]", "data[User][password]", "user[api_token]", "accounts[0][password][]",
    "j_idt5:password", "ctl00$Main$Password",
  ])
  func `a field of a form goes under a name that frameworks put parts around`(name: String) {
    for (frame, type) in [
      (
        #"<!doctype html><form><input type="text" name="NAME" id="x" value="%"></form>"#,
        "text/html"
      ),
      (#"<!doctype html><form><input value='%' name='NAME'></form>"#, "text/html"),
      (#"<c><add key="NAME" value="%"/></c>"#, "application/xml"),
    ] {
      let text = frame.replacing("NAME", with: name)
      let redacted = redacted(text.replacing("%", with: Self.token), type)
      #expect(redacted.contains("{{") && !redacted.contains(Self.token), "\(redacted)")
      let harmless = text.replacing("%", with: "required")
      #expect(self.redacted(harmless, type) == harmless)
    }
  }

  @Test(arguments: [
    ("password:\n  type: string\n  format: x\n", "application/yaml"),
    ("secret:\n  - a\ntoken:\nname: q7ZtB4mWx9Kd2RvY8nPs\n", "application/yaml"),
    (#"{"id":"api_key","value":"Where do I find it?"}"#, "application/json"),
    (#"{"name":"color","id":"17","value":"blue","title":"Access token"}"#, "application/json"),
    (#"{password, Value}. {secret, "none"}."#, "text/plain"),
  ])
  func `what stands below or beside a name and is no value stays`(text: String, type: String) {
    #expect(redacted(text, type) == text)
  }

  @Test(arguments: [
    (#"{"columns":["id","db_password"],"rows":[[1,"%"],[2,null]]}"#, "DB_PASSWORD"),
    (#"[["id","password","n"],[1,"%",3],[2,"",4]]"#, "PASSWORD"),
    (#"{"schema":{"fields":[{"name":"id"},{"name":"api_key"}]},"data":[["1","%"]]}"#, "API_KEY"),
    (#"{"series":[{"columns":["time","token"],"values":[[1, "%"]]}]}"#, "TOKEN"),
  ])
  func `the rows of a table in JSON lose what stands under the name of a secret`(
    text: String, name: String
  ) {
    #expect(
      redacted(text.replacing("%", with: Self.token), "application/json")
        == text.replacing("%", with: "{{\(name)}}"))
  }

  @Test(arguments: [
    #"{"required":["id","token"],"allOf":[["q7Zt2LmX9vB4nRk8Wd3Hs6Yc"]]}"#,
    #"[["id","name"],["q7Zt2LmX9vB4nRk8Wd3Hs6Yc","x"]]"#,
    #"{"columns":["token","type"],"rows":[["word","keyword"],["other","keyword"]]}"#, "[[", "[[]]",
  ])
  func `other tables stay`(text: String) { #expect(redacted(text, "application/json") == text) }

  @Test(arguments: [
    ("<r><Password>\n  <![CDATA[%]]>\n</Password></r>", "PASSWORD", "application/xml"),
    (#"{"m":"Parameters: {\"a\"=>\"b\", \"api_token\"=>\"%\"}"}"#, "API_TOKEN", "application/json"),
    ("- **Api Token**: `%`\n", "TOKEN", "text/markdown"),
    ("dn: uid=ada\nuserPassword:: %\n", "USERPASSWORD", "text/plain"),
    ("public string ApiKey { get; set; } = \"%\";", "APIKEY", "text/plain"),
    ("Your new password is: %\nRegards", "PASSWORD", "text/plain"),
    (#"{"message":"The token is % and was refused"}"#, "TOKEN", "application/json"),
    (#"{"page_access_token":"%"}"#, "PAGE_ACCESS_TOKEN", "application/json"),
    (#"{"url":"amqp:\/\/%@h\/v"}"#, "USERINFO", "application/json"),
    ("const u = 'https://h/x?a=1&token=%&b=2';", "TOKEN", "text/javascript"),
    ("process.env.MAGIC_LINK_TOKEN = '%';", "PROCESS_ENV_MAGIC_LINK_TOKEN", "text/javascript"),
  ])
  func `a secret is found in it`(text: String, name: String, type: String) {
    let value = name == "USERINFO" ? "ada:" + Self.token : Self.token
    #expect(
      redacted(text.replacing("%", with: value), type)
        == text.replacing("%", with: "{{\(name)}}"))
  }

  @Test(arguments: [
    ("APP_NAME=x\nAPP_KEY=base64:%\n", "text/plain"),
    (#"{"APP_KEY":"base64:%"}"#, "application/json"),
    ("<html><!-- password=% --></html>", "text/html"),
    ("<html><!-- DB_PASSWORD: % --></html>", "text/html"),
    ("<html><!-- api_key=% --></html>", "text/html"),
    ("<html><div data-csrf-token=%>x</div></html>", "text/html"),
    (#"{"query":"query($password: String = \"%\") { x }"}"#, "application/json"),
    (#"{"query":"mutation { a(password: \"\"\"%\"\"\") }"}"#, "application/json"),
    (#"{"query":"mutation { a(secret: \"\"\"\n  %\n\"\"\") }"}"#, "application/json"),
    (#"<bean><property name="apiKey"><value>%</value></property></bean>"#, "application/xml"),
    (
      "<setting name='ClientSecret' serializeAs='String'><value>%</value></setting>",
      "application/xml"
    ),
    (
      #"<saml:Attribute Name="accessToken"><saml:AttributeValue>%</saml:AttributeValue></saml:Attribute>"#,
      "application/xml"
    ),
    (
      #"{"fields":[{"id":"password","type":"CONCEALED","purpose":"PASSWORD","label":"password","value":"%"}]}"#,
      "application/json"
    ),
    (#"{"params":[{"k":"password","v":"%"}]}"#, "application/json"),
    ("    proxy_set_header X-Api-Key %;\n", "text/plain"),
    ("Array\n(\n    [user] => ada\n    [password] => %\n)\n", "text/plain"),
    (#"{"log":"Array\n(\n    [api_key] => %\n)\n"}"#, "application/json"),
    ("array(1) {\n  [\"password\"]=>\n  string(24) \"%\"\n}\n", "text/plain"),
    ("a:1:{s:8:\"password\";s:24:\"%\";}", "text/plain"),
    (#"{"option_value":"a:1:{s:8:\"password\";s:24:\"%\";}"}"#, "application/json"),
    ("db.password=\\\n  %\nx=1\n", "text/plain"),
    (#"{"sess_id":"%"}"#, "application/json"), (#"{"form_key":"%"}"#, "application/json"),
  ])
  func `a secret is found where programs and pages put it`(frame: String, type: String) {
    let redacted = redacted(frame.replacing("%", with: Self.token), type)
    #expect(redacted.contains("{{") && !redacted.contains(Self.token), "\(redacted)")
    let (head, tail) = (frame.prefix { $0 != "%" }, frame.drop { $0 != "%" }.dropFirst())
    #expect(redacted.hasSuffix(tail) && redacted.hasPrefix(head.prefix(8)), "\(redacted)")
  }

  @Test(arguments: [
    "X-Session-Id", "X-Session", "X-Auth", "X-Sid", "X-Credential", "Authentication",
    "X-Authentication", "Jenkins-Crumb", "X-WP-Nonce",
  ])
  func `the value of a field goes that some services send`(name: String) {
    let values =
      ["q7Zt2LmX9vB4nRk8Wd3Hs6YcP1x", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"]
      + (name.hasSuffix("uthentication") ? [] : ["7eaddb0a-9cfd-4413-80c7-71e023f02f9b"])
    for value in values {
      let request = Interaction.Request(
        url: "https://a.test/", headers: HeaderFields([HeaderField(name, value)]))
      let redacted = Redaction.standard.redacting(request).headers.fields.map(\.value)
      #expect(redacted.allSatisfy { $0.hasPrefix("{{") }, "\(redacted)")
    }
  }

  @Test(arguments: [
    "Array\n(\n    [password] => \n    [token] => required\n)\n",
    "<html><!-- password: see the manual --><a b=c></html>",
    "a:1:{s:8:\"password\";s:8:\"required\";}",
    "<property name=\"apiKey\"><value>${api.key}</value>",
  ])
  func `what programs and pages say of a secret stays`(text: String) {
    #expect(redacted(text, text.hasPrefix("<html") ? "text/html" : "text/plain") == text)
  }

  @Test(arguments: [
    "The password is required", "The token is: invalid", "the key is alphabetical.",
    "A secret is something", #"{"next_page_token":"q7Zt2LmX9vB4nRk8Wd3Hs6Yc"}"#,
    "std::string Password:: x", #"{"page_token":"q7Zt2LmX9vB4nRk8Wd3Hs6Yc"}"#,
  ])
  func `other texts stay`(text: String) { #expect(redacted(text) == text) }

  @Test func `a password that YAML has without quotes goes with all its characters`() {
    #expect(
      redacted("a:\n  password: tiger&horse=7\n  b: 1\n")
        == "a:\n  password: {{PASSWORD}}\n  b: 1\n")
    #expect(
      redacted("a:\n  password: tiger\\horse7\n  b: 1\n")
        == "a:\n  password: {{PASSWORD}}\n  b: 1\n")
  }

  @Test func `JSON in JSON in a field of a form and in a query is searched`() {
    let inner = #"{"t":"x","in":"{\"snmpPassword\": \"tiger horse7\"}"}"#
    let form = DecodedText.Encoding.form.encode(Array(inner.utf8))
    let request = Interaction.Request(
      method: "POST",
      url: "https://h/?p="
        + String(decoding: DecodedText.Encoding.percent.encode(Array(inner.utf8)), as: UTF8.self),
      headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Body(Array("a=1&p=".utf8) + form))
    let redacted = Redaction.standard.redacting(request)
    #expect(!String(decoding: redacted.body.bytes, as: UTF8.self).contains("horse7"))
    #expect(!redacted.url.contains("horse7"))
    #expect(redacted.body.bytes.starts(with: "a=1&p=%7B%22t%22%3A%22x%22%2C".utf8))
  }

  private static func escaped(_ text: String) -> String {
    text.utf8.map { "\\u00" + String($0, radix: 16) }.joined()
  }

  @Test func `a token whose characters are all escaped is found`() {
    let token = "gh" + "p_" + "x7Zt2LmX9vB4nRk8Wd3Hs6Ycq7Zt2LmX9vB4"
    #expect(
      redacted("{\"v\":\"\(Self.escaped(token))\"}", "application/json")
        == #"{"v":"{{GITHUB_TOKEN}}"}"#)
    #expect(
      redacted("{\"v\":\"\(Self.escaped("token=" + Self.token))\"}", "application/json")
        .hasSuffix(#"{{TOKEN}}"}"#))
  }

  @Test(arguments: ["wintermute-7731-orchid", "wintermute"])
  func `a named secret whose characters are all escaped is replaced, and restored as it was`(
    secret: String
  ) {
    let redaction = Redaction.standard.adding(.secret("MINE", value: secret))
    let percent = secret.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
    for text in ["{\"v\":\"\(Self.escaped(secret))\"}", "see /\(percent)/x"] {
      let response = Interaction.Response(status: 200, body: Body(Array(text.utf8)))
      let redacted = redaction.redacting(response)
      #expect(String(decoding: redacted.body.bytes, as: UTF8.self).contains("MINE}}"))
      var outcome = Interaction.Outcome.response(redacted)
      redaction.restore(&outcome)
      #expect(outcome == .response(response))
    }
  }
}
