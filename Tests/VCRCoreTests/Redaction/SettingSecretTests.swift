import Testing

@testable import VCRCore

/// Passwords in connection strings and in the URLs of databases, whatever they are made of.
struct SettingSecretTests {
  @Test(arguments: [
    (
      "Server=db;Database=app;User Id=sa;Password=s3c ret w0rd;Encrypt=true",
      "Server=db;Database=app;User Id=sa;Password={{PASSWORD}};Encrypt=true"
    ),
    ("Password=s3c ret w0rd;Server=db", "Password={{PASSWORD}};Server=db"),
    ("Server=db;Password=tiger horse;a=b", "Server=db;Password={{PASSWORD}};a=b"),
    ("failed; password=expired user; a=b", "failed; password=expired user; a=b"),
    ("x \"Server=db; Pwd=a b; c=d\" y", "x \"Server=db; Pwd=a b; c=d\" y"),
    ("{\"c\":\"Server=db;Password=s3c ret\"}", "{\"c\":\"Server=db;Password={{PASSWORD}}\"}"),
    (
      "postgres://app:p@ss:w/rd@db.test:5432/app?x=1",
      "postgres://{{USERINFO}}@db.test:5432/app?x=1"
    ),
    ("redis://:a/b@cache/0", "redis://{{USERINFO}}@cache/0"),
    ("https://u:p@a.test/@name", "https://{{USERINFO}}@a.test/@name"),
    ("postgres://app:pw@a.test/db, b@c.test", "postgres://{{USERINFO}}@a.test/db, b@c.test"),
    ("set password=s3cr3t-1; and go on", "set password={{PASSWORD}}; and go on"),
    (
      "password=s3cr3t-1 is what was typed; so it was",
      "password={{PASSWORD}} is what was typed; so it was"
    ),
  ])
  func `a password goes whole`(text: String, redacted: String) {
    #expect(Redaction.standard.redacting(text: text) == redacted)
  }

  @Test(arguments: [
    ("A=1\nDB_PASSWORD=%\nB=2\n", "text/plain"), ("db:\n  password: %\n  port: 1\n", "text/plain"),
    ("db:\n  adminPassword: %\n", "application/yaml"),
    (#"{"content":"A=1\nDB_PASSWORD=%\nB=2"}"#, "application/json"),
  ])
  func `a generated password goes with its brackets and commas`(text: String, type: String) {
    for password in ["x9(Qz,2m7K", "x9[Qz;2m7K", "Fk4,Zq6Zpa", "aB3<dE5{fG7", "Tr0ub)4d;or"] {
      let response = Interaction.Response(
        status: 200, headers: ["Content-Type": type],
        body: Body(Array(text.replacing("%", with: password).utf8)))
      let result = String(
        decoding: Redaction.standard.redacting(response).body.bytes, as: UTF8.self)
      #expect(!result.contains("Qz") && !result.contains("Zq6") && !result.contains("4d"))
      #expect(result.hasPrefix(text.split(separator: "%")[0] + "{{"))
      #expect(result.hasSuffix("}}" + text.split(separator: "%")[1]))
    }
  }

  @Test(arguments: [
    "password: hash(user1),\n", "password: config.db[0],\n", "password: Optional<String2>\n",
    "password: sha256(x1)\n", "user:\n  password: list(3, 4)\n", "PASSWORD=abc,USER=def1\n",
    "password: string(8,20)\n",
  ])
  func `code and lists in the same place stay`(text: String) {
    let response = Interaction.Response(status: 200, body: Body(Array(text.utf8)))
    #expect(
      String(decoding: Redaction.standard.redacting(response).body.bytes, as: UTF8.self) == text)
  }
}
