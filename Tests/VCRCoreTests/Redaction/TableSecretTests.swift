import Testing

@testable import VCRCore

/// Secrets whose name stands elsewhere: in the first line of a table, in a statement, in the
/// command line of a program, or before an object that describes them.
struct TableSecretTests: RedactedText {
  @Test func `what stands under the name of a secret in a table is one`() {
    #expect(
      redacted(
        "id,password,note\n1,tiger99,\"a, \"\"b\"\"\"\n2,,none\n3,\"horse 7, x\",c\n", "text/csv")
        == "id,password,note\n1,{{PASSWORD}},\"a, \"\"b\"\"\"\n2,,none\n3,\"{{PASSWORD}}\",c\n")
    #expect(
      redacted(
        "name\tapi_key\tage\r\nada\tq7Zt2LmX9vB4nRk8Wd3Hs6Yc\t30\r\n", "text/tab-separated-values")
        == "name\tapi_key\tage\r\nada\t{{API_KEY}}\t30\r\n")
    #expect(
      redacted("\"id\";\"db_password\"\r\n\"1\";\"tiger99\"\r\n", "text/csv; charset=utf-8")
        == "\"id\";\"db_password\"\r\n\"1\";\"{{DB_PASSWORD}}\"\r\n")
  }

  @Test(arguments: [
    "id,password_policy,keyword\n1,strong99,q7Zt2LmX9vB4nRk8Wd3Hs6Yc\n",
    "id,token,has_password\n1,page 2,yes\n2,\"unclosed\n3", "password", "password\n",
    "a,b\n\"\",\"\"\n\"\"\"\",,\n",
  ])
  func `other columns stay`(table: String) { #expect(redacted(table, "text/csv") == table) }

  @Test(arguments: [
    "| user | password |\n|---|---|\n| ada | % |\n| bob | % |\n",
    "| Name | API key |\r\n|:---|---:|\r\n| ada | `%` |\r\n",
    "user | password\n--- | ---\nada | %\n",
    "+------+----------+\n| user | password |\n+------+----------+\n| ada  | %  |\n+------+----------+\n",
    " id | auth_token \n----+------------\n  1 | %\n(1 row)\n",
  ])
  func `what stands under the name of a secret in a table with a line below its head goes`(
    frame: String
  ) {
    let text = frame.replacing("%", with: "q7Zt81kPz0vLm3Xc")
    for (text, type) in [
      (text, "text/markdown"),
      (
        "{\"a\":1,\"md\":\"\(text.replacing("\r", with: "\\r").replacing("\n", with: "\\n"))\"}",
        "application/json"
      ),
    ] {
      let redacted = redacted(text, type)
      #expect(!redacted.contains("q7Zt81kPz0") && redacted.contains("{{"), "\(redacted)")
      #expect(redacted == self.redacted(redacted, type))
    }
  }

  @Test(arguments: [
    "| name | type | required |\n|---|---|---|\n| password | string | yes |\n| token | string | no |\n",
    "| token | count |\n|---|---|\n| hello | 12 |\n| w0rld | 13 |\n",
    "| password | description |\n|---|---|\n| string | The password, 8 to 20 characters |\n",
    "| Step | Password | Result |\n|---|---|---|\n| 1 | empty | error |\n| 2 | too short | error400 |\n",
    "| session | secret | token |\n|---|---|---|\n| s3bucket1 | iPhone15 | step-3a4 |\n",
    "| id | token_type |\n+----+---+\n| 1 | bearer2 |\n",
    "| password | api_key | secret |\n|---|---|---|\n| empty | none | A4 |\n",
    "|---|\n|---|---|\n|", "a | password\n--",
  ])
  func `tables about secrets stay`(text: String) {
    #expect(redacted(text, "text/markdown") == text)
  }

  @Test func `a statement inserts a secret under the name of its column`() {
    #expect(
      redacted("INSERT INTO users (id, name, password) VALUES (1, 'O''Neil', 'tiger99');")
        == "INSERT INTO users (id, name, password) VALUES (1, 'O''Neil', '{{PASSWORD}}');")
    #expect(
      redacted(
        "insert into `u` (`api_key`, `n`) values\n('q7Zt2LmX9vB4nRk8Wd3Hs6Yc', f(1, 2)),\n(NULL,1);",
        "application/sql")
        == "insert into `u` (`api_key`, `n`) values\n('{{API_KEY}}', f(1, 2)),\n(NULL,1);")
    #expect(
      redacted(#"{"sql":"INSERT INTO t (a, token) VALUES ('x', 'q7Zt2LmX9vB4nRk8Wd3Hs6Yc')"}"#)
        == #"{"sql":"INSERT INTO t (a, token) VALUES ('x', '{{TOKEN}}')"}"#)
  }

  @Test(arguments: [
    "INSERT INTO users (id, password_hint) VALUES (1, 'dog 77');",
    "INSERT INTO users (password) VALUES ($1), (crypt('x1', gen_salt('bf'))), (?);",
    "INSERT INTO users (password", "walk INTO the (password) VALUES", "INTO ((((", "INTO t ('a",
    "CREATE TABLE users (password VARCHAR(255));", "GRANT x TO y IDENTIFIED BY PASSWORD",
    "The password 'forgotten' and the password ('unknown')", "PASSWORD('$1')",
  ])
  func `other statements stay`(text: String) { #expect(redacted(text) == text) }

  @Test(arguments: [
    ("CREATE USER ada WITH PASSWORD '%';", "PASSWORD"), ("SET PASSWORD FOR a = PASSWORD('%');", ""),
    ("CREATE USER 'a'@'h' IDENTIFIED BY '%';", ""),
    ("ALTER USER a IDENTIFIED WITH mysql_native_password BY '%'", ""),
    ("create user a identified by \"%\"", ""), ("$ docker login -u ada -p % r.example.com", ""),
    ("mysql -h h -u root -p% db", ""), ("sshpass -p '%' ssh u@h", ""), ("redis-cli -a % ping", ""),
    ("mongosh -u u -p % --host h", ""), ("az login --service-principal -u a -p % -t t", ""),
    ("ldapsearch -x -D cn=a -w % -b dc=x", ""), ("keytool -list -storepass % -keystore k", ""),
    ("openssl rsa -in k.pem -passin pass:%", ""), ("smbclient //h/s -U ada%%", ""),
    ("http -a ada:% GET h", ""), ("7z x a.7z -p%", ""),
    ("{\"cmd\":\"docker login -p \\\"%\\\"\"}", ""),
  ])
  func `a command or a statement has a password`(text: String, _: String) {
    let secret = "gr8-horse77"
    // The last sign stands for the password: one option has a percent sign of its own.
    let parts = text.split(separator: "%", omittingEmptySubsequences: false)
    let tail = parts.last ?? ""
    let head = parts.count > 2 ? "\(parts[0])%" : parts.first ?? ""
    let result = redacted("\(head)\(secret)\(tail)")
    #expect(!result.contains(secret))
    #expect(result.contains("{{"))
    #expect(result.hasSuffix(tail))
  }

  @Test(arguments: [
    "docker run -p 8080:8080 login", "ssh -p 2222 ada@host", "mysql -u root -p db_of_shop2",
    "mkdir -p /srv/login/data22", "docker login -u USER -p PASSWORD", "docker login -p $PW123",
    "git log -p HEAD~33", "redis-cli -p 63790 && tool -a value99", "tar -a file99.tgz",
    "Use -p PORT99 with docker; then login -p x", "http -a", "-p", "mysql -p", "docker login -p",
    "openssl rsa -passin env:NAME99",
  ])
  func `other options stay`(text: String) { #expect(redacted(text) == text) }

  @Test func `curl takes a password in quotes of its own`() {
    #expect(
      redacted("curl -u ada:\"gr8 horse\" https://h") == "curl -u {{USERINFO}} https://h")
  }

  @Test func `an object that describes a secret has it as its value`() {
    #expect(
      redacted(
        #"{"outputs":{"db_password":{"sensitive":true,"value":"tiger99"},"n":{"value":"b"}}}"#)
        == #"{"outputs":{"db_password":{"sensitive":true,"value":"{{DB_PASSWORD}}"},"n":{"value":"b"}}}"#
    )
    let schema =
      #"{"password":{"type":"string","rules":{"value":"tiger99"}},"token":{"value":"on"}}"#
    #expect(redacted(schema) == schema)
  }

  @Test func `a block of YAML and a member that a program sets have a secret`() {
    #expect(
      redacted("db:\n  password: |-\n    my horse 77\n  port: 1\n", "application/yaml")
        == "db:\n  password: |-\n    {{PASSWORD}}\n  port: 1\n")
    #expect(
      redacted("os.environ['DB_PASS'] = 'tiger99'\n") == "os.environ['DB_PASS'] = '{{DB_PASS}}'\n")
    let other = "os.environ['HOME'] = '/home/a9'\npassword: |\nx: 1\nif a['token'] == 'tiger99':\n"
    #expect(redacted(other) == other)
  }

  @Test func `a private key is found through markup and broken Base64`() {
    let lines = (0..<6).map { String(repeating: "aB3dE5gH7jK9mN1p\($0)", count: 4).prefix(64) }
    let key =
      "-----BEGIN PRIVATE KEY-----\n" + lines.joined(separator: "\n")
      + "\n-----END PRIVATE KEY-----\n"
    #expect(!redacted("<k>\(key.replacing("\n", with: "&#10;"))</k>").contains(lines[3].prefix(20)))
    let encoded = base64(key)
    let broken = stride(from: 0, to: encoded.count, by: 76).map {
      String(encoded.dropFirst($0).prefix(76))
    }
    for separator in ["\n", "\r\n", "\\n", "\n    "] {
      #expect(
        redacted("key: " + broken.joined(separator: separator) + "\nnext")
          == "key: {{PRIVATE_KEY}}\nnext")
    }
  }

  @Test func `the token of an account of Discord is known by the number in it`() {
    let number = base64("1098765432109876543").replacing("=", with: "")
    let token = "\(number).GaB3dE.aB3dE5gH7jK9mN1pQaB3dE5gH7jK9mN1pQa_-4"
    #expect(redacted("got \(token) now") == "got {{DISCORD_TOKEN}} now")
    let other = "got MaB3dE5gH7jK9mN1pQaB3dE5.GaB3dE.aB3dE5gH7jK9mN1pQaB3dE5gH7jK9 now"
    #expect(redacted(other) == other)
  }
}
