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
}
